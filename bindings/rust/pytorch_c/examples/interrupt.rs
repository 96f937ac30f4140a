//! A call that takes minutes, which Ctrl-C ends: interrupt
use pytorch_c::{check_versions, jit, ops, raw, Interruptible, Result};

fn main() -> Result<()> {
    check_versions()?;
    let _ctrl_c = Interruptible::new()?;
    let code = "def long(x, count: int):\n    for i in range(count):\n        x = x + 1\n    return x\n";
    let functions = jit::compile(code)?;
    println!("ready");
    match functions["long"].call(&[ops::zeros(&[3], Default::default())?.into(), 1_000_000_000i64.into()]) {
        Err(error) if error.kind == raw::PTC_ERROR_INTERRUPTED => println!("interrupted"),
        other => println!("{other:?}"),
    }
    assert_eq!(ops::ones(&[3], Default::default())?.sum(None)?.to_vec::<f32>()?, [3.]); // calls go on
    Ok(())
}
