package distributed

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gotorch"
	"gotorch/aten"
)

// together runs a function in each of some members, who are goroutines with stores and groups of their own.
func together(t *testing.T, size int64, member func(group *Group, rank int64) error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "store")
	var all sync.WaitGroup
	for rank := range size {
		all.Go(func() {
			group := gotorch.Must(NewGroup(gotorch.Must(NewFileStore(path, size)), rank, size, "gloo", 20*time.Second, "test"))
			defer group.Close()
			if err := member(group, rank); err != nil {
				t.Errorf("member %d: %v", rank, err)
			}
		})
	}
	all.Wait()
}

func expect(t *testing.T, what string, found gotorch.Tensor, expected ...float32) {
	t.Helper()
	if values := gotorch.ToSlice[float32](found); !slices.Equal(values, expected) {
		t.Errorf("%s: %v, expected %v", what, values, expected)
	}
}

func TestCollectives(t *testing.T) {
	together(t, 3, func(group *Group, rank int64) error {
		if gotorch.Must(group.Rank()) != rank || gotorch.Must(group.Size()) != 3 {
			t.Error("the group has another rank or size")
		}
		own := func() gotorch.Tensor { return gotorch.NewTensor([]float32{float32(rank), 1}) }
		sum, first := own(), own()
		outputs := []gotorch.Tensor{own(), own(), own()}
		for _, err := range []error{group.AllReduce(sum, Sum), group.Broadcast(first, 2),
			group.AllGather(outputs, own()), group.Barrier()} {
			if err != nil {
				return err
			}
		}
		expect(t, "AllReduce", sum, 3, 3)
		expect(t, "Broadcast", first, 2, 1)
		for i, output := range outputs {
			expect(t, "AllGather", output, float32(i), 1)
		}
		return nil
	})
}

func TestMessagesAndSubgroups(t *testing.T) {
	together(t, 3, func(group *Group, rank int64) error {
		if rank == 1 {
			return group.Send(gotorch.NewTensor([]float32{7}), 0, 5)
		}
		if rank == 0 {
			got := gotorch.NewTensor([]float32{0})
			if err := group.Recv(got, 1, 5); err != nil {
				return err
			}
			expect(t, "Recv", got, 7)
		}
		pair, err := group.Subgroup([]int64{2, 0}, 20*time.Second, "pair")
		if err != nil {
			return err
		}
		defer pair.Close()
		if number := gotorch.Must(pair.Rank()); number != (2-rank)/2 {
			t.Errorf("member %d is %d of the pair", rank, number)
		}
		both := gotorch.NewTensor([]float32{float32(rank + 1)})
		err = pair.AllReduce(both, Product)
		expect(t, "the pair's product", both, 3)
		return err
	})
}

func TestReducerAveragesGradients(t *testing.T) {
	together(t, 2, func(group *Group, rank int64) error {
		weight := gotorch.Zeros([]int64{2}, true)
		reducer, err := NewReducer(group, []gotorch.Tensor{weight}, ReducerOptions{})
		if err != nil {
			return err
		}
		defer reducer.Close()
		x := gotorch.NewTensor([]float32{float32(rank), 2})
		outputs, err := reducer.Forward(func() []gotorch.Tensor {
			return []gotorch.Tensor{gotorch.Must(aten.Sum(weight.Mul(x), 0))}
		})
		if err != nil {
			return err
		}
		outputs[0].Backward()
		expect(t, "the gradient", weight.Grad(), 0.5, 2)
		return nil
	})
}

func TestStores(t *testing.T) {
	server := gotorch.Must(NewTCPStore("localhost", 0, 20*time.Second, TCPOptions{Serves: true}))
	defer server.Close()
	client := gotorch.Must(NewTCPStore("localhost", gotorch.Must(server.Port()), 20*time.Second, TCPOptions{}))
	defer client.Close()
	if err := client.Set("key", []byte("a\x00b")); err != nil {
		t.Fatal(err)
	}
	if value := gotorch.Must(server.Get("key")); string(value) != "a\x00b" {
		t.Errorf("the value is %q", value)
	}
	client.Add("count", 2)
	if sum := gotorch.Must(server.Add("count", 3)); sum != 5 {
		t.Errorf("the sum is %d", sum)
	}
}

func TestErrors(t *testing.T) {
	together(t, 1, func(group *Group, rank int64) error {
		err := group.Broadcast(gotorch.NewTensor([]float32{1}), 4)
		if err == nil || !strings.Contains(err.Error(), "broadcast") {
			t.Errorf("a root that is no member: %v", err)
		}
		group.Close()
		if _, err := group.Rank(); err == nil {
			t.Error("a closed group has a rank")
		}
		return nil
	})
	t.Setenv("RANK", "none")
	if _, err := Init("gloo", time.Second); err == nil || !strings.Contains(err.Error(), `RANK is "none"`) {
		t.Errorf("no launcher: %v", err)
	}
	_, err := NewTCPStore("localhost", 1, time.Second, TCPOptions{})
	if failure, ok := err.(*gotorch.Error); !ok || failure.Kind != NetworkError {
		t.Errorf("nobody serves the store: %v", err)
	}
}
