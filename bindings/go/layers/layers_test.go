package layers_test

import (
	"math"
	"os"
	"reflect"
	"strings"
	"testing"

	"gotorch"
	"gotorch/layers"
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

type net struct {
	layers.Base
	fc   *layers.Linear
	norm *layers.LayerNorm
}

func newNet() *net {
	n := &net{}
	n.fc = layers.Add(&n.Base, "fc", layers.NewLinear(2, 3))
	n.norm = layers.Add(&n.Base, "norm", layers.NewLayerNorm([]int64{3}))
	return n
}

func (n *net) Forward(x gotorch.Tensor) gotorch.Tensor { return n.norm.Forward(n.fc.Forward(x).Relu()) }

func TestLayersAreTorchs(t *testing.T) {
	n := newNet()
	state := map[string]gotorch.Tensor{}
	var names []string
	for _, one := range n.StateDict() {
		names = append(names, one.Name)
		state[one.Name] = one.Tensor
	}
	if want := []string{"fc.weight", "fc.bias", "norm.weight", "norm.bias"}; !reflect.DeepEqual(names, want) {
		t.Fatal(names)
	}
	state["norm.weight"] = gotorch.Ones([]int64{2}, false)
	if err := n.LoadStateDict(state); err == nil || !strings.Contains(err.Error(), "norm.weight has size [3], not [2]") {
		t.Fatal(err)
	}
	if err := n.LoadStateDict(nil); err == nil || !strings.Contains(err.Error(), "there is no fc.weight") {
		t.Fatal(err)
	}
	first := n.Parameters()[0]
	n.To(gotorch.NewDevice("cpu"), gotorch.Double)
	if first.Dtype() != gotorch.Double {
		t.Fatal("the same tensor is cast")
	}
	if n.Eval(); n.fc.Training() || n.Training() {
		t.Fatal("evaluation")
	}
}

func TestALayerRefusesOptionsOfOthers(t *testing.T) {
	defer func() {
		if said := recover(); said != "layers: ReLU has no bias" {
			t.Fatal(said)
		}
	}()
	layers.NewReLU(layers.Bias(false))
}

func TestStatesGoOn(t *testing.T) {
	lstm := layers.NewLSTM(3, 4, layers.Bidirectional(true))
	out, states := lstm.Seq(gotorch.Ones([]int64{5, 2, 3}, false))
	again, _ := lstm.Seq(gotorch.Ones([]int64{1, 2, 3}, false), states...)
	if a, b := out.Shape(), again.Shape(); !reflect.DeepEqual(a, []int64{5, 2, 8}) || !reflect.DeepEqual(b, []int64{1, 2, 8}) {
		t.Fatal(a, b)
	}
}

func TestRatesAndBatches(t *testing.T) {
	schedule := layers.CosineAnnealingLR(0.1, 4, 0.02)
	for _, want := range []float64{0.088284, 0.06, 0.031716, 0.02, 0.031716, 0.06} {
		if rate := schedule.Step(); math.Abs(rate-want) > 1e-6 {
			t.Fatal(rate, want)
		}
	}
	by := layers.LambdaLR(0.1, func(epoch int64) float64 { return 1 / float64(epoch+2) })
	if first, second := by.Rate(), by.Step(); first != 0.05 || math.Abs(second-0.1/3) > 1e-9 {
		t.Fatal(first, second)
	}
	loader := layers.NewDataLoader(2, gotorch.FromSlice([]int64{0, 1, 2, 3, 4}, 5))
	var found [][]int64
	for batch := range loader.All() {
		found = append(found, gotorch.ToSlice[int64](batch[0]))
	}
	if want := [][]int64{{0, 1}, {2, 3}, {4}}; !reflect.DeepEqual(found, want) {
		t.Fatal(found)
	}
	if loader.DropLast = true; loader.Len() != 2 {
		t.Fatal(loader.Len())
	}
}
