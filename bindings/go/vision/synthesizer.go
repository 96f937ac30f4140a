// Package vision makes images and archives of images, for tests.
package vision

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"io"
	"strings"
)

// SynthesizeImage makes an image of one color: SynthesizeImage(469, 387, color.RGBA{0, 0, 255, 255}).
func SynthesizeImage(w, h int, c color.Color) image.Image {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(m, m.Bounds(), image.NewUniform(c), image.Point{}, draw.Src)
	return m
}

// Synthesizer writes a .tar.gz of images.
type Synthesizer struct {
	gzw *gzip.Writer
	*tar.Writer
}

// NewSynthesizer makes a Synthesizer, which must be closed.
func NewSynthesizer(output io.Writer) *Synthesizer {
	gzw := gzip.NewWriter(output)
	return &Synthesizer{gzw, tar.NewWriter(gzw)}
}

// Close ends the archive; closing again is nothing.
func (s *Synthesizer) Close() {
	if s.Writer != nil {
		s.Writer.Close()
		s.gzw.Close()
		s.Writer, s.gzw = nil, nil
	}
}

// AddImage adds a JPEG, or a PNG where the name says so.
func (s *Synthesizer) AddImage(fn string, w, h int, c color.Color) error {
	if s.Writer == nil {
		return errors.New("AddImage: the Synthesizer is closed")
	}
	var file bytes.Buffer
	var err error
	if strings.HasSuffix(fn, ".png") {
		err = png.Encode(&file, SynthesizeImage(w, h, c))
	} else {
		err = jpeg.Encode(&file, SynthesizeImage(w, h, c), nil)
	}
	if err != nil {
		return err
	}
	header := &tar.Header{Typeflag: tar.TypeReg, Name: fn, Mode: 0600, Size: int64(file.Len())}
	if err := s.WriteHeader(header); err != nil {
		return err
	}
	_, err = s.Write(file.Bytes())
	return err
}
