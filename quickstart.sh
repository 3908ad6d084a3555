#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# From a fresh Debian 12 machine to pointsman at work, in a throw-away host: installs what is needed, builds, tells
# the story. Leaves nothing behind but the packages and the build tree.
set -eu
cd "$(dirname "$0")"
if [ "$(id -u)" -ne 0 ]; then
  echo "quickstart.sh: the throw-away host is made of network namespaces; run this as root (sudo ./quickstart.sh)" >&2
  exit 1
fi
tools/install_packages.sh build run
log=build/quickstart.log
mkdir -p build/quickstart
if [ ! -x build/release/bin/pointsman ]; then echo "Building pointsman (once; a few minutes on two cores)…"; fi
if ! { cmake --preset release -DPOINTSMAN_TESTS=OFF -DPOINTSMAN_BENCH=OFF && cmake --build --preset release --target pointsman; } > "$log" 2>&1; then
  tail -n 40 "$log" >&2
  echo "quickstart.sh: the build failed; all of it is in $log" >&2
  exit 1
fi
PATH="$PWD/build/release/bin:$PATH"
export PATH
exec pointsman sandbox --nics 1 -- tools/quickstart_story.sh
