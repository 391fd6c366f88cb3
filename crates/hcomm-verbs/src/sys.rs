//! What `infiniband/verbs.h` declares: structures, numbers and the functions of `libibverbs.so.1`.
//!
//! Names are those of the header without `ibv_`; `layout.rs` compares sizes, offsets and numbers with the header.
#![allow(dead_code, reason = "members mirror the header, also those that only the device reads or writes")]

use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::sync::OnceLock;

use hcomm_base::error::{Code, Error, Result};
use hcomm_base::{bail, err};

pub enum Device {}
pub enum Pd {}
pub enum Srq {}
pub enum CompChannel {}

/// An entry of the table that is not called here.
type Unused = *const c_void;
type PollCq = unsafe extern "C" fn(*mut Cq, c_int, *mut Wc) -> c_int;
type PostSend = unsafe extern "C" fn(*mut Qp, *mut SendWr, *mut *mut SendWr) -> c_int;
type PostRecv = unsafe extern "C" fn(*mut Qp, *mut RecvWr, *mut *mut RecvWr) -> c_int;

/// Defines structures, and for the test of the layout what C expression has which value. `beginning` means that the
/// structure of the header is longer. A member whose name starts with `_` is not compared; `member as "path"` has
/// another name in the header.
macro_rules! structures {
    ($($(#[$meta:meta])* $kind:ident $c:literal $name:ident {
        $($member:ident $(as $path:literal)?: $type:ty),* $(,)?
    })*) => {
        $(#[repr(C)] $(#[$meta])* pub struct $name { $(pub $member: $type),* })*

        #[cfg(test)]
        pub fn structures() -> Vec<(String, i64)> {
            fn size<T, M>(_: fn(&T) -> &M) -> i64 {
                size_of::<M>() as i64
            }
            let mut facts = Vec::new();
            $(
                if stringify!($kind) == "whole" {
                    facts.push((format!("sizeof({})", $c), size_of::<$name>() as i64));
                    facts.push((format!("_Alignof({})", $c), align_of::<$name>() as i64));
                }
                for (member, offset, size) in [$((
                    [stringify!($member) $(, $path)?].last().copied().unwrap(),
                    std::mem::offset_of!($name, $member) as i64,
                    size(|it: &$name| &it.$member),
                )),*] {
                    if !member.starts_with('_') {
                        facts.push((format!("offsetof({}, {member})", $c), offset));
                        facts.push((format!("sizeof((({} *)0)->{member})", $c), size));
                    }
                }
            )*
            facts
        }
    };
}

structures! {
    whole "struct ibv_context_ops" ContextOps {
        _before_poll: [Unused; 11], poll_cq: PollCq,
        _before_post: [Unused; 13], post_send: PostSend, post_recv: PostRecv, _behind_post: [Unused; 5],
    }
    beginning "struct ibv_context" Context {
        device: *mut Device, ops: ContextOps, cmd_fd: c_int, async_fd: c_int, num_comp_vectors: c_int,
    }
    beginning "struct ibv_cq" Cq {
        context: *mut Context, channel: *mut CompChannel, cq_context: *mut c_void, handle: u32, cqe: c_int,
    }
    beginning "struct ibv_qp" Qp {
        context: *mut Context, qp_context: *mut c_void, pd: *mut Pd, send_cq: *mut Cq, recv_cq: *mut Cq, srq: *mut Srq,
        handle: u32, qp_num: u32, state: c_uint, qp_type: c_uint,
    }
    whole "struct ibv_mr" Mr {
        context: *mut Context, pd: *mut Pd, addr: *mut c_void, length: usize, handle: u32, lkey: u32, rkey: u32,
    }
    whole "struct ibv_device_attr" DeviceAttr {
        fw_ver: [u8; 64], node_guid: u64, sys_image_guid: u64, max_mr_size: u64, page_size_cap: u64, vendor_id: u32,
        vendor_part_id: u32, hw_ver: u32, max_qp: c_int, max_qp_wr: c_int, device_cap_flags: c_uint, max_sge: c_int,
        max_sge_rd: c_int, max_cq: c_int, max_cqe: c_int, max_mr: c_int, max_pd: c_int, max_qp_rd_atom: c_int,
        max_ee_rd_atom: c_int, max_res_rd_atom: c_int, max_qp_init_rd_atom: c_int, max_ee_init_rd_atom: c_int,
        atomic_cap: c_uint, max_ee: c_int, max_rdd: c_int, max_mw: c_int, max_raw_ipv6_qp: c_int,
        max_raw_ethy_qp: c_int, max_mcast_grp: c_int, max_mcast_qp_attach: c_int, max_total_mcast_qp_attach: c_int,
        max_ah: c_int, max_fmr: c_int, max_map_per_fmr: c_int, max_srq: c_int, max_srq_wr: c_int, max_srq_sge: c_int,
        max_pkeys: u16, local_ca_ack_delay: u8, phys_port_cnt: u8,
    }
    whole "struct ibv_port_attr" PortAttr {
        state: c_uint, max_mtu: c_uint, active_mtu: c_uint, gid_tbl_len: c_int, port_cap_flags: u32, max_msg_sz: u32,
        bad_pkey_cntr: u32, qkey_viol_cntr: u32, pkey_tbl_len: u16, lid: u16, sm_lid: u16, lmc: u8, max_vl_num: u8,
        sm_sl: u8, subnet_timeout: u8, init_type_reply: u8, active_width: u8, active_speed: u8, phys_state: u8,
        link_layer: u8, flags: u8, port_cap_flags2: u16,
    }
    /// A union with 64-bit members in the header, hence the alignment.
    #[repr(align(8))] #[derive(Clone, Copy, Default)]
    whole "union ibv_gid" Gid { raw: [u8; 16] }
    #[derive(Clone, Copy, Default)]
    whole "struct ibv_gid_entry" GidEntry { gid: Gid, gid_index: u32, port_num: u32, gid_type: u32, ndev_ifindex: u32 }
    #[derive(Default)]
    whole "struct ibv_global_route" GlobalRoute {
        dgid: Gid, flow_label: u32, sgid_index: u8, hop_limit: u8, traffic_class: u8,
    }
    #[derive(Default)]
    whole "struct ibv_ah_attr" AhAttr {
        grh: GlobalRoute, dlid: u16, sl: u8, src_path_bits: u8, static_rate: u8, is_global: u8, port_num: u8,
    }
    #[derive(Default)]
    whole "struct ibv_qp_cap" QpCap {
        max_send_wr: u32, max_recv_wr: u32, max_send_sge: u32, max_recv_sge: u32, max_inline_data: u32,
    }
    whole "struct ibv_qp_init_attr" QpInitAttr {
        qp_context: *mut c_void, send_cq: *mut Cq, recv_cq: *mut Cq, srq: *mut Srq, cap: QpCap, qp_type: c_uint,
        sq_sig_all: c_int,
    }
    #[derive(Default)]
    whole "struct ibv_qp_attr" QpAttr {
        qp_state: c_uint, cur_qp_state: c_uint, path_mtu: c_uint, path_mig_state: c_uint, qkey: u32, rq_psn: u32,
        sq_psn: u32, dest_qp_num: u32, qp_access_flags: c_uint, cap: QpCap, ah_attr: AhAttr, alt_ah_attr: AhAttr,
        pkey_index: u16, alt_pkey_index: u16, en_sqd_async_notify: u8, sq_draining: u8, max_rd_atomic: u8,
        max_dest_rd_atomic: u8, min_rnr_timer: u8, port_num: u8, timeout: u8, retry_cnt: u8, rnr_retry: u8,
        alt_port_num: u8, alt_timeout: u8, rate_limit: u32,
    }
    #[derive(Clone, Copy)]
    whole "struct ibv_sge" Sge { addr: u64, length: u32, lkey: u32 }
    /// `imm_data` is in network byte order; `_others` are members of unions for operations that are not used here.
    whole "struct ibv_send_wr" SendWr {
        wr_id: u64, next: *mut SendWr, sg_list: *const Sge, num_sge: c_int, opcode: c_uint, send_flags: c_uint,
        imm_data: u32, remote_addr as "wr.rdma.remote_addr": u64, rkey as "wr.rdma.rkey": u32, _others: [u64; 9],
    }
    whole "struct ibv_recv_wr" RecvWr { wr_id: u64, next: *mut RecvWr, sg_list: *const Sge, num_sge: c_int }
    /// `imm_data` is in network byte order.
    #[derive(Clone, Copy, Default)]
    whole "struct ibv_wc" Wc {
        wr_id: u64, status: c_uint, opcode: c_uint, vendor_err: u32, byte_len: u32, imm_data: u32, qp_num: u32,
        src_qp: u32, wc_flags: c_uint, pkey_index: u16, slid: u16, sl: u8, dlid_path_bits: u8,
    }
}

/// Defines the numbers, and for the test of the layout a table with their names in the header.
macro_rules! numbers {
    ($($type:ty { $($name:ident = $value:expr),* $(,)? })*) => {
        $($(pub const $name: $type = $value;)*)*
        #[cfg(test)]
        pub const NUMBERS: &[(&str, i64)] = &[$($((concat!("IBV_", stringify!($name)), $name as i64)),*),*];
    };
}

numbers! {
    u8 { LINK_LAYER_ETHERNET = 2 }
    u32 { GID_TYPE_IB = 0, GID_TYPE_ROCE_V1 = 1, GID_TYPE_ROCE_V2 = 2 }
    c_uint {
        PORT_ACTIVE = 4, QPT_RC = 2, QPS_RESET = 0, QPS_INIT = 1, QPS_RTR = 2, QPS_RTS = 3, QPS_ERR = 6,
        WR_RDMA_WRITE = 0, WR_RDMA_WRITE_WITH_IMM = 1, WR_SEND = 2, WR_RDMA_READ = 4,
        SEND_FENCE = 1, SEND_SIGNALED = 2, SEND_INLINE = 8,
        WC_SUCCESS = 0, WC_SEND = 0, WC_RDMA_WRITE = 1, WC_RDMA_READ = 2, WC_RECV = 128, WC_RECV_RDMA_WITH_IMM = 129,
        WC_WITH_IMM = 2,
    }
    c_int {
        ACCESS_LOCAL_WRITE = 1, ACCESS_REMOTE_WRITE = 2, ACCESS_REMOTE_READ = 4,
        QP_STATE = 1 << 0, QP_ACCESS_FLAGS = 1 << 3, QP_PKEY_INDEX = 1 << 4, QP_PORT = 1 << 5, QP_AV = 1 << 7,
        QP_PATH_MTU = 1 << 8, QP_TIMEOUT = 1 << 9, QP_RETRY_CNT = 1 << 10, QP_RNR_RETRY = 1 << 11, QP_RQ_PSN = 1 << 12,
        QP_MAX_QP_RD_ATOMIC = 1 << 13, QP_MIN_RNR_TIMER = 1 << 15, QP_SQ_PSN = 1 << 16,
        QP_MAX_DEST_RD_ATOMIC = 1 << 17, QP_DEST_QPN = 1 << 20,
    }
}

/// The first release that has every function used here.
const OLDEST: &str = "rdma-core 33";

macro_rules! functions {
    ($($name:ident = $symbol:literal: ($($argument:ty),*) -> $result:ty;)*) => {
        /// The functions of libibverbs.
        pub struct Verbs {
            $(pub $name: unsafe extern "C" fn($($argument),*) -> $result,)*
        }

        impl Verbs {
            fn resolve(library: *mut c_void) -> core::result::Result<Verbs, &'static str> {
                Ok(Verbs {
                    $($name: {
                        // SAFETY: `library` is a live handle of dlopen, the name ends with NUL.
                        let address = unsafe { libc::dlsym(library, concat!($symbol, "\0").as_ptr().cast()) };
                        if address.is_null() {
                            return Err($symbol);
                        }
                        // SAFETY: the symbol is the function of this name of libibverbs, whose type in verbs.h is
                        // the one given here.
                        unsafe {
                            std::mem::transmute::<*mut c_void, unsafe extern "C" fn($($argument),*) -> $result>(address)
                        }
                    },)*
                })
            }
        }
    };
}

