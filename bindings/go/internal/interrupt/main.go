// interrupt makes a call that takes minutes, which Ctrl-C ends.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"os/signal"

	torch "gotorch"
	"gotorch/jit"
)

const program = `
def long(x, count: int):
    for i in range(count):
        x = x + 1
    return x
`

func main() {
	functions, err := jit.Compile(program)
	if err != nil {
		log.Fatal(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	fmt.Println("ready")
	err = torch.TryContext(ctx, func() {
		torch.Must(functions["long"].Call(torch.Zeros([]int64{3}, false), 1000000000))
	})
	if !errors.Is(err, context.Canceled) {
		log.Fatal(err)
	}
	fmt.Println("interrupted")
	if torch.Ones([]int64{3}, false).Sum().Item() != float32(3) { // calls go on
		log.Fatal("calls do not go on")
	}
}
