package gotorch

import (
	"runtime"
	"unsafe"

	"gotorch/internal/lease"
	"gotorch/internal/ptc"
)

// Optimizer changes parameters by their gradients. It is closed when it is unreachable, or by Close.
type Optimizer struct {
	Opt *unsafe.Pointer
}

// SGD is torch.optim.SGD, without parameters yet.
func SGD(lr, momentum, dampening, weightDecay float64, nesterov bool) Optimizer {
	if nesterov && (momentum <= 0 || dampening != 0) {
		wrong(ValueError, "SGD: nesterov requires a momentum and zero dampening")
	}
	return newOptimizer(ptc.SGD(lr, momentum, dampening, weightDecay, nesterov))
}

// Adam is torch.optim.Adam, without parameters yet.
func Adam(lr, beta1, beta2, weightDecay float64) Optimizer {
	if beta1 < 0 || beta1 >= 1 || beta2 < 0 || beta2 >= 1 {
		wrong(ValueError, "Adam: beta1 and beta2 must be in [0, 1), got %v and %v", beta1, beta2)
	}
	return newOptimizer(ptc.Adam(lr, beta1, beta2, weightDecay))
}

func newOptimizer(o ptc.Optimizer) Optimizer {
	opt := new(unsafe.Pointer)
	*opt = o
	runtime.SetFinalizer(opt, closeOptimizer)
	return Optimizer{opt}
}

func closeOptimizer(o *unsafe.Pointer) { lease.Close(o, ptc.CloseOptimizer) }

// AddParameters adds tensors to change.
func (opt Optimizer) AddParameters(tensors []Tensor) {
	for i, t := range tensors {
		if !t.Defined() {
			wrong(ValueError, "Optimizer.AddParameters: tensor %d is none", i)
		}
	}
	opt.run(func(o ptc.Optimizer) ptc.Err { return ptc.AddParameters(o, cells(tensors)) })
}

// ZeroGrad takes the gradients away, as torch's zero_grad does.
func (opt Optimizer) ZeroGrad() { opt.run(ptc.ZeroGrad) }

// Step changes the parameters that have a gradient.
func (opt Optimizer) Step() { opt.run(ptc.Step) }

// SetLR sets the learning rate.
func (opt Optimizer) SetLR(lr float64) {
	opt.run(func(o ptc.Optimizer) ptc.Err { ptc.SetLR(o, lr); return nil })
}

// Close frees what the optimizer remembers; closing again is nothing.
func (opt Optimizer) Close() {
	if opt.Opt != nil {
		closeOptimizer(opt.Opt)
	}
}

func (opt Optimizer) run(f func(ptc.Optimizer) ptc.Err) {
	if opt.Opt == nil {
		wrong(ValueError, "the zero Optimizer is none: use SGD or Adam")
	}
	err := f(lease.Enter(opt.Opt))
	lease.Leave(opt.Opt)
	MustNil(err)
}
