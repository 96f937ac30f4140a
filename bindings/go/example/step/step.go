// Command step trains by a captured step, without Python, as cshim/examples/step.c does: step ARCHIVE STEPS TRAINED.
// examples/captured_step.py writes the archive, which holds the weights and a graph with the forward pass, the backward
// pass and the change of the weights.
package main

import (
	"fmt"
	"os"
	"strconv"

	"gotorch"
	"gotorch/jit"
)

// batch is 64 points of a square, and which of three parts of it they lie in.
func batch() (x, y gotorch.Tensor) {
	points, parts := make([][]float32, 64), make([]int64, 64)
	for i := range points {
		points[i] = []float32{float32(i%8)/4 - 0.875, float32(i/8)/4 - 0.875}
		switch {
		case points[i][0] < 0:
			parts[i] = 0
		case points[i][1] < 0:
			parts[i] = 1
		default:
			parts[i] = 2
		}
	}
	return gotorch.NewTensor(points), gotorch.NewTensor(parts)
}

func train(archive string, steps int, trained string) error {
	module, err := jit.Load(archive, gotorch.NewDevice("cpu"))
	if err != nil {
		return err
	}
	defer module.Close()
	step, err := module.Method("forward")
	if err != nil {
		return err
	}
	defer step.Close()
	x, y := batch()
	for i := 0; i < steps; i++ {
		loss, err := step.Call(x, y)
		if err != nil {
			return err
		}
		if i%20 == 0 {
			fmt.Printf("%.6f\n", gotorch.ToSlice[float32](loss.(gotorch.Tensor))[0])
		}
	}
	return module.Save(trained)
}

func main() {
	steps, err := 0, error(nil)
	if len(os.Args) == 4 {
		steps, err = strconv.Atoi(os.Args[2])
	}
	if len(os.Args) != 4 || err != nil {
		fmt.Fprintln(os.Stderr, "step ARCHIVE STEPS TRAINED")
		os.Exit(2)
	}
	if err := train(os.Args[1], steps, os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
