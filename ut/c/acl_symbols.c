/* One runtime under three names: every function has the same address through libacl_rt.so, libascendcl.so and
 * libruntime.so, and a library that is loaded with RTLD_NOW finds all of them. */
#define _GNU_SOURCE
#include <dlfcn.h>

#include "check.h"

int main(void)
{
    static const char *const names[] = {"aclInit", "aclrtSetDevice", "aclrtMalloc", "aclrtGetSocName",
        "aclsysGetVersionNum", "rtGetTaskIdAndStreamID", "rtStreamAddToModel", "rtRegTaskFailCallbackByModule",
        "aclrtLaunchKernelWithConfig", "aclmdlRICaptureGetInfo", "aclmdlLoadFromFile", "halMemAlloc", "aclAppLog"};
    static const char *const libraries[] = {"libacl_rt.so", "libascendcl.so", "libruntime.so", "libmmpa.so",
        "libascend_hal.so", "libtsdclient.so"};
    void *handles[sizeof(libraries) / sizeof(libraries[0])];
    check_watchdog(30);
    for (size_t i = 0; i < sizeof(libraries) / sizeof(libraries[0]); i++) {
        handles[i] = dlopen(libraries[i], RTLD_NOW | RTLD_LOCAL);
        if (handles[i] == NULL) {
            printf("%s\n", dlerror());
            return 1;
        }
        CHECK(handles[i] == handles[0]);
    }
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        void *first = dlsym(handles[0], names[i]);
        if (first == NULL) {
            printf("%s is not exported\n", names[i]);
        }
        CHECK(first != NULL);
        for (size_t j = 1; j < 3; j++) {
            CHECK(dlsym(handles[j], names[i]) == first);
        }
    }
    return check_report("acl_symbols");
}
