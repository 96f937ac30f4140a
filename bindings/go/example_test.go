package gotorch_test

import (
	"fmt"

	torch "gotorch"
	"gotorch/nn"
	F "gotorch/nn/functional"
	"gotorch/nn/initializer"
)

// The program of the README: a network learns that the first number is positive.
func ExampleGC() {
	initializer.ManualSeed(0)
	model := nn.Sequential(nn.Linear(3, 16, true), nn.Functional(torch.Tanh), nn.Linear(16, 2, true))
	sgd := torch.SGD(0.5, 0, 0, 0, false)
	sgd.AddParameters(model.Parameters())
	x := torch.RandN([]int64{64, 3}, false)
	y := torch.NewTensor(make([]int64, 64))
	torch.WithSlice(x, func(numbers []float32) {
		torch.WithSlice(y, func(labels []int64) {
			for i := range labels {
				if numbers[3*i] > 0 {
					labels[i] = 1
				}
			}
		})
	})
	var first, last float32
	for step := range 50 {
		torch.GC() // frees what the step before has made
		loss := F.CrossEntropy(model.Forward(x).(torch.Tensor), y, torch.Tensor{}, -100, "mean")
		sgd.ZeroGrad()
		loss.Backward()
		sgd.Step()
		if last = loss.Item().(float32); step == 0 {
			first = last
		}
	}
	torch.FinishGC()
	fmt.Println(first > 0.5, last < 0.3)
	// Output: true true
}

func ExampleTry() {
	err := torch.Try(func() { torch.MM(torch.Ones([]int64{2, 3}, false), torch.Ones([]int64{2, 3}, false)) })
	fmt.Println(err)
	// Output: mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)
}
