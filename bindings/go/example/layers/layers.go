// layers runs every layer with the description's examples, as bindings/mlp/layers.py does:
//
//	go run ./example/layers FILE
package main

import (
	"fmt"
	"log"
	"os"

	torch "gotorch"
	"gotorch/aten"
	"gotorch/layers"
	"gotorch/nn/initializer"
)

// module is what every layer is, by embedding layers.Base.
type module interface {
	StateDict() []torch.Named
	NamedParameters() []torch.Named
	Eval()
}

func main() {
	torch.SetNumThreads(1)
	var out []torch.Named
	for i, example := range layers.Examples {
		keep := func(name string, x torch.Tensor) {
			out = append(out, torch.Named{Name: fmt.Sprintf("%d.%s.%s", i, example.Name, name), Tensor: x})
		}
		initializer.ManualSeed(0)
		layer := example.Make()
		var x torch.Tensor
		if example.Below > 0 {
			x = torch.Must(aten.Randint(example.Below, example.Input, aten.Options{Dtype: aten.Int64}))
		} else {
			x = torch.RandN(example.Input, false)
		}
		for _, one := range layer.(module).StateDict() {
			keep(one.Name, one.Tensor.Detach().Clone())
		}
		y := layer.Forward(x)
		keep("out", y.Detach())
		parameters := layer.(module).NamedParameters()
		if len(parameters) > 0 {
			y.Mul(y).Sum().Backward()
		}
		for _, one := range parameters {
			keep(one.Name+".grad", one.Tensor.Grad())
		}
		layer.(module).Eval()
		keep("eval", layer.Forward(x).Detach())
	}
	if err := torch.SaveSafetensors(os.Args[1], out); err != nil {
		log.Fatal(err)
	}
}
