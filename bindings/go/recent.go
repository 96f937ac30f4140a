package gotorch

import (
	"runtime"
	"sync/atomic"
	"unsafe"

	"gotorch/internal/ptc"
)

// The tensors that were made last have no finalizer yet: to register one and to take it away again costs more than the
// call into C, and most of them are closed by hand before the next few are made. A tensor gets its finalizer when another
// takes its place here, before each collection that this package starts, and after each other one: what a program drops
// without closing it is found by the next.
var recent [1 << 5]struct {
	cell atomic.Pointer[unsafe.Pointer]
	_    [56]byte // a cache line each
}

func recentPlace(t *unsafe.Pointer) *atomic.Pointer[unsafe.Pointer] {
	return &recent[(uint64(uintptr(unsafe.Pointer(t)))*0x9e3779b97f4a7c15)>>59].cell
}

// watch has a new tensor closed when t is unreachable.
func watch(t *unsafe.Pointer) {
	if before := recentPlace(t).Swap(t); before != nil {
		finalize(before)
	}
}

// unwatch is called after t was closed. One that is still in its place stays there: it gets no finalizer any more.
func unwatch(t *unsafe.Pointer) {
	if recentPlace(t).Load() != t {
		runtime.SetFinalizer(t, nil) // which takes the collector much longer than this call
	}
}

func finalize(t *unsafe.Pointer) {
	if atomic.LoadPointer(t) != nil {
		runtime.SetFinalizer(t, ptc.Close)
	}
}

// finalizeRecent lets the next collection find all tensors that are unreachable.
func finalizeRecent() {
	for i := range recent {
		if t := recent[i].cell.Swap(nil); t != nil {
			finalize(t)
		}
	}
}

// A cycle is garbage in each collection, and comes back from it.
type cycle struct{ _ *cycle }

func (c *cycle) ended() {
	finalizeRecent()
	runtime.SetFinalizer(c, (*cycle).ended)
}

func init() { (&cycle{}).ended() }
