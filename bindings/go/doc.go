// Package gotorch is GoTorch's API over libpytorch_c: tensors, operators with gradients, and optimizers for Go.
//
//	a := gotorch.RandN([]int64{2, 3}, true)
//	loss := gotorch.MM(a, a.Transpose(0, 1)).Sum()
//	loss.Backward()
//	fmt.Println(a.Grad())
//
// # Errors
//
// What fails panics with libtorch's message, a string, as in GoTorch; after [SetPanicErrors] the panic's value is an
// [*Error] with its kind, and [Try] turns either into an error. Package aten has all operators with Go's own errors.
//
// # Memory
//
// A tensor's memory goes when Go's collector finds that nobody refers to it. The collector does not see how large a
// tensor is, so a training loop calls [GC] in each iteration, as in GoTorch; [Tensor.Close] frees at once; and where
// storages have grown by a quarter since the last time, the library asks for a collection by itself.
//
// # Threads
//
// Any goroutine may use any tensor. Switches such as that of [NoGrad] belong to a thread and are set around a function.
package gotorch
