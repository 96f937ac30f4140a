package gotorch_test

import (
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"

	torch "gotorch"
)

func matrix() torch.Tensor { return torch.NewTensor([][]float32{{1, 2}, {3, 4}}) }

func TestOperatorsGiveTorchsNumbers(t *testing.T) {
	a, b := matrix(), torch.NewTensor([][]float32{{5, 6}, {7, 8}})
	holds(t, torch.MM(a, b), 19, 22, 43, 50)
	holds(t, torch.Add(a, b, 2), 11, 14, 17, 20)
	holds(t, a.Sub(b, 1), -4, -4, -4, -4)
	holds(t, torch.Mul(a, b), 5, 12, 21, 32)
	holds(t, b.Div(a), 5, 3, 7./3, 2)
	holds(t, a.Transpose(0, 1), 1, 3, 2, 4)
	holds(t, a.Permute([]int64{1, 0}), 1, 3, 2, 4)
	holds(t, a.View(-1), 1, 2, 3, 4)
	holds(t, a.Narrow(1, 1, 1), 2, 4)
	holds(t, torch.Flatten(a, 0, 1), 1, 2, 3, 4)
	holds(t, a.Sum(), 10)
	holds(t, a.Sum(map[string]interface{}{"dim": 0, "keepDim": true}), 4, 6)
	holds(t, a.Mean(), 2.5)
	holds(t, a.Argmax(1), 1, 1)
	holds(t, a.Argmin(), 0)
	holds(t, torch.Stack([]torch.Tensor{a, b}, 0).Select(0, 1), 5, 6, 7, 8)
	holds(t, torch.Cat([]torch.Tensor{a, b}, 1).Select(0, 0), 1, 2, 5, 6)
	holds(t, torch.IndexSelect(a, 1, torch.NewTensor([]int64{1})), 2, 4)
	holds(t, torch.LeakyRelu(torch.NewTensor([]float32{-1, 2}), 0.1), -0.1, 2)
	holds(t, a.Index(1, 0), 3)
	values, indices := torch.TopK(a, 1, 1, true, true)
	holds(t, values, 2, 4)
	holds(t, indices, 1, 1)
	equal(t, torch.Equal(a, a.Clone()), true)
	equal(t, torch.AllClose(a, b), false)
	equal(t, a.Eq(b).Dtype(), torch.Bool)
	equal(t, torch.ExpandAs(torch.Ones([]int64{1, 2}, false), a).Shape(), []int64{2, 2})
	equal(t, torch.Squeeze(torch.Ones([]int64{1, 2, 1}, false)).Shape(), []int64{2})
	equal(t, torch.Squeeze(torch.Ones([]int64{1, 2, 1}, false), 0).Shape(), []int64{2, 1})
}

func TestInPlaceOperatorsChangeTheTensorAndGiveIt(t *testing.T) {
	a := matrix()
	equal(t, a.AddI(a.Clone(), 1).IsSame(a), true)
	holds(t, a, 2, 4, 6, 8)
	a.SubI(torch.Ones([]int64{2, 2}, false), 2)
	a.MulI(torch.Full([]int64{2, 2}, 3, false))
	a.DivI(torch.Full([]int64{2, 2}, 6, false))
	holds(t, a, 0, 1, 2, 3)
}

func TestWholeFactorsWorkForIntegers(t *testing.T) {
	a := torch.NewTensor([]int64{1, 2})
	equal(t, torch.ToSlice[int64](a.Add(a, 2)), []int64{3, 6})
	if text := message(t, func() { a.Add(a, 0.5) }); !strings.Contains(text, "alpha must not be a floating point") {
		t.Fatal(text)
	}
}