functions! {
    get_device_list = "ibv_get_device_list": (*mut c_int) -> *mut *mut Device;
    free_device_list = "ibv_free_device_list": (*mut *mut Device) -> ();
    get_device_name = "ibv_get_device_name": (*mut Device) -> *const c_char;
    open_device = "ibv_open_device": (*mut Device) -> *mut Context;
    close_device = "ibv_close_device": (*mut Context) -> c_int;
    query_device = "ibv_query_device": (*mut Context, *mut DeviceAttr) -> c_int;
    query_port = "ibv_query_port": (*mut Context, u8, *mut PortAttr) -> c_int;
    query_gid_table = "_ibv_query_gid_table": (*mut Context, *mut GidEntry, usize, u32, usize) -> isize;
    alloc_pd = "ibv_alloc_pd": (*mut Context) -> *mut Pd;
    dealloc_pd = "ibv_dealloc_pd": (*mut Pd) -> c_int;
    reg_mr = "ibv_reg_mr": (*mut Pd, *mut c_void, usize, c_int) -> *mut Mr;
    dereg_mr = "ibv_dereg_mr": (*mut Mr) -> c_int;
    create_cq = "ibv_create_cq": (*mut Context, c_int, *mut c_void, *mut CompChannel, c_int) -> *mut Cq;
    destroy_cq = "ibv_destroy_cq": (*mut Cq) -> c_int;
    create_qp = "ibv_create_qp": (*mut Pd, *mut QpInitAttr) -> *mut Qp;
    modify_qp = "ibv_modify_qp": (*mut Qp, *mut QpAttr, c_int) -> c_int;
    query_qp = "ibv_query_qp": (*mut Qp, *mut QpAttr, c_int, *mut QpInitAttr) -> c_int;
    destroy_qp = "ibv_destroy_qp": (*mut Qp) -> c_int;
    wc_status_str = "ibv_wc_status_str": (c_uint) -> *const c_char;
}

