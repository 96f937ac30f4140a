package cgotorchtest

import (
	"os"
	"reflect"
	"runtime"
	"strings"
	"testing"

	torch "gotorch"
)

func TestMain(m *testing.M) {
	code := m.Run()
	torch.Collect()
	if left := torch.LiveTensors(); code == 0 && left != 0 {
		println("tensors that were never closed:", left)
		code = 1
	}
	os.Exit(code)
}

func holds(t *testing.T, x torch.Tensor, want ...float32) {
	t.Helper()
	if got := torch.ToSlice[float32](x.CastTo(torch.Float)); !reflect.DeepEqual(got, want) {
		t.Fatalf("got %v, want %v", got, want)
	}
}

func failing(f func()) (text string) {
	defer func() { text, _ = recover().(string) }()
	f()
	return ""
}

func TestCodeOfGoTorchsRuns(t *testing.T) {
	a := torch.NewTensor([][]float32{{1, 2}, {3, 4}})
	holds(t, MM(a, a), 7, 10, 15, 22)
	holds(t, View(a, -1), 1, 2, 3, 4)
	holds(t, Argmax(a, nil), 3)
	dim := int64(1)
	holds(t, Argmax(a, &dim), 1, 1)
	values, indices := TopK(a, 1)
	holds(t, values, 2, 4)
	holds(t, indices, 1, 1)
	holds(t, Stack([]torch.Tensor{a, a}), 1, 2, 3, 4, 1, 2, 3, 4)
	holds(t, AddI(a, a, 1), 2, 4, 6, 8)
	holds(t, Pickle(a), 2, 4, 6, 8)
	holds(t, OnDevice(a, "cpu"), 2, 4, 6, 8)
	holds(t, NllLoss(torch.NewTensor([][]float32{{-1, -3}}), torch.NewTensor([]int64{1}), "mean"), 3)
	if Item(a.Sum()) != 20 || !strings.HasPrefix(String(a), " 2  4\n 6  8\n") {
		t.Fatal(Item(a.Sum()), String(a))
	}
	Zeros(&a)
	holds(t, a, 0, 0, 0, 0)
	if x := RandN([]int64{2, 3}, true); !x.RequiresGrad() || len(x.Shape()) != 2 {
		t.Fatal(x)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if before, within, after := Prepared(); before || !within || after {
		t.Fatal(before, within, after)
	}
}

func TestOptimizersOfGoTorchsCode(t *testing.T) {
	for _, adam := range []bool{false, true} {
		p := torch.NewTensor([]float32{1, -2}).SetRequiresGrad(true)
		grad := Train(p, adam, 3)
		if !grad.Defined() || p.Index(0).Item().(float32) >= 1 || p.Index(1).Item().(float32) <= -2 {
			t.Fatal(p, grad)
		}
	}
}

func TestErrorsOfGoTorchsCodePanic(t *testing.T) {
	for text, f := range map[string]func(){
		"cannot be multiplied (2x3 and 2x3)": func() { x := RandN([]int64{2, 3}, false); MM(x, x) },
		`must be "none", "mean" or "sum"`:    func() { x := RandN([]int64{2, 3}, false); NllLoss(x, x, "average") },
		"Expected one of":                    func() { OnDevice(RandN([]int64{1}, false), "gpu") },
		"cannot be converted to Scalar":      func() { Item(RandN([]int64{2}, false)) },
	} {
		if got := failing(f); !strings.Contains(got, text) {
			t.Fatalf("%q is not in %q", text, got)
		}
	}
}
