package gotorch

import (
	"reflect"

	"gotorch/internal/ptc"
	"gotorch/variadic"
)

// Add is torch.add: a + alpha * other.
func Add(a, other Tensor, alpha float32) Tensor {
	return wrap(ptc.Binary(ptc.Add, a.T, other.T, float64(alpha)))
}

// Add is torch.Tensor.add.
func (a Tensor) Add(other Tensor, alpha float32) Tensor { return Add(a, other, alpha) }

// AddI is torch.Tensor.add_: it changes the tensor, and gives it.
func (a Tensor) AddI(other Tensor, alpha float32) Tensor { return inPlace(ptc.AddI, a, other, alpha) }

// Sub is torch.sub: a - alpha * other.
func Sub(a, other Tensor, alpha float32) Tensor {
	return wrap(ptc.Binary(ptc.Sub, a.T, other.T, float64(alpha)))
}

// Sub is torch.Tensor.sub.
func (a Tensor) Sub(other Tensor, alpha float32) Tensor { return Sub(a, other, alpha) }

// SubI is torch.Tensor.sub_.
func (a Tensor) SubI(other Tensor, alpha float32) Tensor { return inPlace(ptc.SubI, a, other, alpha) }

// Mul is torch.mul.
func Mul(a, other Tensor) Tensor { return wrap(ptc.Binary(ptc.Mul, a.T, other.T, 1)) }

// Mul is torch.Tensor.mul.
func (a Tensor) Mul(other Tensor) Tensor { return Mul(a, other) }

// MulI is torch.Tensor.mul_.
func (a Tensor) MulI(other Tensor) Tensor { return inPlace(ptc.MulI, a, other, 1) }

// Div is torch.div.
func Div(a, other Tensor) Tensor { return wrap(ptc.Binary(ptc.Div, a.T, other.T, 1)) }

// Div is torch.Tensor.div.
func (a Tensor) Div(other Tensor) Tensor { return Div(a, other) }

// DivI is torch.Tensor.div_.
func (a Tensor) DivI(other Tensor) Tensor { return inPlace(ptc.DivI, a, other, 1) }

func inPlace(op int, a, other Tensor, alpha float32) Tensor {
	MustNil(ptc.InPlace(op, a.T, other.T, float64(alpha)))
	return a
}

// CopyI is torch.Tensor.copy_: the numbers of source, broadcast and cast.
func (a Tensor) CopyI(source Tensor) Tensor { return inPlace(ptc.Copy, a, source, 1) }

// MM is torch.mm: the matrix product of (n, m) and (m, p).
func MM(a, b Tensor) Tensor { return wrap(ptc.Binary(ptc.MM, a.T, b.T, 1)) }

// Matmul is torch.matmul: MM with batches and vectors.
func Matmul(a, b Tensor) Tensor { return wrap(ptc.Binary(ptc.Matmul, a.T, b.T, 1)) }

// Permute is torch.Tensor.permute.
func (a Tensor) Permute(dims []int64) Tensor { return wrap(ptc.Sizes(ptc.Permute, a.T, dims)) }

// Eq is torch.eq: a bool for each pair of elements.
func Eq(a, other Tensor) Tensor { return wrap(ptc.Binary(ptc.Eq, a.T, other.T, 1)) }

// Eq is torch.Tensor.eq.
func (a Tensor) Eq(other Tensor) Tensor { return Eq(a, other) }

// Equal is torch.equal: whether shapes and elements are the same.
func Equal(a, b Tensor) bool { return compare(ptc.Equal, a, b) }

// AllClose is torch.allclose, with its default tolerances.
func AllClose(a, b Tensor) bool { return compare(ptc.AllClose, a, b) }

func compare(op int, a, b Tensor) bool {
	yes, err := ptc.Compare(op, a.T, b.T)
	MustNil(err)
	return yes
}

// ExpandAs is torch.Tensor.expand_as.
func ExpandAs(a, other Tensor) Tensor { return wrap(ptc.Binary(ptc.ExpandAs, a.T, other.T, 1)) }

// ExpandAs is torch.Tensor.expand_as.
func (a Tensor) ExpandAs(other Tensor) Tensor { return ExpandAs(a, other) }

// Flatten is torch.flatten: dimensions startDim to endDim as one.
func Flatten(a Tensor, startDim, endDim int64) Tensor {
	return wrap(ptc.Dims(ptc.Flatten, a.T, startDim, endDim))
}

