#!/usr/bin/env bash
# One step of the test run: `bash ut/steps.sh NAME`. ut/run.sh calls it with a time limit and counts what it prints.
# The environment is that of the SDK's set_env.sh. A step that cannot run here prints `SKIPPED: reason`.
set -uo pipefail
HCOMM_ROOT=${HCOMM_ROOT:-$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)}
export HCOMM_ROOT
cd "$HCOMM_ROOT" || exit 1
. tools/build/common.sh
export CARGO_TERM_COLOR=never
if [ -z "${ASCEND_HOME_PATH:-}" ]; then . "$SDK_DIR/set_env.sh" || exit 1; fi

xtask() { run_cargo run --quiet -p xtask -- "$@"; }

# component COMMAND: is this part of the Rust toolchain there?
component() {
    cargo "$1" --version >/dev/null 2>&1 && return 0
    echo "SKIPPED: this Rust toolchain has no cargo $1"
    return 1
}
step_fmt() {
    component fmt || return 0
    cargo fmt --all --check
}
step_clippy() {
    component clippy || return 0
    run_cargo clippy --quiet --workspace --all-targets -- -D warnings
}
step_shellcheck() {
    if ! have shellcheck; then
        echo "SKIPPED: shellcheck is not installed"
        return 0
    fi
    find . -name '*.sh' -not -path './build_out*' -not -path './target/*' -print0 | xargs -0 shellcheck -S warning .ci/run
}
step_headers() { xtask headers --check; }
step_symbols() { xtask symbols; }
step_acl-headers() { run_cargo run --quiet -p acl_headers -- --check; }
step_exports() { run_cargo run --quiet -p acl_headers -- --exports "$SDK_DIR/lib64"; }
step_matrix() { xtask matrix --check; }
step_env() { xtask env --check; }

step_rust() {
    local member code=0
    if run_cargo test --workspace --no-run; then
        run_cargo test --workspace --no-fail-fast
        return
    fi
    # A crate does not build: the others are tested all the same, and it counts as a failure.
    for member in $(run_cargo metadata --no-deps --format-version 1 |
        python3 -c 'import json, sys; print(*(p["name"] for p in json.load(sys.stdin)["packages"]))'); do
        run_cargo test -p "$member" --no-fail-fast || { echo "FAILED: tests of $member"; code=1; }
    done
    return $code
}

# The lock-free protocols under the model checker.
step_loom() {
    RUSTFLAGS="--cfg loom" CARGO_TARGET_DIR=$(cargo_target_dir)/loom \
        run_cargo test --no-fail-fast -p hcomm-base -p softnpu --lib -- loom_tests model::
}

step_abi() { python3 ut/abi/check.py --sdk "$SDK_DIR"; }

# c_build DIRECTORY CMAKE_ARGUMENT..., then c_tests DIRECTORY CTEST_ARGUMENT...
c_build() {
    local dir=$BUILD_OUT/ut/$1
    shift
    cmake -S . -B "$dir" -DHCOMM_SDK_DIR="$SDK_DIR" "$@" && cmake --build "$dir" -j 2
}
c_tests() {
    local dir=$BUILD_OUT/ut/$1
    shift
    ctest --test-dir "$dir" --output-on-failure "$@"
}
# The conformance program is a step of its own, which counts its rows.
step_c() { c_build cmake && c_tests cmake --exclude-regex '^conformance$'; }
step_conformance() { c_build cmake && "$BUILD_OUT/ut/cmake/ut/cpp/conformance/conformance"; }
# The same programs instrumented: each of their reads and writes is checked, undefined behaviour ends them, and what they
# leak is reported.
step_c-asan() { c_build cmake-asan -DHCOMM_SANITIZE=address,undefined && c_tests cmake-asan; }

step_outside() { bash ut/outside.sh; }
step_examples() { bash examples/test.sh; }
step_perf() { python3 ut/perf.py; }
step_package() { bash ut/package.sh; }
step_vendored() { bash ut/vendored.sh; }

"step_${1:?name of a step}"
