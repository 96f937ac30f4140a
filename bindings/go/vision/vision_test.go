package vision_test

import (
	"bytes"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	torch "gotorch"
	"gotorch/tool/tgz"
	"gotorch/vision"
	"gotorch/vision/gocv"
	"gotorch/vision/imageloader"
	"gotorch/vision/models"
	"gotorch/vision/transforms"
)

func TestMain(m *testing.M) {
	code := m.Run()
	torch.Collect()
	if left := torch.LiveTensors(); code == 0 && left != 0 {
		println("tensors that were never closed:", left)
		code = 1
	}
	os.Exit(code)
}

func equal(t *testing.T, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("got %v (%T), want %v (%T)", got, got, want, want)
	}
}

func failing(f func()) (text string) {
	defer func() { text, _ = recover().(string) }()
	f()
	return ""
}

var blue, red = color.RGBA{0, 0, 200, 255}, color.RGBA{250, 0, 0, 255}

// ramp is a gray image of two rows whose numbers ascend.
func ramp() gocv.Mat {
	m, _ := gocv.NewMatFromBytes(2, 3, 1, []byte{0, 50, 100, 150, 200, 250})
	return m
}

func TestFlipsAreThoseOfTheirNames(t *testing.T) {
	equal(t, transforms.RandomHorizontalFlip(1).Run(ramp()).ToBytes(), []byte{100, 50, 0, 250, 200, 150})
	equal(t, transforms.RandomVerticalFlip(1).Run(ramp()).ToBytes(), []byte{150, 200, 250, 0, 50, 100})
	equal(t, transforms.RandomVerticalFlip(0).Run(ramp()).ToBytes(), ramp().ToBytes())
}

func TestCropsAndSizes(t *testing.T) {
	equal(t, transforms.CenterCrop(2, 1).Run(ramp()).ToBytes(), []byte{50, 200})
	equal(t, transforms.RandomCrop(1, 2).Run(ramp()).Size(), []int{1, 2})
	equal(t, transforms.Resize(4, 6).Run(ramp()).Size(), []int{4, 6})
	equal(t, transforms.Resize(1, 1).Run(ramp()).ToBytes(), []byte{125})
	for range 20 {
		equal(t, transforms.RandomResizedCrop(5).Run(ramp()).Size(), []int{5, 5})
	}
	center, random := transforms.CenterCrop(9), transforms.RandomCrop(9)
	for _, f := range []func(){func() { center.Run(ramp()) }, func() { random.Run(ramp()) }} {
		if !strings.Contains(failing(f), "should be within image size (3, 2)") {
			t.Fatal(failing(f))
		}
	}
}

func TestToTensorKeepsChannels(t *testing.T) {
	m, _ := gocv.ImageToMatRGB(vision.SynthesizeImage(2, 3, blue))
	gocv.CvtColor(m, &m, gocv.ColorBGRToRGB)
	x := transforms.ToTensor().Run(m)
	equal(t, x.Shape(), []int64{3, 3, 2})
	equal(t, x.Index(2, 0, 0).Item(), float32(200)/255)
	equal(t, transforms.ToTensor().Run(ramp()).Shape(), []int64{1, 2, 3})
	equal(t, torch.ToSlice[int32](transforms.ToTensor().Run(7)), []int32{7})
	y := transforms.Normalize([]float32{0.5, 0.5, 0.5}, []float32{0.5, 0.5, 0.25}).Run(x)
	equal(t, torch.AllClose(y.Select(0, 2), torch.Full([]int64{3, 2}, (200./255-0.5)/0.25, false)), true)
	img, err := m.ToImage()
	equal(t, err, nil)
	equal(t, img.Bounds(), image.Rect(0, 0, 2, 3))
	if failing(func() { transforms.ToTensor().Run("text") }) == "" || failing(func() { transforms.Normalize(nil, nil) }) == "" {
		t.Fatal("no panic")
	}
}

func archive(t *testing.T, add func(*vision.Synthesizer)) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "images.tgz")
	var content bytes.Buffer
	s := vision.NewSynthesizer(&content)
	add(s)
	s.Close()
	if err := os.WriteFile(path, content.Bytes(), 0600); err != nil {
		t.Fatal(err)
	}
	return path
}

func fourAndThree(s *vision.Synthesizer) {
	for i := range 7 {
		if i%2 == 0 {
			s.AddImage("train/blue/"+string(rune('a'+i))+".png", 8, 8, blue)
		} else {
			s.AddImage("train/red/"+string(rune('a'+i))+".jpg", 8, 8, red)
		}
	}
}

