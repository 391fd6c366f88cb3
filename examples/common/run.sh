# Shared by demo.sh and test.sh.
# shellcheck shell=bash

[ -n "${ASCEND_HOME_PATH:-}" ] || { echo "ASCEND_HOME_PATH is not set: source the set_env.sh of a CANN tree first" >&2; exit 2; }

say() { printf '== %s\n' "$*"; }

# Where the examples are built.
example_build_dir() {
    local root=${HCOMM_ROOT:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
    echo "${HCOMM_BUILD_OUT:-$root/build_out}/examples"
}

# example_make DIRECTORY BUILD ARGUMENT...: make in a directory of an example. make does not know names with spaces, so it
# gets the build directory relative to its own.
example_make() {
    local directory=$1 build
    build=$(realpath -m --relative-to="$1" "$2")
    case $build in
        *[[:space:]]*)
            say "make cannot build in a directory with a space in its name: $2; set HCOMM_BUILD_OUT to another one"
            return 2
            ;;
    esac
    shift 2
    make -s -C "$directory" BUILD="$build" "$@"
}

# mpi_run SECONDS PROCESSES COMMAND...: under Open MPI or MPICH, also as root and with more processes than cores.
mpi_run() {
    local limit=$1 processes=$2 options=()
    shift 2
    if mpirun --version 2>/dev/null | grep -q 'Open MPI\|OpenRTE'; then
        options=(--oversubscribe --mca btl "self,vader,tcp")
        [ "$(id -u)" -ne 0 ] || options+=(--allow-run-as-root)
    fi
    timeout --kill-after=10 "$limit" mpirun "${options[@]}" -n "$processes" "$@"
}
