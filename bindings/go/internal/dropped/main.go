// dropped drops each tensor at once: dropped COUNT. run.py looks at how much memory that takes.
package main

import (
	"log"
	"os"
	"strconv"

	torch "gotorch"
)

func main() {
	count, err := strconv.Atoi(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	for range count {
		torch.Ones([]int64{1000, 1000}, false)
	}
}
