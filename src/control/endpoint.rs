//! Endpoints of the base layer, and the memory registered at them.
//!
//! An endpoint stands for a port of a device. Exporting registered memory gives bytes that another process imports to
//! reach the memory: they say whose device memory it is and where in it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use hcomm_abi::{
    AbiEnum, AbiStruct, CommAddrType, CommMem, CommMemType, CommProtocol, EndpointDesc, EndpointLocType,
    EnumArg,
};
use hcomm_base::sync::lock;
use hcomm_base::{Code, Error, Result, bail, err};
use serde::{Deserialize, Serialize};

use super::bootstrap::wire::Memory as WireMemory;
use super::comm::{current_device, product};
use crate::data::channel;
use crate::driver;
use crate::handle::{Kind, Table};

/// Bytes of the endpoint description at the end of every exported descriptor.
const TRAILER: usize = size_of::<EndpointDesc>();
/// First bytes of every exported descriptor.
const MAGIC: [u8; 4] = *b"HCMM";
/// Devices of one board that [`descriptions`] tells apart.
const UNSET: u8 = 0xff;

struct Endpoint {
    description: Box<[u8; TRAILER]>,
    protocol: CommProtocol,
    device: i32,
    /// Descriptors imported through it and how often.
    imports: Mutex<HashMap<Vec<u8>, u32>>,
}

struct Registered {
    endpoint: u64,
    kind: i32,
    addr: u64,
    size: u64,
    /// What was exported last; the caller has its address.
    exported: Option<Box<[u8]>>,
}

static ENDPOINTS: Table<Mutex<Option<Arc<Endpoint>>>> = Table::new(Kind::Endpoint);
static MEMORIES: Table<Mutex<Option<Registered>>> = Table::new(Kind::EndpointMemory);

/// What a descriptor says before its trailer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Descriptor {
    magic: [u8; 4],
    owner: WireMemory,
    kind: i32,
    addr: u64,
    size: u64,
}

fn find(handle: u64) -> Result<Arc<Endpoint>> {
    let endpoint = ENDPOINTS.get(handle).and_then(|shell| lock(shell).clone());
    endpoint.ok_or_else(|| ENDPOINTS.refuse(Code::NOT_FOUND, handle))
}

fn bytes_of(description: &EndpointDesc) -> Box<[u8; TRAILER]> {
    // SAFETY: a structure without padding (160 = 4 + 40 + 64 + 52) whose bytes are all initialised: it came through C
    // or was made from bytes.
    Box::new(unsafe { *std::ptr::from_ref(description).cast::<[u8; TRAILER]>() })
}

/// Makes an endpoint on the device of the calling thread.
pub fn create(description: &EndpointDesc) -> Result<u64> {
    use CommProtocol::*;
    let host = match description.loc.locType.known() {
        Some(EndpointLocType::ENDPOINT_LOC_TYPE_DEVICE) => false,
        Some(EndpointLocType::ENDPOINT_LOC_TYPE_HOST) => true,
        _ => bail!(
            PARA,
            "loc.locType is {}, 0 (device) or 1 (host) is expected",
            description.loc.locType.raw()
        ),
    };
    let protocol = match description.protocol.known() {
        Some(protocol @ (COMM_PROTOCOL_ROCE | COMM_PROTOCOL_UBC_TP | COMM_PROTOCOL_UB_CTP)) => protocol,
        Some(
            protocol @ (COMM_PROTOCOL_UB_MEM | COMM_PROTOCOL_PCIE | COMM_PROTOCOL_UBOE | COMM_PROTOCOL_UB_RTP
            | COMM_PROTOCOL_HCCS),
        ) if !host => protocol,
        _ => bail!(
            PARA,
            "protocol {} is not possible at a {} endpoint",
            description.protocol.raw(),
            if host { "host" } else { "device" }
        ),
    };
    let address = description.commAddr.r#type.known();
    if protocol == COMM_PROTOCOL_UBOE
        && matches!(
            address,
            None | Some(CommAddrType::COMM_ADDR_TYPE_ID | CommAddrType::COMM_ADDR_TYPE_RESERVED)
        )
    {
        bail!(
            NOT_SUPPORT,
            "an endpoint of protocol {protocol:?} needs an IP address or EID, not address type {}",
            description.commAddr.r#type.raw()
        );
    }
    if !channel::is_memory_semantic(protocol) {
        bail!(NOT_SUPPORT, "endpoints of protocol {protocol:?} are not built");
    }
    let device = current_device()?;
    let endpoint =
        Endpoint { description: bytes_of(description), protocol, device, imports: Mutex::default() };
    let shell = ENDPOINTS.reserve()?;
    *lock(&shell) = Some(Arc::new(endpoint));
    Ok(shell.publish())
}

