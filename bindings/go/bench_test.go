package gotorch

import (
	"runtime"
	"testing"
	"unsafe"

	"gotorch/internal/ptc"
)

// Two ways to have a tensor closed by the collector, its time included. Finalizers took less: a cleanup needs an object
// of its own that says whether the tensor was closed by hand.
func BenchmarkFinalizer(b *testing.B) {
	for range b.N {
		cell := newCell()
		runtime.SetFinalizer(cell, ptc.Close)
	}
	Collect()
}

func BenchmarkCleanup(b *testing.B) {
	type owner struct{ cell *unsafe.Pointer }
	for range b.N {
		cell := newCell()
		runtime.AddCleanup(&owner{cell}, ptc.Close, cell)
	}
	Collect()
}

func newCell() *unsafe.Pointer {
	handle, err := ptc.Factory(ptc.Empty, []int64{3}, 0, false)
	MustNil(err)
	cell := new(unsafe.Pointer)
	*cell = handle
	return cell
}
