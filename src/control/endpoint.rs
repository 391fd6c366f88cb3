//! Endpoints of the base layer, and the memory registered at them.
//!
//! An endpoint stands for a *port*: a device with a protocol and an address. Endpoints of one port share what is
//! registered there. Exporting registered memory gives bytes that another process imports to reach the memory: they
//! say on which host and in which process it is, and where in its device memory, if it lies there.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU16, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use hcomm_abi::{
    AbiEnum, AbiStruct, CommAddrType, CommMem, CommMemType, CommProtocol, EndpointDesc, EndpointLocType,
    EnumArg,
};
use hcomm_base::sync::lock;
use hcomm_base::{Code, Error, Result, bail, err};
use serde::{Deserialize, Serialize};

use super::base_channels;
use super::comm::{current_device, product};
use super::endpoint_address::Address;
use super::host::Host;
use super::place::{Place, Wire};
use crate::driver;
use crate::handle::{Kind, Table};

/// Bytes of the endpoint description at the end of every exported descriptor.
const TRAILER: usize = size_of::<EndpointDesc>();
/// First bytes of every exported descriptor.
const MAGIC: [u8; 4] = *b"HCMM";
/// Value of members that are not set.
const UNSET: u8 = 0xff;
/// Longest tag of registered memory, in bytes.
pub const TAG_MAX: usize = 255;

/// What makes endpoints share their registrations.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Port {
    device: i32,
    protocol: i32,
    address: Address,
    host: bool,
}

/// A port of this process.
#[derive(Debug)]
pub(super) struct Endpoint {
    description: Box<[u8; TRAILER]>,
    port: Port,
    /// Protocol.
    pub(super) protocol: CommProtocol,
    /// Logical device.
    pub(super) device: i32,
    /// Address.
    pub(super) address: Address,
    /// Located at the host.
    pub(super) host: bool,
    /// Descriptors imported through it.
    imports: Mutex<HashMap<Vec<u8>, Import>>,
    /// Its channels.
    pub(super) channels: AtomicU32,
    /// TCP port on which it listens for channels; 0: it does not.
    pub(super) listening: AtomicU16,
}

#[derive(Debug)]
struct Import {
    times: u32,
    place: Place,
    wire: Wire,
}

struct Registered {
    port: Port,
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
    place: Place,
    wire: Wire,
}

impl Endpoint {
    /// True if channels of it go over the network even inside one host.
    pub(super) fn is_network(&self) -> bool {
        self.host || is_network(self.protocol)
    }

    /// Descriptions of memory that this endpoint imported from the process at `host` with id `pid`.
    pub(super) fn imported(&self, host: &Host, pid: i32) -> Vec<(Place, Wire)> {
        lock(&self.imports)
            .values()
            .filter(|import| import.place.is(host, pid))
            .map(|import| (import.place.clone(), import.wire))
            .collect()
    }

    /// True if both endpoints share their registrations.
    pub(super) fn is_port_of(&self, other: &Endpoint) -> bool {
        self.port == other.port
    }

    /// Protocol and address, for texts.
    pub(super) fn name(&self) -> String {
        format!("{:?} {}", self.protocol, self.address)
    }
}

/// True for the protocols that need a network also between processes of one host.
pub(super) fn is_network(protocol: CommProtocol) -> bool {
    matches!(protocol, CommProtocol::COMM_PROTOCOL_ROCE | CommProtocol::COMM_PROTOCOL_UBOE)
}

/// The endpoint behind a handle.
pub(super) fn find(handle: u64) -> Result<Arc<Endpoint>> {
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
    let address = Address::of(description);
    if is_network(protocol) && matches!(address, Address::None | Address::Id(_)) {
        bail!(
            NOT_SUPPORT,
            "an endpoint of protocol {protocol:?} needs an IP address or EID, not address type {}",
            description.commAddr.r#type.raw()
        );
    }
    let device = current_device()?;
    let endpoint = Endpoint {
        description: bytes_of(description),
        port: Port { device, protocol: protocol as i32, address, host },
        protocol,
        device,
        address,
        host,
        imports: Mutex::default(),
        channels: AtomicU32::new(0),
        listening: AtomicU16::new(0),
    };
    let shell = ENDPOINTS.reserve()?;
    *lock(&shell) = Some(Arc::new(endpoint));
    Ok(shell.publish())
}

/// Ends an endpoint, and what is registered at its port with the port's last one. UNAVAIL while it has channels.
pub fn destroy(handle: u64) -> Result {
    let channels = find(handle)?.channels.load(Ordering::Acquire);
    if channels > 0 {
        bail!(UNAVAIL, "{channels} channel(s) use the endpoint: destroy them first");
    }
    let Some(shell) = ENDPOINTS.take(handle) else { return Err(ENDPOINTS.refuse(Code::NOT_FOUND, handle)) };
    let endpoint = lock(&shell).take();
    drop(shell);
    let Some(endpoint) = endpoint else { return Ok(()) };
    base_channels::unlisten(&endpoint);
    let others = ENDPOINTS.handles().into_iter().filter_map(|other| find(other).ok());
    if others.into_iter().all(|other| other.port != endpoint.port) {
        for memory in memories(&endpoint) {
            drop(MEMORIES.take(memory));
        }
    }
    Ok(())
}

