//! C functions of `hcomm/hcomm_channel.h`, in the order of the header.

use core::mem::MaybeUninit;
use std::sync::Arc;

use hcomm_abi::{
    BoolArg, ChannelHandle, CommAbiHeader, CommEngine, CommProtocol, EndpointHandle, EnumArg,
    HCOMM_CHANNEL_MAGIC_WORD, HCOMM_CHANNEL_VERSION, HcommChannelConfig, HcommChannelConfigType,
    HcommChannelDesc, HcommResult,
};
use hcomm_base::{Code, Result, bail};

use super::arg;
use crate::control::base_channels::{self, Wish};
use crate::control::channels::MEMORIES_MAX;
use crate::control::{channel_config, endpoint, plugin};

/// A description as the library sees it: what the caller's version lacks has its default.
///
/// # Safety
/// `desc` points to a description with as many bytes as its header says.
unsafe fn description(desc: *const HcommChannelDesc) -> Result<HcommChannelDesc> {
    // SAFETY: the caller's promise; every version begins with the header.
    let header = unsafe { *desc.cast::<CommAbiHeader>() };
    check_header(&header)?;
    let mut full = MaybeUninit::<HcommChannelDesc>::uninit();
    let known = (header.size as usize).min(size_of::<HcommChannelDesc>());
    // SAFETY: `known` bytes are readable and writable; all members are integers, pointers, `MaybeUninit` and unions of
    // those, for which any bits are a value.
    let mut full = unsafe {
        full.as_mut_ptr().cast::<u8>().write_bytes(0xff, size_of::<HcommChannelDesc>());
        let defaults = &mut *full.as_mut_ptr();
        defaults.notifyNum = 0;
        defaults.exchangeAllMems = MaybeUninit::new(false);
        defaults.memHandles = core::ptr::null_mut();
        defaults.memHandleNum = 0;
        defaults.socket = core::ptr::null_mut();
        defaults.port = 0;
        full.as_mut_ptr().cast::<u8>().copy_from_nonoverlapping(desc.cast::<u8>(), known);
        full.assume_init()
    };
    // Observable in the original: the name counts from version 4 on only.
    if header.version < HCOMM_CHANNEL_VERSION || known < size_of::<HcommChannelDesc>() {
        full.channelName = core::ptr::null();
    }
    Ok(full)
}

fn check_header(header: &CommAbiHeader) -> Result {
    if (header.size as usize) < size_of::<CommAbiHeader>() {
        bail!(
            PARA,
            "the size in a channel description is {}, at least {} is expected: initialise it with HcommChannelDescInit",
            header.size,
            size_of::<CommAbiHeader>()
        );
    }
    if header.magicWord != HCOMM_CHANNEL_MAGIC_WORD {
        bail!(
            PARA,
            "the magic word of a channel description is {:#x}, {HCOMM_CHANNEL_MAGIC_WORD:#x} is expected: initialise it \
             with HcommChannelDescInit",
            header.magicWord
        );
    }
    Ok(())
}

/// Bytes from one description of an array to the next. Callers of other versions have structures of another size, which
/// their headers tell; but the header of one of ours may say another size as well.
///
/// # Safety
/// `descs` points to at least two descriptions, the first of which has a good header.
unsafe fn stride(descs: *const HcommChannelDesc) -> usize {
    let own = size_of::<HcommChannelDesc>();
    // SAFETY: the caller's promise.
    let size = unsafe { (*descs.cast::<CommAbiHeader>()).size } as usize;
    let shorter = size.min(own);
    // SAFETY: the second description begins `size` or `own` bytes after the first, so the word is inside of the array in
    // both cases.
    let word = unsafe { descs.cast::<u8>().add(shorter + 4).cast::<u32>().read_unaligned() };
    if word == HCOMM_CHANNEL_MAGIC_WORD { shorter } else { size.max(own) }
}

