#!/bin/sh
# Plays the shards of one match with GNU parallel, here or over ssh, and merges them.
# Killed or interrupted, the same command goes on: every shard resumes, and finished ones have nothing left to do.
set -eu

usage() {
    cat >&2 <<TEXT
usage: ${0##*/} SHARDS OUT COMMAND [arena options]
  SHARDS parts of the run are played, OUT-1 to OUT-SHARDS, and merged into OUT.
  e.g. ${0##*/} 4 results/ab match --config ab.toml --games 400 --nodes 2000
  HOSTS='2/node1,2/node2' plays over ssh, two shards at a time on each host (see parallel's --sshlogin); the hosts
  need the arena and the engines under the same paths, and the current directory is used there too.
  JOBS=N plays N shards at a time here (default: one for each core). ARENA=PROGRAM names another arena.
TEXT
    exit 2
}

[ $# -ge 4 ] || usage
shards=$1 out=$2
shift 2
case $shards in '' | *[!0-9]* | 0) usage ;; esac
command -v parallel >/dev/null || { echo "${0##*/}: GNU parallel is not installed (Debian: apt install parallel)" >&2; exit 1; }
arena=${ARENA:-$(cd "$(dirname "$0")/.." && pwd)/target/release/veletas-arena}

games=
previous=
for word in "$@"; do
    [ "$previous" = --games ] && games=$word
    previous=$word
done

# No --games: `merge` then expects what it finds.
if [ -n "${HOSTS:-}" ]; then
    where="--sshlogin $HOSTS --workdir . --return $out-{}.jsonl --return $out-{}.pgn --return $out-{}.run.json"
else
    where="--jobs ${JOBS:-100%}"
fi
# --quote: the arena's arguments reach it as they are. A failed shard does not stop the others.
# shellcheck disable=SC2086
seq "$shards" | parallel --will-cite --quote $where --tagstring 'shard {}' --line-buffer \
    "$arena" "$@" --shard "{}/$shards" --out "$out-{}" || echo "${0##*/}: some shards have failed" >&2

set --
for shard in $(seq "$shards"); do
    set -- "$@" "$out-$shard.jsonl"
done
exec "$arena" merge "$@" --out "$out" ${games:+--games "$games"}
