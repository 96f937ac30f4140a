// Go: a finalizer or a cleanup for each tensor, which the collector runs on a goroutine of its own.
package main

/*
#include <pytorch_c.h>
static ptc_error zeros(int64_t numel, ptc_tensor *out) { return ptc_zeros(&numel, 1, NULL, out); }
*/
import "C"

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"time"
)

type Tensor struct{ handle C.ptc_tensor }

func zeros(numel int64, cleanup bool) *Tensor {
	var out C.ptc_tensor
	if err := C.zeros(C.int64_t(numel), &out); err != nil {
		panic(C.GoString(err))
	}
	t := &Tensor{out}
	if cleanup {
		runtime.AddCleanup(t, func(handle C.ptc_tensor) { C.ptc_tensor_close(handle) }, out)
	} else {
		runtime.SetFinalizer(t, func(t *Tensor) { C.ptc_tensor_close(t.handle) })
	}
	return t
}

// collect waits for the finalizers, as GoTorch's GC does, since runtime.GC() does not; but not for ever, and it collects again.
func collect() {
	for tries := 0; C.ptc_live_tensors() > 0 && tries < 50; tries++ {
		runtime.GC()
		for waits := 0; C.ptc_live_tensors() > 0 && waits < 20; waits++ {
			time.Sleep(10 * time.Microsecond)
		}
	}
}

func main() {
	numel, _ := strconv.ParseInt(os.Args[1], 10, 64)
	count, _ := strconv.Atoi(os.Args[2])
	every, _ := strconv.Atoi(os.Args[3])
	cleanup := len(os.Args) > 4 && os.Args[4] == "cleanup"
	pauses := []float64{}
	begin := time.Now()
	for i := 1; i <= count; i++ {
		zeros(numel, cleanup)
		if every > 0 && i%every == 0 {
			start := time.Now()
			collect()
			pauses = append(pauses, float64(time.Since(start).Nanoseconds())/1000)
		}
	}
	collect()
	ns := float64(time.Since(begin).Nanoseconds()) / float64(max(count, 1))
	text, _ := json.Marshal(map[string]any{"ns": ns, "pauses": pauses, "left": int64(C.ptc_live_tensors())})
	fmt.Println(string(text))
}
