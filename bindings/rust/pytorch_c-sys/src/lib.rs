//! The C ABI of pytorch_c itself: every function of `pytorch_c.h`, unsafe, under the same names.
#![allow(non_camel_case_types, clippy::too_many_arguments)]

use std::os::raw::{c_char, c_void};

include!(concat!(env!("OUT_DIR"), "/raw.rs"));

impl Default for ptc_scalar {
    fn default() -> Self {
        Self { kind: PTC_SCALAR_NONE, i: 0, re: 0.0, im: 0.0 }
    }
}
