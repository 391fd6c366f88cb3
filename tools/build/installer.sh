# Body of the .run package. tools/build/package.sh puts a shebang and the PKG_* values in front of it, and the payload (a
# compressed tar of host/ and, in a full package, sdk/) behind it.
# shellcheck shell=bash disable=SC2154
#
# State of an installation, all in TREE/.hcomm_install, on the file system of the tree:
#   phase    staging    the tree is untouched: dropped by the next run
#            swapping   entries are being exchanged by the plan: undone by the next run
#            installed  done
#            removing   --uninstall is at work: finished by the next run
#   plan     one line per entry, in order: D new directory; N new file or link; R file or link that replaces one
#   saved/   what was replaced, the very same files (links to their inodes, so modes, times and owners stay)
#   times    times of the directories that are touched, given back when the entries are
#   sums     checksums of what was put in, to see what others changed since
# Every change of phase and every exchange is one rename, so a kill at any moment leaves one of these states.
# The directory begins and ends its life as .hcomm_install.begin.TIME, where TIME is the time of the tree's top directory.

set -u
umask 022
export LC_ALL=C

say() { [ "$quiet" = yes ] || printf '%s\n' "$*"; }
fail() {
    printf 'cann-hcomm: error: %s\n' "$*" >&2
    exit 1
}

usage() {
    cat <<EOF
cann-hcomm $PKG_VERSION for linux-$PKG_ARCH: puts hcomm over the one of an installed CANN, and takes it away again.

usage: bash ${0##*/} --full [--install-path=DIR] [--soft-npu] [--quiet]
       bash ${0##*/} --uninstall [--install-path=DIR] [--force] [--quiet]
  --full               install; what is replaced is kept in DIR/.hcomm_install
  --install-path=DIR   the CANN tree; alone it means --full (default: \$ASCEND_HOME_PATH, else /usr/local/Ascend/cann)
  --soft-npu           also install the software NPU and the rest of the SDK, for a box without an NPU; it takes the
                       place of the ACL runtime of DIR. Needs a package made with: build.sh --pkg --full
  --uninstall          give back every replaced file as it was, and remove what was added
  --force              with --uninstall: also drop installed files that were changed since
  --quiet              print errors only
  --version, --help    print and end
EOF
}

# ---- times and phases ----

mtime() { stat -L -c %.9Y -- "$1"; }
give_time() { touch -m -d "@$2" -- "$1"; }

phase() { cat "$state/phase" 2>/dev/null || echo staging; }
set_phase() { printf '%s\n' "$1" >"$state/phase.new" && sync "$state/phase.new" && mv -fT "$state/phase.new" "$state/phase"; }

# Ends the life of the state directory: from here on only the directory itself is left to remove.
drop_state() {
    local time=$1 end
    end=$tree/.hcomm_install.begin.$time
    mv -T "$state" "$end" && rm -rf "$end" && give_time "$tree" "$time"
}

# ---- undoing: an interrupted installation, or --uninstall ----

# give_back: undoes the plan from its end. May be repeated after an interruption at any point.
give_back() {
    local kind path time top
    while read -r kind path; do
        case $kind in
            R) if [ -e "$state/saved/$path" ] || [ -L "$state/saved/$path" ]; then
                mv -fT "$state/saved/$path" "$tree/$path" || return 1
            fi ;;
            N) rm -f "$tree/$path" || return 1 ;;
            D) if [ -d "$tree/$path" ] && ! rmdir "$tree/$path" 2>/dev/null; then
                say "kept $tree/$path: it holds files of others"
            fi ;;
        esac
    done < <(tac "$state/plan")
    while read -r time path; do
        if [ -d "$tree/$path" ]; then give_time "$tree/$path" "$time"; fi
    done <"$state/times"
    read -r top <"$state/top_time"
    drop_state "$top"
}

# finish_interrupted: brings a tree that an interrupted run left behind into order. Sets `interrupted` to what it found.
finish_interrupted() {
    local begun
    interrupted=
    for begun in "$tree"/.hcomm_install.begin.*; do
        [ -d "$begun" ] || continue
        rm -rf "$begun" && give_time "$tree" "${begun##*.hcomm_install.begin.}"
        interrupted=preparing
    done
    [ -d "$state" ] || return 0
    case $(phase) in
        installed) return 0 ;;
        staging)
            interrupted=preparing
            drop_state "$(cat "$state/top_time")"
            ;;
        swapping)
            interrupted=installing
            give_back || fail "an earlier installation was interrupted and could not be rolled back; nothing is lost, the replaced files are in $state/saved; free the cause shown above and run this again"
            ;;
        removing)
            interrupted=removing
            give_back || fail "an earlier --uninstall was interrupted and could not be finished; nothing is lost, the replaced files are in $state/saved; free the cause shown above and run this again"
            ;;
    esac
    case $interrupted in
        preparing) say "an earlier run was interrupted before it changed anything; its remains are removed" ;;
        installing) say "an earlier installation was interrupted; it is rolled back, every replaced file is in its place again" ;;
        removing) say "an earlier --uninstall was interrupted; it is finished now" ;;
    esac
}

