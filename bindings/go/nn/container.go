package nn

import (
	"fmt"
	"reflect"

	torch "gotorch"
)

// SequentialModule runs modules one after the other.
type SequentialModule struct {
	Module
	Modules []IModule
}

// Sequential makes a SequentialModule.
func Sequential(modules ...IModule) *SequentialModule {
	s := &SequentialModule{Modules: modules}
	s.Init(s)
	return s
}

// Forward gives inputs to the first module, and what each returns to the next. A module's Forward may have any
// parameters and results; the last has one result.
func (s *SequentialModule) Forward(inputs ...interface{}) interface{} {
	if len(s.Modules) == 0 {
		panic("Cannot call forward() on an empty Sequential")
	}
	for i, m := range s.Modules {
		inputs = call(i, m, inputs)
	}
	if len(inputs) != 1 {
		panic("The last module in Sequential must have exactly one return value")
	}
	return inputs[0]
}

// forwarder is what most modules are: no reflection is needed for them.
type forwarder interface {
	Forward(torch.Tensor) torch.Tensor
}

func call(i int, m IModule, inputs []interface{}) []interface{} {
	if f, ok := m.(forwarder); ok && len(inputs) == 1 {
		if x, ok := inputs[0].(torch.Tensor); ok {
			return []interface{}{f.Forward(x)}
		}
	}
	method := reflect.ValueOf(m).MethodByName("Forward")
	if !method.IsValid() {
		panic(fmt.Sprintf("Sequential: module %d, a %T, has no Forward", i, m))
	}
	arguments := make([]reflect.Value, len(inputs))
	for j, input := range inputs {
		arguments[j] = reflect.ValueOf(input)
	}
	results := method.Call(arguments)
	outputs := make([]interface{}, len(results))
	for j, result := range results {
		outputs[j] = result.Interface()
	}
	return outputs
}

// FunctionalModule makes a module of a function.
type FunctionalModule struct {
	Module
	Function func(torch.Tensor) torch.Tensor
}

// Functional makes a FunctionalModule: nn.Functional(torch.Tanh).
func Functional(f func(torch.Tensor) torch.Tensor) *FunctionalModule {
	m := &FunctionalModule{Function: f}
	m.Init(m)
	return m
}

// Forward calls the function.
func (f *FunctionalModule) Forward(input torch.Tensor) torch.Tensor { return f.Function(input) }
