// dcgan trains two networks against each other until one draws images like those of an archive:
//
//	go run ./example/dcgan -data images.tar.gz -epochs 5 -out samples.pt
package main

import (
	"flag"
	"log"
	"strings"

	torch "gotorch"
	"gotorch/nn"
	F "gotorch/nn/functional"
	"gotorch/nn/initializer"
	"gotorch/vision/imageloader"
	"gotorch/vision/transforms"
)

const side = 64 // of an image

var device = torch.NewDevice("cpu")

func relu() nn.IModule {
	return nn.Functional(func(x torch.Tensor) torch.Tensor { return F.Relu(x, true) })
}

func leakyRelu() nn.IModule {
	return nn.Functional(func(x torch.Tensor) torch.Tensor { return F.LeakyRelu(x, 0.2, true) })
}

func norm(features int64) nn.IModule { return nn.BatchNorm2d(features, 1e-5, 0.1, true, true) }

// generator makes images of noise of shape (batch, noise, 1, 1).
func generator(noise, features int64) *nn.SequentialModule {
	up := func(in, out, stride, padding int64) nn.IModule {
		return nn.ConvTranspose2d(in, out, 4, stride, padding, 0, 1, false, 1, "zeros")
	}
	layers := []nn.IModule{up(noise, 8*features, 1, 0), norm(8 * features), relu()}
	for n := 8 * features; n > features; n /= 2 {
		layers = append(layers, up(n, n/2, 2, 1), norm(n/2), relu())
	}
	return nn.Sequential(append(layers, up(features, 3, 2, 1), nn.Functional(torch.Tanh))...)
}

// discriminator gives the probability that an image is a true one.
func discriminator(features int64) *nn.SequentialModule {
	down := func(in, out, stride, padding int64) nn.IModule {
		return nn.Conv2d(in, out, 4, stride, padding, 1, 1, false, "zeros")
	}
	layers := []nn.IModule{down(3, features, 2, 1), leakyRelu()}
	for n := features; n < 8*features; n *= 2 {
		layers = append(layers, down(n, 2*n, 2, 1), norm(2*n), leakyRelu())
	}
	return nn.Sequential(append(layers, down(8*features, 1, 1, 0), nn.Functional(torch.Sigmoid))...)
}

// begin is DCGAN's initialization.
func begin(m nn.IModule) {
	switch m := m.(*nn.Module).Outer().(type) {
	case *nn.Conv2dModule:
		initializer.Normal(&m.Weight, 0, 0.02)
	case *nn.ConvTranspose2dModule:
		initializer.Normal(&m.Weight, 0, 0.02)
	case *nn.BatchNorm2dModule:
		initializer.Normal(&m.Weight, 1, 0.02)
		initializer.Zeros(&m.Bias)
	}
	if strings.Contains(m.Name(), "Sequential") {
		m.To(device)
	}
}

func loader(file string, batch int) *imageloader.ImageLoader {
	vocab, err := imageloader.BuildLabelVocabularyFromTgz(file)
	if err != nil {
		log.Fatal(err)
	}
	half := []float32{0.5, 0.5, 0.5}
	steps := transforms.Compose(transforms.Resize(side), transforms.ToTensor(), transforms.Normalize(half, half))
	l, err := imageloader.New(file, vocab, steps, batch, 2*batch, 1, torch.IsCUDAAvailable(), imageloader.RGB)
	if err != nil {
		log.Fatal(err)
	}
	return l
}

func main() {
	data := flag.String("data", "", "archive of images")
	epochs := flag.Int("epochs", 5, "times to see each image")
	batch := flag.Int("batch", 128, "images of a step")
	features := flag.Int64("features", 64, "width of both networks")
	noise := flag.Int64("noise", 100, "numbers from which an image is made")
	out := flag.String("out", "dcgan.pt", "file for samples")
	flag.Parse()
	if torch.IsCUDAAvailable() {
		device = torch.NewDevice("cuda")
	}
	initializer.ManualSeed(999)
	netG, netD := generator(*noise, *features), discriminator(*features)
	netG.Apply(begin)
	netD.Apply(begin)
	optG, optD := torch.Adam(0.0002, 0.5, 0.999, 0), torch.Adam(0.0002, 0.5, 0.999, 0)
	optG.AddParameters(netG.Parameters())
	optD.AddParameters(netD.Parameters())

	draw := func(count int64) torch.Tensor {
		return netG.Forward(torch.RandN([]int64{count, *noise, 1, 1}, false).CopyTo(device)).(torch.Tensor)
	}
	// loss of the discriminator if it should say `value` of images
	judge := func(images torch.Tensor, value float32) torch.Tensor {
		said := netD.Forward(images).(torch.Tensor).View(-1)
		return F.BinaryCrossEntropy(said, torch.Full(said.Shape(), value, false).CopyTo(device), torch.Tensor{}, "mean")
	}
	step := 0
	for epoch := 1; epoch <= *epochs; epoch++ {
		batches := loader(*data, *batch)
		for batches.Scan() {
			images, _ := batches.Minibatch()
			optD.ZeroGrad()
			real := judge(images.CopyTo(device), 1)
			real.Backward()
			fakes := draw(images.Shape()[0])
			fake := judge(fakes.Detach(), 0)
			fake.Backward()
			optD.Step()

			optG.ZeroGrad()
			fooled := judge(fakes, 1)
			fooled.Backward()
			optG.Step()
			step++
			log.Printf("epoch %d, step %d: discriminator %.4f, generator %.4f", epoch, step,
				real.Item().(float32)+fake.Item().(float32), fooled.Item())
		}
		if err := batches.Err(); err != nil {
			log.Fatal(err)
		}
	}
	torch.NoGrad(func() { draw(16).CopyTo(torch.NewDevice("cpu")).Save(*out) })
	log.Println("samples saved in", *out)
}
