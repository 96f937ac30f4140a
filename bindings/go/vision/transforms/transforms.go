// Package transforms has GoTorch's transforms of images, with torchvision's meaning.
package transforms

import (
	"fmt"
	"image"
	"math"
	"math/rand"
	"reflect"

	"gotorch/vision/gocv"
)

// Transform is a value with a method Run of one or more parameters and results.
type Transform interface{}

// ComposeTransformer runs transforms one after the other.
type ComposeTransformer struct {
	Transforms []interface{}
}

// Compose makes a ComposeTransformer.
func Compose(transforms ...interface{}) *ComposeTransformer { return &ComposeTransformer{transforms} }

// Run gives inputs to the first transform, and what each returns to the next; the last has one result.
func (t *ComposeTransformer) Run(inputs ...interface{}) interface{} {
	for _, transform := range t.Transforms {
		run := reflect.ValueOf(transform).MethodByName("Run")
		if !run.IsValid() {
			panic(fmt.Sprintf("GoTorch required exporting `Run` receiver on %T", transform))
		}
		arguments := make([]reflect.Value, len(inputs))
		for i, input := range inputs {
			arguments[i] = reflect.ValueOf(input)
		}
		results := run.Call(arguments)
		inputs = make([]interface{}, len(results))
		for i, result := range results {
			inputs[i] = result.Interface()
		}
	}
	if len(inputs) != 1 {
		panic("The last transform in Compose must have exactly one return value")
	}
	return inputs[0]
}

// size is a height and a width, the width being the height where it is not given.
func size(name string, height int, width []int) (h, w int) {
	h, w = height, height
	if len(width) > 0 {
		w = width[0]
	}
	if h < 1 || w < 1 {
		panic(fmt.Sprintf("%s: a size of at least 1 is needed, got %d, %d", name, h, w))
	}
	return h, w
}

func crop(input gocv.Mat, top, left, height, width int) gocv.Mat {
	return input.Region(image.Rect(left, top, left+width, top+height))
}

func checkCrop(name string, input gocv.Mat, height, width int) {
	if width > input.Cols() || height > input.Rows() {
		panic(fmt.Sprintf("%s: crop size (%d, %d) should be within image size (%d, %d)", name, width, height, input.Cols(),
			input.Rows()))
	}
}

// CenterCropTransformer cuts the middle out.
type CenterCropTransformer struct{ width, height int }

// CenterCrop makes a CenterCropTransformer.
func CenterCrop(height int, width ...int) *CenterCropTransformer {
	h, w := size("CenterCrop", height, width)
	return &CenterCropTransformer{w, h}
}

// Run cuts; an image that is too small panics.
func (t *CenterCropTransformer) Run(input gocv.Mat) gocv.Mat {
	checkCrop("CenterCrop", input, t.height, t.width)
	top := int(math.RoundToEven(float64(input.Rows()-t.height) / 2))
	left := int(math.RoundToEven(float64(input.Cols()-t.width) / 2))
	return crop(input, top, left, t.height, t.width)
}

// RandomCropTransformer cuts somewhere.
type RandomCropTransformer struct{ width, height int }

// RandomCrop makes a RandomCropTransformer.
func RandomCrop(height int, width ...int) *RandomCropTransformer {
	h, w := size("RandomCrop", height, width)
	return &RandomCropTransformer{w, h}
}

// Run cuts; an image that is too small panics.
func (t *RandomCropTransformer) Run(input gocv.Mat) gocv.Mat {
	checkCrop("RandomCrop", input, t.height, t.width)
	top, left := rand.Intn(input.Rows()-t.height+1), rand.Intn(input.Cols()-t.width+1)
	return crop(input, top, left, t.height, t.width)
}

// RandomHorizontalFlipTransformer turns left and right around, sometimes.
type RandomHorizontalFlipTransformer struct{ p float32 }

// RandomHorizontalFlip makes a RandomHorizontalFlipTransformer that flips with probability p.
func RandomHorizontalFlip(p float32) *RandomHorizontalFlipTransformer {
	return &RandomHorizontalFlipTransformer{p}
}

// Run flips or not.
func (t *RandomHorizontalFlipTransformer) Run(input gocv.Mat) gocv.Mat { return flip(input, t.p, 1) }

