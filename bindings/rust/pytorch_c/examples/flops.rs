//! Counts the multiplications of a model, forward and backward, by a mode: no line of the model changes.
use pytorch_c::{check_versions, host::with_mode, live_tensors, ops, Dtype, Options, Result, Tensor};
use std::sync::{
    atomic::{AtomicI64, Ordering},
    Arc,
};

/// The model: two layers.
fn forward(x: &Tensor, first: &Tensor, second: &Tensor) -> Result<Tensor> {
    x.mm(first)?.relu()?.mm(second)?.sum(None)
}

fn random(rows: i64, columns: i64, trained: bool) -> Result<Tensor> {
    ops::randn(&[rows, columns], Options { requires_grad: Some(trained), ..Dtype::FLOAT32.into() })
}

fn main() -> Result<()> {
    check_versions()?;
    let (products, operators) = (Arc::new(AtomicI64::new(0)), Arc::new(AtomicI64::new(0)));
    let (x, first, second) = (random(32, 784, false)?, random(784, 128, true)?, random(128, 10, true)?);
    let (counted, run) = (products.clone(), operators.clone());
    let count = move |call: &pytorch_c::host::Call| {
        run.fetch_add(1, Ordering::Relaxed);
        if call.name() == "aten::mm" {
            if let (Some(left), Some(right)) = (call.sizes(0)?, call.sizes(1)?) {
                counted.fetch_add(left[0] * left[1] * right[1], Ordering::Relaxed);
            }
        }
        Ok(())
    };
    with_mode(count, || {
        let loss = forward(&x, &first, &second)?;
        let (products, operators) = (products.load(Ordering::Relaxed), operators.load(Ordering::Relaxed));
        println!("forward: {products} multiplications in {operators} operators");
        loss.backward()
    })?;
    println!("with backward: {} multiplications", products.load(Ordering::Relaxed));
    drop((x, first, second));
    println!("{} tensors are open", live_tensors());
    Ok(())
}
