#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Small habits that a reviewer should not have to look for. Prints each breach; exits 1 when there is one.
set -u
cd "$(dirname "$0")/.." || exit 1
breaches=0
breach() { printf '%s\n' "$1"; breaches=$((breaches + 1)); }

sources=$(find src tests bench tools -name '*.cpp' -o -name '*.h' | grep -v '/build/' | sort)
for file in $sources; do
  head -n 1 "$file" | grep -q '^// SPDX-License-Identifier: Apache-2.0$' || breach "$file:1: the first line must be the SPDX line"
  lines=$(wc -l < "$file")
  [ "$lines" -le 600 ] || breach "$file: $lines lines; split what has over 600"
done
production=$(printf '%s\n' "$sources" | grep '^src/' | grep -v -e '_test.cpp$' -e '/testing/')
while IFS= read -r hit; do
  [ -n "$hit" ] && breach "$hit: no fixed sleeps, no shells, no bare TODO in production code"
done <<< "$(printf '%s\n' "$production" | xargs grep -nHE 'sleep_for|usleep\(|[^a-z_]system\(|popen\(|TODO[^(]|FIXME' 2>/dev/null)"
while IFS= read -r hit; do
  [ -n "$hit" ] && breach "$hit: a skipped test is not a passed one"
done <<< "$(printf '%s\n' "$sources" | xargs grep -nHE 'GTEST_SKIP|DISABLED_' 2>/dev/null)"
for script in quickstart.sh test.sh $(find tools deploy -name '*.sh' 2>/dev/null); do
  [ -f "$script" ] && { bash -n "$script" || breach "$script: does not parse"; }
done
echo "$(printf '%s\n' "$sources" | wc -l) files, $breaches breaches"
[ "$breaches" -eq 0 ]
