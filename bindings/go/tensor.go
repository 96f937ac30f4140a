package gotorch

import (
	"runtime"
	"sync/atomic"
	"unsafe"

	"gotorch/internal/ptc"
)

// Tensor holds a handle of the C library. The zero value is no tensor, which functions take where torch takes None.
// Copies of a Tensor mean the same tensor. It is closed when the last copy is unreachable, or by Close.
type Tensor struct {
	T *unsafe.Pointer
}

// SetTensorFinalizer has the tensor of a handle closed when t is unreachable. Code that makes handles of its own by
// cgo calls it once for each.
func SetTensorFinalizer(t *unsafe.Pointer) { runtime.SetFinalizer(t, ptc.Close) }

// wrap makes a Tensor of a result.
func wrap(handle ptc.Handle, err ptc.Err) Tensor {
	if err != nil {
		raise(err)
	}
	t := new(unsafe.Pointer)
	*t = handle
	watch(t)
	return Tensor{t}
}

// Wrap makes a Tensor of a handle of the C library, which it closes. Package aten is built on it.
func Wrap(handle unsafe.Pointer) Tensor { return wrap(handle, nil) }

// Close frees the tensor, if no view or graph needs its memory: now, or when the calls of other goroutines that use it
// have returned. Using it afterwards is an error; closing it again is nothing.
func (a Tensor) Close() {
	if a.Defined() {
		ptc.Close(a.T)
		unwatch(a.T)
	}
}

// Defined tells whether there is a tensor: the zero value, a closed one and the gradient that is not there are none.
func (a Tensor) Defined() bool { return a.T != nil && atomic.LoadPointer(a.T) != nil }

// Detach is torch.Tensor.detach: the same memory outside of the graph.
func (a Tensor) Detach() Tensor { return wrap(ptc.Unary(ptc.Detach, a.T)) }

// String gives libtorch's text of the tensor, or the error that there is none.
func (a Tensor) String() string {
	text, err := ptc.String(a.T)
	if err != nil {
		_, text = ptc.Error(err)
	}
	return text
}

// Print writes the tensor to standard output.
func (a Tensor) Print() { MustNil(ptc.Print(a.T)) }

// Dim is the number of dimensions.
func (a Tensor) Dim() int64 { return inspect(ptc.Dim, a) }

// Numel is the number of elements.
func (a Tensor) Numel() int64 { return inspect(ptc.Numel, a) }

// Shape gives the size of each dimension.
func (a Tensor) Shape() []int64 {
	sizes, err := ptc.Shape(a.T)
	MustNil(err)
	return sizes
}

// Strides gives the stride of each dimension, in elements.
func (a Tensor) Strides() []int64 {
	strides, err := ptc.Strides(a.T)
	MustNil(err)
	return strides
}

// Dtype gives the element type: Float, Long, ….
func (a Tensor) Dtype() int8 { return int8(inspect(ptc.Dtype, a)) }

func inspect(op int, a Tensor) int64 {
	number, err := ptc.Inspect(op, a.T)
	if err != nil {
		raise(err)
	}
	return number
}

// To is torch.Tensor.to: on another device, and of another dtype if one is given.
func (a Tensor) To(device Device, dtype ...int8) Tensor {
	d := int8(Invalid)
	if len(dtype) > 0 {
		d = dtype[0]
	}
	return wrap(ptc.To(a.T, device.kind(), device.index(), d, false))
}

// To is Tensor.To.
func To(a Tensor, device Device, dtype int8) Tensor { return a.To(device, dtype) }

// CUDA moves to a CUDA device; with nonBlocking from pinned memory, without waiting for it.
func (a Tensor) CUDA(device Device, nonBlocking bool) Tensor {
	if device.kind() != kindCUDA {
		wrong(ValueError, "Tensor.CUDA: the device should be a CUDA device, got %v", device)
	}
	return wrap(ptc.To(a.T, device.kind(), device.index(), Invalid, nonBlocking))
}

// CastTo gives the tensor in another dtype.
func (a Tensor) CastTo(dtype int8) Tensor { return wrap(ptc.To(a.T, Invalid, Invalid, dtype, false)) }

// CopyTo gives the tensor on a device.
func (a Tensor) CopyTo(device Device) Tensor {
	return wrap(ptc.To(a.T, device.kind(), device.index(), Invalid, false))
}

// PinMemory gives the tensor in memory from which a GPU copies faster; without CUDA the tensor itself.
func (a Tensor) PinMemory() Tensor {
	if !IsCUDAAvailable() {
		return a
	}
	return wrap(ptc.Unary(ptc.Pin, a.T))
}

// SetData makes the tensor mean the data of b, as torch's a.data = b.
func (a Tensor) SetData(b Tensor) { MustNil(ptc.InPlace(ptc.SetData, a.T, b.T, 1)) }

// Index gives the element at index, one number for each dimension, as a tensor without dimensions.
func (a Tensor) Index(index ...int64) Tensor {
	if dim := a.Dim(); int64(len(index)) != dim {
		wrong(IndexError, "Index %v has %d numbers for a tensor of %d dimensions", index, len(index), dim)
	}
	return wrap(ptc.Index(a.T, index))
}

// Device tells where the tensor is.
func (a Tensor) Device() Device {
	kind, index, err := ptc.DeviceOf(a.T)
	MustNil(err)
	return Device{T: deviceOf(kind, index)}
}

// IsSame tells whether both are the very same tensor.
func (a Tensor) IsSame(b Tensor) bool {
	same, err := ptc.Compare(ptc.IsSame, a.T, b.T)
	MustNil(err)
	return same
}

// LiveTensors counts the tensors of the process that are not closed yet, LiveBytes what they refer to.
func LiveTensors() int64 { return ptc.LiveTensors() }

// LiveBytes counts the bytes that live tensors refer to.
func LiveBytes() int64 { return ptc.LiveBytes(Invalid) }
