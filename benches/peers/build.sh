#!/usr/bin/env bash
# shellcheck disable=SC2046,SC2086 # lists of words are meant to be split here
# build.sh - compile the programs for every peer that is present; what is missing is skipped with a note.
. "$(dirname "$0")/peers.sh"
cd "$HERE/src" || exit 1
CF="-O3 -mavx2 -Wall -Wextra"
ok() { echo "built $1"; }
try() { local out=$1; shift; if "$@" -o "$BIN/$out" 2>"$BIN/$out.log"; then rm -f "$BIN/$out.log"; ok "$out"; else echo "SKIP $out (see $BIN/$out.log)"; fi; }
try limits gcc $CF limits.c -lpthread
try tcp_pp gcc $CF tcp_pp.c
try ucx_rma gcc $CF ucx_rma.c -lucp -lucs
try ofi_rma gcc $CF ofi_rma.c -lfabric
for p in $MPIS; do
  cc=$(mpi_cc $p)
  [ -n "$cc" ] || { echo "SKIP $p (no compiler)"; continue; }
  if OPAL_PREFIX=$([ $p = ompi5 ] && echo "$HPEERS/ompi5") I_MPI_ROOT="$HPEERS/impi" PATH="$HPEERS/$p/bin:$PATH" \
     "$cc" $CF -o "$BIN/mpi_p2p.$p" mpi_p2p.c $(mpi_lib $p) 2>"$BIN/mpi_p2p.$p.log"; then rm -f "$BIN/mpi_p2p.$p.log"; ok mpi_p2p.$p
  else echo "SKIP mpi_p2p.$p"; fi
done
exit 0
