#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs each fuzz target for a while from its committed corpus. A finding is left in the build tree.
#   tests/fuzz/run.sh BUILD_DIR SECONDS
set -eu
build=$1 seconds=$2
here=$(cd "$(dirname "$0")" && pwd)
status=0 count=0
for target in "$build"/bin/fuzz_*; do
  [ -x "$target" ] || continue
  count=$((count + 1))
  name=${target##*/fuzz_}
  work=$build/fuzz-work/$name
  mkdir -p "$work"
  corpus=("$work")
  [ -d "$here/corpus/$name" ] && corpus+=("$here/corpus/$name")
  echo "fuzz $name for $seconds s"
  if ! "$target" -max_total_time="$seconds" -max_len=65536 -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
      -artifact_prefix="$build/finding-$name-" "${corpus[@]}" > "$build/fuzz-$name.log" 2>&1; then
    echo "fuzz $name: FAILED" >&2
    tail -n 40 "$build/fuzz-$name.log" >&2
    status=1
  else
    grep -E 'number_of_executed_units' "$build/fuzz-$name.log" || true
  fi
done
[ "$count" -gt 0 ] || { echo "fuzz: no targets were built" >&2; exit 1; }
exit $status