/// Ends an endpoint and what is registered at it.
pub fn destroy(handle: u64) -> Result {
    let Some(shell) = ENDPOINTS.take(handle) else { return Err(ENDPOINTS.refuse(Code::NOT_FOUND, handle)) };
    lock(&shell).take();
    drop(shell);
    for memory in MEMORIES.handles() {
        let owned = MEMORIES
            .get(memory)
            .is_some_and(|shell| lock(shell).as_ref().is_some_and(|memory| memory.endpoint == handle));
        if owned {
            drop(MEMORIES.take(memory));
        }
    }
    Ok(())
}

/// Refuses handles that are no endpoints.
pub fn check(handle: u64) -> Result {
    find(handle).map(|_| ())
}

/// The ports of a device that endpoints can be made of. Offered on the newest products only.
pub fn descriptions(device: i32) -> Result<Vec<EndpointDesc>> {
    if device < 0 {
        bail!(PARA, "deviceLogicId is {device}");
    }
    if !product().is_v2() {
        bail!(NOT_SUPPORT, "endpoints are not listed on this product");
    }
    let mut description = EndpointDesc::zeroed();
    // SAFETY: the structure consists of integers, `MaybeUninit` and unions of those, for which any bits are a value.
    unsafe { (&raw mut description).cast::<u8>().write_bytes(UNSET, TRAILER) };
    description.protocol = CommProtocol::COMM_PROTOCOL_UB_CTP.abi();
    description.loc.locType = EndpointLocType::ENDPOINT_LOC_TYPE_DEVICE.abi();
    description.loc.anon_0.device.devPhyId = device as u32;
    description.commAddr.r#type = CommAddrType::COMM_ADDR_TYPE_EID.abi();
    let mut eid = [0; 16];
    eid[0] = 0xfd;
    eid[8..12].copy_from_slice(&(device as u32).to_be_bytes());
    eid[12..16].fill(UNSET);
    description.commAddr.anon_0.eid = eid;
    Ok(vec![description])
}

/// Registers a range at an endpoint. Ranges may overlap; each call gives a handle of its own.
pub fn register(endpoint: u64, kind: CommMemType, addr: u64, size: u64) -> Result<u64> {
    find(endpoint)?;
    if addr.checked_add(size).is_none() {
        bail!(PARA, "{size} bytes at {addr:#x} wrap around the address space");
    }
    // Peers reach memory that the program mapped itself at its place in the device's memory.
    let addr = driver::get()?.resolve(addr, size).unwrap_or(addr);
    let shell = MEMORIES.reserve()?;
    *lock(&shell) = Some(Registered { endpoint, kind: kind.raw(), addr, size, exported: None });
    Ok(shell.publish())
}

/// Forgets a registration.
pub fn unregister(endpoint: u64, memory: u64) -> Result {
    with(endpoint, memory, |_| Ok(()))?;
    match MEMORIES.take(memory) {
        Some(shell) => {
            lock(&shell).take();
            Ok(())
        }
        None => Err(MEMORIES.refuse(Code::NOT_FOUND, memory)),
    }
}

fn with<T>(endpoint: u64, memory: u64, f: impl FnOnce(&mut Registered) -> Result<T>) -> Result<T> {
    let shell = MEMORIES.get(memory).ok_or_else(|| MEMORIES.refuse(Code::NOT_FOUND, memory))?;
    match lock(shell).as_mut() {
        Some(registered) if registered.endpoint == endpoint => f(registered),
        Some(_) => bail!(NOT_FOUND, "memory handle {memory:#x} was registered at another endpoint"),
        None => Err(MEMORIES.refuse(Code::NOT_FOUND, memory)),
    }
}

