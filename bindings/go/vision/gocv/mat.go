// Package gocv has those names of gocv.io/x/gocv that GoTorch's programs use, in Go alone: images of 8 bits or
// of floats in memory, without OpenCV. As there, colors read from a file stand in the order blue, green, red.
package gocv

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	_ "image/gif"  // decoders
	_ "image/jpeg" //
	_ "image/png"  //
	"os"
	"slices"
	"unsafe"
)

// Mat is an image: rows of pixels of one or three bytes. The zero value is empty. Copies share the pixels.
type Mat struct{ p *pixels }

// The numbers are bytes in data, or floats where that is not nil. A blob has the four sizes of its shape instead of rows.
type pixels struct {
	rows, cols, channels int
	data                 []byte
	floats               []float32
	shape                []int
}

// IMReadFlag tells how an image is read.
type IMReadFlag int

const (
	// IMReadGrayScale reads one channel.
	IMReadGrayScale IMReadFlag = 0
	// IMReadColor reads blue, green and red.
	IMReadColor IMReadFlag = 1
)

// NewMat gives an empty Mat.
func NewMat() Mat { return Mat{&pixels{}} }

// NewMatFromBytes gives a Mat over rows * cols * channels bytes.
func NewMatFromBytes(rows, cols, channels int, data []byte) (Mat, error) {
	if rows < 0 || cols < 0 || channels != 1 && channels != 3 || len(data) != rows*cols*channels {
		return Mat{}, fmt.Errorf("gocv: %d bytes are no image of %d rows, %d columns and %d channels", len(data), rows, cols,
			channels)
	}
	return Mat{&pixels{rows: rows, cols: cols, channels: channels, data: data}}, nil
}

func (m Mat) get() pixels {
	if m.p == nil {
		return pixels{}
	}
	return *m.p
}

// Rows is the height, Cols the width.
func (m Mat) Rows() int { return m.get().rows }

// Cols is the width.
func (m Mat) Cols() int { return m.get().cols }

// Channels is 1 (gray) or 3.
func (m Mat) Channels() int { return m.get().channels }

// Size is the height and the width, or the four sizes of a blob.
func (m Mat) Size() []int {
	if p := m.get(); p.shape != nil {
		return append([]int(nil), p.shape...)
	}
	return []int{m.Rows(), m.Cols()}
}

// Empty tells whether there are no pixels.
func (m Mat) Empty() bool { return len(m.get().data)+len(m.get().floats) == 0 }

// ToBytes gives the pixels, row by row; they are the Mat's own. Floats are four bytes each.
func (m Mat) ToBytes() []byte {
	if p := m.get(); p.floats != nil {
		return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(p.floats))), 4*len(p.floats))
	}
	return m.get().data
}

// image is what only images of bytes have.
func (m Mat) image(name string) pixels {
	p := m.get()
	if p.floats != nil {
		panic(fmt.Sprintf("gocv: %s: an image of bytes is needed, not of floats: ConvertTo(&dst, MatTypeCV8U)", name))
	}
	return p
}

// Close lets go of the pixels, as the collector does anyway.
func (m *Mat) Close() error {
	m.p = nil
	return nil
}

// Clone copies the pixels.
func (m Mat) Clone() Mat {
	p := m.get()
	p.data = append([]byte(nil), p.data...)
	p.floats = slices.Clone(p.floats)
	return Mat{&p}
}

// CopyTo makes dst mean a copy.
func (m Mat) CopyTo(dst *Mat) { *dst = m.Clone() }

// Region gives a copy of the pixels within a rectangle, which must lie within the image.
func (m Mat) Region(r image.Rectangle) Mat {
	p := m.image("Region")
	if !r.In(image.Rect(0, 0, p.cols, p.rows)) {
		panic(fmt.Sprintf("gocv: region %v is not within the image of %dx%d", r, p.cols, p.rows))
	}
	out := pixels{rows: r.Dy(), cols: r.Dx(), channels: p.channels, data: make([]byte, 0, r.Dx()*r.Dy()*p.channels)}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := p.data[(y*p.cols+r.Min.X)*p.channels:]
		out.data = append(out.data, row[:r.Dx()*p.channels]...)
	}
	return Mat{&out}
}

