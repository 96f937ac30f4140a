package gotorch

import (
	"reflect"
	"unsafe"

	"gotorch/internal/ptc"
	"gotorch/variadic"
)

// The element types of tensors, numbered as c10::ScalarType.
const (
	Byte int8 = iota
	Char
	Short
	Int
	Long
	Half
	Float
	Double
	ComplexHalf
	ComplexFloat
	ComplexDouble
	Bool
	QInt8
	QUInt8
	QInt32
	BFloat16
	Invalid = -1
)

var goTypeToTorch = map[reflect.Kind]int8{
	reflect.Bool:       Bool,
	reflect.Uint8:      Byte,
	reflect.Int8:       Char,
	reflect.Int16:      Short,
	reflect.Int32:      Int,
	reflect.Int64:      Long,
	reflect.Uint16:     Half, // the bits of a number: Go has no type for it
	reflect.Float32:    Float,
	reflect.Float64:    Double,
	reflect.Complex64:  ComplexFloat,
	reflect.Complex128: ComplexDouble,
}

// NewTensor copies a slice, or slices in slices, of numbers: NewTensor([][]float32{{1, 2}, {3, 4}}). The dtype is that
// of the elements (Half for uint16, the bits of half-precision numbers) unless an option names another one of the same
// size: NewTensor(data, map[string]interface{}{"dtype": BFloat16}). Slices of different lengths panic.
func NewTensor(data interface{}, options ...map[string]interface{}) Tensor {
	v := reflect.ValueOf(data)
	if !v.IsValid() || v.Kind() != reflect.Slice {
		wrong(TypeError, "NewTensor requires a slice; got %T", data)
	}
	shape, elem := shapeOf(v)
	dtype, ok := goTypeToTorch[elem.Kind()]
	if !ok {
		wrong(TypeError, "NewTensor: elements of type %v are no numbers of a tensor", elem)
	}
	if option, ok := variadic.Lookup(options, "dtype"); ok {
		if dtype, ok = option.(int8); !ok {
			wrong(TypeError, "NewTensor: option dtype must be an int8 such as Float, got %T", option)
		}
	}
	f := flattener{elem: reflect.MakeSlice(reflect.SliceOf(elem), 0, product(shape)), shape: shape}
	f.add(v, 0)
	n := f.elem.Len()
	return wrap(ptc.FromData(unsafe.Pointer(f.elem.Pointer()), int64(n)*int64(elem.Size()), shape, dtype))
}

// shapeOf reads the shape off the first slice of each depth.
func shapeOf(v reflect.Value) (shape []int64, elem reflect.Type) {
	elem = v.Type()
	for known := true; elem.Kind() == reflect.Slice || elem.Kind() == reflect.Array; elem = elem.Elem() {
		n := 0
		if known {
			n = v.Len()
		}
		shape = append(shape, int64(n))
		if known = n > 0; known {
			v = v.Index(0)
		}
	}
	return shape, elem
}

func product(shape []int64) int {
	n := int64(1)
	for _, size := range shape {
		n *= size
	}
	return int(n)
}

type flattener struct {
	elem  reflect.Value
	shape []int64
}

func (f *flattener) add(v reflect.Value, depth int) {
	if int64(v.Len()) != f.shape[depth] {
		wrong(ValueError, "NewTensor: a slice of %d elements in dimension %d, where the first one has %d", v.Len(), depth,
			f.shape[depth])
	}
	if depth < len(f.shape)-1 {
		for i := 0; i < v.Len(); i++ {
			f.add(v.Index(i), depth+1)
		}
		return
	}
	if v.Kind() == reflect.Array {
		for i := 0; i < v.Len(); i++ {
			f.elem = reflect.Append(f.elem, v.Index(i))
		}
		return
	}
	f.elem = reflect.AppendSlice(f.elem, v)
}

// FromBlob copies the numbers at data, contiguous and of dtype, to a tensor of the given sizes.
func FromBlob(data unsafe.Pointer, dtype int8, sizes []int64) Tensor {
	bytes, ok := elementSizes[dtype]
	if !ok {
		wrong(TypeError, "FromBlob: dtype %d is none whose elements can be copied", dtype)
	}
	for _, size := range sizes {
		if size < 0 {
			wrong(ValueError, "FromBlob: sizes %v have a negative one", sizes)
		}
		bytes *= size
	}
	return wrap(ptc.FromData(data, bytes, sizes, dtype))
}

var elementSizes = map[int8]int64{Byte: 1, Char: 1, Short: 2, Int: 4, Long: 8, Half: 2, Float: 4, Double: 8,
	ComplexHalf: 4, ComplexFloat: 8, ComplexDouble: 16, Bool: 1, BFloat16: 2}
