// Package cgotorchtest is Go code as it was written against GoTorch's C library, with its names and signatures: it is
// compiled with <cgotorch/cgotorch.h> as make install puts it, and its test runs it.
package cgotorchtest

// #cgo pkg-config: cgotorch
// #include "cgotorch/cgotorch.h"
// #include <stdlib.h>
import "C"

import (
	"unsafe"

	torch "gotorch"
)

func tensor(t *C.Tensor) torch.Tensor {
	torch.SetTensorFinalizer((*unsafe.Pointer)(t))
	return torch.Tensor{T: (*unsafe.Pointer)(t)}
}

func must(err *C.char) { torch.MustNil(unsafe.Pointer(err)) }

func flag(on bool) C.int64_t {
	if on {
		return 1
	}
	return 0
}

// RandN wraps a factory.
func RandN(shape []int64, requiresGrad bool) torch.Tensor {
	var t C.Tensor
	must(C.RandN((*C.int64_t)(unsafe.Pointer(&shape[0])), C.int64_t(len(shape)), flag(requiresGrad), &t))
	return tensor(&t)
}

// MM wraps an operator.
func MM(a, b torch.Tensor) torch.Tensor {
	var t C.Tensor
	must(C.MM(C.Tensor(*a.T), C.Tensor(*b.T), &t))
	return tensor(&t)
}

// AddI wraps an operator in place.
func AddI(a, b torch.Tensor, alpha float32) torch.Tensor {
	var t C.Tensor
	must(C.Add_(C.Tensor(*a.T), C.Tensor(*b.T), C.float(alpha), &t))
	return tensor(&t)
}

// View has its result before its list.
func View(a torch.Tensor, shape ...int64) torch.Tensor {
	var t C.Tensor
	must(C.View(C.Tensor(*a.T), &t, (*C.int64_t)(unsafe.Pointer(&shape[0])), C.int64_t(len(shape))))
	return tensor(&t)
}

// Argmax has an optional number as a pointer.
func Argmax(a torch.Tensor, dim *int64) torch.Tensor {
	var t C.Tensor
	must(C.Argmax(C.Tensor(*a.T), (*C.int64_t)(dim), 0, &t))
	return tensor(&t)
}

// TopK has two results.
func TopK(a torch.Tensor, k int64) (torch.Tensor, torch.Tensor) {
	var values, indices C.Tensor
	must(C.TopK(C.Tensor(*a.T), C.int64_t(k), -1, 1, 1, &values, &indices))
	return tensor(&values), tensor(&indices)
}

// Stack takes a list of tensors.
func Stack(tensors []torch.Tensor) torch.Tensor {
	list := []C.Tensor{}
	for _, t := range tensors {
		list = append(list, C.Tensor(*t.T))
	}
	var t C.Tensor
	must(C.Stack((*C.Tensor)(unsafe.Pointer(&list[0])), C.int64_t(len(list)), 0, &t))
	return tensor(&t)
}

// String frees a string of the library's.
func String(a torch.Tensor) string {
	s := C.Tensor_String(C.Tensor(*a.T))
	defer C.FreeString(s)
	return C.GoString(s)
}

// Item has a number as its result.
func Item(a torch.Tensor) float32 {
	var v C.float
	must(C.Item(C.Tensor(*a.T), &v))
	return float32(v)
}

// NllLoss takes a word.
func NllLoss(x, target torch.Tensor, reduction string) torch.Tensor {
	word := C.CString(reduction)
	defer C.free(unsafe.Pointer(word))
	var t C.Tensor
	must(C.NllLoss(C.Tensor(*x.T), C.Tensor(*target.T), nil, -100, word, &t))
	return tensor(&t)
}

// Zeros takes the address of a tensor.
func Zeros(a *torch.Tensor) { must(C.Zeros_((*C.Tensor)(unsafe.Pointer(a.T)))) }

// Train runs steps of an optimizer on the sum of squares of p, and gives the gradients of the last one.
func Train(p torch.Tensor, adam bool, steps int) torch.Tensor {
	opt := C.SGD(0.1, 0.9, 0, 0, 0)
	if adam {
		opt = C.Adam(0.1, 0.9, 0.999, 0)
	}
	defer C.Optimizer_Close(opt)
	list := []C.Tensor{C.Tensor(*p.T)}
	C.Optimizer_AddParameters(opt, &list[0], 1)
	C.Optimizer_SetLR(opt, 0.2)
	for range steps {
		C.Optimizer_ZeroGrad(opt)
		var square, sum C.Tensor
		must(C.Mul(C.Tensor(*p.T), C.Tensor(*p.T), &square))
		must(C.Sum(square, &sum))
		C.Tensor_Backward(sum)
		C.Optimizer_Step(opt)
		C.Tensor_Close(sum)
		C.Tensor_Close(square)
	}
	grad := C.Tensor_Grad(C.Tensor(*p.T))
	return tensor(&grad)
}

// Pickle writes and reads a tensor.
func Pickle(a torch.Tensor) torch.Tensor {
	var buffer C.ByteBuffer
	must(C.Tensor_Encode(C.Tensor(*a.T), &buffer))
	defer C.ByteBuffer_Free(buffer)
	var t C.Tensor
	must(C.Tensor_Decode(C.ByteBuffer_Data(buffer), C.ByteBuffer_Size(buffer), &t))
	return tensor(&t)
}

// OnDevice moves a tensor by the name of a device.
func OnDevice(a torch.Tensor, name string) torch.Tensor {
	word := C.CString(name)
	defer C.free(unsafe.Pointer(word))
	var device C.Device
	must(C.Torch_Device(word, &device))
	var t C.Tensor
	must(C.Tensor_CopyTo(C.Tensor(*a.T), device, &t))
	return tensor(&t)
}

// Prepared sets and clears the flag of this thread.
func Prepared() (before, within, after bool) {
	before = C.GCPrepared() != 0
	C.PrepareGC()
	within = C.GCPrepared() != 0
	C.FinishGC()
	return before, within, C.GCPrepared() != 0
}
