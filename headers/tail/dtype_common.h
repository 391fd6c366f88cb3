#ifdef __cplusplus
/** Bytes of one element by HcclDataType; 0 for numbers that are no type. */
constexpr u32 SIZE_TABLE[HCCL_DATA_TYPE_RESERVED] = {
    1, 2, 4, 2, 4, 8, 8, 1, 2, 4, 8, 2, 16, 0, 1, 1, 1, 1,
};
#endif /* __cplusplus */
