// Package layers has torch.nn's layers with torch's first numbers and names. (GoTorch's own are in package nn.)
//
//	model := layers.NewSequential(layers.NewConv2d(1, 8, 3, layers.Padding(1)), layers.NewReLU())
//	y := model.Forward(x)
//
// What an argument of torch has a default for is an Option. The layers are written by `go generate ./aten`, from the
// installed library's pytorch_c.json.
package layers

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"gotorch"
	"gotorch/aten"
)

// Module is what has parameters, buffers and modules of its own: a struct that embeds Base.
type Module interface{ base() *Base }

// Layer is a module that makes one tensor of one.
type Layer interface {
	Module
	Forward(x gotorch.Tensor) gotorch.Tensor
}

type member struct {
	name     string
	tensor   gotorch.Tensor
	isBuffer bool
	module   Module
}

// Base is embedded by value in the struct of a module:
//
//	type Net struct {
//		layers.Base
//		fc *layers.Linear
//	}
//
//	func NewNet() *Net {
//		n := &Net{}
//		n.fc = layers.Add(&n.Base, "fc", layers.NewLinear(2, 3))
//		return n
//	}
type Base struct {
	members   []member
	evaluates bool
}

func (b *Base) base() *Base { return b }

// Add gives a module the name under which it is a member.
func Add[M Module](b *Base, name string, module M) M {
	b.members = append(b.members, member{name: name, module: module})
	return module
}

func (b *Base) parameter(name string, size []int64, fill func(gotorch.Tensor)) gotorch.Tensor {
	made := gotorch.Must(aten.EmptyMemoryFormat(size, aten.Options{}, 0))
	fill(made)
	made.SetRequiresGrad(true)
	b.members = append(b.members, member{name: name, tensor: made})
	return made
}

func (b *Base) buffer(name string, size []int64, fill func(gotorch.Tensor), dtype aten.Dtype) gotorch.Tensor {
	made := gotorch.Must(aten.EmptyMemoryFormat(size, aten.Options{Dtype: dtype}, 0))
	fill(made)
	b.members = append(b.members, member{name: name, tensor: made, isBuffer: true})
	return made
}

func (b *Base) named(prefix string, parameters, buffers bool) (list []gotorch.Named) {
	var inner []gotorch.Named
	for _, buffer := range []bool{false, true} {
		for _, m := range b.members {
			if m.module == nil && m.isBuffer == buffer && (buffer && buffers || !buffer && parameters) {
				list = append(list, gotorch.Named{Name: prefix + m.name, Tensor: m.tensor})
			}
		}
	}
	for _, m := range b.members {
		if m.module != nil {
			inner = append(inner, m.module.base().named(prefix+m.name+".", parameters, buffers)...)
		}
	}
	return append(list, inner...)
}

// NamedParameters gives what is trained, by torch's names and in torch's order.
func (b *Base) NamedParameters() []gotorch.Named { return b.named("", true, false) }

// NamedBuffers gives the state that is not trained.
func (b *Base) NamedBuffers() []gotorch.Named { return b.named("", false, true) }

// StateDict gives parameters and buffers, for gotorch.SaveSafetensors.
func (b *Base) StateDict() []gotorch.Named { return b.named("", true, true) }

// Parameters gives what is trained.
func (b *Base) Parameters() (list []gotorch.Tensor) {
	for _, one := range b.NamedParameters() {
		list = append(list, one.Tensor)
	}
	return list
}

// LoadStateDict copies what gotorch.LoadSafetensors gives; where names or sizes differ it is an error, and nothing is
// changed.
func (b *Base) LoadStateDict(state map[string]gotorch.Tensor) error {
	own := b.StateDict()
	for _, one := range own {
		value, ok := state[one.Name]
		if !ok {
			return fmt.Errorf("LoadStateDict: there is no %s", one.Name)
		}
		if a, b := one.Tensor.Shape(), value.Shape(); !slices.Equal(a, b) {
			return fmt.Errorf("LoadStateDict: %s has size %v, not %v", one.Name, a, b)
		}
	}
	if len(own) != len(state) {
		return fmt.Errorf("LoadStateDict: %d tensors, not %d", len(state), len(own))
	}
	gotorch.NoGrad(func() {
		for _, one := range own {
			one.Tensor.CopyI(state[one.Name])
		}
	})
	return nil
}

// Train switches between training and evaluation, for this module and those in it.
func (b *Base) Train(on bool) {
	b.evaluates = !on
	for _, m := range b.members {
		if m.module != nil {
			m.module.base().Train(on)
		}
	}
}

// Eval is Train(false).
func (b *Base) Eval() { b.Train(false) }