func loader(t *testing.T, path string, batch, buffer int, space string) *imageloader.ImageLoader {
	t.Helper()
	vocab, err := imageloader.BuildLabelVocabularyFromTgz(path)
	equal(t, err, nil)
	l, err := imageloader.New(path, vocab, transforms.Compose(transforms.RandomCrop(4), transforms.ToTensor(),
		transforms.Normalize([]float32{0}, []float32{1})), batch, buffer, 1, false, space)
	equal(t, err, nil)
	return l
}

func TestLoaderGivesEachImageOnceWithItsLabel(t *testing.T) {
	path := archive(t, fourAndThree)
	for _, space := range []string{imageloader.RGB, imageloader.GRAY} {
		for _, buffer := range []int{0, 3, 100} {
			l := loader(t, path, 2, buffer, space)
			labels, batches := map[int64]int{}, 0
			for l.Scan() {
				x, y := l.Minibatch()
				batches++
				for i, label := range torch.ToSlice[int64](y) {
					labels[label]++
					if space == imageloader.RGB {
						isBlue := x.Index(int64(i), 2, 0, 0).Item().(float32) > 0.5
						equal(t, isBlue, label == 0)
					}
				}
			}
			equal(t, l.Err(), nil)
			equal(t, batches, 4)
			equal(t, labels, map[int64]int{0: 4, 1: 3})
			equal(t, l.Scan(), false)
		}
	}
}

func TestLoaderNamesWhatIsWrongAndEnds(t *testing.T) {
	broken := archive(t, func(s *vision.Synthesizer) {
		fourAndThree(s)
		w := tgz.Writer{Writer: s.Writer}
		_ = tgz.Synthesize(&w)
	})
	for text, path := range map[string]string{
		"first.png: RandomCrop": broken, // of 2x2 pixels
		"unexpected EOF": func() string {
			whole, _ := os.ReadFile(archive(t, fourAndThree))
			path := filepath.Join(t.TempDir(), "half.tgz")
			os.WriteFile(path, whole[:len(whole)*2/3], 0600)
			return path
		}(),
	} {
		vocab := map[string]int{"blue": 0, "red": 1, "0": 2, "1": 3}
		l, err := imageloader.New(path, vocab, transforms.Compose(transforms.RandomCrop(4), transforms.ToTensor()), 2, 2, 1,
			false, imageloader.RGB)
		equal(t, err, nil)
		for l.Scan() {
		}
		if l.Err() == nil || !strings.Contains(l.Err().Error(), text) {
			t.Fatalf("%q is not in %v", text, l.Err())
		}
	}
	plain := transforms.Compose(transforms.ToTensor())
	l, _ := imageloader.New(archive(t, fourAndThree), map[string]int{"blue": 0}, plain, 1, 1, 1, false, imageloader.GRAY)
	for l.Scan() {
	}
	if l.Err() == nil || !strings.Contains(l.Err().Error(), `label "red" is not in the vocabulary`) {
		t.Fatal(l.Err())
	}
	if _, err := imageloader.New("/nowhere", nil, plain, 1, 1, 1, false, "rgb"); err == nil {
		t.Fatal("there is no such file")
	}
	if _, err := imageloader.New("/nowhere", nil, transforms.Compose(), 1, 1, 1, false, "rgb"); err == nil {
		t.Fatal("there is no ToTensor")
	}
}

func TestLoadersThatAreLeftEndTheirGoroutines(t *testing.T) {
	path := archive(t, func(s *vision.Synthesizer) {
		for range 40 {
			fourAndThree(s)
		}
	})
	before := runtime.NumGoroutine()
	for range 5 {
		loader(t, path, 1, 1, imageloader.RGB).Scan()
		loader(t, path, 1, 1, imageloader.RGB).Close()
	}
	torch.FinishGC()
	for try := 0; runtime.NumGoroutine() > before && try < 200; try++ {
		torch.Collect()
		time.Sleep(10 * time.Millisecond)
	}
	if now := runtime.NumGoroutine(); now > before {
		t.Fatalf("%d goroutines, %d before", now, before)
	}
}

func TestModels(t *testing.T) {
	equal(t, models.MLP().Forward(torch.Ones([]int64{2, 1, 28, 28}, false)).Shape(), []int64{2, 10})
	r := models.Resnet18()
	equal(t, len(r.Parameters()), 62)
	equal(t, len(r.Buffers()), 40)
	r.Train(false)
	equal(t, r.Forward(torch.Ones([]int64{1, 3, 32, 32}, false)).Shape(), []int64{1, 1000})
	small := models.Resnet(reflect.TypeOf(models.BottleneckModule{}), []int64{1, 1, 1, 1}, 7, true, 1, 64)
	equal(t, small.Forward(torch.Ones([]int64{2, 3, 32, 32}, false)).Shape(), []int64{2, 7})
	if failing(func() { models.Resnet(reflect.TypeOf(3), []int64{1, 1, 1, 1}, 7, true, 1, 64) }) == "" {
		t.Fatal("int is no block")
	}
}
