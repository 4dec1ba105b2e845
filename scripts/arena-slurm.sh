#!/bin/sh
# Plays the shards of one match as a Slurm array, then merges them in a job that waits for all of them.
# A job that hits its time limit gets SIGTERM, finishes its games and is queued again: it resumes where it was.
set -eu

usage() {
    cat >&2 <<TEXT
usage: ${0##*/} SHARDS OUT COMMAND [arena options]
  e.g. ${0##*/} 16 results/ab match --config ab.toml --games 4000 --tc 5+0.05
  OUT must be on a file system that all nodes share. ARENA=PROGRAM names another arena, SBATCH_OPTIONS adds
  options for sbatch (e.g. '--partition=short --time=4:00:00'), DRY=1 prints the jobs instead of sending them.
TEXT
    exit 2
}

[ $# -ge 4 ] || usage
shards=$1 out=$2
shift 2
case $shards in '' | *[!0-9]* | 0) usage ;; esac
arena=${ARENA:-$(cd "$(dirname "$0")/.." && pwd)/target/release/veletas-arena}

# Quotes words for a shell, so that the jobs get the arguments as they are.
quote() {
    for word in "$@"; do
        printf "'%s' " "$(printf %s "$word" | sed "s/'/'\\\\''/g")"
    done
}

files=
for shard in $(seq "$shards"); do
    files="$files$(quote "$out-$shard.jsonl")"
done

part=$(quote "$out-")
play="#!/bin/sh
#SBATCH --job-name=veletas-arena --array=1-$shards --cpus-per-task=1 --requeue --signal=B:TERM@120 --open-mode=append
#SBATCH --output=$out-%a.log
$(quote "$arena" "$@") --shard \"\$SLURM_ARRAY_TASK_ID/$shards\" --out ${part% }\"\$SLURM_ARRAY_TASK_ID\" --report-every 100 &
pid=\$!
trap 'kill -TERM \$pid' TERM
# The trap ends the first wait; the second one gets the arena's exit status. 130: games are left to be played.
wait \$pid || wait \$pid || status=\$?
[ \"\${status:-0}\" = 130 ] && scontrol requeue \"\${SLURM_ARRAY_JOB_ID}_\$SLURM_ARRAY_TASK_ID\"
exit \"\${status:-0}\"
"
join="#!/bin/sh
#SBATCH --job-name=veletas-merge --output=$out.log
$(quote "$arena") merge $files --out $(quote "$out")
"

if [ -n "${DRY:-}" ]; then
    printf '%s\n%s' "$play" "$join"
    exit
fi
# shellcheck disable=SC2086
job=$(printf %s "$play" | sbatch --parsable ${SBATCH_OPTIONS:-})
printf %s "$join" | sbatch --dependency="afterok:${job%%;*}"
