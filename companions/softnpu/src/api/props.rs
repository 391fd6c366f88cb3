//! Properties of devices, and settings that are stored and given back.

use super::guard::{guard, not_null, write_out};
use crate::engine::config;
use crate::engine::context::{current, current_device};
use crate::engine::device;
use crate::engine::stream::{self, Stream};
use crate::error::{Result, code, fail};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

/// What a SoC looks like to a program.
pub(crate) struct Model {
    pub cube_cores: u32,
    pub vector_cores: u32,
    pub aicpu_cores: u32,
    pub l2_bytes: i64,
    /// Memory of a vector core in bytes.
    pub vector_bytes: i64,
    /// Number of the instruction set.
    pub arch: i64,
}

/// The model of the configured SoC.
pub(crate) fn model() -> &'static Model {
    static NEW: Model = Model {
        cube_cores: 32,
        vector_cores: 64,
        aicpu_cores: 6,
        l2_bytes: 128 << 20,
        vector_bytes: 256 << 10,
        arch: 3510,
    };
    static OLD: Model = Model {
        cube_cores: 24,
        vector_cores: 48,
        aicpu_cores: 6,
        l2_bytes: 192 << 20,
        vector_bytes: 192 << 10,
        arch: 2201,
    };
    let soc = &config::get().soc;
    if soc.contains("Ascend950") || soc.contains("Ascend960") || soc.contains("Ascend910_96") {
        &NEW
    } else {
        &OLD
    }
}

/// Physical id of a device; 107001 if there is no such device.
fn physical(id: u32) -> Result<u32> {
    device::check_id(i32::try_from(id).unwrap_or(-1))?;
    Ok(config::get().visible[id as usize])
}

/// One property of a device, `attr` is an `aclrtDevAttr`. 107001 for an unknown device, 107000 for an unknown property.
///
/// # Safety
/// `value` is NULL or points to an `int64_t`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetDeviceInfo(id: u32, attr: i32, value: *mut i64) -> i32 {
    guard("aclrtGetDeviceInfo", || {
        not_null(value, "value")?;
        let chip = physical(id)?;
        let model = model();
        let answer = match attr {
            1 => model.aicpu_cores.into(),
            101 | 102 => model.cube_cores.into(),
            201 => model.vector_cores.into(),
            202 => 32,
            203 => 2048,
            204 => model.vector_bytes,
            205..=208 => 65_535,
            209..=212 => 2048,
            301 => config::get().memory as i64,
            302 => model.l2_bytes,
            401..=403 => chip.into(), // SMP, chip, device in the super pod
            404 | 405 => 0,           // server in the super pod, super pod
            406 => 1,                 // custom operators may run
            407 => 0,                 // main board
            408 => 0,                 // connected by PCIe
            409 => 3,                 // a PCIe card
            501 => 0,                 // not virtual
            601 => model.arch,
            _ => fail!(code::RT_PARAM_INVALID, "attr {attr} is not an aclrtDevAttr"),
        };
        // SAFETY: checked above; the caller vouches for the pointer.
        unsafe { write_out(value, "value", answer) }
    })
}

/// Whether a device has a feature (`aclrtDevFeatureType`): 0, the features that can be asked for are those of AI cores.
///
/// # Safety
/// `value` is NULL or points to an `int32_t`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetDeviceCapability(id: i32, feature: i32, value: *mut i32) -> i32 {
    const NOT_SUPPORTED: i32 = 0;
    guard("aclrtGetDeviceCapability", || {
        not_null(value, "value")?;
        device::check_id(id)?;
        if !matches!(feature, 1 | 21) {
            fail!(code::RT_PARAM_INVALID, "devFeatureType {feature} does not exist");
        }
        // SAFETY: checked above; the caller vouches for the pointer.
        unsafe { write_out(value, "value", NOT_SUPPORTED) }
    })
}

