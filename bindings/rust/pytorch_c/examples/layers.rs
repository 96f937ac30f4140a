//! Every layer with the description's examples, as bindings/mlp/layers.py: layers FILE
use pytorch_c::{check_versions, manual_seed, nn, ops, save, set_num_threads, Dtype, Options};
use std::{env, error::Error};

fn main() -> Result<(), Box<dyn Error>> {
    use nn::{Layer, Module};
    check_versions()?;
    set_num_threads(1)?;
    let mut out = Vec::new();
    for (number, (name, make, size, below)) in nn::examples().into_iter().enumerate() {
        manual_seed(0)?;
        let layer = make()?;
        let x = if below > 0 {
            ops::randint(below, size, Dtype::INT64.into())?
        } else {
            ops::randn(size, Options::default())?
        };
        for (key, one) in layer.state_dict()? {
            out.push((format!("{number}.{name}.{key}"), one.detach()?.clone(None)?));
        }
        let y = layer.forward(&x)?;
        out.push((format!("{number}.{name}.out"), y.detach()?));
        let parameters = layer.named_parameters()?;
        if !parameters.is_empty() {
            (&y * &y)?.sum(None)?.backward()?;
        }
        for (key, one) in parameters {
            out.push((format!("{number}.{name}.{key}.grad"), one.grad()?.unwrap()));
        }
        layer.eval();
        out.push((format!("{number}.{name}.eval"), layer.forward(&x)?.detach()?));
    }
    save(env::args().nth(1).unwrap(), &out)?;
    Ok(())
}
