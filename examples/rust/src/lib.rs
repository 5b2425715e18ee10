//! What the programs of this folder share.
pub mod robot;
pub mod tensors;
