//! NIC plug-ins: shared libraries that serve protocols of the host. Loaded once, at the first use of a host endpoint.

use std::collections::HashMap;
use std::ffi::{CStr, CString, OsStr, OsString, c_char, c_void};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use hcomm_abi::{
    COMM_PROTOCOL_CUSTOM_BASE, CommAbiHeader, CommMem, CommProtocol, EndpointDesc, EndpointLocType, EnumArg,
    HCOMM_NIC_CHANNEL_OPS_MAGIC_WORD, HCOMM_NIC_CHANNEL_OPS_VERSION, HCOMM_NIC_ENDPOINT_OPS_MAGIC_WORD,
    HCOMM_NIC_ENDPOINT_OPS_VERSION, HCOMM_NIC_PLUGIN_INFO_MAGIC_WORD, HCOMM_NIC_PLUGIN_INFO_VERSION,
    HCOMM_NIC_PLUGIN_MAX_PROTOCOLS, HcommChannelDesc, HcommNicChannelOps, HcommNicEndpointOps,
    HcommNicPluginCreateChannelFunc, HcommNicPluginCreateEndpointFunc, HcommNicPluginGetInfoFunc,
    HcommNicPluginInfo,
};
use hcomm_base::sync::lock;
use hcomm_base::{Code, Result, bail, env, err};

use crate::data::plugin::{self, Channel, answer};
use crate::handle::{ChannelHandle, Kind, Table};

/// Folder below `ASCEND_HOME_PATH` from which all plug-ins are loaded.
const FOLDER: &str = "hcomm_plugin";

type CreateEndpoint =
    unsafe extern "C" fn(*const EndpointDesc, *mut *mut c_void, *mut *mut HcommNicEndpointOps) -> i32;
type CreateChannel = unsafe extern "C" fn(
    *mut c_void,
    *const HcommChannelDesc,
    *mut *mut c_void,
    *mut *mut HcommNicChannelOps,
) -> i32;

/// A loaded plug-in; it stays loaded.
#[derive(Debug)]
struct Plugin {
    name: String,
    create_endpoint: CreateEndpoint,
    create_channel: CreateChannel,
}

/// A function that a table may leave out.
macro_rules! missing {
    ($ops:ident, $code:expr; $($op:ident($($arg:ty),*);)*) => {
        $({
            unsafe extern "C" fn missing(_: *mut c_void $(, _: $arg)*) -> i32 {
                log::warn!("NIC plug-in: function {} is not there", stringify!($op));
                $code
            }
            $ops.$op.get_or_insert(missing);
        })*
    };
}

// ---- loading ----

/// Plug-ins by the number of the protocol they serve.
fn plugins() -> &'static HashMap<i32, Arc<Plugin>> {
    static PLUGINS: OnceLock<HashMap<i32, Arc<Plugin>>> = OnceLock::new();
    PLUGINS.get_or_init(|| {
        let mut served = HashMap::new();
        for path in libraries() {
            match load(&path) {
                Ok((plugin, protocols)) => {
                    let plugin = Arc::new(plugin);
                    for protocol in protocols {
                        let old: Option<Arc<Plugin>> = served.insert(protocol, plugin.clone());
                        if let Some(old) = old {
                            log::warn!(
                                "NIC plug-in {} takes protocol {protocol} over from {}",
                                plugin.name,
                                old.name
                            );
                        }
                    }
                }
                // A program must not fail because a library lies in a folder.
                Err(error) => log::warn!("NIC plug-in {} is not used: {}", path.display(), error.text),
            }
        }
        served
    })
}

/// Files to load, in this order.
fn libraries() -> Vec<PathBuf> {
    match std::env::var_os("ASCEND_HOME_PATH").filter(|home| !home.is_empty()) {
        Some(home) => {
            let Ok(folder) = std::fs::read_dir(Path::new(&home).join(FOLDER)) else { return Vec::new() };
            let mut files: Vec<PathBuf> = folder
                .flatten()
                .map(|entry| entry.path())
                .filter(|path| path.as_os_str().as_bytes().ends_with(b".so"))
                .collect();
            files.sort_unstable();
            files
        }
        None => {
            let list: OsString = env::HCOMM_NIC_PLUGIN_SO.get_or_default().into();
            let parts = list.into_vec();
            parts
                .split(|&byte| byte == b':')
                .filter(|part| !part.is_empty())
                .map(|part| PathBuf::from(OsStr::from_bytes(part)))
                .collect()
        }
    }
}

