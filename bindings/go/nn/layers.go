package nn

import (
	"log"
	"math"

	torch "gotorch"
	F "gotorch/nn/functional"
	"gotorch/nn/initializer"
)

// LinearModule is torch.nn.Linear: (*, InFeatures) to (*, OutFeatures).
type LinearModule struct {
	Module
	InFeatures  int64
	OutFeatures int64
	Weight      torch.Tensor // (OutFeatures, InFeatures)
	Bias        torch.Tensor // (OutFeatures), or none
}

// Linear makes a LinearModule, initialized as torch's.
func Linear(in, out int64, bias bool) *LinearModule {
	l := &LinearModule{InFeatures: in, OutFeatures: out}
	l.Weight, l.Bias = weightAndBias([]int64{out, in}, out, bias)
	l.Init(l)
	return l
}

// Forward is torch.nn.functional.linear.
func (l *LinearModule) Forward(x torch.Tensor) torch.Tensor { return F.Linear(x, l.Weight, l.Bias) }

// weightAndBias makes what torch's layers begin with: uniform numbers within the root of the fan-in.
func weightAndBias(shape []int64, out int64, bias bool) (weight, b torch.Tensor) {
	weight = torch.Empty(shape, true)
	initializer.KaimingUniform(&weight, math.Sqrt(5), "fan_in", "leaky_relu")
	if bias {
		b = torch.Empty([]int64{out}, true)
		if fanIn, _ := initializer.CalculateFanInAndFanOut(weight); fanIn > 0 {
			bound := 1 / math.Sqrt(float64(fanIn))
			initializer.Uniform(&b, -bound, bound)
		} else {
			initializer.Zeros(&b)
		}
	}
	return weight, b
}

// Conv2dModule is torch.nn.Conv2d with the same kernel size, stride, padding and dilation both ways.
type Conv2dModule struct {
	Module
	InChannels  int64
	OutChannels int64
	KernelSize  int64
	Stride      int64
	Padding     int64
	Dilation    int64
	Groups      int64
	PaddingMode string
	Weight      torch.Tensor
	Bias        torch.Tensor
}

// Conv2d makes a Conv2dModule. The padding mode is "zeros".
func Conv2d(inChannels, outChannels, kernelSize, stride, padding, dilation, groups int64, bias bool,
	paddingMode string) *Conv2dModule {
	checkConv("Conv2d", inChannels, outChannels, groups, paddingMode)
	c := &Conv2dModule{InChannels: inChannels, OutChannels: outChannels, KernelSize: kernelSize, Stride: stride,
		Padding: padding, Dilation: dilation, Groups: groups, PaddingMode: "zeros"}
	c.Weight, c.Bias = weightAndBias([]int64{outChannels, inChannels / groups, kernelSize, kernelSize}, outChannels, bias)
	c.Init(c)
	return c
}

// checkConv refuses what would be ignored. GoTorch's own examples say "zero" for "zeros".
func checkConv(name string, in, out, groups int64, paddingMode string) {
	if groups < 1 || in%groups != 0 || out%groups != 0 {
		log.Panicf("%s: %d input and %d output channels must be divisible by %d groups", name, in, out, groups)
	}
	if paddingMode != "zeros" && paddingMode != "zero" {
		log.Panicf("%s: paddingMode must be \"zeros\", got %q", name, paddingMode)
	}
}

func both(n int64) []int64 { return []int64{n, n} }

// Forward is torch.nn.functional.conv2d.
func (c *Conv2dModule) Forward(x torch.Tensor) torch.Tensor {
	return F.Conv2d(x, c.Weight, c.Bias, both(c.Stride), both(c.Padding), both(c.Dilation), c.Groups)
}

// ConvTranspose2dModule is torch.nn.ConvTranspose2d with the same numbers both ways.
type ConvTranspose2dModule struct {
	Module
	InChannels  int64
	OutChannels int64
	KernelSize  int64
	Stride      int64
	Padding     int64
	OutPadding  int64
	Groups      int64
	Dilation    int64
	PaddingMode string
	Weight      torch.Tensor
	Bias        torch.Tensor
}

// ConvTranspose2d makes a ConvTranspose2dModule. The padding mode is "zeros".
func ConvTranspose2d(inChannels, outChannels, kernelSize, stride, padding, outPadding, groups int64, bias bool,
	dilation int64, paddingMode string) *ConvTranspose2dModule {
	checkConv("ConvTranspose2d", inChannels, outChannels, groups, paddingMode)
	c := &ConvTranspose2dModule{InChannels: inChannels, OutChannels: outChannels, KernelSize: kernelSize, Stride: stride,
		Padding: padding, OutPadding: outPadding, Groups: groups, Dilation: dilation, PaddingMode: "zeros"}
	c.Weight, c.Bias = weightAndBias([]int64{inChannels, outChannels / groups, kernelSize, kernelSize}, outChannels, bias)
	c.Init(c)
	return c
}

// Forward is torch.nn.functional.conv_transpose2d.
func (c *ConvTranspose2dModule) Forward(x torch.Tensor) torch.Tensor {
	return F.ConvTranspose2d(x, c.Weight, c.Bias, both(c.Stride), both(c.Padding), both(c.OutPadding), c.Groups,
		both(c.Dilation))
}

// BatchNorm2dModule is torch.nn.BatchNorm2d.
type BatchNorm2dModule struct {
	Module
	NumFeatures       int64
	Eps               float64
	Momentum          float64
	Affine            bool
	TrackRunningStats bool
	Weight            torch.Tensor
	Bias              torch.Tensor
	RunningMean       torch.Tensor `gotorch:"buffer"`
	RunningVar        torch.Tensor `gotorch:"buffer"`
}

// BatchNorm2d makes a BatchNorm2dModule.
func BatchNorm2d(numFeatures int64, eps, momentum float64, affine, trackRunningStats bool) *BatchNorm2dModule {
	b := &BatchNorm2dModule{NumFeatures: numFeatures, Eps: eps, Momentum: momentum, Affine: affine,
		TrackRunningStats: trackRunningStats}
	shape := []int64{numFeatures}
	if affine {
		b.Weight, b.Bias = torch.Ones(shape, true), torch.Zeros(shape, true)
	}
	if trackRunningStats {
		b.RunningMean, b.RunningVar = torch.Zeros(shape, false), torch.Ones(shape, false)
	}
	b.Init(b)
	return b
}

// Forward is torch.nn.functional.batch_norm: in training, or without running statistics, those of the batch.
func (b *BatchNorm2dModule) Forward(x torch.Tensor) torch.Tensor {
	if dim := x.Dim(); dim != 4 {
		log.Panicf("BatchNorm2d: expected an input of 4 dimensions, got %d", dim)
	}
	return F.BatchNorm(x, b.RunningMean, b.RunningVar, b.Weight, b.Bias, b.isTraining || b.RunningMean.T == nil,
		b.Momentum, b.Eps)
}