func TestFactories(t *testing.T) {
	holds(t, torch.Eye(2, 3, false), 1, 0, 0, 0, 1, 0)
	holds(t, torch.Full([]int64{2}, 1.5, false), 1.5, 1.5)
	holds(t, torch.Arange(0, 1, 0.25, false), 0, 0.25, 0.5, 0.75)
	holds(t, torch.Linspace(0, 1, 3, false), 0, 0.5, 1)
	holds(t, torch.Logspace(0, 2, 3, 10, false), 1, 10, 100)
	equal(t, torch.RandN([]int64{2, 3}, true).RequiresGrad(), true)
	equal(t, torch.Rand([]int64{}, false).Shape(), []int64{})
	equal(t, torch.Empty([]int64{0, 2}, false).Numel(), int64(0))
	equal(t, torch.Ones([]int64{3}, false).Dtype(), torch.Float)
}

func TestNewTensorTakesItsDtypeFromTheSlice(t *testing.T) {
	for _, c := range []struct {
		data  any
		dtype int8
	}{
		{[]bool{true}, torch.Bool}, {[]byte{1}, torch.Byte}, {[]int8{1}, torch.Char}, {[]int16{1}, torch.Short},
		{[]int32{1}, torch.Int}, {[]int64{1}, torch.Long}, {[]uint16{0x3c00}, torch.Half}, {[]float32{1}, torch.Float},
		{[]float64{1}, torch.Double}, {[]complex64{1}, torch.ComplexFloat},
	} {
		x := torch.NewTensor(c.data)
		equal(t, x.Dtype(), c.dtype)
		equal(t, x.CastTo(torch.Float).Item(), float32(1))
	}
	equal(t, torch.NewTensor([][][]float32{{{1}, {2}}}).Shape(), []int64{1, 2, 1})
	equal(t, torch.NewTensor([][2]float32{{1, 2}, {3, 4}}).Shape(), []int64{2, 2})
	equal(t, torch.NewTensor([][]float32{}).Shape(), []int64{0, 0})
	equal(t, torch.NewTensor([]uint16{0x3f80}, map[string]interface{}{"dtype": torch.BFloat16}).Item(), float32(1))
	for text, f := range map[string]func(){
		"requires a slice":                    func() { torch.NewTensor(1) },
		"3 elements in dimension 1":           func() { torch.NewTensor([][]float32{{1, 2}, {1, 2, 3}}) },
		"elements of type string":             func() { torch.NewTensor([]string{"a"}) },
		"option dtype must be an int8":        func() { torch.NewTensor([]byte{1}, map[string]interface{}{"dtype": 3}) },
		"shape [2 2] does not fit 3 elements": func() { torch.FromSlice([]float32{1, 2, 3}, 2, 2) },
	} {
		if got := message(t, f); !strings.Contains(got, text) {
			t.Fatalf("%q is not in %q", text, got)
		}
	}
}

func TestFromBlobCopies(t *testing.T) {
	data := [2][3]float32{{1.0, 1.1, 1.2}, {2, 3, 4}}
	x := torch.FromBlob(unsafe.Pointer(&data), torch.Float, []int64{2, 3})
	data[0][0] = 9
	equal(t, x.String(), " 1.0000  1.1000  1.2000\n 2.0000  3.0000  4.0000\n[ CPUFloatType{2,3} ]")
}

func TestItemHasGosTypeOfTheDtype(t *testing.T) {
	one := torch.NewTensor([]float64{1})
	for dtype, want := range map[int8]any{torch.Byte: byte(1), torch.Char: int8(1), torch.Short: int16(1),
		torch.Int: int32(1), torch.Long: int64(1), torch.Half: float32(1), torch.Float: float32(1), torch.Double: 1.0, torch.Bool: true,
		torch.BFloat16: float32(1), torch.ComplexDouble: complex(1, 0)} {
		equal(t, one.CastTo(dtype).Item(), want)
	}
}

