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

chapter "5. The way back, made before it is needed."
run pointsman revert examples/br-ex.yml -o $pictures/undo.yml

chapter "6. Now for real: checked, applied, verified, committed. Had it not held, it would have been taken back."
run pointsman apply examples/br-ex.yml
run pointsman apply examples/br-ex.yml
run pointsman check --live --profile ovn-kubernetes
run pointsman show --svg -o $pictures/after.svg

wait $pinger || true
chapter "7. What the traffic saw of all this:"
grep -E 'packets transmitted' $pictures/ping.log | indent
ping -q -c 3 -i 0.05 192.0.2.1 > /dev/null || { echo "the gateway does not answer any more" >&2; exit 1; }

chapter "8. And back again, with the document from chapter 5."
run pointsman apply $pictures/undo.yml
ping -q -c 3 -i 0.05 192.0.2.1 > /dev/null || { echo "the gateway does not answer any more" >&2; exit 1; }
echo
echo "Pictures: $pictures/before.svg, $pictures/before-after.svg, $pictures/after.svg. Play on: pointsman sandbox"
