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
# leak is reported. With ranks as threads only: as processes they do the same, and it takes as long again.
step_c-asan() {
    c_build cmake-asan -DHCOMM_SANITIZE=address,undefined &&
        c_tests cmake-asan --exclude-regex '-hosts[12]$|^contract_(processes|hosts)$'
}

# Libraries and C++ programs under ThreadSanitizer. The standard library has to be instrumented, too, which takes a nightly
# toolchain with rust-src and minutes; run.sh runs it only when asked for.
step_tsan() {
    local sysroot target=$ARCH-unknown-linux-gnu dir=$BUILD_OUT/ut/tsan libs name code=0
    sysroot=$(rustc +nightly --print sysroot 2>/dev/null)
    if [ ! -d "$sysroot/lib/rustlib/src/rust/library" ]; then
        echo "SKIPPED: there is no nightly toolchain with rust-src"
        return 0
    fi
    have clang++ || { echo "SKIPPED: clang++ is not installed" && return 0; }
    RUSTFLAGS=-Zsanitizer=thread CARGO_TARGET_DIR=$(cargo_target_dir)/tsan \
        cargo +nightly build -Zbuild-std --target "$target" -p hcomm -p softnpu || return
    libs=$dir/lib64
    mkdir -p "$libs" && cp -d "$SDK_DIR"/lib64/*.so "$libs" || return
    for name in hcomm:hcomm hccl_fwk:hcomm ccl_kernel:hcomm acl_rt:acl_rt ascendcl:acl_rt runtime:acl_rt; do
        ln -sf "$(cargo_target_dir)/tsan/$target/debug/lib${name#*:}.so" "$libs/lib${name%:*}.so"
    done
    local include=()
    for name in include include/hccl include/hcomm pkg_inc pkg_inc/hccl pkg_inc/hcomm; do include+=(-I "$SDK_DIR/$name"); done
    for name in comm/comm primitives/primitives robust/cycles; do
        clang++ -std=c++17 -O1 -g -fsanitize=thread -fno-sanitize-link-runtime "${include[@]}" -I ut/c "ut/cpp/$name.cpp" \
            -o "$dir/${name#*/}" -rdynamic \
            -Wl,--whole-archive "$sysroot/lib/rustlib/$target/lib/librustc-nightly_rt.tsan.a" -Wl,--no-whole-archive \
            -L "$libs" -lhcomm -lascendcl -lc_sec -lpthread -ldl -lm -lrt || return
        echo "== ${name#*/}"
        # TSan ends a program that raced with 66.
        LD_LIBRARY_PATH=$libs timeout 400 "$dir/${name#*/}" || { echo "FAILED: ${name#*/}" && code=1; }
    done
    return $code
}

step_outside() { bash ut/outside.sh; }
step_examples() { bash examples/test.sh; }
step_perf() { python3 ut/perf.py; }
step_package() { bash ut/package.sh; }
step_vendored() { bash ut/vendored.sh; }

"step_${1:?name of a step}"
