// Package jit runs archives of TorchScript: jit.Load("model.pt", gotorch.Device{}).
//
// Arguments are tensors, numbers, strings, bools and nil, slices of them for lists and tuples, and maps for Dicts.
// Results are a gotorch.Tensor, int64, float64, complex128, string, bool or nil, []any for a list or tuple, and a Dict,
// for a named tuple too.
package jit

// #cgo pkg-config: pytorch_c
// #include <pytorch_c.h>
// #include <stdlib.h>
import "C"

import (
	"reflect"
	"runtime"
	"strings"
	"unsafe"

	"gotorch"
	"gotorch/internal/lease"
)

// Dict is what a program's Dict, or named tuple, comes as.
type Dict = map[any]any

// A Function is a compiled function, or a method of a module: good for any number of calls, from any goroutine. It is
// closed when it is unreachable, or by Close.
type Function struct{ handle unsafe.Pointer }

// A Module is an archive's, or that of a function. It is closed when it is unreachable, or by Close.
type Module struct{ handle unsafe.Pointer }

func failed(err C.ptc_error) error {
	if err == nil {
		return nil
	}
	return gotorch.TakeError(unsafe.Pointer(err))
}

// lines takes over a text of the library's.
func lines(text *C.char) []string {
	defer C.ptc_string_free(text)
	if found := C.GoString(text); found != "" {
		return strings.Split(found, "\n")
	}
	return nil
}

func function(handle C.ptc_jit_function, err C.ptc_error) (*Function, error) {
	if err != nil {
		return nil, failed(err)
	}
	f := &Function{unsafe.Pointer(handle)}
	runtime.SetFinalizer(f, (*Function).Close)
	return f, nil
}

func module(handle C.ptc_jit_module, err C.ptc_error) (*Module, error) {
	if err != nil {
		return nil, failed(err)
	}
	m := &Module{unsafe.Pointer(handle)}
	runtime.SetFinalizer(m, (*Module).Close)
	return m, nil
}

// c begins a use of the handle, which done ends.
func (f *Function) c() C.ptc_jit_function { return C.ptc_jit_function(lease.Enter(&f.handle)) }
func (m *Module) c() C.ptc_jit_module     { return C.ptc_jit_module(lease.Enter(&m.handle)) }

func (f *Function) done() { lease.Leave(&f.handle) }
func (m *Module) done()   { lease.Leave(&m.handle) }

// Call calls it with the arguments of its schema; those missing take their defaults.
func (f *Function) Call(args ...any) (any, error) {
	var m memory
	defer m.free()
	given := make([]reflect.Value, len(args))
	for i := range args {
		given[i] = reflect.ValueOf(args[i])
	}
	values, err := m.values(given, 0)
	if err != nil {
		return nil, err
	}
	out := (*C.ptc_value)(C.calloc(1, C.sizeof_ptc_value))
	defer C.free(unsafe.Pointer(out))
	err = failed(C.ptc_jit_call(f.c(), values, C.int64_t(len(args)), nil, out))
	f.done()
	runtime.KeepAlive(args)
	if err != nil {
		return nil, err
	}
	return taken(out)
}

// Schema is "f(Tensor x) -> Tensor".
func (f *Function) Schema() (string, error) {
	var text *C.char
	err := failed(C.ptc_jit_function_schema(f.c(), &text))
	f.done()
	return strings.Join(lines(text), "\n"), err
}

// Module gives a module whose forward it is: so it is saved.
func (f *Function) Module() (*Module, error) {
	defer f.done()
	var out C.ptc_jit_module
	err := C.ptc_jit_function_module(f.c(), &out)
	return module(out, err)
}

// Close closes the function now; closing it again is nothing.
func (f *Function) Close() {
	lease.Close(&f.handle, func(handle unsafe.Pointer) { C.ptc_jit_function_close(C.ptc_jit_function(handle)) })
}

// Method gives a method by its name.
func (m *Module) Method(name string) (*Function, error) {
	defer m.done()
	text := C.CString(name)
	defer C.free(unsafe.Pointer(text))
	var out C.ptc_jit_function
	err := C.ptc_jit_module_method(m.c(), text, &out)
	return function(out, err)
}

// Forward calls the method forward.
func (m *Module) Forward(args ...any) (any, error) {
	f, err := m.Method("forward")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Call(args...)
}

func (m *Module) names(kind C.int32_t, recurse bool) ([]string, error) {
	defer m.done()
	var text *C.char
	err := failed(C.ptc_jit_module_names(m.c(), kind, C.bool(recurse), &text))
	return lines(text), err
}

