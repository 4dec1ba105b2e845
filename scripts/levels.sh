#!/bin/sh
# Measures the skill levels: a match between each level and the one below, and the sums of the differences.
set -eu

usage() {
    echo "usage: ${0##*/} GAMES [arena options]   (GAMES of each match, an even number)" >&2
    echo "  e.g. ${0##*/} 120 --variant 10x10; FIRST=1 LAST=19 STEP=1 say which levels" >&2
    exit 2
}

case ${1:-} in '' | *[!0-9]*) usage ;; esac
games=$1
shift
top=$(cd "$(dirname "$0")/.." && pwd)
cd "$top"
bin=${BIN:-$top/target/release}
[ -n "${BIN:-}" ] || cargo build --release --quiet --bins
arena=${ARENA:-$bin/veletas-arena}
out=${OUT:-$top/target/levels}
step=${STEP:-1}
mkdir -p "$out"

# The levels limit themselves; a minute a move is only there because a match needs a limit.
level=${FIRST:-$step}
while [ "$level" -le "${LAST:-19}" ]; do
    lower=$((level - step))
    "$arena" match --engine name="level-$level" cmd="$bin/veletas" "option.Skill Level=$level" \
        --engine name="level-$lower" cmd="$bin/veletas" "option.Skill Level=$lower" \
        --each movetime=60000 option.Hash=1 --games "$games" --report-every 0 --out "$out/$level-$lower" "$@" 2>&1 |
        awk '/ against / { match($0, /[0-9]+ - [0-9]+/); score = substr($0, RSTART, RLENGTH) }
             $1 == "Elo" && !shown++ { print score, $2, $3, $4 }' >"$out/$level-$lower.elo"
    printf '%s against %s: %s\n' "$level" "$lower" "$(cat "$out/$level-$lower.elo")"
    awk '{ print $4 }' "$out/$level-$lower.elo" >>"$out/sums.$$"
    level=$((level + step))
done
awk '{ sum += $1 } END { printf "from the lowest to the highest: %.0f\n", sum }' "$out/sums.$$"
rm -f "$out/sums.$$"
