package ptc

// #include "shim.h"
import "C"

import "gotorch/internal/lease"

// Operators of one tensor.
const (
	Relu       = C.GO_RELU
	Tanh       = C.GO_TANH
	Sigmoid    = C.GO_SIGMOID
	Mean       = C.GO_MEAN
	Sum        = C.GO_SUM
	Detach     = C.GO_DETACH
	Squeeze    = C.GO_SQUEEZE
	Contiguous = C.GO_CONTIGUOUS
	Clone      = C.GO_CLONE
	ZerosLike  = C.GO_ZEROS_LIKE
	Exp        = C.GO_EXP
	Log        = C.GO_LOG
	Sqrt       = C.GO_SQRT
	Neg        = C.GO_NEG
	Abs        = C.GO_ABS
	T          = C.GO_T
	Grad       = C.GO_GRAD
	Data       = C.GO_DATA
	Lend       = C.GO_LEND
	Share      = C.GO_SHARE
	Pin        = C.GO_PIN
)

// Unary runs an operator of one tensor.
func Unary(op int, a Cell) (Handle, Err) {
	r := C.go_unary(C.int(op), get(a))
	lease.Leave(a)
	return out(r)
}

// Operators of two tensors; Add and Sub multiply the second by alpha.
const (
	MM       = C.GO_MM
	Matmul   = C.GO_MATMUL
	Mul      = C.GO_MUL
	Div      = C.GO_DIV
	Eq       = C.GO_EQ
	ExpandAs = C.GO_EXPAND_AS
	Add      = C.GO_ADD
	Sub      = C.GO_SUB
)

// Binary runs an operator of two tensors.
func Binary(op int, a, b Cell, alpha float64) (Handle, Err) {
	r := C.go_binary(C.int(op), get(a), get(b), C.double(alpha))
	lease.Leave(a)
	lease.Leave(b)
	return out(r)
}

// What InPlace does to its first tensor.
const (
	AddI    = C.GO_ADD_
	SubI    = C.GO_SUB_
	MulI    = C.GO_MUL_
	DivI    = C.GO_DIV_
	Copy    = C.GO_COPY_
	SetData = C.GO_SET_DATA
	SetGrad = C.GO_SET_GRAD
)

// InPlace changes a.
func InPlace(op int, a, b Cell, alpha float64) Err {
	e := C.go_in_place(C.int(op), get(a), get(b), C.double(alpha))
	lease.Leave(a)
	lease.Leave(b)
	return Err(e)
}

// What Init writes, unrecorded.
const (
	Fill     = C.GO_FILL
	Uniform  = C.GO_UNIFORM
	Normal   = C.GO_NORMAL
	CopyFrom = C.GO_COPY_FROM
)

// Init fills a without being recorded, as torch.nn.init does.
func Init(op int, a, b Cell, x, y float64) Err {
	e := C.go_init(C.int(op), get(a), get(b), C.double(x), C.double(y))
	lease.Leave(a)
	lease.Leave(b)
	return Err(e)
}

// ReluI and LeakyReluI are recorded changes in place.
func ReluI(a Cell) Err {
	e := C.go_activate(C.GO_RELU_, get(a), 0)
	lease.Leave(a)
	return Err(e)
}

func LeakyReluI(a Cell, slope float64) Err {
	e := C.go_activate(C.GO_LEAKY_RELU_, get(a), C.double(slope))
	lease.Leave(a)
	return Err(e)
}

// Operators of a tensor and one or two dimensions.
const (
	Transpose  = C.GO_TRANSPOSE
	Flatten    = C.GO_FLATTEN
	LogSoftmax = C.GO_LOG_SOFTMAX
	Softmax    = C.GO_SOFTMAX
	SqueezeDim = C.GO_SQUEEZE_DIM
	Select     = C.GO_SELECT
)

// Dims runs an operator of a tensor and dimensions.
func Dims(op int, a Cell, x, y int64) (Handle, Err) {
	r := C.go_dims(C.int(op), get(a), C.int64_t(x), C.int64_t(y))
	lease.Leave(a)
	return out(r)
}

// Operators of a tensor and a list of numbers.
const (
	View              = C.GO_VIEW
	Reshape           = C.GO_RESHAPE
	Permute           = C.GO_PERMUTE
	AdaptiveAvgPool2d = C.GO_ADAPTIVE_AVG_POOL2D
	Flip              = C.GO_FLIP
	ResizeLinear      = C.GO_RESIZE_LINEAR
)

