package gocv

import (
	"image"
	"math"
)

// ColorConversionCode names a change of colors.
type ColorConversionCode int

// ColorBGRToRGB turns the order of colors around; so does ColorRGBToBGR.
const (
	ColorBGRToRGB ColorConversionCode = 4
	ColorRGBToBGR ColorConversionCode = 4
)

// CvtColor makes dst a copy of src in another order of colors.
func CvtColor(src Mat, dst *Mat, _ ColorConversionCode) {
	out := src.Clone()
	if out.p.channels == 3 {
		turn(out.p.data)
		turn(out.p.floats)
	}
	*dst = out
}

func turn[T byte | float32](d []T) {
	for i := 0; i+2 < len(d); i += 3 {
		d[i], d[i+2] = d[i+2], d[i]
	}
}

// Flip makes dst a copy of src: top to bottom for code 0, left to right for a positive one, both for a negative one.
func Flip(src Mat, dst *Mat, code int) {
	p := src.image("Flip")
	out := pixels{rows: p.rows, cols: p.cols, channels: p.channels, data: make([]byte, len(p.data))}
	for y := 0; y < p.rows; y++ {
		for x := 0; x < p.cols; x++ {
			fromX, fromY := x, y
			if code != 0 {
				fromX = p.cols - 1 - x
			}
			if code <= 0 {
				fromY = p.rows - 1 - y
			}
			at, from := (y*p.cols+x)*p.channels, (fromY*p.cols+fromX)*p.channels
			copy(out.data[at:at+p.channels], p.data[from:from+p.channels])
		}
	}
	*dst = Mat{&out}
}

// InterpolationFlags tells how an image is resized.
type InterpolationFlags int

const (
	// InterpolationNearestNeighbor takes the pixel that is nearest.
	InterpolationNearestNeighbor InterpolationFlags = 0
	// InterpolationLinear weights the pixels around, and all that become one where the image shrinks, as torchvision.
	InterpolationLinear InterpolationFlags = 1
)

// Resize makes dst a copy of src of another size, which is sz, or src's times fx and fy where sz is zero.
func Resize(src Mat, dst *Mat, sz image.Point, fx, fy float64, interpolation InterpolationFlags) {
	p := src.image("Resize")
	if sz == (image.Point{}) {
		sz = image.Pt(int(math.Round(float64(p.cols)*fx)), int(math.Round(float64(p.rows)*fy)))
	}
	if sz.X < 1 || sz.Y < 1 || len(p.data) == 0 {
		panic("gocv: Resize: a size of at least one pixel and an image are needed")
	}
	if sz == image.Pt(p.cols, p.rows) {
		*dst = src.Clone()
		return
	}
	across, down := weights(p.cols, sz.X, interpolation), weights(p.rows, sz.Y, interpolation)
	rows := make([]float32, p.rows*sz.X*p.channels)
	for y := 0; y < p.rows; y++ {
		for x, w := range across {
			for c := 0; c < p.channels; c++ {
				sum := float32(0)
				for i, weight := range w.of {
					sum += weight * float32(p.data[(y*p.cols+w.first+i)*p.channels+c])
				}
				rows[(y*sz.X+x)*p.channels+c] = sum
			}
		}
	}
	out := pixels{rows: sz.Y, cols: sz.X, channels: p.channels, data: make([]byte, sz.X*sz.Y*p.channels)}
	line := sz.X * p.channels
	for y, w := range down {
		for x := 0; x < line; x++ {
			sum := float32(0)
			for i, weight := range w.of {
				sum += weight * rows[(w.first+i)*line+x]
			}
			out.data[y*line+x] = byte(min(255, max(0, sum+0.5)))
		}
	}
	*dst = Mat{&out}
}

// A window is the pixels that become one, from first on, and their weights.
type window struct {
	first int
	of    []float32
}

func weights(from, to int, interpolation InterpolationFlags) []window {
	scale := float64(from) / float64(to)
	all := make([]window, to)
	for i := range all {
		center := (float64(i) + 0.5) * scale
		if interpolation == InterpolationNearestNeighbor {
			all[i] = window{min(from-1, int(center)), []float32{1}}
			continue
		}
		support := max(scale, 1)
		first, last := max(0, int(center-support+0.5)), min(from, int(center+support+0.5))
		sum, of := 0.0, make([]float64, last-first)
		for j := range of {
			of[j] = max(0, 1-math.Abs(float64(first+j)-center+0.5)/support)
			sum += of[j]
		}
		w := window{first, make([]float32, len(of))}
		for j := range of {
			w.of[j] = float32(of[j] / sum)
		}
		all[i] = w
	}
	return all
}
