# Read by the programs that stand in for git, gh and marlin-cli: counts their calls, and makes trouble when it is told to.
#
#   CALLS     a file with a line for each call
#   TROUBLE   "kill before 7": at the 7th call of any program, kills the whole run before the call does anything
#             "kill after 7": kills it when the call has done its work
#             "fail before 3", "fail after 3": the 3rd call of gh fails, having done nothing or all of it
# shellcheck shell=bash

trouble_number=0
read -r trouble_what trouble_when trouble_at <<<"${TROUBLE:-none none 0}"

# Counts a call of a program.
count_call() {
    local line=$*
    printf '%s\n' "${line%%$'\n'*}" >>"$CALLS"
    case $trouble_what in
        kill) trouble_number=$(grep -c '' "$CALLS") ;;
        fail) trouble_number=$(grep -c '^gh ' "$CALLS" || :) ;;
    esac
}

# Makes trouble, if it is due at this point of this call.
trouble() {
    [ "$trouble_when" = "$1" ] && [ "$trouble_at" = "$trouble_number" ] || return 0
    case $trouble_what in
        # The test has given the run a group of its own.
        kill) kill -KILL 0 ;;
        fail)
            [ "$2" = gh ] || return 0
            echo 'gh: HTTP 502' >&2
            exit 1
            ;;
    esac
}
