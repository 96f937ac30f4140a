// Package ptc calls libpytorch_c for the packages of GoTorch: it knows of cgo, and they do not.
//
// A tensor is a cell, a word on Go's heap that holds a handle of the C library; results are a new handle and an error,
// which the caller gives to gotorch. A call leases the cells it is given (package lease), so neither a finalizer nor
// another goroutine closes a tensor in the middle of its own operator.
package ptc

// #cgo pkg-config: pytorch_c cgotorch
// #include "shim.h"
import "C"

import (
	"unsafe"

	"gotorch/internal/lease"
)

// A Cell holds the handle of a tensor; nil, or a cell that holds nil, is a tensor that is absent.
type Cell = lease.Cell

// A Handle is a ptc_tensor that nobody owns yet.
type Handle = unsafe.Pointer

// An Err is a ptc_error that nobody has freed yet, or nil.
type Err = unsafe.Pointer

// get begins the use of a cell, which lease.Leave ends.
func get(c Cell) C.ptc_tensor { return C.ptc_tensor(lease.Enter(c)) }

func out(r C.go_tensor) (Handle, Err) { return Handle(r.out), Err(r.error) }

func ints(s []int64) (*C.int64_t, C.int64_t) {
	return (*C.int64_t)(unsafe.Pointer(unsafe.SliceData(s))), C.int64_t(len(s))
}

func tensors(cells []Cell) (*C.ptc_tensor, C.int64_t) {
	if len(cells) == 0 {
		return nil, 0
	}
	handles := make([]C.ptc_tensor, len(cells))
	for i, c := range cells {
		handles[i] = get(c)
	}
	return &handles[0], C.int64_t(len(handles))
}

func truth(on bool) C.int32_t {
	if on {
		return 1
	}
	return 0
}

// InterruptThread numbers this thread, for Interrupt.
func InterruptThread() int64 { return int64(C.ptc_interrupt_thread()) }

// Interrupt has the calls of a thread fail from now on, or no more.
func Interrupt(thread int64, on bool) {
	if on {
		C.ptc_interrupt_set(C.int64_t(thread))
	} else {
		C.ptc_interrupt_clear(C.int64_t(thread))
	}
}

// Close closes the handle in a cell, once, whoever else tries at the same time; calls that use it end first.
func Close(c Cell) { lease.Close(c, CloseHandle) }

// CloseHandle closes a handle that no cell holds.
func CloseHandle(h Handle) { C.ptc_tensor_close(C.ptc_tensor(h)) }

// Error gives the kind and the text of an error, and frees it.
func Error(e Err) (kind int, text string) {
	c := C.ptc_error(e)
	kind, text = int(C.ptc_error_kind(c)), C.GoString(c)
	C.ptc_error_free(c)
	return kind, text
}

// Backtrace gives the C++ stack of an error, which takes milliseconds.
func Backtrace(e Err) string { return C.GoString(C.ptc_error_backtrace(C.ptc_error(e))) }

// Counters of the process.
func LiveHandles() int64         { return int64(C.ptc_live_handles()) }
func LiveTensors() int64         { return int64(C.ptc_live_tensors()) }
func LiveBytes(device int) int64 { return int64(C.ptc_live_bytes(C.int32_t(device))) }
func CreatedTensors() int64      { return int64(C.ptc_created_tensors()) }
func SetGrowth(bytes int64)      { C.ptc_set_gc_growth(C.int64_t(bytes)) }
func ClosePending() int64        { return int64(C.ptc_close_pending()) }

// Switches of the thread or the process.
const (
	GradMode        = C.GO_GRAD_MODE
	InferenceMode   = C.GO_INFERENCE_MODE
	NumThreads      = C.GO_NUM_THREADS
	CUDACount       = C.GO_CUDA_COUNT
	HasCUDNN        = C.GO_HAS_CUDNN
	SetGradMode     = C.GO_SET_GRAD_MODE
	SetInference    = C.GO_SET_INFERENCE_MODE
	SetNumThreads   = C.GO_SET_NUM_THREADS
	ManualSeed      = C.GO_MANUAL_SEED
	CUDASynchronize = C.GO_CUDA_SYNCHRONIZE
	Check           = C.GO_CHECK
)

// Switch asks for a switch, or sets it to value.
func Switch(op int, value int64) (int64, Err) {
	r := C.go_switch(C.int(op), C.int64_t(value))
	return int64(r.out), Err(r.error)
}

