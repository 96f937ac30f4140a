// Rust: Drop, where the owner's scope ends.
use std::{env, ffi::c_char, ptr, time::Instant};

type Handle = *mut std::ffi::c_void;

extern "C" {
    fn ptc_zeros(size: *const i64, size_len: i64, options: *const std::ffi::c_void, out: *mut Handle) -> *const c_char;
    fn ptc_tensor_close(handle: Handle);
    fn ptc_live_tensors() -> i64;
}

struct Tensor(Handle);

impl Tensor {
    fn zeros(numel: i64) -> Tensor {
        let mut out: Handle = ptr::null_mut();
        let error = unsafe { ptc_zeros(&numel, 1, ptr::null(), &mut out) };
        assert!(error.is_null());
        Tensor(out)
    }
}

impl Drop for Tensor {
    fn drop(&mut self) {
        unsafe { ptc_tensor_close(self.0) }
    }
}

fn main() {
    let words: Vec<i64> = env::args().skip(1).take(3).map(|word| word.parse().unwrap()).collect();
    let begin = Instant::now();
    for _ in 0..words[1] {
        drop(Tensor::zeros(words[0]));
    }
    let ns = begin.elapsed().as_nanos() as f64 / words[1].max(1) as f64;
    println!("{{\"ns\": {}, \"pauses\": [], \"left\": {}}}", ns, unsafe { ptc_live_tensors() });
}