# ---- the target ----

check_target() {
    [ -n "$tree" ] || fail "no CANN tree is named; use --install-path=DIR"
    [ -e "$tree" ] || fail "$tree does not exist; name an installed CANN tree with --install-path=DIR"
    [ -d "$tree" ] || fail "$tree is not a directory; name an installed CANN tree with --install-path=DIR"
    tree=$(cd -P -- "$tree" && pwd) || fail "$tree cannot be entered"
    state=$tree/.hcomm_install
    [ -w "$tree" ] || fail "$tree is not writable for $(id -un) (read-only file system or missing permission); nothing was changed"
    # One run at a time. The lock goes with the process, so none is left behind.
    { exec 9<"$tree"; } && flock -w 10 9 || fail "another run of this package is at work in $tree; nothing was changed"
}

# payload: writes the packed files to standard output.
payload() { tail -c "$PKG_BYTES" -- "$PKG_FILE"; }

check_package() {
    local sum
    [ "$PKG_BYTES" -gt 0 ] || fail "this file carries no payload, it can only --uninstall; use the .run package"
    sum=$(payload | sha256sum | cut -d ' ' -f 1)
    [ "$sum" = "$PKG_SHA256" ] || fail "the package is damaged (checksum of its payload is $sum, not $PKG_SHA256); fetch it again"
    [ "$(uname -m)" = "$PKG_ARCH" ] || fail "this package is for $PKG_ARCH, the machine is $(uname -m)"
}

# ---- installing ----

# plan_entries: reads the staged files, checks the tree against them, writes plan and times into the state directory.
plan_entries() {
    local path full real kind made
    : >"$state/times"
    while read -r path; do
        full=$tree/$path
        if [ -d "$full" ]; then
            real=$(cd -P -- "$full" && pwd)
            case $real/ in "$tree"/*) ;; *) fail "$full leads out of the tree, to $real; nothing was changed" ;; esac
            [ -w "$full" ] || fail "$full is not writable for $(id -un); nothing was changed"
            [ "$(stat -c %d -- "$full")" = "$(stat -c %d -- "$state")" ] ||
                fail "$full lies on another file system than $tree, replaced files could not be kept safely; nothing was changed"
            printf '%s %s\n' "$(mtime "$full")" "$path" >>"$state/times"
        elif [ -e "$full" ] || [ -L "$full" ]; then
            fail "$full is not a directory, but the package has files below it; nothing was changed"
        else
            printf 'D %s\n' "$path"
        fi
    done < <(cd "$state/new" && find . -mindepth 1 -type d | sed 's|^\./||' | sort) >"$state/plan.new" || return 1
    while read -r path; do
        full=$tree/$path
        if [ -L "$full" ] || [ -f "$full" ]; then
            kind=R
        elif [ -e "$full" ]; then
            fail "$full exists and is neither a file nor a link; nothing was changed"
        else
            kind=N
        fi
        printf '%s %s\n' "$kind" "$path"
    done < <(cd "$state/new" && find . -mindepth 1 ! -type d | sed 's|^\./||' | sort) >>"$state/plan.new" || return 1
    (cd "$state/new" && find . -type f -print0 | sort -z | xargs -0 -r sha256sum) >"$state/sums" || return 1
    # Directories below saved/ for what is replaced.
    while read -r kind path; do
        [ "$kind" = R ] || continue
        made=$state/saved/$path
        made=${made%/*}
        [ -d "$made" ] || mkdir -p "$made" || return 1
    done <"$state/plan.new"
    sync "$state/plan.new" && mv -fT "$state/plan.new" "$state/plan"
}

# swap_entries: carries out the plan.
swap_entries() {
    local kind path full
    while read -r kind path; do
        full=$tree/$path
        case $kind in
            D) mkdir -m 755 "$full" && own_like "${full%/*}" "$full" || return 1 ;;
            N) own_like "${full%/*}" "$state/new/$path" && mv -fT "$state/new/$path" "$full" || return 1 ;;
            # The name is never missing: the old file gets a second name, then the new one takes over the first.
            R)
                own_like "$full" "$state/new/$path" && ln -P "$full" "$state/saved/$path" &&
                    mv -fT "$state/new/$path" "$full" || return 1
                ;;
        esac
    done <"$state/plan"
}

# own_like MODEL FILE: a root install keeps the owners of the tree.
own_like() { [ "$(id -u)" -ne 0 ] || chown -h "$(stat -c %u:%g -- "$1")" -- "$2"; }

# abandon TEXT: leaves the tree as it was found.
abandon() {
    trap '' INT TERM HUP
    case $(phase) in
        swapping) give_back || fail "$1; rolling back failed too, run this package again: nothing is lost, the replaced files are in $state/saved" ;;
        *) drop_state "$(cat "$state/top_time")" ;;
    esac
    fail "$1; everything is as it was before"
}

install_package() {
    local top begin parts=host free need
    check_package
    finish_interrupted
    if [ -d "$state" ]; then
        fail "$(cat "$state/version") is already installed in $tree; run --uninstall first (nothing was changed)"
    fi
    if [ "$soft_npu" = yes ]; then
        [ "$PKG_FULL" = yes ] || fail "this package carries no software NPU; make one with: build.sh --pkg --full"
        parts="host sdk"
    elif [ ! -e "$tree/lib64" ] || [ ! -e "$tree/include" ]; then
        fail "$tree is not a CANN tree (no lib64 and include in it); nothing was changed. A box without CANN needs --soft-npu"
    fi
    free=$(df -Pk -- "$tree" | awk 'NR == 2 { print $4 }')
    need=$((PKG_KIB + 1024))
    [ "$free" -ge "$need" ] || fail "not enough space in $tree: $need KiB are needed, $free KiB are free; nothing was changed"

    top=$(mtime "$tree")
    begin=$tree/.hcomm_install.begin.$top
    mkdir -m 755 "$begin" 2>/dev/null || fail "cannot write to $tree; nothing was changed"
    trap 'abandon "interrupted by a signal"' INT TERM HUP
    # shellcheck disable=SC2320
    if ! { printf '%s\n' "$top" >"$begin/top_time" && printf '%s\n' staging >"$begin/phase" &&
        printf 'cann-hcomm %s\n' "$PKG_VERSION" >"$begin/version" && mv -T "$begin" "$state"; }; then
        rm -rf "$begin"
        give_time "$tree" "$top"
        fail "cannot write to $tree; nothing was changed"
    fi
    mkdir "$state/new" "$state/saved" || abandon "cannot write to $state"
    # shellcheck disable=SC2086
    payload | tar -xzp --no-same-owner --strip-components=1 -C "$state/new" $parts || abandon "unpacking failed (is the disk full?)"
    head -c -"$PKG_BYTES" -- "$PKG_FILE" | sed 's/^PKG_BYTES=.*/PKG_BYTES=0/' >"$state/uninstall.sh" || abandon "cannot write to $state"
    (plan_entries) || abandon "the tree does not take the package"
    set_phase swapping || abandon "cannot write to $state"
    swap_entries || abandon "exchanging the files failed"
    set_phase installed || abandon "cannot write to $state"
    trap - INT TERM HUP
    rm -rf "$state/new"
    say "cann-hcomm $PKG_VERSION is installed in $tree: $(grep -c '^R' "$state/plan") entries replaced, $(grep -c '^N' "$state/plan") added"
    say "to take it away again: bash $(printf %q "$state/uninstall.sh")"
}

