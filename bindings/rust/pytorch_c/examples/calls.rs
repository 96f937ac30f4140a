//! Nanoseconds of processor time that a call costs: calls COUNT
use pytorch_c::{check_versions, ops, set_num_threads, Result};
use std::env;

extern "C" {
    fn clock() -> std::ffi::c_long; // microseconds of this process, all threads
}

fn ns<T>(count: u32, mut call: impl FnMut() -> T) -> f64 {
    for _ in 0..count / 10 {
        drop(call());
    }
    let begin = unsafe { clock() };
    for _ in 0..count {
        drop(call());
    }
    let spent = unsafe { clock() - begin };
    spent as f64 * 1000.0 / count as f64
}

fn main() -> Result<()> {
    check_versions()?;
    set_num_threads(1)?;
    let count = env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(100_000);
    let (a, wide) = (ops::ones(&[3, 3], Default::default())?, ops::ones(&[1, 2], Default::default())?);
    let (dim, mm, add) = (ns(count, || a.dim()), ns(count, || a.mm(&a)), ns(count, || a.add_Tensor(&a, 1)));
    let error = ns(count / 10, || a.mm(&wide));
    println!("{{\"dim\": {dim}, \"mm\": {mm}, \"add\": {add}, \"error\": {error}}}");
    Ok(())
}
