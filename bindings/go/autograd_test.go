package gotorch_test

import (
	"strings"
	"testing"

	torch "gotorch"
)

func TestBackwardGivesGradients(t *testing.T) {
	a := torch.NewTensor([]float32{1, 2, 3}).SetRequiresGrad(true)
	equal(t, a.Grad().Defined(), false)
	torch.Mul(a, a).Sum().Backward()
	holds(t, a.Grad(), 2, 4, 6)
	a.SetGrad(torch.Tensor{})
	equal(t, a.Grad().Defined(), false)
	b := torch.Mul(a, a)
	b.BackwardWith(torch.NewTensor([]float32{1, 0, 1}), true, false)
	b.BackwardWith(torch.NewTensor([]float32{1, 0, 1}), false, false)
	holds(t, a.Grad(), 4, 0, 12)
	equal(t, b.IsLeaf(), false)
	if text := message(t, func() { b.BackwardWith(torch.Tensor{}, false, false) }); !strings.Contains(text, "grad") {
		t.Fatal(text)
	}
}

func TestModesEndHoweverTheyAreLeft(t *testing.T) {
	a := torch.Ones([]int64{1}, true)
	torch.NoGrad(func() {
		equal(t, torch.Mul(a, a).RequiresGrad(), false)
		torch.EnableGrad(func() { equal(t, torch.Mul(a, a).RequiresGrad(), true) })
	})
	_ = torch.Try(func() { torch.NoGrad(func() { panic("left") }) })
	equal(t, torch.IsGradEnabled(), true)
	torch.InferenceMode(func() { equal(t, torch.IsGradEnabled(), false) })
	equal(t, torch.IsGradEnabled(), true)
	torch.NoGrad(func() {
		torch.InferenceMode(func() {})
		equal(t, torch.IsGradEnabled(), false)
	})
}

func TestHooksSeeAndChangeGradients(t *testing.T) {
	a := torch.NewTensor([]float32{1, 2}).SetRequiresGrad(true)
	var seen, after []float32
	hook := a.RegisterHook(func(grad torch.Tensor) torch.Tensor {
		seen = torch.ToSlice[float32](grad)
		return torch.Mul(grad, torch.Full([]int64{2}, 10, false))
	})
	last := a.RegisterPostAccumulateGradHook(func(param torch.Tensor) { after = torch.ToSlice[float32](param.Grad()) })
	torch.Mul(a, a).Sum().Backward()
	equal(t, seen, []float32{2, 4})
	equal(t, after, []float32{20, 40})
	hook.Remove()
	hook.Remove()
	last.Remove()
	torch.Mul(a, a).Sum().Backward()
	holds(t, a.Grad(), 22, 44)
}

func TestAPanicOfAHookGoesOnWhereThePassBegan(t *testing.T) {
	type own struct{ number int }
	a := torch.Ones([]int64{1}, true)
	hook := a.RegisterHook(func(torch.Tensor) torch.Tensor { panic(own{7}) })
	defer hook.Remove()
	defer func() { equal(t, recover(), own{7}) }()
	torch.Mul(a, a).Backward()
}

func TestOptimizersMakeTorchsSteps(t *testing.T) {
	// The numbers are torch.optim's for these gradients.
	step := func(opt torch.Optimizer, steps int) torch.Tensor {
		p := torch.NewTensor([]float32{1, -2}).SetRequiresGrad(true)
		unused := torch.Ones([]int64{1}, true)
		opt.AddParameters([]torch.Tensor{p, unused})
		for range steps {
			opt.ZeroGrad()
			torch.Mul(p, p).Sum().Backward()
			opt.Step()
		}
		opt.Close()
		opt.Close()
		return p
	}
	holds(t, step(torch.SGD(0.1, 0, 0, 0, false), 1), 0.8, -1.6)
	holds(t, step(torch.SGD(0.1, 0.9, 0, 0, false), 3), 0.062, -0.124)
	holds(t, step(torch.SGD(0.1, 0.9, 0, 0.1, true), 2), 0.19110101, -0.38220203)
	holds(t, step(torch.SGD(0.1, 0.9, 0.5, 0, false), 3), 0.25200003, -0.50400007)
	holds(t, step(torch.Adam(0.1, 0.9, 0.999, 0.1), 3), 0.7015863, -1.7006233)
	opt := torch.SGD(0.1, 0, 0, 0, false)
	opt.SetLR(0.5)
	holds(t, step(opt, 1), 0, 0)
	for _, f := range []func(){
		func() { opt.Step() }, func() { opt.AddParameters([]torch.Tensor{{}}) }, func() { torch.Optimizer{}.Step() },
		func() { torch.SGD(0.1, 0, 0, 0, true) }, func() { torch.Adam(0.1, 1, 0.9, 0) }} {
		if message(t, f) == "" {
			t.Fatal("no error")
		}
	}
}
