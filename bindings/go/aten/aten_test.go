package aten_test

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"gotorch"
	"gotorch/aten"
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

func holds(t *testing.T, x gotorch.Tensor, err error, want ...float32) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if got := gotorch.ToSlice[float32](x.CastTo(gotorch.Float)); !reflect.DeepEqual(got, want) {
		t.Fatalf("got %v, want %v", got, want)
	}
}

// TestEveryKindOfArgument calls an operator for each kind of argument and of result.
func TestEveryKindOfArgument(t *testing.T) {
	x := gotorch.NewTensor([][]float32{{1, 5}, {3, 2}})
	y, err := aten.AddTensor(x, x, aten.Num(2)) // tensors, a scalar
	holds(t, y, err, 3, 15, 9, 6)
	y, err = aten.Clamp(x, aten.Num(2), aten.Scalar{}) // a scalar that is absent
	holds(t, y, err, 2, 5, 3, 2)
	y, err = aten.SumDimIntList(x, []int64{0}, true, aten.Float64) // a list, a bool, a dtype
	holds(t, y, err, 4, 7)
	y, err = aten.Argmax(x, aten.Some(int64(1)), false) // an optional int
	holds(t, y, err, 1, 0)
	y, err = aten.Argmax(x, nil, false)
	holds(t, y, err, 1)
	y, err = aten.Full([]int64{2}, aten.Num(7), aten.Options{Dtype: aten.Int64, Device: gotorch.NewDevice("cpu")})
	holds(t, y, err, 7, 7)
	y, err = aten.DivTensorMode(x, x.Add(x, 1), aten.Some("floor")) // an optional string
	holds(t, y, err, 0, 0, 0, 0)
	y, err = aten.Cat([]gotorch.Tensor{x, x}, 0) // tensors in a list
	holds(t, y, err, 1, 5, 3, 2, 1, 5, 3, 2)
	y, err = aten.IndexTensor(x, []gotorch.Tensor{{}, gotorch.NewTensor([]int64{1})}) // absent entries
	holds(t, y, err, 5, 2)
	y, err = aten.MseLoss(x, x.Mul(x), aten.ReductionSum)
	holds(t, y, err, 0+400+36+4)

	values, indices, err := aten.MaxDim(x, 1, false) // two results
	holds(t, values, err, 5, 3)
	holds(t, indices, err, 1, 0)
	parts, err := aten.SplitTensor(x, 1, 0) // a list of results
	if err != nil || len(parts) != 2 {
		t.Fatal(parts, err)
	}
	holds(t, parts[1], nil, 3, 2)
	if same, err := aten.Equal(x, x); err != nil || !same { // a bool
		t.Fatal(same, err)
	}
	if dtype, err := aten.ResultTypeTensor(x, y); err != nil || dtype != aten.Float32 {
		t.Fatal(dtype, err)
	}
	if err := aten.Add_Tensor(x, x, aten.Num(1)); err != nil { // in place
		t.Fatal(err)
	}
	holds(t, x, nil, 2, 10, 6, 4)
	out := gotorch.Empty([]int64{2, 2}, false)
	if err := aten.MulOut(x, x, out); err != nil { // an out argument
		t.Fatal(err)
	}
	holds(t, out, nil, 4, 100, 36, 16)
}

func TestGeneratorsRepeatTheirNumbers(t *testing.T) {
	numbers := func() []float32 {
		g := gotorch.Must(aten.NewGenerator(gotorch.NewDevice("cpu"), 3))
		x := gotorch.Must(aten.RandnGenerator([]int64{4}, g, aten.Options{}))
		return gotorch.ToSlice[float32](x)
	}
	if a, b := numbers(), numbers(); !reflect.DeepEqual(a, b) {
		t.Fatal(a, b)
	}
}

func TestErrorsAreGos(t *testing.T) {
	_, err := aten.Mm(gotorch.Ones([]int64{2, 3}, false), gotorch.Ones([]int64{2, 3}, false))
	if err == nil || !strings.Contains(err.Error(), "(2x3 and 2x3)") || err.(*gotorch.Error).Kind != gotorch.RuntimeError {
		t.Fatal(err)
	}
	if _, err = aten.Mm(gotorch.Tensor{}, gotorch.Tensor{}); err == nil {
		t.Fatal("no tensors have no product")
	}
	_, _, err = aten.MaxDim(gotorch.Ones([]int64{2}, false), 5, false)
	if err.(*gotorch.Error).Kind != gotorch.IndexError {
		t.Fatal(err)
	}
}
