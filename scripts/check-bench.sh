#!/usr/bin/env bash
# Compares the benchmark's node count with the one in the last commit message that has a line `Bench: <nodes>`.
# Usage: scripts/check-bench.sh        (after `cargo build --release`)
set -euo pipefail
cd "$(dirname "$0")/.."

expected=$(git log -1 --grep='^Bench: [0-9]' --format=%B | sed -n 's/^Bench: \([0-9]*\).*/\1/p' | tail -n 1)
actual=$(target/release/veletas bench | tail -n 1 | cut -d ' ' -f 1)
if [ "$expected" != "$actual" ]; then
    echo "bench: $actual nodes, but the last commit that names a count says ${expected:-none}" >&2
    exit 1
fi
echo "bench: $actual nodes, as the last commit that names a count says"
