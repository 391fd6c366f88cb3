//! Link arguments of `libhccl.so`: its SONAME, its own directory as run path, and `libhcomm.so` as a library it needs,
//! so that a program linked with `-lhccl` alone finds the functions of both at run time.
//!
//! No symbol of `libhcomm.so` is used, so an empty shared object of that name stands in for it at link time: the
//! build does not depend on the order of packages.

use std::path::PathBuf;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let source = out.join("empty.c");
    std::fs::write(&source, "typedef int empty;\n").expect("OUT_DIR is writable");
    let status = cc::Build::new()
        .get_compiler()
        .to_command()
        .args(["-shared", "-nostdlib", "-Wl,-soname,libhcomm.so", "-o"])
        .arg(out.join("libhcomm.so"))
        .arg(&source)
        .status();
    match status {
        Ok(status) if status.success() => {}
        other => panic!("the C compiler did not make the stand-in of libhcomm.so: {other:?}"),
    }
    println!("cargo::rustc-cdylib-link-arg=-L{}", out.display());
    println!("cargo::rustc-cdylib-link-arg=-Wl,--push-state,--no-as-needed,-lhcomm,--pop-state");
    println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libhccl.so");
    println!("cargo::rustc-cdylib-link-arg=-Wl,-z,nodelete");
    println!("cargo::rustc-cdylib-link-arg=-Wl,-rpath,$ORIGIN");
}
