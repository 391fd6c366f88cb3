//! Where the log lines of the runtime go: as those of libhcomm, under the name ASCENDCL.

/// Sets up logging when the library is loaded, so that lines of the first call are not lost.
extern "C" fn start() {
    hcomm_base::log::init_as("ASCENDCL");
}

#[used]
#[unsafe(link_section = ".init_array")]
static START: extern "C" fn() = start;
