# Builds the libraries and lays out build_out/cann like an installed CANN. Sourced by build.sh.
# shellcheck shell=bash

# Lines of the table of libraries: package, file, links.
library_table() { grep -v '^#' "$HCOMM_ROOT/tools/build/sdk_libraries.txt"; }

# put FILE DESTINATION [MODE]
put() { install -D -m "${3:-644}" "$1" "$2"; }

# link TARGET NAME: a relative soft link NAME -> TARGET.
link() { mkdir -p "$(dirname "$2")" && ln -sfn "$1" "$2"; }

# Where a header of include/ or pkg_inc/ is installed: the layout of the CANN packages.
header_place() {
    case $1 in
        hcomm_*.h | ccu/*) echo "hcomm/$1" ;;
        legacy/*) echo "${1#legacy/}" ;;
        *) echo "$1" ;;
    esac
}

# put_headers FROM TO [relocate]: every header below FROM, at its place below TO.
put_headers() {
    local from=$1 to=$2 relocate=${3:-} header place
    [ -d "$from" ] || return 0
    (cd "$from" && find . -type f \( -name '*.h' -o -name '*.hpp' \) | sed 's|^\./||') |
        while read -r header; do
            place=$header
            [ -z "$relocate" ] || place=$(header_place "$header")
            put "$from/$header" "$to/$place"
        done
}

# Where a header of include/ or pkg_inc/ is installed: the layout of the CANN packages.
header_place() {
    case $1 in
        hcomm_*.h | ccu/*) echo "hcomm/$1" ;;
        legacy/*) echo "${1#legacy/}" ;;
        *) echo "$1" ;;
    esac
}

# put_headers FROM TO [relocate]: every header below FROM, at its place below TO.
put_headers() {
    local from=$1 to=$2 relocate=${3:-} header place
    [ -d "$from" ] || return 0
    (cd "$from" && find . -type f \( -name '*.h' -o -name '*.hpp' \) | sed 's|^\./||') |
        while read -r header; do
            place=$header
            [ -z "$relocate" ] || place=$(header_place "$header")
            put "$from/$header" "$to/$place"
        done
}

sdk_cargo_build() {
    local package file links args=()
    while read -r package file links; do args+=(-p "$package"); done < <(library_table)
    say "building the libraries (cargo, profile $SDK_PROFILE)"
    run_cargo build --quiet --profile "$SDK_PROFILE" "${args[@]}" -p hcomm_perf --lib --bins ||
        die "the libraries did not build (see above)"
}

sdk_headers() {
    local root=$1 header dir
    put_headers "$HCOMM_ROOT/include" "$root/include" relocate
    put_headers "$HCOMM_ROOT/pkg_inc" "$root/pkg_inc" relocate
    # Headers that belong to one companion: acl/*.h, securec.h, logging, profiling.
    for dir in "$HCOMM_ROOT"/companions/*; do
        put_headers "$dir/include" "$root/include"
        put_headers "$dir/pkg_inc" "$root/pkg_inc"
    done
    # hcomm's own headers are also found beside those of hccl, except hcomm_res.h, which only the former has.
    for header in "$root"/include/hcomm/hcomm_*.h; do
        case ${header##*/} in hcomm_res.h) continue ;; esac
        [ -e "$header" ] && link "../hcomm/${header##*/}" "$root/include/hccl/${header##*/}"
    done
    return 0
}

sdk_libraries() {
    local root=$1 built=$2 package file links name
    while read -r package file links; do
        put "$built/$file" "$root/lib64/$file" 755
        for name in $links; do link "$file" "$root/lib64/$name"; done
        link "../lib64/$file" "$root/devlib/$file"
        for name in $links; do link "$file" "$root/devlib/$name"; done
    done < <(library_table)
    # Kernels of the device side are linked with -Ldevlib/device -lccl_kernel; on the software NPU that is libhcomm itself.
    link ../../lib64/libccl_kernel.so "$root/devlib/device/libccl_kernel.so"
    link ../libccl_kernel.so "$root/lib64/device/libccl_kernel.so"
    link ../../libccl_kernel.so "$root/lib64/device/lib64/libccl_kernel.so"
}

