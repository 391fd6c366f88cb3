//! `HCCL_DETERMINISTIC` of `HcclSetConfig`: whether reductions give the same bits every time.

use std::sync::atomic::{AtomicI32, Ordering};

use hcomm_base::{Result, bail, env};

use super::topo::Product;

/// Value set by the program; -1: none.
static CHOSEN: AtomicI32 = AtomicI32::new(-1);

/// Sets the value of the process. The environment variable wins; the newest products are always deterministic.
pub fn set(product: Product, value: i32) -> Result {
    if env::HCCL_DETERMINISTIC.is_set() || product.is_v2() {
        return Ok(());
    }
    match value {
        0 | 1 => {}
        2 if product == Product::A2 => {}
        2 => bail!(NOT_SUPPORT, "the value 2 (strict) is offered on A2 only"),
        _ => bail!(PARA, "the value of HCCL_DETERMINISTIC is {value}, 0 to 2 is expected"),
    }
    CHOSEN.store(value, Ordering::Relaxed);
    Ok(())
}

/// The value of the process.
pub fn get(product: Product) -> Result<i32> {
    if product.is_v2() {
        return Ok(1);
    }
    match CHOSEN.load(Ordering::Relaxed) {
        -1 => Ok(i32::from(env::HCCL_DETERMINISTIC.get()?)),
        value => Ok(value),
    }
}