/// Bytes that tell another process where the memory is: address and length, valid until the memory is unregistered or
/// exported again.
pub fn export(endpoint: u64, memory: u64) -> Result<(*const u8, u32)> {
    let port = find(endpoint)?;
    let driver = driver::get()?;
    with(endpoint, memory, |registered| {
        let info = driver.device_info(port.device)?;
        let inside = registered
            .addr
            .checked_sub(info.base)
            .and_then(|offset| offset.checked_add(registered.size))
            .is_some_and(|end| end <= info.size);
        if !inside {
            bail!(
                PARA,
                "{} bytes at {:#x} are not memory of device {}: allocate memory for other processes with HcommMemAlloc, \
                 aclrtMalloc or aclrtMallocHost",
                registered.size,
                registered.addr,
                port.device
            );
        }
        let descriptor = Descriptor {
            magic: MAGIC,
            owner: info.into(),
            kind: registered.kind,
            addr: registered.addr,
            size: registered.size,
        };
        let mut bytes = postcard::to_allocvec(&descriptor)
            .map_err(|e| err!(INTERNAL, "a memory descriptor cannot be encoded: {e}"))?;
        bytes.extend_from_slice(&*port.description);
        let exported = registered.exported.insert(bytes.into());
        Ok((exported.as_ptr(), exported.len() as u32))
    })
}

/// What [`import`] found.
#[derive(Debug)]
pub struct Imported {
    /// The range as valid in this process.
    pub memory: CommMem,
    /// It was imported through this endpoint before.
    pub again: bool,
}

/// Makes exported memory reachable.
pub fn import(endpoint: u64, bytes: &[u8]) -> Result<Imported> {
    let port = find(endpoint)?;
    let Some(split) = bytes.len().checked_sub(TRAILER) else {
        let code =
            if port.protocol == CommProtocol::COMM_PROTOCOL_HCCS { Code::INTERNAL } else { Code::PARA };
        return Err(Error::new(
            code,
            format!("the memory descriptor has {} bytes, at least {TRAILER} are expected", bytes.len()),
        ));
    };
    let descriptor: Descriptor = match postcard::take_from_bytes(&bytes[..split]) {
        Ok((descriptor, [])) => descriptor,
        Ok(_) | Err(_) => bail!(PARA, "the memory descriptor is not one of HcommMemExport, or it was cut"),
    };
    let info: npu_ext::DeviceInfo = descriptor.owner.into();
    let offset = descriptor
        .addr
        .checked_sub(info.base)
        .filter(|offset| offset.checked_add(descriptor.size).is_some_and(|end| end <= info.size));
    let (Some(offset), true, Some(kind)) =
        (offset, descriptor.magic == MAGIC, CommMemType::from_raw(descriptor.kind))
    else {
        bail!(PARA, "the memory descriptor is not one of HcommMemExport, or it was changed");
    };
    let base = driver::get()?.map_peer(&info)?;
    let mut imports = lock(&port.imports);
    let count = imports.entry(bytes.to_vec()).or_insert(0);
    *count += 1;
    let memory = CommMem { r#type: kind.abi(), addr: (base + offset) as *mut _, size: descriptor.size };
    Ok(Imported { memory, again: *count > 1 && port.protocol != CommProtocol::COMM_PROTOCOL_HCCS })
}

/// Takes one [`import`] back. AGAIN while others remain.
pub fn unimport(endpoint: u64, bytes: &[u8]) -> Result {
    let port = find(endpoint)?;
    let mut imports = lock(&port.imports);
    match imports.get_mut(bytes) {
        None => bail!(NOT_FOUND, "this memory descriptor was not imported through the endpoint"),
        Some(count) if *count > 1 => {
            *count -= 1;
            Err(Error::answer(
                Code::AGAIN,
                format!("the memory descriptor is still imported {count} time(s)"),
            ))
        }
        Some(_) => {
            imports.remove(bytes);
            Ok(())
        }
    }
}