func TestSlicesAreSharedBothWays(t *testing.T) {
	data := []float32{1, 2, 3, 4, 5, 6}
	x := torch.ShareSlice(data, 2, 3)
	data[0] = 10
	x.Select(1, 2).MulI(torch.Full([]int64{2}, 2, false))
	equal(t, data, []float32{10, 2, 6, 4, 5, 12})

	y := torch.Zeros([]int64{2, 2}, false)
	lent := torch.Lend[float32](y)
	lent.Data[3] = 7
	y.Close() // the slice holds the memory itself
	equal(t, lent.Data, []float32{0, 0, 0, 7})
	lent.Close()

	z := matrix()
	torch.WithSlice(z, func(numbers []float32) { numbers[1] = -1 })
	equal(t, torch.ToSlice[float32](z.Transpose(0, 1)), []float32{1, 3, -1, 4})
	if text := message(t, func() { torch.Lend[float32](z.Transpose(0, 1)) }); !strings.Contains(text, "not contiguous") {
		t.Fatal(text)
	}
	if text := message(t, func() { torch.ToSlice[int64](z) }); !strings.Contains(text, "no slice of int64") {
		t.Fatal(text)
	}
}

func TestSharedSlicesStayAfterTheirTensor(t *testing.T) {
	var view torch.Tensor
	func() {
		view = torch.ShareSlice([]int64{1, 2, 3, 4}).View(2, 2)
	}()
	for range 3 {
		torch.Collect()
	}
	equal(t, torch.ToSlice[int64](view), []int64{1, 2, 3, 4})
}

func TestClosedAndAbsentTensorsPanicAndNeverCrash(t *testing.T) {
	a := matrix()
	a.Close()
	a.Close()
	equal(t, a.Defined(), false)
	for _, f := range []func(){
		func() { a.Dim() }, func() { torch.MM(a, matrix()) }, func() { torch.MM(matrix(), torch.Tensor{}) },
		func() { a.Backward() }, func() { a.Item() }, func() { a.AddI(a, 1) }, func() { torch.Stack([]torch.Tensor{a}, 0) },
		func() { a.Save("x") }, func() { a.Shape() }, func() { torch.Lend[float32](a) }, func() { a.Print() },
		func() { torch.Tensor{}.RegisterHook(nil) },
	} {
		if text := message(t, f); !strings.Contains(text, "NULL") {
			t.Fatal(text)
		}
	}
}

func TestErrorsCarryTheirKind(t *testing.T) {
	if text := message(t, func() { torch.MM(matrix(), torch.Ones([]int64{3, 1}, false)) }); text !=
		"mat1 and mat2 shapes cannot be multiplied (2x2 and 3x1)" {
		t.Fatal(text)
	}
	torch.SetPanicErrors(true)
	defer torch.SetPanicErrors(false)
	err := torch.Try(func() { matrix().Index(5, 0) })
	equal(t, err.(*torch.Error).Kind, torch.IndexError)
	equal(t, torch.Try(func() {}), nil)
	torch.SetBacktraces(true)
	defer torch.SetBacktraces(false)
	err = torch.Try(func() { matrix().View(3) })
	if !strings.Contains(err.(*torch.Error).Backtrace, "frame #") {
		t.Fatal("there is no backtrace")
	}
}

func TestDevices(t *testing.T) {
	cpu := torch.NewDevice("cpu")
	equal(t, cpu.String(), "cpu")
	equal(t, torch.NewDevice("cuda:1").String(), "cuda:1")
	equal(t, torch.NewDevice("cpu").T, cpu.T) // each once: nobody frees one
	holds(t, matrix().To(cpu, torch.Double), 1, 2, 3, 4)
	equal(t, torch.To(matrix(), cpu, torch.Double).Dtype(), torch.Double)
	equal(t, matrix().CopyTo(torch.NewDevice("meta")).Device().String(), "meta")
	equal(t, matrix().Device().String(), "cpu")
	for text, f := range map[string]func(){
		"should be a CUDA device": func() { matrix().CUDA(cpu, false) },
		"the zero Device is none": func() { matrix().CopyTo(torch.Device{}) },
		"a CUDA device is needed": func() { torch.NewCUDAStream(cpu) },
		"Expected one of":         func() { torch.NewDevice("gpu") },
	} {
		if got := message(t, f); !strings.Contains(got, text) {
			t.Fatalf("%q is not in %q", text, got)
		}
	}
	torch.SetNumThreads(1)
	equal(t, torch.NumThreads(), int32(1))
	if text := message(t, func() { torch.SetNumThreads(0) }); text == "" {
		t.Fatal("no threads at all")
	}
}

