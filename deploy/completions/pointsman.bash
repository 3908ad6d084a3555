# SPDX-License-Identifier: Apache-2.0
# bash completion for pointsman(1). Needs nothing but bash: the package bash-completion is used only for finding this
# file.

# Appends the interfaces that start with $1. Not by way of compgen -W, which would run what a name says: the kernel
# allows a link to be called $(reboot).
_pointsman_interfaces() {
  local path
  for path in /sys/class/net/*; do
    [[ -e $path && ${path##*/} == "$1"* ]] && COMPREPLY+=("$(printf '%q' "${path##*/}")")
  done
}

# The verb that was typed already, if any: the first word that is neither an option nor the value of one. Sets
# 'command_at' to where a sandbox's own command starts, after "--".
_pointsman_find_verb() {
  local i=1 word
  while [ "$i" -lt "$COMP_CWORD" ]; do
    word=${COMP_WORDS[i]}
    case $word in
      --ovsdb | --state-dir | --run-dir | --color) i=$((i + 1)) ;;
      --) command_at=$((i + 1)); return ;;
      -* | = | :) ;;
      *) [ -n "$verb" ] || verb=$word ;;
    esac
    i=$((i + 1))
  done
}

_pointsman() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  local verb='' command_at=0 words='' kind=''
  local global='--ovsdb --state-dir --run-dir --color -q --quiet --help --version'
  COMPREPLY=()
  _pointsman_find_verb
  if [ "$command_at" -gt 0 ]; then
    if [ "$COMP_CWORD" -eq "$command_at" ]; then
      mapfile -t COMPREPLY < <(compgen -c -- "$current")
    else
      mapfile -t COMPREPLY < <(compgen -f -- "$current")
      compopt -o filenames 2>/dev/null
    fi
    return
  fi
  case $previous in
    --color) words='auto always never' ;;
    --profile) words='ovn-kubernetes' ;;
    --nics) words='1 2 3 4' ;;
    --host | --ovsdb) return ;;
    --state-dir | --run-dir) kind='directory' ;;
    -o | --output) kind='file' ;;
    *)
      case $verb in
        '') words="show plan apply commit rollback check revert format sandbox $global" ;;
        show) words="--json --svg --dot -k --kernel -o --output $global" ;;
        plan) words="--json --svg --exit-code --host -o --output $global"; kind='file' ;;
        check) words="--live --profile --json --host $global"; kind='file' ;;
        apply) words="--no-verify --no-commit --timeout --host $global"; kind='file' ;;
        commit | rollback) words="$global" ;;
        revert | format) words="--json --host -o --output $global"; kind='file' ;;
        sandbox) words="--nics --no-ovs --ipv6 -- $global" ;;
      esac ;;
  esac
  # Options only once a dash was typed: file names are what is wanted most of the time.
  if [ -n "$kind" ] && [ "${current#-}" = "$current" ]; then
    words=''
    if [ "$kind" = directory ]; then
      mapfile -t COMPREPLY < <(compgen -d -- "$current")
    else
      mapfile -t COMPREPLY < <(compgen -f -- "$current")
    fi
    compopt -o filenames 2>/dev/null
  fi
  [ -n "$words" ] && mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  if [ "$verb" = show ] && [ -z "$kind" ] && [ "$previous" != --color ]; then _pointsman_interfaces "$current"; fi
  return 0
}

complete -F _pointsman pointsman
