//! hcomm-kernels
