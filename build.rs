//! Link arguments of `libhcomm.so`: its SONAME, no unloading, and its own directory as run path.
//! Generates nothing and needs no network.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // `-soname` so that links such as libhccl_fwk.so and libccl_kernel.so resolve to one loaded object.
    println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libhcomm.so");
    // Worker threads and thread-local state outlive a dlclose; the object therefore stays mapped.
    println!("cargo::rustc-cdylib-link-arg=-Wl,-z,nodelete");
    println!("cargo::rustc-cdylib-link-arg=-Wl,-rpath,$ORIGIN");
    // Tests hold the runtime in the program itself, where the library looks functions up by name.
    println!("cargo::rustc-link-arg-tests=-Wl,--export-dynamic");
}
