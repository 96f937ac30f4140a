//! The C ABI itself: every function of pytorch_c.h, unsafe.
#![allow(non_camel_case_types, clippy::too_many_arguments)]

use std::os::raw::{c_char, c_void};

macro_rules! handles {
    ($($name:ident $inside:ident),*) => {$(
        #[repr(C)]
        pub struct $inside {
            private: [u8; 0],
        }
        pub type $name = *mut $inside;
    )*};
}
handles!(ptc_tensor ptc_tensor_s, ptc_tensor_list ptc_tensor_list_s, ptc_generator ptc_generator_s,
         ptc_mark ptc_mark_s, ptc_operator ptc_operator_s, ptc_node ptc_node_s, ptc_hook ptc_hook_s,
         ptc_dlpack DLManagedTensor, ptc_dlpack_versioned DLManagedTensorVersioned);

pub const UNSET: i32 = -1;
pub const SCALAR_INT: i32 = 1;
pub const SCALAR_FLOAT: i32 = 2;

#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct ptc_scalar {
    pub kind: i32,
    pub i: i64,
    pub re: f64,
    pub im: f64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ptc_options {
    pub dtype: i32,
    pub layout: i32,
    pub device_type: i32,
    pub device_index: i32,
    pub pin_memory: i32,
    pub requires_grad: i32,
}

impl Default for ptc_options {
    fn default() -> Self {
        Self { dtype: UNSET, layout: UNSET, device_type: UNSET, device_index: UNSET, pin_memory: UNSET, requires_grad: UNSET }
    }
}

#[repr(C)]
pub struct ptc_value {
    pub kind: i32,
    pub i: i64,
    pub re: f64,
    pub im: f64,
    pub p: *const c_void,
    pub len: i64,
}

include!(concat!(env!("OUT_DIR"), "/raw.rs"));
