#!/bin/sh
# Update the lock files: every package by version and hash, for each Python version and system that
# wordle-web supports. Needs uv (pip install uv). With --upgrade, use the newest versions.
set -eu
cd "$(dirname "$0")/.."
lock() {
    file=$1
    shift
    uv pip compile --quiet --universal --generate-hashes --python-version 3.11 --no-config \
        --custom-compile-command "scripts/lock.sh" --no-annotate --no-strip-extras \
        --output-file "$file" "$@"
}
lock deploy/requirements.txt pyproject.toml "$@"
lock deploy/requirements-build.txt --group build "$@"
lock .ci/requirements.txt pyproject.toml --group ci "$@"