/// Physical id of a user id, which is a logical id here.
///
/// # Safety
/// `out` is NULL or points to an `int32_t`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetPhyDevIdByUserDevId(id: i32, out: *mut i32) -> i32 {
    guard("aclrtGetPhyDevIdByUserDevId", || {
        not_null(out, "phyDevId")?;
        let chip = physical(u32::try_from(id).unwrap_or(u32::MAX))?;
        // SAFETY: checked above; the caller vouches for the pointer.
        unsafe { write_out(out, "phyDevId", chip as i32) }
    })
}

/// User id of a logical id: the same number.
///
/// # Safety
/// `out` is NULL or points to an `int32_t`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetUserDevIdByLogicDevId(id: i32, out: *mut i32) -> i32 {
    guard("aclrtGetUserDevIdByLogicDevId", || {
        not_null(out, "userDevid")?;
        device::check_id(id)?;
        // SAFETY: checked above; the caller vouches for the pointer.
        unsafe { write_out(out, "userDevid", id) }
    })
}

/// How two devices are connected: HCCS (bit 0), as the devices of one server are.
///
/// # Safety
/// `value` is NULL or points to a `uint64_t`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetDevicesTopo(id: u32, other: u32, value: *mut u64) -> i32 {
    const HCCS: u64 = 1;
    guard("aclrtGetDevicesTopo", || {
        not_null(value, "value")?;
        physical(id)?;
        physical(other)?;
        // SAFETY: checked above; the caller vouches for the pointer.
        unsafe { write_out(value, "value", HCCS) }
    })
}

/// Kinds of the driver's device queries, for [`rtGetDeviceInfo`].
mod query {
    pub const SYSTEM: i32 = 0;
    pub const AICPU: i32 = 1;
    pub const AICORE: i32 = 4;
    pub const VECTOR_CORE: i32 = 7;

    pub const VERSION: i32 = 1;
    pub const CORE_NUM: i32 = 3;
    pub const PHY_CHIP_ID: i32 = 18;
    pub const PHY_DIE_ID: i32 = 19;
    pub const SDID: i32 = 26;
    pub const SERVER_ID: i32 = 27;
    pub const SCALE_TYPE: i32 = 28;
    pub const SUPER_POD_ID: i32 = 29;
    pub const MAINBOARD_ID: i32 = 39;
    pub const CUST_OP_ENHANCE: i32 = 46;
}

fn driver_query(chip: u32, module: i32, info: i32) -> Result<i64> {
    use query::*;
    let model = model();
    Ok(match (module, info) {
        (SYSTEM, PHY_CHIP_ID | SDID) => chip.into(),
        (SYSTEM, VERSION | PHY_DIE_ID | SERVER_ID | SCALE_TYPE | SUPER_POD_ID | MAINBOARD_ID) => 0,
        (SYSTEM, CUST_OP_ENHANCE | CORE_NUM) => 1,
        (AICPU, CORE_NUM) => model.aicpu_cores.into(),
        (AICORE, CORE_NUM) => model.cube_cores.into(),
        (VECTOR_CORE, CORE_NUM) => model.vector_cores.into(),
        _ => fail!(code::RT_FEATURE_NOT_SUPPORT, "there is no value for module {module}, information {info}"),
    })
}

/// One value of the driver about a device: kind of module, kind of information. 207000 where there is none.
///
/// # Safety
/// `value` is NULL or points to an `int64_t`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rtGetDeviceInfo(id: u32, module: i32, info: i32, value: *mut i64) -> i32 {
    guard("rtGetDeviceInfo", || {
        let chip = physical(id)?;
        runtime_not_null(value, "val")?;
        let answer = driver_query(chip, module, info)?;
        // SAFETY: checked above; the caller vouches for the pointer.
        unsafe { write_out(value, "val", answer) }
    })
}

/// [`rtGetDeviceInfo`] by physical id.
///
/// # Safety
/// `value` is NULL or points to an `int64_t`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rtGetPhyDeviceInfo(chip: u32, module: i32, info: i32, value: *mut i64) -> i32 {
    guard("rtGetPhyDeviceInfo", || {
        check_chip(chip)?;
        runtime_not_null(value, "val")?;
        let answer = driver_query(chip, module, info)?;
        // SAFETY: checked above; the caller vouches for the pointer.
        unsafe { write_out(value, "val", answer) }
    })
}

