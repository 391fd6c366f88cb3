#ifdef __cplusplus
/** An operation of a graph on one group. Holds a std::string, so its size follows _GLIBCXX_USE_CXX11_ABI. */
struct HcomOperation {
    /** Kind of operation, e.g. "HcomAllReduce". */
    std::string hcclType;
    /** Input buffer, device memory. */
    void *inputPtr{nullptr};
    /** Output buffer, device memory. */
    void *outputPtr{nullptr};
    /** Elements per rank. */
    u64 count{0};
    /** Type of the elements. */
    HcclDataType dataType{HCCL_DATA_TYPE_RESERVED};
    /** Reduction, for operations that reduce. */
    HcclReduceOp opType{HCCL_REDUCE_RESERVED};
    /** Root rank, for operations that have one. */
    u32 root{0};
    /** Name of the group; NULL is the world group. */
    const char *group{nullptr};
};

/** Parameters of a remote look-up or update in a table of embeddings. Holds std::string members as above. */
struct HcomRemoteOperationParams {
    /** Keys. */
    void *keyAddr{nullptr};
    /** Number of the table. */
    int *tableId{nullptr};
    /** Values. */
    void *value{nullptr};
    /** Name of the group. */
    std::string group;
    /** Elements. */
    int count{0};
    /** Keys. */
    u64 keyNum{0};
    /** Elements of one value. */
    int valueDim{0};
    /** Type of the keys. */
    HcclDataType keyType{HCCL_DATA_TYPE_RESERVED};
    /** Type of the values. */
    HcclDataType valueType{HCCL_DATA_TYPE_RESERVED};
    /** Tag that matches both sides. */
    int tag{0};
    /** Stream that orders the operation. */
    rtStream_t stream{nullptr};
    /** Flags. */
    u64 flag{0};
    /** What happens with keys that the table has not. */
    s32 insertOption{0};
    /** Positions of the keys. */
    void *indices{nullptr};
    /** How many keys differ. */
    void *numUniqued{nullptr};
    /** Segments of the parameter servers. */
    void *psSeg{nullptr};
    /** How many segments. */
    void *psSegNum{nullptr};
    /** Keys put in. */
    s64 *keyNumInput{nullptr};
    /** Positions of the keys that differ. */
    s32 *uniqueIndices{nullptr};
    /** How often each key came. */
    s32 *keyCount{nullptr};
    /** Kind of operation. */
    std::string hcclType;
    /** Flags of the operation. */
    s32 flags{0};
    /** Address of the global step. */
    void *globalStepAddr{nullptr};
    /** Not 0: input without a copy. */
    s32 intZerocpyFlag{0};
    /** Not 0: output without a copy. */
    s32 outZerocpyFlag{0};
    /** Largest number of elements of a value. */
    s32 maxEmbeddingDim{0};
    /** Tag of the step that removes equal keys. */
    std::string uniqueTag;
    /** True: equal keys are not removed. */
    bool disableUnique{false};
    /** True: the caller removed equal keys. */
    bool uniqued{false};
};
#endif /* __cplusplus */
