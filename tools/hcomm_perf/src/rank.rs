//! One end of the measurements: a rank of a communicator of two with a thread, a channel and exchange buffers.

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
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
const CPU: i32 = CommEngine::COMM_ENGINE_CPU as i32;

/// What carries the channels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Link {
    /// What the rank graph offers: mapped memory on one machine, the network between machines.
    Graph,
    /// RoCE, which goes over TCP where there is no RDMA device, also on one machine (over the loopback).
    Net,
}

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
    /// Channel to the other rank, for threads.
    pub channel: ChannelHandle,
    /// Channel to the other rank for calls without a thread.
    pub direct: ChannelHandle,
    /// IP address of the other rank if the channels go over the network.
    pub network: Option<IpAddr>,
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

/// IP address of an endpoint, if that is what its address is.
fn ip(endpoint: &EndpointDesc) -> Option<IpAddr> {
    // SAFETY: a structure of the library, with all its bytes initialised; the type says which member of the union holds.
    unsafe {
        let address = &endpoint.commAddr;
        match address.r#type.known()? {
            CommAddrType::COMM_ADDR_TYPE_IP_V4 => {
                Some(Ipv4Addr::from(address.anon_0.raws.first_chunk::<4>().copied()?).into())
            }
            CommAddrType::COMM_ADDR_TYPE_IP_V6 => {
                Some(Ipv6Addr::from(address.anon_0.raws.first_chunk::<16>().copied()?).into())
            }
            _ => None,
        }
    }
}

/// A port of the host at the loopback address.
fn loopback(mut endpoint: EndpointDesc) -> EndpointDesc {
    endpoint.protocol = MaybeUninit::new(COMM_PROTOCOL_ROCE);
    endpoint.commAddr.r#type = MaybeUninit::new(COMM_ADDR_TYPE_IP_V4);
    endpoint.commAddr.anon_0.raws = [0; 36];
    // SAFETY: all members of the union are plain bytes.
    unsafe { endpoint.commAddr.anon_0.raws[..4].copy_from_slice(&Ipv4Addr::LOCALHOST.octets()) };
    endpoint.loc.locType = MaybeUninit::new(ENDPOINT_LOC_TYPE_HOST);
    endpoint
}

/// What to ask for to reach the other rank, and its IP address if that goes over the network.
fn describe(
    api: &Api,
    comm: HcclComm,
    rank: u32,
    kind: Link,
) -> Result<(HcclChannelDesc, Option<IpAddr>), String> {
    let (mut links, mut num) = (null_mut(), 0);
    // Ranks of one machine meet in layer 0, others in layer 1.
    let mut layers = 0..2;
    for layer in layers.by_ref() {
        // SAFETY: places for the results; the handle is live.
        let code = unsafe { (api.HcclRankGraphGetLinks)(comm, layer, rank, 1 - rank, &mut links, &mut num) };
        if num != 0 || layer == 1 {
            api.check("HcclRankGraphGetLinks", code)?;
            break;
        }
    }
    if num == 0 {
        return Err("the rank graph has no link between the two ranks".into());
    }
    // SAFETY: the library says so; the links belong to the communicator.
    let links = unsafe { std::slice::from_raw_parts(links, num as usize) };
    let far = kind == Link::Net || layers.is_empty();
    let link = links.iter().find(|link| far && ip(&link.dstEndpointDesc).is_some()).unwrap_or(&links[0]);
    let mut desc = MaybeUninit::<HcclChannelDesc>::uninit();
    // SAFETY: bytes 0xFF are a value of every member: integers, a pointer and `MaybeUninit`. The attribute is read
    // as the header of the link says.
    let mut desc = unsafe {
        desc.as_mut_ptr().write_bytes(0xFF, 1);
        let mut desc = desc.assume_init();
        desc.channelProtocol = link.linkAttr.anon_0.linkProtocol;
        desc
    };
    desc.header = CommAbiHeader {
        version: HCCL_CHANNEL_VERSION,
        magicWord: HCCL_CHANNEL_MAGIC_WORD,
        size: size_of::<HcclChannelDesc>() as u32,
        reserved: 0,
    };
    desc.remoteRank = 1 - rank;
    desc.localEndpoint = link.srcEndpointDesc;
    desc.remoteEndpoint = link.dstEndpointDesc;
    desc.notifyNum = 2;
    desc.memHandles = null_mut();
    desc.memHandleNum = 0;
    if kind == Link::Net && ip(&desc.remoteEndpoint).is_none() {
        desc.channelProtocol = MaybeUninit::new(COMM_PROTOCOL_ROCE);
        desc.localEndpoint = loopback(desc.localEndpoint);
        desc.remoteEndpoint = loopback(desc.remoteEndpoint);
    }
    Ok((desc, ip(&desc.remoteEndpoint)))
}

