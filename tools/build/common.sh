# Paths, versions and messages shared by build.sh and its helpers. Sourced, never run.
# shellcheck shell=bash

HCOMM_ROOT=${HCOMM_ROOT:?build.sh sets this}
BUILD_OUT=${HCOMM_BUILD_OUT:-$HCOMM_ROOT/build_out}
SDK_DIR=$BUILD_OUT/cann

# Version of this project, from the one place that states it.
HCOMM_VERSION=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version *= *"\(.*\)"/\1/p' "$HCOMM_ROOT/Cargo.toml")
# Level of the CANN interface the headers and libraries follow. Clients compare it (aclsysGetVersionNum reads version.info).
CANN_LEVEL=9.2.0
ARCH=$(uname -m)

# Cargo arguments that apply to every call, for instance the vendored crates of --cann_3rd_lib_path.
CARGO_ARGS=()

say() { printf '[hcomm] %s\n' "$*"; }
warn() { printf '[hcomm] warning: %s\n' "$*" >&2; }
die() {
    printf '[hcomm] error: %s\n' "$*" >&2
    exit 1
}
have() { command -v "$1" >/dev/null 2>&1; }

# run_cargo SUBCOMMAND ARGS...: cargo in the project's root with the common arguments.
run_cargo() {
    local sub=$1
    shift
    (cd "$HCOMM_ROOT" && cargo "$sub" ${CARGO_ARGS[@]+"${CARGO_ARGS[@]}"} "$@")
}

# Directory cargo writes to (CARGO_TARGET_DIR is honoured).
cargo_target_dir() {
    local dir=${CARGO_TARGET_DIR:-$HCOMM_ROOT/target}
    case $dir in
        /*) printf '%s\n' "$dir" ;;
        *) printf '%s\n' "$HCOMM_ROOT/$dir" ;;
    esac
}

# use_vendored_crates DIR: build without a network from crates that `cargo vendor DIR` stored.
use_vendored_crates() {
    local dir=$1 found
    [ -d "$dir" ] || die "--cann_3rd_lib_path: $dir is not a directory; give the folder that 'cargo vendor DIR' filled"
    dir=$(cd "$dir" && pwd)
    found=$(find "$dir" -maxdepth 2 -name .cargo-checksum.json -print -quit)
    if [ -z "$found" ]; then
        warn "--cann_3rd_lib_path: $dir holds no vendored crates (expected NAME/.cargo-checksum.json, made by 'cargo vendor $dir'); crates come from the registry instead"
        return 0
    fi
    say "crates come from $dir, no network is used for them"
    export HCOMM_VENDORED_CRATES=$dir
    vendored_args
}

# vendored_args: cargo's arguments for HCOMM_VENDORED_CRATES, which use_vendored_crates sets for the scripts below it.
vendored_args() {
    [ -n "${HCOMM_VENDORED_CRATES:-}" ] || return 0
    CARGO_ARGS=(--offline --config 'source.crates-io.replace-with="hcomm-vendored"'
        --config "source.hcomm-vendored.directory=\"$HCOMM_VENDORED_CRATES\"")
}
vendored_args
