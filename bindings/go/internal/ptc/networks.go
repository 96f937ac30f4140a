package ptc

// #include "networks.h"
import "C"

import "gotorch/internal/lease"

func Linear(input, weight, bias Cell) (Handle, Err) {
	r := C.go_linear(get(input), get(weight), get(bias))
	leave(input, weight, bias)
	return out(r)
}

func BatchNorm(input, weight, bias, mean, variance Cell, training bool, momentum, eps float64) (Handle, Err) {
	r := C.go_batch_norm(get(input), get(weight), get(bias), get(mean), get(variance), C.bool(training),
		C.double(momentum), C.double(eps))
	leave(input, weight, bias)
	lease.Leave(mean)
	lease.Leave(variance)
	return out(r)
}

func Conv2d(input, weight, bias Cell, stride, padding, dilation []int64, groups int64) (Handle, Err) {
	s, ns := ints(stride)
	p, np := ints(padding)
	d, nd := ints(dilation)
	r := C.go_conv2d(get(input), get(weight), get(bias), s, ns, p, np, d, nd, C.int64_t(groups))
	leave(input, weight, bias)
	return out(r)
}

func ConvTranspose2d(input, weight, bias Cell, stride, padding, outputPadding []int64, groups int64,
	dilation []int64) (Handle, Err) {
	s, ns := ints(stride)
	p, np := ints(padding)
	o, no := ints(outputPadding)
	d, nd := ints(dilation)
	r := C.go_conv_transpose2d(get(input), get(weight), get(bias), s, ns, p, np, o, no, C.int64_t(groups), d, nd)
	leave(input, weight, bias)
	return out(r)
}

func MaxPool2d(input Cell, kernel, stride, padding, dilation []int64, ceilMode bool) (Handle, Err) {
	k, nk := ints(kernel)
	s, ns := ints(stride)
	p, np := ints(padding)
	d, nd := ints(dilation)
	r := C.go_max_pool2d(get(input), k, nk, s, ns, p, np, d, nd, C.bool(ceilMode))
	lease.Leave(input)
	return out(r)
}

// Losses.
const (
	NLL                = C.GO_NLL
	CrossEntropy       = C.GO_CROSS_ENTROPY
	BinaryCrossEntropy = C.GO_BINARY_CROSS_ENTROPY
)

// Loss takes a reduction of 0 (none), 1 (mean) or 2 (sum).
func Loss(op int, input, target, weight Cell, reduction, ignoreIndex int64) (Handle, Err) {
	r := C.go_loss(C.int(op), get(input), get(target), get(weight), C.int64_t(reduction), C.int64_t(ignoreIndex))
	leave(input, target, weight)
	return out(r)
}

func leave(a, b, c Cell) {
	lease.Leave(a)
	lease.Leave(b)
	lease.Leave(c)
}

// Backward adds the gradients of a one-element tensor, or of any with a gradient, to the leaves.
func Backward(a, gradient Cell, retainGraph, createGraph bool) Err {
	e := C.ptc_tensor_backward(get(a), get(gradient), C.bool(retainGraph), C.bool(createGraph))
	lease.Leave(a)
	lease.Leave(gradient)
	return Err(e)
}

func SetRequiresGrad(a Cell, on bool) Err {
	e := C.ptc_tensor_set_requires_grad(get(a), C.bool(on))
	lease.Leave(a)
	return Err(e)
}
