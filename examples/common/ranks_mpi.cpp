// Each rank is an MPI process. MPI carries the root information and the verdicts, nothing else.

// Only the C interface.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include "ranks.h"

namespace ranks {

namespace {

int RunProcess(int argc, char** argv, Body body, int (*finish)(), int rank, int rankNum)
{
    Options options;
    if (!ParseOptions(argc, argv, &options)) {
        return 1;
    }
    TEST_TRY(aclInit(nullptr));
    HcclRootInfo root = {};
    int ready = 1;
    if (rank == 0) {
        ready = aclrtSetDevice(0) == ACL_SUCCESS && HcclGetRootInfo(&root) == HCCL_SUCCESS;
    }
    MPI_Bcast(&ready, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (ready == 0) {
        std::fprintf(stderr, "rank 0 has no root information\n");
        return 1;
    }
    MPI_Bcast(&root, sizeof(root), MPI_BYTE, 0, MPI_COMM_WORLD);
    int failures = body(static_cast<uint32_t>(rank), static_cast<uint32_t>(rankNum), options, root) != 0;
    failures += finish() != 0;
    if (rank == 0) {
        TEST_TRY(aclrtResetDevice(0));
    }
    TEST_TRY(aclFinalize());
    return failures;
}

} // namespace

int Run(int argc, char** argv, Body body, int (*finish)())
{
    MPI_Init(&argc, &argv);
    int rank = 0;
    int rankNum = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &rankNum);
    int failures = RunProcess(argc, argv, body, finish, rank, rankNum);
    std::fflush(stdout);
    int total = 0;
    MPI_Allreduce(&failures, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) {
        std::printf("%d ranks as processes: %s\n", rankNum, total == 0 ? "passed" : "FAILED");
    }
    MPI_Finalize();
    return total == 0 ? 0 : 1;
}

} // namespace ranks
