//! libtorch for Rust, over the flat C library. A start of a binding: errors
//! become `Result`, handles close when they are dropped, and the next operator
//! is three lines more; `raw` has all of them.
pub mod raw;

use raw::*;
use std::{ffi::CStr, fmt, mem::size_of_val, ops::Add, os::raw::c_char, ptr};

/// What a call failed with.
#[derive(Debug, Clone, PartialEq)]
pub struct Error {
    /// An `enum ptc_error_kind`.
    pub kind: i32,
    pub message: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.message)
    }
}
impl std::error::Error for Error {}

pub type Result<T> = std::result::Result<T, Error>;

fn check(error: *const c_char) -> Result<()> {
    if error.is_null() {
        return Ok(());
    }
    unsafe {
        let message = CStr::from_ptr(error).to_string_lossy().into_owned();
        let kind = ptc_error_kind(error);
        ptc_error_free(error);
        Err(Error { kind, message })
    }
}

/// Checks that the library and the running libtorch are those that this was compiled for.
pub fn fits() -> Result<()> {
    check(unsafe { ptc_require_abi(ABI_VERSION.into()) })?;
    check(unsafe { ptc_check() })
}

/// Handles that are not closed yet, of the whole process.
pub fn live_handles() -> i64 {
    unsafe { ptc_live_handles() }
}

/// A tensor; its memory goes with the last handle, view or graph that holds it.
pub struct Tensor(ptc_tensor);

// Handles may be used and closed on any thread.
unsafe impl Send for Tensor {}
unsafe impl Sync for Tensor {}

impl Drop for Tensor {
    fn drop(&mut self) {
        unsafe { ptc_tensor_close(self.0) }
    }
}

/// The tensor that a call puts out.
fn tensor(call: impl FnOnce(*mut ptc_tensor) -> *const c_char) -> Result<Tensor> {
    let mut out = ptr::null_mut();
    check(call(&mut out))?;
    Ok(Tensor(out))
}

impl Tensor {
    /// A float32 tensor with a copy of `data`, of the sizes `size`.
    pub fn new(data: &[f32], size: &[i64]) -> Result<Tensor> {
        tensor(|out| unsafe {
            let (bytes, dim) = (size_of_val(data) as i64, size.len() as i64);
            ptc_tensor_from_data(data.as_ptr().cast(), bytes, size.as_ptr(), dim, ptr::null(), out)
        })
    }

    /// The matrix product of (n, m) and (m, p).
    pub fn mm(&self, other: &Tensor) -> Result<Tensor> {
        tensor(|out| unsafe { ptc_mm(self.0, other.0, out) })
    }

    /// The sum of all elements.
    pub fn sum(&self) -> Result<Tensor> {
        tensor(|out| unsafe { ptc_sum(self.0, UNSET, out) })
    }

    /// The only element of a tensor.
    pub fn item(&self) -> Result<f64> {
        let mut out = ptc_scalar::default();
        check(unsafe { ptc_tensor_item(self.0, &mut out) })?;
        Ok(if out.kind == SCALAR_FLOAT { out.re } else { out.i as f64 })
    }

    /// Whether operators on it are recorded from now on.
    pub fn set_requires_grad(&self, on: bool) -> Result<()> {
        check(unsafe { ptc_tensor_set_requires_grad(self.0, on) })
    }

    /// Adds the gradients of this one-element tensor to the leaves.
    pub fn backward(&self) -> Result<()> {
        check(unsafe { ptc_tensor_backward(self.0, ptr::null_mut(), false, false) })
    }

    /// The gradient, or None.
    pub fn grad(&self) -> Result<Option<Tensor>> {
        let found = tensor(|out| unsafe { ptc_tensor_grad(self.0, out) })?;
        Ok(if found.0.is_null() { None } else { Some(found) })
    }
}

impl Add for &Tensor {
    type Output = Result<Tensor>;

    fn add(self, other: &Tensor) -> Result<Tensor> {
        let one = ptc_scalar { kind: SCALAR_INT, i: 1, ..Default::default() };
        tensor(|out| unsafe { ptc_add_Tensor(self.0, other.0, one, out) })
    }
}

impl fmt::Display for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut text = ptr::null_mut();
        if check(unsafe { ptc_tensor_string(self.0, &mut text) }).is_err() {
            return Err(fmt::Error);
        }
        let shown = unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned();
        unsafe { ptc_string_free(text) };
        f.write_str(&shown)
    }
}
