//! Runs an archive of TorchScript, as cshim/examples/script.c does: script ARCHIVE ARGUMENT...
//! "2,3" is a tensor of ones of this size ("2," of one dimension), 3 and 0.5 are numbers.
use pytorch_c::{
    check_versions,
    jit::{self, Value},
    no_grad, ops, raw, Device, Dtype, Tensor,
};
use std::{env, error::Error};

fn argument(word: &str) -> Result<Value, Box<dyn Error>> {
    if !word.contains(',') {
        return Ok(if word.contains(['.', 'e']) { Value::Float(word.parse()?) } else { Value::Int(word.parse()?) });
    }
    let size: Vec<i64> = word.split_terminator(',').map(str::parse).collect::<Result<_, _>>()?;
    Ok(ops::ones(&size, Default::default())?.into())
}

fn joined(items: impl Iterator<Item = pytorch_c::Result<String>>) -> pytorch_c::Result<String> {
    Ok(items.collect::<pytorch_c::Result<Vec<_>>>()?.join(", "))
}

fn shown(value: &Value) -> pytorch_c::Result<String> {
    let pair = |key: String, one: &Value| Ok(format!("{key}: {}", shown(one)?));
    Ok(match value {
        Value::None => "None".into(),
        Value::Bool(x) => if *x { "True" } else { "False" }.into(),
        Value::Int(x) => x.to_string(),
        Value::Float(x) => x.to_string(),
        Value::Complex(re, im) => format!("({re}, {im})"),
        Value::Text(x) => format!("'{x}'"),
        Value::Tensor(x) => {
            let size = joined(x.size()?.iter().map(|one| Ok(one.to_string())))?;
            let sum = |x: &Tensor| Ok(x.sum(Some(Dtype::FLOAT64))?.item()?.number());
            format!("Tensor({size}) {} {}", sum(x)?, sum(&x.mul_Tensor(x)?)?)
        }
        Value::Device(x) => format!("{x:?}"),
        Value::List(x) => format!("[{}]", joined(x.iter().map(shown))?),
        Value::Tuple(x) => format!("({})", joined(x.iter().map(shown))?),
        Value::NamedTuple(x) => format!("({})", joined(x.iter().map(|(name, one)| pair(name.clone(), one)))?),
        Value::Dict(x) => format!("{{{}}}", joined(x.iter().map(|(key, one)| pair(shown(key)?, one)))?),
    })
}

fn main() -> Result<(), Box<dyn Error>> {
    check_versions()?;
    let mut words = env::args().skip(1);
    let module =
        jit::load(&words.next().ok_or("script ARCHIVE ARGUMENT...")?, Some(Device { kind: raw::PTC_CPU, index: -1 }))?;
    let args: Vec<Value> = words.map(|word| argument(&word)).collect::<Result<_, _>>()?;
    let _nothing_recorded = no_grad()?;
    println!("{}", shown(&module.forward(&args)?)?);
    Ok(())
}
