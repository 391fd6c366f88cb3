#!/usr/bin/env bash
# install.sh - fetch the peers from Debian and PyPI.  Needs root for apt; everything from pip stays under $HPEERS.
set -e
. "$(dirname "$0")/peers.sh"
apt-get update -qq
apt-get install -y -qq --no-install-recommends build-essential openmpi-bin libopenmpi-dev mpich libmpich-dev \
  ucx-utils libucx-dev libfabric-bin libfabric-dev iproute2
cd "$HPEERS"
venv() { [ -d "$1" ] || python3 -m venv --without-pip "$1"; }
put() { local v=$1; shift; venv "$v"; pip --python "$v/bin/python" install -q "$@"; }
put ompi5 openmpi
put mpich5 mpich
put impi impi-rt impi-devel
pip --python impi/bin/python install -q --no-deps intel-cmplr-lib-rt
venv ucx122 && pip --python ucx122/bin/python install -q --no-deps libucx-cu12   # a newer UCX; the CUDA part stays unused