// Device reads "cuda:1"; the index is -1 if none is named.
func Device(text string) (kind, index int32, err Err) {
	c := C.CString(text)
	defer C.free(unsafe.Pointer(c))
	var t, i C.int32_t
	e := C.ptc_device_parse(c, &t, &i)
	return int32(t), int32(i), Err(e)
}

// What Inspect tells.
const (
	Dim          = C.GO_DIM
	Numel        = C.GO_NUMEL
	Dtype        = C.GO_DTYPE
	ElementSize  = C.GO_ELEMENT_SIZE
	RequiresGrad = C.GO_REQUIRES_GRAD
	IsLeaf       = C.GO_IS_LEAF
	IsPinned     = C.GO_IS_PINNED
	Version      = C.GO_VERSION
)

// Inspect asks one number of a tensor.
func Inspect(op int, a Cell) (int64, Err) {
	r := C.go_inspect(C.int(op), get(a))
	lease.Leave(a)
	return int64(r.out), Err(r.error)
}

// Shape gives the sizes of a tensor.
func Shape(a Cell) ([]int64, Err) {
	dim, e := Inspect(Dim, a)
	if e != nil {
		return nil, e
	}
	sizes := make([]int64, dim)
	p, n := ints(sizes)
	e = Err(C.ptc_tensor_sizes(get(a), p, n))
	lease.Leave(a)
	return sizes, e
}

// Strides gives the strides of a tensor, in elements.
func Strides(a Cell) ([]int64, Err) {
	dim, e := Inspect(Dim, a)
	if e != nil {
		return nil, e
	}
	strides := make([]int64, dim)
	p, n := ints(strides)
	e = Err(C.ptc_tensor_strides(get(a), p, n))
	lease.Leave(a)
	return strides, e
}

// DeviceOf gives the device of a tensor.
func DeviceOf(a Cell) (kind, index int32, err Err) {
	var t, i C.int32_t
	e := C.ptc_tensor_device(get(a), &t, &i)
	lease.Leave(a)
	return int32(t), int32(i), Err(e)
}

// A Scalar is a number of the C library with its kind.
type Scalar struct {
	Kind   int32
	I      int64
	Re, Im float64
}

// Kinds of a Scalar.
const (
	NoScalar      = C.PTC_SCALAR_NONE
	IntScalar     = C.PTC_SCALAR_INT
	FloatScalar   = C.PTC_SCALAR_FLOAT
	BoolScalar    = C.PTC_SCALAR_BOOL
	ComplexScalar = C.PTC_SCALAR_COMPLEX
	UintScalar    = C.PTC_SCALAR_UINT
)

// Item gives the only element of a tensor.
func Item(a Cell) (Scalar, Err) {
	var s C.ptc_scalar
	e := C.ptc_tensor_item(get(a), &s)
	lease.Leave(a)
	return Scalar{int32(s.kind), int64(s.i), float64(s.re), float64(s.im)}, Err(e)
}

// String gives libtorch's own text of a tensor.
func String(a Cell) (string, Err) {
	text := C.go_string(get(a))
	lease.Leave(a)
	if text.error != nil {
		return "", Err(text.error)
	}
	defer C.ptc_string_free(text.out)
	return C.GoString(text.out), nil
}

// Print writes a tensor to standard output.
func Print(a Cell) Err {
	e := C.ptc_tensor_print(get(a))
	lease.Leave(a)
	return Err(e)
}

// DataPtr gives the address of the first element.
func DataPtr(a Cell) (unsafe.Pointer, Err) {
	var p unsafe.Pointer
	e := C.ptc_tensor_data_ptr(get(a), &p)
	lease.Leave(a)
	return p, Err(e)
}

// CopyTo copies the elements of a tensor, contiguous, to memory of the host's.
func CopyTo(a Cell, data unsafe.Pointer, nbytes int64) Err {
	e := C.ptc_tensor_copy_to(get(a), data, C.int64_t(nbytes))
	lease.Leave(a)
	return Err(e)
}

// FromData makes a tensor of its own memory.
func FromData(data unsafe.Pointer, nbytes int64, sizes []int64, dtype int8) (Handle, Err) {
	p, n := ints(sizes)
	return out(C.go_from_data(data, C.int64_t(nbytes), p, n, C.int32_t(dtype)))
}
