#!/usr/bin/env bash
# Tests of the .run package on made-up CANN trees: installing, taking away, and every way it can go wrong.
# Closes with `P passed, F failed, S skipped`. HCOMM_KILL_POINTS=all kills at every command instead of a selection.
set -uo pipefail
HCOMM_ROOT=${HCOMM_ROOT:-$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)}
. "$HCOMM_ROOT/tools/build/common.sh"
. "$HCOMM_ROOT/tools/build/package.sh"

work=$(mktemp -d)
trap 'umount "$work/small" 2>/dev/null; umount "$work/ro" 2>/dev/null; chmod -R u+w "$work"; rm -rf "$work"' EXIT
passed=0 failed=0 skipped=0

ok() { passed=$((passed + 1)) && echo "ok    $1"; }
not_ok() {
    failed=$((failed + 1))
    echo "FAILED $1"
    [ $# -lt 2 ] || printf '%s\n' "$2" | head -n 30 | sed 's/^/    /'
}
skip() { skipped=$((skipped + 1)) && echo "SKIPPED: $1: $2"; }
# check NAME CONDITION...: one test.
check() {
    local name=$1
    shift
    if "$@"; then ok "$name"; else not_ok "$name" "failed: $*"; fi
}

# tree DIRECTORY LAYOUT: a CANN tree as some installer may have left it: odd modes, old times, links, hard links.
tree() {
    local top=$1 base=$1 name
    [ "$2" = flat ] || base=$1/$ARCH-linux
    mkdir -p "$base"/{lib64/device/lib64,include/hccl,include/acl,pkg_inc/hccl,devlib} "$top/opp/vendors/my op" "$top/share/info/hcomm"
    echo "old libhcomm" >"$base/lib64/libhcomm.so"
    chmod 640 "$base/lib64/libhcomm.so"
    ln "$base/lib64/libhcomm.so" "$base/lib64/libhcomm_twin.so"
    ln -s libhcomm.so "$base/lib64/libhccl_fwk.so"
    ln -s ../nowhere/libccl_kernel.so "$base/lib64/libccl_kernel.so"
    echo "old ascendcl" >"$base/lib64/libascendcl.so"
    chmod 555 "$base/lib64/libascendcl.so"
    for name in hccl_types.h hccl_comm.h hccl.h other.h; do echo "/* old $name */" >"$base/include/hccl/$name"; done
    chmod 600 "$base/include/hccl/hccl_comm.h"
    echo "old device" >"$base/lib64/device/lib64/libccl_kernel.so"
    echo "Version=8.0.0" >"$top/share/info/hcomm/version.info"
    echo "user's operator" >"$top/opp/vendors/my op/lib mine.so"
    if [ "$2" != flat ]; then
        for name in lib64 include pkg_inc devlib; do ln -s "$ARCH-linux/$name" "$top/$name"; done
    fi
    chmod 2755 "$base/include/hccl"
    find "$top" -depth -print0 | while IFS= read -r -d '' name; do
        touch -h -d "2024-03-05 06:07:08.$((RANDOM % 900 + 100))456789" "$name"
    done
}

# shot DIRECTORY: everything there is about each entry: type, mode, owner, time, target, size, links, content.
shot() {
    (cd "$1" && find . ! -type d -printf '%P %y %m %U:%G %T@ %l %s %n\n' -o -mindepth 1 -printf '%P %y %m %U:%G %T@\n' | sort &&
        find . -type f -print0 | sort -z | xargs -0 sha256sum)
}
# same SHOT DIRECTORY
same() { diff "$1" <(shot "$2"); }

# small_package FULL FILE [CONTENT]: a package with few files, for the many runs below.
small_package() {
    local stage=$work/stage name content=${3:-new}
    rm -rf "$stage"
    mkdir -p "$stage"/host/{lib64/device/lib64,include/hccl,include/hcomm,devlib,share/info/hcomm,tools/hcomm_perf/bin}
    for name in lib64/libhcomm.so include/hccl/hccl_types.h include/hccl/hccl_comm.h include/hcomm/hcomm_res.h \
        share/info/hcomm/version.info tools/hcomm_perf/bin/hcomm_perf; do
        echo "$content $name" >"$stage/host/$name"
    done
    chmod 755 "$stage/host/lib64/libhcomm.so"
    ln -s libhcomm.so "$stage/host/lib64/libhccl_fwk.so"
    ln -s libhcomm.so "$stage/host/lib64/libccl_kernel.so"
    ln -s ../../libccl_kernel.so "$stage/host/lib64/device/lib64/libccl_kernel.so"
    ln -s ../hcomm/hcomm_res.h "$stage/host/include/hccl/hcomm_res.h"
    if [ "$1" = yes ]; then
        mkdir -p "$stage/sdk/lib64"
        echo "$content acl" >"$stage/sdk/lib64/libascendcl.so"
    fi
    make_run "$stage" "$1" "$2"
}

# run ARGUMENT...: the package; its words go to $out, its exit code to $code.
run() {
    out=$(timeout 60 bash "$run" "$@" 2>&1)
    code=$?
}
# says CODE PATTERN: the last run ended with CODE and said PATTERN.
says() { [ "$code" -eq "$1" ] && grep -qE -- "$2" <<<"$out" || { echo "exit $code: $out" && false; }; }
is_new() { [ "$(cat "$1/lib64/libhcomm.so")" = "new lib64/libhcomm.so" ]; }

run=$work/small.run
small_package no "$run"
before=$work/before.txt

# ---- words of the command line ----
run --version
check "--version" says 0 "^cann-hcomm $HCOMM_VERSION .*linux-$ARCH"
run --help
check "--help" says 0 "--uninstall"
run
check "no action" says 1 "no action given"
run --ful
check "unknown option" says 1 "unknown option: --ful"

# ---- install and uninstall, both layouts ----
for layout in flat linux; do
    top="$work/cann $layout"
    tree "$top" $layout
    shot "$top" >"$before"
    touch -d '2024-01-02 03:04:05.678901234' "$top"
    time=$(stat -c %.9Y "$top")
    run --full --install-path="$top"
    check "$layout: --full" says 0 "is installed in .*: 7 entries replaced, 3 added"
    check "$layout: the new library is there" is_new "$top"
    check "$layout: its links are links" [ "$(readlink "$top/lib64/libccl_kernel.so")" = libhcomm.so ]
    check "$layout: others' files stay" [ "$(cat "$top/lib64/libascendcl.so")" = "old ascendcl" ]
    shot "$top" >"$work/installed.$layout"
    run --full --install-path="$top"
    check "$layout: a second install is refused" says 1 "already installed in .*--uninstall first"
    check "$layout: ... and changes nothing" same "$work/installed.$layout" "$top"
    run --uninstall --install-path="$top" --quiet
    check "$layout: --uninstall --quiet says nothing" says 0 '^$'
    check "$layout: everything is as before" same "$before" "$top"
    check "$layout: the time of the top directory too" [ "$(stat -c %.9Y "$top")" = "$time" ]
    run --uninstall --install-path="$top"
    check "$layout: a second --uninstall is refused" says 1 "not installed in"
    run --install-path="$top" --quiet
    check "$layout: --install-path alone installs" is_new "$top"
    out=$(bash "$top/.hcomm_install/uninstall.sh" 2>&1)
    code=$?
    check "$layout: the copy of the script in the tree uninstalls" says 0 "is removed from"
    check "$layout: ... and everything is as before" same "$before" "$top"
done
top="$work/cann linux"

# ---- default path ----
out=$(ASCEND_HOME_PATH=$top bash "$run" --full 2>&1)
code=$?
check "ASCEND_HOME_PATH names the tree" says 0 "is installed in $top"

# ---- files that others changed or added since ----
echo "a newer one" >"$top/lib64/libhcomm.so"
run --uninstall --install-path="$top"
check "changed files stop --uninstall" says 1 "changed since the installation: lib64/libhcomm.so"
check "... which changes nothing" [ "$(cat "$top/lib64/libhcomm.so")" = "a newer one" ]
echo mine >"$top/tools/mine"
run --uninstall --install-path="$top" --force
check "--force drops them" says 0 "kept .*/tools: it holds files of others"
check "files added by others stay" [ "$(cat "$top/tools/mine")" = mine ]
rm -r "$top/tools"
check "... and the rest is as before" same "$before" "$top"

# ---- targets that do not take it ----
run --full --install-path="$work/nowhere"
check "missing target" says 1 "nowhere does not exist"
mkdir "$work/empty"
run --full --install-path="$work/empty"
check "a directory that is no CANN" says 1 "is not a CANN tree"
echo x >"$work/file"
run --full --install-path="$work/file"
check "target is a file" says 1 "is not a directory"
tree "$work/odd" flat
rm "$work/odd/include/hccl/hccl_types.h"
mkdir "$work/odd/include/hccl/hccl_types.h"
shot "$work/odd" >"$work/odd.txt"
run --full --install-path="$work/odd"
check "a directory in the place of a file" says 1 "hccl_types.h exists and is neither a file nor a link"
check "... nothing changed" same "$work/odd.txt" "$work/odd"
tree "$work/leads" flat
mv "$work/leads/include" "$work/elsewhere"
ln -s ../elsewhere "$work/leads/include"
shot "$work/leads" >"$work/leads.txt"
run --full --install-path="$work/leads"
check "a link out of the tree" says 1 "leads out of the tree"
check "... nothing changed" same "$work/leads.txt" "$work/leads"

if [ "$(id -u)" -eq 0 ]; then
    tree "$work/user" flat
    shot "$work/user" >"$work/user.txt"
    chmod 755 "$work" && chmod 644 "$run"
    out=$(setpriv --reuid=65534 --regid=65534 --clear-groups bash "$run" --full --install-path="$work/user" 2>&1)
    code=$?
    check "another user's tree" says 1 "is not writable for .*nothing was changed"
    check "... nothing changed" same "$work/user.txt" "$work/user"
    chown 65534 "$work/user"
    shot "$work/user" >"$work/user.txt"
    out=$(setpriv --reuid=65534 --regid=65534 --clear-groups bash "$run" --full --install-path="$work/user" 2>&1)
    code=$?
    check "a part of the tree is not writable" says 1 "is not writable for"
    check "... nothing changed" same "$work/user.txt" "$work/user"
    chown -R 65534 "$work/user"
    shot "$work/user" >"$work/user.txt"
    out=$(setpriv --reuid=65534 --regid=65534 --clear-groups bash "$run" --full --install-path="$work/user" 2>&1)
    code=$?
    check "an ordinary user installs into an own tree" says 0 "is installed in"
    out=$(setpriv --reuid=65534 --regid=65534 --clear-groups bash "$run" --uninstall --install-path="$work/user" 2>&1)
    check "... and takes it away" same "$work/user.txt" "$work/user"
    run --full --install-path="$work/user"
    check "root keeps the owner of the tree" [ "$(stat -c %u "$work/user/lib64/libhcomm.so" "$work/user/tools/hcomm_perf" | sort -u)" = 65534 ]
    mkdir "$work/ro"
    if mount --bind "$work/odd" "$work/ro" 2>/dev/null && mount -o remount,ro,bind "$work/ro" 2>/dev/null; then
        run --full --install-path="$work/ro"
        check "read-only file system" says 1 "is not writable for .*read-only"
        umount "$work/ro"
    else
        skip "read-only file system" "mounts are not allowed here"
    fi
    mkdir "$work/small"
    if mount -t tmpfs -o size=600k tmpfs "$work/small" 2>/dev/null; then
        tree "$work/small/cann" flat
        shot "$work/small/cann" >"$work/small.txt"
        run --full --install-path="$work/small/cann"
        check "no space" says 1 "not enough space in .*nothing was changed"
        check "... nothing changed" same "$work/small.txt" "$work/small/cann"
        # The same without the early answer: the disk fills while files are unpacked.
        sed 's/^PKG_KIB=.*/PKG_KIB=-1024/' "$run" >"$work/lying.run"
        dd if=/dev/zero of="$work/small/fill" bs=1k count=1000 2>/dev/null
        out=$(bash "$work/lying.run" --full --install-path="$work/small/cann" 2>&1)
        code=$?
        check "the disk fills on the way" says 1 "cannot write to|unpacking failed|as it was before"
        check "... nothing changed" same "$work/small.txt" "$work/small/cann"
        umount "$work/small"
    else
        skip "no space" "mounts are not allowed here"
    fi
else
    skip "targets of other users, read-only and full file systems" "needs root"
fi

# ---- damaged packages ----
head -c -100 "$run" >"$work/short.run"
out=$(bash "$work/short.run" --full --install-path="$top" 2>&1)
code=$?
check "a truncated package" says 1 "damaged"
sed "s/^PKG_ARCH=.*/PKG_ARCH=sparc/" "$run" >"$work/sparc.run"
out=$(bash "$work/sparc.run" --full --install-path="$top" 2>&1)
code=$?
check "another machine's package" says 1 "is for sparc"
run --soft-npu --install-path="$top"
check "--soft-npu needs a full package" says 1 "carries no software NPU"
check "... nothing changed" same "$before" "$top"

# ---- two at once ----
mkfifo "$work/held"
(exec 9<"$top" && flock 9 && echo held >"$work/held" && exec sleep 30) &
holder=$!
read -r _ <"$work/held"
out=$(timeout 60 bash "$run" --full --install-path="$top" 2>&1)
code=$?
check "two runs at once" says 1 "another run of this package is at work"
kill $holder 2>/dev/null
wait $holder 2>/dev/null

# ---- a signal in the middle ----
cat >"$work/stop.env" <<'EOF'
set -T
_n=0
trap '_n=$((_n + 1)); [ $_n -ne "$STOP_AT" ] || kill -"$STOP_WITH" $$ $BASHPID' DEBUG
[ -z "${COUNT_TO:-}" ] || trap 'echo $_n >"$COUNT_TO"' EXIT
EOF
# stopped SIGNAL AT ARGUMENT...: the package, which gets SIGNAL before its command number AT.
stopped() {
    local signal=$1 at=$2
    shift 2
    out=$(BASH_ENV=$work/stop.env STOP_WITH=$signal STOP_AT=$at timeout 60 bash "$run" "$@" 2>&1)
    code=$?
}
# commands ARGUMENT...: how many commands the run takes.
commands() {
    BASH_ENV=$work/stop.env STOP_WITH=0 STOP_AT=0 COUNT_TO=$work/count bash "$run" "$@" >/dev/null 2>&1
    cat "$work/count"
}
n_install=$(commands --full --install-path="$top")
n_remove=$(commands --uninstall --install-path="$top")
check "back to the start" same "$before" "$top"
echo "an installation takes $n_install commands, taking it away $n_remove"

step=1
if [ "${HCOMM_KILL_POINTS:-}" != all ]; then step=$((n_install / 45 + 1)); fi

# whole TREE: the library's name is there and holds the old or the new one, complete.
whole() { grep -qxE 'old libhcomm|new lib64/libhcomm.so' "$1/lib64/libhcomm.so" && [ -s "$1/include/hccl/hccl_types.h" ]; }
killed=0 bad=
for ((at = 1; at <= n_install; at += step)); do
    stopped KILL $at --full --install-path="$top"
    killed=$((killed + 1))
    whole "$top" || bad+="$at: torn after the kill; "
    if ((killed % 2)); then
        run --uninstall --install-path="$top"
    else
        # The next run is stopped as well, then one completes.
        if ((killed % 3 == 0)); then stopped KILL $((killed * 7 % 200 + 20)) --full --install-path="$top"; fi
        run --full --install-path="$top"
        is_new "$top" || bad+="$at: not installed by the next run: $out; "
        run --uninstall --install-path="$top"
    fi
    difference=$(same "$before" "$top") || bad+="$at: not restored: $out $difference; "
    [ -z "$bad" ] || break
done
check "killed at $killed of $n_install points of an installation" [ -z "$bad" ]
killed=0 bad=
if [ $step -gt 1 ]; then step=$((n_remove / 30 + 1)); fi
for ((at = 1; at <= n_remove; at += step)); do
    run --full --install-path="$top" --quiet
    stopped KILL $at --uninstall --install-path="$top"
    killed=$((killed + 1))
    whole "$top" || bad+="$at: torn after the kill; "
    if ((killed % 2 == 0)); then
        run --full --install-path="$top"
        is_new "$top" || bad+="$at: not installed by the next run: $out; "
    fi
    run --uninstall --install-path="$top"
    difference=$(same "$before" "$top") || bad+="$at: not restored: $out $difference; "
    [ -z "$bad" ] || break
done
check "killed at $killed of $n_remove points of --uninstall" [ -z "$bad" ]
bad=
for at in $((n_install / 2)) $((n_install * 2 / 3)) $((n_install * 4 / 5)); do
    stopped TERM $at --full --install-path="$top"
    [ $code -ne 0 ] && grep -q "as it was before" <<<"$out" || bad+="$at: exit $code: $out; "
    same "$before" "$top" >/dev/null || bad+="$at: not restored; "
done
check "SIGTERM rolls back at once" [ -z "$bad" ]
[ -z "$bad" ] || echo "    $bad"

# ---- the real package ----
if [ -e "$SDK_DIR/lib64/libhcomm.so" ]; then
    saved_out=$BUILD_OUT
    BUILD_OUT=$work/out && mkdir -p "$BUILD_OUT"
    build_package yes >/dev/null
    BUILD_OUT=$saved_out
    run=$work/out/cann-hcomm_${HCOMM_VERSION}_linux-$ARCH.run
    check "the package has its name" [ -s "$run" ]
    run --full --install-path="$top"
    check "the real package installs" says 0 "is installed"
    check "its library is this build's" cmp -s "$top/lib64/libhcomm.so" "$SDK_DIR/lib64/libhcomm.so"
    check "every link leads somewhere" [ -z "$(find "$top/lib64/" "$top/include/" "$top/devlib/" -xtype l -print)" ]
    check "libhccl's own header is not touched" [ "$(cat "$top/include/hccl/hccl.h")" = "/* old hccl.h */" ]
    run --uninstall --install-path="$top"
    check "the real package goes without a trace" same "$before" "$top"
    # Files at the top of the tree are replaced, too.
    for name in version.info set_env.sh; do echo "old $name" >"$top/$name"; done
    shot "$top" >"$work/whole.txt"
    run --soft-npu --install-path="$top"
    check "--soft-npu installs over a tree" says 0 "is installed"
    check "... and replaces the files at its top" cmp -s "$top/version.info" "$SDK_DIR/version.info"
    run --uninstall --install-path="$top"
    check "... and goes without a trace" same "$work/whole.txt" "$top"
    mkdir -p "$work/fresh"
    run --soft-npu --install-path="$work/fresh" --quiet
    check "--soft-npu makes a whole SDK of an empty directory" says 0 '^$'
    difference=$(cd "$SDK_DIR" && find -L lib64 include pkg_inc devlib conf -type f | while read -r file; do
        cmp -s "$file" "$work/fresh/$file" || echo "$file"
    done)
    check "... with every file of the SDK" [ -z "$difference" ]
    check "... usable from outside" env ASCEND_HOME_PATH="$work/fresh" bash "$HCOMM_ROOT/ut/outside.sh" "$work/fresh"
    run --uninstall --install-path="$work/fresh"
    check "... and empty again" [ -z "$(ls -A "$work/fresh")" ]
else
    not_ok "the real package" "$SDK_DIR has no libhcomm.so; run: bash build.sh --sdk"
fi

echo "package: $passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
