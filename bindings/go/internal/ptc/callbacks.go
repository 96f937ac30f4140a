package ptc

// #include "callbacks.h"
import "C"

import (
	"fmt"
	"runtime"
	"runtime/cgo"
	"unsafe"

	"gotorch/internal/lease"
)

// A Releaser is told when the C library needs a value of Go's no more.
type Releaser interface{ Release() }

//export goRelease
func goRelease(id C.uintptr_t) {
	h := cgo.Handle(id)
	if r, ok := h.Value().(Releaser); ok {
		r.Release()
	}
	h.Delete()
}

// A HookFunc is given a handle of its own, and returns a handle that the caller closes, or nil.
type HookFunc func(Handle) Handle

//export goRunHook
func goRunHook(id C.uintptr_t, given C.ptc_tensor, out *C.ptc_tensor) (failed *C.char) {
	defer func() {
		// A panic does not cross C's frames: it travels as an error, and goes on where the pass was started.
		if value := recover(); value != nil {
			text := C.CString(fmt.Sprint(value))
			defer C.free(unsafe.Pointer(text))
			failed = (*C.char)(unsafe.Pointer(C.go_host_error(text, C.uintptr_t(cgo.NewHandle(panicked{value})))))
		}
	}()
	var own C.ptc_tensor
	if given != nil {
		if e := C.ptc_tensor_share(given, &own); e != nil {
			return (*C.char)(unsafe.Pointer(e))
		}
	}
	replacement := cgo.Handle(id).Value().(HookFunc)(Handle(own))
	if out != nil {
		*out = C.ptc_tensor(replacement)
	} else if replacement != nil {
		C.ptc_tensor_close(C.ptc_tensor(replacement))
	}
	return nil
}

type panicked struct{ value any }

// Panicked gives what a callback of Go's panicked with, if this error carries it.
func Panicked(e Err) (value any, ok bool) {
	c := C.ptc_error(e)
	if C.ptc_error_kind(c) != C.PTC_ERROR_HOST {
		return nil, false
	}
	id := C.ptc_error_context(c)
	if id == nil {
		return nil, false
	}
	p, ok := cgo.Handle(uintptr(id)).Value().(panicked)
	return p.value, ok
}

// A Hook is a registered function; the zero value is none.
type Hook struct{ hook C.ptc_hook }

// RegisterHook has run called in the backward pass: with the gradient of a, or after it has been added to a.
func RegisterHook(a Cell, after bool, run HookFunc) (Hook, Err) {
	var hook C.ptc_hook
	e := C.go_register_hook(get(a), C.uintptr_t(cgo.NewHandle(run)), C.bool(after), &hook)
	lease.Leave(a)
	return Hook{hook}, Err(e)
}

// Remove takes the hook away and closes the handle, once.
func (h *Hook) Remove() {
	if h.hook != nil {
		C.ptc_hook_remove(h.hook)
		C.ptc_hook_close(h.hook)
		h.hook = nil
	}
}

type pinned struct{ pinner runtime.Pinner }

func (p *pinned) Release() { p.pinner.Unpin() }

// FromBlob makes a tensor over memory of Go's, which stays pinned until nothing needs it any more.
func FromBlob(data unsafe.Pointer, sizes []int64, dtype int8) (Handle, Err) {
	p := &pinned{}
	p.pinner.Pin(data)
	s, n := ints(sizes)
	return out(C.go_from_blob(data, s, n, C.int32_t(dtype), C.uintptr_t(cgo.NewHandle(p))))
}

// OnPressure is called on the thread that ran short of memory.
var OnPressure func(level int)

//export goPressure
func goPressure(level C.int32_t) {
	defer func() { _ = recover() }() // C cannot unwind; the operator then fails for lack of memory
	if OnPressure != nil {
		OnPressure(int(level))
	}
}

// SetPressure has the C library ask OnPressure from now on, or no more.
func SetPressure(on bool) Err { return Err(C.go_set_pressure(C.bool(on))) }

// MarkIsSet tells whether tensors that this thread makes count under a mark.
func MarkIsSet() bool { return bool(C.go_mark_is_set()) }

// MarkBegin sets a mark for this thread.
func MarkBegin() Err { return Err(C.go_mark_begin()) }

// MarkCounts gives the tensors under this thread's mark that are open, and their bytes.
func MarkCounts() (tensors, bytes int64) {
	c := C.go_mark_counts()
	return int64(c.tensors), int64(c.bytes)
}

// MarkEnd takes this thread's mark away.
func MarkEnd() { C.go_mark_end() }
