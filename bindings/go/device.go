package gotorch

import (
	"fmt"
	"os"
	"runtime"
	"unsafe"

	"gotorch/internal/ptc"
)

// Device is a device of libtorch's; make one with NewDevice. As in GoTorch, T is cgotorch's Device.
type Device struct {
	T unsafe.Pointer
}

const (
	kindCPU  = 0
	kindCUDA = 1
)

// NewDevice reads torch's name of a device: "cpu", "cuda", "cuda:1", "meta".
func NewDevice(deviceType string) Device {
	d, err := ptc.NewCDevice(deviceType)
	MustNil(err)
	return Device{d}
}

// numbers reads cgotorch's struct of two int32: type and index.
func (d Device) numbers() [2]int32 {
	if d.T == nil {
		wrong(ValueError, "the zero Device is none: use NewDevice")
	}
	return *(*[2]int32)(d.T)
}

func (d Device) kind() int32  { return d.numbers()[0] }
func (d Device) index() int32 { return d.numbers()[1] }

// String gives torch's name of the device.
func (d Device) String() string {
	if d.T == nil {
		return "no device"
	}
	name, ok := map[int32]string{kindCPU: "cpu", kindCUDA: "cuda", 12: "xpu", 13: "mps", 14: "meta", 15: "hpu"}[d.kind()]
	if !ok {
		name = fmt.Sprintf("device type %d", d.kind())
	}
	if d.index() < 0 {
		return name
	}
	return fmt.Sprintf("%s:%d", name, d.index())
}

func deviceOf(kind, index int32) unsafe.Pointer {
	return NewDevice(Device{unsafe.Pointer(&[2]int32{kind, index})}.String()).T
}

// IsCUDAAvailable tells whether a CUDA device can be used.
func IsCUDAAvailable() bool { return ask(ptc.CUDACount, 0) > 0 }

// IsCUDNNAvailable tells whether cuDNN can be used.
func IsCUDNNAvailable() bool { return ask(ptc.HasCUDNN, 0) != 0 }

// SetNumThreads sets how many threads one operator on the CPU uses.
func SetNumThreads(n int32) { ask(ptc.SetNumThreads, int64(n)) }

// NumThreads tells how many threads one operator on the CPU uses.
func NumThreads() int32 { return int32(ask(ptc.NumThreads, 0)) }

func ask(op int, value int64) int64 {
	number, err := ptc.Switch(op, value)
	MustNil(err)
	return number
}

// As GoTorch: half of the processors for an operator, since each thread of Go's that calls libtorch has a pool of its
// own; and the main goroutine stays on its thread, so that the thread's caches are used again.
func init() {
	if os.Getenv("OMP_NUM_THREADS") == "" && os.Getenv("MKL_NUM_THREADS") == "" {
		SetNumThreads(int32(max(1, runtime.NumCPU()/2)))
	}
	runtime.LockOSThread()
}
