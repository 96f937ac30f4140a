//! Numbers with their kind, options, and the numbers of enums.
use crate::{check, raw::*, Result};
use std::ptr::null_mut;

/// A number with its kind, since promotion depends on it; `Scalar::default()` is none.
#[derive(Clone, Copy, Default)]
#[repr(transparent)]
pub struct Scalar(pub(crate) ptc_scalar);

impl Scalar {
    /// As a float, whatever its kind.
    pub fn number(self) -> f64 {
        match self.0.kind {
            PTC_SCALAR_FLOAT | PTC_SCALAR_COMPLEX => self.0.re,
            _ => self.0.i as f64,
        }
    }

    /// The integer of an int or bool.
    pub fn int(self) -> i64 {
        self.0.i
    }
}
impl From<f64> for Scalar {
    fn from(re: f64) -> Scalar {
        Scalar(ptc_scalar { kind: PTC_SCALAR_FLOAT, re, ..Default::default() })
    }
}
impl From<i64> for Scalar {
    fn from(i: i64) -> Scalar {
        Scalar(ptc_scalar { kind: PTC_SCALAR_INT, i, ..Default::default() })
    }
}
impl From<i32> for Scalar {
    fn from(i: i32) -> Scalar {
        Scalar::from(i as i64)
    }
}
impl From<bool> for Scalar {
    fn from(x: bool) -> Scalar {
        Scalar(ptc_scalar { kind: PTC_SCALAR_BOOL, i: x as i64, ..Default::default() })
    }
}

/// An element type: `Dtype::FLOAT32`, …
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dtype(pub i32);
/// How a tensor lies in memory: `Layout::STRIDED`, …
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout(pub i32);
/// The order of dimensions in memory: `MemoryFormat::CONTIGUOUS`, …
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryFormat(pub i32);

/// A device by its type, one of `raw::PTC_CPU`, `raw::PTC_CUDA`, …, and index, or -1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Device {
    pub kind: i32,
    pub index: i32,
}

/// What a factory makes: `Options { dtype: Some(Dtype::FLOAT64), ..Default::default() }`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    pub dtype: Option<Dtype>,
    pub layout: Option<Layout>,
    pub device: Option<Device>,
    pub pin_memory: Option<bool>,
    pub requires_grad: Option<bool>,
}

impl Options {
    pub(crate) fn raw(self) -> ptc_options {
        let field = |is_set: bool, bit: i32| if is_set { bit } else { 0 };
        ptc_options {
            set: field(self.dtype.is_some(), PTC_OPTION_DTYPE)
                | field(self.layout.is_some(), PTC_OPTION_LAYOUT)
                | field(self.device.is_some(), PTC_OPTION_DEVICE)
                | field(self.pin_memory.is_some(), PTC_OPTION_PIN_MEMORY)
                | field(self.requires_grad.is_some(), PTC_OPTION_REQUIRES_GRAD),
            dtype: self.dtype.map_or(0, |x| x.0),
            layout: self.layout.map_or(0, |x| x.0),
            device_type: self.device.map_or(0, |x| x.kind),
            device_index: self.device.map_or(0, |x| x.index),
            pin_memory: self.pin_memory.unwrap_or(false) as i32,
            requires_grad: self.requires_grad.unwrap_or(false) as i32,
        }
    }
}
impl From<Dtype> for Options {
    fn from(dtype: Dtype) -> Options {
        Options { dtype: Some(dtype), ..Default::default() }
    }
}

/// A source of random numbers on the CPU.
pub struct Generator(ptc_generator);

impl Generator {
    pub fn new(seed: i64) -> Result<Generator> {
        let mut out = null_mut();
        check(unsafe { ptc_generator_new(PTC_CPU, PTC_UNSET, &mut out) })?;
        let made = Generator(out);
        check(unsafe { ptc_generator_manual_seed(made.0, seed) })?;
        Ok(made)
    }

    pub(crate) fn raw(&self) -> ptc_generator {
        self.0
    }
}
impl Drop for Generator {
    fn drop(&mut self) {
        unsafe { ptc_generator_close(self.0) }
    }
}
unsafe impl Send for Generator {}
