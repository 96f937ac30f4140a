//! The perceptron of bindings/mlp/mlp.py: mlp FOLDER [FILE]
use pytorch_c::{check_versions, ops, optim::Sgd, save, set_num_threads, Dtype, Options, Tensor};
use std::{env, error::Error, fs};

fn weight(rows: i64, columns: i64) -> pytorch_c::Result<Tensor> {
    let number = |i, j| (((i * 31 + j * 17) % 97) as f64 / 97.0 - 0.5) * 0.1;
    let numbers = (0..rows).flat_map(|i| (0..columns).map(move |j| number(i, j) as f32)).collect();
    let made = Tensor::from_vec(numbers, &[rows, columns])?;
    made.set_requires_grad(true)?;
    Ok(made)
}

fn main() -> Result<(), Box<dyn Error>> {
    check_versions()?;
    set_num_threads(1)?;
    let words: Vec<String> = env::args().collect();
    let images = Tensor::from_bytes(&fs::read(format!("{}/images.f32", words[1]))?, &[1000, 784], Dtype::FLOAT32)?;
    let labels = Tensor::from_bytes(&fs::read(format!("{}/labels.i64", words[1]))?, &[1000], Dtype::INT64)?;
    let trained = Options { requires_grad: Some(true), ..Dtype::FLOAT32.into() };
    let (w1, b1) = (weight(64, 784)?, ops::zeros(&[64], trained)?);
    let (w2, b2) = (weight(10, 64)?, ops::zeros(&[10], trained)?);
    let mut sgd = Sgd::new(vec![w1.share()?, b1.share()?, w2.share()?, b2.share()?], 0.1, 0.0);
    for step in 0..50 {
        let start = step % 10 * 100;
        let x = images.slice_Tensor(0, Some(start), Some(start + 100), 1)?;
        let y = labels.slice_Tensor(0, Some(start), Some(start + 100), 1)?;
        let hidden = ops::linear(&x, &w1, Some(&b1))?.relu()?;
        let loss = ops::linear(&hidden, &w2, Some(&b2))?.cross_entropy_loss(&y, None, 1, -100, 0.0)?;
        sgd.zero_grad()?;
        loss.backward()?;
        sgd.step()?;
        println!("{:.6}", loss.item()?.number());
    }
    if let Some(path) = words.get(2) {
        save(path, &[("hidden.weight", &w1), ("hidden.bias", &b1), ("output.weight", &w2), ("output.bias", &b2)])?;
    }
    Ok(())
}
