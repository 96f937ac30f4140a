package nn_test

import (
	"bytes"
	"encoding/gob"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	torch "gotorch"
	"gotorch/nn"
	F "gotorch/nn/functional"
	"gotorch/nn/initializer"
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

func equal(t *testing.T, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("got %v (%T), want %v (%T)", got, got, want, want)
	}
}

func panics(t *testing.T, text string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if got, _ := recover().(string); !strings.Contains(got, text) {
			t.Fatalf("%q is not in %q", text, got)
		}
	}()
	f()
	t.Fatalf("no panic about %q", text)
}

type net struct {
	nn.Module
	W     torch.Tensor
	S     torch.Tensor `gotorch:"buffer"`
	None  torch.Tensor
	L     *nn.LinearModule
	Nil   *nn.LinearModule
	List  []nn.IModule
	TT    []torch.Tensor `gotorch:"buffer"`
	count int
}

func newNet() *net {
	n := &net{W: torch.Ones([]int64{2}, true), S: torch.Zeros([]int64{2}, false), L: nn.Linear(2, 3, true),
		List: []nn.IModule{nn.Linear(3, 1, false), nn.Functional(torch.Tanh)},
		TT:   []torch.Tensor{torch.Ones([]int64{1}, false)}}
	n.Init(n)
	return n
}

