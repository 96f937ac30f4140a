// Package models has GoTorch's networks for images.
package models

import (
	torch "gotorch"
	"gotorch/nn"
)

// MLPModule is a perceptron of three layers for pictures of 28x28 pixels.
type MLPModule struct {
	nn.Module
	FC1, FC2, FC3 *nn.LinearModule
}

// MLP makes an MLPModule.
func MLP() *MLPModule {
	m := &MLPModule{FC1: nn.Linear(28*28, 512, true), FC2: nn.Linear(512, 512, true), FC3: nn.Linear(512, 10, true)}
	m.Init(m)
	return m
}

// Forward gives the logarithms of the probabilities of ten classes, of shape (batch, 10).
func (m *MLPModule) Forward(x torch.Tensor) torch.Tensor {
	x = torch.Tanh(m.FC1.Forward(x.View(-1, 28*28)))
	x = torch.Tanh(m.FC2.Forward(x))
	return m.FC3.Forward(x).LogSoftmax(1)
}
