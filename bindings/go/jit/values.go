package jit

// #include <pytorch_c.h>
// #include <stdlib.h>
import "C"

import (
	"errors"
	"fmt"
	"reflect"
	"unsafe"

	"gotorch"
	"gotorch/internal/lease"
)

const deepest = 100

// memory holds what the values of one call point at, outside of Go's heap, and the tensors that it uses.
type memory struct {
	blocks  []unsafe.Pointer
	tensors []lease.Cell
}

func (m *memory) lease(c lease.Cell) unsafe.Pointer {
	m.tensors = append(m.tensors, c)
	return lease.Enter(c)
}

func (m *memory) free() {
	for _, p := range m.blocks {
		C.free(p)
	}
	lease.LeaveAll(m.tensors)
}

// values writes items behind each other.
func (m *memory) values(items []reflect.Value, depth int) (*C.ptc_value, error) {
	if depth > deepest {
		return nil, fmt.Errorf("jit: slices and maps may hold each other %d deep", deepest)
	}
	p := C.calloc(C.size_t(max(len(items), 1)), C.sizeof_ptc_value)
	m.blocks = append(m.blocks, p)
	out := unsafe.Slice((*C.ptc_value)(p), len(items))
	for i, one := range items {
		if err := m.write(&out[i], one, depth); err != nil {
			return nil, err
		}
	}
	return (*C.ptc_value)(p), nil
}

func (m *memory) nested(to *C.ptc_value, kind C.int32_t, items []reflect.Value, length, depth int) error {
	p, err := m.values(items, depth+1)
	to.kind, to.p, to.len = kind, unsafe.Pointer(p), C.int64_t(length)
	return err
}

func (m *memory) write(to *C.ptc_value, x reflect.Value, depth int) error {
	for x.Kind() == reflect.Interface {
		x = x.Elem()
	}
	if !x.IsValid() { // nil
		return nil
	}
	if tensor, ok := x.Interface().(gotorch.Tensor); ok {
		if handle := m.lease(tensor.T); handle != nil {
			to.kind, to.p = C.PTC_VALUE_TENSOR, handle
		}
		return nil
	}
	switch kind := x.Kind(); {
	case kind == reflect.Bool:
		to.kind = C.PTC_VALUE_BOOL
		if x.Bool() {
			to.i = 1
		}
	case x.CanInt():
		to.kind, to.i = C.PTC_VALUE_INT, C.int64_t(x.Int())
	case x.CanFloat():
		to.kind, to.re = C.PTC_VALUE_FLOAT, C.double(x.Float())
	case x.CanComplex():
		to.kind, to.re, to.im = C.PTC_VALUE_COMPLEX, C.double(real(x.Complex())), C.double(imag(x.Complex()))
	case kind == reflect.String:
		p := unsafe.Pointer(C.CString(x.String()))
		m.blocks = append(m.blocks, p)
		to.kind, to.p, to.len = C.PTC_VALUE_STRING, p, C.int64_t(x.Len())
	case kind == reflect.Slice || kind == reflect.Array:
		items := make([]reflect.Value, x.Len())
		for i := range items {
			items[i] = x.Index(i)
		}
		return m.nested(to, C.PTC_VALUE_LIST, items, len(items), depth)
	case kind == reflect.Map:
		var items []reflect.Value
		for each := x.MapRange(); each.Next(); {
			items = append(items, each.Key(), each.Value())
		}
		return m.nested(to, C.PTC_VALUE_DICT, items, x.Len(), depth)
	default:
		return fmt.Errorf("jit: TorchScript has no type for %s", x.Type())
	}
	return nil
}

// ---- results ----

// taken reads a result and closes it; tensors are taken out of it.
func taken(v *C.ptc_value) (any, error) {
	defer C.ptc_values_close(v, 1)
	return read(v)
}

func slice[T any](v *C.ptc_value, count C.int64_t) []T {
	if count == 0 {
		return nil
	}
	return unsafe.Slice((*T)(v.p), count)
}

func each[T any](list []T, as func(*T) any) []any {
	out := make([]any, len(list))
	for i := range list {
		out[i] = as(&list[i])
	}
	return out
}

func all(v *C.ptc_value, count C.int64_t) ([]any, error) {
	var failed error
	out := each(slice[C.ptc_value](v, count), func(one *C.ptc_value) any {
		value, err := read(one)
		failed = errors.Join(failed, err)
		return value
	})
	return out, failed
}

func pairs(v *C.ptc_value, first int) (any, error) {
	flat, err := all(v, C.int64_t(first)+2*v.len)
	out := Dict{}
	for i := first; err == nil && i < len(flat); i += 2 {
		out[flat[i]] = flat[i+1]
	}
	return out, err
}

func take(place *unsafe.Pointer) any {
	handle := *place
	*place = nil
	if handle == nil {
		return nil
	}
	return gotorch.Wrap(handle)
}

func read(v *C.ptc_value) (any, error) {
	switch v.kind {
	case C.PTC_VALUE_NONE:
		return nil, nil
	case C.PTC_VALUE_BOOL:
		return v.i != 0, nil
	case C.PTC_VALUE_INT, C.PTC_VALUE_DTYPE, C.PTC_VALUE_LAYOUT, C.PTC_VALUE_MEMORY_FORMAT:
		return int64(v.i), nil
	case C.PTC_VALUE_FLOAT:
		return float64(v.re), nil
	case C.PTC_VALUE_COMPLEX:
		return complex(float64(v.re), float64(v.im)), nil
	case C.PTC_VALUE_STRING:
		return string(slice[byte](v, v.len)), nil
	case C.PTC_VALUE_TENSOR:
		return take((*unsafe.Pointer)(&v.p)), nil
	case C.PTC_VALUE_TENSORS:
		return each(slice[unsafe.Pointer](v, v.len), take), nil
	case C.PTC_VALUE_INTS:
		return each(slice[int64](v, v.len), func(x *int64) any { return *x }), nil
	case C.PTC_VALUE_FLOATS:
		return each(slice[float64](v, v.len), func(x *float64) any { return *x }), nil
	case C.PTC_VALUE_BOOLS:
		return each(slice[bool](v, v.len), func(x *bool) any { return *x }), nil
	case C.PTC_VALUE_LIST, C.PTC_VALUE_TUPLE:
		return all(v, v.len)
	case C.PTC_VALUE_DICT:
		return pairs(v, 0)
	case C.PTC_VALUE_NAMED_TUPLE:
		return pairs(v, 1)
	}
	return nil, errors.New("jit: TorchScript gave an object that has no form in Go")
}
