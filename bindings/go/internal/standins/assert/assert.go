// Package assert has those functions of github.com/stretchr/testify/assert that GoTorch's tests call, so that
// gotorch_tests.py runs them without fetching anything.
package assert

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"time"
)

// TestingT is what a failed assertion is told to.
type TestingT interface {
	Errorf(format string, args ...any)
}

func said(t TestingT, ok bool, format string, args ...any) bool {
	if h, is := t.(interface{ Helper() }); is {
		h.Helper()
	}
	if !ok {
		t.Errorf(format, args...)
	}
	return ok
}

func same(want, got any) bool {
	a, isA := want.([]byte)
	b, isB := got.([]byte)
	if isA && isB && a != nil && b != nil {
		return bytes.Equal(a, b)
	}
	return reflect.DeepEqual(want, got)
}

func none(x any) bool {
	if x == nil {
		return true
	}
	switch v := reflect.ValueOf(x); v.Kind() {
	case reflect.Chan, reflect.Func, reflect.Interface, reflect.Map, reflect.Ptr, reflect.Slice, reflect.UnsafePointer:
		return v.IsNil()
	}
	return false
}

func has(in, one any) bool {
	v := reflect.ValueOf(in)
	switch v.Kind() {
	case reflect.String:
		return strings.Contains(v.String(), fmt.Sprint(one))
	case reflect.Map:
		return v.MapIndex(reflect.ValueOf(one)).IsValid()
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if same(v.Index(i).Interface(), one) {
				return true
			}
		}
	}
	return false
}

func panicked(f func()) (value any, did bool) {
	did = true
	defer func() { value = recover() }()
	f()
	did = false
	return
}

func number(x any) float64 {
	v := reflect.ValueOf(x)
	switch {
	case v.CanInt():
		return float64(v.Int())
	case v.CanUint():
		return float64(v.Uint())
	}
	return v.Float()
}

// Equal fails unless both are deeply equal, of the same type.
func Equal(t TestingT, want, got any, _ ...any) bool {
	return said(t, same(want, got), "want %#v, got %#v", want, got)
}

// EqualValues fails unless both are equal once the first has the type of the second.
func EqualValues(t TestingT, want, got any, _ ...any) bool {
	w, g := reflect.ValueOf(want), reflect.ValueOf(got)
	ok := same(want, got) || w.IsValid() && g.IsValid() && w.CanConvert(g.Type()) && same(w.Convert(g.Type()).Interface(), got)
	return said(t, ok, "want %#v, got %#v", want, got)
}

// NotEqual fails if both are deeply equal.
func NotEqual(t TestingT, a, b any, _ ...any) bool { return said(t, !same(a, b), "both are %#v", a) }

// True fails unless ok.
func True(t TestingT, ok bool, more ...any) bool { return said(t, ok, "false; %v", more) }

// False fails if ok.
func False(t TestingT, ok bool, more ...any) bool { return said(t, !ok, "true; %v", more) }

// Nil fails unless x is nil.
func Nil(t TestingT, x any, _ ...any) bool { return said(t, none(x), "want nil, got %#v", x) }

// NotNil fails if x is nil.
func NotNil(t TestingT, x any, _ ...any) bool { return said(t, !none(x), "want something, got nil") }

// NoError fails for an error.
func NoError(t TestingT, err error, _ ...any) bool { return said(t, err == nil, "an error: %v", err) }

// Error fails without an error.
func Error(t TestingT, err error, _ ...any) bool { return said(t, err != nil, "no error") }

// Contains fails unless a string, list or map has one.
func Contains(t TestingT, in, one any, _ ...any) bool { return said(t, has(in, one), "%#v has no %#v", in, one) }

// NotContains fails if a string, list or map has one.
func NotContains(t TestingT, in, one any, _ ...any) bool { return said(t, !has(in, one), "%#v has %#v", in, one) }

// Panics fails unless f panics.
func Panics(t TestingT, f func(), _ ...any) bool {
	_, did := panicked(f)
	return said(t, did, "no panic")
}

// NotPanics fails if f panics.
func NotPanics(t TestingT, f func(), _ ...any) bool {
	value, did := panicked(f)
	return said(t, !did, "a panic: %v", value)
}

// Less fails unless a is less than b.
func Less(t TestingT, a, b any, _ ...any) bool { return said(t, number(a) < number(b), "%v is not less than %v", a, b) }

// Greater fails unless a is greater than b.
func Greater(t TestingT, a, b any, _ ...any) bool {
	return said(t, number(a) > number(b), "%v is not greater than %v", a, b)
}

// Eventually fails unless ok() holds within a time; it is asked every tick.
func Eventually(t TestingT, ok func() bool, within, tick time.Duration, _ ...any) bool {
	for end := time.Now().Add(within); time.Now().Before(end); time.Sleep(tick) {
		if ok() {
			return true
		}
	}
	return said(t, ok(), "not within %v", within)
}

// Assertions are the functions for one test.
type Assertions struct{ t TestingT }

// New gives the functions for a test.
func New(t TestingT) *Assertions { return &Assertions{t} }

// Equal is the function of this name.
func (a *Assertions) Equal(want, got any, more ...any) bool { return Equal(a.t, want, got, more...) }

// NotEqual is the function of this name.
func (a *Assertions) NotEqual(x, y any, more ...any) bool { return NotEqual(a.t, x, y, more...) }

// True is the function of this name.
func (a *Assertions) True(ok bool, more ...any) bool { return True(a.t, ok, more...) }

// False is the function of this name.
func (a *Assertions) False(ok bool, more ...any) bool { return False(a.t, ok, more...) }

// Nil is the function of this name.
func (a *Assertions) Nil(x any, more ...any) bool { return Nil(a.t, x, more...) }

// NotNil is the function of this name.
func (a *Assertions) NotNil(x any, more ...any) bool { return NotNil(a.t, x, more...) }

// NoError is the function of this name.
func (a *Assertions) NoError(err error, more ...any) bool { return NoError(a.t, err, more...) }

// Error is the function of this name.
func (a *Assertions) Error(err error, more ...any) bool { return Error(a.t, err, more...) }

// Contains is the function of this name.
func (a *Assertions) Contains(in, one any, more ...any) bool { return Contains(a.t, in, one, more...) }

// Panics is the function of this name.
func (a *Assertions) Panics(f func(), more ...any) bool { return Panics(a.t, f, more...) }

// NotPanics is the function of this name.
func (a *Assertions) NotPanics(f func(), more ...any) bool { return NotPanics(a.t, f, more...) }

// Less is the function of this name.
func (a *Assertions) Less(x, y any, more ...any) bool { return Less(a.t, x, y, more...) }

// Greater is the function of this name.
func (a *Assertions) Greater(x, y any, more ...any) bool { return Greater(a.t, x, y, more...) }
