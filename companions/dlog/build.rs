//! Compiles the variadic functions and sets the SONAME.

fn main() {
    println!("cargo::rerun-if-changed=csrc/variadic.c");
    println!("cargo::rerun-if-changed=include/base");
    println!("cargo::rerun-if-changed=pkg_inc/base");
    cc::Build::new()
        .file("csrc/variadic.c")
        .include("include/base")
        .include("pkg_inc/base")
        .std("c11")
        .flag("-fvisibility=hidden")
        .flag("-Wno-format-nonliteral")
        .warnings(true)
        .extra_warnings(true)
        .compile("dlog_variadic");
    println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libunified_dlog.so");
}
