//! C functions of `hccl/hccl_channel.h`, in the order of the header.

use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;

use hcomm_abi::{
    ChannelHandle, CommAbiHeader, CommEngine, CommMem, CommProtocol, EnumArg,
    HCCL_CHANNEL_CONFIG_SHARED_QUEUE_TAG_MAX_LEN, HCCL_CHANNEL_MAGIC_WORD, HcclChannelConfig,
    HcclChannelConfigType, HcclChannelDesc, HcclComm, HcclResult,
};
use hcomm_base::{Code, Error, Result, bail};

use super::arg;
use crate::control::channels::{self, Wish};
use crate::control::comm::Comm;
use crate::control::{channel_config, entity, registry};

/// Memories of a peer that products before the 950 list.
const OLDER_REMOTE_MEMORIES_MAX: u32 = 256;

fn check_channel_num(num: u32) -> Result {
    if num == 0 || num > channels::CHANNELS_MAX {
        bail!(PARA, "channelNum is {num}, 1 to {} are expected", channels::CHANNELS_MAX);
    }
    Ok(())
}

/// The descriptions and the place for the handles.
///
/// # Safety
/// As [`arg::array`] and [`arg::output_array`].
unsafe fn channel_arrays<'a>(
    descs: *const HcclChannelDesc,
    num: u32,
    channels: *mut ChannelHandle,
) -> Result<(&'a [HcclChannelDesc], &'a mut [MaybeUninit<ChannelHandle>])> {
    arg::not_null(descs, "channelDescs")?;
    arg::not_null(channels, "channels")?;
    check_channel_num(num)?;
    // SAFETY: the caller's promise.
    unsafe {
        Ok((
            arg::array(descs, num as usize, "channelDescs")?,
            arg::output_array(channels, num as usize, "channels")?,
        ))
    }
}

/// The first `size` bytes of a description, the rest as HcclChannelDescInit leaves it.
fn complete(desc: &HcclChannelDesc, size: usize) -> HcclChannelDesc {
    let mut full = MaybeUninit::<HcclChannelDesc>::uninit();
    let bytes = full.as_mut_ptr().cast::<u8>();
    // SAFETY: at most the size of the structure is written and read; all members are integers, pointers, `MaybeUninit`
    // and unions of those, for which any bits are a value.
    unsafe {
        bytes.write_bytes(0xff, size_of::<HcclChannelDesc>());
        let defaults = &mut *full.as_mut_ptr();
        defaults.notifyNum = 0;
        defaults.memHandles = core::ptr::null_mut();
        defaults.memHandleNum = 0;
        bytes.copy_from_nonoverlapping(core::ptr::from_ref(desc).cast::<u8>(), size);
        full.assume_init()
    }
}

/// Refuses attributes of RoCE that the 950 does not have; all bits set means "not given".
fn check_roce(desc: &HcclChannelDesc) -> Result {
    if desc.channelProtocol.known() != Some(CommProtocol::COMM_PROTOCOL_ROCE) {
        return Ok(());
    }
    // SAFETY: the bytes are initialised: the description came through C.
    let (interval, count) = unsafe { (desc.anon_0.roceAttr.retryInterval, desc.anon_0.roceAttr.retryCnt) };
    if interval != u32::MAX && !(5..=24).contains(&interval) {
        bail!(PARA, "roceAttr.retryInterval is {interval}, 5 to 24 is expected");
    }
    if count != u32::MAX && !(1..=7).contains(&count) {
        bail!(PARA, "roceAttr.retryCnt is {count}, 1 to 7 is expected");
    }
    Ok(())
}

