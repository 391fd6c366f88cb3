#!/usr/bin/env bash
# Builds and runs both example operators: plain, with AddressSanitizer, under valgrind, as threads and as processes.
# Needs ASCEND_HOME_PATH (set_env.sh of the SDK). Goes on after a failure; the last line counts. HCOMM_EXAMPLES=p2p or
# allreduce runs one of them.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/common/run.sh"
out=$(example_build_dir)/test
passed=0 failed=0 skipped=0

skip() {
    skipped=$((skipped + 1))
    printf 'skip    %s: %s\n' "$1" "$2"
}

# check NAME EXPECTED COMMAND...: EXPECTED is the exit code, or "error" for any but 0 and that of a time-out.
check() {
    local name=$1 expected=$2 code verdict=FAILED begin=$SECONDS log
    shift 2
    log=$out/${name//[^a-z0-9]/_}.log
    "$@" >"$log" 2>&1
    code=$?
    case $expected in
        error) if [ $code -ne 0 ] && [ $code -ne 124 ] && [ $code -ne 137 ]; then verdict=passed; fi ;;
        *) if [ "$code" -eq "$expected" ]; then verdict=passed; fi ;;
    esac
    if [ $verdict = passed ]; then
        passed=$((passed + 1))
        printf 'passed  %s (%d s)\n' "$name" $((SECONDS - begin))
    else
        failed=$((failed + 1))
        printf 'FAILED  %s: exit code %d, expected %s; end of the output:\n' "$name" $code "$expected"
        tail -n 25 "$log" | sed 's/^/    /'
    fi
    [ $verdict = passed ]
}

# threads SECONDS DEVICES COMMAND...
threads() {
    local limit=$1 devices=$2
    shift 2
    SOFTNPU_DEVICES=$devices timeout --kill-after=10 "$limit" "$@"
}

build() {
    local directory=$1 variant=$2
    shift 2
    example_make "$here/$directory" "$out/$variant" "$@"
}

example() {
    local name=$1 directory=$2 test mpi=no
    test=$out/plain/${name}_test

    if check "$name: build" 0 build "$directory" plain all; then
        check "$name: 8 ranks as threads" 0 threads 120 8 "$test"
        check "$name: 5 ranks as threads, HCCL buffer of 1 MiB" 0 env HCCL_BUFFSIZE=1 "$BASH" -c \
            'SOFTNPU_DEVICES=5 exec timeout --kill-after=10 120 "$0"' "$test"
        check "$name: 2 ranks, 8 devices" 0 threads 120 8 "$test" --ranks 2
        check "$name: 1 rank" 0 threads 60 1 "$test"
        check "$name: a wrong value is found" error threads 120 4 "$test" --inject-error
        if ! command -v valgrind >/dev/null; then
            skip "$name: valgrind" "valgrind is not installed"
        else
            # Little device memory: the search for leaks reads all of it.
            check "$name: valgrind, 2 ranks" 0 env SOFTNPU_MEM=64M HCCL_BUFFSIZE=1 SOFTNPU_DEVICES=2 \
                timeout --kill-after=10 280 valgrind -q --error-exitcode=99 --leak-check=full \
                --show-leak-kinds=definite --errors-for-leak-kinds=definite --fair-sched=yes "$test"
        fi
    fi

    if ! command -v mpirun >/dev/null || ! command -v mpicxx >/dev/null; then
        skip "$name: processes" "mpirun or mpicxx is not installed"
    elif check "$name: build with mpicxx" 0 build "$directory" plain mpi; then
        check "$name: 8 ranks as processes" 0 env SOFTNPU_DEVICES=8 "$BASH" -c \
            '. "$0"; mpi_run 120 8 "$1"' "$here/common/run.sh" "${test}_mpi"
        check "$name: a wrong value is found by a process" error env SOFTNPU_DEVICES=2 "$BASH" -c \
            '. "$0"; mpi_run 120 2 "$1" --inject-error' "$here/common/run.sh" "${test}_mpi"
    fi

    # Each device has a copy of the kernel library of its own, which is no violation of the one-definition rule.
    if check "$name: build with AddressSanitizer" 0 build "$directory" asan all \
        CXXFLAGS="-O1 -g -fsanitize=address -fno-omit-frame-pointer"; then
        check "$name: AddressSanitizer, 8 ranks" 0 env ASAN_OPTIONS=detect_odr_violation=0 "$BASH" -c \
            'SOFTNPU_DEVICES=8 exec timeout --kill-after=10 180 "$0"' "$out/asan/${name}_test"
    fi
}

mkdir -p "$out"
case ${HCOMM_EXAMPLES:-all} in all | p2p) example p2p p2p_send_recv ;; esac
case ${HCOMM_EXAMPLES:-all} in all | allreduce) example allreduce allreduce ;; esac

printf '%d passed, %d failed, %d skipped\n' $passed $failed $skipped
[ $failed -eq 0 ]
