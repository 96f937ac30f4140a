//! Modes: functions that are asked before every operator of a thread, those of the backward pass included.
use crate::{check, error::answer, raw::*, Error, Result};
use std::{
    ffi::CStr,
    os::raw::{c_char, c_void},
    panic::{catch_unwind, AssertUnwindSafe},
    ptr::null_mut,
    slice,
    sync::{
        atomic::{AtomicI64, Ordering},
        OnceLock,
    },
};

/// An operator that is about to run.
pub struct Call<'a> {
    name: &'a str,
    overload: &'a str,
    args: &'a [ptc_value],
}

impl Call<'_> {
    /// Its name, "aten::mm".
    pub fn name(&self) -> &str {
        self.name
    }

    /// Its overload, "" for the one without a name.
    pub fn overload(&self) -> &str {
        self.overload
    }

    /// The sizes of an argument that is a tensor; `None` for any other.
    pub fn sizes(&self, argument: usize) -> Result<Option<Vec<i64>>> {
        let Some(value) = self.args.get(argument).filter(|value| value.kind == PTC_VALUE_TENSOR) else {
            return Ok(None);
        };
        let (tensor, mut dim) = (value.p as ptc_tensor, 0);
        check(unsafe { ptc_tensor_dim(tensor, &mut dim) })?;
        let mut sizes = vec![0; dim as usize];
        check(unsafe { ptc_tensor_sizes(tensor, sizes.as_mut_ptr(), dim) })?;
        Ok(Some(sizes))
    }
}

type Asked = Box<dyn Fn(&Call) -> Result<()> + Send + Sync>;

/// A function as the library's object, with the number of its references.
struct Mode {
    references: AtomicI64,
    asked: Asked,
}

unsafe extern "C" fn keep(_: *mut c_void, object: *mut c_void) {
    (*(object as *const Mode)).references.fetch_add(1, Ordering::Relaxed);
}
unsafe extern "C" fn release(_: *mut c_void, object: *mut c_void) {
    if (*(object as *const Mode)).references.fetch_sub(1, Ordering::AcqRel) == 1 {
        drop(Box::from_raw(object as *mut Mode));
    }
}
unsafe extern "C" fn try_keep(_: *mut c_void, _: *const c_void) -> bool {
    false // no tensor has an object
}
unsafe extern "C" fn references(_: *mut c_void, object: *mut c_void) -> i64 {
    (*(object as *const Mode)).references.load(Ordering::Relaxed)
}
unsafe extern "C" fn owns(_: *mut c_void, _: *mut c_void) -> bool {
    true // the only objects here are modes
}

unsafe extern "C" fn run(
    _: *mut c_void,
    call: *mut c_void,
    stage: i32,
    object: *mut c_void,
    name: *const c_char,
    overload: *const c_char,
    args: *const ptc_value,
    _: *const bool,
    args_len: i64,
) -> *const c_char {
    if stage != PTC_HOST_MODE {
        return ptc_host_decline(call);
    }
    answer(catch_unwind(AssertUnwindSafe(|| {
        let text = |text| CStr::from_ptr(text).to_str().map_err(|_| wrong("the name of an operator is no text"));
        let (name, overload) = (text(name)?, text(overload)?);
        ((*(object as *const Mode)).asked)(&Call {
            name,
            overload,
            args: slice::from_raw_parts(args, args_len as usize),
        })?;
        check(ptc_library_redispatch(call))
    })))
}

fn wrong(message: &str) -> Error {
    Error { kind: PTC_ERROR_RUNTIME, message: message.into() }
}

/// Makes this crate the process's host, at its first mode.
fn become_host() -> Result<()> {
    static HOST: OnceLock<Result<()>> = OnceLock::new();
    HOST.get_or_init(|| {
        check(unsafe {
            ptc_host_set(
                false,
                Some(keep),
                Some(release),
                Some(try_keep),
                Some(references),
                Some(owns),
                Some(run),
                null_mut(),
                None,
            )
        })
    })
    .clone()
}

/// Takes the mode away, also where the body panics.
struct Pushed;
impl Drop for Pushed {
    fn drop(&mut self) {
        let mut mode = null_mut();
        if check(unsafe { ptc_host_mode_pop(&mut mode) }).is_ok() {
            unsafe { release(null_mut(), mode) };
        }
    }
}

/// Runs `body`; before each operator that it runs, and that a backward pass begun in it runs, `asked` is asked. An error
/// of `asked` is that of the operator, which then does not run.
///
/// The mode is of this thread, innermost first, and off while `asked` runs. Fails where the process has another host.
pub fn with_mode<T>(
    asked: impl Fn(&Call) -> Result<()> + Send + Sync + 'static,
    body: impl FnOnce() -> Result<T>,
) -> Result<T> {
    become_host()?;
    let mode = Box::into_raw(Box::new(Mode { references: AtomicI64::new(1), asked: Box::new(asked) })).cast();
    let pushed = check(unsafe { ptc_host_mode_push(mode) }).map(|()| Pushed);
    unsafe { release(null_mut(), mode) }; // the library keeps it while it is pushed
    let _pushed = pushed?;
    body()
}
