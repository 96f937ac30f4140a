package gotorch

import (
	"reflect"
	"runtime"
	"unsafe"

	"gotorch/internal/ptc"
)

// An Element is a Go type whose slices tensors can share: bool, byte, int8, int16, int32, int64, float32, float64,
// complex64, complex128.
type Element interface {
	bool | uint8 | int8 | int16 | int32 | int64 | float32 | float64 | complex64 | complex128
}

func dtypeOf[E Element]() int8 {
	var e E
	return goTypeToTorch[reflect.TypeOf(e).Kind()]
}

func bytesOf[E Element](n int) int64 {
	var e E
	return int64(n) * int64(unsafe.Sizeof(e))
}

func checkShape(name string, n int, shape []int64) []int64 {
	if len(shape) == 0 {
		return []int64{int64(n)}
	}
	numel := int64(1)
	for _, size := range shape {
		if size < 0 {
			wrong(ValueError, "%s: shape %v has a negative size", name, shape)
		}
		if numel *= size; numel > int64(n) && size > 0 {
			break
		}
	}
	if numel != int64(n) {
		wrong(ValueError, "%s: shape %v does not fit %d elements", name, shape, n)
	}
	return shape
}

// FromSlice makes a tensor that copies a slice; without a shape it has one dimension.
func FromSlice[E Element](data []E, shape ...int64) Tensor {
	shape = checkShape("FromSlice", len(data), shape)
	handle, err := ptc.FromData(unsafe.Pointer(unsafe.SliceData(data)), bytesOf[E](len(data)), shape, dtypeOf[E]())
	runtime.KeepAlive(data)
	return wrap(handle, err)
}

// ShareSlice makes a tensor over the memory of a slice: each sees what the other writes. The memory stays where it is
// until no tensor, view or graph needs it.
func ShareSlice[E Element](data []E, shape ...int64) Tensor {
	shape = checkShape("ShareSlice", len(data), shape)
	if cap(data) == 0 {
		return FromSlice(data, shape...) // no memory to share
	}
	return wrap(ptc.FromBlob(unsafe.Pointer(unsafe.SliceData(data)), shape, dtypeOf[E]()))
}

// ToSlice copies the elements of a tensor, in order of rows, to a new slice.
func ToSlice[E Element](t Tensor) []E {
	checkDtype[E]("ToSlice", t)
	data := make([]E, t.Numel())
	MustNil(ptc.CopyTo(t.T, unsafe.Pointer(unsafe.SliceData(data)), bytesOf[E](len(data))))
	return data
}

func checkDtype[E Element](name string, t Tensor) {
	var e E
	if dtype := t.Dtype(); dtype != dtypeOf[E]() {
		wrong(TypeError, "%s: a tensor of dtype %d is no slice of %T", name, dtype, e)
	}
}

// A Lent is a slice over the memory of a tensor. The memory stays where it is as long as the Lent is reachable and not
// closed; a resize of the tensor that would move it is an error.
type Lent[E Element] struct {
	Data []E
	held Tensor
}

// Lend gives the memory of a contiguous tensor on the CPU as a slice, without a copy. Keep the Lent, not only Data.
func Lend[E Element](t Tensor) *Lent[E] {
	checkDtype[E]("Lend", t)
	if d := t.Device(); d.kind() != kindCPU {
		wrong(ValueError, "Lend: the tensor is on %v: CopyTo(NewDevice(\"cpu\")) first", d)
	}
	step := int64(1)
	shape, strides := t.Shape(), t.Strides()
	for i := len(shape) - 1; i >= 0; i-- {
		if shape[i] != 1 && strides[i] != step && t.Numel() > 0 {
			wrong(ValueError, "Lend: the tensor is not contiguous: Contiguous() first")
		}
		step *= shape[i]
	}
	held := wrap(ptc.Unary(ptc.Lend, t.T))
	address, err := ptc.DataPtr(held.T)
	MustNil(err)
	return &Lent[E]{unsafe.Slice((*E)(address), int(step)), held}
}

// Close gives the memory back; Data must not be used any more.
func (l *Lent[E]) Close() {
	l.Data = nil
	l.held.Close()
}

// WithSlice runs f with the memory of a contiguous tensor on the CPU as a slice, good until f returns.
func WithSlice[E Element](t Tensor, f func(data []E)) {
	lent := Lend[E](t)
	defer lent.Close()
	f(lent.Data)
}