fn check_chip(chip: u32) -> Result {
    if chip >= config::get().devices {
        fail!(
            code::RT_INVALID_DEVICE,
            "physical device {chip} does not exist; there are {}",
            config::get().devices
        );
    }
    Ok(())
}

/// The only kind of information about two devices: their connection.
const TOPOLOGY: i32 = 0;
/// Connection through HCCS, in the numbers of the driver.
const TOPOLOGY_HCCS: i64 = 0;

fn pair_query(info: i32, value: *mut i64) -> Result {
    runtime_not_null(value, "val")?;
    if info != TOPOLOGY {
        fail!(
            code::RT_FEATURE_NOT_SUPPORT,
            "information {info} about two devices is not known, only {TOPOLOGY}"
        );
    }
    // SAFETY: not null; the caller of the C function vouches for the pointer.
    unsafe { write_out(value, "val", TOPOLOGY_HCCS) }
}

/// Connection of two devices (information 0): 0, HCCS.
///
/// # Safety
/// `value` is NULL or points to an `int64_t`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rtGetPairDevicesInfo(id: u32, other: u32, info: i32, value: *mut i64) -> i32 {
    guard("rtGetPairDevicesInfo", || {
        physical(id)?;
        physical(other)?;
        pair_query(info, value)
    })
}

/// [`rtGetPairDevicesInfo`] by physical ids.
///
/// # Safety
/// `value` is NULL or points to an `int64_t`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rtGetPairPhyDevicesInfo(chip: u32, other: u32, info: i32, value: *mut i64) -> i32 {
    guard("rtGetPairPhyDevicesInfo", || {
        check_chip(chip)?;
        check_chip(other)?;
        pair_query(info, value)
    })
}

/// 107000 if a required pointer of an `rt` function is null.
fn runtime_not_null<T>(pointer: *const T, what: &str) -> Result {
    if pointer.is_null() {
        fail!(code::RT_PARAM_INVALID, "{what} is NULL");
    }
    Ok(())
}

/// Number of cube cores.
///
/// # Safety
/// `count` is NULL or points to a `uint32_t`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rtGetAiCoreCount(count: *mut u32) -> i32 {
    guard("rtGetAiCoreCount", || {
        runtime_not_null(count, "aiCoreCnt")?;
        // SAFETY: checked above; the caller vouches for the pointer.
        unsafe { write_out(count, "aiCoreCnt", model().cube_cores) }
    })
}

/// Number of cores that run AICPU kernels.
///
/// # Safety
/// `count` is NULL or points to a `uint32_t`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rtGetAiCpuCount(count: *mut u32) -> i32 {
    guard("rtGetAiCpuCount", || {
        runtime_not_null(count, "aiCpuCnt")?;
        // SAFETY: checked above; the caller vouches for the pointer.
        unsafe { write_out(count, "aiCpuCnt", model().aicpu_cores) }
    })
}

/// Server of a device of the super pod: 0, there is one server.
///
/// # Safety
/// `server` is NULL or points to a `uint32_t`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rtGetServerIDBySDID(_device: u32, server: *mut u32) -> i32 {
    guard("rtGetServerIDBySDID", || {
        runtime_not_null(server, "srvId")?;
        // SAFETY: checked above; the caller vouches for the pointer.
        unsafe { write_out(server, "srvId", 0) }
    })
}

/// Registers a function that is told when profiling starts; it never does.
#[unsafe(no_mangle)]
pub extern "C" fn rtProfRegisterCtrlCallback(
    _module: u32,
    callback: Option<extern "C" fn(u32, *mut c_void, u32) -> i32>,
) -> i32 {
    guard("rtProfRegisterCtrlCallback", || {
        if callback.is_none() {
            fail!(code::RT_PARAM_INVALID, "callback is NULL");
        }
        Ok(())
    })
}