/// Loads a library and checks what it tells of itself.
fn load(path: &Path) -> Result<(Plugin, Vec<i32>)> {
    let Ok(name) = CString::new(path.as_os_str().as_bytes()) else { bail!(PARA, "its path holds a NUL") };
    // SAFETY: a C string. Constructors of the library run here; that is what plug-ins are for.
    let library = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
    if library.is_null() {
        // SAFETY: after a failure dlerror returns a C string that lives until the thread's next dl call.
        let text = unsafe { libc::dlerror() };
        // SAFETY: as above; NULL is excluded.
        let text = (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned());
        bail!(OPEN_FILE, "it cannot be loaded: {}", text.unwrap_or_default());
    }
    let loaded = introduce(library, path);
    if loaded.is_err() {
        // SAFETY: a live handle; nothing of the library is used.
        unsafe { libc::dlclose(library) };
    }
    loaded
}

fn introduce(library: *mut c_void, path: &Path) -> Result<(Plugin, Vec<i32>)> {
    let symbol = |name: &CStr| {
        // SAFETY: a live handle and a C string.
        let address = unsafe { libc::dlsym(library, name.as_ptr()) };
        if address.is_null() {
            bail!(NOT_FOUND, "it has no function {}", name.to_string_lossy());
        }
        Ok(address)
    };
    // SAFETY: the interface gives these symbols these types.
    let get_info: HcommNicPluginGetInfoFunc =
        unsafe { std::mem::transmute(symbol(c"HcommNicPluginGetInfo")?) };
    // SAFETY: as above.
    let create_endpoint: HcommNicPluginCreateEndpointFunc =
        unsafe { std::mem::transmute(symbol(c"HcommNicPluginCreateEndpoint")?) };
    // SAFETY: as above.
    let create_channel: HcommNicPluginCreateChannelFunc =
        unsafe { std::mem::transmute(symbol(c"HcommNicPluginCreateChannel")?) };
    let (Some(get_info), Some(create_endpoint), Some(create_channel)) =
        (get_info, create_endpoint, create_channel)
    else {
        bail!(NOT_FOUND, "a function of it is NULL");
    };
    // SAFETY: the interface: NULL, or a structure of the size in its header that lives as long as the library.
    let info = unsafe { get_info() };
    if info.is_null() {
        bail!(PTR, "HcommNicPluginGetInfo answers NULL");
    }
    // SAFETY: as above; every structure begins with a header.
    let header = unsafe { (*info).header };
    check(&header, HCOMM_NIC_PLUGIN_INFO_MAGIC_WORD, HCOMM_NIC_PLUGIN_INFO_VERSION, "information")?;
    let protocols_end = std::mem::offset_of!(HcommNicPluginInfo, protocols)
        + size_of::<[CommProtocol; HCOMM_NIC_PLUGIN_MAX_PROTOCOLS as usize]>();
    if (header.size as usize) < protocols_end {
        bail!(PARA, "its information has {} bytes, {protocols_end} are needed", header.size);
    }
    // SAFETY: the structure has the members up to the protocols, as its size says; nothing behind them is read.
    let (name, count, protocols) = unsafe { ((*info).name, (*info).protocolCount, (*info).protocols) };
    if count == 0 || count > HCOMM_NIC_PLUGIN_MAX_PROTOCOLS {
        bail!(PARA, "it serves {count} protocols, 1 to {HCOMM_NIC_PLUGIN_MAX_PROTOCOLS} are possible");
    }
    let protocols: Vec<i32> = protocols[..count as usize].iter().map(|protocol| protocol.raw()).collect();
    let unknown = |number: &&i32| {
        **number < 0
            || (CommProtocol::try_from(**number).is_err() && (**number as u32) < COMM_PROTOCOL_CUSTOM_BASE)
    };
    if let Some(number) = protocols.iter().find(unknown) {
        bail!(PARA, "protocol {number} does not exist, own ones begin at {COMM_PROTOCOL_CUSTOM_BASE}");
    }
    let name = if name.is_null() {
        path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    } else {
        // SAFETY: the interface: a C string that lives as long as the library.
        unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned()
    };
    Ok((Plugin { name, create_endpoint, create_channel }, protocols))
}

