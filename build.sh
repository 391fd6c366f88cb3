#!/usr/bin/env bash
# Entry point of every build: parses the options, then calls cargo, cmake and the helpers in tools/build.
set -euo pipefail
HCOMM_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export HCOMM_ROOT
. "$HCOMM_ROOT/tools/build/common.sh"
. "$HCOMM_ROOT/tools/build/setup.sh"

usage() {
    cat <<EOF
usage: bash build.sh ACTION... [OPTION...]

Actions (several may be given; each also builds what it needs):
  --demo      build the Send/Receive operator and run it, 8 ranks as threads, then as 8 processes
  --ut        build and run every test
  --sdk       lay out build_out/cann, a tree shaped like an installed CANN
  --pkg       make build_out/cann-hcomm_${HCOMM_VERSION}_linux-$ARCH.run
  --full      with --pkg (or alone, meaning --pkg --full): the package also carries the whole SDK
Options:
  --cann_3rd_lib_path=DIR   take the crates from DIR, filled by 'cargo vendor DIR'; no network is used for them
  -h, --help                this text

Missing tools are installed with apt when run as root; other users are told what to install.
CARGO_TARGET_DIR (default target/) and HCOMM_BUILD_OUT (default build_out/) move the outputs.
EOF
}

demo=no ut=no sdk=no pkg=no full=no
while [ $# -gt 0 ]; do
    case $1 in
        --demo) demo=yes ;;
        --ut) ut=yes ;;
        --sdk) sdk=yes ;;
        --pkg) pkg=yes ;;
        --full) full=yes pkg=yes ;;
        --cann_3rd_lib_path=*) use_vendored_crates "${1#*=}" ;;
        --cann_3rd_lib_path)
            [ $# -ge 2 ] || die "--cann_3rd_lib_path needs a directory"
            use_vendored_crates "$2"
            shift
            ;;
        -h | --help)
            usage
            exit 0
            ;;
        *)
            usage >&2
            die "unknown option: $1"
            ;;
    esac
    shift
done
case "$demo$ut$sdk$pkg" in
    *yes*) ;;
    *)
        usage >&2
        die "no action given"
        ;;
esac

. "$HCOMM_ROOT/tools/build/sdk.sh"
if [ $ut = yes ]; then setup_ut; elif [ $demo = yes ]; then setup_demo; else setup_build; fi
build_sdk
if [ $pkg = yes ]; then
    . "$HCOMM_ROOT/tools/build/package.sh"
    build_package $full
fi
if [ $demo = yes ]; then
    (. "$SDK_DIR/set_env.sh" && bash "$HCOMM_ROOT/examples/demo.sh")
fi
if [ $ut = yes ]; then exec bash "$HCOMM_ROOT/ut/run.sh"; fi
