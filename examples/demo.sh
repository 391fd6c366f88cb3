#!/usr/bin/env bash
# Builds the Send/Receive operator and runs it with 8 ranks, as threads of one process and as processes under mpirun.
# Needs ASCEND_HOME_PATH (set_env.sh of the SDK). Exit code: 0 if all received values were right.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/common/run.sh"
ranks=8
limit=${HCOMM_DEMO_TIMEOUT:-120}
build=$(example_build_dir)/demo

say "building the Send/Receive operator with g++"
example_make "$here/p2p_send_recv" "$build" all || exit 1

say "$ranks ranks as threads"
SOFTNPU_DEVICES=$ranks timeout "$limit" "$build/p2p_test"
threads=$?
[ $threads -ne 124 ] || say "no result within $limit s"

processes=0
if command -v mpirun >/dev/null && command -v mpicxx >/dev/null; then
    example_make "$here/p2p_send_recv" "$build" mpi || exit 1
    say "$ranks ranks as processes (mpirun)"
    SOFTNPU_DEVICES=$ranks mpi_run "$limit" $ranks "$build/p2p_test_mpi"
    processes=$?
    [ $processes -ne 124 ] || say "no result within $limit s"
else
    say "mpirun and mpicxx are not there, so the run with processes is left out (apt-get install openmpi-bin libopenmpi-dev)"
    processes=1
fi

if [ $threads -eq 0 ] && [ $processes -eq 0 ]; then
    say "demo passed: every odd rank received what the even rank before it sent"
else
    say "demo FAILED (exit codes: threads $threads, processes $processes)"
    exit 1
fi
