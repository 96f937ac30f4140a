// Package datasets reads MNIST and what has its format, Fashion-MNIST for one.
package datasets

import (
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	torch "gotorch"
)

// ReadIDX reads an IDX file of bytes, gzipped or not, as its sizes and its numbers.
func ReadIDX(path string) (shape []int64, data []byte, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	var reader io.Reader = file
	if strings.HasSuffix(path, ".gz") {
		if reader, err = gzip.NewReader(file); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	content, err := io.ReadAll(reader)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(content) < 4 || content[0] != 0 || content[1] != 0 || content[2] != 8 || len(content) < 4+4*int(content[3]) {
		return nil, nil, fmt.Errorf("%s is no IDX file of bytes", path)
	}
	numel, dims := int64(1), int(content[3])
	for i := range dims {
		size := int64(binary.BigEndian.Uint32(content[4+4*i:]))
		shape = append(shape, size)
		if numel *= size; numel > int64(len(content)) {
			break
		}
	}
	data = content[4+4*dims:]
	if numel != int64(len(data)) {
		return nil, nil, fmt.Errorf("%s: %d bytes of data do not fit the sizes %v", path, len(data), shape)
	}
	return shape, data, nil
}

// MNIST reads images, bytes of shape (n, 28, 28), and labels, int64 of shape (n), from a folder with the files of MNIST
// or Fashion-MNIST: train-images-idx3-ubyte and so on, gzipped or not.
func MNIST(folder string, train bool) (images, labels torch.Tensor, err error) {
	prefix := "t10k"
	if train {
		prefix = "train"
	}
	read := func(name string) ([]int64, []byte, error) {
		path := filepath.Join(folder, prefix+"-"+name)
		if _, err := os.Stat(path); err != nil {
			path += ".gz"
		}
		return ReadIDX(path)
	}
	shape, pixels, err := read("images-idx3-ubyte")
	if err != nil {
		return images, labels, err
	}
	count, numbers, err := read("labels-idx1-ubyte")
	if err != nil {
		return images, labels, err
	}
	if len(shape) != 3 || len(count) != 1 || shape[0] != count[0] {
		return images, labels, fmt.Errorf("%s: images of sizes %v and labels of sizes %v do not go together", folder,
			shape, count)
	}
	return torch.FromSlice(pixels, shape...), torch.FromSlice(numbers).CastTo(torch.Long), nil
}
