//! One end of the measurements: a rank of a communicator of two with a thread, a channel and exchange buffers.

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr::null_mut;

use hcomm_abi::*;

use crate::api::Api;

/// Ranks of the communicator.
pub const RANKS: u32 = 2;
/// Longest transfer, and the part of the exchange buffer in use.
pub const AREA: usize = 64 << 20;
/// Bytes behind the area for words that the limits use.
pub const WORDS: usize = 4096;
/// Limit of every wait on a thread, in seconds.
pub const TIMEOUT_S: u32 = 60;

const ENGINE: i32 = CommEngine::COMM_ENGINE_CPU_TS as i32;

/// A communicator's root information as bytes, to hand it to the other rank.
pub type Root = HcclRootInfo;

/// A rank that is ready to transfer.
pub struct Rank<'a> {
    /// The functions.
    pub api: &'a Api,
    /// 0 measures, 1 answers.
    pub rank: u32,
    comm: HcclComm,
    stream: aclrtStream,
    /// Thread on the stream of this rank.
    pub thread: ThreadHandle,
    /// A second thread of this rank, with a queue of its own.
    pub helper: ThreadHandle,
    /// Channel to the other rank.
    pub channel: ChannelHandle,
    /// Own exchange buffer: [`AREA`] and [`WORDS`] bytes.
    pub local: *mut u8,
    /// Exchange buffer of the other rank, of the same size.
    pub remote: *mut u8,
}

/// Makes the root information; the caller must have a device.
pub fn root(api: &Api) -> Result<Root, String> {
    let mut root = MaybeUninit::uninit();
    // SAFETY: a place for the root information.
    api.check("aclrtSetDevice", unsafe { (api.aclrtSetDevice)(0) })?;
    // SAFETY: as above.
    api.check("HcclGetRootInfo", unsafe { (api.HcclGetRootInfo)(root.as_mut_ptr()) })?;
    // SAFETY: written by the successful call.
    Ok(unsafe { root.assume_init() })
}

fn describe(api: &Api, comm: HcclComm, rank: u32) -> Result<HcclChannelDesc, String> {
    let (mut links, mut num) = (null_mut(), 0);
    // SAFETY: places for the results; the handle is live.
    let code = unsafe { (api.HcclRankGraphGetLinks)(comm, 0, rank, 1 - rank, &mut links, &mut num) };
    api.check("HcclRankGraphGetLinks", code)?;
    if num == 0 {
        return Err("the rank graph has no link between the two ranks".into());
    }
    // SAFETY: at least one link, which belongs to the communicator.
    let link = unsafe { &*links };
    let mut desc = MaybeUninit::<HcclChannelDesc>::uninit();
    // SAFETY: bytes 0xFF are a value of every member: integers, a pointer and `MaybeUninit`. The attribute is read
    // as the header of the link says.
    unsafe {
        desc.as_mut_ptr().write_bytes(0xFF, 1);
        let mut desc = desc.assume_init();
        desc.header = CommAbiHeader {
            version: HCCL_CHANNEL_VERSION,
            magicWord: HCCL_CHANNEL_MAGIC_WORD,
            size: size_of::<HcclChannelDesc>() as u32,
            reserved: 0,
        };
        desc.remoteRank = 1 - rank;
        desc.channelProtocol = link.linkAttr.anon_0.linkProtocol;
        desc.localEndpoint = link.srcEndpointDesc;
        desc.remoteEndpoint = link.dstEndpointDesc;
        desc.notifyNum = 2;
        desc.memHandles = null_mut();
        desc.memHandleNum = 0;
        Ok(desc)
    }
}

impl<'a> Rank<'a> {
    /// Joins the communicator and acquires what the measurements need.
    pub fn open(api: &'a Api, root: &Root, rank: u32) -> Result<Rank<'a>, String> {
        let (mut comm, mut stream) = (null_mut(), null_mut());
        let (mut thread, mut helper, mut channel) = (0, 0, 0);
        let mut buffers = [null_mut::<c_void>(); 2];
        let mut sizes = [0; 2];
        // SAFETY: live arguments and places for the results throughout.
        unsafe {
            api.check("aclrtSetDevice", (api.aclrtSetDevice)(rank as i32))?;
            api.check("HcclCommInitRootInfo", (api.HcclCommInitRootInfo)(RANKS, root, rank, &mut comm))?;
            api.check("aclrtCreateStream", (api.aclrtCreateStream)(&mut stream))?;
            let code = (api.HcclThreadAcquireWithStream)(comm, ENGINE, stream, 2, &mut thread);
            api.check("HcclThreadAcquireWithStream", code)?;
            api.check("HcclThreadAcquire", (api.HcclThreadAcquire)(comm, ENGINE, 1, 2, &mut helper))?;
            let desc = describe(api, comm, rank)?;
            api.check("HcclChannelAcquire", (api.HcclChannelAcquire)(comm, ENGINE, &desc, 1, &mut channel))?;
            api.check("HcclGetHcclBuffer", (api.HcclGetHcclBuffer)(comm, &mut buffers[0], &mut sizes[0]))?;
            let code = (api.HcclChannelGetHcclBuffer)(comm, channel, &mut buffers[1], &mut sizes[1]);
            api.check("HcclChannelGetHcclBuffer", code)?;
        }
        if sizes.iter().any(|&size| size < (AREA + WORDS) as u64) {
            return Err(format!(
                "the exchange buffers have {sizes:?} bytes, {} are needed: set HCCL_BUFFSIZE to 100 or more",
                AREA + WORDS
            ));
        }
        let [local, remote] = buffers.map(|buffer| buffer.cast::<u8>());
        // SAFETY: the buffer has that size and nobody transfers yet. Writing all of it makes the pages exist.
        unsafe { local.write_bytes(rank as u8, AREA + WORDS) };
        let this = Rank { api, rank, comm, stream, thread, helper, channel, local, remote };
        this.barrier()?;
        Ok(this)
    }

    /// Waits for all work of this rank's stream.
    pub fn sync(&self) -> Result<(), String> {
        // SAFETY: a live stream.
        self.api.check("aclrtSynchronizeStream", unsafe { (self.api.aclrtSynchronizeStream)(self.stream) })
    }

    /// Waits until both ranks are here.
    pub fn barrier(&self) -> Result<(), String> {
        // SAFETY: live handles.
        self.api.check("HcclBarrier", unsafe { (self.api.HcclBarrier)(self.comm, self.stream) })?;
        self.sync()
    }

    /// Gives everything back.
    pub fn close(self) -> Result<(), String> {
        self.barrier()?;
        // SAFETY: last use of the handles.
        unsafe {
            self.api.check("HcclCommDestroy", (self.api.HcclCommDestroy)(self.comm))?;
            self.api.check("aclrtDestroyStream", (self.api.aclrtDestroyStream)(self.stream))?;
            self.api.check("aclrtResetDevice", (self.api.aclrtResetDevice)(self.rank as i32))
        }
    }
}
