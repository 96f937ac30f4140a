use crate::{check, error::answer, raw::*, Dtype, Error, Options, Result, Scalar};
use std::{
    ffi::CStr,
    fmt,
    mem::{size_of, size_of_val, ManuallyDrop},
    ops::{Add, Div, Mul, Neg, Sub},
    os::raw::{c_char, c_void},
    panic::{catch_unwind, AssertUnwindSafe},
    ptr::{addr_of_mut, null, null_mut},
    slice,
};

/// A tensor; its memory goes with the last handle, view or graph that holds it.
///
/// No thread can drop it while another uses it: it is not `Sync`.
///
/// ```compile_fail
/// fn shared<T: Sync>() {}
/// shared::<pytorch_c::Tensor>();
/// ```
pub struct Tensor(ptc_tensor);

// A handle may be used and closed on any thread, by one at a time: there is no Sync.
unsafe impl Send for Tensor {}

impl Drop for Tensor {
    fn drop(&mut self) {
        unsafe { ptc_tensor_close(self.0) }
    }
}

/// A Rust type with the memory of a dtype.
///
/// # Safety
/// Every bit pattern that libtorch writes for `DTYPE` must be a value of the type.
pub unsafe trait Element: Copy + Send + 'static {
    const DTYPE: Dtype;
}
macro_rules! elements {
    ($($kind:ty: $dtype:ident),*) => { $(unsafe impl Element for $kind { const DTYPE: Dtype = Dtype::$dtype; })* };
}
elements!(f32: FLOAT32, f64: FLOAT64, i64: INT64, i32: INT32, i16: INT16, i8: INT8, u8: UINT8, bool: BOOL);

/// What stands for a handle in a list: `&Tensor`, or `Option<&Tensor>` where one may be absent.
pub(crate) trait Handle {
    fn handle(self) -> ptc_tensor;
}
impl Handle for &Tensor {
    fn handle(self) -> ptc_tensor {
        self.0
    }
}
impl Handle for Option<&Tensor> {
    fn handle(self) -> ptc_tensor {
        self.map_or(null_mut(), |one| one.0)
    }
}

/// The tensors of a list, which is closed.
pub(crate) fn taken(list: ptc_tensor_list) -> Result<Vec<Tensor>> {
    let one = |i| made(|out| unsafe { ptc_tensor_list_get(list, i, out) });
    let out = (0..unsafe { ptc_tensor_list_length(list) }).map(one).collect();
    unsafe { ptc_tensor_list_close(list) };
    out
}

/// The tensor that a call puts out.
fn made(call: impl FnOnce(*mut ptc_tensor) -> *const c_char) -> Result<Tensor> {
    let mut out = null_mut();
    check(call(&mut out))?;
    Ok(Tensor(out))
}

unsafe extern "C" fn drop_box<T>(context: *mut c_void) {
    drop(Box::from_raw(context as *mut T));
}

impl Tensor {
    pub(crate) fn raw(&self) -> ptc_tensor {
        self.0
    }

    /// Takes over a handle of the C library.
    ///
    /// # Safety
    /// The handle must be open, and nobody else may close it.
    pub unsafe fn from_raw(handle: ptc_tensor) -> Tensor {
        Tensor(handle)
    }

    // ---- from and to memory of Rust's ----

    /// A tensor with a copy of `data`, of the sizes `size`.
    pub fn new<T: Element>(data: &[T], size: &[i64]) -> Result<Tensor> {
        let options = Options::from(T::DTYPE).raw();
        made(|out| unsafe {
            let (bytes, dim) = (size_of_val(data) as i64, size.len() as i64);
            ptc_tensor_from_data(data.as_ptr().cast(), bytes, size.as_ptr(), dim, &options, out)
        })
    }

    /// A tensor of any dtype with a copy of `bytes`.
    pub fn from_bytes(bytes: &[u8], size: &[i64], dtype: Dtype) -> Result<Tensor> {
        let options = Options::from(dtype).raw();
        made(|out| unsafe {
            ptc_tensor_from_data(
                bytes.as_ptr().cast(),
                bytes.len() as i64,
                size.as_ptr(),
                size.len() as i64,
                &options,
                out,
            )
        })
    }

