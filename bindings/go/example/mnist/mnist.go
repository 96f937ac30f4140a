// mnist trains a classifier of small gray pictures from archives of images, and names what is in image files:
//
//	go run ./example/mnist train -data train.tar.gz -test test.tar.gz -save model.gob
//	go run ./example/mnist predict -load model.gob pictures/*.png
package main

import (
	"encoding/gob"
	"flag"
	"fmt"
	"log"
	"os"
	"time"

	torch "gotorch"
	F "gotorch/nn/functional"
	"gotorch/nn/initializer"
	"gotorch/vision/gocv"
	"gotorch/vision/imageloader"
	"gotorch/vision/models"
	"gotorch/vision/transforms"
)

var (
	device = torch.NewDevice("cpu")
	none   torch.Tensor
)

func main() {
	if torch.IsCUDAAvailable() {
		device = torch.NewDevice("cuda")
	}
	log.Println("running on", device)
	initializer.ManualSeed(1)
	if len(os.Args) < 2 {
		log.Fatal("usage: mnist train|predict …")
	}
	flags := flag.NewFlagSet(os.Args[1], flag.ExitOnError)
	model := flags.String("model", "mnist.gob", "the file of the model")
	switch os.Args[1] {
	case "train":
		data := flags.String("data", "", "archive to train on")
		test := flags.String("test", "", "archive to test on")
		epochs := flags.Int("epochs", 5, "times to see each image")
		flags.Parse(os.Args[2:])
		train(*data, *test, *epochs, *model)
	case "predict":
		flags.Parse(os.Args[2:])
		predict(*model, flags.Args())
	default:
		log.Fatalf("no such command: %s", os.Args[1])
	}
}

func loader(file string, vocab map[string]int) *imageloader.ImageLoader {
	steps := transforms.Compose(transforms.ToTensor(), normalize())
	l, err := imageloader.New(file, vocab, steps, 64, 64, 1, torch.IsCUDAAvailable(), imageloader.GRAY)
	if err != nil {
		log.Fatal(err)
	}
	return l
}

func normalize() *transforms.NormalizeTransformer {
	return transforms.Normalize([]float32{0.1307}, []float32{0.3081})
}

func onDevice(l *imageloader.ImageLoader) (images, labels torch.Tensor) {
	images, labels = l.Minibatch()
	return images.CopyTo(device), labels.CopyTo(device)
}

func train(data, test string, epochs int, file string) {
	vocab, err := imageloader.BuildLabelVocabularyFromTgz(data)
	if err != nil {
		log.Fatal(err)
	}
	net := models.MLP()
	net.To(device)
	opt := torch.SGD(0.01, 0.5, 0, 0, false)
	opt.AddParameters(net.Parameters())
	for epoch := 1; epoch <= epochs; epoch++ {
		begin, count, last := time.Now(), int64(0), float32(0)
		batches := loader(data, vocab)
		for batches.Scan() {
			images, labels := onDevice(batches)
			opt.ZeroGrad()
			loss := F.NllLoss(net.Forward(images), labels, none, -100, "mean")
			loss.Backward()
			opt.Step()
			count += labels.Shape()[0]
			last = loss.Item().(float32)
		}
		if err := batches.Err(); err != nil {
			log.Fatal(err)
		}
		log.Printf("epoch %d: loss %.4f, %.0f images/s, test: %s", epoch, last, float64(count)/time.Since(begin).Seconds(),
			evaluate(net, loader(test, vocab)))
	}
	save(net, file)
}

func evaluate(net *models.MLPModule, batches *imageloader.ImageLoader) string {
	loss, correct, count := float32(0), int64(0), int64(0)
	for batches.Scan() {
		torch.NoGrad(func() {
			images, labels := onDevice(batches)
			output := net.Forward(images)
			loss += F.NllLoss(output, labels, none, -100, "sum").Item().(float32)
			correct += output.Argmax(1).Eq(labels).Sum().Item().(int64)
			count += labels.Shape()[0]
		})
	}
	if err := batches.Err(); err != nil {
		log.Fatal(err)
	}
	return fmt.Sprintf("loss %.4f, accuracy %.2f%%", loss/float32(count), 100*float64(correct)/float64(count))
}

func save(net *models.MLPModule, file string) {
	net.To(torch.NewDevice("cpu"))
	f, err := os.Create(file)
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	if err := gob.NewEncoder(f).Encode(net.StateDict()); err != nil {
		log.Fatal(err)
	}
	log.Println("model saved in", file)
}

func predict(file string, pictures []string) {
	f, err := os.Open(file)
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	states := map[string]torch.Tensor{}
	if err := gob.NewDecoder(f).Decode(&states); err != nil {
		log.Fatal(err)
	}
	net := models.MLP()
	if err := net.SetStateDict(states); err != nil {
		log.Fatal(err)
	}
	for _, picture := range pictures {
		image := gocv.IMRead(picture, gocv.IMReadGrayScale)
		x := normalize().Run(transforms.ToTensor().Run(image))
		fmt.Println(picture, net.Forward(x).Argmax().Item())
	}
}
