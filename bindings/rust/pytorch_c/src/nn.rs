//! Layers of torch.nn, with torch's first numbers: derived from the library's description.
//!
//! Each has what it needs in `new`, and what has a default in a struct of options for `with`:
//! `Conv2d::with(1, 8, 3, Conv2dOptions { padding: 1.into(), ..Default::default() })?`.
use crate::{check, memory::no_grad, ops, raw::ptc_tensor_set_data, Device, Dtype, Error, Options, Result, Tensor};
use std::cell::Cell;

/// A number, or a list of numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Size(Vec<i64>);

impl Size {
    /// A list of so many, of one number or of a list.
    fn many(self, count: usize) -> Vec<i64> {
        if self.0.len() == 1 {
            vec![self.0[0]; count]
        } else {
            self.0
        }
    }
}
impl From<i64> for Size {
    fn from(x: i64) -> Size {
        Size(vec![x])
    }
}
impl From<i32> for Size {
    fn from(x: i32) -> Size {
        Size(vec![x.into()])
    }
}
impl<const N: usize> From<[i64; N]> for Size {
    fn from(x: [i64; N]) -> Size {
        Size(x.into())
    }
}
impl From<Vec<i64>> for Size {
    fn from(x: Vec<i64>) -> Size {
        Size(x)
    }
}

fn joined(a: &[i64], b: &[i64]) -> Vec<i64> {
    [a, b].concat()
}

/// What fills a new tensor: the bounds and the draws of torch's layers.
mod init {
    use crate::{Result, Tensor};

    fn fan_in(weight: &Tensor) -> Result<f64> {
        Ok(weight.size()?.iter().skip(1).map(|&one| one as f64).product())
    }

    pub fn zeros(x: &Tensor) -> Result<()> {
        x.zero_()
    }

    pub fn ones(x: &Tensor) -> Result<()> {
        x.fill__Scalar(1)
    }

    pub fn uniform(x: &Tensor, bound: f64) -> Result<()> {
        x.uniform_(-bound, bound, None)
    }

    pub fn kaiming_uniform(x: &Tensor) -> Result<()> {
        let a = 5f64.sqrt();
        let std = (2.0 / (1.0 + a * a)).sqrt() / fan_in(x)?.sqrt();
        uniform(x, 3f64.sqrt() * std)
    }

    pub fn fan_in_uniform(x: &Tensor, weight: &Tensor) -> Result<()> {
        uniform(x, 1.0 / fan_in(weight)?.sqrt())
    }

    pub fn embedding(x: &Tensor, padding: i64) -> Result<()> {
        x.normal_(0.0, 1.0, None)?;
        if padding >= 0 {
            x.select_int(0, padding)?.zero_()?;
        }
        Ok(())
    }
}

fn parameter(size: &[i64], fill: impl FnOnce(&Tensor) -> Result<()>) -> Result<Tensor> {
    let made = buffer(size, Dtype::FLOAT32, fill)?;
    made.set_requires_grad(true)?;
    Ok(made)
}

fn buffer(size: &[i64], dtype: Dtype, fill: impl FnOnce(&Tensor) -> Result<()>) -> Result<Tensor> {
    let made = ops::empty_memory_format(size, dtype.into(), None)?;
    fill(&made)?;
    Ok(made)
}

