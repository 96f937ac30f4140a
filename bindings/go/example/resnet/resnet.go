// resnet trains a residual network on an archive of images, whose folders are their labels:
//
//	go run ./example/resnet -data images.tar.gz -size 224 -depth 50
package main

import (
	"flag"
	"log"
	"reflect"
	"time"

	torch "gotorch"
	F "gotorch/nn/functional"
	"gotorch/nn/initializer"
	"gotorch/vision/imageloader"
	"gotorch/vision/models"
	"gotorch/vision/transforms"
)

var device = torch.NewDevice("cpu")

// meter is the mean of what it has seen.
type meter struct {
	sum   float64
	count int
}

func (m *meter) add(value float32) float64 {
	m.sum += float64(value)
	m.count++
	return m.sum / float64(m.count)
}

func network(depth int, classes int64) *models.ResnetModule {
	basic, bottleneck := reflect.TypeOf(models.BasicBlockModule{}), reflect.TypeOf(models.BottleneckModule{})
	switch depth {
	case 18:
		return models.Resnet(basic, []int64{2, 2, 2, 2}, classes, false, 1, 64)
	case 50:
		return models.Resnet(bottleneck, []int64{3, 4, 6, 3}, classes, false, 1, 64)
	}
	log.Fatalf("a depth of 18 or 50 is needed, got %d", depth)
	return nil
}

func loader(file string, vocab map[string]int, size, batch int) *imageloader.ImageLoader {
	steps := transforms.Compose(
		transforms.RandomResizedCrop(size),
		transforms.RandomHorizontalFlip(0.5),
		transforms.ToTensor(),
		transforms.Normalize([]float32{0.485, 0.456, 0.406}, []float32{0.229, 0.224, 0.225}))
	l, err := imageloader.New(file, vocab, steps, batch, 10*batch, 1, torch.IsCUDAAvailable(), imageloader.RGB)
	if err != nil {
		log.Fatal(err)
	}
	return l
}

// accuracy is the part of the images whose label is the likeliest class, in percent.
func accuracy(output, labels torch.Tensor) float32 {
	_, best := torch.TopK(output.Detach(), 1, 1, true, true)
	correct := best.View(-1).Eq(labels).CastTo(torch.Float)
	return 100 * correct.Mean().Item().(float32)
}

func main() {
	data := flag.String("data", "", "archive of images")
	size := flag.Int("size", 224, "height and width to train on")
	depth := flag.Int("depth", 50, "18 or 50")
	batch := flag.Int("batch", 32, "images of a step")
	epochs := flag.Int("epochs", 1, "times to see each image")
	flag.Parse()
	if torch.IsCUDAAvailable() {
		device = torch.NewDevice("cuda")
	}
	initializer.ManualSeed(1)
	vocab, err := imageloader.BuildLabelVocabularyFromTgz(*data)
	if err != nil {
		log.Fatal(err)
	}
	model := network(*depth, int64(len(vocab)))
	model.To(device)
	opt := torch.SGD(0.1*float64(*batch)/256, 0.9, 0, 1e-4, false)
	opt.AddParameters(model.Parameters())
	for epoch := 1; epoch <= *epochs; epoch++ {
		var losses, accuracies meter
		batches, begin := loader(*data, vocab, *size, *batch), time.Now()
		for batches.Scan() {
			images, labels := batches.Minibatch()
			images, labels = images.CopyTo(device), labels.CopyTo(device)
			opt.ZeroGrad()
			output := model.Forward(images)
			loss := F.CrossEntropy(output, labels, torch.Tensor{}, -100, "mean")
			loss.Backward()
			opt.Step()
			mean, percent := losses.add(loss.Item().(float32)), accuracies.add(accuracy(output, labels))
			log.Printf("epoch %d, step %d: loss %.4f, accuracy %.1f%%, %.1f images/s", epoch, losses.count, mean, percent,
				float64(losses.count**batch)/time.Since(begin).Seconds())
		}
		if err := batches.Err(); err != nil {
			log.Fatal(err)
		}
	}
}
