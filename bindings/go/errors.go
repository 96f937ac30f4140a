package gotorch

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"unsafe"

	"gotorch/internal/ptc"
)

// An ErrorKind tells what went wrong; the numbers are those of the C library's enum ptc_error_kind.
type ErrorKind int

// Kinds of errors.
const (
	RuntimeError        ErrorKind = 1
	IndexError          ErrorKind = 2
	ValueError          ErrorKind = 3
	TypeError           ErrorKind = 4
	NotImplementedError ErrorKind = 5
	OutOfMemoryError    ErrorKind = 6
	LinAlgError         ErrorKind = 7
	BufferError         ErrorKind = 8
	InterruptedError    ErrorKind = 17
)

// An Error is what a call of the C library failed with.
type Error struct {
	Kind    ErrorKind
	Message string
	// Backtrace is the C++ stack, if SetBacktraces asked for it.
	Backtrace string
}

func (e *Error) Error() string { return e.Message }

var panicErrors, backtraces atomic.Bool

// SetPanicErrors decides what a failed call panics with: an *Error, or (as at first, and in GoTorch) its message.
func SetPanicErrors(on bool) { panicErrors.Store(on) }

// SetBacktraces has each Error carry the C++ stack, which takes milliseconds.
func SetBacktraces(on bool) { backtraces.Store(on) }

// MustNil panics if err, an error string of cgotorch or pytorch_c, is not nil, and frees it.
func MustNil(err unsafe.Pointer) {
	if err != nil {
		raise(err)
	}
}

// raise is apart so that MustNil is inlined.
func raise(err ptc.Err) {
	if value, ok := ptc.Panicked(err); ok { // a hook's own panic goes on where it left Go
		ptc.Error(err)
		panic(value)
	}
	e := newError(err)
	if panicErrors.Load() {
		panic(e)
	}
	panic(e.Message)
}

func newError(err ptc.Err) *Error {
	e := &Error{}
	if backtraces.Load() {
		e.Backtrace = ptc.Backtrace(err)
	}
	kind, text := ptc.Error(err)
	e.Kind, e.Message = ErrorKind(kind), text
	return e
}

// wrong panics about an argument, in the form that is switched on.
func wrong(kind ErrorKind, format string, values ...any) {
	e := &Error{Kind: kind, Message: fmt.Sprintf(format, values...)}
	if panicErrors.Load() {
		panic(e)
	}
	panic(e.Message)
}

// Try runs f and gives what it panicked with as an error: an *Error, whose kind is RuntimeError where only a message
// is known. A panic of Go's own runtime goes on.
func Try(f func()) (err error) {
	defer func() {
		switch value := recover().(type) {
		case nil:
		case *Error:
			err = value
		case string:
			err = &Error{Kind: RuntimeError, Message: value}
		default:
			panic(value)
		}
	}()
	f()
	return nil
}

// TryContext is Try, but a call of f's own goroutine that runs when ctx is done ends where it next takes memory, and the
// error is then that of ctx. signal.NotifyContext(ctx, os.Interrupt) makes one that Ctrl-C ends.
func TryContext(ctx context.Context, f func()) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	thread, told := ptc.InterruptThread(), make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		ptc.Interrupt(thread, true)
		close(told)
	})
	err := Try(f)
	if !stop() {
		<-told
		ptc.Interrupt(thread, false)
		if err != nil && strings.Contains(err.Error(), "interrupted by ptc_interrupt_set") {
			return context.Cause(ctx)
		}
	}
	return err
}

// Must gives the value of a call that also returns an error, and panics where there is one: Must(aten.MM(a, b)).
func Must[T any](value T, err error) T {
	if err != nil {
		mustFail(err)
	}
	return value
}

// Must2 is Must for two values.
func Must2[T, U any](first T, second U, err error) (T, U) {
	if err != nil {
		mustFail(err)
	}
	return first, second
}

func mustFail(err error) {
	if e, ok := err.(*Error); ok && !panicErrors.Load() {
		panic(e.Message)
	}
	panic(err)
}

// TakeError frees an error of the C library and gives it as Go's own; nil stays nil. Package aten is built on it.
func TakeError(err unsafe.Pointer) error {
	if err == nil {
		return nil
	}
	if value, ok := ptc.Panicked(err); ok {
		ptc.Error(err)
		panic(value)
	}
	return newError(err)
}

func init() {
	if _, err := ptc.Switch(ptc.Check, 0); err != nil {
		_, text := ptc.Error(err)
		panic("gotorch: " + text)
	}
}
