# SPDX-License-Identifier: Apache-2.0
# fish completion for pointsman(1).

function __pointsman_interfaces
    for path in /sys/class/net/*
        string replace -r '.*/' '' -- $path
    end
end

set -l verbs show plan apply commit rollback check revert format sandbox
set -l documents plan apply check revert format

complete -c pointsman -n "not __fish_seen_subcommand_from $verbs" -f
complete -c pointsman -n "not __fish_seen_subcommand_from $verbs" -a show -d 'What the host has now'
complete -c pointsman -n "not __fish_seen_subcommand_from $verbs" -a plan -d 'What applying a document would do'
complete -c pointsman -n "not __fish_seen_subcommand_from $verbs" -a check -d 'Every error of a document, or of the host'
complete -c pointsman -n "not __fish_seen_subcommand_from $verbs" -a apply -d 'Make the host as a document says'
complete -c pointsman -n "not __fish_seen_subcommand_from $verbs" -a commit -d 'Keep what apply --no-commit made'
complete -c pointsman -n "not __fish_seen_subcommand_from $verbs" -a rollback -d 'Take back what apply --no-commit made'
complete -c pointsman -n '__fish_seen_subcommand_from apply' -l no-verify -d 'Do not verify'
complete -c pointsman -n '__fish_seen_subcommand_from apply' -l no-commit -d 'Roll back unless committed in time'
complete -c pointsman -n '__fish_seen_subcommand_from apply' -l timeout -x -d 'Seconds to wait for the commit'
complete -c pointsman -n "not __fish_seen_subcommand_from $verbs" -a revert -d 'The document that would undo a document'
complete -c pointsman -n "not __fish_seen_subcommand_from $verbs" -a format -d 'A document in canonical form'
complete -c pointsman -n "not __fish_seen_subcommand_from $verbs" -a sandbox -d 'A throw-away host'
complete -c pointsman -n "not __fish_seen_subcommand_from $verbs" -l version -d 'Print the version'

complete -c pointsman -l ovsdb -x -d 'OVSDB to talk to'
complete -c pointsman -l state-dir -x -a '(__fish_complete_directories)' -d 'Where state is kept'
complete -c pointsman -l run-dir -x -a '(__fish_complete_directories)' -d 'Where run-time files are'
complete -c pointsman -l color -x -a 'auto always never' -d 'When to use colours'
complete -c pointsman -s q -l quiet -d 'Errors only'
complete -c pointsman -s h -l help -d 'Print help'

complete -c pointsman -n '__fish_seen_subcommand_from show' -f -a '(__pointsman_interfaces)' -d Interface
complete -c pointsman -n '__fish_seen_subcommand_from show' -l svg -d 'A picture of the host'
complete -c pointsman -n '__fish_seen_subcommand_from show' -l dot -d 'The picture for Graphviz'
complete -c pointsman -n '__fish_seen_subcommand_from show' -s k -l kernel -d 'Do not look at Open vSwitch'
complete -c pointsman -n '__fish_seen_subcommand_from plan' -l svg -d 'A picture of before and after'
complete -c pointsman -n '__fish_seen_subcommand_from plan' -l exit-code -d 'Exit 2 when there is something to do'
complete -c pointsman -n '__fish_seen_subcommand_from check' -l live -d 'Judge the host as it is'
complete -c pointsman -n '__fish_seen_subcommand_from check' -l profile -x -a ovn-kubernetes -d 'Further rules'
complete -c pointsman -n "__fish_seen_subcommand_from show $documents" -l json -d 'JSON'
complete -c pointsman -n "__fish_seen_subcommand_from $documents" -l host -x -d 'Entry of networking.hostConfig'
complete -c pointsman -n '__fish_seen_subcommand_from show plan revert format' -s o -l output -r -F -d 'Write to a file'

complete -c pointsman -n '__fish_seen_subcommand_from sandbox' -l nics -x -d 'How many NICs'
complete -c pointsman -n '__fish_seen_subcommand_from sandbox' -l no-ovs -d 'Without Open vSwitch'
complete -c pointsman -n '__fish_seen_subcommand_from sandbox' -l ipv6 -d 'An IPv6 address for eth0 as well'
complete -c pointsman -n '__fish_seen_subcommand_from sandbox' -x -a '(__fish_complete_subcommand)'
