package gotorch

import (
	"unsafe"

	"gotorch/internal/ptc"
)

// CUDAStream is a queue of work for a GPU. Without CUDA, what makes one panics and says that there is none.
type CUDAStream struct {
	P unsafe.Pointer
}

// GetCurrentCUDAStream gives the stream on which this thread's work of a device runs.
func GetCurrentCUDAStream(device Device) CUDAStream { return stream(device, false) }

// NewCUDAStream gives a stream of the pool.
func NewCUDAStream(device Device) CUDAStream { return stream(device, true) }

func stream(device Device, fromPool bool) CUDAStream {
	device.numbers()
	s, err := ptc.CurrentStream(device.T, fromPool)
	MustNil(err)
	return CUDAStream{s}
}

// SetCurrentCUDAStream has this thread's work put on a stream; a goroutine that moves between threads locks its own.
func SetCurrentCUDAStream(stream CUDAStream) { MustNil(ptc.SetStream(stream.P)) }

// Query tells whether all work of the stream is done.
func (s CUDAStream) Query() bool {
	done, err := ptc.QueryStream(s.P)
	MustNil(err)
	return done
}

// Synchronize waits for all work of the stream.
func (s CUDAStream) Synchronize() { MustNil(ptc.SynchronizeStream(s.P)) }
