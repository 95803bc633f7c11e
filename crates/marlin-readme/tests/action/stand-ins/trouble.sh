# Sourced by the stand-ins for git, gh and marlin-readme: counts their calls, and makes trouble on demand.
#
#   CALLS     a file with a line for each call
#   TROUBLE   "kill after 7": kills the whole run after the 7th call of any program
#             "fail before 3", "fail after 3": the 3rd call of gh fails, before or after its work
# shellcheck shell=bash

trouble_number=0
read -r trouble_what trouble_when trouble_at <<<"${TROUBLE:-none none 0}"

# Counts a call of a program.
count_call() {
    local line=$* lines
    printf '%s\n' "${line%%$'\n'*}" >>"$CALLS"
    [ "$trouble_what" != none ] || return 0
    mapfile -t lines <"$CALLS"
    # "kill" counts every call, "fail" those of gh.
    for line in "${lines[@]}"; do
        if [ "$trouble_what" = kill ] || [ "${line%% *}" = gh ]; then trouble_number=$((trouble_number + 1)); fi
    done
}

# Makes the trouble that is due at this point of this call.
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
