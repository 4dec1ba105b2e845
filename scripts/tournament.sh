#!/bin/sh
# A small round robin of the engine at several strengths, with a report.
set -eu

usage() {
    echo "usage: ${0##*/} GAMES [arena options]   (GAMES of each pairing, an even number)" >&2
    echo "  e.g. ${0##*/} 20 --variant 7x7 --concurrency 2" >&2
    exit 2
}

case ${1:-} in '' | *[!0-9]*) usage ;; esac
games=$1
shift
top=$(cd "$(dirname "$0")/.." && pwd)
cd "$top"
bin=${BIN:-$top/target/release}
[ -n "${BIN:-}" ] || cargo build --release --quiet --bins
out=${OUT:-$top/target/tournament}
mkdir -p "$out"

cat >"$out/engines.toml" <<TOML
[each]
cmd = "$bin/veletas"
nodes = 4000
option.Hash = 16

[[engine]]
name = "full"

[[engine]]
name = "1000-nodes"
nodes = 1000

[[engine]]
name = "level-12"
option."Skill Level" = 12

[[engine]]
name = "level-4"
option."Skill Level" = 4
TOML

"$bin/veletas-arena" tournament --config "$out/engines.toml" --games "$games" --out "$out/cup" "$@"
"$bin/veletas-arena" report "$out/cup.jsonl" --out "$out/cup.html" --title "Levels of strength"
