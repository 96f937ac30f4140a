package gotorch

import (
	"runtime"
	"testing"
	"unsafe"

	"gotorch/internal/ptc"
)

// Two ways to have a tensor closed by the collector, its time included. A cleanup is given the handle itself: a tensor
// that can also be closed by hand would have to stop it, and so to remember it.
func BenchmarkFinalizer(b *testing.B) {
	for range b.N {
		runtime.SetFinalizer(newCell(), ptc.Close)
	}
	Collect()
}

func BenchmarkCleanup(b *testing.B) {
	for range b.N {
		cell := newCell()
		runtime.AddCleanup(cell, ptc.CloseHandle, *cell)
	}
	for ptc.LiveTensors() > 0 {
		runtime.GC()
	}
}

func newCell() *unsafe.Pointer {
	handle, err := ptc.Factory(ptc.Empty, []int64{3}, 0, false)
	MustNil(err)
	cell := new(unsafe.Pointer)
	*cell = handle
	return cell
}
