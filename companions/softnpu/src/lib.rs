//! libacl_rt.so
