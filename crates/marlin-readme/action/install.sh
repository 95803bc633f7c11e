#!/usr/bin/env bash
# Installs marlin-readme: from a release if a version is given, otherwise from the sources of the action. Prints the path of
# the program as an output of a step.
#
#   VERSION      the version of a release, as in 0.1.0; empty to build
#   SHA256       the checksum of the release's archive, from the file .sha256 beside it
#   REPOSITORY   owner/name of the repository with the release
#   SOURCE       the sources to build
#   PLACE        a folder for the program                                    $RUNNER_TEMP/marlin
set -euo pipefail

PLACE=${PLACE:-${RUNNER_TEMP:-${TMPDIR:-/tmp}}/marlin}

fail() {
    printf 'connect4: %s\n' "$*" >&2
    exit 2
}

target() {
    case $(uname -s)-$(uname -m) in
        Linux-x86_64) echo x86_64-unknown-linux-musl ;;
        Linux-aarch64) echo aarch64-unknown-linux-musl ;;
        Darwin-x86_64) echo x86_64-apple-darwin ;;
        Darwin-arm64) echo aarch64-apple-darwin ;;
        *) fail 'there is no release for this machine: leave the version empty to build it' ;;
    esac
}

checksum() {
    if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d' ' -f1
}

download() {
    local name archive
    [[ $VERSION =~ ^[0-9]+\.[0-9]+\.[0-9]+[-.+A-Za-z0-9]*$ ]] || fail 'version is as in 0.1.0'
    [[ ${SHA256:-} =~ ^[0-9a-f]{64}$ ]] || fail 'sha256 is the checksum of the archive, from the file .sha256 beside it'
    [ -n "${REPOSITORY:-}" ] || fail 'REPOSITORY names the repository with the release'
    # An assignment of its own, because `local` would hide a failure.
    name=$(target)
    name=marlin-readme-$name
    archive=$PLACE/$name.tar.gz
    curl -fsSL --proto '=https' --retry 3 -o "$archive" \
        "https://github.com/$REPOSITORY/releases/download/v$VERSION/$name.tar.gz"
    [ "$(checksum "$archive")" = "$SHA256" ] || fail "the checksum of $name.tar.gz differs from sha256"
    tar -xzf "$archive" -C "$PLACE"
    program=$PLACE/$name/marlin-readme
}

build() {
    cargo build --release --locked -p marlin-readme --manifest-path "$SOURCE/Cargo.toml" --target-dir "$PLACE/target" >&2
    program=$PLACE/target/release/marlin-readme
}

mkdir -p "$PLACE"
if [ -n "${VERSION:-}" ]; then download; else build; fi
printf 'program=%s\n' "$program"