/// What a description asks for, checked.
///
/// # Safety
/// `memHandles` points to the number of handles that the description names.
unsafe fn wish(desc: &HcclChannelDesc) -> Result<Wish> {
    if desc.header.magicWord != HCCL_CHANNEL_MAGIC_WORD {
        bail!(
            PARA,
            "the magic word of a channel description is {:#x}, {HCCL_CHANNEL_MAGIC_WORD:#x} is expected: initialise it \
             with HcclChannelDescInit",
            desc.header.magicWord
        );
    }
    let size = desc.header.size as usize;
    if size < size_of::<CommAbiHeader>() {
        bail!(
            PARA,
            "the size in a channel description is {size}, at least {} is expected: initialise it with HcclChannelDescInit",
            size_of::<CommAbiHeader>()
        );
    }
    // What a shorter description lacks has its default.
    let desc = &complete(desc, size.min(size_of::<HcclChannelDesc>()));
    let protocol = match arg::enumerator(desc.channelProtocol, Code::PARA, "channelProtocol")? {
        CommProtocol::COMM_PROTOCOL_RESERVED => bail!(PARA, "channelProtocol is not set"),
        protocol => protocol,
    };
    if desc.notifyNum > channels::NOTIFIES_MAX {
        bail!(PARA, "notifyNum is {}, at most {} are allowed", desc.notifyNum, channels::NOTIFIES_MAX);
    }
    let memory = if desc.memHandleNum == 0 {
        Vec::new()
    } else if desc.memHandles.is_null() {
        bail!(PARA, "memHandleNum is {}, but memHandles is NULL", desc.memHandleNum);
    } else if desc.memHandleNum > channels::MEMORIES_MAX {
        bail!(PARA, "memHandleNum is {}, at most {} are allowed", desc.memHandleNum, channels::MEMORIES_MAX);
    } else {
        // SAFETY: the caller's promise.
        let handles = unsafe { arg::array(desc.memHandles, desc.memHandleNum as usize, "memHandles") }?;
        handles.iter().map(|&handle| handle as u64).collect()
    };
    Ok(Wish {
        remote: desc.remoteRank,
        protocol,
        endpoints: Wish::endpoint_bytes(&desc.localEndpoint, &desc.remoteEndpoint),
        notifies: desc.notifyNum,
        memory,
        host: Wish::at_host(&desc.localEndpoint, &desc.remoteEndpoint),
        queue: String::new(),
    })
}

/// Lets the channels of `wishes` share the queue `tag`, which the vector cores of the newer products offer.
fn share_queue(
    comm: &Comm,
    engine: CommEngine,
    descs: &[HcclChannelDesc],
    wishes: &mut [Wish],
    tag: &str,
) -> Result {
    if tag.is_empty() {
        bail!(PARA, "the configuration asks for a shared queue without a tag: set SHARED_QUEUE_TAG");
    }
    if !comm.product().is_v2() || engine != CommEngine::COMM_ENGINE_AIV {
        bail!(NOT_SUPPORT, "channels of {engine:?} share no queue, those of AIV on the 950 do");
    }
    for wish in wishes.iter_mut() {
        if !matches!(wish.protocol, CommProtocol::COMM_PROTOCOL_UB_CTP | CommProtocol::COMM_PROTOCOL_UBC_TP) {
            bail!(
                NOT_SUPPORT,
                "channels of {:?} share no queue, those of UB_CTP and UBC_TP do",
                wish.protocol
            );
        }
        tag.clone_into(&mut wish.queue);
    }
    let local = |desc: &HcclChannelDesc| Wish::endpoint_bytes(&desc.localEndpoint, &desc.localEndpoint);
    if descs.windows(2).any(|pair| local(&pair[0]) != local(&pair[1])) {
        bail!(PARA, "channels that share a queue have one localEndpoint, these have different ones");
    }
    Ok(())
}

/// The engine of channels. CCU answers UNAVAIL, which tells operators to use another engine.
fn channel_engine(engine: MaybeUninit<CommEngine>) -> Result<CommEngine> {
    match arg::enumerator(engine, Code::PARA, "engine")? {
        CommEngine::COMM_ENGINE_RESERVED => bail!(PARA, "engine is reserved (-1)"),
        CommEngine::COMM_ENGINE_CCU => {
            Err(Error::answer(Code::UNAVAIL, "no CCU is left for channels: use the engine AICPU_TS"))
        }
        engine => Ok(engine),
    }
}

