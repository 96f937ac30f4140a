use crate::raw::*;
use std::{
    any::Any,
    ffi::{CStr, CString},
    fmt,
    os::raw::{c_char, c_void},
    panic::resume_unwind,
    ptr::null,
};

/// What a call failed with.
#[derive(Debug, Clone, PartialEq)]
pub struct Error {
    /// One of `raw::PTC_ERROR_…`.
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

/// What a callback panicked with, on its way through the library.
type Panic = Box<dyn Any + Send>;

unsafe extern "C" fn drop_panic(context: *mut c_void) {
    drop(Box::from_raw(context as *mut Option<Panic>));
}

/// The library's error as ours; a panic of a callback goes on here.
pub(crate) fn check(error: *const c_char) -> Result<()> {
    if error.is_null() {
        return Ok(());
    }
    unsafe {
        let message = CStr::from_ptr(error).to_string_lossy().into_owned();
        let kind = ptc_error_kind(error);
        let carried = ptc_error_context(error) as *mut Option<Panic>;
        let panic = if carried.is_null() { None } else { (*carried).take() };
        ptc_error_free(error);
        match panic {
            Some(payload) => resume_unwind(payload),
            None => Err(Error { kind, message }),
        }
    }
}

/// What a callback returns to the library: NULL, or its error or panic as one of the library's.
pub(crate) fn answer(outcome: std::thread::Result<Result<()>>) -> *const c_char {
    let text = |message: &str| CString::new(message.replace('\0', " ")).unwrap();
    match outcome {
        Ok(Ok(())) => null(),
        Ok(Err(error)) => unsafe { ptc_error_new(error.kind, text(&error.message).as_ptr()) },
        Err(payload) => unsafe {
            let context = Box::into_raw(Box::new(Some(payload))) as *mut c_void;
            ptc_error_new_with(PTC_ERROR_HOST, text("a callback panicked").as_ptr(), context, Some(drop_panic))
        },
    }
}