// RandomVerticalFlipTransformer turns top and bottom around, sometimes.
type RandomVerticalFlipTransformer struct{ p float32 }

// RandomVerticalFlip makes a RandomVerticalFlipTransformer that flips with probability p.
func RandomVerticalFlip(p float32) *RandomVerticalFlipTransformer {
	return &RandomVerticalFlipTransformer{p}
}

// Run flips or not.
func (t *RandomVerticalFlipTransformer) Run(input gocv.Mat) gocv.Mat { return flip(input, t.p, 0) }

func flip(input gocv.Mat, p float32, code int) gocv.Mat {
	if rand.Float32() < p {
		gocv.Flip(input, &input, code)
	}
	return input
}

// ResizeTransformer changes the size.
type ResizeTransformer struct{ width, height int }

// Resize makes a ResizeTransformer; a size alone is both height and width.
func Resize(height int, width ...int) *ResizeTransformer {
	h, w := size("Resize", height, width)
	return &ResizeTransformer{w, h}
}

// Run resizes.
func (t *ResizeTransformer) Run(input gocv.Mat) gocv.Mat {
	gocv.Resize(input, &input, image.Pt(t.width, t.height), 0, 0, gocv.InterpolationLinear)
	return input
}

// RandomResizedCropTransformer cuts a part of random area and aspect ratio, and resizes it.
type RandomResizedCropTransformer struct {
	width, height  int
	scale0, scale1 float64
	ratio0, ratio1 float64
	interpolation  gocv.InterpolationFlags
}

// RandomResizedCrop makes a RandomResizedCropTransformer with torchvision's defaults.
func RandomResizedCrop(height int, width ...int) *RandomResizedCropTransformer {
	h, w := size("RandomResizedCrop", height, width)
	return RandomResizedCropD(h, w, 0.08, 1.0, 3.0/4.0, 4.0/3.0, gocv.InterpolationLinear)
}

// RandomResizedCropD makes a RandomResizedCropTransformer: scale is the part of the area, ratio width by height.
func RandomResizedCropD(height, width int, scale0, scale1, ratio0, ratio1 float64,
	interpolation gocv.InterpolationFlags) *RandomResizedCropTransformer {
	size("RandomResizedCropD", height, []int{width})
	if scale0 <= 0 || scale1 < scale0 || ratio0 <= 0 || ratio1 < ratio0 {
		panic(fmt.Sprintf("RandomResizedCropD: scale (%v, %v) and ratio (%v, %v) must be positive and ascend", scale0,
			scale1, ratio0, ratio1))
	}
	return &RandomResizedCropTransformer{width, height, scale0, scale1, ratio0, ratio1, interpolation}
}

func uniform(from, to float64) float64 { return from + rand.Float64()*(to-from) }

// part gives a rectangle within the image: of ten tries, else the largest in the middle that the ratios allow.
func (t *RandomResizedCropTransformer) part(rows, cols int) (top, left, height, width int) {
	for try := 0; try < 10; try++ {
		area := float64(rows*cols) * uniform(t.scale0, t.scale1)
		ratio := math.Exp(uniform(math.Log(t.ratio0), math.Log(t.ratio1)))
		w, h := int(math.RoundToEven(math.Sqrt(area*ratio))), int(math.RoundToEven(math.Sqrt(area/ratio)))
		if 0 < w && w <= cols && 0 < h && h <= rows {
			return rand.Intn(rows - h + 1), rand.Intn(cols - w + 1), h, w
		}
	}
	height, width = rows, cols
	switch ratio := float64(cols) / float64(rows); {
	case ratio < t.ratio0:
		height = int(math.RoundToEven(float64(width) / t.ratio0))
	case ratio > t.ratio1:
		width = int(math.RoundToEven(float64(height) * t.ratio1))
	}
	return (rows - height) / 2, (cols - width) / 2, height, width
}

// Run cuts and resizes.
func (t *RandomResizedCropTransformer) Run(input gocv.Mat) gocv.Mat {
	top, left, height, width := t.part(input.Rows(), input.Cols())
	out := crop(input, top, left, height, width)
	gocv.Resize(out, &out, image.Pt(t.width, t.height), 0, 0, t.interpolation)
	return out
}
