#!/usr/bin/env bash
# --cann_3rd_lib_path: a build from crates that `cargo vendor` stored, with an empty cargo home and no network.
# Closes with `P passed, F failed, S skipped`.
set -uo pipefail
HCOMM_ROOT=${HCOMM_ROOT:-$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)}
. "$HCOMM_ROOT/tools/build/common.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
# check NAME CODE PATTERN COMMAND...: the command ends with CODE and says PATTERN.
check() {
    local name=$1 want=$2 pattern=$3 code
    shift 3
    "$@" >"$work/log" 2>&1
    code=$?
    if [ $code -eq "$want" ] && { [ -z "$pattern" ] || grep -qE -- "$pattern" "$work/log"; }; then
        passed=$((passed + 1))
        echo "ok    $name"
    else
        failed=$((failed + 1))
        echo "FAILED $name: exit $code, expected $want and \"$pattern\""
        tail -n 20 "$work/log" | sed 's/^/    /'
    fi
}
build() { bash "$HCOMM_ROOT/build.sh" "$@"; }
# offline COMMAND...: cargo from the vendored crates, in a home that has none.
offline() {
    (
        mkdir -p "$work/home"
        # rustup's own settings stay where they are.
        export RUSTUP_HOME=${RUSTUP_HOME:-$HOME/.rustup} CARGO_HOME=$work/home CARGO_TARGET_DIR=$work/target
        use_vendored_crates "$work/crates" >/dev/null
        run_cargo "$@"
    )
}

check "a directory that is not there" 1 "is not a directory" build --sdk --cann_3rd_lib_path="$work/nowhere"
check "the option without a directory" 1 "needs a directory" build --sdk --cann_3rd_lib_path
mkdir "$work/empty"
check "a directory without crates is said" 0 "holds no vendored crates" \
    build --cann_3rd_lib_path="$work/empty" --help
check "cargo vendor" 0 "" run_cargo vendor --quiet --locked "$work/crates"
check "every crate is found without a network" 0 '"resolve"' offline metadata --locked --format-version 1
check "a library builds from them" 0 "Finished" offline build --locked -p c_sec
check "... it is there" 0 "libc_sec.so" ls "$work/target/debug"

echo "vendored: $passed passed, $failed failed, 0 skipped"
[ $failed -eq 0 ]