impl Verbs {
    /// The library, opened by the first call and never closed; the error is the same for every later call.
    pub fn get() -> Result<&'static Verbs> {
        static VERBS: OnceLock<Result<Verbs>> = OnceLock::new();
        VERBS.get_or_init(|| Verbs::open(c"libibverbs.so.1")).as_ref().map_err(Error::clone)
    }

    pub fn open(name: &CStr) -> Result<Verbs> {
        let shown = name.to_string_lossy();
        // SAFETY: the name ends with NUL; the constructors of the library are those of an installed system library.
        let library = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
        if library.is_null() {
            // SAFETY: dlopen has just failed on this thread, so dlerror gives a text, valid until its next dl call.
            let why = unsafe { CStr::from_ptr(libc::dlerror()) }.to_string_lossy().into_owned();
            bail!(
                NOT_FOUND,
                "RDMA needs {shown}, which cannot be loaded ({why}); install libibverbs1 and ibverbs-providers (rdma-core)"
            );
        }
        Verbs::resolve(library).map_err(|symbol| {
            err!(NOT_SUPPORT, "{shown} has no {symbol}; RDMA needs libibverbs of {OLDEST} or newer")
        })
    }
}

/// The error of a call that left its reason in `errno`, or gave it as a positive result.
pub fn failure(errno: i32, what: std::fmt::Arguments<'_>) -> Error {
    let (code, hint) = match errno {
        libc::ENOMEM => {
            (Code::MEMORY, "; memory that devices use counts against the limit of locked memory (ulimit -l)")
        }
        libc::ENOSYS => (Code::NOT_SUPPORT, "; the kernel has no RDMA support (module ib_uverbs)"),
        libc::EOPNOTSUPP => (Code::NOT_SUPPORT, ""),
        libc::EAGAIN => (Code::AGAIN, ""),
        libc::EINVAL => (Code::PARA, ""),
        _ => (Code::NETWORK, ""),
    };
    Error::new(code, format!("{what} failed: {}{hint}", std::io::Error::from_raw_os_error(errno)))
}

