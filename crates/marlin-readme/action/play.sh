#!/usr/bin/env bash
# Plays all open issues of the game in a README: applies them to the game, pushes one commit, and answers them.
#
# Every run starts from the present branch and issues, and the state that it pushes records the issues that are done.
# A run may be refused, fail or be killed anywhere: the next one continues, and no move is lost or made twice.
#
#   REPOSITORY      owner/name on GitHub                                    $GITHUB_REPOSITORY
#   GH_TOKEN        a token that may write contents and issues, for gh and git
#   REMOTE          the address of the repository                           https://github.com/$REPOSITORY.git
#   FOLDER          the folder of the game                                  connect4
#   README          the README with the markers                             README.md
#   MARLIN_README   the program                                             marlin-readme
#   PAUSE           seconds between writes to GitHub, which asks for one;
#                   pauses after a refused push are multiples of it         1
#
# Needs bash, git and gh. Exit codes: 0 all issues are answered; 1 some remain for the next run; 2 a file of the game or a
# setting must be repaired first.
set -euo pipefail
export LC_ALL=C GIT_TERMINAL_PROMPT=0

REPOSITORY=${REPOSITORY:-${GITHUB_REPOSITORY:-}}
REMOTE=${REMOTE:-${GITHUB_SERVER_URL:-https://github.com}/$REPOSITORY.git}
FOLDER=${FOLDER:-connect4}
README=${README:-README.md}
MARLIN_README=${MARLIN_README:-marlin-readme}
PAUSE=${PAUSE:-1}

readonly ATTEMPTS=5
# After so many failures in a row GitHub accepts no more writes for now.
readonly MAX_FAILURES_IN_A_ROW=5
# Return codes of a step: start again, or give up until a repair.
readonly AGAIN=1 BROKEN=2

say() {
    printf 'connect4: %s\n' "$*" >&2
}

# Commits are independent of the settings of the machine. The token is only in the environment, not in a file
# or in the list of processes.
in_clone() {
    git -C "$clone" \
        -c core.autocrlf=false -c commit.gpgSign=false -c core.hooksPath=/dev/null \
        -c credential.helper= -c credential.helper='!gh auth git-credential' \
        -c user.name='github-actions[bot]' -c user.email='41898282+github-actions[bot]@users.noreply.github.com' "$@"
}

# Sets the default branch.
find_branch() {
    in_clone ls-remote --symref "$REMOTE" HEAD >"$work/head" || return "$AGAIN"
    branch=$(sed -n 's|^ref: refs/heads/\(.*\)[[:blank:]]HEAD$|\1|p' "$work/head")
    if [ -z "$branch" ]; then
        say "$REMOTE has no branch yet"
        return "$BROKEN"
    fi
}

# Checks out the present branch.
check_out_branch() {
    in_clone fetch -q --no-tags --depth 1 "$REMOTE" "refs/heads/$branch" || return "$AGAIN"
    in_clone reset -q --hard FETCH_HEAD || return "$AGAIN"
}

list_issues() {
    gh api --paginate "repos/$REPOSITORY/issues?state=open&sort=created&direction=asc&per_page=100" \
        >"$work/issues.json" || return "$AGAIN"
}

# Applies the issues to the game. A failure here would repeat itself.
apply_issues() {
    (
        cd "$clone" && "$MARLIN_README" apply --issues "$work/issues.json" --repository "$REPOSITORY" \
            --answers "$work/answers" "--dir=$FOLDER" "--readme=$README"
    ) >"$work/subject" || return "$BROKEN"
}

# Commits and pushes the changes. A refused push starts the run again.
publish() {
    in_clone add --all --force -- "$FOLDER" "$README" || return "$BROKEN"
    if in_clone diff --cached --quiet; then
        return 0
    fi
    in_clone commit -q --no-verify -F "$work/subject" || return "$BROKEN"
    in_clone push --porcelain "$REMOTE" "HEAD:refs/heads/$branch" >"$work/pushed" || return "$AGAIN"
    # Another run that began in the same second makes the same commit. Only one of them may answer these issues.
    if grep -q '^=' "$work/pushed"; then
        return "$AGAIN"
    fi
    say "pushed: $(cat "$work/subject")"
}

play() {
    for step in find_branch check_out_branch list_issues apply_issues publish; do
        "$step" || return
    done
}

# Plays until the push succeeds.
play_until_published() {
    local attempt status
    for ((attempt = 1; attempt <= ATTEMPTS; attempt++)); do
        status=0
        play || status=$?
        if [ "$status" -ne "$AGAIN" ]; then
            return "$status"
        fi
        say "attempt $attempt of $ATTEMPTS failed at $step"
        if [ "$attempt" -lt "$ATTEMPTS" ]; then
            sleep "$((attempt * 3 * PAUSE))"
        fi
    done
    if [ "$step" = publish ]; then
        say 'the branch accepts no push; is it protected? The next run tries again'
    else
        say 'GitHub gives no answer. The next run tries again'
    fi
    return "$AGAIN"
}

# Writes to GitHub, at the pace that it asks for.
write() {
    if [ -n "$has_written" ]; then
        sleep "$PAUSE"
    fi
    has_written=yes
    gh api --silent "$@" </dev/null
}

# Returns 0 if an issue has its comment, 1 if it has none, and 2 if that is unknown: then nothing is written.
# Any account can write the marker, so only comments of the action and of the owner count.
has_comment() {
    local issue=$1 ours='.[] | select(.user.login == "github-actions[bot]" or .author_association == "OWNER") | .body'
    gh api "repos/$REPOSITORY/issues/$issue/comments?per_page=100" --jq "$ours" </dev/null >"$work/comments" || return 2
    grep -qF -e "<!-- connect4 answer $issue -->" "$work/comments"
}

comment_once() {
    local issue=$1 fresh=$2 status=1
    if [ "$fresh" != new ]; then
        status=0
        has_comment "$issue" || status=$?
    fi
    case $status in
        0) return 0 ;;
        1) write -X POST "repos/$REPOSITORY/issues/$issue/comments" -F "body=@$work/answers/$issue.md" ;;
        *) return 1 ;;
    esac
}

