//! The convolutional network of bindings/mlp/cnn.py: cnn FOLDER FILE
use pytorch_c::{
    check_versions,
    data::DataLoader,
    jit, load, manual_seed,
    nn::{self, Layer, Module},
    no_grad,
    optim::{clip_grad_norm, Adam, Schedule},
    save, set_num_threads, Dtype, Tensor,
};
use std::{env, error::Error, fs};

fn network() -> pytorch_c::Result<nn::Sequential> {
    let padded = || nn::Conv2dOptions { padding: 1.into(), ..Default::default() };
    Ok(nn::seq()
        .add(nn::Conv2d::with(1, 8, 3, padded())?)
        .add(nn::BatchNorm2d::new(8)?)
        .add(nn::ReLU::new())
        .add(nn::MaxPool2d::new(2))
        .add(nn::Conv2d::with(8, 16, 3, padded())?)
        .add(nn::ReLU::new())
        .add(nn::MaxPool2d::new(2))
        .add(nn::Flatten::default())
        .add(nn::Dropout::new(0.25))
        .add(nn::Linear::new(784, 10)?))
}

fn main() -> Result<(), Box<dyn Error>> {
    check_versions()?;
    set_num_threads(1)?;
    let words: Vec<String> = env::args().collect();
    let read = |name, size: &[i64], dtype| -> Result<Tensor, Box<dyn Error>> {
        Ok(Tensor::from_bytes(&fs::read(format!("{}/{name}", words[1]))?, size, dtype)?)
    };
    let images = read("images.f32", &[1000, 1, 28, 28], Dtype::FLOAT32)?;
    let labels = read("labels.i64", &[1000], Dtype::INT64)?;
    manual_seed(7)?;
    let model = network()?;
    let loader = DataLoader::shuffled(vec![images.share()?, labels.share()?], 100, 3)?;
    let mut adam = Adam::adamw(model.parameters()?, 0.004);
    let mut schedule = Schedule::step_lr(&mut adam, 1, 0.5);
    for _ in 0..2 {
        for batch in loader.pass()? {
            let batch = batch?;
            let loss = model.forward(&batch[0])?.cross_entropy_loss(&batch[1], None, 1, -100, 0.0)?;
            adam.zero_grad()?;
            loss.backward()?;
            clip_grad_norm(&model.parameters()?, 1.0)?;
            adam.step()?;
            println!("{:.6}", loss.item()?.number());
        }
        schedule.step(&mut adam);
    }
    save(&words[2], &model.state_dict()?)?;
    let archive = jit::load(format!("{}/network.pt", words[1]), None)?;
    for state in [load(&words[2])?, archive.state_dict()?] {
        let again = network()?;
        again.load_state_dict(&state)?;
        again.eval();
        let _nothing = no_grad()?;
        let right = again.forward(&images)?.argmax(Some(1), false)?.eq_Tensor(&labels)?.sum(None)?;
        println!("{}", right.item()?.int());
    }
    Ok(())
}