pub fn errno() -> i32 {
    std::io::Error::last_os_error().raw_os_error().unwrap_or(0)
}

/// Turns the result of a call (0, or a positive errno, or a negative number with `errno` set) into an error.
pub fn check(result: c_int, what: std::fmt::Arguments<'_>) -> Result {
    match result {
        0 => Ok(()),
        1.. => Err(failure(result, what)),
        _ => Err(failure(errno(), what)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_library_is_named_with_what_to_install() {
        let error = Verbs::open(c"libibverbs-absent.so.1").err().unwrap();
        assert_eq!(error.code, Code::NOT_FOUND);
        for part in ["libibverbs-absent.so.1", "cannot open shared object file", "install libibverbs1"] {
            assert!(error.text.contains(part), "{error}");
        }
    }

    #[test]
    fn a_library_without_the_functions_is_refused() {
        let error = Verbs::open(c"libc.so.6").err().unwrap();
        assert_eq!(error.code, Code::NOT_SUPPORT);
        assert!(error.text.starts_with("libc.so.6 has no ibv_get_device_list"), "{error}");
    }

    #[test]
    fn errors_of_the_system_get_codes_and_hints() {
        let error = failure(libc::ENOMEM, format_args!("registering 4096 bytes"));
        assert_eq!(error.code, Code::MEMORY);
        assert!(
            error.text.starts_with("registering 4096 bytes failed: ") && error.text.contains("ulimit -l"),
            "{error}"
        );
        assert_eq!(check(0, format_args!("nothing")), Ok(()));
        assert_eq!(check(libc::EINVAL, format_args!("it")).unwrap_err().code, Code::PARA);
    }
}