func names(list map[string]torch.Tensor) (all []string) {
	for name := range list {
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}

func TestMembersAreFoundByReflection(t *testing.T) {
	n := newNet()
	equal(t, names(n.NamedParameters()), []string{"net.L.Bias", "net.L.Weight", "net.List[0].Weight", "net.W"})
	equal(t, names(n.NamedBuffers()), []string{"net.S", "net.TT[0]"})
	equal(t, len(n.StateDict()), 6)
	equal(t, n.Parameters()[0].IsSame(n.W), true) // in the order of the fields
	equal(t, n.Parameters()[3].Shape(), []int64{1, 3})
	equal(t, len(n.Buffers()), 2)
	equal(t, n.Name(), "nn_test.net")
	equal(t, n.L.Name(), "nn.LinearModule")
	equal(t, n.Outer() == nn.IModule(n), true)
}

func TestTrainReachesEveryModule(t *testing.T) {
	n := newNet()
	equal(t, n.L.IsTraining(), true)
	n.Train(false)
	equal(t, []bool{n.IsTraining(), n.L.IsTraining(), n.List[0].IsTraining(), n.List[1].IsTraining()}, make([]bool, 4))
	seen := []string{}
	n.Apply(func(m nn.IModule) { seen = append(seen, m.Name()) })
	equal(t, seen, []string{"nn_test.net", "nn.LinearModule", "nn.LinearModule", "nn.FunctionalModule"})
}

func TestModulesMustBeInitialized(t *testing.T) {
	n := &net{}
	for _, f := range []func(){func() { n.Train(true) }, func() { n.To(torch.NewDevice("cpu")) }, func() { n.Parameters() },
		func() { n.StateDict() }, func() { _ = n.SetStateDict(nil) }} {
		panics(t, "calling `Init`", f)
	}
	type byPointer struct{ *nn.Module }
	panics(t, "by value", func() { m := &byPointer{&nn.Module{}}; m.Init(m) })
	type hidden struct {
		nn.Module
		fc *nn.LinearModule
	}
	h := &hidden{fc: nn.Linear(1, 1, false)}
	h.Init(h)
	panics(t, "exporting field hidden.fc", func() { h.Parameters() })
}

func TestToKeepsTheTensorsAndChangesTheirDtype(t *testing.T) {
	n := newNet()
	w := n.W
	n.To(torch.NewDevice("cpu"), torch.Double)
	equal(t, n.W.IsSame(w), true)
	equal(t, []int8{w.Dtype(), n.L.Weight.Dtype(), n.S.Dtype()}, []int8{torch.Double, torch.Double, torch.Double})
	equal(t, w.RequiresGrad(), true)
}

func TestSetStateDictChecksEverythingFirst(t *testing.T) {
	a, b := newNet(), newNet()
	w := b.L.Weight
	if err := b.SetStateDict(a.StateDict()); err != nil {
		t.Fatal(err)
	}
	equal(t, b.L.Weight.IsSame(w), true) // an optimizer still knows it
	equal(t, torch.Equal(w, a.L.Weight), true)
	for text, change := range map[string]func(map[string]torch.Tensor){
		"no value for net.L.Bias":   func(sd map[string]torch.Tensor) { delete(sd, "net.L.Bias") },
		"sd[more] is not used":      func(sd map[string]torch.Tensor) { sd["more"] = a.W },
		"net.W has shape [2]":       func(sd map[string]torch.Tensor) { sd["net.W"] = torch.Ones([]int64{3}, false) },
		"net.W has dtype 6":         func(sd map[string]torch.Tensor) { sd["net.W"] = torch.NewTensor([]int64{1, 2}) },
		"for net.W is no tensor":    func(sd map[string]torch.Tensor) { sd["net.W"] = torch.Tensor{} },
		"no value for net.List[0].": func(sd map[string]torch.Tensor) { delete(sd, "net.List[0].Weight") },
	} {
		sd := newNet().StateDict()
		change(sd)
		err := b.SetStateDict(sd)
		if err == nil || !strings.Contains(err.Error(), text) {
			t.Fatalf("%q is not in %v", text, err)
		}
		equal(t, torch.Equal(b.L.Weight, a.L.Weight), true)
	}
}

func TestStateDictsTravelAsGobs(t *testing.T) {
	a, b := newNet(), newNet()
	var file bytes.Buffer
	equal(t, gob.NewEncoder(&file).Encode(a.StateDict()), nil)
	states := map[string]torch.Tensor{}
	equal(t, gob.NewDecoder(&file).Decode(&states), nil)
	equal(t, b.SetStateDict(states), nil)
	for name, tensor := range a.StateDict() {
		equal(t, torch.Equal(tensor, b.StateDict()[name]), true)
	}
}

func TestSequentialPassesOnWhatForwardsReturn(t *testing.T) {
	s := nn.Sequential(nn.Linear(2, 4, true), nn.Functional(torch.Relu), nn.Linear(4, 1, true))
	equal(t, s.Forward(torch.Ones([]int64{3, 2}, false)).(torch.Tensor).Shape(), []int64{3, 1})
	equal(t, len(s.Parameters()), 4)
	if _, ok := s.StateDict()["SequentialModule.Modules[0].Weight"]; !ok {
		t.Fatal(names(s.StateDict()))
	}
	equal(t, nn.Sequential(newPair(), newSum()).Forward(2, 3), 7)
	panics(t, "empty Sequential", func() { nn.Sequential().Forward(1) })
	panics(t, "exactly one return value", func() { nn.Sequential(newPair()).Forward(2, 3) })
}

type pair struct{ nn.Module }

func newPair() *pair                        { p := &pair{}; p.Init(p); return p }
func (p *pair) Forward(a, b int) (int, int) { return a * 2, b }

type sum struct{ nn.Module }

func newSum() *sum                  { s := &sum{}; s.Init(s); return s }
func (s *sum) Forward(a, b int) int { return a + b }

func TestLayersGiveTorchsShapesAndNumbers(t *testing.T) {
	x := torch.Arange(0, 32, 1, false).View(1, 2, 4, 4)
	c := nn.Conv2d(2, 3, 3, 1, 1, 1, 1, true, "zeros")
	equal(t, c.Forward(x).Shape(), []int64{1, 3, 4, 4})
	up := nn.ConvTranspose2d(2, 3, 4, 2, 1, 0, 1, false, 1, "zeros")
	equal(t, up.Forward(x).Shape(), []int64{1, 3, 8, 8})
	panics(t, "paddingMode", func() { nn.Conv2d(2, 3, 3, 1, 1, 1, 1, true, "reflect") })

	bn := nn.BatchNorm2d(2, 1e-5, 0.1, true, true)
	normed := bn.Forward(x)
	equal(t, math.Abs(float64(normed.Sum().Item().(float32))) < 1e-4, true)
	equal(t, torch.AllClose(bn.RunningMean, torch.NewTensor([]float32{0.75, 2.35})), true)
	bn.Train(false)
	equal(t, torch.AllClose(bn.Forward(x), normed), false)
	panics(t, "4 dimensions", func() { bn.Forward(x.View(-1)) })
	pooled := F.MaxPool2d(x, []int64{2, 2}, []int64{2, 2}, []int64{0, 0}, []int64{1, 1}, false)
	equal(t, torch.ToSlice[float32](pooled), []float32{5, 7, 13, 15, 21, 23, 29, 31})
	equal(t, torch.ToSlice[float32](F.AdaptiveAvgPool2d(x, []int64{1, 1})), []float32{7.5, 23.5})
}

func TestLosses(t *testing.T) {
	x, target := torch.NewTensor([][]float32{{1, 2, 3}, {0, 0, 0}}), torch.NewTensor([]int64{2, 0})
	a := F.CrossEntropy(x, target, torch.Tensor{}, -100, "mean")
	b := F.NllLoss(F.LogSoftmax(x, -1), target, torch.Tensor{}, -100, "mean")
	equal(t, torch.AllClose(a, b), true)
	equal(t, torch.AllClose(a, torch.Full([]int64{}, 0.753109, false)), true)
	equal(t, F.CrossEntropy(x, target, torch.Tensor{}, -100, "none").Shape(), []int64{2})
	half := torch.Full([]int64{2}, 0.5, false)
	bce := F.BinaryCrossEntropy(half, torch.Ones([]int64{2}, false), torch.Tensor{}, "sum")
	equal(t, torch.AllClose(bce, torch.Full([]int64{}, 1.3862944, false)), true)
	panics(t, `got "average"`, func() { F.NllLoss(x, target, torch.Tensor{}, -100, "average") })
	y := torch.NewTensor([]float32{-1, 1})
	equal(t, F.Relu(y, true).IsSame(y), true)
	equal(t, torch.ToSlice[float32](y), []float32{0, 1})
	equal(t, torch.ToSlice[float32](F.LeakyRelu(torch.NewTensor([]float32{-2}), 0.5, false)), []float32{-1})
}

func TestInitializers(t *testing.T) {
	w := torch.Empty([]int64{4, 3, 2, 2}, true)
	in, out := initializer.CalculateFanInAndFanOut(w)
	equal(t, []int64{in, out}, []int64{12, 16})
	initializer.Ones(&w)
	equal(t, w.Sum().Item(), float32(48))
	initializer.ManualSeed(1)
	initializer.Uniform(&w, 0, 1)
	first := w.Detach().Clone()
	initializer.ManualSeed(1)
	initializer.Uniform(&w, 0, 1)
	equal(t, torch.Equal(w, first), true)
	equal(t, w.IsLeaf() && w.RequiresGrad(), true)
	initializer.KaimingUniform(&w, 2.2360679, "fan_in", "leaky_relu")
	panics(t, "fan_in", func() { initializer.KaimingUniform(&w, 0, "fan", "relu") })
	panics(t, "non_linearity", func() { initializer.KaimingUniform(&w, 0, "fan_in", "gelu") })
	panics(t, "nil", func() { initializer.Zeros(&torch.Tensor{}) })
	panics(t, "2 dimensions", func() { initializer.CalculateFanInAndFanOut(torch.Ones([]int64{2}, false)) })
}
