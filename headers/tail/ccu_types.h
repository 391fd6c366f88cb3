/** Writes the header of a loop's configuration; the other members keep what they were. cfg must not be NULL. */
static inline void CcuLoopCfgInit(CcuLoopCfg *cfg)
{
    cfg->header.magic = CCU_CFG_MAGIC_WORD;
    cfg->header.version = CCU_LOOP_CFG_VERSION;
    cfg->header.size = sizeof(CcuLoopCfg);
    cfg->header.reserved = 0;
}

/** Writes the header of a loop group's configuration; the other members keep what they were. cfg must not be NULL. */
static inline void CcuLoopGroupCfgInit(CcuLoopGroupCfg *cfg)
{
    cfg->header.magic = CCU_CFG_MAGIC_WORD;
    cfg->header.version = CCU_LOOPGROUP_CFG_VERSION;
    cfg->header.size = sizeof(CcuLoopGroupCfg);
    cfg->header.reserved = 0;
}
