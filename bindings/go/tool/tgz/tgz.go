// Package tgz reads and writes .tar.gz files.
package tgz

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"

	"gotorch/vision"
)

// Reader is a tar.Reader with what is below it.
type Reader struct {
	*tar.Reader
	g *gzip.Reader
	f *os.File
}

// OpenFile opens a file to read.
func OpenFile(fn string) (*Reader, error) {
	f, err := os.Open(fn)
	if err != nil {
		return nil, err
	}
	r, err := NewReader(f)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", fn, err)
	}
	r.f = f
	return r, nil
}

// NewReader reads from a reader.
func NewReader(r io.Reader) (*Reader, error) {
	g, err := gzip.NewReader(r)
	if err != nil {
		return nil, err
	}
	return &Reader{Reader: tar.NewReader(g), g: g}, nil
}

// Close closes the file too, if OpenFile opened it.
func (r *Reader) Close() error {
	err := r.g.Close()
	if r.f != nil {
		err = errors.Join(err, r.f.Close())
	}
	return err
}

// Writer is a tar.Writer with what is below it.
type Writer struct {
	*tar.Writer
	g *gzip.Writer
	f *os.File
}

// CreateFile makes a file to write.
func CreateFile(fn string) (*Writer, error) {
	f, err := os.Create(fn)
	if err != nil {
		return nil, err
	}
	w := NewWriter(f)
	w.f = f
	return w, nil
}

// NewWriter writes to a writer; nil for nil.
func NewWriter(w io.Writer) *Writer {
	if w == nil {
		return nil
	}
	g := gzip.NewWriter(w)
	return &Writer{Writer: tar.NewWriter(g), g: g}
}

// Close ends the archive, and closes the file if CreateFile made it.
func (w *Writer) Close() error {
	err := errors.Join(w.Writer.Close(), w.g.Close())
	if w.f != nil {
		err = errors.Join(err, w.f.Close())
	}
	return err
}

// ListFile lists the regular files of an archive.
func ListFile(fn string) ([]*tar.Header, error) {
	r, err := OpenFile(fn)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return List(r)
}

// List lists the regular files that a reader still has.
func List(r *Reader) ([]*tar.Header, error) {
	files := []*tar.Header{}
	for {
		header, err := r.Next()
		if err == io.EOF {
			return files, nil
		}
		if err != nil {
			return nil, err
		}
		if header.Typeflag == tar.TypeReg {
			files = append(files, header)
		}
	}
}

// SynthesizeTarball writes Synthesize's archive to input.tar.gz in a folder, and gives the file's name.
func SynthesizeTarball(dir string) (string, error) {
	fn := filepath.Join(dir, "input.tar.gz")
	w, err := CreateFile(fn)
	if err != nil {
		return "", err
	}
	if err := errors.Join(Synthesize(w), w.Close()); err != nil {
		return "", err
	}
	return fn, nil
}

// Synthesize writes five PNG files of 2x2 blue pixels, in folders like those of MNIST.
func Synthesize(w *Writer) error {
	var file bytes.Buffer
	if err := png.Encode(&file, vision.SynthesizeImage(2, 2, color.RGBA{0, 0, 255, 255})); err != nil {
		return err
	}
	for _, name := range []string{
		"mnist/", "mnist/training/", "mnist/training/0/", "mnist/training/0/first.png", "mnist/training/0/second.png",
		"mnist/training/1/", "mnist/training/1/first.png", "mnist/training/1/second.png", "mnist/testing/",
		"mnist/testing/0/", "mnist/testing/0/first.png",
	} {
		header := &tar.Header{Typeflag: tar.TypeDir, Name: name, Mode: 0700}
		content := []byte{}
		if !strings.HasSuffix(name, "/") {
			content = file.Bytes()
			header = &tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: 0600, Size: int64(len(content))}
		}
		if err := w.WriteHeader(header); err != nil {
			return err
		}
		if _, err := w.Write(content); err != nil {
			return err
		}
	}
	return nil
}