/// What a description asks for, checked.
///
/// # Safety
/// As [`description`], and the pointers in it are good.
unsafe fn wish(desc: *const HcommChannelDesc, protocol: CommProtocol) -> Result<Wish> {
    // SAFETY: the caller's promise.
    let desc = unsafe { description(desc) }?;
    let name = if desc.channelName.is_null() {
        String::new()
    } else {
        // SAFETY: the caller's promise.
        unsafe { arg::string(desc.channelName, base_channels::NAME_MAX, "channelName") }?.to_owned()
    };
    if protocol == CommProtocol::COMM_PROTOCOL_UB_MEM {
        // SAFETY: the bytes are initialised: by the caller or by `description`.
        let mode = unsafe { desc.anon_0.ubMemAttr.pathMode };
        if mode > 2 && mode != u8::MAX {
            bail!(PARA, "ubMemAttr.pathMode is {mode}, 0 to 2 or 255 is expected");
        }
    }
    let memory = if desc.exchangeAllMems.is_set() {
        None
    } else if desc.memHandleNum == 0 {
        Some(Vec::new())
    } else if desc.memHandleNum > MEMORIES_MAX {
        bail!(PARA, "memHandleNum is {}, at most {MEMORIES_MAX} are allowed", desc.memHandleNum);
    } else {
        // SAFETY: the caller's promise.
        let handles = unsafe { arg::array(desc.memHandles, desc.memHandleNum as usize, "memHandles") }?;
        Some(handles.iter().map(|&handle| handle as u64).collect())
    };
    let queues = if protocol == CommProtocol::COMM_PROTOCOL_ROCE {
        // SAFETY: the bytes are initialised: by the caller or by `description`.
        match unsafe { desc.anon_0.roceAttr.queueNum } {
            u32::MAX => 1,
            queues => queues,
        }
    } else {
        1
    };
    let socket = match desc.socket as usize {
        0 => None,
        fd => match i32::try_from(fd) {
            Ok(fd) => Some(fd),
            Err(_) => bail!(PARA, "socket is {fd:#x}, which is no descriptor of a connected socket"),
        },
    };
    Ok(Wish {
        remote: Wish::address(&desc.remoteEndpoint),
        notifies: desc.notifyNum,
        memory,
        socket,
        role: match desc.role.raw() {
            role @ 0..=1 => role,
            _ => -1,
        },
        port: desc.port,
        name,
        queues,
    })
}

/// Who makes the channels of an endpoint.
enum Maker {
    Own(CommProtocol),
    Plugin(Arc<plugin::Endpoint>),
}

/// # Safety
/// As the C function HcommChannelCreateWithConfig.
unsafe fn create(
    endpoint: EndpointHandle,
    engine: MaybeUninit<CommEngine>,
    descs: *mut HcommChannelDesc,
    num: u32,
    channels: *mut ChannelHandle,
    shared: bool,
) -> Result {
    arg::not_null(endpoint, "endpointHandle")?;
    arg::not_null(descs, "channelDescs")?;
    arg::not_null(channels, "channels")?;
    if num == 0 || num > base_channels::CHANNELS_MAX {
        bail!(PARA, "channelNum is {num}, 1 to {} are expected", base_channels::CHANNELS_MAX);
    }
    let maker = match plugin::endpoint(endpoint as u64) {
        Some(plugin) => Maker::Plugin(plugin),
        None => Maker::Own(endpoint::protocol(endpoint as u64)?),
    };
    // SAFETY: the caller's promise: `num` descriptions of one version.
    let descs: Vec<*const HcommChannelDesc> = unsafe {
        check_header(&*descs.cast::<CommAbiHeader>())?;
        let step = if num > 1 { stride(descs) } else { 0 };
        if step % align_of::<HcommChannelDesc>() != 0 {
            bail!(
                PARA,
                "the size in a channel description is {step}, no multiple of {}: initialise it with HcommChannelDescInit",
                align_of::<HcommChannelDesc>()
            );
        }
        (0..num).map(|index| descs.cast::<u8>().add(index as usize * step).cast_const().cast()).collect()
    };
    // SAFETY: the caller's promise.
    let out = unsafe { arg::output_array(channels, num as usize, "channels") }?;
    let handles = match maker {
        Maker::Plugin(plugin) => {
            // SAFETY: as above.
            let descs = descs.iter().map(|&desc| unsafe { description(desc) }).collect::<Result<Vec<_>>>()?;
            plugin.create_channels(&descs)?
        }
        Maker::Own(protocol) => {
            // SAFETY: as above, and the caller's promise for the pointers in them.
            let wishes =
                descs.iter().map(|&desc| unsafe { wish(desc, protocol) }).collect::<Result<Vec<_>>>()?;
            let engine = arg::enumerator(engine, Code::NOT_FOUND, "engine")?;
            base_channels::create(endpoint as u64, engine, &wishes, shared)?
        }
    };
    for (to, handle) in out.iter_mut().zip(handles) {
        to.write(handle);
    }
    Ok(())
}

/// Makes `channelNum` channels from an endpoint and starts to connect them; poll `HcommChannelGetStatus`
/// until they are ready. Both sides must do so, with the same number of notifies.
///
/// The caller destroys them with `HcommChannelDestroy`. If one cannot be made, none is. Errors: `HCCL_E_PTR`
/// for NULL, `HCCL_E_PARA` for a number of 0 or a description with another magic word or values out of range,
/// `HCCL_E_NOT_SUPPORT` for an engine that has no such protocol.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelCreate(
    endpointHandle: EndpointHandle,
    engine: MaybeUninit<CommEngine>,
    channelDescs: *mut HcommChannelDesc,
    channelNum: u32,
    channels: *mut ChannelHandle,
) -> HcommResult {
    ffi_guard!(HcommChannelCreate, {
        // SAFETY: the caller's promise, see the module.
        unsafe { create(endpointHandle, engine, channelDescs, channelNum, channels, false) }
    })
}