/// Acquires channels; `queue` is the tag of the queue that they share, if they do.
///
/// # Safety
/// As the C function HcclChannelAcquire; `comm` is not NULL.
unsafe fn acquire_channels(
    comm: HcclComm,
    engine: MaybeUninit<CommEngine>,
    descs: *const HcclChannelDesc,
    num: u32,
    queue: Option<&str>,
    channels: *mut ChannelHandle,
) -> Result {
    // SAFETY: the caller's promise.
    let (descs, out) = unsafe { channel_arrays(descs, num, channels) }?;
    // SAFETY: the caller's promise: descriptions with the arrays that they name.
    let mut wishes = descs.iter().map(|desc| unsafe { wish(desc) }).collect::<Result<Vec<_>>>()?;
    let engine = channel_engine(engine)?;
    let comm = registry::find(comm as u64)?;
    if let Some(tag) = queue {
        share_queue(&comm, engine, descs, &mut wishes, tag)?;
    }
    if comm.product().is_v2() {
        descs.iter().try_for_each(check_roce)?;
    }
    if let Some(wish) = wishes.iter().find(|wish| wish.memory.len() > channels::AIV_MEMORIES_MAX)
        && engine == CommEngine::COMM_ENGINE_AIV
    {
        bail!(
            PARA,
            "memHandleNum is {}, at most {} are allowed for {engine:?}",
            wish.memory.len(),
            channels::AIV_MEMORIES_MAX
        );
    }
    let handles = shown(&comm, engine, channels::acquire(&comm, engine, &wishes)?)?;
    for (to, handle) in out.iter_mut().zip(handles) {
        to.write(handle);
    }
    Ok(())
}

/// Channels as the caller gets them: for AIV the addresses of their descriptions in device memory.
fn shown(comm: &Comm, engine: CommEngine, handles: Vec<ChannelHandle>) -> Result<Vec<ChannelHandle>> {
    if engine != CommEngine::COMM_ENGINE_AIV {
        return Ok(handles);
    }
    let show = |handle| if handle == 0 { Ok(0) } else { entity::of(comm, handle, engine) };
    handles.into_iter().map(show).collect()
}

/// Gives channels to the ranks that the descriptions name and connects those that are new; both ends must
/// call it with matching descriptions, and it blocks until they did (HCCL_CONNECT_TIMEOUT, 120 s). Prepare
/// descriptions with `HcclChannelDescInit`.
///
/// Channels belong to the communicator. The same description gives the same channel again, without traffic;
/// twice the same in one call gives two channels. Serialise calls on one communicator. A channel of the engine AIV is
/// the device address of a `ChannelEntity`, which kernels read. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for descriptions out of range, `HCCL_E_NOT_SUPPORT` for an engine without the
/// protocol, `HCCL_E_TIMEOUT` if a peer does not come, `HCCL_E_NETWORK` if connecting fails.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclChannelAcquire(
    comm: HcclComm,
    engine: MaybeUninit<CommEngine>,
    channelDescs: *const HcclChannelDesc,
    channelNum: u32,
    channels: *mut ChannelHandle,
) -> HcclResult {
    ffi_guard!(HcclChannelAcquire, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        unsafe { acquire_channels(comm, engine, channelDescs, channelNum, None, channels) }
    })
}

/// Makes options for `HcclChannelAcquireWithConfig`, all unset; the caller destroys them. Errors:
/// `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclChannelConfigCreate(config: *mut HcclChannelConfig) -> HcclResult {
    ffi_guard!(HcclChannelConfigCreate, {
        // SAFETY: the caller's promise, see the module.
        unsafe { arg::output(config, "config") }?.write(channel_config::create()? as HcclChannelConfig);
        Ok(())
    })
}

