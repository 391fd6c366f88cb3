/** A function that the library calls for messages of kernels: address and number of the bytes. 0 is success. */
typedef int32_t Callback(uint64_t, int32_t);
