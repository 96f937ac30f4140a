package gocv

import (
	"errors"
	"fmt"
	"image"
	"math"
)

// MatType names the numbers of a Mat and, for those of three channels, how many a pixel has.
type MatType int

// Bytes and floats, of one channel or of three.
const (
	MatTypeCV8U    MatType = 0
	MatTypeCV32F   MatType = 5
	MatTypeCV8UC1  MatType = 0
	MatTypeCV8UC3  MatType = 16
	MatTypeCV32FC1 MatType = 5
	MatTypeCV32FC3 MatType = 21
)

// Type tells which numbers there are.
func (m Mat) Type() MatType {
	p := m.get()
	kind := MatTypeCV8U
	if p.floats != nil {
		kind = MatTypeCV32F
	}
	return kind + MatType(max(p.channels-1, 0)<<3)
}

// saturated is the nearest byte, as OpenCV rounds: halves go to the even one.
func saturated(x float32) byte { return byte(min(255, max(0, math.RoundToEven(float64(x))))) }

// ConvertTo makes dst a copy as bytes or as floats; the number of channels stays, whatever mt says of it.
func (m Mat) ConvertTo(dst *Mat, mt MatType) {
	out := m.Clone()
	p := out.p
	switch mt & 7 {
	case MatTypeCV32F:
		if p.floats == nil {
			p.floats = make([]float32, len(p.data))
			for i, x := range p.data {
				p.floats[i] = float32(x)
			}
			p.data = nil
		}
	case MatTypeCV8U:
		if p.floats != nil {
			p.data = make([]byte, len(p.floats))
			for i, x := range p.floats {
				p.data[i] = saturated(x)
			}
			p.floats = nil
		}
	default:
		panic(fmt.Sprintf("gocv: ConvertTo: there are Mats of MatTypeCV8U and MatTypeCV32F, not of %d", mt))
	}
	*dst = out
}

// MultiplyFloat multiplies each number in place; bytes are rounded, and stay between 0 and 255.
func (m *Mat) MultiplyFloat(val float32) {
	p := m.get()
	for i, x := range p.data {
		p.data[i] = saturated(float32(x) * val)
	}
	for i := range p.floats {
		p.floats[i] *= val
	}
}

// DataPtrFloat32 gives the floats of a Mat, which are its own; an error for a Mat of bytes.
func (m *Mat) DataPtrFloat32() ([]float32, error) {
	if p := m.get(); p.floats != nil {
		return p.floats, nil
	}
	return nil, errors.New("gocv: DataPtrFloat32 is for Mats of floats: ConvertTo(&dst, MatTypeCV32F)")
}

// Scalar is four numbers, one for each channel.
type Scalar struct{ Val1, Val2, Val3, Val4 float64 }

// NewScalar gives a Scalar of these numbers.
func NewScalar(v1, v2, v3, v4 float64) Scalar { return Scalar{v1, v2, v3, v4} }

// BlobFromImages makes blob the floats of images, one after the other, each by channels: less mean, times scaleFactor.
// The first and the last channel change places with swapRB; mean is in the order of the result. Images become of the
// size, which is the first one's where it is zero; with crop they keep their proportions, and what is over is cut off.
func BlobFromImages(imgs []Mat, blob *Mat, scaleFactor float64, size image.Point, mean Scalar, swapRB, crop bool,
	ddepth MatType) {
	if len(imgs) == 0 || ddepth&7 != MatTypeCV32F {
		panic("gocv: BlobFromImages: at least one image is needed, and MatTypeCV32F for the blob")
	}
	if size == (image.Point{}) {
		size = image.Pt(imgs[0].Cols(), imgs[0].Rows())
	}
	channels, plane := imgs[0].Channels(), size.X*size.Y
	less := []float64{mean.Val1, mean.Val2, mean.Val3, mean.Val4}
	out := pixels{rows: -1, cols: -1, channels: 1, shape: []int{len(imgs), channels, size.Y, size.X}}
	for n, one := range imgs {
		if one.Channels() != channels {
			panic(fmt.Sprintf("gocv: BlobFromImages: image %d has %d channels, the first one %d", n, one.Channels(), channels))
		}
		p := fitted(one, size, crop).floating()
		for c := range channels {
			from := c
			if swapRB && channels == 3 {
				from = 2 - c
			}
			for i := range plane {
				x := float64(p[i*channels+from])
				out.floats = append(out.floats, float32((x-less[c])*scaleFactor))
			}
		}
	}
	*blob = Mat{&out}
}

// fitted is an image of another size.
func fitted(m Mat, size image.Point, crop bool) Mat {
	have := image.Pt(m.Cols(), m.Rows())
	if have == size {
		return m
	}
	to := size
	if crop {
		factor := math.Max(float64(size.X)/float64(have.X), float64(size.Y)/float64(have.Y))
		to = image.Pt(int(math.Round(float64(have.X)*factor)), int(math.Round(float64(have.Y)*factor)))
	}
	var out Mat
	Resize(m, &out, to, 0, 0, InterpolationLinear)
	at := image.Pt((to.X-size.X)/2, (to.Y-size.Y)/2)
	return out.Region(image.Rectangle{at, at.Add(size)})
}

// floating gives the numbers as floats.
func (m Mat) floating() []float32 {
	var out Mat
	m.ConvertTo(&out, MatTypeCV32F)
	return out.p.floats
}

// GetBlobSize gives the four sizes of a blob: images, channels, rows, columns.
func GetBlobSize(blob Mat) Scalar {
	s := blob.Size()
	if len(s) != 4 {
		panic(fmt.Sprintf("gocv: GetBlobSize: a blob has four sizes, not %v", s))
	}
	return NewScalar(float64(s[0]), float64(s[1]), float64(s[2]), float64(s[3]))
}