/// Magic word and version must be ours, the size at least that of a header.
fn check(header: &CommAbiHeader, magic: u32, version: u32, what: &str) -> Result {
    if header.magicWord != magic || header.version != version {
        bail!(
            PARA,
            "its {what} has magic word {:#x} and version {}, {magic:#x} and {version} are expected",
            header.magicWord,
            header.version
        );
    }
    if (header.size as usize) < size_of::<CommAbiHeader>() {
        bail!(PARA, "its {what} has {} bytes, not even its header", header.size);
    }
    Ok(())
}

/// A copy of a table of functions; what a shorter table does not have is NULL.
///
/// # Safety
/// `ops` is NULL or points to a table of the size that its header says; `T` consists of a header and optional functions.
unsafe fn copy<T: hcomm_abi::AbiStruct>(
    ops: *const T,
    magic: u32,
    version: u32,
    what: &str,
) -> Result<Box<T>> {
    if ops.is_null() {
        bail!(PARA, "a NIC plug-in gave no {what}");
    }
    // SAFETY: the caller's promise; every table begins with a header.
    let header = unsafe { ops.cast::<CommAbiHeader>().read() };
    check(&header, magic, version, what).map_err(|error| error.context("NIC plug-in"))?;
    let mut table = Box::new(T::zeroed());
    let bytes = size_of::<T>().min(header.size as usize);
    // SAFETY: both are at least `bytes` long; half a function at the end is made NULL below.
    unsafe {
        let to = (&raw mut *table).cast::<u8>();
        to.copy_from_nonoverlapping(ops.cast(), bytes - bytes % size_of::<usize>());
    }
    Ok(table)
}

// ---- endpoints ----

/// An endpoint of a plug-in.
#[derive(Debug)]
pub struct Endpoint {
    plugin: Arc<Plugin>,
    ops: Box<HcommNicEndpointOps>,
    context: *mut c_void,
}

// SAFETY: the context is only passed to the plug-in, whose functions are called from any thread.
unsafe impl Send for Endpoint {}
// SAFETY: as above.
unsafe impl Sync for Endpoint {}

static ENDPOINTS: Table<Mutex<Option<Arc<Endpoint>>>> = Table::new(Kind::PluginEndpoint);

/// Makes an endpoint if a plug-in serves its protocol; `None`: it is ours to make.
pub fn create_endpoint(description: &EndpointDesc) -> Result<Option<u64>> {
    if description.loc.locType.known() != Some(EndpointLocType::ENDPOINT_LOC_TYPE_HOST) {
        return Ok(None);
    }
    let Some(plugin) = plugins().get(&description.protocol.raw()) else { return Ok(None) };
    let (mut context, mut ops) = (std::ptr::null_mut(), std::ptr::null_mut());
    // SAFETY: live arguments, as the interface wants them.
    answer(unsafe { (plugin.create_endpoint)(description, &mut context, &mut ops) })?;
    // SAFETY: the interface: NULL or a table of the size that its header says.
    let mut ops = unsafe {
        copy(
            ops,
            HCOMM_NIC_ENDPOINT_OPS_MAGIC_WORD,
            HCOMM_NIC_ENDPOINT_OPS_VERSION,
            "table of endpoint functions",
        )
    }?;
    let Some(destroy) = ops.destroy else {
        bail!(PARA, "NIC plug-in {}: its endpoints cannot be destroyed", plugin.name)
    };
    fill_endpoint(&mut ops);
    let init = ops.init.ok_or_else(|| err!(INTERNAL, "a filled table has no init"))?;
    // SAFETY: the first function that gets the context.
    if let Err(error) = answer(unsafe { init(context) }) {
        // SAFETY: the last one.
        let code = unsafe { destroy(context) };
        if code != 0 {
            log::warn!("NIC plug-in {}: destroying an endpoint failed with {code}", plugin.name);
        }
        return Err(error);
    }
    let endpoint = Endpoint { plugin: plugin.clone(), ops, context };
    let shell = ENDPOINTS.reserve()?;
    *lock(&shell) = Some(Arc::new(endpoint));
    Ok(Some(shell.publish()))
}

/// The endpoint of a plug-in with this handle; `None`: the handle is of something else, or of nothing.
pub fn endpoint(handle: u64) -> Option<Arc<Endpoint>> {
    ENDPOINTS.get(handle).and_then(|shell| lock(shell).clone())
}

