//! libhccl.so
