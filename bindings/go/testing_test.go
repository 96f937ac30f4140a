package gotorch_test

import (
	"math"
	"os"
	"reflect"
	"testing"

	torch "gotorch"
)

// TestMain runs all tests, and then counts the tensors that are still there: nobody refers to any.
func TestMain(m *testing.M) {
	code := m.Run()
	torch.Collect()
	if left := torch.LiveTensors(); code == 0 && left != 0 {
		println("tensors that were never closed:", left)
		code = 1
	}
	os.Exit(code)
}

func equal(t *testing.T, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("got %v (%T), want %v (%T)", got, got, want, want)
	}
}

// holds checks the elements of a float32 tensor.
func holds(t *testing.T, tensor torch.Tensor, want ...float32) {
	t.Helper()
	got := torch.ToSlice[float32](tensor.CastTo(torch.Float))
	if len(got) != len(want) {
		t.Fatalf("got %v, want %v", got, want)
	}
	for i := range got {
		if math.Abs(float64(got[i]-want[i])) > 1e-6*math.Max(1, math.Abs(float64(want[i]))) {
			t.Fatalf("got %v, want %v", got, want)
		}
	}
}

// message gives what f panics with.
func message(t *testing.T, f func()) (text string) {
	t.Helper()
	defer func() {
		switch value := recover().(type) {
		case string:
			text = value
		case error:
			text = value.Error()
		default:
			t.Fatalf("panicked with %v", value)
		}
	}()
	f()
	return ""
}
