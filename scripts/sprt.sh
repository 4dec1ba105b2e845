#!/bin/sh
# Is NEW_REV stronger than OLD_REV? Builds both revisions of this project in git worktrees and runs the SPRT.
# The same command goes on after an interruption.
set -eu

usage() {
    echo "usage: ${0##*/} OLD_REV NEW_REV [arena options]" >&2
    echo "  e.g. ${0##*/} HEAD~1 HEAD --variant 7x7 --movetime 20 --elo0 0 --elo1 10 --concurrency 2" >&2
    echo "  default options: --tc 2+0.02 --each option.Hash=16" >&2
    exit 2
}

[ $# -ge 2 ] || usage
top=$(git rev-parse --show-toplevel)
cd "$top"
resolve() { git rev-parse --verify --quiet --short=12 "$1^{commit}" || { echo "${0##*/}: \`$1\` is no revision" >&2; usage; }; }
old=$(resolve "$1")
new=$(resolve "$2")
shift 2

work=${SPRT_DIR:-$top/target/sprt}
mkdir -p "$work"

# Builds a revision once; its program is named after it, so that a test is always one of two known programs.
build() {
    program=$work/veletas-$1
    [ -x "$program" ] && return
    tree=$work/tree-$1
    [ -d "$tree" ] || git worktree add --quiet --detach "$tree" "$1"
    # One target directory for all revisions: what has not changed is not built again.
    (cd "$tree" && cargo build --release --quiet --bin veletas --target-dir "$work/target")
    cp "$work/target/release/veletas" "$program.part"
    mv "$program.part" "$program"
    git worktree remove --force "$tree"
}

build "$old"
build "$new"
arena=${ARENA:-$top/target/release/veletas-arena}
[ -n "${ARENA:-}" ] || cargo build --release --quiet --bin veletas-arena

case " $* " in
    *" --tc "* | *" --movetime "* | *" --nodes "* | *" --depth "*) ;;
    *) set -- --tc 2+0.02 "$@" ;;
esac
exec "$arena" sprt --engine "name=new-$new" "cmd=$work/veletas-$new" --engine "name=old-$old" "cmd=$work/veletas-$old" \
    --each option.Hash=16 --out "$work/$old-$new" "$@"