impl<'a> Rank<'a> {
    /// Joins the communicator and acquires what the measurements need.
    pub fn open(api: &'a Api, root: &Root, rank: u32, link: Link) -> Result<Rank<'a>, String> {
        let (mut comm, mut stream) = (null_mut(), null_mut());
        let (mut thread, mut helper, mut channel, mut direct) = (0, 0, 0, 0);
        let network;
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
            let (desc, address) = describe(api, comm, rank, link)?;
            network = address;
            api.check("HcclChannelAcquire", (api.HcclChannelAcquire)(comm, ENGINE, &desc, 1, &mut channel))?;
            api.check("HcclChannelAcquire", (api.HcclChannelAcquire)(comm, CPU, &desc, 1, &mut direct))?;
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
        let this = Rank { api, rank, comm, stream, thread, helper, channel, direct, network, local, remote };
        this.barrier()?;
        Ok(this)
    }

    /// Waits for all work of this rank's stream.
    pub fn sync(&self) -> Result<(), String> {
        // SAFETY: a live stream.
        self.api.check("aclrtSynchronizeStream", unsafe { (self.api.aclrtSynchronizeStream)(self.stream) })
    }

    /// Writes `len` bytes at `at` of the own exchange buffer to the same place of the other one.
    pub fn write(&self, at: usize, len: usize) -> Result<(), String> {
        debug_assert!(at + len <= AREA);
        // SAFETY: live handles; the range lies inside both buffers.
        let code = unsafe {
            let (to, from) = (self.remote.wrapping_add(at), self.local.add(at));
            (self.api.HcommWriteOnThread)(self.thread, self.channel, to.cast(), from.cast(), len as u64)
        };
        self.api.check("HcommWriteOnThread", code)
    }

    /// Reads `len` bytes at `at` of the other rank's exchange buffer to the same place of the own one.
    pub fn read(&self, at: usize, len: usize) -> Result<(), String> {
        debug_assert!(at + len <= AREA);
        // SAFETY: live handles; the range lies inside both buffers.
        let code = unsafe {
            let (to, from) = (self.local.add(at), self.remote.wrapping_add(at));
            (self.api.HcommReadOnThread)(self.thread, self.channel, to.cast(), from.cast(), len as u64)
        };
        self.api.check("HcommReadOnThread", code)
    }

    /// Writes as [`write`](Self::write), then records notify `index` of the other rank.
    pub fn write_with_notify(&self, at: usize, len: usize, index: u32) -> Result<(), String> {
        debug_assert!(at + len <= AREA);
        // SAFETY: live handles; the range lies inside both buffers.
        let code = unsafe {
            let (to, from) = (self.remote.wrapping_add(at), self.local.add(at));
            let write = self.api.HcommWriteWithNotifyOnThread;
            write(self.thread, self.channel, to.cast(), from.cast(), len as u64, index)
        };
        self.api.check("HcommWriteWithNotifyOnThread", code)
    }

    /// As [`write`](Self::write), from the caller.
    pub fn write_direct(&self, at: usize, len: usize) -> Result<(), String> {
        debug_assert!(at + len <= AREA);
        // SAFETY: a live handle; the range lies inside both buffers.
        let code = unsafe {
            let (to, from) = (self.remote.wrapping_add(at), self.local.add(at));
            (self.api.HcommWriteNbi)(self.direct, to.cast(), from.cast(), len as u64)
        };
        self.api.check("HcommWriteNbi", code)
    }

    /// As [`write_with_notify`](Self::write_with_notify), from the caller.
    pub fn direct_with_notify(&self, at: usize, len: usize, index: u32) -> Result<(), String> {
        debug_assert!(at + len <= AREA);
        // SAFETY: a live handle; the range lies inside both buffers.
        let code = unsafe {
            let (to, from) = (self.remote.wrapping_add(at), self.local.add(at));
            (self.api.HcommWriteWithNotifyNbi)(self.direct, to.cast(), from.cast(), len as u64, index)
        };
        self.api.check("HcommWriteWithNotifyNbi", code)
    }

    /// As [`read`](Self::read), from the caller.
    pub fn read_direct(&self, at: usize, len: usize) -> Result<(), String> {
        debug_assert!(at + len <= AREA);
        // SAFETY: a live handle; the range lies inside both buffers.
        let code = unsafe {
            let (to, from) = (self.local.add(at), self.remote.wrapping_add(at));
            (self.api.HcommReadNbi)(self.direct, to.cast(), from.cast(), len as u64)
        };
        self.api.check("HcommReadNbi", code)
    }

    /// Waits in the caller for notify `index` of the channel for calls without a thread.
    pub fn wait_direct(&self, index: u32) -> Result<(), String> {
        // SAFETY: a live handle.
        let code = unsafe { (self.api.HcommChannelNotifyWait)(self.direct, index, TIMEOUT_S) };
        self.api.check("HcommChannelNotifyWait", code)
    }

    /// Completes what the caller started.
    pub fn fence(&self) -> Result<(), String> {
        // SAFETY: a live handle.
        self.api.check("HcommChannelFence", unsafe { (self.api.HcommChannelFence)(self.direct) })
    }

    /// Waits for notify `index` of the channel.
    pub fn wait(&self, index: u32) -> Result<(), String> {
        // SAFETY: live handles.
        let code =
            unsafe { (self.api.HcommChannelNotifyWaitOnThread)(self.thread, self.channel, index, TIMEOUT_S) };
        self.api.check("HcommChannelNotifyWaitOnThread", code)
    }

    /// Waits until all that was started on the channel is complete at the other rank.
    pub fn drain(&self) -> Result<(), String> {
        // SAFETY: live handles.
        let code = unsafe { (self.api.HcommChannelDrainOnThread)(self.thread, self.channel) };
        self.api.check("HcommChannelDrainOnThread", code)?;
        self.sync()
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