# Answers an issue. Closing is last, because the next run completes the answers to open issues.
answer() {
    local issue=$1 reaction=$2 label=$3 fresh=$4 reason=completed
    if [ "$label" != connect4 ]; then
        reason=not_planned
    fi
    write -X POST "repos/$REPOSITORY/issues/$issue/reactions" -f "content=$reaction" || return 1
    comment_once "$issue" "$fresh" || return 1
    write -X PATCH "repos/$REPOSITORY/issues/$issue" \
        -f state=closed -f "state_reason=$reason" -f "labels[]=$label" || return 1
}

answer_all() {
    local issue reaction label fresh answered=0 left=0 in_a_row=0
    while IFS=$'\t' read -r issue reaction label fresh; do
        if [ "$in_a_row" -lt "$MAX_FAILURES_IN_A_ROW" ] && answer "$issue" "$reaction" "$label" "$fresh"; then
            answered=$((answered + 1)) in_a_row=0
        else
            left=$((left + 1)) in_a_row=$((in_a_row + 1))
        fi
    done <"$work/answers/list"
    say "issues answered: $answered, left to the next run: $left"
    [ "$left" -eq 0 ]
}

if [ -z "$REPOSITORY" ]; then
    say 'REPOSITORY names the repository, as in octocat/octocat'
    exit "$BROKEN"
fi
# The program runs in the clone.
MARLIN_README=$(realpath -s -- "$(type -P -- "$MARLIN_README" || echo "$MARLIN_README")")
has_written=
work=$(mktemp -d "${RUNNER_TEMP:-${TMPDIR:-/tmp}}/connect4.XXXXXX")
trap 'rm -rf "$work"' EXIT
clone=$work/clone
git init -q --template= "$clone"

play_until_published
answer_all