// Training tells whether the module is trained.
func (b *Base) Training() bool { return !b.evaluates }

// To moves all tensors to a device, and casts those of floats where a dtype is given. They stay the same tensors, for
// optimizers that know them.
func (b *Base) To(device gotorch.Device, dtype ...int8) {
	for _, one := range b.StateDict() {
		to := dtype
		if !gotorch.Must(aten.IsFloatingPoint(one.Tensor)) {
			to = nil
		}
		one.Tensor.SetData(one.Tensor.Detach().To(device, to...))
	}
}

// Sequential runs layers one after the other.
type Sequential struct {
	Base
	layers []Layer
}

// NewSequential makes a Sequential.
func NewSequential(layers ...Layer) *Sequential {
	s := &Sequential{layers: layers}
	for i, one := range layers {
		Add(&s.Base, strconv.Itoa(i), one)
	}
	return s
}

// Forward gives x to the first layer, and what each returns to the next.
func (s *Sequential) Forward(x gotorch.Tensor) gotorch.Tensor {
	for _, one := range s.layers {
		x = one.Forward(x)
	}
	return x
}

// ---- options ----

// Option is an argument of a layer that has a default.
type Option struct {
	name  string
	value any
}

type options struct {
	layer string
	given []Option
}

// taken refuses options that a layer does not have.
func taken(layer string, given []Option, known ...string) options {
	for _, one := range given {
		if !slices.Contains(known, one.name) {
			panic(fmt.Sprintf("layers: %s has no %s", layer, one.name))
		}
	}
	return options{layer, given}
}

func option[T any](o options, name string, value T) T {
	for _, one := range o.given {
		if one.name == name {
			value = one.value.(T)
		}
	}
	return value
}

// many makes a list of so many of one number.
func many(x []int64, count int) []int64 {
	if len(x) == 1 {
		return slices.Repeat(x, count)
	}
	return x
}

// ---- torch.nn.init: the bounds and the draws of torch's layers ----

func fanIn(weight gotorch.Tensor) float64 {
	out := 1.0
	for _, one := range weight.Shape()[1:] {
		out *= float64(one)
	}
	return out
}

func zeros(x gotorch.Tensor) { must(aten.Zero_(x)) }

func ones(x gotorch.Tensor) { must(aten.Fill_Scalar(x, aten.Num(1))) }

func uniform(x gotorch.Tensor, bound float64) { must(aten.Uniform_(x, -bound, bound, nil)) }

func kaimingUniform(x gotorch.Tensor) {
	a := math.Sqrt(5)
	std := math.Sqrt(2/(1+a*a)) / math.Sqrt(fanIn(x))
	uniform(x, math.Sqrt(3)*std)
}

func fanInUniform(x, weight gotorch.Tensor) { uniform(x, 1/math.Sqrt(fanIn(weight))) }

func embedding(x gotorch.Tensor, padding int64) {
	must(aten.Normal_(x, 0, 1, nil))
	if padding >= 0 {
		must(aten.Zero_(x.Select(0, padding)))
	}
}

func must(err error) { gotorch.Must(0, err) }

// recurrent makes the weights of LSTM and GRU, of each layer and direction.
func (b *Base) recurrent(gates, inputSize, hiddenSize, numLayers int64, bias, bidirectional bool) (weights []gotorch.Tensor) {
	bound, rows, ends := 1/math.Sqrt(float64(hiddenSize)), gates*hiddenSize, []string{""}
	if bidirectional {
		ends = []string{"", "_reverse"}
	}
	fill := func(x gotorch.Tensor) { uniform(x, bound) }
	for layer := range numLayers {
		columns := inputSize
		if layer > 0 {
			columns = hiddenSize * int64(len(ends))
		}
		for _, end := range ends {
			end = fmt.Sprintf("_l%d%s", layer, end)
			weights = append(weights, b.parameter("weight_ih"+end, []int64{rows, columns}, fill),
				b.parameter("weight_hh"+end, []int64{rows, hiddenSize}, fill))
			if bias {
				weights = append(weights, b.parameter("bias_ih"+end, []int64{rows}, fill),
					b.parameter("bias_hh"+end, []int64{rows}, fill))
			}
		}
	}
	return weights
}

func zeroStates(x gotorch.Tensor, numLayers, hiddenSize int64, batchFirst, bidirectional bool) gotorch.Tensor {
	batch := x.Shape()[1]
	if batchFirst {
		batch = x.Shape()[0]
	}
	if bidirectional {
		numLayers *= 2
	}
	return gotorch.Must(aten.NewZeros(x, []int64{numLayers, batch, hiddenSize}, aten.Options{}))
}
