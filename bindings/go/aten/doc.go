// Package aten has every operator of libtorch that the C library has, one function each, with Go's own errors:
//
//	y, err := aten.Clamp(x, aten.Num(0), aten.Num(1))
//	z := gotorch.Must(aten.LinalgInv(y))
//
// The functions are written by `go generate` from the installed library's pytorch_c.json, which pkg-config knows; they
// are no part of the sources. Their names are those of the operators' schemas in CamelCase, the overload last: AddTensor
// is add.Tensor. An operator in place keeps its underscore, Add_Tensor; X stands for one at the beginning, XSoftmax.
// All arguments of a schema stand in its order; the schema in the comment has the defaults. What may be absent is nil, or
// the zero value of Scalar, Dtype, Layout, MemoryFormat, Options and gotorch.Tensor.
//
// The package is large: compiling it for the first time takes a minute or two.
package aten

//go:generate sh -c "go run ../internal/gen -api $(pkg-config --variable=api pytorch_c) -out . -layers ../layers"
