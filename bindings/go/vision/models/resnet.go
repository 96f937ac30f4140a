package models

import (
	"fmt"
	"math"
	"reflect"

	torch "gotorch"
	"gotorch/nn"
	F "gotorch/nn/functional"
	"gotorch/nn/initializer"
)

func conv(in, out, kernel, stride, padding, dilation, groups int64) *nn.Conv2dModule {
	return nn.Conv2d(in, out, kernel, stride, padding, dilation, groups, false, "zeros")
}

func norm(features int64) *nn.BatchNorm2dModule {
	return nn.BatchNorm2d(features, 1e-5, 0.1, true, true)
}

// BasicBlockModule is the block of ResNet-18 and 34.
type BasicBlockModule struct {
	nn.Module
	C1, C2     *nn.Conv2dModule
	BN1, BN2   *nn.BatchNorm2dModule
	Downsample *nn.SequentialModule
}

// BasicBlock makes a BasicBlockModule. As in torchvision it knows one group of 64 channels and no dilation.
func BasicBlock(inplanes, planes, stride int64, downsample *nn.SequentialModule, groups, baseWidth,
	dilation int64) *BasicBlockModule {
	if groups != 1 || baseWidth != 64 || dilation != 1 {
		panic(fmt.Sprintf("BasicBlock only supports groups=1, baseWidth=64 and dilation=1, got %d, %d, %d", groups, baseWidth,
			dilation))
	}
	b := &BasicBlockModule{
		C1: conv(inplanes, planes, 3, stride, 1, 1, 1), BN1: norm(planes),
		C2: conv(planes, planes, 3, 1, 1, 1, 1), BN2: norm(planes), Downsample: downsample,
	}
	b.Init(b)
	return b
}

// Forward adds what the layers make to the input.
func (b *BasicBlockModule) Forward(x torch.Tensor) torch.Tensor {
	out := F.Relu(b.BN1.Forward(b.C1.Forward(x)), true)
	return add(b.BN2.Forward(b.C2.Forward(out)), x, b.Downsample)
}

func add(out, x torch.Tensor, downsample *nn.SequentialModule) torch.Tensor {
	if downsample != nil {
		x = downsample.Forward(x).(torch.Tensor)
	}
	return F.Relu(out.AddI(x, 1), true)
}

// BottleneckModule is the block of ResNet-50 and larger ones.
type BottleneckModule struct {
	nn.Module
	C1, C2, C3    *nn.Conv2dModule
	BN1, BN2, BN3 *nn.BatchNorm2dModule
	Downsample    *nn.SequentialModule
}

// Bottleneck makes a BottleneckModule.
func Bottleneck(inplanes, planes, stride int64, downsample *nn.SequentialModule, groups, baseWidth,
	dilation int64) *BottleneckModule {
	width := planes * baseWidth / 64 * groups
	b := &BottleneckModule{
		C1: conv(inplanes, width, 1, 1, 0, 1, 1), BN1: norm(width),
		C2: conv(width, width, 3, stride, dilation, dilation, groups), BN2: norm(width),
		C3: conv(width, planes*4, 1, 1, 0, 1, 1), BN3: norm(planes * 4), Downsample: downsample,
	}
	b.Init(b)
	return b
}

// Forward adds what the layers make to the input.
func (b *BottleneckModule) Forward(x torch.Tensor) torch.Tensor {
	out := F.Relu(b.BN1.Forward(b.C1.Forward(x)), true)
	out = F.Relu(b.BN2.Forward(b.C2.Forward(out)), true)
	return add(b.BN3.Forward(b.C3.Forward(out)), x, b.Downsample)
}

var (
	basicBlock = reflect.TypeOf(BasicBlockModule{})
	bottleneck = reflect.TypeOf(BottleneckModule{})
)

func expansion(block reflect.Type) int64 {
	switch block {
	case basicBlock:
		return 1
	case bottleneck:
		return 4
	}
	panic(fmt.Sprintf("Unsupported Block Type %v", block))
}

