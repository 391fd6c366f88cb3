#!/usr/bin/env bash
# Runs every test of the project and closes with one line: `N tests: P passed, F failed, S skipped`.
# `bash build.sh --ut` builds the SDK tree this uses, then calls it. Arguments are names of steps, to run only those.
#
# What a step does stands in ut/steps.sh. Each has a time limit, a log in build_out/ut/logs and a counter (ut/count.sh)
# that reads the closing lines of its runner. A step that fails does not stop the others; the exit code is 0 only if
# nothing failed. HCOMM_UT_PATIENCE=N multiplies the time limits, for a machine that is busy with other work.
set -uo pipefail
HCOMM_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
export HCOMM_ROOT
cd "$HCOMM_ROOT" || exit 1
. tools/build/common.sh
. ut/count.sh

LOGS=$BUILD_OUT/ut/logs
mkdir -p "$LOGS"
rm -f "$BUILD_OUT/ut/summary"
[ -r "$SDK_DIR/set_env.sh" ] || die "$SDK_DIR is not there; run: bash build.sh --ut"
. "$SDK_DIR/set_env.sh"

wanted=" $* "
passed=0 failed=0 skipped=0 failed_steps=()

# step NAME COUNTER SECONDS: runs ut/steps.sh NAME; count_COUNTER turns its log and exit code into three numbers.
step() {
    local name=$1 counter=$2 limit=$(($3 * ${HCOMM_UT_PATIENCE:-1})) log=$LOGS/$1.log began=$SECONDS code p f s why=
    case $wanted in "  " | *" $name "*) ;; *) return 0 ;; esac
    printf '[ut] %-14s ...\n' "$name"
    timeout --kill-after=15 "$limit" bash ut/steps.sh "$name" >"$log" 2>&1 </dev/null
    code=$?
    case $code in 124 | 137) why=", stopped after $limit s" ;; esac
    read -r p f s < <("count_$counter" "$log" "$code")
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
    if [ "$f" -eq 0 ]; then
        printf '[ut] %-14s ok      %s passed, %s skipped (%s s)\n' "$name" "$p" "$s" $((SECONDS - began))
        # A skip is never silent: its reasons are shown.
        [ "$s" -eq 0 ] || grep -E '^(SKIPPED|skip )|\*\*\*Skipped|\.\.\. ignored' "$log" | head -n 10 | sed 's/^/[ut]   /'
    else
        failed_steps+=("$name")
        printf '[ut] %-14s FAILED  %s passed, %s failed, %s skipped (%s s%s)\n' \
            "$name" "$p" "$f" "$s" $((SECONDS - began)) "$why"
        failures "$log" | sed 's/^/[ut]   /'
        printf '[ut]   whole log: %s\n' "$log"
    fi
}

step fmt one 120
step clippy one 900
step shellcheck one 120
step headers one 300
step acl-headers one 300
step symbols one 120
step exports one 120
step matrix one 120
step env one 120
step rust cargo 1200
step loom filtered 600
step abi own 600
step c ctest 600
step conformance own 300
step c-asan ctest 600
case $wanted in *" tsan "*) step tsan one 1800 ;; esac
step outside own 300
step examples own 600
step perf own 300
step package own 600
step vendored own 300

total=$((passed + failed + skipped))
echo "passed=$passed failed=$failed skipped=$skipped" >"$BUILD_OUT/ut/summary"
printf '[ut] all steps took %s s\n' $SECONDS
[ ${#failed_steps[@]} -eq 0 ] || printf '[ut] failed steps: %s\n' "${failed_steps[*]}"
[ $total -gt 0 ] || die "no step is called${wanted% }; the names stand in ut/run.sh"
printf '%s tests: %s passed, %s failed, %s skipped\n' $total $passed $failed $skipped
[ $failed -eq 0 ]
