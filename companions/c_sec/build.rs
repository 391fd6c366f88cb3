//! Compiles the variadic half of the library and sets its SONAME.

fn main() {
    println!("cargo::rerun-if-changed=csrc/formatted.c");
    println!("cargo::rerun-if-changed=include/securec.h");
    cc::Build::new()
        .file("csrc/formatted.c")
        .include("include")
        .std("c11")
        .flag("-fvisibility=hidden")
        .flag("-Wno-format-nonliteral")
        .warnings(true)
        .extra_warnings(true)
        .compile("c_sec_formatted");
    println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libc_sec.so");
}