/// What a module holds under a name.
pub enum Member<'a> {
    Parameter(&'a Tensor),
    Buffer(&'a Tensor),
    Module(&'a dyn Module),
}

fn wrong<T>(message: String) -> Result<T> {
    Err(Error { kind: crate::raw::PTC_ERROR_VALUE, message })
}

/// What has parameters, buffers and modules of its own; `members!(Net: conv, fc)` tells those of a struct of yours.
pub trait Module {
    /// In torch's order.
    fn members(&self) -> Vec<(String, Member<'_>)>;

    /// Where a module that needs to know it keeps whether it is trained.
    fn training(&self) -> Option<&Cell<bool>> {
        None
    }

    /// By torch's names, in torch's order.
    fn named_parameters(&self) -> Result<Vec<(String, Tensor)>> {
        named(self.members(), "", &|one| matches!(one, Member::Parameter(_)))
    }

    fn named_buffers(&self) -> Result<Vec<(String, Tensor)>> {
        named(self.members(), "", &|one| matches!(one, Member::Buffer(_)))
    }

    /// Parameters and buffers, for [`crate::save`].
    fn state_dict(&self) -> Result<Vec<(String, Tensor)>> {
        named(self.members(), "", &|_| true)
    }

    fn parameters(&self) -> Result<Vec<Tensor>> {
        Ok(self.named_parameters()?.into_iter().map(|one| one.1).collect())
    }

    /// Copies what [`crate::load`] or another module's `state_dict` gives; an error, and no change, where names or
    /// sizes differ.
    fn load_state_dict(&self, state: &[(String, Tensor)]) -> Result<()> {
        let (own, mut values) = (self.state_dict()?, Vec::new());
        for (name, one) in &own {
            match state.iter().find(|given| given.0 == *name) {
                None => return wrong(format!("load_state_dict: there is no {name}")),
                Some((_, value)) if value.size()? != one.size()? => {
                    return wrong(format!(
                        "load_state_dict: {name} has size {:?}, not {:?}",
                        one.size()?,
                        value.size()?
                    ))
                }
                Some((_, value)) => values.push(value),
            }
        }
        if own.len() != state.len() {
            return wrong("load_state_dict: there are tensors of other names".into());
        }
        let _nothing = no_grad()?;
        own.iter().zip(values).try_for_each(|((_, one), value)| one.copy_(value, false))
    }

    fn train(&self, on: bool) {
        if let Some(cell) = self.training() {
            cell.set(on);
        }
        for (_, member) in self.members() {
            if let Member::Module(one) = member {
                one.train(on);
            }
        }
    }

    fn eval(&self) {
        self.train(false)
    }

    /// Moves all tensors to a device, and casts those of floats where a dtype is given. They stay the same tensors, for
    /// optimizers that know them.
    fn to(&self, device: Device, dtype: Option<Dtype>) -> Result<()> {
        for (_, one) in self.state_dict()? {
            let kind = match dtype {
                Some(dtype) if one.is_floating_point()? => dtype,
                _ => one.dtype()?,
            };
            let moved = one.detach()?.to_device(device, kind, false, false, None)?;
            check(unsafe { ptc_tensor_set_data(one.raw(), moved.raw()) })?;
        }
        Ok(())
    }
}

fn named(
    members: Vec<(String, Member)>,
    prefix: &str,
    wanted: &dyn Fn(&Member) -> bool,
) -> Result<Vec<(String, Tensor)>> {
    let mut out = Vec::new();
    for (name, member) in members {
        match member {
            Member::Parameter(one) | Member::Buffer(one) => {
                if wanted(&member) {
                    out.push((format!("{prefix}{name}"), one.share()?));
                }
            }
            Member::Module(one) => out.extend(named(one.members(), &format!("{prefix}{name}."), wanted)?),
        }
    }
    Ok(out)
}

/// Makes a struct whose fields are modules a [`Module`]: `members!(Net: conv, fc);`.
#[macro_export]
macro_rules! members {
    ($kind:ty: $($field:ident),* $(,)?) => {
        impl $crate::nn::Module for $kind {
            fn members(&self) -> Vec<(String, $crate::nn::Member<'_>)> {
                vec![$((stringify!($field).to_string(), $crate::nn::Member::Module(&self.$field))),*]
            }
        }
    };
}
pub use members;

/// A module that makes one tensor of one.
pub trait Layer: Module {
    fn forward(&self, x: &Tensor) -> Result<Tensor>;
}

/// Runs layers one after the other: `seq().add(Linear::new(2, 3)?).add(ReLU::new())`.
#[derive(Default)]
pub struct Sequential(Vec<Box<dyn Layer>>);

pub fn seq() -> Sequential {
    Sequential::default()
}

impl Sequential {
    #[allow(clippy::should_implement_trait)]
    pub fn add(mut self, layer: impl Layer + 'static) -> Sequential {
        self.0.push(Box::new(layer));
        self
    }
}
impl Module for Sequential {
    fn members(&self) -> Vec<(String, Member<'_>)> {
        self.0.iter().enumerate().map(|(i, one)| (i.to_string(), Member::Module(one))).collect()
    }
}
impl Layer for Sequential {
    fn forward(&self, x: &Tensor) -> Result<Tensor> {
        let mut out = x.share()?;
        for one in &self.0 {
            out = one.forward(&out)?;
        }
        Ok(out)
    }
}

impl Module for Box<dyn Layer> {
    fn members(&self) -> Vec<(String, Member<'_>)> {
        (**self).members()
    }

    fn training(&self) -> Option<&Cell<bool>> {
        (**self).training()
    }
}
impl Layer for Box<dyn Layer> {
    fn forward(&self, x: &Tensor) -> Result<Tensor> {
        (**self).forward(x)
    }
}

/// The weights of LSTM and GRU, of each layer and direction.
fn recurrent(
    gates: i64,
    input_size: i64,
    hidden_size: i64,
    num_layers: i64,
    bias: bool,
    bidirectional: bool,
) -> Result<Vec<(String, Tensor)>> {
    let (bound, rows) = (1.0 / (hidden_size as f64).sqrt(), gates * hidden_size);
    let ends: &[&str] = if bidirectional { &["", "_reverse"] } else { &[""] };
    let mut out = Vec::new();
    for layer in 0..num_layers {
        let columns = if layer == 0 { input_size } else { hidden_size * ends.len() as i64 };
        for end in ends {
            let sizes = [
                ("weight_ih", vec![rows, columns]),
                ("weight_hh", vec![rows, hidden_size]),
                ("bias_ih", vec![rows]),
                ("bias_hh", vec![rows]),
            ];
            for (name, size) in sizes.into_iter().take(if bias { 4 } else { 2 }) {
                out.push((format!("{name}_l{layer}{end}"), parameter(&size, |x| init::uniform(x, bound))?));
            }
        }
    }
    Ok(out)
}

fn zero_states(
    x: &Tensor,
    num_layers: i64,
    hidden_size: i64,
    batch_first: bool,
    bidirectional: bool,
) -> Result<Tensor> {
    let batch = x.size()?[if batch_first { 0 } else { 1 }];
    x.new_zeros(&[num_layers * if bidirectional { 2 } else { 1 }, batch, hidden_size], Options::default())
}

include!(concat!(env!("OUT_DIR"), "/layers.rs"));
