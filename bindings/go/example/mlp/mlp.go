// mlp trains the perceptron that every binding trains, and prints the loss of each step:
//
//	go run ./example/mlp FOLDER [FILE]
//
// FOLDER has images.f32 and labels.i64, which `python bindings/mlp/mlp.py data FOLDER` writes; FILE gets the trained
// weights, as safetensors.
package main

import (
	"fmt"
	"log"
	"os"

	torch "gotorch"
	"gotorch/internal/fashion"
	"gotorch/nn"
	F "gotorch/nn/functional"
)

const (
	images, pixels, hidden, classes = 1000, 784, 64, 10
	batch, epochs, rate             = 100, 5, 0.1
)

type perceptron struct {
	nn.Module
	Hidden, Output *nn.LinearModule
}

func newPerceptron() *perceptron {
	p := &perceptron{Hidden: nn.Linear(pixels, hidden, true), Output: nn.Linear(hidden, classes, true)}
	p.Init(p)
	for _, layer := range []*nn.LinearModule{p.Hidden, p.Output} {
		layer.Weight.SetData(formula(layer.OutFeatures, layer.InFeatures))
		layer.Bias.SetData(torch.Zeros(layer.Bias.Shape(), false))
	}
	return p
}

// formula gives the weights that are the same in each language.
func formula(rows, columns int64) torch.Tensor {
	numbers := make([]float32, 0, rows*columns)
	for i := range rows {
		for j := range columns {
			numbers = append(numbers, float32((float64((i*31+j*17)%97)/97-0.5)*0.1))
		}
	}
	return torch.FromSlice(numbers, rows, columns)
}

func (p *perceptron) Forward(x torch.Tensor) torch.Tensor {
	return p.Output.Forward(F.Relu(p.Hidden.Forward(x), false))
}

func main() {
	log.SetFlags(0)
	if len(os.Args) < 2 {
		log.Fatal("usage: mlp FOLDER [FILE]")
	}
	torch.SetNumThreads(1)
	x, y := fashion.Read(os.Args[1], pixels)
	model := newPerceptron()
	sgd := torch.SGD(rate, 0, 0, 0, false)
	sgd.AddParameters(model.Parameters())
	for range epochs {
		for start := int64(0); start < images; start += batch {
			torch.GC()
			output := model.Forward(x.Narrow(0, start, batch))
			loss := F.CrossEntropy(output, y.Narrow(0, start, batch), torch.Tensor{}, -100, "mean")
			sgd.ZeroGrad()
			loss.Backward()
			sgd.Step()
			fmt.Printf("%.6f\n", loss.Item().(float32))
		}
	}
	torch.FinishGC()
	if len(os.Args) > 2 {
		if err := torch.SaveSafetensors(os.Args[2], []torch.Named{{Name: "hidden.weight", Tensor: model.Hidden.Weight},
			{Name: "hidden.bias", Tensor: model.Hidden.Bias}, {Name: "output.weight", Tensor: model.Output.Weight},
			{Name: "output.bias", Tensor: model.Output.Bias}}); err != nil {
			log.Fatal(err)
		}
	}
}