    /// The vector's own memory as a tensor, without a copy; it is dropped when nothing needs it any more.
    pub fn from_vec<T: Element>(data: Vec<T>, size: &[i64]) -> Result<Tensor> {
        let count = size.iter().try_fold(1i64, |a, &b| if b < 0 { None } else { a.checked_mul(b) });
        if count != Some(data.len() as i64) {
            let message = format!("from_vec: {} elements are not of the size {size:?}", data.len());
            return Err(Error { kind: PTC_ERROR_VALUE, message });
        }
        let mut held = Box::new(data);
        let address = held.as_mut_ptr().cast();
        let context = Box::into_raw(held).cast();
        made(|out| unsafe {
            let (sizes, dim, options) = (size.as_ptr(), size.len() as i64, Options::from(T::DTYPE).raw());
            ptc_tensor_from_blob(address, sizes, dim, null(), 0, &options, context, Some(drop_box::<Vec<T>>), out)
        })
    }

    /// A copy of all elements, row by row; `T` must be the tensor's dtype.
    pub fn to_vec<T: Element>(&self) -> Result<Vec<T>> {
        self.same_dtype::<T>()?;
        let mut out = Vec::with_capacity(self.numel_()? as usize);
        unsafe {
            check(ptc_tensor_copy_to(
                self.0,
                out.as_mut_ptr() as *mut c_void,
                (out.capacity() * size_of::<T>()) as i64,
            ))?;
            out.set_len(out.capacity());
        }
        Ok(out)
    }

