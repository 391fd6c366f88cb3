//! Compiles the C++ functions and sets the SONAME.

fn main() {
    println!("cargo::rerun-if-changed=csrc");
    println!("cargo::rerun-if-changed=include/base");
    println!("cargo::rerun-if-changed=pkg_inc/base");
    cc::Build::new()
        .cpp(true)
        .file("csrc/error_manager.cpp")
        .include("include")
        .include("pkg_inc")
        .std("c++14")
        .flag("-fvisibility=hidden")
        .flag("-fvisibility-inlines-hidden")
        .warnings(true)
        .extra_warnings(true)
        .compile("error_manager_cpp");
    println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,liberror_manager.so");
}