// Sizes runs an operator of a tensor and a list of numbers.
func Sizes(op int, a Cell, list []int64) (Handle, Err) {
	p, n := ints(list)
	r := C.go_sizes(C.int(op), get(a), p, n)
	lease.Leave(a)
	return out(r)
}

func Narrow(a Cell, dim, start, length int64) (Handle, Err) {
	r := C.go_narrow(get(a), C.int64_t(dim), C.int64_t(start), C.int64_t(length))
	lease.Leave(a)
	return out(r)
}

func SumDim(a Cell, dim int64, keepdim bool) (Handle, Err) {
	r := C.go_sum_dim(get(a), C.int64_t(dim), C.bool(keepdim))
	lease.Leave(a)
	return out(r)
}

// Arg is argmin or argmax; dim is nil for that of all elements.
func Arg(smallest bool, a Cell, dim *int64, keepdim bool) (Handle, Err) {
	var d int64
	if dim != nil {
		d = *dim
	}
	r := C.go_arg(C.bool(smallest), get(a), C.bool(dim != nil), C.int64_t(d), C.bool(keepdim))
	lease.Leave(a)
	return out(r)
}

func TopK(a Cell, k, dim int64, largest, sorted bool) (values, indices Handle, err Err) {
	r := C.go_topk(get(a), C.int64_t(k), C.int64_t(dim), C.bool(largest), C.bool(sorted))
	lease.Leave(a)
	return Handle(r.out), Handle(r.second), Err(r.error)
}

func LeakyRelu(a Cell, slope float64) (Handle, Err) {
	r := C.go_leaky_relu(get(a), C.double(slope))
	lease.Leave(a)
	return out(r)
}

func IndexSelect(a Cell, dim int64, index Cell) (Handle, Err) {
	r := C.go_index_select(get(a), C.int64_t(dim), get(index))
	lease.Leave(a)
	lease.Leave(index)
	return out(r)
}

// Index takes one number for each dimension.
func Index(a Cell, index []int64) (Handle, Err) {
	items := make([]int64, 0, 4*len(index))
	for _, i := range index {
		items = append(items, C.PTC_INDEX_INT, i, 0, 0)
	}
	p, n := ints(items)
	r := C.go_index(get(a), p, n)
	lease.Leave(a)
	return out(r)
}

// Join stacks tensors along a new dimension, or concatenates them.
func Join(stack bool, cells []Cell, dim int64) (Handle, Err) {
	p, n := tensors(cells)
	r := C.go_join(C.bool(stack), p, n, C.int64_t(dim))
	lease.LeaveAll(cells)
	return out(r)
}

// To moves or casts; a device of kind -1 or a dtype of -1 stays as it is.
func To(a Cell, kind, index int32, dtype int8, nonBlocking bool) (Handle, Err) {
	r := C.go_to(get(a), C.int32_t(kind), C.int32_t(index), C.int32_t(dtype), C.bool(nonBlocking))
	lease.Leave(a)
	return out(r)
}

// Compare asks something of two tensors.
const (
	Equal    = C.GO_EQUAL
	AllClose = C.GO_ALLCLOSE
	IsSame   = C.GO_IS_SAME
)

func Compare(op int, a, b Cell) (bool, Err) {
	r := C.go_compare(C.int(op), get(a), get(b))
	lease.Leave(a)
	lease.Leave(b)
	return r.out != 0, Err(r.error)
}

// Factories of a shape.
const (
	RandN = C.GO_RANDN
	Rand  = C.GO_RAND
	Empty = C.GO_EMPTY
	Ones  = C.GO_ONES
	Zeros = C.GO_ZEROS
	Full  = C.GO_FULL
)

func Factory(op int, shape []int64, value float64, requiresGrad bool) (Handle, Err) {
	p, n := ints(shape)
	return out(C.go_factory(C.int(op), p, n, C.double(value), truth(requiresGrad)))
}

// Factories of a range.
const (
	Eye      = C.GO_EYE
	Arange   = C.GO_ARANGE
	Linspace = C.GO_LINSPACE
	Logspace = C.GO_LOGSPACE
)

func Range(op int, a, b, c float64, n, m int64, requiresGrad bool) (Handle, Err) {
	return out(C.go_range(C.int(op), C.double(a), C.double(b), C.double(c), C.int64_t(n), C.int64_t(m),
		truth(requiresGrad)))
}
