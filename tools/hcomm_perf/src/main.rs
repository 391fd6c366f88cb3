//! hcomm_perf
fn main() {}
