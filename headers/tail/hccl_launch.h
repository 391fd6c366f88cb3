/**
 * Prepares the description of an operator: the header; everything else not set (0xFF bytes), so opName is no string
 * until the caller writes one.
 *
 * @param opDesc the description.
 * @return HCCL_SUCCESS, or HCCL_E_PTR if opDesc is NULL.
 */
static inline HcclResult HcclOpDescInit(HcclOpDesc *opDesc)
{
    if (opDesc == NULL) {
        return HCCL_E_PTR;
    }
    memset(opDesc, 0xFF, sizeof(HcclOpDesc));
    opDesc->header.version = HCCL_OPDESC_VERSION;
    opDesc->header.magicWord = HCCL_OPDESC_MAGIC_WORD;
    opDesc->header.size = sizeof(HcclOpDesc);
    opDesc->header.reserved = 0;
    return HCCL_SUCCESS;
}

/**
 * Prepares the configuration of a launch: the header; the time limit and the rest not set (0xFF bytes).
 *
 * @param kernelLaunchCfg the configuration.
 * @return HCCL_SUCCESS, or HCCL_E_PTR if kernelLaunchCfg is NULL.
 */
static inline HcclResult HcclKernelLaunchCfgInit(HcclKernelLaunchCfg *kernelLaunchCfg)
{
    if (kernelLaunchCfg == NULL) {
        return HCCL_E_PTR;
    }
    memset(kernelLaunchCfg, 0xFF, sizeof(HcclKernelLaunchCfg));
    kernelLaunchCfg->header.version = HCCL_KERNEL_LAUNCH_CFG_VERSION;
    kernelLaunchCfg->header.magicWord = HCCL_KERNEL_LAUNCH_CFG_MAGIC_WORD;
    kernelLaunchCfg->header.size = sizeof(HcclKernelLaunchCfg);
    kernelLaunchCfg->header.reserved = 0;
    return HCCL_SUCCESS;
}
