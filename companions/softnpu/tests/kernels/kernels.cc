// Kernels for tests/kernel.rs.
#include <cstdint>
#include <cstring>
#include <sys/prctl.h>
#include <time.h>

namespace {
// A static variable of an inline function template is a process-wide unique symbol (STB_GNU_UNIQUE).
template <typename T> inline uint64_t &UniqueCounter()
{
    static uint64_t counter = 0;
    return counter;
}
} // namespace

template <typename T> inline uint64_t &SharedCounter()
{
    static uint64_t counter = 0;
    return counter;
}

uint64_t g_counter = 0;

struct CountArgs {
    uint64_t *out; // three numbers
};

extern "C" uint32_t Count(void *args)
{
    auto *out = static_cast<CountArgs *>(args)->out;
    out[0] = ++g_counter;
    out[1] = ++SharedCounter<int>();
    out[2] = ++UniqueCounter<int>();
    return 0;
}

extern "C" uint32_t Fail(void *args)
{
    return *static_cast<uint32_t *>(args);
}

extern "C" uint32_t Sleep(void *args)
{
    uint64_t ms = *static_cast<uint64_t *>(args);
    timespec time{static_cast<time_t>(ms / 1000), static_cast<long>(ms % 1000 * 1000000)};
    nanosleep(&time, nullptr);
    return 0;
}

// Runs until the word is set.
extern "C" uint32_t Block(void *args)
{
    auto *flag = *static_cast<volatile uint32_t **>(args);
    while (__atomic_load_n(flag, __ATOMIC_ACQUIRE) == 0) {
        timespec time{0, 1000000};
        nanosleep(&time, nullptr);
    }
    __atomic_store_n(flag, 2, __ATOMIC_RELEASE);
    return 0;
}

struct ThreadArgs {
    char *name;      // 16 bytes
    uint64_t *align; // address of the arguments
};

extern "C" uint32_t Thread(void *args)
{
    auto *in = static_cast<ThreadArgs *>(args);
    prctl(PR_GET_NAME, in->name);
    *in->align = reinterpret_cast<uint64_t>(args);
    // The block is the kernel's own.
    memset(args, 0, sizeof(ThreadArgs));
    return 0;
}

struct BlockInfo {
    uint32_t num;
    uint32_t id;
};

extern "C" uint32_t RunCpuKernelWithBlock(void *args, const BlockInfo *block)
{
    auto *out = *static_cast<uint32_t **>(args);
    out[block->id] = block->num;
    return 0;
}

struct TextArgs {
    uint32_t before;
    const char *text; // placeholder
    char *out;
} __attribute__((packed));

extern "C" uint32_t Text(void *args)
{
    auto *in = static_cast<TextArgs *>(args);
    strcpy(in->out, in->text);
    return in->before == 77 ? 0 : 1;
}
