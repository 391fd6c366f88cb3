//! Compiles the function with a variable number of arguments, which stable Rust cannot define. The library gets no
//! SONAME on purpose: programs record the name they were linked with (libascendcl.so or libacl_rt.so).

fn main() {
    println!("cargo::rerun-if-changed=csrc/app_log.c");
    cc::Build::new()
        .file("csrc/app_log.c")
        .std("c11")
        .flag("-fvisibility=hidden")
        .flag("-Wno-format-nonliteral")
        .warnings(true)
        .extra_warnings(true)
        .compile("softnpu_app_log");
}
