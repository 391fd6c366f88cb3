/*
 * Forwarding of device logs.
 *
 * Generated from companions/softnpu/abi/acl.facts by `cargo run -p acl_headers`; edit that file.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef HCOMM_SDK_BASE_PLOG_H
#define HCOMM_SDK_BASE_PLOG_H


#ifdef __cplusplus
extern "C" {
#endif

int DlogReportInitialize(void);
int DlogReportFinalize(void);
int DlogReportStart(int devId, int mode);
void DlogReportStop(int devId);

#ifdef __cplusplus
}
#endif

#endif
