// Command dataparallel trains on several processes and hosts, as cshim/examples/data_parallel.c does:
//
//	python -m pytorch_c.distributed.run --no-python --nnodes 2 --rdzv-endpoint HOST:29400 ./dataparallel 50
//
// Each process has its own points; process 0 prints the loss of every tenth step, averaged over all.
package main

import (
	"fmt"
	"log"
	"os"
	"strconv"
	"time"

	"gotorch"
	"gotorch/aten"
	"gotorch/distributed"
	"gotorch/nn/functional"
)

// batch is 16 points of a line, others in each process, and y = 3x - 1.
func batch(rank int64) (x, y gotorch.Tensor) {
	points, values := make([][]float32, 16), make([][]float32, 16)
	for i := range points {
		at := float32((int64(i)*7+rank*5)%16)/8 - 1
		points[i], values[i] = []float32{at}, []float32{3*at - 1}
	}
	return gotorch.NewTensor(points), gotorch.NewTensor(values)
}

// mean is the average of a number over the group.
func mean(group *distributed.Group, of gotorch.Tensor, size int64) float32 {
	shown := of.Detach()
	if err := group.AllReduce(shown, distributed.Sum); err != nil {
		log.Fatal(err)
	}
	return gotorch.ToSlice[float32](shown)[0] / float32(size)
}

func train(steps int) error {
	gotorch.SetNumThreads(1)
	group, err := distributed.Init("gloo", time.Minute)
	if err != nil {
		return err
	}
	defer group.Close()
	rank, size := gotorch.Must(group.Rank()), gotorch.Must(group.Size())
	x, y := batch(rank)
	weight, bias := gotorch.Zeros([]int64{1, 1}, true), gotorch.Zeros([]int64{1}, true)
	parameters := []gotorch.Tensor{weight, bias}
	reducer, err := distributed.NewReducer(group, parameters, distributed.ReducerOptions{})
	if err != nil {
		return err
	}
	defer reducer.Close()
	sgd := gotorch.SGD(0.1, 0, 0, 0, false)
	sgd.AddParameters(parameters)
	for i := range steps {
		gotorch.GC()
		outputs, err := reducer.Forward(func() []gotorch.Tensor {
			return []gotorch.Tensor{functional.Linear(x, weight, bias)}
		})
		if err != nil {
			return err
		}
		loss := gotorch.Must(aten.MseLoss(outputs[0], y, aten.ReductionMean))
		sgd.ZeroGrad()
		loss.Backward()
		sgd.Step()
		if average := mean(group, loss, size); rank == 0 && i%10 == 0 {
			fmt.Printf("%.6f\n", average)
		}
	}
	gotorch.FinishGC()
	return group.Barrier()
}

func main() {
	steps := 50
	if len(os.Args) > 1 {
		steps = gotorch.Must(strconv.Atoi(os.Args[1]))
	}
	if err := train(steps); err != nil {
		log.Fatal(err)
	}
}
