//! Optimizers whose step is one call for all parameters.
use crate::{check, handles, ops, raw::*, Dtype, Result, Tensor};
use std::ptr::null;

/// The parameters that have a gradient, with their numbers.
fn rows(parameters: &[Tensor]) -> Result<Vec<(usize, &Tensor, Tensor)>> {
    let mut out = Vec::new();
    for (i, one) in parameters.iter().enumerate() {
        if let Some(grad) = one.grad()? {
            out.push((i, one, grad));
        }
    }
    Ok(out)
}

fn zero_grad(parameters: &[Tensor]) -> Result<()> {
    parameters.iter().try_for_each(|one| one.set_grad(None))
}

/// torch.optim.SGD.
pub struct Sgd {
    parameters: Vec<Tensor>,
    buffers: Vec<Option<Tensor>>,
    pub lr: f64,
    pub momentum: f64,
    pub dampening: f64,
    pub weight_decay: f64,
    pub nesterov: bool,
}

impl Sgd {
    pub fn new(parameters: Vec<Tensor>, lr: f64, momentum: f64) -> Sgd {
        let buffers = parameters.iter().map(|_| None).collect();
        Sgd { parameters, buffers, lr, momentum, dampening: 0.0, weight_decay: 0.0, nesterov: false }
    }

    pub fn zero_grad(&self) -> Result<()> {
        zero_grad(&self.parameters)
    }

    pub fn step(&mut self) -> Result<()> {
        let rows = rows(&self.parameters)?;
        let fresh: Vec<bool> = rows.iter().map(|(i, ..)| self.momentum != 0.0 && self.buffers[*i].is_none()).collect();
        // A first step only writes its buffers.
        for first in [false, true] {
            let now: Vec<_> = rows.iter().zip(&fresh).filter(|(_, is)| **is == first).map(|(row, _)| row).collect();
            let mut buffers = Vec::new();
            for (i, one, _) in &now {
                if self.momentum != 0.0 {
                    if first {
                        self.buffers[*i] = Some(one.zeros_like(Default::default(), None)?);
                    }
                    buffers.push(self.buffers[*i].as_ref().unwrap().raw());
                }
            }
            if now.is_empty() {
                continue;
            }
            let params = handles(&now.iter().map(|row| row.1).collect::<Vec<_>>());
            let grads = handles(&now.iter().map(|row| &row.2).collect::<Vec<_>>());
            let count = now.len() as i64;
            check(unsafe {
                ptc_optimizer_sgd_step(
                    params.as_ptr(),
                    count,
                    grads.as_ptr(),
                    count,
                    buffers.as_ptr(),
                    buffers.len() as i64,
                    self.lr,
                    self.momentum,
                    self.dampening,
                    self.weight_decay,
                    self.nesterov,
                    false,
                    first,
                )
            })?;
        }
        Ok(())
    }
}

/// torch.optim.Adam, or AdamW with `decoupled`.
pub struct Adam {
    parameters: Vec<Tensor>,
    state: Vec<Option<[Tensor; 3]>>,
    pub lr: f64,
    pub betas: (f64, f64),
    pub eps: f64,
    pub weight_decay: f64,
    pub decoupled: bool,
}

impl Adam {
    pub fn new(parameters: Vec<Tensor>, lr: f64) -> Adam {
        let state = parameters.iter().map(|_| None).collect();
        Adam { parameters, state, lr, betas: (0.9, 0.999), eps: 1e-8, weight_decay: 0.0, decoupled: false }
    }

    pub fn zero_grad(&self) -> Result<()> {
        zero_grad(&self.parameters)
    }

    pub fn step(&mut self) -> Result<()> {
        let rows = rows(&self.parameters)?;
        for (i, one, _) in &rows {
            if self.state[*i].is_none() {
                let zeros = || one.zeros_like(Default::default(), None);
                self.state[*i] = Some([zeros()?, zeros()?, ops::zeros(&[], Dtype::FLOAT32.into())?]);
            }
        }
        let state =
            |k: usize| handles(&rows.iter().map(|row| &self.state[row.0].as_ref().unwrap()[k]).collect::<Vec<_>>());
        let params = handles(&rows.iter().map(|row| row.1).collect::<Vec<_>>());
        let grads = handles(&rows.iter().map(|row| &row.2).collect::<Vec<_>>());
        let (averages, squares, steps, count) = (state(0), state(1), state(2), rows.len() as i64);
        check(unsafe {
            ptc_optimizer_adam_step(
                params.as_ptr(),
                count,
                grads.as_ptr(),
                count,
                averages.as_ptr(),
                count,
                squares.as_ptr(),
                count,
                null(),
                0,
                steps.as_ptr(),
                count,
                self.lr,
                self.betas.0,
                self.betas.1,
                self.eps,
                self.weight_decay,
                false,
                false,
                self.decoupled,
            )
        })
    }
}
