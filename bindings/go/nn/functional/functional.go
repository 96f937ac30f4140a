// Package functional has GoTorch's part of torch.nn.functional. A weight or bias that is no tensor is None.
package functional

import (
	"fmt"

	torch "gotorch"
	"gotorch/internal/ptc"
)

func tensor(handle ptc.Handle, err ptc.Err) torch.Tensor {
	torch.MustNil(err)
	return torch.Wrap(handle)
}

// BatchNorm is torch.nn.functional.batch_norm.
func BatchNorm(input, runningMean, runningVar, weight, bias torch.Tensor, training bool, momentum,
	eps float64) torch.Tensor {
	return tensor(ptc.BatchNorm(input.T, weight.T, bias.T, runningMean.T, runningVar.T, training, momentum, eps))
}

// Conv2d is torch.nn.functional.conv2d.
func Conv2d(input, weight, bias torch.Tensor, stride, padding, dilation []int64, groups int64) torch.Tensor {
	return tensor(ptc.Conv2d(input.T, weight.T, bias.T, stride, padding, dilation, groups))
}

// ConvTranspose2d is torch.nn.functional.conv_transpose2d.
func ConvTranspose2d(input, weight, bias torch.Tensor, stride, padding, outputPadding []int64, groups int64,
	dilation []int64) torch.Tensor {
	return tensor(ptc.ConvTranspose2d(input.T, weight.T, bias.T, stride, padding, outputPadding, groups, dilation))
}

// LogSoftmax is torch.nn.functional.log_softmax; a negative dim counts from the end.
func LogSoftmax(input torch.Tensor, dim int64) torch.Tensor { return input.LogSoftmax(dim) }

// NllLoss is torch.nn.functional.nll_loss. The reduction is "none", "mean" or "sum".
func NllLoss(input, target, weight torch.Tensor, ignoreIndex int64, reduction string) torch.Tensor {
	return loss(ptc.NLL, "NllLoss", input, target, weight, ignoreIndex, reduction)
}

// CrossEntropy is torch.nn.functional.cross_entropy. The reduction is "none", "mean" or "sum".
func CrossEntropy(input, target, weight torch.Tensor, ignoreIndex int64, reduction string) torch.Tensor {
	return loss(ptc.CrossEntropy, "CrossEntropy", input, target, weight, ignoreIndex, reduction)
}

// BinaryCrossEntropy is torch.nn.functional.binary_cross_entropy. The reduction is "none", "mean" or "sum".
func BinaryCrossEntropy(input, target, weight torch.Tensor, reduction string) torch.Tensor {
	return loss(ptc.BinaryCrossEntropy, "BinaryCrossEntropy", input, target, weight, 0, reduction)
}

var reductions = map[string]int64{"none": 0, "mean": 1, "sum": 2}

func loss(op int, name string, input, target, weight torch.Tensor, ignoreIndex int64, reduction string) torch.Tensor {
	number, ok := reductions[reduction]
	if !ok {
		panic(fmt.Sprintf("%s: reduction must be \"none\", \"mean\" or \"sum\", got %q", name, reduction))
	}
	return tensor(ptc.Loss(op, input.T, target.T, weight.T, number, ignoreIndex))
}

// Relu is torch.nn.functional.relu.
func Relu(input torch.Tensor, inplace bool) torch.Tensor {
	if !inplace {
		return input.Relu()
	}
	torch.MustNil(ptc.ReluI(input.T))
	return input
}

// LeakyRelu is torch.nn.functional.leaky_relu.
func LeakyRelu(input torch.Tensor, negativeSlope float64, inplace bool) torch.Tensor {
	if !inplace {
		return input.LeakyRelu(negativeSlope)
	}
	torch.MustNil(ptc.LeakyReluI(input.T, negativeSlope))
	return input
}

// Linear is torch.nn.functional.linear.
func Linear(input, weight, bias torch.Tensor) torch.Tensor {
	return tensor(ptc.Linear(input.T, weight.T, bias.T))
}

// MaxPool2d is torch.nn.functional.max_pool2d.
func MaxPool2d(input torch.Tensor, kernelSize, stride, padding, dilation []int64, ceilMode bool) torch.Tensor {
	return tensor(ptc.MaxPool2d(input.T, kernelSize, stride, padding, dilation, ceilMode))
}

// AdaptiveAvgPool2d is torch.nn.functional.adaptive_avg_pool2d.
func AdaptiveAvgPool2d(input torch.Tensor, outputSize []int64) torch.Tensor {
	return tensor(ptc.Sizes(ptc.AdaptiveAvgPool2d, input.T, outputSize))
}
