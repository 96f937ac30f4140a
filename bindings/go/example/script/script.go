// Command script runs an archive of TorchScript, as cshim/examples/script.c does: script ARCHIVE ARGUMENT...
// "2,3" is a tensor of ones of this size ("2," of one dimension), 3 and 0.5 are numbers.
package main

import (
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"

	"gotorch"
	"gotorch/aten"
	"gotorch/jit"
)

func argument(word string) (any, error) {
	if !strings.Contains(word, ",") {
		if strings.ContainsAny(word, ".e") {
			return strconv.ParseFloat(word, 64)
		}
		return strconv.ParseInt(word, 10, 64)
	}
	var size []int64
	for _, one := range strings.Split(strings.TrimSuffix(word, ","), ",") {
		length, err := strconv.ParseInt(one, 10, 64)
		if err != nil {
			return nil, err
		}
		size = append(size, length)
	}
	return aten.Ones(size, aten.Options{})
}

func sum(x gotorch.Tensor) float64 {
	return gotorch.ToSlice[float64](gotorch.Must(aten.Sum(x, aten.Float64)))[0]
}

func shown(x any) string {
	switch x := x.(type) {
	case nil:
		return "None"
	case bool:
		return strings.ToUpper(strconv.FormatBool(x)[:1]) + strconv.FormatBool(x)[1:]
	case string:
		return "'" + x + "'"
	case gotorch.Tensor:
		size := strings.Trim(strings.Join(strings.Fields(fmt.Sprint(x.Shape())), ", "), "[]")
		return fmt.Sprintf("Tensor(%s) %.6g %.6g", size, sum(x), sum(x.Mul(x)))
	case []any:
		items := make([]string, len(x))
		for i, one := range x {
			items[i] = shown(one)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case jit.Dict:
		var items []string
		for key, one := range x {
			items = append(items, shown(key)+": "+shown(one))
		}
		sort.Strings(items) // a map has no order
		return "{" + strings.Join(items, ", ") + "}"
	}
	return fmt.Sprint(x)
}

func run(archive string, words []string) (any, error) {
	program, err := jit.Load(archive, gotorch.NewDevice("cpu"))
	if err != nil {
		return nil, err
	}
	args := make([]any, len(words))
	for i, word := range words {
		if args[i], err = argument(word); err != nil {
			return nil, err
		}
	}
	return program.Forward(args...)
}

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "script ARCHIVE ARGUMENT...")
		os.Exit(2)
	}
	found, err := run(os.Args[1], os.Args[2:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(shown(found))
}