    /// A copy of all bytes, row by row.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let mut element = 0;
        check(unsafe { ptc_tensor_element_size(self.0, &mut element) })?;
        let mut out = vec![0; (self.numel_()? * element) as usize];
        check(unsafe { ptc_tensor_copy_to(self.0, out.as_mut_ptr().cast(), out.len() as i64) })?;
        Ok(out)
    }

    /// The elements where they lie, of a contiguous tensor on the CPU, without a copy.
    ///
    /// # Safety
    /// Nothing may change the tensor's memory, through this or another handle or view, while the slice is used.
    pub unsafe fn as_slice<T: Element>(&self) -> Result<&[T]> {
        self.same_dtype::<T>()?;
        let (mut contiguous, mut address) = (false, null_mut());
        check(ptc_tensor_is_contiguous(self.0, PTC_CONTIGUOUS, &mut contiguous))?;
        if !contiguous {
            return Err(Error { kind: PTC_ERROR_VALUE, message: "as_slice: the tensor is not contiguous".into() });
        }
        check(ptc_tensor_data_ptr(self.0, &mut address))?;
        let count = self.numel_()? as usize;
        Ok(if count == 0 { &[] } else { slice::from_raw_parts(address as *const T, count) })
    }

    fn same_dtype<T: Element>(&self) -> Result<()> {
        let found = self.dtype()?;
        if found == T::DTYPE {
            return Ok(());
        }
        let message = format!("the tensor is of {found:?}, the Rust type of {:?}", T::DTYPE);
        Err(Error { kind: PTC_ERROR_TYPE, message })
    }

    // ---- inspect ----

    /// Whether there is a tensor at all: results of libtorch can be undefined.
    pub fn is_defined(&self) -> bool {
        !self.0.is_null()
    }

    pub fn dim(&self) -> Result<i64> {
        let mut out = 0;
        check(unsafe { ptc_tensor_dim(self.0, &mut out) })?;
        Ok(out)
    }

    fn numel_(&self) -> Result<i64> {
        let mut out = 0;
        check(unsafe { ptc_tensor_numel(self.0, &mut out) })?;
        Ok(out)
    }

    pub fn size(&self) -> Result<Vec<i64>> {
        let mut out = vec![0; self.dim()? as usize];
        check(unsafe { ptc_tensor_sizes(self.0, out.as_mut_ptr(), out.len() as i64) })?;
        Ok(out)
    }

    pub fn dtype(&self) -> Result<Dtype> {
        let mut out = 0;
        check(unsafe { ptc_tensor_dtype(self.0, &mut out) })?;
        Ok(Dtype(out))
    }

    /// The only element.
    pub fn item(&self) -> Result<Scalar> {
        let mut out = Scalar::default();
        check(unsafe { ptc_tensor_item(self.0, &mut out.0) })?;
        Ok(out)
    }

    /// A second handle to the same tensor.
    pub fn share(&self) -> Result<Tensor> {
        made(|out| unsafe { ptc_tensor_share(self.0, out) })
    }

    // ---- gradients ----

    pub fn requires_grad(&self) -> Result<bool> {
        let mut out = false;
        check(unsafe { ptc_tensor_requires_grad(self.0, &mut out) })?;
        Ok(out)
    }

    pub fn set_requires_grad(&self, on: bool) -> Result<()> {
        check(unsafe { ptc_tensor_set_requires_grad(self.0, on) })
    }

    /// Adds the gradients of this one-element tensor to the leaves.
    pub fn backward(&self) -> Result<()> {
        check(unsafe { ptc_tensor_backward(self.0, null_mut(), false, false) })
    }

    pub fn grad(&self) -> Result<Option<Tensor>> {
        let found = made(|out| unsafe { ptc_tensor_grad(self.0, out) })?;
        Ok(Some(found).filter(Tensor::is_defined))
    }

    pub fn set_grad(&self, grad: Option<&Tensor>) -> Result<()> {
        check(unsafe { ptc_tensor_set_grad(self.0, grad.handle()) })
    }

    /// Runs `hook` with each gradient of this tensor; it gives another one, or `None` to keep it. Its error, or its
    /// panic, is what `backward` ends with.
    pub fn register_hook(&self, hook: impl Fn(&Tensor) -> Result<Option<Tensor>> + Send + 'static) -> Result<Hook> {
        type Function = Box<dyn Fn(&Tensor) -> Result<Option<Tensor>> + Send>;
        unsafe extern "C" fn run(context: *mut c_void, grad: ptc_tensor, out: *mut ptc_tensor) -> *const c_char {
            let hook = &*(context as *const Function);
            let borrowed = ManuallyDrop::new(Tensor(grad));
            answer(catch_unwind(AssertUnwindSafe(|| {
                if let Some(changed) = hook(&borrowed)? {
                    *out = ManuallyDrop::new(changed).0;
                }
                Ok(())
            })))
        }
        let context = Box::into_raw(Box::new(Box::new(hook) as Function)).cast();
        let mut out = null_mut();
        check(unsafe { ptc_tensor_register_hook(self.0, Some(run), context, Some(drop_box::<Function>), &mut out) })?;
        Ok(Hook(out))
    }
}

/// A registered hook; dropping it keeps the hook.
pub struct Hook(ptc_hook);

impl Hook {
    /// Takes the hook away.
    pub fn remove(&self) {
        unsafe { ptc_hook_remove(self.0) }
    }
}
impl Drop for Hook {
    fn drop(&mut self) {
        unsafe { ptc_hook_close(self.0) }
    }
}

impl fmt::Display for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut text: *mut c_char = null_mut();
        check(unsafe { ptc_tensor_string(self.0, addr_of_mut!(text).cast()) }).map_err(|_| fmt::Error)?;
        let shown = unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned();
        unsafe { ptc_string_free(text) };
        f.write_str(&shown)
    }
}
impl fmt::Debug for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Tensor(size={:?})", self.size().unwrap_or_default())
    }
}

macro_rules! operators {
    ($($name:ident, $method:ident, $call:ident $(, $alpha:expr)?;)*) => { $(
        impl $name for &Tensor {
            type Output = Result<Tensor>;

            fn $method(self, other: &Tensor) -> Result<Tensor> {
                self.$call(other $(, $alpha)?)
            }
        }
    )* };
}
operators! {
    Add, add, add_Tensor, 1;
    Sub, sub, sub_Tensor, 1;
    Mul, mul, mul_Tensor;
    Div, div, div_Tensor;
}
impl Neg for &Tensor {
    type Output = Result<Tensor>;

    fn neg(self) -> Result<Tensor> {
        Tensor::neg(self)
    }
}
