/** A function that the library calls for a registered task, with a handle and the result so far. */
typedef int32_t Callback(uint64_t, int32_t);
