// bench measures what a call costs, in nanoseconds of processor time, on 3x3 tensors: bench COUNT
//
// It prints one line of JSON: dim, mm and add (each with the closing of its result), error (raised and caught), and floor:
// add without this module.
package main

// #cgo pkg-config: pytorch_c
// #include <pytorch_c.h>
// #include <stdlib.h>
//
// static ptc_tensor ones(const int64_t *size) {
//   ptc_tensor out;
//   if (ptc_ones(size, 2, NULL, &out)) abort();
//   return out;
// }
//
// static ptc_tensor add(ptc_tensor a) {
//   ptc_tensor out;
//   if (ptc_add_Tensor(a, a, (ptc_scalar){PTC_SCALAR_INT, 1, 0, 0}, &out)) abort();
//   return out;
// }
import "C"

import (
	"fmt"
	"log"
	"os"
	"strconv"
	"syscall"

	torch "gotorch"
)

// spent is the processor time of this process, all threads, in nanoseconds.
func spent() int64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		log.Fatal(err)
	}
	return usage.Utime.Nano() + usage.Stime.Nano()
}

func ns(count int, call func()) float64 {
	for range count / 10 {
		call()
	}
	begin := spent()
	for range count {
		call()
	}
	return float64(spent()-begin) / float64(count)
}

func main() {
	if len(os.Args) < 2 {
		log.Fatal("usage: bench COUNT")
	}
	count, err := strconv.Atoi(os.Args[1])
	if err != nil || count < 10 {
		log.Fatal("bench: COUNT must be a number of at least 10")
	}
	torch.SetNumThreads(1)
	a, wide := torch.Ones([]int64{3, 3}, false), torch.Ones([]int64{1, 2}, false)
	dim := ns(count, func() { a.Dim() })
	mm := ns(count, func() { torch.MM(a, a).Close() })
	add := ns(count, func() { torch.Add(a, a, 1).Close() })
	failed := ns(count/10, func() {
		if torch.Try(func() { torch.MM(a, wide) }) == nil {
			log.Fatal("no error")
		}
	})
	// The same add and close by cgo alone: nothing closes a result that is dropped, nor keeps what a call is given.
	square := []C.int64_t{3, 3}
	bare := C.ones(&square[0])
	floor := ns(count, func() { C.ptc_tensor_close(C.add(bare)) })
	fmt.Printf("{\"floor\": %f, \"dim\": %f, \"mm\": %f, \"add\": %f, \"error\": %f}\n", floor, dim, mm, add, failed)
}
