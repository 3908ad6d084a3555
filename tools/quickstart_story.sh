#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What quickstart.sh shows, inside a sandbox: a host whose one NIC holds the address and the default route gets br-ex.
set -eu
bold=''; plain=''
[ -t 1 ] && { bold=$'\e[1m'; plain=$'\e[0m'; }
chapter() { printf '\n%s%s%s\n' "$bold" "$1" "$plain"; }
run() { printf '%s$ %s%s\n' "$bold" "$*" "$plain"; "$@"; }
indent() { sed 's/^/    /'; }
pictures=build/quickstart

chapter "1. A host, as it came out of the installer: eth0 has its address and the default route."
run pointsman show eth0 | indent
run pointsman show --svg -o $pictures/before.svg

chapter "2. Traffic flows, and must not stop. A ping every 10 ms runs from here on."
ping -q -i 0.01 -c 200 192.0.2.1 > $pictures/ping.log &
pinger=$!
trap 'kill $pinger 2>/dev/null || true' EXIT

chapter "3. The document says what br-ex shall be. A slip in it costs nothing: every error at once, exit 65."
sed -e 's/copy-mac-from/copy-mac-form/' -e 's/prefix-length: 24/prefix-length: 42/' examples/br-ex.yml > $pictures/typo.yml
run pointsman plan $pictures/typo.yml 2>&1 | indent || true

chapter "4. The document as it should be: what would happen, step by step. Nothing has been touched yet."
run pointsman plan examples/br-ex.yml | indent
run pointsman plan examples/br-ex.yml --svg -o $pictures/before-after.svg

chapter "5. And the way back, made before it is needed."
run pointsman revert examples/br-ex.yml | indent

wait $pinger || true
chapter "6. What the traffic saw of all this:"
grep -E 'packets transmitted' $pictures/ping.log | indent
lost=$(sed -nE 's/.* ([0-9.]+)% packet loss.*/\1/p' $pictures/ping.log)
[ "$lost" = 0 ] || { echo "packets were lost: $lost %" >&2; exit 1; }
echo
echo "Pictures: $pictures/before.svg and $pictures/before-after.svg. Play on: pointsman sandbox"