/// Ends an endpoint of a plug-in; `None` as for [`endpoint`]. The plug-in hears of it here and now, or when the last call
/// that uses the endpoint returns.
pub fn destroy_endpoint(handle: u64) -> Option<Result> {
    let shell = ENDPOINTS.take(handle)?;
    let endpoint = lock(&shell).take();
    drop(shell);
    drop(endpoint);
    Some(Ok(()))
}

impl Drop for Endpoint {
    fn drop(&mut self) {
        let Some(destroy) = self.ops.destroy else { return };
        // SAFETY: the last function that gets the context.
        let code = unsafe { destroy(self.context) };
        if code != 0 {
            log::warn!("NIC plug-in {}: destroying an endpoint failed with {code}", self.plugin.name);
        }
    }
}

/// Calls a function of the table; all are there (`fill_endpoint`, `fill_channel`).
macro_rules! forward {
    ($ops:expr, $op:ident($($arg:expr),*)) => {
        match $ops.$op {
            // SAFETY: the arguments are those of the C function that the interface forwards as they came.
            Some(function) => answer(unsafe { function($($arg),*) }),
            None => Err(err!(INTERNAL, "a filled table has no {}", stringify!($op))),
        }
    };
}

/// Arguments are passed on as the caller of the C function gave them, unchecked.
impl Endpoint {
    /// `HcommMemReg`.
    ///
    /// # Safety
    /// The arguments are those of the C function, and what the plug-in expects.
    pub unsafe fn register(
        &self,
        memory: *const CommMem,
        tag: *const c_char,
        handle: *mut *mut c_void,
    ) -> Result {
        forward!(self.ops, registerMemory(self.context, memory, tag, handle))
    }

    /// `HcommMemUnreg`.
    ///
    /// # Safety
    /// The arguments are those of the C function, and what the plug-in expects.
    pub unsafe fn unregister(&self, handle: *mut c_void) -> Result {
        forward!(self.ops, unregisterMemory(self.context, handle))
    }

    /// `HcommMemExport`.
    ///
    /// # Safety
    /// The arguments are those of the C function, and what the plug-in expects.
    pub unsafe fn export(&self, handle: *mut c_void, bytes: *mut *mut c_void, len: *mut u32) -> Result {
        forward!(self.ops, memoryExport(self.context, handle, bytes, len))
    }

    /// `HcommMemImport`.
    ///
    /// # Safety
    /// The arguments are those of the C function, and what the plug-in expects.
    pub unsafe fn import(&self, bytes: *const c_void, len: u32, memory: *mut CommMem) -> Result {
        forward!(self.ops, memoryImport(self.context, bytes, len, memory))
    }

    /// `HcommMemUnimport`.
    ///
    /// # Safety
    /// The arguments are those of the C function, and what the plug-in expects.
    pub unsafe fn unimport(&self, bytes: *const c_void, len: u32) -> Result {
        forward!(self.ops, memoryUnimport(self.context, bytes, len))
    }

    /// `HcommEndpointGetListenPort`.
    ///
    /// # Safety
    /// The arguments are those of the C function, and what the plug-in expects.
    pub unsafe fn listen_port(&self, port: *mut u32) -> Result {
        forward!(self.ops, getListenPort(self.context, port))
    }

    /// Makes channels, all or none; answers their handles.
    pub fn create_channels(&self, descriptions: &[HcommChannelDesc]) -> Result<Vec<ChannelHandle>> {
        let mut made = Vec::with_capacity(descriptions.len());
        for description in descriptions {
            match self.create_channel(description) {
                Ok(handle) => made.push(handle),
                Err(error) => {
                    for handle in made {
                        // The first error is the one that counts.
                        let _ = destroy_channel(handle);
                    }
                    return Err(error);
                }
            }
        }
        Ok(made)
    }

    fn create_channel(&self, description: &HcommChannelDesc) -> Result<ChannelHandle> {
        let (mut context, mut ops) = (std::ptr::null_mut(), std::ptr::null_mut());
        // SAFETY: live arguments, as the interface wants them; the endpoint is not destroyed.
        answer(unsafe { (self.plugin.create_channel)(self.context, description, &mut context, &mut ops) })?;
        // SAFETY: the interface: NULL or a table of the size that its header says.
        let mut ops = unsafe {
            copy(
                ops,
                HCOMM_NIC_CHANNEL_OPS_MAGIC_WORD,
                HCOMM_NIC_CHANNEL_OPS_VERSION,
                "table of channel functions",
            )
        }?;
        if ops.destroy.is_none() {
            bail!(PARA, "NIC plug-in {}: its channels cannot be destroyed", self.plugin.name);
        }
        fill_channel(&mut ops);
        if let Err(error) = forward!(ops, init(context)) {
            finish(&Channel { ops, context });
            return Err(error);
        }
        plugin::publish(Channel { ops, context })
    }
}

