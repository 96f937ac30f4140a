//! What is alive, what to do when memory is short, and what is recorded.
use crate::{check, raw::*, Result};
use std::{marker::PhantomData, os::raw::c_void, ptr::null_mut};

/// Tensor handles that are not closed yet, of the whole process.
pub fn live_tensors() -> i64 {
    unsafe { ptc_live_tensors() }
}

/// From now on `release(level)` is asked to let go of what is not needed, when more than `threshold` bytes (0: never)
/// of the CPU's are alive, or when an operator finds no memory. `None` takes it away.
pub fn on_memory_pressure(release: Option<Box<dyn Fn(i32) + Send + Sync>>, threshold: i64) -> Result<()> {
    type Function = Box<dyn Fn(i32) + Send + Sync>;
    unsafe extern "C" fn run(context: *mut c_void, level: i32) {
        let release = std::panic::AssertUnwindSafe(&*(context as *const Function));
        let _ = std::panic::catch_unwind(|| release(level)); // nobody is there to hear it
    }
    unsafe extern "C" fn destroy(context: *mut c_void) {
        drop(Box::from_raw(context as *mut Function));
    }
    unsafe { ptc_set_gc_threshold(PTC_CPU, threshold) };
    check(match release {
        Some(release) => unsafe {
            ptc_set_gc_callback(Some(run), Box::into_raw(Box::new(release)).cast(), Some(destroy))
        },
        None => unsafe { ptc_set_gc_callback(None, null_mut(), None) },
    })
}

/// Nothing is recorded for gradients on this thread until it is dropped.
pub struct NoGrad {
    before: bool,
    here: PhantomData<*const ()>, // the state is the thread's
}

pub fn no_grad() -> Result<NoGrad> {
    let mut before = true;
    check(unsafe { ptc_grad_mode(&mut before) })?;
    check(unsafe { ptc_set_grad_mode(false) })?;
    Ok(NoGrad { before, here: PhantomData })
}
impl Drop for NoGrad {
    fn drop(&mut self) {
        let _ = check(unsafe { ptc_set_grad_mode(self.before) });
    }
}

/// Inference mode on this thread until it is dropped.
pub struct InferenceMode {
    before: (bool, bool),
    here: PhantomData<*const ()>,
}

impl InferenceMode {
    pub fn new() -> Result<InferenceMode> {
        let mut before = (false, true);
        check(unsafe { ptc_inference_mode(&mut before.0) })?;
        check(unsafe { ptc_grad_mode(&mut before.1) })?;
        check(unsafe { ptc_set_inference_mode(true) })?;
        Ok(InferenceMode { before, here: PhantomData })
    }
}
impl Drop for InferenceMode {
    fn drop(&mut self) {
        let _ = check(unsafe { ptc_set_inference_mode(self.before.0) });
        let _ = check(unsafe { ptc_set_grad_mode(self.before.1) });
    }
}

/// As long as it lives, Ctrl-C ends the call that this thread is in, or its next one: its error has the kind
/// `raw::PTC_ERROR_INTERRUPTED`. A second Ctrl-C before that is handled as it was.
pub struct Interruptible {
    here: PhantomData<*const ()>, // the calls are the thread's
}

const SIGINT: i32 = 2;

impl Interruptible {
    pub fn new() -> Result<Interruptible> {
        check(unsafe { ptc_interrupt_on_signal(SIGINT) })?;
        Ok(Interruptible { here: PhantomData })
    }
}
impl Drop for Interruptible {
    fn drop(&mut self) {
        unsafe { ptc_interrupt_off_signal(SIGINT) };
    }
}
