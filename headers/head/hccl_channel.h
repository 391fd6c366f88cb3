/* Hints for the compiler about conditions that nearly always, or nearly never, hold. */
#ifndef LIKELY
#define LIKELY(x) (__builtin_expect(!!(x), 1))
#define UNLIKELY(x) (__builtin_expect(!!(x), 0))
#endif
