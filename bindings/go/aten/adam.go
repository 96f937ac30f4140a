package aten

// #include "support.h"
import "C"

import "gotorch"

// AdamStep is a step of Adam, or with `decoupled` of AdamW, for all parameters at once. Averages and squares are as
// large as the parameters, steps are float32 numbers; all are changed in place.
func AdamStep(params, grads, averages, squares, steps []gotorch.Tensor, lr, beta1, beta2, eps, weightDecay float64,
	decoupled bool) error {
	p, count := cTensors(params)
	g, _ := cTensors(grads)
	m, _ := cTensors(averages)
	v, _ := cTensors(squares)
	s, _ := cTensors(steps)
	e := C.ptc_optimizer_adam_step(p, count, g, count, m, count, v, count, nil, 0, s, count, C.double(lr), C.double(beta1),
		C.double(beta2), C.double(eps), C.double(weightDecay), false, false, C.bool(decoupled))
	for _, list := range [][]gotorch.Tensor{params, grads, averages, squares, steps} {
		goLeave(list)
	}
	return goTaken(e)
}