// ResnetModule is a residual network for images of three channels.
type ResnetModule struct {
	nn.Module
	C1                                    *nn.Conv2dModule
	BN1                                   *nn.BatchNorm2dModule
	L1, L2, L3, L4                        *nn.SequentialModule
	FC                                    *nn.LinearModule
	Block                                 reflect.Type
	Inplanes, Groups, BaseWidth, Dilation int64
}

// Resnet makes a ResnetModule of four layers of blocks, whose type is that of BasicBlockModule or BottleneckModule. With
// zeroInitResidual each block begins as the identity.
func Resnet(block reflect.Type, layers []int64, numClasses int64, zeroInitResidual bool, groups,
	widthPerGroup int64) *ResnetModule {
	if len(layers) != 4 {
		panic(fmt.Sprintf("Resnet: layers must have 4 numbers, got %v", layers))
	}
	r := &ResnetModule{
		C1: conv(3, 64, 7, 2, 3, 1, 1), BN1: norm(64), FC: nn.Linear(512*expansion(block), numClasses, true),
		Block: block, Inplanes: 64, Groups: groups, BaseWidth: widthPerGroup, Dilation: 1,
	}
	r.L1 = r.layer(64, layers[0], 1)
	r.L2 = r.layer(128, layers[1], 2)
	r.L3 = r.layer(256, layers[2], 2)
	r.L4 = r.layer(512, layers[3], 2)
	r.Init(r)
	r.Apply(func(m nn.IModule) { initialize(m.(*nn.Module).Outer(), zeroInitResidual) })
	return r
}

// initialize is torchvision's: normal numbers by the fan-out for convolutions.
func initialize(m nn.IModule, zeroInitResidual bool) {
	switch m := m.(type) {
	case *nn.Conv2dModule:
		_, fanOut := initializer.CalculateFanInAndFanOut(m.Weight)
		initializer.Normal(&m.Weight, 0, math.Sqrt(2/float64(fanOut)))
	case *BasicBlockModule:
		if zeroInitResidual {
			initializer.Zeros(&m.BN2.Weight)
		}
	case *BottleneckModule:
		if zeroInitResidual {
			initializer.Zeros(&m.BN3.Weight)
		}
	}
}

func (r *ResnetModule) block(planes, stride int64, downsample *nn.SequentialModule) nn.IModule {
	if r.Block == basicBlock {
		return BasicBlock(r.Inplanes, planes, stride, downsample, r.Groups, r.BaseWidth, r.Dilation)
	}
	return Bottleneck(r.Inplanes, planes, stride, downsample, r.Groups, r.BaseWidth, r.Dilation)
}

func (r *ResnetModule) layer(planes, blocks, stride int64) *nn.SequentialModule {
	out := planes * expansion(r.Block)
	var downsample *nn.SequentialModule
	if stride != 1 || r.Inplanes != out {
		downsample = nn.Sequential(conv(r.Inplanes, out, 1, stride, 0, 1, 1), norm(out))
	}
	modules := []nn.IModule{r.block(planes, stride, downsample)}
	r.Inplanes = out
	for i := int64(1); i < blocks; i++ {
		modules = append(modules, r.block(planes, 1, nil))
	}
	return nn.Sequential(modules...)
}

// Forward takes images of shape (batch, 3, height, width), and gives (batch, numClasses).
func (r *ResnetModule) Forward(x torch.Tensor) torch.Tensor {
	x = F.Relu(r.BN1.Forward(r.C1.Forward(x)), true)
	x = F.MaxPool2d(x, []int64{3, 3}, []int64{2, 2}, []int64{1, 1}, []int64{1, 1}, false)
	for _, layer := range []*nn.SequentialModule{r.L1, r.L2, r.L3, r.L4} {
		x = layer.Forward(x).(torch.Tensor)
	}
	return r.FC.Forward(torch.Flatten(F.AdaptiveAvgPool2d(x, []int64{1, 1}), 1, -1))
}

// Resnet18 is a ResNet-18 of 1000 classes.
func Resnet18() *ResnetModule { return Resnet(basicBlock, []int64{2, 2, 2, 2}, 1000, false, 1, 64) }

// Resnet50 is a ResNet-50 of 1000 classes.
func Resnet50() *ResnetModule { return Resnet(bottleneck, []int64{3, 4, 6, 3}, 1000, false, 1, 64) }
