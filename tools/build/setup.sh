# Finds the tools a build needs and installs what is missing. Sourced by build.sh.
# shellcheck shell=bash

RUST_MIN=$(sed -n '/^\[workspace.package\]/,/^\[/s/^rust-version *= *"\(.*\)"/\1/p' "$HCOMM_ROOT/Cargo.toml")

# apt_name TOOL: the Debian/Ubuntu packages that provide a tool. The names are the same in Debian 12 and Ubuntu 22.04/24.04.
apt_name() {
    case $1 in
        gcc | g++ | make) echo build-essential ;;
        clang++) echo clang ;;
        mpicxx | mpirun) echo "openmpi-bin libopenmpi-dev" ;;
        # Without the symbols of the C library valgrind does not start.
        valgrind) echo "valgrind libc6-dbg" ;;
        *) echo "$1" ;;
    esac
}

# install_missing TOOL...: installs tools that are not on PATH with apt when root; else says what to install and ends.
install_missing() {
    local tool missing=() packages=()
    for tool in "$@"; do
        have "$tool" && continue
        missing+=("$tool")
        # shellcheck disable=SC2207
        packages+=($(apt_name "$tool"))
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    mapfile -t packages < <(printf '%s\n' "${packages[@]}" | sort -u)
    if ! have apt-get; then
        die "missing: ${missing[*]}; install them with this system's package manager and run the command again"
    fi
    if [ "$(id -u)" -ne 0 ]; then
        die "missing: ${missing[*]}; install them with: sudo apt-get install -y ${packages[*]}"
    fi
    say "installing ${packages[*]}"
    if ! apt_install "${packages[@]}"; then
        die "apt-get could not install: ${packages[*]} (its last lines are above)"
    fi
    for tool in "${missing[@]}"; do
        have "$tool" || die "$tool is still missing after installing $(apt_name "$tool")"
    done
}

apt_install() {
    local log
    log=$(mktemp)
    if { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "$@"; } \
        >"$log" 2>&1; then
        rm -f "$log"
        return 0
    fi
    tail -n 15 "$log" >&2
    rm -f "$log"
    return 1
}

# version_at_least HAVE WANT
version_at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }

# rust_version: the version of cargo in this project, empty if there is none that runs.
rust_version() { (cd "$HCOMM_ROOT" && cargo --version 2>/dev/null | awk '{print $2}') || true; }
# rust_is_good: the toolchain is there and new enough.
rust_is_good() {
    local version
    have cargo || return 1
    version=$(rust_version)
    [ -n "$version" ] && version_at_least "$version" "$RUST_MIN"
}

# A Rust toolchain: what is there if it is new enough, else the one that rust-toolchain.toml names, through rustup.
setup_rust() {
    local channel hint
    hint="Rust $RUST_MIN or newer is needed; install it with: curl --proto '=https' -sSf https://sh.rustup.rs | sh -s -- -y"
    if ! have cargo && [ -x "${CARGO_HOME:-$HOME/.cargo}/bin/cargo" ]; then
        export PATH=${CARGO_HOME:-$HOME/.cargo}/bin:$PATH
    fi
    rust_is_good && return 0
    have rustup || install_rustup || die "$hint"
    channel=$(sed -n 's/^channel *= *"\(.*\)"/\1/p' "$HCOMM_ROOT/rust-toolchain.toml")
    say "installing Rust $channel with rustup"
    rustup toolchain install "$channel" --profile minimal --component rustfmt --component clippy >/dev/null 2>&1 || die "$hint"
    hash -r
    rust_is_good || die "$hint"
}

# rustup: from the distribution where it has it (Ubuntu 24.04), else with its own installer.
install_rustup() {
    local script
    if [ "$(id -u)" -eq 0 ] && have apt-get; then
        apt-get -qq update >/dev/null 2>&1 || true
        if [ -n "$(apt-cache search --names-only '^rustup$')" ] && apt_install rustup; then return 0; fi
        have curl || apt_install curl ca-certificates || return 1
    fi
    have curl || return 1
    script=$(mktemp)
    if curl --proto '=https' -sSf -o "$script" https://sh.rustup.rs &&
        sh "$script" -y --no-modify-path --profile minimal --default-toolchain none >/dev/null 2>&1; then
        rm -f "$script"
        export PATH=${CARGO_HOME:-$HOME/.cargo}/bin:$PATH
        return 0
    fi
    rm -f "$script"
    return 1
}

setup_build() {
    install_missing gcc g++ make
    setup_rust
}
setup_demo() {
    setup_build
    setup_mpi
}
setup_ut() {
    setup_demo
    install_missing cmake python3 clang++ valgrind
    # Without these only one test each is skipped: shellcheck checks the scripts, the header the layout of the verbs structures.
    if have apt-get && [ "$(id -u)" -eq 0 ]; then
        have shellcheck || apt_install shellcheck || true
        [ -e /usr/include/infiniband/verbs.h ] || apt_install libibverbs-dev || true
    fi
}

# Any MPI will do; OpenMPI is installed when there is none.
setup_mpi() {
    if have mpirun && have mpicxx && mpicxx -show >/dev/null 2>&1; then return 0; fi
    install_missing mpirun mpicxx
}