/// Protocol of an endpoint.
pub fn protocol(handle: u64) -> Result<CommProtocol> {
    Ok(find(handle)?.protocol)
}

/// Refuses handles that are no endpoints.
pub fn check(handle: u64) -> Result {
    find(handle).map(|_| ())
}

/// The TCP port on which the endpoint waits for channels, opened by the first call. NOT_SUPPORT for endpoints that do not
/// listen: all but host RoCE.
pub fn listen_port(handle: u64) -> Result<u16> {
    let endpoint = find(handle)?;
    if !(endpoint.host && endpoint.protocol == CommProtocol::COMM_PROTOCOL_ROCE) {
        bail!(NOT_SUPPORT, "endpoint {} has no listening socket: only host RoCE has", endpoint.name());
    }
    base_channels::listen(&endpoint)
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

/// Registers a range at an endpoint. Ranges may overlap; each call gives a handle of its own, and a range stays
/// reachable until the last registration that contains it ends.
pub fn register(endpoint: u64, kind: CommMemType, addr: u64, size: u64) -> Result<u64> {
    let endpoint = find(endpoint)?;
    // Peers reach memory that the program mapped itself at its place in the device's memory.
    let addr = driver::get()?.resolve(addr, size).unwrap_or(addr);
    Place::here().describe(endpoint.device, kind.raw(), addr, size)?;
    let shell = MEMORIES.reserve()?;
    *lock(&shell) =
        Some(Registered { port: endpoint.port.clone(), kind: kind.raw(), addr, size, exported: None });
    Ok(shell.publish())
}

/// Forgets a registration; peers can no longer reach the range unless another one contains it.
pub fn unregister(endpoint: u64, memory: u64) -> Result {
    let port = find(endpoint)?;
    with(&port, memory, |_| Ok(()))?;
    match MEMORIES.take(memory) {
        Some(shell) => {
            lock(&shell).take();
            drop(shell);
            base_channels::memory_changed(&port, memory);
            Ok(())
        }
        None => Err(MEMORIES.refuse(Code::NOT_FOUND, memory)),
    }
}

fn with<T>(endpoint: &Endpoint, memory: u64, f: impl FnOnce(&mut Registered) -> Result<T>) -> Result<T> {
    let shell = MEMORIES.get(memory).ok_or_else(|| MEMORIES.refuse(Code::NOT_FOUND, memory))?;
    match lock(shell).as_mut() {
        Some(registered) if registered.port == endpoint.port => f(registered),
        Some(_) => bail!(NOT_FOUND, "memory handle {memory:#x} was registered at another endpoint"),
        None => Err(MEMORIES.refuse(Code::NOT_FOUND, memory)),
    }
}

/// Handles of everything that is registered at the port of an endpoint.
pub(super) fn memories(endpoint: &Endpoint) -> Vec<u64> {
    let mut handles = MEMORIES.handles();
    handles.retain(|&memory| with(endpoint, memory, |_| Ok(())).is_ok());
    handles
}

/// Handles of what was exported at the port of an endpoint.
pub(super) fn exported(endpoint: &Endpoint) -> HashSet<u64> {
    let exported = |memory| with(endpoint, memory, |registered| Ok(registered.exported.is_some()));
    MEMORIES.handles().into_iter().filter(|&memory| exported(memory) == Ok(true)).collect()
}

/// A registered range: `CommMemType` number, address, bytes. NOT_FOUND if it is not registered at the port (any more).
pub(super) fn range(endpoint: &Endpoint, memory: u64) -> Result<(i32, u64, u64)> {
    with(endpoint, memory, |registered| Ok((registered.kind, registered.addr, registered.size)))
}

/// Bytes that tell another process where the memory is: address and length, valid until the memory is unregistered or
/// exported again. Protocols that share memory by themselves have none: an empty description.
pub fn export(endpoint: u64, memory: u64) -> Result<(*const u8, u32)> {
    let port = find(endpoint)?;
    let answer = with(&port, memory, |registered| {
        if shares(port.protocol) {
            return Ok((MAGIC.as_ptr(), 0));
        }
        let mut place = Place::here();
        let wire = place.describe(port.device, registered.kind, registered.addr, registered.size)?;
        let descriptor = Descriptor { magic: MAGIC, place, wire };
        let mut bytes = postcard::to_allocvec(&descriptor)
            .map_err(|e| err!(INTERNAL, "a memory descriptor cannot be encoded: {e}"))?;
        bytes.extend_from_slice(&*port.description);
        let exported = registered.exported.insert(bytes.into());
        Ok((exported.as_ptr(), exported.len() as u32))
    })?;
    base_channels::memory_changed(&port, memory);
    Ok(answer)
}

/// True for the protocols of which the original neither exports nor imports anything.
fn shares(protocol: CommProtocol) -> bool {
    matches!(protocol, CommProtocol::COMM_PROTOCOL_UB_MEM | CommProtocol::COMM_PROTOCOL_PCIE)
}

/// What [`import`] found.
#[derive(Debug)]
pub struct Imported {
    /// The range as operations of channels of the endpoint take it; `None`: the protocol imports nothing.
    pub memory: Option<CommMem>,
    /// It was imported through this endpoint before.
    pub again: bool,
}

/// Makes exported memory reachable.
pub fn import(endpoint: u64, bytes: &[u8]) -> Result<Imported> {
    let port = find(endpoint)?;
    if shares(port.protocol) {
        return Ok(Imported { memory: None, again: false });
    }
    if bytes.is_empty() {
        bail!(PARA, "descLen is 0");
    }
    let Some(split) = bytes.len().checked_sub(TRAILER) else {
        let internal =
            [CommProtocol::COMM_PROTOCOL_HCCS, CommProtocol::COMM_PROTOCOL_ROCE].contains(&port.protocol);
        return Err(Error::new(
            if internal { Code::INTERNAL } else { Code::PARA },
            format!("the memory descriptor has {} bytes, at least {TRAILER} are expected", bytes.len()),
        ));
    };
    let descriptor = decode(&bytes[..split])?;
    let Descriptor { place, wire, .. } = descriptor;
    let addr = place.reach(&wire, port.is_network())?.addr;
    let again = {
        let mut imports = lock(&port.imports);
        let import = imports.entry(bytes.to_vec()).or_insert(Import { times: 0, place, wire });
        import.times += 1;
        import.times > 1
    };
    base_channels::imports_changed(&port);
    let kind = CommMemType::from_raw(wire.kind).unwrap_or(CommMemType::COMM_MEM_TYPE_DEVICE);
    let memory = CommMem { r#type: kind.abi(), addr: addr as *mut _, size: wire.size };
    let counts = port.protocol != CommProtocol::COMM_PROTOCOL_HCCS;
    Ok(Imported { memory: Some(memory), again: again && counts })
}

/// Reads what stands before the trailer of a descriptor. The bytes may be anything.
fn decode(bytes: &[u8]) -> Result<Descriptor> {
    let descriptor: Descriptor = match postcard::take_from_bytes(bytes) {
        Ok((descriptor, [])) => descriptor,
        Ok(_) | Err(_) => bail!(PARA, "the memory descriptor is not one of HcommMemExport, or it was cut"),
    };
    let Descriptor { magic, place, wire } = &descriptor;
    let known = CommMemType::from_raw(wire.kind).is_some_and(|k| k != CommMemType::COMM_MEM_TYPE_INVALID);
    if *magic != MAGIC || !known || !place.holds(wire) {
        bail!(PARA, "the memory descriptor is not one of HcommMemExport, or it was changed");
    }
    Ok(descriptor)
}

/// Takes one [`import`] back. AGAIN while others remain.
pub fn unimport(endpoint: u64, bytes: &[u8]) -> Result {
    let port = find(endpoint)?;
    if shares(port.protocol) {
        return Ok(());
    }
    {
        let mut imports = lock(&port.imports);
        match imports.get_mut(bytes) {
            None => bail!(NOT_FOUND, "this memory descriptor was not imported through the endpoint"),
            Some(import) if import.times > 1 => {
                import.times -= 1;
                return Err(Error::answer(
                    Code::AGAIN,
                    format!("the memory descriptor is still imported {} time(s)", import.times),
                ));
            }
            Some(_) => drop(imports.remove(bytes)),
        }
    }
    base_channels::imports_changed(&port);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_bytes_are_refused_or_understood(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
            let _ = decode(&bytes);
        }

        #[test]
        fn changed_descriptors_never_panic(at in 0usize..120, bit in 0u8..8, size in any::<u64>(), addr in any::<u64>()) {
            let wire = Wire { kind: 1, device: None, writable: true, addr, size };
            let descriptor = Descriptor { magic: MAGIC, place: Place::here(), wire };
            let mut bytes = postcard::to_allocvec(&descriptor).unwrap();
            match decode(&bytes) {
                Ok(decoded) => prop_assert_eq!(decoded, descriptor),
                Err(_) => prop_assert!(size == 0 || addr.checked_add(size).is_none()),
            }
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << bit;
            }
            let _ = decode(&bytes);
        }
    }
}
