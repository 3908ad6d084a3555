#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the Debian packages for: build, run (the sandbox), test. Does nothing when they are there.
#   tools/install_packages.sh build run test
set -eu
build=(g++ cmake ninja-build ccache libexpected-dev libboost-json1.81-dev libyaml-cpp-dev
       libssl-dev libcli11-dev)
run=(openvswitch-switch openvswitch-common dnsmasq-base iproute2 iputils-ping)
test=(libgtest-dev libgmock-dev libbenchmark-dev clang clang-format libclang-rt-14-dev openssl dhcpcd-base
      librsvg2-bin fonts-dejavu-core procps systemd)

wanted=()
for group in "$@"; do
  case $group in
    build) wanted+=("${build[@]}") ;;
    run) wanted+=("${run[@]}") ;;
    test) wanted+=("${test[@]}") ;;
    *) echo "install_packages.sh: unknown group '$group'; use build, run, test" >&2; exit 64 ;;
  esac
done
missing=()
for package in "${wanted[@]}"; do
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0
if [ "$(id -u)" -ne 0 ]; then
  echo "These packages are missing; install them as root: apt-get install ${missing[*]}" >&2
  exit 1
fi
echo "Installing ${#missing[@]} packages: ${missing[*]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
export DEBIAN_FRONTEND=noninteractive
# Debian starts a service right after installing it; the host's own Open vSwitch is not ours to start.
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
  printf '#!/bin/sh\nexit 101\n' > $policy
  chmod 755 $policy
  trap 'rm -f "$log" $policy' EXIT
fi
if ! { apt-get update -q && apt-get install -q -y --no-install-recommends "${missing[@]}"; } > "$log" 2>&1; then
  tail -n 30 "$log" >&2
  exit 1
fi