/// Destroys options; NULL is no error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclChannelConfigDestroy(config: HcclChannelConfig) -> HcclResult {
    ffi_guard!(HcclChannelConfigDestroy, { channel_config::destroy(config as u64) })
}

/// Sets an option that is a number. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for an option that is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclChannelConfigSetInt(
    config: HcclChannelConfig,
    r#type: MaybeUninit<HcclChannelConfigType>,
    value: u32,
) -> HcclResult {
    ffi_guard!(HcclChannelConfigSetInt, {
        arg::not_null(config, "config")?;
        if r#type.known() != Some(HcclChannelConfigType::HCCL_CHANNEL_CONFIG_TYPE_IS_SHARED_QUEUE) {
            bail!(PARA, "type is {}, IS_SHARED_QUEUE (0) is expected for a number", r#type.raw());
        }
        channel_config::change(config as u64, |config| config.shared = value != 0)
    })
}

/// Sets an option that is text of 1 to 255 characters; the text is copied. Errors: `HCCL_E_PTR` for NULL,
/// `HCCL_E_PARA` for an option that is none or text of another length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclChannelConfigSetStr(
    config: HcclChannelConfig,
    r#type: MaybeUninit<HcclChannelConfigType>,
    value: *const c_char,
) -> HcclResult {
    ffi_guard!(HcclChannelConfigSetStr, {
        arg::not_null(config, "config")?;
        arg::not_null(value, "value")?;
        if r#type.known() != Some(HcclChannelConfigType::HCCL_CHANNEL_CONFIG_TYPE_SHARED_QUEUE_TAG) {
            bail!(PARA, "type is {}, SHARED_QUEUE_TAG (1) is expected for a text", r#type.raw());
        }
        // SAFETY: the caller's promise, see the module.
        let tag =
            unsafe { arg::string(value, HCCL_CHANNEL_CONFIG_SHARED_QUEUE_TAG_MAX_LEN as usize, "value") }?;
        if tag.is_empty() {
            bail!(PARA, "value is empty");
        }
        channel_config::change(config as u64, |config| config.tag = tag.to_owned())
    })
}

/// As `HcclChannelAcquire`, with options; NULL options set none. Channels with a shared queue need a tag for
/// it, and their user must serialise them; with another tag they are other channels.
///
/// Errors: those of `HcclChannelAcquire`, `HCCL_E_PARA` without a tag or with different local endpoints,
/// `HCCL_E_NOT_SUPPORT` for engines but AIV, protocols but UB_CTP and UBC_TP, and products before the 950.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclChannelAcquireWithConfig(
    comm: HcclComm,
    engine: MaybeUninit<CommEngine>,
    channelDescs: *const HcclChannelDesc,
    channelNum: u32,
    config: HcclChannelConfig,
    channels: *mut ChannelHandle,
) -> HcclResult {
    ffi_guard!(HcclChannelAcquireWithConfig, {
        arg::not_null(comm, "comm")?;
        let config = match config.is_null() {
            true => None,
            false => Some(channel_config::get(config as u64)?).filter(|config| config.shared),
        };
        let queue = config.as_ref().map(|config| config.tag.as_str());
        // SAFETY: the caller's promise, see the module.
        unsafe { acquire_channels(comm, engine, channelDescs, channelNum, queue, channels) }
    })
}

