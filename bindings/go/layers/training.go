package layers

import (
	"math"

	"gotorch"
	"gotorch/aten"
)

// AdamW is torch.optim.AdamW, or Adam where it is not Decoupled.
type AdamW struct {
	LR, Beta1, Beta2, Eps, WeightDecay float64
	Decoupled                          bool
	parameters                         []gotorch.Tensor
	state                              [][3]gotorch.Tensor
}

// NewAdamW makes an AdamW with torch's defaults.
func NewAdamW(parameters []gotorch.Tensor, lr float64) *AdamW {
	return &AdamW{lr, 0.9, 0.999, 1e-8, 0.01, true, parameters, make([][3]gotorch.Tensor, len(parameters))}
}

// ZeroGrad takes the gradients away.
func (a *AdamW) ZeroGrad() {
	for _, one := range a.parameters {
		one.SetGrad(gotorch.Tensor{})
	}
}

// Step changes the parameters that have a gradient.
func (a *AdamW) Step() {
	var columns [5][]gotorch.Tensor
	for i, one := range a.parameters {
		grad := one.Grad()
		if !grad.Defined() {
			continue
		}
		if !a.state[i][0].Defined() {
			like := func() gotorch.Tensor { return gotorch.Must(aten.ZerosLike(one, aten.Options{}, 0)) }
			a.state[i] = [3]gotorch.Tensor{like(), like(), gotorch.Zeros([]int64{}, false)}
		}
		for k, part := range []gotorch.Tensor{one, grad, a.state[i][0], a.state[i][1], a.state[i][2]} {
			columns[k] = append(columns[k], part)
		}
	}
	must(aten.AdamStep(columns[0], columns[1], columns[2], columns[3], columns[4], a.LR, a.Beta1, a.Beta2, a.Eps,
		a.WeightDecay, a.Decoupled))
}

// A Schedule changes a rate: Step after each epoch gives the next one, for gotorch's SetLR or an AdamW's LR.
type Schedule struct {
	rate, base float64
	epoch      int64
	next       func(rate float64, epoch int64, base float64) float64
}

// Rate is the rate that is due.
func (s *Schedule) Rate() float64 { return s.rate }

// Step gives the next rate.
func (s *Schedule) Step() float64 {
	s.epoch++
	s.rate = s.next(s.rate, s.epoch, s.base)
	return s.rate
}

// StepLR is torch.optim.lr_scheduler.StepLR.
func StepLR(rate float64, stepSize int64, gamma float64) *Schedule {
	return &Schedule{rate, rate, 0, func(rate float64, epoch int64, _ float64) float64 {
		if epoch%stepSize == 0 {
			return rate * gamma
		}
		return rate
	}}
}

// CosineAnnealingLR is torch.optim.lr_scheduler.CosineAnnealingLR.
func CosineAnnealingLR(rate float64, tMax int64, etaMin float64) *Schedule {
	at := func(step int64) float64 { return 1 + math.Cos(math.Pi*float64(step)/float64(tMax)) }
	return &Schedule{rate, rate, 0, func(rate float64, epoch int64, base float64) float64 {
		if (epoch-1-tMax)%(2*tMax) == 0 {
			return rate + (base-etaMin)*(1-math.Cos(math.Pi/float64(tMax)))/2
		}
		return at(epoch)/at(epoch-1)*(rate-etaMin) + etaMin
	}}
}

// LambdaLR is torch.optim.lr_scheduler.LambdaLR: the first rate times factor(epoch).
func LambdaLR(rate float64, factor func(epoch int64) float64) *Schedule {
	return &Schedule{rate * factor(0), rate, 0, func(_ float64, epoch int64, base float64) float64 {
		return base * factor(epoch)
	}}
}

// ClipGradNorm scales the gradients so that their norm is at most maxNorm, and gives the norm that they had.
func ClipGradNorm(parameters []gotorch.Tensor, maxNorm float64) float64 {
	norm := func(x gotorch.Tensor) gotorch.Tensor {
		return gotorch.Must(aten.LinalgVectorNorm(x, aten.Num(2), nil, false, 0))
	}
	var grads, norms []gotorch.Tensor
	for _, one := range parameters {
		if grad := one.Grad(); grad.Defined() {
			grads, norms = append(grads, grad), append(norms, norm(grad))
		}
	}
	total := norm(gotorch.Stack(norms, 0))
	factor := gotorch.Must(aten.Reciprocal(gotorch.Must(aten.AddScalar(total, aten.Num(1e-6), aten.Num(1)))))
	factor = gotorch.Must(aten.ClampMax(gotorch.Must(aten.MulScalar(factor, aten.Num(maxNorm))), aten.Num(1.0)))
	for _, one := range grads {
		one.MulI(factor)
	}
	return float64(total.Item().(float32))
}

// DataLoader gives batches of the rows of tensors. A shuffled one has a new order in each pass, that of torch's
// DataLoader with a generator of this seed.
type DataLoader struct {
	BatchSize int64
	DropLast  bool
	tensors   []gotorch.Tensor
	generator *aten.Generator
}

// NewDataLoader makes a DataLoader in the order of the rows.
func NewDataLoader(batchSize int64, tensors ...gotorch.Tensor) *DataLoader {
	return &DataLoader{BatchSize: batchSize, tensors: tensors}
}

// Shuffled makes it one with an order of its own in each pass.
func (d *DataLoader) Shuffled(seed int64) *DataLoader {
	d.generator = gotorch.Must(aten.NewGenerator(gotorch.NewDevice("cpu"), seed))
	return d
}

// Len is the number of batches in a pass.
func (d *DataLoader) Len() int64 {
	rows := d.tensors[0].Shape()[0]
	if !d.DropLast {
		rows += d.BatchSize - 1
	}
	return rows / d.BatchSize
}

// order: torch draws a number for its workers, and at the end an order that nobody takes.
func (d *DataLoader) order(rows int64) gotorch.Tensor {
	whole := aten.Options{Dtype: aten.Int64}
	must(aten.Random_(gotorch.Must(aten.EmptyMemoryFormat([]int64{}, whole, 0)), d.generator))
	if d.generator == nil {
		return gotorch.Must(aten.Arange(aten.Num(rows), whole))
	}
	out := gotorch.Must(aten.RandpermGenerator(rows, d.generator, whole))
	gotorch.Must(aten.RandpermGenerator(rows, d.generator, whole)).Close()
	return out
}

// All is a pass: for batch := range loader.All() { x, y := batch[0], batch[1] … }.
func (d *DataLoader) All() func(yield func([]gotorch.Tensor) bool) {
	return func(yield func([]gotorch.Tensor) bool) {
		rows := d.tensors[0].Shape()[0]
		order := d.order(rows)
		for i := range d.Len() {
			now := order.Narrow(0, i*d.BatchSize, min(d.BatchSize, rows-i*d.BatchSize))
			var batch []gotorch.Tensor
			for _, one := range d.tensors {
				batch = append(batch, one.IndexSelect(0, now))
			}
			if !yield(batch) {
				return
			}
		}
	}
}
