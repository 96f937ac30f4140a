//! libtorch for Rust, over the flat C library pytorch_c: errors are `Result`s, handles close when they are dropped.
//!
//! Operators are derived from the library's description, each under its C name without `ptc_`: methods where the first
//! argument is `self`, else functions of [`ops`]. A [`Tensor`] may be sent to another thread, and not be shared with
//! one: what changes it in place takes `&self`, as everywhere in torch. Views share memory; two of them on two
//! threads are the caller's to order.
#![allow(non_snake_case, clippy::too_many_arguments, clippy::missing_safety_doc)]

pub mod data;
mod error;
mod files;
pub mod host;
pub mod jit;
#[path = "../json.rs"]
mod json;
pub mod memory;
pub mod nn;
pub mod optim;
mod tensor;
mod values;

pub use error::{Error, Result};
pub use files::{load, save};
pub use memory::{live_tensors, no_grad, on_memory_pressure, InferenceMode, Interruptible, NoGrad};
pub use pytorch_c_sys as raw;
pub use tensor::{Element, Hook, Tensor};
pub use values::{Device, Dtype, Generator, Layout, MemoryFormat, Options, Scalar};

use error::check;
use raw::*;
use std::{
    ffi::CString,
    ptr::{null, null_mut},
};
use tensor::taken;

include!(concat!(env!("OUT_DIR"), "/ops.rs"));

/// Fails where the library or its libtorch is not the one that this crate was built for. Call it first.
pub fn check_versions() -> Result<()> {
    check(unsafe { ptc_require_abi(PTC_ABI_VERSION as i64) })?;
    check(unsafe { ptc_check() })
}

/// Seeds the default generator of every device.
pub fn manual_seed(seed: i64) -> Result<()> {
    check(unsafe { ptc_manual_seed(seed) })
}

/// How many threads one operator uses.
pub fn set_num_threads(threads: i64) -> Result<()> {
    check(unsafe { ptc_set_num_threads(threads) })
}

// ---- what the derived operators use ----

fn c_text(text: &str) -> Result<CString> {
    let message = || format!("the text {text:?} has a NUL in it");
    CString::new(text).map_err(|_| Error { kind: PTC_ERROR_VALUE, message: message() })
}

fn optional_c_text(text: Option<&str>) -> Result<Option<CString>> {
    text.map(c_text).transpose()
}

fn pointer<T>(list: Option<&[T]>) -> *const T {
    list.map_or(null(), |list| list.as_ptr())
}

/// The handles of a list of tensors, in which `None` is NULL.
fn handles<T: Copy + tensor::Handle>(list: &[T]) -> Vec<ptc_tensor> {
    list.iter().map(|one| one.handle()).collect()
}
