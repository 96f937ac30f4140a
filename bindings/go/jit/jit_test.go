package jit_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gotorch"
	"gotorch/jit"
)

func TestMain(m *testing.M) {
	code := m.Run()
	gotorch.Collect()
	if left := gotorch.LiveTensors(); code == 0 && left != 0 {
		println("tensors that were never closed:", left)
		code = 1
	}
	os.Exit(code)
}

const program = `
def f(x: Tensor, d: Dict[str, List[Tensor]], n: Optional[int] = None):
    y = x
    for k in d:
        for t in d[k]:
            y = y + t
    if n is not None:
        y = y * n
    return {"y": y, "x": x}, [1.5], (n, [x, y], "text", [2, 3], [True], complex(1.0, 2.0))
`

func matrix() gotorch.Tensor { return gotorch.NewTensor([][]float32{{1, 2}, {3, 4}}) }

func numbers(x any) []float32 { return gotorch.ToSlice[float32](x.(gotorch.Tensor)) }

func same(t *testing.T, found, want any) {
	t.Helper()
	if !reflect.DeepEqual(found, want) {
		t.Fatalf("got %v, want %v", found, want)
	}
}

func fails(t *testing.T, err error, words string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), words) {
		t.Fatalf("got the error %v, want %s", err, words)
	}
}

func compiled(t *testing.T) *jit.Function {
	t.Helper()
	functions, err := jit.Compile(program)
	if err != nil {
		t.Fatal(err)
	}
	return functions["f"]
}

// TestValuesNest gives and takes values of every kind.
func TestValuesNest(t *testing.T) {
	f := compiled(t)
	found, err := f.Call(matrix(), map[string][]gotorch.Tensor{"a": {matrix()}, "b": {}}, 3)
	if err != nil {
		t.Fatal(err)
	}
	all := found.([]any)
	made, rest := all[0].(jit.Dict), all[2].([]any)
	same(t, numbers(made["y"]), []float32{6, 12, 18, 24})
	same(t, numbers(made["x"]), []float32{1, 2, 3, 4})
	same(t, numbers(rest[1].([]any)[1]), []float32{6, 12, 18, 24})
	same(t, all[1], []any{1.5})
	same(t, append(rest[:1:1], rest[2:]...), []any{int64(3), "text", []any{int64(2), int64(3)}, []any{true}, 1 + 2i})
	schema, err := f.Schema()
	if err != nil || !strings.HasPrefix(schema, "f(Tensor x, Dict(str, Tensor[]) d, int? n=None)") {
		t.Fatal(schema, err)
	}
}

func TestErrors(t *testing.T) {
	f := compiled(t)
	_, err := f.Call(matrix(), map[string]any{"a": []int{1}})
	fails(t, err, "argument 'd': value 0: item 0 must be Tensor, not int")
	_, err = f.Call()
	fails(t, err, "argument 'x' is missing")
	_, err = f.Call(matrix(), struct{}{})
	fails(t, err, "TorchScript has no type for struct {}")
	itself := []any{nil}
	itself[0] = itself
	_, err = f.Call(matrix(), itself)
	fails(t, err, "100 deep")
	_, err = jit.Compile("def g(x):\n  return torch.nope(x)\n")
	fails(t, err, "<--- HERE")
	_, err = jit.LoadBytes([]byte("no archive"), gotorch.Device{})
	fails(t, err, "no zip file")
	_, err = jit.Load(filepath.Join(t.TempDir(), "a.pt"), gotorch.Device{})
	fails(t, err, "No such file")
	f.Close()
	f.Close()
	_, err = f.Call(matrix(), jit.Dict{})
	fails(t, err, "'self'")
}

func TestArchivesComeBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.pt")
	module, err := compiled(t).Module()
	if err != nil {
		t.Fatal(err)
	}
	if err := module.Save(path); err != nil {
		t.Fatal(err)
	}
	bytes, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	loaded := gotorch.Must(jit.Load(path, gotorch.NewDevice("cpu")))
	again := gotorch.Must(jit.LoadBytes(bytes, gotorch.Device{}))
	same(t, gotorch.Must(loaded.Methods()), []string{"forward"})
	same(t, len(gotorch.Must(loaded.Parameters())), 0)
	_, err = loaded.Method("backward")
	fails(t, err, "no method 'backward'")
	for _, one := range []*jit.Module{loaded, again} {
		if err := one.Eval(); err != nil {
			t.Fatal(err)
		}
		found := gotorch.Must(one.Forward(matrix(), jit.Dict{})).([]any)
		same(t, numbers(found[0].(jit.Dict)["y"]), []float32{1, 2, 3, 4})
	}
	loaded.Close()
	_, err = loaded.Forward(matrix(), jit.Dict{})
	fails(t, err, "'self'")
}
