package gotorch

import (
	"runtime"

	"gotorch/internal/ptc"
)

// Backward adds the gradients of a tensor with one element to the leaves that it was computed from.
func (a Tensor) Backward() { MustNil(ptc.Backward(a.T, nil, false, false)) }

// BackwardWith is torch.Tensor.backward with its arguments; gradient may be no tensor where a has one element.
func (a Tensor) BackwardWith(gradient Tensor, retainGraph, createGraph bool) {
	MustNil(ptc.Backward(a.T, gradient.T, retainGraph, createGraph))
}

// Grad gives the gradient; where there is none, a Tensor that is not Defined.
func (a Tensor) Grad() Tensor { return wrap(ptc.Unary(ptc.Grad, a.T)) }

// SetGrad sets the gradient; no tensor takes it away.
func (a Tensor) SetGrad(grad Tensor) { MustNil(ptc.InPlace(ptc.SetGrad, a.T, grad.T, 1)) }

// RequiresGrad tells whether gradients of the tensor are computed.
func (a Tensor) RequiresGrad() bool { return inspect(ptc.RequiresGrad, a) != 0 }

// SetRequiresGrad decides whether gradients of a leaf are computed.
func (a Tensor) SetRequiresGrad(on bool) Tensor {
	MustNil(ptc.SetRequiresGrad(a.T, on))
	return a
}

// IsLeaf tells whether no recorded operator made the tensor.
func (a Tensor) IsLeaf() bool { return inspect(ptc.IsLeaf, a) != 0 }

// A Hook is a function that runs in backward passes.
type Hook struct{ hook ptc.Hook }

// Remove takes the hook away; a second time is nothing.
func (h *Hook) Remove() { h.hook.Remove() }

// RegisterHook is torch.Tensor.register_hook: f is given each gradient of the tensor that is computed, and may give
// another one; no tensor keeps it. A panic of f ends the pass and goes on in the goroutine that called Backward.
//
// The graph holds f. If f refers to the tensor itself, neither goes until the hook is removed.
func (a Tensor) RegisterHook(f func(grad Tensor) Tensor) Hook { return a.register(false, f) }

// RegisterPostAccumulateGradHook is torch's of that name: f is given the tensor after its gradient has grown.
func (a Tensor) RegisterPostAccumulateGradHook(f func(param Tensor)) Hook {
	return a.register(true, func(param Tensor) Tensor { f(param); return Tensor{} })
}

func (a Tensor) register(after bool, f func(Tensor) Tensor) Hook {
	hook, err := ptc.RegisterHook(a.T, after, func(given ptc.Handle) ptc.Handle {
		replacement := f(wrap(given, nil))
		if !replacement.Defined() {
			return nil
		}
		handle, err := ptc.Unary(ptc.Share, replacement.T) // the library closes what it is given
		MustNil(err)
		return handle
	})
	MustNil(err)
	return Hook{hook}
}

// NoGrad runs f with nothing recorded, as torch.no_grad; in f's goroutine, which stays on its thread meanwhile.
func NoGrad(f func()) { withSwitch(ptc.GradMode, ptc.SetGradMode, 0, f) }

// EnableGrad runs f with operators recorded, within a NoGrad.
func EnableGrad(f func()) { withSwitch(ptc.GradMode, ptc.SetGradMode, 1, f) }

// InferenceMode runs f as torch.inference_mode: nothing is recorded, and what f makes can never be.
func InferenceMode(f func()) { withSwitch(ptc.InferenceMode, ptc.SetInference, 1, f) }

// IsGradEnabled tells whether operators are recorded on this thread.
func IsGradEnabled() bool { return ask(ptc.GradMode, 0) != 0 }

func withSwitch(get, set int, value int64, f func()) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before, recorded := ask(get, 0), ask(ptc.GradMode, 0)
	ask(set, value)
	defer func() {
		ask(set, before)
		ask(ptc.SetGradMode, recorded) // leaving inference mode switches it on
	}()
	f()
}
