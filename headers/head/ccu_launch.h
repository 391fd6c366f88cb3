/*
 * Functions with this mark are weak references: a program that is linked with libhccl.so alone still finds them at
 * run time, because libhccl.so needs libhcomm.so.
 */
#ifndef HCOMM_WEAK_SYMBOL
#define HCOMM_WEAK_SYMBOL __attribute__((weak))
#endif
