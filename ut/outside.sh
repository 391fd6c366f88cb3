#!/usr/bin/env bash
# An operator's own project, outside of this source tree: a Makefile and a CMake project that know only ASCEND_HOME_PATH.
#   bash ut/outside.sh [TREE]      TREE: the CANN tree to use (default: the SDK in build_out)
# Closes with `P passed, F failed, S skipped`.
set -uo pipefail
HCOMM_ROOT=${HCOMM_ROOT:-$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)}
. "$HCOMM_ROOT/tools/build/common.sh"
tree=${1:-$SDK_DIR}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
log=$work/log
# check NAME COMMAND...: one test.
check() {
    local name=$1
    shift
    if "$@" >"$log" 2>&1; then
        passed=$((passed + 1))
        echo "ok    $name"
    else
        failed=$((failed + 1))
        echo "FAILED $name"
        tail -n 20 "$log" | sed 's/^/    /'
    fi
}
# outside SHELL COMMAND...: the command in SHELL, in an environment that has nothing but a path and set_env.sh's settings.
outside() {
    local shell=$1
    shift
    (cd "$work" && env -i PATH="$PATH" HOME="$HOME" TREE="$tree" "$shell" -c '. "$TREE/set_env.sh" && '"$*")
}

mkdir -p "$work/project"
cat >"$work/project/kernel.cc" <<'EOF'
#include <hccl/hccl_res.h>
#include <hcomm/hcomm_primitives.h>
extern "C" unsigned Run(void *)
{
    return static_cast<unsigned>(HcommLocalCopyOnThread(0, nullptr, nullptr, 0));
}
EOF
cat >"$work/project/main.cc" <<'EOF'
#include <acl/acl.h>
#include <dlfcn.h>
#include <hccl/hccl_comm.h>
#include <hccl/hccl_rank_graph.h>
#include <hccl/hcomm_primitives.h>
#include <securec.h>
#include <cstdio>
int main()
{
    uint32_t devices = 0;
    if (aclInit(nullptr) != ACL_SUCCESS || aclrtGetDeviceCount(&devices) != ACL_SUCCESS || devices == 0) {
        std::printf("no device\n");
        return 1;
    }
    char text[8];
    if (strcpy_s(text, sizeof(text), "ok") != 0) {
        return 2;
    }
    uint32_t rank = 0;
    if (HcclGetRankId(nullptr, &rank) == HCCL_SUCCESS || HcommLocalCopyOnThread(0, nullptr, nullptr, 0) == 0) {
        std::printf("calls without a communicator must fail\n");
        return 3;
    }
    /* One library under all its names: the same handle, hence the same state. */
    void *host = dlopen("libhcomm.so", RTLD_NOW);
    if (host == nullptr || host != dlopen("libhccl_fwk.so", RTLD_NOW) || host != dlopen("libccl_kernel.so", RTLD_NOW)) {
        std::printf("libhcomm.so under two names is two libraries: %s\n", dlerror());
        return 4;
    }
    aclFinalize();
    return 0;
}
EOF
# Only functions of hccl_comm.h, which are weak references.
cat >"$work/project/weak.c" <<'EOF'
#include <hccl/hccl_comm.h>
int main(void)
{
    uint32_t rank = 0;
    return HcclGetRankId(NULL, &rank) == HCCL_SUCCESS;
}
EOF
cat >"$work/project/Makefile" <<'EOF'
CXXFLAGS = -std=c++14 -Wall -Wextra -Werror -I"$(ASCEND_HOME_PATH)/include" -I"$(ASCEND_HOME_PATH)/include/hccl" -I"$(ASCEND_HOME_PATH)/pkg_inc"
all: app weak libkernel.so
app: main.cc
	$(CXX) $(CXXFLAGS) $< -o $@ -L"$(ASCEND_HOME_PATH)/lib64" -lhcomm -lascendcl -lc_sec -ldl