# version_info NAME FILE: one package's version file, in the form CANN tools read.
version_info() {
    mkdir -p "$(dirname "$2")"
    {
        echo "Version=$CANN_LEVEL"
        echo "package_name=$1"
        echo "implementation=hcomm-rust $HCOMM_VERSION"
        echo "arch=$ARCH"
    } >"$2"
}

sdk_rest() {
    local top=$1 root=$2 built=$3 package
    put "$built/hcomm_perf" "$root/tools/hcomm_perf/bin/hcomm_perf" 755
    link "../tools/hcomm_perf/bin/hcomm_perf" "$root/bin/hcomm_perf"
    link "$ARCH-linux/bin" "$top/bin"
    link "$ARCH-linux/tools" "$top/tools"
    for package in hcomm hccl runtime; do version_info "$package" "$top/share/info/$package/version.info"; done
    version_info cann "$top/version.info"
    put "$HCOMM_ROOT/tools/build/set_env.sh" "$top/set_env.sh"
    put "$HCOMM_ROOT/tools/build/softnpu.env" "$top/conf/softnpu.env"
    put "$HCOMM_ROOT/cmake/hcomm-config.cmake" "$top/share/cmake/hcomm/hcomm-config.cmake"
    put "$HCOMM_ROOT/LICENSE" "$top/share/doc/hcomm/LICENSE"
    # Operators install themselves under opp/: AICPU kernels and the JSON files that name them.
    mkdir -p "$top/opp/vendors/cust/aicpu/config" "$top/opp/vendors/cust/aicpu/kernel" \
        "$top/opp/built-in/op_impl/aicpu/config" "$top/opp/built-in/op_impl/aicpu/kernel"
    mkdir -p "$top/python/site-packages" "$top/hcomm_plugin"
}

# build_sdk: the whole tree, prepared beside the old one and swapped in. Operators installed under opp/ stay.
build_sdk() {
    local stage root built name old=$BUILD_OUT/.cann.old
    # A run that was stopped in the middle of the swap left the old tree here.
    if [ ! -e "$SDK_DIR" ] && [ -e "$old" ]; then mv "$old" "$SDK_DIR"; fi
    SDK_PROFILE=${HCOMM_SDK_PROFILE:-release}
    sdk_cargo_build
    built=$(cargo_target_dir)/$([ "$SDK_PROFILE" = dev ] && echo debug || echo "$SDK_PROFILE")
    stage=$BUILD_OUT/.cann.$$
    root=$stage/$ARCH-linux
    # shellcheck disable=SC2064
    trap "rm -rf '$stage'" EXIT
    mkdir -p "$root"/{include,pkg_inc,lib64,devlib}
    sdk_headers "$root"
    sdk_libraries "$root" "$built"
    sdk_rest "$stage" "$root" "$built"
    for name in include pkg_inc lib64 devlib; do link "$ARCH-linux/$name" "$stage/$name"; done
    sdk_check "$stage"
    if [ -d "$SDK_DIR/opp" ]; then cp -a "$SDK_DIR/opp/." "$stage/opp/"; fi
    rm -rf "$old"
    if [ -e "$SDK_DIR" ]; then mv "$SDK_DIR" "$old"; fi
    mv "$stage" "$SDK_DIR"
    rm -rf "$old"
    say "SDK ready; use it with: source $SDK_DIR/set_env.sh"
}

# Every link of the tree must lead somewhere inside it.
sdk_check() {
    local broken outside
    broken=$(find "$1" -xtype l -print -quit)
    [ -z "$broken" ] || die "SDK: $broken leads nowhere"
    outside=$(find "$1" -type l -lname '/*' -print -quit)
    [ -z "$outside" ] || die "SDK: $outside is an absolute link, the tree could not be moved"
}
