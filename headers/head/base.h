#ifdef __cplusplus
extern "C" {
#endif

/* Short names of integers, as older CANN headers use them. */
typedef signed char s8;
typedef short s16;
typedef int s32;
typedef long long s64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

/** A connection between two processes, outside of communicators. */
typedef void *HcclConn;

/** A request that does not exist. */
#ifdef __cplusplus
#define HCCL_REQUEST_NULL nullptr
#else
#define HCCL_REQUEST_NULL NULL
#endif

#ifdef __cplusplus
} /* extern "C" */
#endif
