package transforms

import (
	"fmt"

	torch "gotorch"
	"gotorch/vision/gocv"
)

// ToTensorTransformer makes tensors of images and of numbers.
type ToTensorTransformer struct{}

// ToTensor makes a ToTensorTransformer.
func ToTensor() *ToTensorTransformer { return &ToTensorTransformer{} }

// Run gives an image as a float32 tensor of shape (channels, height, width) with numbers of [0, 1], and an int as an
// int32 tensor of shape (1); another type panics.
func (t ToTensorTransformer) Run(obj interface{}) torch.Tensor {
	switch v := obj.(type) {
	case gocv.Mat:
		if v.Empty() {
			panic("ToTensorTransformer: the image is empty")
		}
		return Batch([]gocv.Mat{v}).Squeeze(0)
	case int:
		return torch.FromSlice([]int32{int32(v)})
	}
	panic(fmt.Sprintf("ToTensorTransformer can not transform the input type: %T", obj))
}

var fractions = func() (table [256]float32) {
	for i := range table {
		table[i] = float32(i) / 255
	}
	return table
}()

// Batch gives images of one size as a float32 tensor of shape (images, channels, height, width), numbers of [0, 1].
func Batch(images []gocv.Mat) torch.Tensor {
	if len(images) == 0 {
		panic("Batch: there are no images")
	}
	c, h, w := images[0].Channels(), images[0].Rows(), images[0].Cols()
	numbers := make([]float32, len(images)*c*h*w)
	for n, m := range images {
		if m.Channels() != c || m.Rows() != h || m.Cols() != w {
			panic(fmt.Sprintf("images of one batch must have one size: %dx%dx%d and %dx%dx%d", c, h, w, m.Channels(), m.Rows(),
				m.Cols()))
		}
		data := m.ToBytes()
		for k := 0; k < c; k++ {
			plane := numbers[(n*c+k)*h*w:][:h*w]
			for i := range plane {
				plane[i] = fractions[data[i*c+k]]
			}
		}
	}
	return torch.FromSlice(numbers, int64(len(images)), int64(c), int64(h), int64(w))
}

// NormalizeTransformer subtracts a mean and divides by a standard deviation, for each channel.
type NormalizeTransformer struct{ mean, stddev torch.Tensor }

// Normalize makes a NormalizeTransformer for one channel or three.
func Normalize(mean []float32, stddev []float32) *NormalizeTransformer {
	for _, s := range stddev {
		if s == 0 {
			panic("Normalize: a standard deviation of 0")
		}
	}
	return &NormalizeTransformer{channels("mean", mean), channels("stddev", stddev)}
}

func channels(name string, numbers []float32) torch.Tensor {
	if len(numbers) != 1 && len(numbers) != 3 {
		panic(fmt.Sprintf("Normalize: %s must have 1 or 3 numbers, got %d", name, len(numbers)))
	}
	return torch.FromSlice(numbers, int64(len(numbers)), 1, 1)
}

// Run takes images of shape (…, channels, height, width).
func (t *NormalizeTransformer) Run(input torch.Tensor) torch.Tensor {
	return input.Sub(t.mean, 1).Div(t.stddev)
}