/// Writes the channels that `HcclChannelAcquire` would return without connecting, and 0 where there is none
/// yet. No traffic.
///
/// Errors: those of `HcclChannelAcquire` about arguments.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclChannelQuery(
    comm: HcclComm,
    engine: MaybeUninit<CommEngine>,
    channelDescs: *const HcclChannelDesc,
    channelNum: u32,
    channels: *mut ChannelHandle,
) -> HcclResult {
    ffi_guard!(HcclChannelQuery, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let (descs, out) = unsafe { channel_arrays(channelDescs, channelNum, channels) }?;
        let comm = registry::find(comm as u64)?;
        if !comm.product().is_v2() {
            bail!(NOT_SUPPORT, "HcclChannelQuery is not offered on this product");
        }
        // SAFETY: the caller's promise: descriptions with the arrays that they name.
        let wishes = descs.iter().map(|desc| unsafe { wish(desc) }).collect::<Result<Vec<_>>>()?;
        let engine = channel_engine(engine)?;
        let handles = shown(&comm, engine, channels::query(&comm, engine, &wishes)?)?;
        out.iter_mut().zip(handles).for_each(|(to, handle)| {
            to.write(handle);
        });
        Ok(())
    })
}

/// Destroys channels on this side; the peer is not told. Unknown handles are skipped and reported.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for a number out of range, `HCCL_E_NOT_FOUND` if a channel
/// does not live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclChannelDestroy(
    comm: HcclComm,
    channels: *const ChannelHandle,
    channelNum: u32,
) -> HcclResult {
    ffi_guard!(HcclChannelDestroy, {
        arg::not_null(comm, "comm")?;
        arg::not_null(channels, "channels")?;
        check_channel_num(channelNum)?;
        // SAFETY: the caller's promise, see the module.
        let handles = unsafe { arg::array(channels, channelNum as usize, "channels") }?;
        let comm = registry::find(comm as u64)?;
        for &handle in handles {
            channels::check(&comm, entity::channel_of(handle))?;
        }
        bail!(
            NOT_SUPPORT,
            "only channels of the engine CCU can be destroyed one by one: those of other engines end with the \
             communicator"
        )
    })
}

/// The buffer of `HcclGetHcclBuffer` of the rank at the other end, as operations on this channel take its
/// address; `*size` is in bytes.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_NOT_FOUND` for a channel that does not live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclChannelGetHcclBuffer(
    comm: HcclComm,
    channel: ChannelHandle,
    buffer: *mut *mut c_void,
    size: *mut u64,
) -> HcclResult {
    ffi_guard!(HcclChannelGetHcclBuffer, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let (address, bytes) = unsafe { (arg::output(buffer, "buffer")?, arg::output(size, "size")?) };
        if channel == 0 {
            bail!(PTR, "channel is 0");
        }
        let (at, len) = channels::remote_buffer(&*registry::find(comm as u64)?, entity::channel_of(channel))?;
        address.write(at);
        bytes.write(len);
        Ok(())
    })
}

/// Lists the memory that the peer offers through the channel, with the tags it registered; its buffer of
/// `HcclGetHcclBuffer` comes first, under the tag "HcclBuffer". Find memory by tag.
///
/// The arrays belong to the channel and live as long as it. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_NOT_FOUND`
/// for a channel that does not live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclChannelGetRemoteMems(
    comm: HcclComm,
    channel: ChannelHandle,
    memNum: *mut u32,
    remoteMems: *mut *mut CommMem,
    memTags: *mut *mut *mut c_char,
) -> HcclResult {
    ffi_guard!(HcclChannelGetRemoteMems, {
        arg::not_null(comm, "comm")?;
        // SAFETY: the caller's promise, see the module.
        let (num, mems, tags) = unsafe {
            (
                arg::output(memNum, "memNum")?,
                arg::output(remoteMems, "remoteMems")?,
                arg::output(memTags, "memTags")?,
            )
        };
        if channel == 0 {
            bail!(PTR, "channel is 0");
        }
        let comm = registry::find(comm as u64)?;
        let (count, ranges, names) = channels::remote_memory(&comm, entity::channel_of(channel))?;
        if count > OLDER_REMOTE_MEMORIES_MAX && !comm.product().is_v2() {
            bail!(
                PARA,
                "the peer offers {count} memories, this product lists at most {OLDER_REMOTE_MEMORIES_MAX}"
            );
        }
        num.write(count);
        mems.write(ranges);
        tags.write(names);
        Ok(())
    })
}
