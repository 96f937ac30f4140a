// Package imageloader reads minibatches of images from a .tar.gz file, in which the folder of an image is its label.
package imageloader

import (
	"fmt"
	"io"
	"math/rand"
	"path/filepath"
	"runtime"
	"sync"

	torch "gotorch"
	"gotorch/tool/tgz"
	"gotorch/vision/gocv"
	"gotorch/vision/transforms"
)

// Color spaces.
const (
	RGB  string = "rgb"
	GRAY string = "gray"
)

type sample struct {
	data  gocv.Mat
	label int64
	name  string
}

type miniBatch struct{ data, label torch.Tensor }

// ImageLoader gives minibatches. One that is no longer used, or closed, ends its goroutines.
type ImageLoader struct {
	work  *work
	batch miniBatch
	err   error
}

// work is what the goroutines know: not the ImageLoader, which would otherwise stay reachable.
type work struct {
	file       *tgz.Reader
	vocab      map[string]int
	images     *transforms.ComposeTransformer // before ToTensor
	tensors    *transforms.ComposeTransformer // after it
	mbSize     int
	bufSize    int
	pinMemory  bool
	colorSpace string
	random     *rand.Rand
	samples    chan sample
	batches    chan miniBatch
	stop       chan struct{}
	stopOnce   sync.Once
	err        error // set before batches is closed
	readErr    error // set before samples is closed
}

// New makes an ImageLoader of minibatches of mbSize images; the last one may be smaller. Images are shuffled in a buffer
// of bufSize by seed. trans must have a ToTensor; what stands behind it is given whole minibatches. With pinMemory they
// are in memory from which a GPU copies faster.
func New(fn string, vocab map[string]int, trans *transforms.ComposeTransformer, mbSize, bufSize int, seed int64,
	pinMemory bool, colorSpace string) (*ImageLoader, error) {
	if mbSize <= 0 {
		panic("mbSize(batch size) should be greater than 0")
	}
	if colorSpace != RGB && colorSpace != GRAY {
		return nil, fmt.Errorf("Cannot read image with color space %v", colorSpace)
	}
	images, tensors, err := split(trans)
	if err != nil {
		return nil, err
	}
	file, err := tgz.OpenFile(fn)
	if err != nil {
		return nil, err
	}
	w := &work{file: file, vocab: vocab, images: images, tensors: tensors, mbSize: mbSize, bufSize: max(0, bufSize),
		pinMemory: pinMemory, colorSpace: colorSpace, random: rand.New(rand.NewSource(seed)),
		samples: make(chan sample, mbSize*4), batches: make(chan miniBatch, 4), stop: make(chan struct{})}
	go w.read()
	go w.collate()
	loader := &ImageLoader{work: w}
	runtime.AddCleanup(loader, (*work).end, w)
	return loader, nil
}

func split(trans *transforms.ComposeTransformer) (before, after *transforms.ComposeTransformer, err error) {
	for i, t := range trans.Transforms {
		if _, ok := t.(*transforms.ToTensorTransformer); ok {
			return transforms.Compose(trans.Transforms[:i]...), transforms.Compose(trans.Transforms[i+1:]...), nil
		}
	}
	return nil, nil, fmt.Errorf("imageloader: the transforms have no ToTensor")
}

// Scan goes on to the next minibatch; false where there is none, because of the end or an error. It calls torch.GC, and
// torch.FinishGC at the end.
func (p *ImageLoader) Scan() bool {
	torch.GC()
	batch, ok := <-p.work.batches
	p.batch = batch
	if !ok {
		p.err = p.work.err
		torch.FinishGC()
	}
	return ok
}

// Minibatch gives the images, of shape (batch, channels, height, width), and their labels, int64 of shape (batch).
func (p *ImageLoader) Minibatch() (torch.Tensor, torch.Tensor) { return p.batch.data, p.batch.label }

// Err tells why Scan gave false: nil at the end of the file.
func (p *ImageLoader) Err() error { return p.err }

// Close ends the reading before the end of the file.
func (p *ImageLoader) Close() { p.work.end() }

func (w *work) end() { w.stopOnce.Do(func() { close(w.stop) }) }

