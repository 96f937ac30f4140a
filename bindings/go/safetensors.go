package gotorch

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"unsafe"

	"gotorch/internal/ptc"
)

// Named is a tensor with its name in a file.
type Named struct {
	Name   string
	Tensor Tensor
}

var safeDtypes = map[string]int8{"U8": Byte, "I8": Char, "I16": Short, "I32": Int, "I64": Long, "F16": Half,
	"BF16": BFloat16, "F32": Float, "F64": Double, "BOOL": Bool}

type safeEntry struct {
	Dtype   string    `json:"dtype"`
	Shape   []int64   `json:"shape"`
	Offsets [2]uint64 `json:"data_offsets"`
}

// SaveSafetensors writes tensors to a file in the format of safetensors, in their order.
func SaveSafetensors(path string, tensors []Named) error {
	var header, data bytes.Buffer
	header.WriteByte('{')
	for i, named := range tensors {
		entry, err := safeBytes(named, &data)
		if err != nil {
			return err
		}
		name, _ := json.Marshal(named.Name)
		text, _ := json.Marshal(entry)
		if i > 0 {
			header.WriteByte(',')
		}
		fmt.Fprintf(&header, "%s:%s", name, text)
	}
	header.WriteByte('}')
	for header.Len()%8 != 0 {
		header.WriteByte(' ')
	}
	file := binary.LittleEndian.AppendUint64(nil, uint64(header.Len()))
	return os.WriteFile(path, append(append(file, header.Bytes()...), data.Bytes()...), 0644)
}

// safeBytes adds a tensor's bytes to data, and gives what the header says of them.
func safeBytes(named Named, data *bytes.Buffer) (entry safeEntry, err error) {
	if !named.Tensor.Defined() {
		return entry, fmt.Errorf("SaveSafetensors: %s is no tensor", named.Name)
	}
	dtype := named.Tensor.Dtype()
	for name, number := range safeDtypes {
		if number == dtype {
			entry.Dtype = name
		}
	}
	if entry.Dtype == "" {
		return entry, fmt.Errorf("SaveSafetensors: %s has dtype %d, which the format does not know", named.Name, dtype)
	}
	content := make([]byte, named.Tensor.Numel()*elementSizes[dtype])
	failed := ptc.CopyTo(named.Tensor.T, unsafe.Pointer(unsafe.SliceData(content)), int64(len(content)))
	entry.Shape = named.Tensor.Shape()
	entry.Offsets = [2]uint64{uint64(data.Len()), uint64(data.Len() + len(content))}
	data.Write(content)
	return entry, TakeError(failed)
}

// LoadSafetensors reads the tensors of a file in the format of safetensors.
func LoadSafetensors(path string) (map[string]Tensor, error) {
	file, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if len(file) < 8 || binary.LittleEndian.Uint64(file) > uint64(len(file)-8) {
		return nil, fmt.Errorf("%s is no file of safetensors", path)
	}
	end := 8 + binary.LittleEndian.Uint64(file)
	entries := map[string]json.RawMessage{}
	if err := json.Unmarshal(file[8:end], &entries); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	tensors := map[string]Tensor{}
	for name, text := range entries {
		if name == "__metadata__" {
			continue
		}
		if tensors[name], err = safeTensor(text, file[end:]); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", path, name, err)
		}
	}
	return tensors, nil
}

func safeTensor(text []byte, data []byte) (Tensor, error) {
	var entry safeEntry
	if err := json.Unmarshal(text, &entry); err != nil {
		return Tensor{}, err
	}
	dtype, ok := safeDtypes[entry.Dtype]
	if !ok {
		return Tensor{}, fmt.Errorf("dtype %s is not known", entry.Dtype)
	}
	from, to := entry.Offsets[0], entry.Offsets[1]
	if from > to || to > uint64(len(data)) {
		return Tensor{}, errors.New("its data is not within the file")
	}
	content := data[from:to]
	handle, err := ptc.FromData(unsafe.Pointer(unsafe.SliceData(content)), int64(len(content)), entry.Shape, dtype)
	if err != nil {
		return Tensor{}, TakeError(err)
	}
	return wrap(handle, nil), nil
}