// IMRead reads an image file; where it cannot, the Mat is empty.
func IMRead(name string, flags IMReadFlag) Mat {
	buf, err := os.ReadFile(name)
	if err != nil {
		return NewMat()
	}
	m, err := IMDecode(buf, flags)
	if err != nil {
		return NewMat()
	}
	return m
}

// IMDecode reads the bytes of a PNG, JPEG or GIF file.
func IMDecode(buf []byte, flags IMReadFlag) (Mat, error) {
	img, _, err := image.Decode(bytes.NewReader(buf))
	if err != nil {
		return Mat{}, err
	}
	if img.Bounds().Empty() {
		return Mat{}, errors.New("gocv: the image has no pixels")
	}
	if flags == IMReadGrayScale {
		return grayOf(img), nil
	}
	return ImageToMatRGB(img)
}

// ImageToMatRGB gives the colors of an image, in the order blue, green, red; transparency is left out.
func ImageToMatRGB(img image.Image) (Mat, error) {
	b := img.Bounds()
	n, ok := img.(*image.NRGBA)
	if !ok {
		n = &image.NRGBA{}
		rgba, ok := img.(*image.RGBA)
		if !ok {
			rgba = image.NewRGBA(b)
			draw.Draw(rgba, b, img, b.Min, draw.Src)
		}
		n.Pix, n.Stride, n.Rect = rgba.Pix, rgba.Stride, rgba.Rect
	}
	p := pixels{rows: b.Dy(), cols: b.Dx(), channels: 3, data: make([]byte, 3*b.Dx()*b.Dy())}
	i := 0
	for y := b.Min.Y; y < b.Max.Y; y++ {
		row := n.Pix[n.PixOffset(b.Min.X, y):]
		for x := 0; x < b.Dx(); x++ {
			p.data[i], p.data[i+1], p.data[i+2] = row[4*x+2], row[4*x+1], row[4*x]
			i += 3
		}
	}
	return Mat{&p}, nil
}

// ImageGrayToMatGray gives a gray image.
func ImageGrayToMatGray(img *image.Gray) (Mat, error) { return grayOf(img), nil }

func grayOf(img image.Image) Mat {
	b := img.Bounds()
	p := pixels{rows: b.Dy(), cols: b.Dx(), channels: 1, data: make([]byte, 0, b.Dx()*b.Dy())}
	gray, isGray := img.(*image.Gray)
	for y := b.Min.Y; y < b.Max.Y; y++ {
		if isGray {
			p.data = append(p.data, gray.Pix[gray.PixOffset(b.Min.X, y):][:b.Dx()]...)
			continue
		}
		for x := b.Min.X; x < b.Max.X; x++ {
			p.data = append(p.data, color.GrayModel.Convert(img.At(x, y)).(color.Gray).Y)
		}
	}
	return Mat{&p}
}

// ToImage gives the image, of blue, green, red or of gray.
func (m Mat) ToImage() (image.Image, error) {
	p := m.image("ToImage")
	r := image.Rect(0, 0, p.cols, p.rows)
	if p.channels == 1 {
		return &image.Gray{Pix: append([]byte(nil), p.data...), Stride: p.cols, Rect: r}, nil
	}
	if p.channels != 3 {
		return nil, errors.New("gocv: an empty Mat is no image")
	}
	out := image.NewRGBA(r)
	for i := 0; i < len(p.data)/3; i++ {
		out.Pix[4*i], out.Pix[4*i+1], out.Pix[4*i+2], out.Pix[4*i+3] = p.data[3*i+2], p.data[3*i+1], p.data[3*i], 255
	}
	return out, nil
}
