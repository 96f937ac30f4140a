// Package nn has GoTorch's modules: structs that embed a Module, whose tensors and modules are found by reflection.
package nn

import (
	"fmt"
	"log"
	"reflect"

	torch "gotorch"
)

// IModule is what every module is; embedding Module by value makes a struct one.
type IModule interface {
	// Train switches between training and evaluation, for this module and those in it.
	Train(on bool)
	// IsTraining tells which of both it is.
	IsTraining() bool
	// To moves all tensors to a device, and casts them where a dtype is given.
	To(device torch.Device, dtype ...int8)
	// StateDict gives parameters and buffers by their names.
	StateDict() map[string]torch.Tensor
	// SetStateDict copies values into parameters and buffers.
	SetStateDict(sd map[string]torch.Tensor) error
	// Apply calls f with the Module of this one and of each in it.
	Apply(f func(IModule))
	// Name is the name of the struct, "nn.LinearModule".
	Name() string
}

// Module is embedded by value in the struct of a module, whose constructor calls Init:
//
//	type Net struct {
//		nn.Module
//		FC     *nn.LinearModule
//		Scale  torch.Tensor                    // a parameter
//		Seen   torch.Tensor `gotorch:"buffer"` // state that is not trained
//		Layers []nn.IModule
//	}
//
//	func NewNet() *Net {
//		n := &Net{FC: nn.Linear(2, 3, true)}
//		n.Init(n)
//		return n
//	}
//
// Fields that are tensors, modules, or slices of either must be exported; others are no members.
type Module struct {
	outer      IModule
	isTraining bool
	name       string
}

var (
	moduleType  = reflect.TypeOf(Module{})
	iModuleType = reflect.TypeOf((*IModule)(nil)).Elem()
	tensorType  = reflect.TypeOf(torch.Tensor{})
)

// Init makes a Module that of outer, the pointer to the struct that embeds it. A second call is nothing.
func (m *Module) Init(outer IModule) {
	if m.outer != nil {
		return
	}
	v := reflect.ValueOf(outer)
	must(v.Kind() == reflect.Pointer && !v.IsNil() && v.Elem().Kind() == reflect.Struct,
		"Init wants the pointer to the struct of a module, got %T", outer)
	v = v.Elem()
	for i := range v.NumField() {
		f, at := v.Type().Field(i), v.Field(i).Addr()
		if f.Anonymous && f.Type == moduleType && at.Pointer() == reflect.ValueOf(m).Pointer() {
			m.outer, m.isTraining, m.name = outer, true, v.Type().String()
		}
	}
	must(m.outer != nil, "GoTorch requires defining modules via embedding a `Module` struct by value; %T does not", outer)
}

func (m *Module) mustInit() {
	must(m.outer != nil, "GoTorch requires calling `Init` before using a module")
}

// Name is the name of the struct that embeds this Module.
func (m *Module) Name() string { return m.name }

// Outer is the pointer to the struct that embeds this Module.
func (m *Module) Outer() IModule { return m.outer }

// Apply calls f with this Module, then with those of the modules in it.
func (m *Module) Apply(f func(IModule)) {
	m.mustInit()
	f(m)
	members(m.outer, func(_ reflect.StructField, v reflect.Value, _ string) error {
		if child, ok := v.Interface().(IModule); ok {
			child.Apply(f)
		}
		return nil
	})
}

// Train switches between training and evaluation, for this module and those in it.
func (m *Module) Train(on bool) { m.Apply(func(n IModule) { n.(*Module).isTraining = on }) }

// IsTraining tells whether the module is in training mode.
func (m *Module) IsTraining() bool { return m.isTraining }

// To moves all tensors to a device, and casts them where a dtype is given. They stay the same tensors, for optimizers
// that know them.
func (m *Module) To(device torch.Device, dtype ...int8) {
	m.mustInit()
	m.visit(func(_ reflect.StructField, t reflect.Value, _ string) error {
		tensor := t.Interface().(torch.Tensor)
		moved := tensor.To(device, dtype...)
		torch.NoGrad(func() { tensor.SetData(moved.Detach()) })
		moved.Close()
		return nil
	})
}

// A NamedTensor is a member of a module.
type NamedTensor struct {
	Name   string
	Tensor torch.Tensor
}

func (m *Module) list(parameters, buffers bool) (list []NamedTensor) {
	m.mustInit()
	m.visit(func(f reflect.StructField, v reflect.Value, name string) error {
		if isBuffer := f.Tag.Get("gotorch") == "buffer"; isBuffer && buffers || !isBuffer && parameters {
			list = append(list, NamedTensor{name, v.Interface().(torch.Tensor)})
		}
		return nil
	})
	return list
}

func byName(list []NamedTensor) map[string]torch.Tensor {
	all := make(map[string]torch.Tensor, len(list))
	for _, t := range list {
		all[t.Name] = t.Tensor
	}
	return all
}