/// Unique bytes of a device: the same in every process, different for each device of the machine.
///
/// # Safety
/// `uuid` is NULL or points to 16 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtDeviceGetUuid(id: i32, uuid: *mut [u8; 16]) -> i32 {
    guard("aclrtDeviceGetUuid", || {
        not_null(uuid, "uuid")?;
        device::check_id(id)?;
        let mut bytes = *b"softnpu.........";
        let machine = std::fs::read_to_string("/etc/machine-id").unwrap_or_default();
        let hash = machine.trim().bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        bytes[7..15].copy_from_slice(&hash.to_le_bytes());
        bytes[15] = physical(id as u32)? as u8;
        // SAFETY: checked above; the caller vouches for the pointer.
        unsafe { write_out(uuid, "uuid", bytes) }
    })
}

/// `aclrtUtilizationInfo`: shares in percent.
#[repr(C)]
pub struct Utilization {
    cube: i32,
    vector: i32,
    aicpu: i32,
    memory: i32,
    more: *mut c_void,
}

/// How busy a device is, in percent; nothing is measured here, so 0.
///
/// # Safety
/// `info` is NULL or points to an `aclrtUtilizationInfo`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetDeviceUtilizationRate(id: i32, info: *mut Utilization) -> i32 {
    guard("aclrtGetDeviceUtilizationRate", || {
        not_null(info, "utilizationInfo")?;
        device::check_id(id)?;
        // SAFETY: not null; the caller vouches for the pointer.
        let info = unsafe { &mut *info };
        if !info.more.is_null() {
            fail!(code::INVALID_PARAM, "utilizationExtend must be NULL, it is reserved");
        }
        (info.cube, info.vector, info.aicpu, info.memory) = (0, 0, 0, 0);
        Ok(())
    })
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Settings by owner (device, context or process) and number.
type Stored = LazyLock<Mutex<BTreeMap<(u64, u32), u64>>>;

static SATURATION: Stored = LazyLock::new(Default::default);
const SATURATING: u64 = 0;
const INF_NAN: u64 = 1;

/// Result of overflows on the current device: 0 saturates, 1 gives INF and NaN. Stored; arithmetic here always
/// behaves as with 1.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtSetDeviceSatMode(mode: i32) -> i32 {
    guard("aclrtSetDeviceSatMode", || {
        if !(SATURATING as i32..=INF_NAN as i32).contains(&mode) {
            fail!(code::RT_PARAM_INVALID, "mode is {mode}, expected {SATURATING} or {INF_NAN}");
        }
        let device = current_device()?;
        lock(&SATURATION).insert((device.id as u64, 0), mode as u64);
        Ok(())
    })
}

/// What [`aclrtSetDeviceSatMode`] stored for the current device; 1 at first.
///
/// # Safety
/// `mode` is NULL or points to an `aclrtFloatOverflowMode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetDeviceSatMode(mode: *mut u32) -> i32 {
    guard("aclrtGetDeviceSatMode", || {
        not_null(mode, "mode")?;
        let device = current_device()?;
        let stored = lock(&SATURATION).get(&(device.id as u64, 0)).copied().unwrap_or(INF_NAN);
        // SAFETY: checked above; the caller vouches for the pointer.
        unsafe { write_out(mode, "mode", stored as u32) }
    })
}

/// Address of the overflow flag of the device: a word that stays 0.
///
/// # Safety
/// `address` is NULL or points to a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtCtxGetFloatOverflowAddr(address: *mut *mut c_void) -> i32 {
    static FLAG: AtomicU64 = AtomicU64::new(0);
    guard("aclrtCtxGetFloatOverflowAddr", || {
        not_null(address, "overflowAddr")?;
        current()?;
        // SAFETY: checked above; the caller vouches for the pointer.
        unsafe { write_out(address, "overflowAddr", FLAG.as_ptr().cast()) }
    })
}

static PARAMETERS: Stored = LazyLock::new(Default::default);
/// Owner of the parameters of the process; contexts have numbers from 1 on.
const PROCESS: u64 = 0;
const DETERMINISTIC: i32 = 0;
const LAST_PARAMETER: i32 = 3;
const PARAMETER_NOT_SET: i32 = 107_021;

