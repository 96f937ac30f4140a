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

    /// torch.optim.AdamW.
    pub fn adamw(parameters: Vec<Tensor>, lr: f64) -> Adam {
        Adam { weight_decay: 0.01, decoupled: true, ..Adam::new(parameters, lr) }
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

/// An optimizer whose rate a schedule may change.
pub trait Rate {
    fn lr(&mut self) -> &mut f64;
}
impl Rate for Sgd {
    fn lr(&mut self) -> &mut f64 {
        &mut self.lr
    }
}
impl Rate for Adam {
    fn lr(&mut self) -> &mut f64 {
        &mut self.lr
    }
}

/// How a rate changes: `step` after each epoch.
pub struct Schedule {
    base: f64,
    epoch: i64,
    #[allow(clippy::type_complexity)]
    next: Box<dyn Fn(f64, i64, f64) -> f64>, // of the rate, the epoch, and the first rate
}

impl Schedule {
    fn new(optimizer: &mut impl Rate, next: impl Fn(f64, i64, f64) -> f64 + 'static) -> Schedule {
        Schedule { base: *optimizer.lr(), epoch: 0, next: Box::new(next) }
    }

    /// torch.optim.lr_scheduler.StepLR.
    pub fn step_lr(optimizer: &mut impl Rate, step_size: i64, gamma: f64) -> Schedule {
        Schedule::new(optimizer, move |lr, epoch, _| if epoch % step_size == 0 { lr * gamma } else { lr })
    }

    /// torch.optim.lr_scheduler.CosineAnnealingLR.
    pub fn cosine_annealing(optimizer: &mut impl Rate, t_max: i64, eta_min: f64) -> Schedule {
        use std::f64::consts::PI;
        let at = move |step: i64| 1.0 + (PI * step as f64 / t_max as f64).cos();
        Schedule::new(optimizer, move |lr, epoch, base| {
            if (epoch - 1 - t_max) % (2 * t_max) == 0 {
                return lr + (base - eta_min) * (1.0 - (PI / t_max as f64).cos()) / 2.0;
            }
            at(epoch) / at(epoch - 1) * (lr - eta_min) + eta_min
        })
    }

    /// torch.optim.lr_scheduler.LambdaLR: the first rate times what `factor` gives for the epoch.
    pub fn lambda(optimizer: &mut impl Rate, factor: impl Fn(i64) -> f64 + 'static) -> Schedule {
        let first = factor(0);
        let out = Schedule::new(optimizer, move |_, epoch, base| base * factor(epoch));
        *optimizer.lr() = out.base * first;
        out
    }

    pub fn step(&mut self, optimizer: &mut impl Rate) {
        self.epoch += 1;
        let lr = optimizer.lr();
        *lr = (self.next)(*lr, self.epoch, self.base);
    }
}

/// Scales the gradients so that their norm is at most `max_norm`; the norm that they had.
pub fn clip_grad_norm(parameters: &[Tensor], max_norm: f64) -> Result<f64> {
    let (mut grads, mut norms) = (Vec::new(), Vec::new());
    for one in parameters {
        if let Some(grad) = one.grad()? {
            norms.push(grad.linalg_vector_norm(2, None, false, None)?);
            grads.push(grad);
        }
    }
    let total = ops::stack(&norms.iter().collect::<Vec<_>>(), 0)?.linalg_vector_norm(2, None, false, None)?;
    let factor = total.add_Scalar(1e-6, 1)?.reciprocal()?.mul_Scalar(max_norm)?.clamp_max(1.0)?;
    grads.iter().try_for_each(|one| one.mul__Tensor(&factor))?;
    Ok(total.item()?.number())
}
