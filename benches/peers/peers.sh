#!/usr/bin/env bash
# shellcheck disable=SC2034,SC2086 # used by the files that read this one
# peers.sh - where each peer lives and how it is started.  Sourced by build.sh and run.sh.
# A peer that is not installed is skipped.  HPEERS: folder with the pip-installed ones (see install.sh).
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
HPEERS=${HPEERS:-$HERE/../../build_out/peers}
BIN=${BIN:-$HERE/../../build_out/peers/bin}
HPEERS=$(mkdir -p "$HPEERS" && cd "$HPEERS" && pwd)
BIN=$(mkdir -p "$BIN" && cd "$BIN" && pwd)
MPIS="ompi4 ompi5 mpich4 mpich5 impi"

mpi_cc() { # peer -> compiler driver, empty if absent
  case $1 in
    ompi4) command -v mpicc.openmpi ;;
    mpich4) command -v mpicc.mpich ;;
    ompi5 | mpich5 | impi) [ -x "$HPEERS/$1/bin/mpicc" ] && echo "$HPEERS/$1/bin/mpicc" ;;
  esac
}
mpi_lib() { case $1 in ompi5 | mpich5 | impi) echo "-Wl,-rpath,$HPEERS/$1/lib" ;; esac; }

# launch PEER N program args...
launch() {
  local peer=$1 n=$2 over=()
  shift 2
  export HP_PEER=$peer
  case $peer in
    ompi4)
      [ "$n" -gt 2 ] && over=(--oversubscribe --mca mpi_yield_when_idle 1)
      mpirun.openmpi --allow-run-as-root --bind-to none "${over[@]}" $MPI_EXTRA -n "$n" "$@" ;;
    ompi5)
      [ "$n" -gt 2 ] && over=(--map-by :OVERSUBSCRIBE --mca mpi_yield_when_idle 1)
      PATH="$HPEERS/ompi5/bin:$PATH" "$HPEERS/ompi5/bin/mpirun" --allow-run-as-root --bind-to none "${over[@]}" $MPI_EXTRA -n "$n" "$@" ;;
    mpich4)
      [ "$n" -gt 2 ] && over=(-genv MPIR_CVAR_POLLS_BEFORE_YIELD 100)
      mpiexec.mpich "${over[@]}" $MPI_EXTRA -n "$n" "$@" ;;
    mpich5)
      [ "$n" -gt 2 ] && over=(-genv MPIR_CVAR_POLLS_BEFORE_YIELD 100 -genv MPIR_CVAR_ENABLE_HEAVY_YIELD 1)
      "$HPEERS/mpich5/bin/mpiexec" "${over[@]}" $MPI_EXTRA -n "$n" "$@" ;;
    impi)
      [ "$n" -gt 2 ] && over=(-genv I_MPI_THREAD_YIELD 2)
      I_MPI_ROOT="$HPEERS/impi" I_MPI_PIN=0 \
      LD_LIBRARY_PATH="$HPEERS/impi/lib" PATH="$HPEERS/impi/bin:$PATH" \
      "$HPEERS/impi/bin/mpiexec.hydra" "${over[@]}" $MPI_EXTRA -n "$n" "$@" ;;
  esac
}
have() {
  case $1 in
    ompi4 | ompi5 | mpich4 | mpich5 | impi) [ -x "$BIN/mpi_p2p.$1" ] ;;
    ucx113) [ -x "$BIN/ucx_rma" ] ;;
    ucx122) [ -x "$BIN/ucx_rma" ] && [ -d "$HPEERS/ucx122" ] ;;
    ofi) [ -x "$BIN/ofi_rma" ] ;;
  esac
}