/// Makes options for `HcommChannelCreateWithConfig`, all unset; the caller destroys them. Errors:
/// `HCCL_E_PTR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelConfigCreate(config: *mut HcommChannelConfig) -> HcommResult {
    ffi_guard!(HcommChannelConfigCreate, {
        // SAFETY: the caller's promise, see the module.
        unsafe { arg::output(config, "config") }?.write(channel_config::create()? as HcommChannelConfig);
        Ok(())
    })
}

/// Destroys options; NULL is no error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelConfigDestroy(config: HcommChannelConfig) -> HcommResult {
    ffi_guard!(HcommChannelConfigDestroy, { channel_config::destroy(config as u64) })
}

/// Sets an option that is a number. Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for an option that does not
/// exist.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelConfigSetInt(
    config: HcommChannelConfig,
    r#type: MaybeUninit<HcommChannelConfigType>,
    value: u32,
) -> HcommResult {
    ffi_guard!(HcommChannelConfigSetInt, {
        arg::not_null(config, "config")?;
        if r#type.known() != Some(HcommChannelConfigType::HCOMM_CHANNEL_CONFIG_TYPE_IS_SHARED_QUEUE) {
            bail!(PARA, "type is {}, IS_SHARED_QUEUE (0) is expected", r#type.raw());
        }
        channel_config::change(config as u64, |config| config.shared = value != 0)
    })
}

/// As `HcommChannelCreate`, with options; NULL options set none. With a shared queue all channels of the
/// endpoint use one send queue, and their user must serialise them.
///
/// Errors: those of `HcommChannelCreate`, and `HCCL_E_NOT_SUPPORT` for engines or protocols without shared
/// queues.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelCreateWithConfig(
    endpointHandle: EndpointHandle,
    engine: MaybeUninit<CommEngine>,
    channelDescs: *mut HcommChannelDesc,
    channelNum: u32,
    config: HcommChannelConfig,
    channels: *mut ChannelHandle,
) -> HcommResult {
    ffi_guard!(HcommChannelCreateWithConfig, {
        let shared = !config.is_null() && channel_config::get(config as u64)?.shared;
        // SAFETY: the caller's promise, see the module.
        unsafe { create(endpointHandle, engine, channelDescs, channelNum, channels, shared) }
    })
}

/// Drives the connecting of channels one step, without blocking, and writes their states: 0 ready, 1
/// connecting, 2 failed, 3 timed out, 4 no local resources, 5 no remote resources. Use it from one thread at
/// a time.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for a number of 0, `HCCL_E_INTERNAL` for a channel that does
/// not live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelGetStatus(
    channelList: *const ChannelHandle,
    listNum: u32,
    statusList: *mut i32,
) -> HcommResult {
    ffi_guard!(HcommChannelGetStatus, {
        arg::not_null(channelList, "channelList")?;
        arg::not_null(statusList, "statusList")?;
        if listNum == 0 {
            bail!(PARA, "listNum is 0");
        }
        // SAFETY: the caller's promise, see the module.
        let (handles, out) = unsafe {
            (
                arg::array(channelList, listNum as usize, "channelList")?,
                arg::output_array(statusList, listNum as usize, "statusList")?,
            )
        };
        // One list holds channels of one kind; the first tells which.
        if plugin::is_plugin(handles[0]) {
            let states = handles.iter().map(|&handle| plugin::channel_status(handle));
            for (to, state) in out.iter_mut().zip(states.collect::<Result<Vec<_>>>()?) {
                to.write(state);
            }
            return Ok(());
        }
        for (to, state) in out.iter_mut().zip(base_channels::states(handles)?) {
            to.write(state as i32);
        }
        Ok(())
    })
}

/// Destroys channels on this side; the peer is not told. Let their operations complete first.
///
/// Errors: `HCCL_E_PTR` for NULL, `HCCL_E_PARA` for a number of 0, `HCCL_E_NOT_FOUND` at the first channel
/// that does not live; those before it are destroyed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcommChannelDestroy(channels: *const ChannelHandle, channelNum: u32) -> HcommResult {
    ffi_guard!(HcommChannelDestroy, {
        arg::not_null(channels, "channels")?;
        if channelNum == 0 {
            bail!(PARA, "channelNum is 0");
        }
        // SAFETY: the caller's promise, see the module.
        let handles = unsafe { arg::array(channels, channelNum as usize, "channels") }?;
        if plugin::is_plugin(handles[0]) {
            return handles.iter().try_for_each(|&handle| plugin::destroy_channel(handle));
        }
        base_channels::destroy(handles)
    })
}
