// Package fashion reads the thousand images that the networks of every binding are trained with.
package fashion

import (
	"encoding/binary"
	"log"
	"math"
	"os"
	"path/filepath"

	torch "gotorch"
)

// Read gives the images, of this size each, and the labels as tensors over the slices that the files of a folder are
// read to: images.f32 and labels.i64, which `python bindings/mlp/mlp.py data FOLDER` writes.
func Read(folder string, size ...int64) (x, y torch.Tensor) {
	text, err := os.ReadFile(filepath.Join(folder, "images.f32"))
	if err != nil {
		log.Fatal(err)
	}
	numbers := make([]float32, len(text)/4)
	for i := range numbers {
		numbers[i] = math.Float32frombits(binary.LittleEndian.Uint32(text[4*i:]))
	}
	if text, err = os.ReadFile(filepath.Join(folder, "labels.i64")); err != nil {
		log.Fatal(err)
	}
	labels := make([]int64, len(text)/8)
	for i := range labels {
		labels[i] = int64(binary.LittleEndian.Uint64(text[8*i:]))
	}
	count := int64(len(labels))
	return torch.ShareSlice(numbers, append([]int64{count}, size...)...), torch.ShareSlice(labels, count)
}
