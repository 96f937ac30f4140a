// cnn trains the convolutional network that every binding trains, and prints the loss of each step:
//
//	go run ./example/cnn FOLDER FILE
//
// FOLDER has images.f32 and labels.i64, which `python bindings/mlp/mlp.py data FOLDER` writes; FILE gets the trained
// network, as safetensors.
package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	torch "gotorch"
	"gotorch/internal/fashion"
	"gotorch/jit"
	. "gotorch/layers"
	F "gotorch/nn/functional"
	"gotorch/nn/initializer"
)

func network() *Sequential {
	return NewSequential(NewConv2d(1, 8, 3, Padding(1)), NewBatchNorm2d(8), NewReLU(), NewMaxPool2d(2),
		NewConv2d(8, 16, 3, Padding(1)), NewReLU(), NewMaxPool2d(2), NewFlatten(1), NewDropout(0.25), NewLinear(784, 10))
}

func main() {
	log.SetFlags(0)
	if len(os.Args) < 3 {
		log.Fatal("usage: cnn FOLDER FILE")
	}
	torch.SetNumThreads(1)
	images, labels := fashion.Read(os.Args[1], 1, 28, 28)
	initializer.ManualSeed(7)
	model := network()
	loader := NewDataLoader(100, images, labels).Shuffled(3)
	adam := NewAdamW(model.Parameters(), 0.004)
	schedule := StepLR(adam.LR, 1, 0.5)
	for range 2 {
		for batch := range loader.All() {
			torch.GC()
			loss := F.CrossEntropy(model.Forward(batch[0]), batch[1], torch.Tensor{}, -100, "mean")
			adam.ZeroGrad()
			loss.Backward()
			ClipGradNorm(model.Parameters(), 1)
			adam.Step()
			fmt.Printf("%.6f\n", loss.Item().(float32))
		}
		adam.LR = schedule.Step()
	}
	torch.FinishGC()
	if err := torch.SaveSafetensors(os.Args[2], model.StateDict()); err != nil {
		log.Fatal(err)
	}
	archive := torch.Must(jit.Load(filepath.Join(os.Args[1], "network.pt"), torch.Device{}))
	for _, state := range []map[string]torch.Tensor{torch.Must(torch.LoadSafetensors(os.Args[2])), torch.Must(archive.StateDict())} {
		again := network()
		if err := again.LoadStateDict(state); err != nil {
			log.Fatal(err)
		}
		again.Eval()
		torch.NoGrad(func() { fmt.Println(again.Forward(images).Argmax(int64(1)).Eq(labels).Sum().Item()) })
	}
}
