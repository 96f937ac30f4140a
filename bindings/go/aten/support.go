package aten

// #cgo pkg-config: pytorch_c
// #include "support.h"
import "C"

import (
	"runtime"
	"unsafe"

	"gotorch"
	"gotorch/internal/lease"
)

// Scalar is a number with its kind, which promotion depends on. The zero value is none.
type Scalar struct {
	kind   int32
	i      int64
	re, im float64
}

// Num makes a Scalar: Num(1) is an integer, Num(0.5) a float, Num(true) a bool, Num(2i) complex.
func Num[N bool | int | int32 | int64 | uint64 | float32 | float64 | complex128](number N) Scalar {
	switch n := any(number).(type) {
	case bool:
		s := Scalar{kind: C.PTC_SCALAR_BOOL}
		if n {
			s.i = 1
		}
		return s
	case int:
		return Scalar{kind: C.PTC_SCALAR_INT, i: int64(n)}
	case int32:
		return Scalar{kind: C.PTC_SCALAR_INT, i: int64(n)}
	case int64:
		return Scalar{kind: C.PTC_SCALAR_INT, i: n}
	case uint64:
		return Scalar{kind: C.PTC_SCALAR_UINT, i: int64(n)}
	case float32:
		return Scalar{kind: C.PTC_SCALAR_FLOAT, re: float64(n)}
	case float64:
		return Scalar{kind: C.PTC_SCALAR_FLOAT, re: n}
	case complex128:
		return Scalar{kind: C.PTC_SCALAR_COMPLEX, re: real(n), im: imag(n)}
	}
	return Scalar{}
}

// Some gives the address of a value, for an argument that may be absent: Some(int64(1)).
func Some[T any](value T) *T { return &value }

// Dtype is an element type, Float32 and so on; the zero value is unset.
type Dtype int32

// DtypeOf gives the Dtype of one of gotorch's constants, as gotorch.Float.
func DtypeOf(dtype int8) Dtype { return Dtype(dtype) + 1 }

// Layout is how a tensor lies in memory, LayoutStrided and so on; the zero value is unset.
type Layout int32

// MemoryFormat is the order of a strided tensor's dimensions in memory; the zero value is unset.
type MemoryFormat int32

// Reduction is what a loss does with the numbers of its samples.
type Reduction int64

// Reductions.
const (
	ReductionNone Reduction = 0
	ReductionMean Reduction = 1
	ReductionSum  Reduction = 2
)

// Options tell a factory what to make. The zero value leaves all to libtorch.
type Options struct {
	Dtype        Dtype
	Layout       Layout
	Device       gotorch.Device
	PinMemory    bool
	RequiresGrad bool
}

// Generator makes random numbers.
type Generator struct{ handle unsafe.Pointer }

// NewGenerator makes a Generator of a device, seeded.
func NewGenerator(on gotorch.Device, seed int64) (*Generator, error) {
	var handle C.ptc_generator
	kind, index := cDevice(on)
	if err := goTaken(C.ptc_generator_new(kind, index, &handle)); err != nil {
		return nil, err
	}
	g := &Generator{unsafe.Pointer(handle)}
	runtime.SetFinalizer(g, (*Generator).Close)
	return g, goTaken(C.ptc_generator_manual_seed(handle, C.int64_t(seed)))
}

// Close frees the generator; closing again is nothing.
func (g *Generator) Close() {
	lease.Close(&g.handle, func(handle unsafe.Pointer) { C.ptc_generator_close(C.ptc_generator(handle)) })
}

// ---- what the generated functions call ----

// cTensor begins the use of a tensor, which lease.Leave ends.
func cTensor(t gotorch.Tensor) C.ptc_tensor {
	return C.ptc_tensor(lease.Enter(t.T))
}

func cGenerator(g *Generator) C.ptc_generator {
	if g == nil {
		return nil
	}
	return C.ptc_generator(lease.Enter(&g.handle))
}

func goLeave(list []gotorch.Tensor) {
	for _, t := range list {
		lease.Leave(t.T)
	}
}

func goLeaveGenerator(g *Generator) {
	if g != nil {
		lease.Leave(&g.handle)
	}
}

func cScalar(s Scalar) C.ptc_scalar { return *(*C.ptc_scalar)(unsafe.Pointer(&s)) }

func yes(on bool) C.int32_t {
	if on {
		return 1
	}
	return C.PTC_UNSET
}

func cOptions(o Options) C.ptc_options {
	kind, index := cDevice(o.Device)
	return C.ptc_options{set: C.PTC_OPTION_ALL, dtype: C.int32_t(o.Dtype - 1), layout: C.int32_t(o.Layout - 1),
		device_type: kind, device_index: index, pin_memory: yes(o.PinMemory), requires_grad: yes(o.RequiresGrad)}
}

func cDevice(d gotorch.Device) (kind, index C.int32_t) {
	if d.T == nil {
		return C.PTC_UNSET, C.PTC_UNSET
	}
	numbers := *(*[2]int32)(d.T)
	return C.int32_t(numbers[0]), C.int32_t(numbers[1])
}

func cInts(list []int64) (*C.int64_t, C.int64_t) {
	return (*C.int64_t)(unsafe.Pointer(unsafe.SliceData(list))), C.int64_t(len(list))
}

func cFloats(list []float64) (*C.double, C.int64_t) {
	return (*C.double)(unsafe.Pointer(unsafe.SliceData(list))), C.int64_t(len(list))
}

func cBools(list []bool) (*C.bool, C.int64_t) {
	return (*C.bool)(unsafe.Pointer(unsafe.SliceData(list))), C.int64_t(len(list))
}

func cScalars(list []Scalar) (*C.ptc_scalar, C.int64_t) {
	return (*C.ptc_scalar)(unsafe.Pointer(unsafe.SliceData(list))), C.int64_t(len(list))
}

func cTensors(list []gotorch.Tensor) (*C.ptc_tensor, C.int64_t) {
	if list == nil {
		return nil, 0
	}
	handles := make([]C.ptc_tensor, len(list))
	for i, t := range list {
		handles[i] = cTensor(t)
	}
	return unsafe.SliceData(handles), C.int64_t(len(handles))
}

func cText(s string) (*C.char, func()) {
	c := C.CString(s)
	return c, func() { C.free(unsafe.Pointer(c)) }
}

func cOptionalText(s *string) (*C.char, func()) {
	if s == nil {
		return nil, func() {}
	}
	return cText(*s)
}

func goTaken(e C.ptc_error) error {
	if e == nil {
		return nil
	}
	return gotorch.TakeError(unsafe.Pointer(e))
}

func goOne(r C.go_tensor) (gotorch.Tensor, error) {
	if r.error != nil {
		return gotorch.Tensor{}, gotorch.TakeError(unsafe.Pointer(r.error))
	}
	return goWrap(r.out), nil
}

// wrap makes a result a Tensor, the zero one where it is undefined.
func goWrap(handle C.ptc_tensor) gotorch.Tensor {
	if handle == nil {
		return gotorch.Tensor{}
	}
	return gotorch.Wrap(unsafe.Pointer(handle))
}

func goList(handle C.ptc_tensor_list) []gotorch.Tensor {
	if handle == nil {
		return nil
	}
	defer C.ptc_tensor_list_close(handle)
	all := make([]gotorch.Tensor, C.ptc_tensor_list_length(handle))
	for i := range all {
		var t C.ptc_tensor
		gotorch.MustNil(unsafe.Pointer(C.ptc_tensor_list_get(handle, C.int64_t(i), &t)))
		all[i] = goWrap(t)
	}
	return all
}
