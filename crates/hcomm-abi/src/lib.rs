//! hcomm-abi
