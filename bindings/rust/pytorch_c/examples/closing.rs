//! Drops tensors while another thread calls operators with second handles of them: closing COUNT. bindings/README.md has
//! more. A reference would not compile: Tensor is not Sync.
use pytorch_c::{check_versions, live_tensors, ops, Result, Tensor};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::Mutex;
use std::{env, thread};

static SHARED: Mutex<Option<Tensor>> = Mutex::new(None); // locked to copy it: a call runs without the lock
static READY: AtomicBool = AtomicBool::new(false);
static OVER: AtomicBool = AtomicBool::new(false);

fn second() -> Result<Option<Tensor>> {
    SHARED.lock().unwrap().as_ref().map(Tensor::share).transpose()
}

fn call() -> Result<(u64, u64)> {
    let (mut calls, mut closed, mut turns) = (0, 0, 0);
    while !OVER.load(SeqCst) {
        let x = second()?;
        turns += 1;
        if x.is_none() || turns > 4 {
            thread::yield_now(); // let the other one go on
            turns = 0;
        }
        let Some(x) = x else { continue };
        calls += 1;
        READY.store(true, SeqCst);
        assert_eq!(x.mm(&x)?.size()?, [8, 8]);
        closed += u64::from(SHARED.lock().unwrap().is_none()); // its other handle went during the call
    }
    Ok((calls, closed))
}

fn main() -> Result<()> {
    check_versions()?;
    let count = env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(1000);
    let before = live_tensors();
    let caller = thread::spawn(call);
    for i in 0..count {
        let x = ops::ones(&[8, 8], Default::default())?;
        READY.store(false, SeqCst);
        *SHARED.lock().unwrap() = Some(x);
        while !READY.load(SeqCst) && i % 4 != 0 {
            thread::yield_now(); // each fourth is dropped at once
        }
        SHARED.lock().unwrap().take();
    }
    OVER.store(true, SeqCst);
    let (calls, closed) = caller.join().unwrap()?;
    println!("{{\"calls\": {calls}, \"closed\": {closed}, \"left\": {}}}", live_tensors() - before);
    Ok(())
}
