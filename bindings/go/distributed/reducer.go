package distributed

// #include <pytorch_c.h>
// #include <stdlib.h>
import "C"

import (
	"runtime"
	"unsafe"

	"gotorch"
	"gotorch/internal/lease"
)

// A Reducer averages the gradients of parameters over a group in each backward pass.
type Reducer struct{ handle unsafe.Pointer }

// ReducerOptions of torch's DistributedDataParallel; the zero value is torch's: buckets of 25 MB, the first of 1 MB.
type ReducerOptions struct {
	BucketBytes, FirstBucketBytes int64
	FindUnused                    bool // some parameters may have no gradient in a pass
	GradientAsBucketView          bool // gradients are views of the buckets
}

// NewReducer hangs on leaves that require gradients, the same ones in each member; their values should be the same too:
// Broadcast them before.
func NewReducer(group *Group, parameters []gotorch.Tensor, o ReducerOptions) (*Reducer, error) {
	defer group.done()
	defer leave(parameters...)
	if o.BucketBytes == 0 {
		o.BucketBytes = 25 << 20
	}
	if o.FirstBucketBytes == 0 {
		o.FirstBucketBytes = min(1<<20, o.BucketBytes)
	}
	list, length := enter(parameters)
	var out C.ptc_reducer
	err := failed(C.ptc_reducer_new(group.c(), list, length, nil, C.int64_t(o.BucketBytes),
		C.int64_t(o.FirstBucketBytes), C.bool(o.FindUnused), C.bool(o.GradientAsBucketView), false, nil, 0, &out))
	if err != nil {
		return nil, err
	}
	r := &Reducer{unsafe.Pointer(out)}
	runtime.SetFinalizer(r, (*Reducer).Close)
	return r, nil
}

func (r *Reducer) c() C.ptc_reducer { return C.ptc_reducer(lease.Enter(&r.handle)) }
func (r *Reducer) done()            { lease.Leave(&r.handle) }

// Close lets go of the parameters; closing it again is nothing.
func (r *Reducer) Close() {
	lease.Close(&r.handle, func(handle unsafe.Pointer) { C.ptc_reducer_close(C.ptc_reducer(handle)) })
}

// Forward runs a forward pass, after which one backward pass from its outputs averages the gradients.
func (r *Reducer) Forward(pass func() []gotorch.Tensor) ([]gotorch.Tensor, error) {
	if err := r.before(); err != nil {
		return nil, err
	}
	outputs := pass()
	defer r.done()
	defer leave(outputs...)
	list, length := enter(outputs)
	return outputs, failed(C.ptc_reducer_prepare_for_backward(r.c(), list, length))
}

func (r *Reducer) before() error {
	defer r.done()
	handle := r.c()
	if err := failed(C.ptc_reducer_prepare_for_forward(handle)); err != nil {
		return err
	}
	var rebuilt C.bool
	return failed(C.ptc_reducer_rebuild_buckets(handle, &rebuilt))
}