weak: weak.c
	$(CC) -I"$(ASCEND_HOME_PATH)/include" $< -o $@ -Wl,--as-needed -L"$(ASCEND_HOME_PATH)/lib64" -Wl,--no-as-needed -lhcomm -Wl,--as-needed -lascendcl
libkernel.so: kernel.cc
	$(CXX) $(CXXFLAGS) -shared -fPIC $< -o $@ -L"$(ASCEND_HOME_PATH)/devlib/device" -lccl_kernel
EOF
cat >"$work/project/CMakeLists.txt" <<'EOF'
cmake_minimum_required(VERSION 3.16)
project(operator LANGUAGES C CXX)
set(CMAKE_EXE_LINKER_FLAGS "-Wl,--as-needed")
if(USE_PACKAGE)
    find_package(hcomm REQUIRED CONFIG)
    add_executable(app main.cc)
    target_link_libraries(app PRIVATE hcomm::hcomm hcomm::ascendcl hcomm::c_sec ${CMAKE_DL_LIBS})
    add_executable(weak weak.c)
    target_link_libraries(weak PRIVATE hcomm::hcomm hcomm::ascendcl)
    add_library(kernel SHARED kernel.cc)
    target_link_libraries(kernel PRIVATE hcomm::ccl_kernel)
else()
    set(home $ENV{ASCEND_HOME_PATH})
    include_directories(${home}/include ${home}/include/hccl ${home}/pkg_inc)
    find_library(HCOMM hcomm HINTS ${home}/lib64 REQUIRED NO_DEFAULT_PATH)
    find_library(KERNEL ccl_kernel HINTS ${home}/lib64/device/lib64 REQUIRED NO_DEFAULT_PATH)
    add_executable(app main.cc)
    target_link_directories(app PRIVATE ${home}/lib64)
    target_link_libraries(app PRIVATE ${HCOMM} ascendcl c_sec ${CMAKE_DL_LIBS})
    add_library(kernel SHARED kernel.cc)
    target_link_libraries(kernel PRIVATE ${KERNEL})
endif()
EOF

for shell in bash dash zsh; do
    if ! have $shell; then continue; fi
    check "set_env.sh in $shell" outside $shell '[ -d "$ASCEND_HOME_PATH/lib64" ] && [ "$ASCEND_OPP_PATH" = "$ASCEND_HOME_PATH/opp" ]'
    check "set_env.sh twice in $shell adds nothing" outside $shell \
        'a="$LD_LIBRARY_PATH:$PATH" && . "$TREE/set_env.sh" && [ "$a" = "$LD_LIBRARY_PATH:$PATH" ]'
done
check "Makefile: builds" outside bash 'make -C project'
check "Makefile: the program runs" outside bash './project/app'
check "Makefile: a program with weak references only runs" outside bash './project/weak'
check "the device library's name in the kernel is libhcomm.so" outside bash 'readelf -d project/libkernel.so | grep -q "NEEDED.*libhcomm.so"'
check "CMake with find_library: builds" outside bash 'cmake -S project -B plain >/dev/null && cmake --build plain'
check "CMake with find_library: the program runs" outside bash './plain/app'
check "CMake with find_package: builds" outside bash 'cmake -S project -B package -DUSE_PACKAGE=ON >/dev/null && cmake --build package'
check "CMake with find_package: the program runs" outside bash './package/app'
check "CMake with find_package: a program with weak references only runs" outside bash './package/weak'
check "the same with clang++" outside bash 'make -B -C project CXX=clang++ && ./project/app'
check "hcomm_perf is on the path" outside bash 'hcomm_perf --help'
# The tree is moved: nothing in it knows where it was made.
cp -a "$(cd "$tree" && pwd -P)" "$work/moved here"
tree="$work/moved here"
check "a moved tree: builds and runs" outside bash 'make -B -C project && ./project/app && ./project/weak'

echo "outside: $passed passed, $failed failed, 0 skipped"
[ $failed -eq 0 ]
