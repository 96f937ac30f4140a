package gotorch

import "gotorch/internal/ptc"

// Factories of float32 tensors; requiresGrad has their gradients computed.

// RandN is torch.randn: standard normal numbers.
func RandN(shape []int64, requiresGrad bool) Tensor {
	return factory(ptc.RandN, shape, 0, requiresGrad)
}

// Rand is torch.rand: uniform numbers of [0, 1).
func Rand(shape []int64, requireGrad bool) Tensor { return factory(ptc.Rand, shape, 0, requireGrad) }

// Empty is torch.empty: memory as it comes.
func Empty(shape []int64, requiresGrad bool) Tensor {
	return factory(ptc.Empty, shape, 0, requiresGrad)
}

// Ones is torch.ones.
func Ones(shape []int64, requiresGrad bool) Tensor { return factory(ptc.Ones, shape, 0, requiresGrad) }

// Zeros is torch.zeros.
func Zeros(shape []int64, requiresGrad bool) Tensor {
	return factory(ptc.Zeros, shape, 0, requiresGrad)
}

// Full is torch.full: each element is value.
func Full(shape []int64, value float32, requiresGrad bool) Tensor {
	return factory(ptc.Full, shape, float64(value), requiresGrad)
}

func factory(op int, shape []int64, value float64, requiresGrad bool) Tensor {
	return wrap(ptc.Factory(op, shape, value, requiresGrad))
}

// Eye is torch.eye: n rows, m columns, ones on the diagonal.
func Eye(n, m int64, requiresGrad bool) Tensor {
	return wrap(ptc.Range(ptc.Eye, 0, 0, 0, n, m, requiresGrad))
}

// Arange is torch.arange: from begin by step to before end.
func Arange(begin, end, step float32, requiresGrad bool) Tensor {
	return wrap(ptc.Range(ptc.Arange, float64(begin), float64(end), float64(step), 0, 0, requiresGrad))
}

// Linspace is torch.linspace: steps numbers from begin to end.
func Linspace(begin, end float32, steps int64, requiresGrad bool) Tensor {
	return wrap(ptc.Range(ptc.Linspace, float64(begin), float64(end), 0, steps, 0, requiresGrad))
}

// Logspace is torch.logspace: steps numbers from base to the power of begin to base to the power of end.
func Logspace(begin, end float32, steps int64, base float64, requiresGrad bool) Tensor {
	return wrap(ptc.Range(ptc.Logspace, float64(begin), float64(end), base, steps, 0, requiresGrad))
}