# ---- uninstalling ----

uninstall_package() {
    local changed
    finish_interrupted
    if [ ! -d "$state" ]; then
        case $interrupted in
            installing | removing) return 0 ;;
            *) fail "hcomm is not installed in $tree by this package; nothing was changed" ;;
        esac
    fi
    changed=$(cd "$tree" && sha256sum --quiet -c "$state/sums" 2>/dev/null | sed 's/^\.\///; s/: FAILED.*//')
    if [ -n "$changed" ] && [ "$force" != yes ]; then
        printf '%s\n' "$changed" | sed 's/^/cann-hcomm: changed since the installation: /' >&2
        fail "files of hcomm in $tree were changed by others; nothing was changed now. Use --force to drop them and give back the replaced ones"
    fi
    set_phase removing || fail "cannot write to $state"
    give_back || fail "giving back the replaced files stopped (see above); run this again to finish, nothing is lost"
    say "cann-hcomm is removed from $tree, every replaced file is in its place again"
}

# ---- the command line ----

main() {
    local action='' path='' soft=no
    quiet=no force=no soft_npu=no
    PKG_FILE=$(cd -P -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)/${BASH_SOURCE[0]##*/}
    while [ $# -gt 0 ]; do
        case $1 in
            --full | --install) action=${action:-install} ;;
            --uninstall) action=uninstall ;;
            --install-path=*) path=${1#*=} action=${action:-install} ;;
            --install-path)
                [ $# -ge 2 ] || fail "--install-path needs a directory"
                path=$2 action=${action:-install}
                shift
                ;;
            --soft-npu) soft=yes action=${action:-install} ;;
            --force) force=yes ;;
            --quiet) quiet=yes ;;
            --version)
                echo "cann-hcomm $PKG_VERSION (CANN $PKG_LEVEL) linux-$PKG_ARCH$([ "$PKG_FULL" = yes ] && echo ' full')"
                exit 0
                ;;
            -h | --help)
                usage
                exit 0
                ;;
            *)
                usage >&2
                fail "unknown option: $1"
                ;;
        esac
        shift
    done
    soft_npu=$soft
    tree=$path
    # The copy that an installation leaves behind belongs to its tree and takes nothing but that tree away.
    if [ "$PKG_BYTES" = 0 ] && [ -z "$action$path" ]; then
        action=uninstall
        tree=$(dirname "$(dirname "$PKG_FILE")")
    fi
    [ -n "$tree" ] || tree=${ASCEND_HOME_PATH:-/usr/local/Ascend/cann}
    case $action in
        install)
            check_target
            install_package
            ;;
        uninstall)
            check_target
            uninstall_package
            ;;
        *)
            usage >&2
            fail "no action given; use --full to install or --uninstall"
            ;;
    esac
}

main "$@"
exit
