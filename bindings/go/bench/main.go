// bench measures what a call costs, in nanoseconds, the least of several rounds:
//
//	go run ./bench
//
// prints one line of JSON: dim, mm (and close), add (and close) and error (raised and caught) of 3x3 tensors, as
// benchmarks of other languages do.
package main

import (
	"encoding/json"
	"fmt"
	"time"

	torch "gotorch"
)

const rounds, calls = 15, 20000

func least(f func()) float64 {
	best := 0.0
	for range rounds {
		begin := time.Now()
		for range calls {
			f()
		}
		if ns := float64(time.Since(begin).Nanoseconds()) / calls; best == 0 || ns < best {
			best = ns
		}
		torch.Collect()
	}
	return best
}

func main() {
	torch.SetNumThreads(1)
	a, b, wrong := torch.RandN([]int64{3, 3}, false), torch.RandN([]int64{3, 3}, false), torch.RandN([]int64{2, 2}, false)
	text, _ := json.Marshal(map[string]float64{
		"dim":           least(func() { a.Dim() }),
		"mm":            least(func() { torch.MM(a, b).Close() }),
		"add":           least(func() { torch.Add(a, b, 1).Close() }),
		"add_collected": least(func() { torch.Add(a, b, 1) }),
		"error": least(func() {
			if torch.Try(func() { torch.MM(a, wrong) }) == nil {
				panic("no error")
			}
		}),
	})
	fmt.Println(string(text))
}