// read decodes and transforms the images of the file.
func (w *work) read() {
	defer close(w.samples)
	defer w.file.Close()
	for {
		header, err := w.file.Next()
		if err != nil {
			if err != io.EOF {
				w.readErr = err
			}
			return
		}
		if !header.FileInfo().Mode().IsRegular() {
			continue
		}
		s, err := w.sample(header.Name)
		if err != nil {
			w.readErr = err
			return
		}
		select {
		case w.samples <- s:
		case <-w.stop:
			return
		}
	}
}

func (w *work) sample(name string) (s sample, err error) {
	defer func() { // a transform that does not fit the image
		if value := recover(); value != nil {
			err = fmt.Errorf("%s: %v", name, value)
		}
	}()
	class := filepath.Base(filepath.Dir(name))
	label, ok := w.vocab[class]
	if !ok {
		return s, fmt.Errorf("%s: label %q is not in the vocabulary", name, class)
	}
	content, err := io.ReadAll(w.file)
	if err != nil {
		return s, fmt.Errorf("%s: %w", name, err)
	}
	m, err := decode(content, w.colorSpace)
	if err != nil {
		return s, fmt.Errorf("%s: %w", name, err)
	}
	out, ok := w.images.Run(m).(gocv.Mat)
	if !ok {
		return s, fmt.Errorf("%s: the transforms before ToTensor must give a gocv.Mat", name)
	}
	return sample{out, int64(label), name}, nil
}

func decode(content []byte, colorSpace string) (gocv.Mat, error) {
	if colorSpace == GRAY {
		return gocv.IMDecode(content, gocv.IMReadGrayScale)
	}
	m, err := gocv.IMDecode(content, gocv.IMReadColor)
	if err == nil {
		gocv.CvtColor(m, &m, gocv.ColorBGRToRGB)
	}
	return m, err
}

// collate shuffles samples and makes minibatches of them. It stays on one thread, whose caches libtorch uses again.
func (w *work) collate() {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer close(w.batches)
	batch := make([]sample, 0, w.mbSize)
	flush := func() bool {
		mb, err := w.tensorsOf(batch)
		batch = batch[:0]
		if err != nil {
			w.err = err
			w.end()
			return false
		}
		select {
		case w.batches <- mb:
			return true
		case <-w.stop:
			return false
		}
	}
	for s := range w.shuffled() {
		if batch = append(batch, s); len(batch) == w.mbSize && !flush() {
			return
		}
	}
	if w.err = w.readErr; w.err == nil && len(batch) > 0 {
		flush()
	}
}

// shuffled gives samples in the order of a shuffle buffer.
func (w *work) shuffled() func(yield func(sample) bool) {
	return func(yield func(sample) bool) {
		buffer := make([]sample, 0, w.bufSize)
		for s := range w.samples {
			if len(buffer) < w.bufSize {
				buffer = append(buffer, s)
				continue
			}
			if len(buffer) > 0 {
				i := w.random.Intn(len(buffer))
				s, buffer[i] = buffer[i], s
			}
			if !yield(s) {
				return
			}
		}
		w.random.Shuffle(len(buffer), func(i, j int) { buffer[i], buffer[j] = buffer[j], buffer[i] })
		for _, s := range buffer {
			if !yield(s) {
				return
			}
		}
	}
}

func (w *work) tensorsOf(batch []sample) (mb miniBatch, err error) {
	defer func() { // images of several sizes, or a transform that does not fit them
		if value := recover(); value != nil {
			err = fmt.Errorf("minibatch of %s …: %v", batch[0].name, value)
		}
	}()
	images, labels := make([]gocv.Mat, len(batch)), make([]int64, len(batch))
	for i, s := range batch {
		images[i], labels[i] = s.data, s.label
	}
	mb = miniBatch{w.tensors.Run(transforms.Batch(images)).(torch.Tensor), torch.FromSlice(labels)}
	if w.pinMemory {
		mb = miniBatch{mb.data.PinMemory(), mb.label.PinMemory()}
	}
	return mb, nil
}

// BuildLabelVocabularyFromTgz numbers the labels of a file in the order in which they come.
func BuildLabelVocabularyFromTgz(fn string) (map[string]int, error) {
	files, err := tgz.ListFile(fn)
	if err != nil {
		return nil, err
	}
	vocab := make(map[string]int)
	for _, header := range files {
		class := filepath.Base(filepath.Dir(header.Name))
		if _, ok := vocab[class]; !ok {
			vocab[class] = len(vocab)
		}
	}
	return vocab, nil
}
