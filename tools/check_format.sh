#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every source file is as clang-format 14 writes it. `tools/check_format.sh --fix` makes it so.
set -eu
cd "$(dirname "$0")/.."
mode=(--dry-run -Werror)
[ "${1:-}" = --fix ] && mode=(-i)
find src tests bench tools \( -name '*.cpp' -o -name '*.h' \) -print0 | xargs -0 clang-format --style=file "${mode[@]}"
