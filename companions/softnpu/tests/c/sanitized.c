/* Uses the software NPU in a program built with AddressSanitizer. */
#include <acl/acl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OK(call)                                                                     \
    do {                                                                             \
        aclError code_ = (call);                                                     \
        if (code_ != ACL_SUCCESS) {                                                  \
            fprintf(stderr, "%s:%d: %s gives %d\n", __FILE__, __LINE__, #call, code_); \
            return 1;                                                                \
        }                                                                            \
    } while (0)

#define SIZE ((size_t)5 << 20)

int main(void)
{
    for (int device = 0; device < 2; device++) {
        OK(aclrtSetDevice(device));
        void *a = NULL, *b = NULL, *pinned = NULL;
        OK(aclrtMalloc(&a, SIZE, ACL_MEM_MALLOC_HUGE_FIRST));
        OK(aclrtMalloc(&b, SIZE, ACL_MEM_MALLOC_HUGE_FIRST));
        OK(aclrtMallocHost(&pinned, SIZE));
        unsigned char *data = malloc(SIZE);
        for (size_t i = 0; i < SIZE; i++) {
            data[i] = (unsigned char)(i * 7 + (size_t)device);
        }
        OK(aclrtMemcpy(a, SIZE, data, SIZE, ACL_MEMCPY_HOST_TO_DEVICE));
        aclrtStream stream = NULL;
        OK(aclrtCreateStream(&stream));
        OK(aclrtMemcpyAsync(b, SIZE, a, SIZE, ACL_MEMCPY_DEVICE_TO_DEVICE, stream));
        OK(aclrtMemcpyAsync(pinned, SIZE, b, SIZE, ACL_MEMCPY_DEVICE_TO_HOST, stream));
        OK(aclrtSynchronizeStream(stream));
        if (memcmp(pinned, data, SIZE) != 0) {
            fprintf(stderr, "wrong data\n");
            return 1;
        }
        OK(aclrtDestroyStream(stream));
        char key[65];
        void *imported = NULL;
        OK(aclrtIpcMemGetExportKey(a, SIZE, key, sizeof key, 1));
        OK(aclrtIpcMemImportByKey(&imported, key, 0));
        if (imported != a) {
            fprintf(stderr, "imported at another address\n");
            return 1;
        }
        OK(aclrtIpcMemClose(key));
        free(data);
        OK(aclrtFreeHost(pinned));
        OK(aclrtFree(a));
        OK(aclrtFree(b));
        OK(aclrtResetDevice(device));
    }
    return 0;
}