// IndexSelect is torch.index_select.
func IndexSelect(a Tensor, dim int64, index Tensor) Tensor {
	return wrap(ptc.IndexSelect(a.T, dim, index.T))
}

// IndexSelect is torch.Tensor.index_select.
func (a Tensor) IndexSelect(dim int64, index Tensor) Tensor { return IndexSelect(a, dim, index) }

// Select is torch.select: the slice at index of a dimension.
func (a Tensor) Select(dim, index int64) Tensor { return wrap(ptc.Dims(ptc.Select, a.T, dim, index)) }

// Narrow is torch.narrow: length elements of a dimension, from start on.
func (a Tensor) Narrow(dim, start, length int64) Tensor {
	return wrap(ptc.Narrow(a.T, dim, start, length))
}

// Item gives the only element as Go's type of the tensor's dtype: float32 for Float (and Half), int64 for Long, …, and
// complex128 for complex ones. v, ok := a.Item().(float32)
func (a Tensor) Item() interface{} {
	number, err := ptc.Item(a.T)
	MustNil(err)
	switch a.Dtype() {
	case Byte:
		return byte(number.I)
	case Char:
		return int8(number.I)
	case Short:
		return int16(number.I)
	case Int:
		return int32(number.I)
	case Half, BFloat16, Float:
		return float32(number.Re)
	}
	switch number.Kind {
	case ptc.BoolScalar:
		return number.I != 0
	case ptc.IntScalar:
		return number.I
	case ptc.UintScalar:
		return uint64(number.I)
	case ptc.ComplexScalar:
		return complex(number.Re, number.Im)
	}
	return number.Re
}

// LeakyRelu is torch.nn.functional.leaky_relu.
func LeakyRelu(t Tensor, negativeSlope float64) Tensor { return t.LeakyRelu(negativeSlope) }

// LeakyRelu is torch.nn.functional.leaky_relu.
func (a Tensor) LeakyRelu(negativeSlope float64) Tensor {
	return wrap(ptc.LeakyRelu(a.T, negativeSlope))
}

// LogSoftmax is torch.log_softmax.
func LogSoftmax(t Tensor, dim int64) Tensor { return t.LogSoftmax(dim) }

// LogSoftmax is torch.log_softmax.
func (a Tensor) LogSoftmax(dim int64) Tensor { return wrap(ptc.Dims(ptc.LogSoftmax, a.T, dim, 0)) }

// Softmax is torch.softmax.
func (a Tensor) Softmax(dim int64) Tensor { return wrap(ptc.Dims(ptc.Softmax, a.T, dim, 0)) }

// Mean is torch.mean: of all elements.
func Mean(t Tensor) Tensor { return t.Mean() }

// Mean is torch.mean: of all elements.
func (a Tensor) Mean() Tensor { return wrap(ptc.Unary(ptc.Mean, a.T)) }

// Relu is torch.relu.
func (a Tensor) Relu() Tensor { return wrap(ptc.Unary(ptc.Relu, a.T)) }

// Relu is torch.relu.
func Relu(t Tensor) Tensor { return t.Relu() }

// Sigmoid is torch.sigmoid.
func Sigmoid(t Tensor) Tensor { return t.Sigmoid() }

// Sigmoid is torch.sigmoid.
func (a Tensor) Sigmoid() Tensor { return wrap(ptc.Unary(ptc.Sigmoid, a.T)) }

// Tanh is torch.tanh.
func Tanh(t Tensor) Tensor { return t.Tanh() }

// Tanh is torch.tanh.
func (a Tensor) Tanh() Tensor { return wrap(ptc.Unary(ptc.Tanh, a.T)) }

// Clone is torch.clone: a copy, recorded.
func (a Tensor) Clone() Tensor { return wrap(ptc.Unary(ptc.Clone, a.T)) }

// Contiguous is torch.Tensor.contiguous.
func (a Tensor) Contiguous() Tensor { return wrap(ptc.Unary(ptc.Contiguous, a.T)) }

// Stack is torch.stack: tensors along a new dimension.
func Stack(tensors []Tensor, dim int64) Tensor { return wrap(ptc.Join(true, cells(tensors), dim)) }