// Methods gives the names of the methods.
func (m *Module) Methods() ([]string, error) { return m.names(C.PTC_JIT_METHOD, false) }

// Attribute gives an attribute, parameter, buffer or constant.
func (m *Module) Attribute(name string) (any, error) {
	defer m.done()
	text := C.CString(name)
	defer C.free(unsafe.Pointer(text))
	out := (*C.ptc_value)(C.calloc(1, C.sizeof_ptc_value))
	defer C.free(unsafe.Pointer(out))
	if err := failed(C.ptc_jit_module_attr(m.c(), text, out)); err != nil {
		return nil, err
	}
	return taken(out)
}

// Parameters gives the parameters by their names; they share memory with the module's.
func (m *Module) Parameters() (map[string]gotorch.Tensor, error) {
	out := map[string]gotorch.Tensor{}
	return out, m.tensors(C.PTC_JIT_PARAMETER, out)
}

// StateDict gives parameters and buffers, for LoadStateDict of a module of layers.
func (m *Module) StateDict() (map[string]gotorch.Tensor, error) {
	out, err := m.Parameters()
	if err != nil {
		return nil, err
	}
	return out, m.tensors(C.PTC_JIT_BUFFER, out)
}

func (m *Module) tensors(kind C.int32_t, out map[string]gotorch.Tensor) error {
	names, err := m.names(kind, true)
	if err != nil {
		return err
	}
	defer m.done()
	var list C.ptc_tensor_list
	if err := failed(C.ptc_jit_module_tensors(m.c(), kind, true, &list)); err != nil {
		return err
	}
	defer C.ptc_tensor_list_close(list)
	for i, name := range names {
		var one C.ptc_tensor
		if err := failed(C.ptc_tensor_list_get(list, C.int64_t(i), &one)); err != nil {
			return err
		}
		out[name] = gotorch.Wrap(unsafe.Pointer(one))
	}
	return nil
}

// Train sets the mode of the module and of those in it.
func (m *Module) Train(mode bool) error {
	defer m.done()
	return failed(C.ptc_jit_module_train(m.c(), C.bool(mode)))
}

// Eval is Train(false).
func (m *Module) Eval() error { return m.Train(false) }

// Save writes an archive, which torch.jit.load reads.
func (m *Module) Save(path string) error {
	defer m.done()
	text := C.CString(path)
	defer C.free(unsafe.Pointer(text))
	return failed(C.ptc_jit_save(m.c(), text, nil))
}

// Close closes the module now; closing it again is nothing.
func (m *Module) Close() {
	lease.Close(&m.handle, func(handle unsafe.Pointer) { C.ptc_jit_module_close(C.ptc_jit_module(handle)) })
}

func place(device gotorch.Device) (kind, index C.int32_t) {
	if device.T == nil {
		return C.PTC_UNSET, C.PTC_UNSET
	}
	numbers := *(*[2]int32)(device.T)
	return C.int32_t(numbers[0]), C.int32_t(numbers[1])
}

// Load gives the module of an archive. Its tensors go to the device, or where they were when it was saved if that is
// the zero Device.
func Load(path string, device gotorch.Device) (*Module, error) {
	text := C.CString(path)
	defer C.free(unsafe.Pointer(text))
	kind, index := place(device)
	var out C.ptc_jit_module
	err := C.ptc_jit_load(text, kind, index, nil, &out)
	return module(out, err)
}

// LoadBytes is Load for an archive in memory.
func LoadBytes(archive []byte, device gotorch.Device) (*Module, error) {
	kind, index := place(device)
	var out C.ptc_jit_module
	err := C.ptc_jit_load_memory(unsafe.Pointer(unsafe.SliceData(archive)), C.int64_t(len(archive)), kind, index, nil, &out)
	return module(out, err)
}

// Compile gives the functions of a source, by their names.
func Compile(source string) (map[string]*Function, error) {
	var unit C.ptc_jit_unit
	if err := failed(C.ptc_jit_unit_new(&unit)); err != nil {
		return nil, err
	}
	defer C.ptc_jit_unit_close(unit)
	text := C.CString(source)
	defer C.free(unsafe.Pointer(text))
	var names *C.char
	if err := failed(C.ptc_jit_unit_define(unit, nil, text, nil, 1, nil, &names)); err != nil {
		return nil, err
	}
	found := map[string]*Function{}
	for _, name := range lines(names) {
		text := C.CString(name)
		var out C.ptc_jit_function
		e := C.ptc_jit_unit_function(unit, text, &out)
		C.free(unsafe.Pointer(text))
		f, err := function(out, e)
		if err != nil {
			return nil, err
		}
		found[name] = f
	}
	return found, nil
}