// ---- channels ----

/// True for handles of channels of plug-ins, live or not.
pub fn is_plugin(handle: ChannelHandle) -> bool {
    plugin::is_plugin(handle)
}

/// State of a channel, a number of `HcommChannelGetStatus`. A handle that does not live: INTERNAL.
pub fn channel_status(handle: ChannelHandle) -> Result<i32> {
    let mut status = 0;
    plugin::call(handle, Code::INTERNAL, |ops, context| match ops.getStatus {
        // SAFETY: a live local.
        Some(function) => unsafe { function(context, &mut status) },
        None => Code::NOT_SUPPORT.0,
    })?;
    Ok(status)
}

/// Ends a channel of a plug-in. A handle that does not live: NOT_FOUND.
pub fn destroy_channel(handle: ChannelHandle) -> Result {
    let channel = plugin::withdraw(handle)?;
    finish(&channel);
    Ok(())
}

fn finish(channel: &Channel) {
    if let Err(error) = forward!(channel.ops, destroy(channel.context)) {
        log::warn!("NIC plug-in: destroying a channel failed with {}", error.code);
    }
}

fn fill_endpoint(ops: &mut HcommNicEndpointOps) {
    missing!(ops, Code::SUCCESS.0; init(););
    missing!(ops, Code::NOT_SUPPORT.0;
        registerMemory(*const CommMem, *const c_char, *mut *mut c_void);
        unregisterMemory(*mut c_void);
        memoryExport(*mut c_void, *mut *mut c_void, *mut u32);
        memoryImport(*const c_void, u32, *mut CommMem);
        memoryUnimport(*const c_void, u32);
        getListenPort(*mut u32);
    );
}

fn fill_channel(ops: &mut HcommNicChannelOps) {
    use std::mem::MaybeUninit;

    use hcomm_abi::{HcommBatchTransferDesc, HcommDataType, HcommReduceOp, ThreadHandle};
    missing!(ops, Code::SUCCESS.0; init(););
    missing!(ops, Code::NOT_SUPPORT.0;
        getStatus(*mut i32);
        writeNbi(*mut c_void, *const c_void, u64);
        writeNbiOnThread(ThreadHandle, *mut c_void, *const c_void, u64);
        writeOnThread(ThreadHandle, *mut c_void, *const c_void, u64);
        writeWithNotifyNbi(*mut c_void, *const c_void, u64, u32);
        writeWithNotifyNbiOnThread(ThreadHandle, *mut c_void, *const c_void, u64, u32);
        writeWithNotifyOnThread(ThreadHandle, *mut c_void, *const c_void, u64, u32);
        writeReduceOnThread(ThreadHandle, *mut c_void, *const c_void, u64, MaybeUninit<HcommDataType>, MaybeUninit<HcommReduceOp>);
        writeReduceWithNotifyOnThread(ThreadHandle, *mut c_void, *const c_void, u64, MaybeUninit<HcommDataType>, MaybeUninit<HcommReduceOp>, u32);
        readNbi(*mut c_void, *const c_void, u64);
        readNbiOnThread(ThreadHandle, *mut c_void, *const c_void, u64);
        readOnThread(ThreadHandle, *mut c_void, *const c_void, u64);
        readReduceOnThread(ThreadHandle, *mut c_void, *const c_void, u64, MaybeUninit<HcommDataType>, MaybeUninit<HcommReduceOp>);
        notifyRecord(u32);
        notifyRecordOnThread(ThreadHandle, u32);
        notifyWait(u32, u32);
        notifyWaitOnThread(ThreadHandle, u32, u32);
        notifyWaitOnThreadWithDefaultTimeout(ThreadHandle, u32);
        batchTransferOnThread(ThreadHandle, *const HcommBatchTransferDesc, u32);
        fence();
        fenceOnThread(ThreadHandle);
        drainOnThread(ThreadHandle);
    );
}