fn set_parameter(owner: u64, number: i32, value: i64) -> Result {
    check_parameter(number)?;
    let limit = if number == DETERMINISTIC { 4 } else { 2 };
    if !(0..limit).contains(&value) {
        fail!(
            code::RT_PARAM_INVALID,
            "value of system parameter {number} is {value}, expected 0 to {}",
            limit - 1
        );
    }
    lock(&PARAMETERS).insert((owner, number as u32), value as u64);
    Ok(())
}

fn check_parameter(number: i32) -> Result {
    if !(0..=LAST_PARAMETER).contains(&number) {
        fail!(
            code::RT_PARAM_INVALID,
            "system parameter {number} does not exist, expected 0 to {LAST_PARAMETER}"
        );
    }
    Ok(())
}

fn get_parameter(owner: u64, number: i32, value: *mut i64) -> Result {
    not_null(value, "value")?;
    check_parameter(number)?;
    let Some(stored) = lock(&PARAMETERS).get(&(owner, number as u32)).copied() else {
        fail!(PARAMETER_NOT_SET, "system parameter {number} was not set");
    };
    // SAFETY: not null; the caller of the C function vouches for the pointer.
    unsafe { write_out(value, "value", stored as i64) }
}

/// Stores a system parameter of the process.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtSetSysParamOpt(number: i32, value: i64) -> i32 {
    guard("aclrtSetSysParamOpt", || set_parameter(PROCESS, number, value))
}

/// Gives back a system parameter of the process; 107021 if it was not set.
///
/// # Safety
/// `value` is NULL or points to an `int64_t`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetSysParamOpt(number: i32, value: *mut i64) -> i32 {
    guard("aclrtGetSysParamOpt", || get_parameter(PROCESS, number, value))
}

/// Stores a system parameter of the current context.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtCtxSetSysParamOpt(number: i32, value: i64) -> i32 {
    guard("aclrtCtxSetSysParamOpt", || set_parameter(current()?.id, number, value))
}

/// Gives back a system parameter of the current context; 107021 if it was not set.
///
/// # Safety
/// `value` is NULL or points to an `int64_t`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtCtxGetSysParamOpt(number: i32, value: *mut i64) -> i32 {
    guard("aclrtCtxGetSysParamOpt", || get_parameter(current()?.id, number, value))
}

static DEVICE_LIMITS: Stored = LazyLock::new(Default::default);
static STREAM_LIMITS: Stored = LazyLock::new(Default::default);

thread_local! {
    /// Stream whose limits the thread uses: its handle.
    static USED: RefCell<Option<u64>> = const { RefCell::new(None) };
}

/// Cores of a kind (0 cube, 1 vector) that the device has. 107000 for an unknown kind.
fn cores(kind: i32) -> Result<u32> {
    match kind {
        0 => Ok(model().cube_cores),
        1 => Ok(model().vector_cores),
        _ => fail!(code::RT_PARAM_INVALID, "type is {kind}, expected 0 (cube cores) or 1 (vector cores)"),
    }
}

fn check_limit(kind: i32, value: u32) -> Result {
    let most = cores(kind)?;
    if !(1..=most).contains(&value) {
        fail!(code::RT_PARAM_INVALID, "value is {value}, expected 1 to {most} cores");
    }
    Ok(())
}

fn device_limit(id: i32, kind: i32) -> Result<u32> {
    let most = cores(kind)?;
    Ok(lock(&DEVICE_LIMITS).get(&(id as u64, kind as u32)).map_or(most, |value| *value as u32))
}

fn stream_limit(stream: &Arc<Stream>, device: i32, kind: i32) -> Result<u32> {
    cores(kind)?;
    let stored = lock(&STREAM_LIMITS).get(&(stream.handle() as u64, kind as u32)).copied();
    stored.map_or_else(|| device_limit(device, kind), |value| Ok(value as u32))
}

/// Limits the cores of a device that this process uses; stored, nothing runs on such cores here.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtSetDeviceResLimit(id: i32, kind: i32, value: u32) -> i32 {
    guard("aclrtSetDeviceResLimit", || {
        cores(kind)?;
        device::check_id(id)?;
        check_limit(kind, value)?;
        lock(&DEVICE_LIMITS).insert((id as u64, kind as u32), value.into());
        Ok(())
    })
}