func tensors(list []NamedTensor) []torch.Tensor {
	all := make([]torch.Tensor, len(list))
	for i, t := range list {
		all[i] = t.Tensor
	}
	return all
}

// NamedParameters gives what is trained, by names such as "Net.FC.Weight" and "Net.Layers[0].Weight".
func (m *Module) NamedParameters() map[string]torch.Tensor { return byName(m.list(true, false)) }

// NamedBuffers gives the state that is not trained.
func (m *Module) NamedBuffers() map[string]torch.Tensor { return byName(m.list(false, true)) }

// Parameters gives what is trained, in the order of the fields.
func (m *Module) Parameters() []torch.Tensor { return tensors(m.list(true, false)) }

// Buffers gives the state that is not trained, in the order of the fields.
func (m *Module) Buffers() []torch.Tensor { return tensors(m.list(false, true)) }

// Members gives parameters and buffers with their names, in the order of the fields.
func (m *Module) Members() []NamedTensor { return m.list(true, true) }

// StateDict gives parameters and buffers by their names.
func (m *Module) StateDict() map[string]torch.Tensor { return byName(m.list(true, true)) }

// SetStateDict copies values into parameters and buffers, each of which must have one of its shape and dtype; an error
// names the one that does not fit, and nothing is changed.
func (m *Module) SetStateDict(sd map[string]torch.Tensor) error {
	m.mustInit()
	list := m.list(true, true)
	used := make(map[string]bool, len(list))
	for _, own := range list {
		value, ok := sd[own.Name]
		if !ok {
			return fmt.Errorf("SetStateDict: there is no value for %s", own.Name)
		}
		if err := fits(own, value); err != nil {
			return err
		}
		used[own.Name] = true
	}
	for name := range sd {
		if !used[name] {
			return fmt.Errorf("SetStateDict: sd[%s] is not used to set any field", name)
		}
	}
	torch.NoGrad(func() {
		for _, own := range list {
			own.Tensor.CopyI(sd[own.Name])
		}
	})
	return nil
}

func fits(own NamedTensor, value torch.Tensor) error {
	if !value.Defined() {
		return fmt.Errorf("SetStateDict: the value for %s is no tensor", own.Name)
	}
	if a, b := own.Tensor.Shape(), value.Shape(); !reflect.DeepEqual(a, b) {
		return fmt.Errorf("SetStateDict: %s has shape %v, its value %v", own.Name, a, b)
	}
	if a, b := own.Tensor.Dtype(), value.Dtype(); a != b {
		return fmt.Errorf("SetStateDict: %s has dtype %d, its value %d", own.Name, a, b)
	}
	return nil
}

// Visitor is called with a field, the value in it (or in its slice), and the value's name within the module.
type Visitor func(f reflect.StructField, v reflect.Value, name string) error

// visit calls f for each tensor in the module and in those within it.
func (m *Module) visit(f Visitor) error {
	return visitTensors(m.outer, reflect.TypeOf(m.outer).Elem().Name(), f)
}

func visitTensors(m IModule, prefix string, visitor Visitor) error {
	return members(m, func(f reflect.StructField, v reflect.Value, name string) error {
		if child, ok := v.Interface().(IModule); ok {
			return visitTensors(child, prefix+"."+name, visitor)
		}
		return visitor(f, v, prefix+"."+name)
	})
}

// members calls visitor for each tensor and module that the fields of a module hold, slices and arrays opened, nothing
// that is nil.
func members(m IModule, visitor Visitor) error {
	v := reflect.ValueOf(m).Elem()
	for i := range v.NumField() {
		f, field := v.Type().Field(i), v.Field(i)
		if f.Type == moduleType && f.Anonymous || !holdsMembers(f.Type) {
			continue
		}
		must(f.IsExported(), "GoTorch requires exporting field %s.%s", v.Type().Name(), f.Name)
		if err := open(f, field, f.Name, visitor); err != nil {
			return err
		}
	}
	return nil
}

func open(f reflect.StructField, v reflect.Value, name string, visitor Visitor) error {
	switch {
	case v.Type() == tensorType:
		if v.Interface().(torch.Tensor).T == nil {
			return nil
		}
		return visitor(f, v, name)
	case v.Kind() == reflect.Slice || v.Kind() == reflect.Array:
		for j := range v.Len() {
			if err := open(f, v.Index(j), fmt.Sprintf("%s[%d]", name, j), visitor); err != nil {
				return err
			}
		}
		return nil
	}
	if v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		return nil
	}
	if _, ok := v.Interface().(IModule); ok {
		return visitor(f, v, name)
	}
	return nil
}

func holdsMembers(t reflect.Type) bool {
	for t.Kind() == reflect.Slice || t.Kind() == reflect.Array {
		t = t.Elem()
	}
	return t == tensorType || t.Implements(iModuleType)
}

func must(condition bool, format string, args ...interface{}) {
	if !condition {
		log.Panicf(format, args...)
	}
}
