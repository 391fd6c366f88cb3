//! hcomm-base
