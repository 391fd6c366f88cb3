// Two ranks of a communicator with a channel between them, a thread and memory: what most cases begin with.
#ifndef UT_CASES_PARTY_H
#define UT_CASES_PARTY_H

#include "cases.h"

namespace cases {

struct Party {
    HcclComm comm = nullptr;
    ChannelHandle channel = 0;
    ThreadHandle thread = 0;
    aclrtStream stream = nullptr;
    char* mine = nullptr;    // this rank's exchange buffer
    char* theirs = nullptr;  // the peer's
    uint64_t size = 0;

    int Sync() const { return ut::Synchronize(stream); }
    // Writes `len` bytes to the peer's buffer, tells it, and waits until the peer did the same and saw it.
    int Swap(uint64_t len) const
    {
        int code = HcommWriteOnThread(thread, channel, theirs, mine + size / 2, len);
        for (const uint32_t notify : {0u, 1u}) {
            code = code != 0 ? code : HcommChannelNotifyRecordOnThread(thread, channel, notify);
            code = code != 0 ? code : HcommChannelNotifyWaitOnThread(thread, channel, notify, ut::kLongSeconds);
        }
        return code != 0 ? code : Sync();
    }
};

// The channel between ranks `self` and `peer` of a communicator that exists.
inline Party Meet(HcclComm comm, uint32_t peer, uint32_t notifies = 2, const std::vector<HcclMemHandle>& memory = {})
{
    Party party;
    party.comm = comm;
    HcclChannelDesc desc;
    UT_OK(HcclChannelDescInit(&desc, 1));
    desc.remoteRank = peer;
    desc.channelProtocol = COMM_PROTOCOL_UB_CTP;
    desc.notifyNum = notifies;
    std::vector<HcclMemHandle> handles = memory;
    desc.memHandles = handles.empty() ? nullptr : handles.data();
    desc.memHandleNum = static_cast<uint32_t>(handles.size());
    UT_OK(HcclChannelAcquire(comm, COMM_ENGINE_AICPU_TS, &desc, 1, &party.channel));
    UT_OK(HcclThreadAcquire(comm, COMM_ENGINE_AICPU_TS, 1, 2, &party.thread));
    UT_OK(HcclThreadResGetInfo(comm, party.thread, THREAD_RES_TYPE_STREAM, sizeof(party.stream),
                               reinterpret_cast<void**>(&party.stream)));
    void* mine = nullptr;
    void* theirs = nullptr;
    uint64_t size = 0;
    UT_OK(HcclGetHcclBuffer(comm, &mine, &party.size));
    UT_OK(HcclChannelGetHcclBuffer(comm, party.channel, &theirs, &size));
    party.mine = static_cast<char*>(mine);
    party.theirs = static_cast<char*>(theirs);
    return party;
}

// Joins the communicator `name` of all ranks and meets the other one of two.
inline Party Enter(ut::Rank& rank, const char* name, uint32_t bufferMiB = 1)
{
    return Meet(rank.Join(name, bufferMiB), rank.rank ^ 1);
}

// Memory of the peer that it registered under `tag`.
inline CommMem Shown(const Party& party, const char* tag)
{
    uint32_t num = 0;
    CommMem* mems = nullptr;
    char** tags = nullptr;
    UT_OK(HcclChannelGetRemoteMems(party.comm, party.channel, &num, &mems, &tags));
    for (uint32_t i = 0; i < num; ++i) {
        if (std::strcmp(tags[i], tag) == 0) {
            return mems[i];
        }
    }
    ut::Report(false, __FILE__, __LINE__, std::string("the peer shows no memory \"") + tag + "\"");
    throw ut::Stop();
}

}  // namespace cases

#endif
