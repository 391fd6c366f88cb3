# Makes the self-extracting .run package of an SDK tree. Sourced by build.sh.
# shellcheck shell=bash

# host_part TREE DESTINATION: what replaces the hcomm of a CANN: its libraries, headers and version file.
host_part() {
    local tree=$1 to=$2 name
    mkdir -p "$to"/{lib64,include,share/info}
    for name in libhcomm.so libhccl_fwk.so libccl_kernel.so device; do cp -a "$tree/lib64/$name" "$to/lib64/"; done
    cp -a "$tree/include/hcomm" "$to/include/"
    mkdir -p "$to/include/hccl" "$to/devlib"
    cp -a "$tree"/include/hccl/. "$to/include/hccl/"
    # These two belong to the package of libhccl.so, which stays the one of the tree.
    rm -f "$to"/include/hccl/hccl.h "$to"/include/hccl/hccl_mc2.h
    if [ -d "$tree/pkg_inc" ]; then cp -a "$tree/pkg_inc/." "$to/pkg_inc/"; fi
    for name in libhcomm.so libhccl_fwk.so libccl_kernel.so device; do cp -a "$tree/devlib/$name" "$to/devlib/"; done
    cp -a "$tree/share/info/hcomm" "$to/share/info/"
    mkdir -p "$to/tools" && cp -a "$tree/tools/hcomm_perf" "$to/tools/"
}

# sdk_part TREE DESTINATION HOST: the rest of the tree, without links between its top directories.
sdk_part() {
    local tree=$1 to=$2 host=$3 name
    mkdir -p "$to"
    for name in lib64 include pkg_inc devlib tools bin; do
        mkdir -p "$to/$name"
        cp -a "$tree/$name/." "$to/$name/"
    done
    for name in share conf opp python hcomm_plugin version.info set_env.sh; do cp -a "$tree/$name" "$to/"; done
    (cd "$host" && find . ! -type d -print0) | (cd "$to" && xargs -0 rm -f)
    find "$to" -name '*.pyc' -delete
    find "$to" -mindepth 1 -type d -empty -not -path '*/opp/*' -not -path '*/python/*' -not -path '*/hcomm_plugin*' -delete
}

# make_run STAGE FULL FILE: packs STAGE/host (and STAGE/sdk) into FILE. The same input gives the same bytes.
make_run() {
    local stage=$1 full=$2 file=$3 parts=(host) payload
    if [ "$full" = yes ]; then parts+=(sdk); fi
    payload=$(mktemp)
    tar -C "$stage" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@${SOURCE_DATE_EPOCH:-$(git_date)}" \
        -czf "$payload" "${parts[@]}" || die "cannot pack $stage"
    {
        cat <<EOF
#!/usr/bin/env bash
PKG_VERSION=$HCOMM_VERSION
PKG_LEVEL=$CANN_LEVEL
PKG_ARCH=$ARCH
PKG_FULL=$full
PKG_KIB=$(du -sk "$stage" | cut -f 1)
PKG_BYTES=$(stat -c %s "$payload")
PKG_SHA256=$(sha256sum "$payload" | cut -d ' ' -f 1)
EOF
        cat "$HCOMM_ROOT/tools/build/installer.sh"
    } >"$file.new"
    cat "$payload" >>"$file.new"
    chmod 755 "$file.new"
    mv -f "$file.new" "$file"
    rm -f "$payload"
}

# Time of the packed files: that of the last commit, so that a rebuilt package is the same.
git_date() { git -C "$HCOMM_ROOT" log -1 --format=%ct 2>/dev/null || echo 0; }

# build_package FULL: build_out/cann-hcomm_<version>_linux-<arch>.run from the SDK tree.
build_package() {
    local full=$1 stage file=$BUILD_OUT/cann-hcomm_${HCOMM_VERSION}_linux-$ARCH.run
    stage=$(mktemp -d)
    host_part "$SDK_DIR" "$stage/host"
    if [ "$full" = yes ]; then sdk_part "$SDK_DIR" "$stage/sdk" "$stage/host"; fi
    make_run "$stage" "$full" "$file"
    rm -rf "$stage"
    say "package ready: $file ($(du -h "$file" | cut -f 1); bash $file --help)"
}
