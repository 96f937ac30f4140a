// closing closes tensors while another goroutine calls operators with them: closing COUNT.
//
// It prints how many calls there were, how many met a closed tensor, and how many tensors are left. Every program of
// this name, in any language, prints the same.
package main

import (
	"fmt"
	"log"
	"os"
	"runtime"
	"strconv"
	"sync/atomic"

	torch "gotorch"
)

func attempt(x torch.Tensor) (closed bool) {
	defer func() {
		if recover() != nil {
			closed = true
		}
	}()
	y := torch.MM(x, x)
	defer y.Close()
	if shape := y.Shape(); shape[0] != 8 {
		log.Fatalf("a product of shape %v", shape)
	}
	return false
}

func race(count int) (calls, closed int) {
	var shared atomic.Pointer[torch.Tensor]
	var ready, over atomic.Bool
	done := make(chan struct{})
	go func() {
		defer close(done)
		for !over.Load() {
			if x := shared.Load(); x != nil {
				calls++
				if attempt(*x) {
					closed++
				}
				ready.Store(true)
			}
		}
	}()
	for i := range count {
		x := torch.Ones([]int64{8, 8}, false)
		ready.Store(false)
		shared.Store(&x)
		for !ready.Load() && i%4 != 0 { // each fourth is closed at once
			runtime.Gosched()
		}
		if i%8 != 7 { // the others are the collector's
			x.Close()
		}
	}
	over.Store(true)
	<-done
	return calls, closed
}

func main() {
	count, err := strconv.Atoi(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	torch.Collect()
	before := torch.LiveTensors()
	calls, closed := race(count)
	torch.Collect()
	torch.Collect()
	fmt.Printf(`{"calls": %d, "closed": %d, "left": %d}`+"\n", calls, closed, torch.LiveTensors()-before)
	kept := torch.Ones([]int64{8, 8}, false)
	go func() { // the process ends in the middle of a call
		for {
			attempt(kept)
		}
	}()
}
