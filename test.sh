#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what the tests need, builds, runs every tier and ends with ctest's summary.
#   ./test.sh            every tier
#   ./test.sh unit host  only these
# A tier that cannot run fails; it does not skip.
set -eu
cd "$(dirname "$0")"
known="unit host sanitize fuzz"
tiers=${*:-$known}
for tier in $tiers; do
  case " $known " in
    *" $tier "*) ;;
    *) echo "test.sh: unknown tier '$tier'; the tiers are: $known" >&2; exit 64 ;;
  esac
done
if [ "$(id -u)" -ne 0 ]; then
  case " $tiers " in
    *" host "*) echo "test.sh: the host tier makes network namespaces and needs root; without it: ./test.sh unit" >&2; exit 1 ;;
  esac
fi

say() { printf '\n== %s\n' "$*"; }
say "packages"
tools/install_packages.sh build run test

wants() { case " $tiers " in *" $1 "*) true ;; *) false ;; esac; }
failed=""
# The sanitizer and fuzz tiers come first, so that ctest's summary of the main tiers stands last.
if wants sanitize; then
  say "asan: build"
  cmake --preset asan > /dev/null
  cmake --build --preset asan
  say "asan: the unit and host tests"
  ctest --preset asan -L 'unit|host' -E 'unit\.(layers|files|format|headers)' --no-tests=error || failed="$failed asan"
  say "tsan: the tests that start threads"
  cmake --preset tsan > /dev/null
  cmake --build --preset tsan --target threaded_tests
  ctest --preset tsan -L threads --no-tests=error || failed="$failed tsan"
fi
if wants fuzz; then
  say "fuzz: build"
  cmake --preset fuzz > /dev/null
  cmake --build --preset fuzz --target fuzzers
  tests/fuzz/run.sh build/fuzz 20 || failed="$failed fuzz"
fi
main=""
wants unit && main="unit"
wants host && main="${main:+$main|}host"
if [ -n "$main" ]; then
  say "build"
  cmake --preset release > /dev/null
  cmake --build --preset release
  say "tests: $main"
  ctest --test-dir build/release --output-on-failure -L "^($main)\$" --no-tests=error || failed="$failed $main"
fi
if [ -n "$failed" ]; then
  echo "test.sh: FAILED:$failed" >&2
  exit 1
fi