/// The limit of a device; at first all its cores.
///
/// # Safety
/// `value` is NULL or points to a `uint32_t`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetDeviceResLimit(id: i32, kind: i32, value: *mut u32) -> i32 {
    guard("aclrtGetDeviceResLimit", || {
        not_null(value, "value")?;
        cores(kind)?;
        device::check_id(id)?;
        let limit = device_limit(id, kind)?;
        // SAFETY: checked above; the caller vouches for the pointer.
        unsafe { write_out(value, "value", limit) }
    })
}

/// Ends the limits of a device.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtResetDeviceResLimit(id: i32) -> i32 {
    guard("aclrtResetDeviceResLimit", || {
        device::check_id(id)?;
        lock(&DEVICE_LIMITS).retain(|(owner, _), _| *owner != id as u64);
        Ok(())
    })
}

/// Limits the cores that a stream uses; stored.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtSetStreamResLimit(stream: *mut c_void, kind: i32, value: u32) -> i32 {
    guard("aclrtSetStreamResLimit", || {
        cores(kind)?;
        let stream = stream::resolve(stream)?;
        check_limit(kind, value)?;
        lock(&STREAM_LIMITS).insert((stream.handle() as u64, kind as u32), value.into());
        Ok(())
    })
}

/// The limit of a stream; at first that of its device.
///
/// # Safety
/// `value` is NULL or points to a `uint32_t`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetStreamResLimit(stream: *mut c_void, kind: i32, value: *mut u32) -> i32 {
    guard("aclrtGetStreamResLimit", || {
        not_null(value, "value")?;
        cores(kind)?;
        let stream = stream::resolve(stream)?;
        let limit = stream_limit(&stream, stream.engine.device, kind)?;
        // SAFETY: checked above; the caller vouches for the pointer.
        unsafe { write_out(value, "value", limit) }
    })
}

/// Ends the limits of a stream.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtResetStreamResLimit(stream: *mut c_void) -> i32 {
    guard("aclrtResetStreamResLimit", || {
        let stream = stream::resolve(stream)?;
        let owner = stream.handle() as u64;
        lock(&STREAM_LIMITS).retain(|(known, _), _| *known != owner);
        Ok(())
    })
}

/// Makes the calling thread use the limits of a stream.
#[unsafe(no_mangle)]
pub extern "C" fn aclrtUseStreamResInCurrentThread(stream: *mut c_void) -> i32 {
    guard("aclrtUseStreamResInCurrentThread", || {
        let handle = stream::resolve(stream)?.handle() as u64;
        let _ = USED.try_with(|used| *used.borrow_mut() = Some(handle));
        Ok(())
    })
}

/// Ends [`aclrtUseStreamResInCurrentThread`].
#[unsafe(no_mangle)]
pub extern "C" fn aclrtUnuseStreamResInCurrentThread(stream: *mut c_void) -> i32 {
    guard("aclrtUnuseStreamResInCurrentThread", || {
        stream::resolve(stream)?;
        let _ = USED.try_with(|used| *used.borrow_mut() = None);
        Ok(())
    })
}

/// Cores that the calling thread may use: the limit of its stream or of its device.
///
/// # Safety
/// `value` is NULL or points to a `uint32_t`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetResInCurrentThread(kind: i32, value: *mut u32) -> i32 {
    guard("aclrtGetResInCurrentThread", || {
        not_null(value, "value")?;
        cores(kind)?;
        let device = current_device()?;
        let used = USED.try_with(|used| *used.borrow()).ok().flatten();
        let stored = used.and_then(|owner| lock(&STREAM_LIMITS).get(&(owner, kind as u32)).copied());
        let limit = stored.map_or_else(|| device_limit(device.id, kind), |limit| Ok(limit as u32))?;
        // SAFETY: checked above; the caller vouches for the pointer.
        unsafe { write_out(value, "value", limit) }
    })
}