// Cat is torch.cat: tensors along a dimension that they have.
func Cat(tensors []Tensor, dim int64) Tensor { return wrap(ptc.Join(false, cells(tensors), dim)) }

func cells(tensors []Tensor) []ptc.Cell {
	list := make([]ptc.Cell, len(tensors))
	for i, t := range tensors {
		list[i] = t.T
	}
	return list
}

// Squeeze is torch.squeeze: without dimensions of size 1, or without one that is given.
func Squeeze(t Tensor, dim ...int64) Tensor { return t.Squeeze(dim...) }

// Squeeze is torch.squeeze.
func (a Tensor) Squeeze(dim ...int64) Tensor {
	switch len(dim) {
	case 0:
		return wrap(ptc.Unary(ptc.Squeeze, a.T))
	case 1:
		return wrap(ptc.Dims(ptc.SqueezeDim, a.T, dim[0], 0))
	}
	wrong(ValueError, "Squeeze only accepts 0-1 dim as input, got %v", dim)
	return Tensor{}
}

// Sum is torch.sum: of all elements, or with map[string]interface{}{"dim": 0, "keepDim": true} along a dimension.
func Sum(a Tensor, opt ...map[string]interface{}) Tensor {
	if !variadic.Has(opt, "dim") {
		return wrap(ptc.Unary(ptc.Sum, a.T))
	}
	dim := reflect.ValueOf(variadic.Get(opt, "dim"))
	if !dim.CanInt() {
		wrong(TypeError, "Sum: option dim must be an integer, got %v", dim)
	}
	keep, ok := variadic.Get(opt, "keepDim", false).(bool)
	if !ok {
		wrong(TypeError, "Sum: option keepDim must be a bool")
	}
	return wrap(ptc.SumDim(a.T, dim.Int(), keep))
}

// Sum is torch.Tensor.sum.
func (a Tensor) Sum(opt ...map[string]interface{}) Tensor { return Sum(a, opt...) }

// TopK is torch.topk: the k largest or smallest along a dimension, and where they are.
func TopK(a Tensor, k, dim int64, largest, sorted bool) (Tensor, Tensor) {
	values, indices, err := ptc.TopK(a.T, k, dim, largest, sorted)
	return wrap(values, err), wrap(indices, nil)
}

// Transpose is torch.transpose.
func Transpose(a Tensor, dim0, dim1 int64) Tensor {
	return wrap(ptc.Dims(ptc.Transpose, a.T, dim0, dim1))
}

// Transpose is torch.transpose.
func (a Tensor) Transpose(dim0, dim1 int64) Tensor { return Transpose(a, dim0, dim1) }

// View is torch.Tensor.view: the same memory in another shape; one size may be -1.
func View(a Tensor, shape ...int64) Tensor { return wrap(ptc.Sizes(ptc.View, a.T, shape)) }

// View is torch.Tensor.view.
func (a Tensor) View(shape ...int64) Tensor { return View(a, shape...) }

// Reshape is torch.reshape: a view, or a copy where no view is possible.
func (a Tensor) Reshape(shape ...int64) Tensor { return wrap(ptc.Sizes(ptc.Reshape, a.T, shape)) }

// Argmin is torch.argmin: a.Argmin(), a.Argmin(dim), a.Argmin(dim, keepdim).
func (a Tensor) Argmin(opts ...interface{}) Tensor { return a.arg(true, "Argmin", opts) }

// Argmax is torch.argmax: a.Argmax(), a.Argmax(dim), a.Argmax(dim, keepdim).
func (a Tensor) Argmax(opts ...interface{}) Tensor { return a.arg(false, "Argmax", opts) }

func (a Tensor) arg(smallest bool, name string, opts []interface{}) Tensor {
	var dim *int64
	keepdim := false
	if len(opts) > 0 {
		v := reflect.ValueOf(opts[0])
		if !v.IsValid() || !v.CanInt() {
			wrong(TypeError, "Tensor.%s: dim must be an integer, got %v", name, opts[0])
		}
		d := v.Int()
		dim = &d
	}
	if len(opts) > 1 {
		var ok bool
		if keepdim, ok = opts[1].(bool); !ok {
			wrong(TypeError, "Tensor.%s: keepdim must be a bool, got %v", name, opts[1])
		}
	}
	return wrap(ptc.Arg(smallest, a.T, dim, keepdim))
}
