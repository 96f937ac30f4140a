package gocv

import (
	"image"
	"reflect"
	"testing"
)

func equal(t *testing.T, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("got %v (%T), want %v (%T)", got, got, want, want)
	}
}

// colors is an image of one row and two pixels, blue, green, red.
func colors() Mat {
	m, _ := NewMatFromBytes(1, 2, 3, []byte{1, 2, 3, 4, 5, 6})
	return m
}

func floats(t *testing.T, m Mat) []float32 {
	t.Helper()
	got, err := m.DataPtrFloat32()
	equal(t, err, nil)
	return got
}

func TestConvertToKeepsTheNumbers(t *testing.T) {
	m, f, back := colors(), NewMat(), NewMat()
	m.ConvertTo(&f, MatTypeCV32F)
	equal(t, f.Type(), MatTypeCV32FC3)
	f.MultiplyFloat(0.5)
	equal(t, floats(t, f), []float32{0.5, 1, 1.5, 2, 2.5, 3})
	equal(t, m.ToBytes(), []byte{1, 2, 3, 4, 5, 6})
	f.ConvertTo(&back, MatTypeCV8U)
	equal(t, back.ToBytes(), []byte{0, 1, 2, 2, 2, 3}) // halves go to the even one
	equal(t, len(f.ToBytes()), 24)
	_, err := m.DataPtrFloat32()
	equal(t, err != nil, true)
}

func TestMultiplyFloatSaturatesBytes(t *testing.T) {
	m := colors()
	m.MultiplyFloat(100)
	equal(t, m.ToBytes(), []byte{100, 200, 255, 255, 255, 255})
	m.MultiplyFloat(-1)
	equal(t, m.ToBytes(), []byte{0, 0, 0, 0, 0, 0})
}

func TestABlobHasImagesByChannels(t *testing.T) {
	blob := NewMat()
	BlobFromImages([]Mat{colors(), colors()}, &blob, 2, image.Point{}, NewScalar(1, 0, 0, 0), false, false, MatTypeCV32F)
	equal(t, GetBlobSize(blob), NewScalar(2, 3, 1, 2))
	one := []float32{0, 6, 4, 10, 6, 12}
	equal(t, floats(t, blob), append(one, one...))
	BlobFromImages([]Mat{colors()}, &blob, 1, image.Point{}, NewScalar(3, 0, 1, 0), true, false, MatTypeCV32F)
	equal(t, floats(t, blob), []float32{0, 3, 2, 5, 0, 3}) // red first, less 3
}

func TestABlobsImagesAreOfItsSize(t *testing.T) {
	gray, _ := NewMatFromBytes(2, 4, 1, []byte{0, 10, 20, 30, 0, 10, 20, 30})
	blob := NewMat()
	BlobFromImages([]Mat{gray}, &blob, 1, image.Pt(2, 2), Scalar{}, false, true, MatTypeCV32F)
	equal(t, floats(t, blob), []float32{10, 20, 10, 20}) // cut in the middle
	BlobFromImages([]Mat{gray}, &blob, 1, image.Pt(4, 1), Scalar{}, false, false, MatTypeCV32F)
	equal(t, floats(t, blob), []float32{0, 10, 20, 30})
}

func TestWhatNeedsBytesSaysSo(t *testing.T) {
	m := colors()
	m.ConvertTo(&m, MatTypeCV32F)
	defer func() {
		equal(t, recover(), "gocv: Flip: an image of bytes is needed, not of floats: ConvertTo(&dst, MatTypeCV8U)")
	}()
	Flip(m, &m, 1)
}