func TestWithoutCUDAItsNamesSaySo(t *testing.T) {
	if torch.IsCUDAAvailable() {
		t.Skip("this machine has CUDA")
	}
	equal(t, torch.IsCUDNNAvailable(), false)
	a := matrix()
	equal(t, a.PinMemory().T, a.T)
	cuda := torch.NewDevice("cuda")
	for _, f := range []func(){func() { torch.NewCUDAStream(cuda) }, func() { torch.GetCurrentCUDAStream(cuda) }} {
		if text := message(t, f); !strings.Contains(text, "CUDA is not available") {
			t.Fatal(text)
		}
	}
	if text := message(t, func() { a.To(cuda) }); !strings.Contains(strings.ToUpper(text), "CUDA") {
		t.Fatal(text)
	}
}

func TestFilesAndGobs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.pt")
	a := torch.RandN([]int64{2, 3}, true)
	a.Save(path)
	equal(t, torch.Equal(torch.Load(path), a), true)

	dict := map[string]torch.Tensor{"fc.weight": a, "fc.bias": torch.NewTensor([]int64{1, 2})}
	if err := torch.SaveStateDict(dict, path); err != nil {
		t.Fatal(err)
	}
	read, err := torch.LoadStateDict(path)
	equal(t, err, nil)
	equal(t, len(read), 2)
	for name, tensor := range dict {
		equal(t, torch.Equal(read[name], tensor), true)
	}

	named := []torch.Named{{Name: "b", Tensor: dict["fc.bias"]}, {Name: "a", Tensor: a.CastTo(torch.BFloat16)}}
	equal(t, torch.SaveSafetensors(path, named), nil)
	read, err = torch.LoadSafetensors(path)
	equal(t, err, nil)
	equal(t, torch.Equal(read["a"], named[1].Tensor) && torch.Equal(read["b"], named[0].Tensor), true)
	if _, err := torch.LoadSafetensors("tensor_test.go"); err == nil {
		t.Fatal("this is no such file")
	}

	var b torch.Tensor
	bytes, err := a.GobEncode()
	equal(t, err, nil)
	equal(t, b.GobDecode(bytes), nil)
	equal(t, torch.Equal(a, b), true)
	if b.GobDecode(bytes[:len(bytes)/2]) == nil || b.GobDecode(nil) == nil || b.GobDecode([]byte("no pickle")) == nil {
		t.Fatal("half a pickle is none")
	}
	if _, err := (torch.Tensor{}).GobEncode(); err == nil {
		t.Fatal("no tensor has no pickle")
	}
	for _, f := range []func(){func() { torch.Load("/nowhere/x") }, func() { a.Save("/nowhere/x") }} {
		if message(t, f) == "" {
			t.Fatal("there is no such folder")
		}
	}
	if _, err := torch.LoadStateDict("/nowhere/x"); err == nil {
		t.Fatal("there is no such file")
	}
}

func TestTensorsAreUsedAndClosedFromManyGoroutines(t *testing.T) {
	a := torch.RandN([]int64{8, 8}, false)
	want := torch.MM(a, a)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 200 {
				if x := torch.MM(a, a); !torch.Equal(x, want) {
					t.Error("another product")
				} else {
					x.Close()
				}
				runtime.Gosched()
			}
		})
	}
	for range 20 {
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
	all.Wait()
}
