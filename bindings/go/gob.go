package gotorch

import (
	"errors"
	"slices"

	"gotorch/internal/ptc"
)

// GobEncode gives a pickle of the tensor, on the CPU, which torch.load reads too.
func (t Tensor) GobEncode() ([]byte, error) {
	if !t.Defined() {
		return nil, errors.New("Cannot encode nil tensor")
	}
	pickle, err := ptc.Encode(t.T)
	return pickle, TakeError(err)
}

// GobDecode reads what GobEncode wrote.
func (t *Tensor) GobDecode(buf []byte) error {
	handle, err := ptc.Decode(buf)
	if err != nil {
		return TakeError(err)
	}
	*t = wrap(handle, nil)
	return nil
}

// Save writes the tensor to a file, in the format of libtorch's torch::save.
func (a Tensor) Save(path string) { MustNil(ptc.Save(a.T, path)) }

// Load reads a tensor from a file of Tensor.Save's, libtorch's torch::save's, or Python's torch.save's.
func Load(path string) Tensor { return wrap(ptc.Load(path)) }

// SaveStateDict writes named tensors to a file that Python's torch.load reads as a dict.
func SaveStateDict(states map[string]Tensor, path string) error {
	names := make([]string, 0, len(states))
	for name := range states {
		names = append(names, name)
	}
	slices.Sort(names)
	list := make([]ptc.Cell, len(names))
	for i, name := range names {
		list[i] = states[name].T
	}
	return TakeError(ptc.SaveState(names, list, path))
}

// LoadStateDict reads named tensors: a file of SaveStateDict's, or Python's torch.save of a dict of tensors. Names of
// nested dicts are joined by dots. libtorch reads no OrderedDict: in Python save dict(model.state_dict()).
func LoadStateDict(path string) (map[string]Tensor, error) {
	names, handles, err := ptc.LoadState(path)
	if err != nil {
		return nil, TakeError(err)
	}
	states := make(map[string]Tensor, len(names))
	for i, name := range names {
		states[name] = wrap(handles[i], nil)
	}
	return states, nil
}
