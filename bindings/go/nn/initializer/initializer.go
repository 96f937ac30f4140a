// Package initializer has GoTorch's part of torch.nn.init. What its functions write is not recorded for gradients.
package initializer

import (
	"log"

	torch "gotorch"
	"gotorch/internal/ptc"
)

// ManualSeed is torch.manual_seed.
func ManualSeed(seed int64) {
	_, err := ptc.Switch(ptc.ManualSeed, seed)
	torch.MustNil(err)
}

func fill(name string, op int, a *torch.Tensor, x, y float64) {
	check(name, a)
	torch.MustNil(ptc.Init(op, a.T, nil, x, y))
}

func check(name string, a *torch.Tensor) {
	if a == nil || !a.Defined() {
		log.Panicf("%s: input tensor is nil", name)
	}
}

// Zeros is torch.nn.init.zeros_.
func Zeros(a *torch.Tensor) { fill("Zeros", ptc.Fill, a, 0, 0) }

// Ones is torch.nn.init.ones_.
func Ones(a *torch.Tensor) { fill("Ones", ptc.Fill, a, 1, 0) }

// Uniform is torch.nn.init.uniform_: numbers of [low, high).
func Uniform(a *torch.Tensor, low, high float64) { fill("Uniform", ptc.Uniform, a, low, high) }

// Normal is torch.nn.init.normal_.
func Normal(a *torch.Tensor, mean, std float64) { fill("Normal", ptc.Normal, a, mean, std) }

// KaimingUniform is torch.nn.init.kaiming_uniform_. fanMode is "fan_in" or "fan_out", nonLinearity a word that torch's
// calculate_gain knows; another word panics.
func KaimingUniform(input *torch.Tensor, a float64, fanMode string, nonLinearity string) {
	check("KaimingUniform", input)
	torch.MustNil(ptc.KaimingUniform(input.T, a, fanMode, nonLinearity))
}

// CalculateFanInAndFanOut is torch.nn.init._calculate_fan_in_and_fan_out.
func CalculateFanInAndFanOut(input torch.Tensor) (int64, int64) {
	in, out, err := ptc.Fans(input.T)
	torch.MustNil(err)
	return in, out
}
