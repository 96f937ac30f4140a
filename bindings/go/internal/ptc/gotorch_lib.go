package ptc

// #include "shim.h"
// #include <cgotorch/more.h>
import "C"

import (
	"unsafe"

	"gotorch/internal/lease"
)

// What only cgotorch's library has: files, pickles and streams.

func text(s string) (*C.char, func()) {
	c := C.CString(s)
	return c, func() { C.free(unsafe.Pointer(c)) }
}

// Save writes a tensor to a file, as GoTorch does.
func Save(a Cell, path string) Err {
	c, free := text(path)
	defer free()
	e := C.Tensor_Save(C.Tensor(get(a)), c)
	lease.Leave(a)
	return Err(e)
}

// Load reads a tensor from a file.
func Load(path string) (Handle, Err) {
	c, free := text(path)
	defer free()
	var t C.Tensor
	e := C.Tensor_Load(c, &t)
	return Handle(t), Err(e)
}

// Encode gives the pickle of a tensor.
func Encode(a Cell) ([]byte, Err) {
	var b C.ByteBuffer
	e := C.Tensor_Encode(C.Tensor(get(a)), &b)
	lease.Leave(a)
	if e != nil {
		return nil, Err(e)
	}
	defer C.ByteBuffer_Free(b)
	return C.GoBytes(C.ByteBuffer_Data(b), C.int(C.ByteBuffer_Size(b))), nil
}

// Decode makes the tensor of a pickle.
func Decode(pickle []byte) (Handle, Err) {
	var t C.Tensor
	e := C.Tensor_Decode(unsafe.Pointer(unsafe.SliceData(pickle)), C.int64_t(len(pickle)), &t)
	return Handle(t), Err(e)
}

// SaveState writes named tensors to a file that torch.load reads.
func SaveState(names []string, cells []Cell, path string) Err {
	c, free := text(path)
	defer free()
	list := C.State_New()
	defer C.State_Close(list)
	for i, name := range names {
		n, done := text(name)
		e := C.State_Add(list, n, C.Tensor(get(cells[i])))
		lease.Leave(cells[i])
		done()
		if e != nil {
			return Err(e)
		}
	}
	return Err(C.State_Save(list, c))
}

// LoadState reads named tensors from a file of torch.save's.
func LoadState(path string) (names []string, handles []Handle, err Err) {
	c, free := text(path)
	defer free()
	list := C.State_New()
	defer C.State_Close(list)
	if e := C.State_Load(list, c); e != nil {
		return nil, nil, Err(e)
	}
	for i := C.int64_t(0); i < C.State_Length(list); i++ {
		names = append(names, C.GoString(C.State_Name(list, i)))
		handles = append(handles, Handle(C.State_Tensor(list, i)))
	}
	return names, handles, nil
}

// An Optimizer is one of cgotorch's.
type Optimizer = unsafe.Pointer

// SGD makes an optimizer without parameters.
func SGD(lr, momentum, dampening, decay float64, nesterov bool) Optimizer {
	return Optimizer(C.SGD(C.double(lr), C.double(momentum), C.double(dampening), C.double(decay),
		C.int64_t(truth(nesterov))))
}

// Adam makes an optimizer without parameters.
func Adam(lr, beta1, beta2, decay float64) Optimizer {
	return Optimizer(C.Adam(C.double(lr), C.double(beta1), C.double(beta2), C.double(decay)))
}

// AddParameters gives an optimizer tensors to change.
func AddParameters(o Optimizer, cells []Cell) Err {
	list := make([]C.Tensor, len(cells))
	for i, c := range cells {
		list[i] = C.Tensor(get(c))
	}
	e := C.Optimizer_TryAddParameters(C.Optimizer(o), unsafe.SliceData(list), C.int64_t(len(list)))
	lease.LeaveAll(cells)
	return Err(e)
}

// ZeroGrad takes the gradients of an optimizer's parameters away.
func ZeroGrad(o Optimizer) Err { return Err(C.Optimizer_TryZeroGrad(C.Optimizer(o))) }

// Step changes an optimizer's parameters.
func Step(o Optimizer) Err { return Err(C.Optimizer_TryStep(C.Optimizer(o))) }

// SetLR sets the learning rate.
func SetLR(o Optimizer, lr float64) { C.Optimizer_SetLR(C.Optimizer(o), C.double(lr)) }

// CloseOptimizer ends an optimizer.
func CloseOptimizer(o Optimizer) { C.Optimizer_Close(C.Optimizer(o)) }

// KaimingUniform is torch.nn.init.kaiming_uniform_.
func KaimingUniform(a Cell, slope float64, fanMode, nonLinearity string) Err {
	f, freeF := text(fanMode)
	defer freeF()
	n, freeN := text(nonLinearity)
	defer freeN()
	t := C.Tensor(get(a))
	e := C.KaimingUniform_(C.double(slope), f, n, &t)
	lease.Leave(a)
	return Err(e)
}

// Fans is torch.nn.init._calculate_fan_in_and_fan_out.
func Fans(a Cell) (in, out int64, err Err) {
	var i, o C.int64_t
	e := C.CalculateFanInAndFanOut(C.Tensor(get(a)), &i, &o)
	lease.Leave(a)
	return int64(i), int64(o), Err(e)
}

// A Stream is a CUDA stream of cgotorch's.
type Stream = unsafe.Pointer

// A Device is a device of cgotorch's, which is never freed.
type CDevice = unsafe.Pointer

// NewCDevice reads the name of a device.
func NewCDevice(name string) (CDevice, Err) {
	c, free := text(name)
	defer free()
	var d C.Device
	e := C.Torch_Device(c, &d)
	return CDevice(d), Err(e)
}

// CurrentStream gives the stream in use on a device, or a new one of the pool.
func CurrentStream(device CDevice, fromPool bool) (Stream, Err) {
	var s C.CUDAStream
	d := C.Device(device)
	if fromPool {
		e := C.CUDA_GetCUDAStreamFromPool(&s, &d)
		return Stream(s), Err(e)
	}
	e := C.CUDA_GetCurrentCUDAStream(&s, &d)
	return Stream(s), Err(e)
}

// SetStream has work of this thread put on a stream.
func SetStream(s Stream) Err { return Err(C.CUDA_SetCurrentCUDAStream(C.CUDAStream(s))) }

// SynchronizeStream waits for all work of a stream.
func SynchronizeStream(s Stream) Err { return Err(C.CUDA_Synchronize(C.CUDAStream(s))) }

// QueryStream tells whether all work of a stream is done.
func QueryStream(s Stream) (bool, Err) {
	var done C.int8_t
	e := C.CUDA_Query(C.CUDAStream(s), &done)
	return done != 0, Err(e)
}
