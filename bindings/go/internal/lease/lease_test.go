package lease

import (
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"
)

type object struct{ freed atomic.Bool }

func free(handle unsafe.Pointer) {
	if (*object)(handle).freed.Swap(true) {
		panic("freed twice")
	}
}

func filled() (Cell, *object) {
	c, o := new(unsafe.Pointer), &object{}
	*c = unsafe.Pointer(o)
	return c, o
}

// neighbour is a cell of the same shard.
func neighbour(c Cell) (Cell, *object) {
	for {
		if other, o := filled(); of(other) == of(c) {
			return other, o
		}
	}
}

func counts(t *testing.T, c Cell) {
	t.Helper()
	if s := of(c); s.users.Load() != 0 || s.others.Load() != 0 || len(s.more) != 0 || len(s.late) != 0 {
		t.Fatalf("left: %x users, %d others, %v, %v", s.users.Load(), s.others.Load(), s.more, s.late)
	}
}

func TestTheLastCallFrees(t *testing.T) {
	c, o := filled()
	if Enter(c) != unsafe.Pointer(o) || Enter(c) != unsafe.Pointer(o) {
		t.Fatal("another handle")
	}
	if !Close(c, free) || Close(c, free) || Enter(c) != nil {
		t.Fatal("a cell closes once")
	}
	Leave(c)
	Leave(c)
	if o.freed.Load() {
		t.Fatal("freed while a call uses it")
	}
	Leave(c)
	if !o.freed.Load() {
		t.Fatal("not freed")
	}
	counts(t, c)
}

func TestCellsOfOneShard(t *testing.T) {
	first, one := filled()
	second, two := neighbour(first)
	Enter(first)
	Enter(second)
	Enter(second)
	Leave(first)
	Enter(second) // counted without the lock now, beside the two before
	Close(second, free)
	for range 3 {
		if two.freed.Load() {
			t.Fatal("freed while a call uses it")
		}
		Leave(second)
	}
	Close(first, free)
	if !one.freed.Load() || !two.freed.Load() {
		t.Fatal("not freed")
	}
	counts(t, first)
}

func TestMoreCallsThanAWordCounts(t *testing.T) {
	c, o := filled()
	for range most + 10 {
		Enter(c)
	}
	Close(c, free)
	for range most + 10 {
		if o.freed.Load() {
			t.Fatal("freed while a call uses it")
		}
		Leave(c)
	}
	if !o.freed.Load() {
		t.Fatal("not freed")
	}
	counts(t, c)
}

// Calls of many goroutines with cells of one shard, which are closed meanwhile: a handle that Enter gave is open until Leave.
func TestClosingRaces(t *testing.T) {
	first, _ := filled()
	for range 2000 {
		a, one := neighbour(first)
		b, two := neighbour(first)
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				for j := range 8 {
					c := a
					if (i+j)%3 == 0 {
						c = b
					}
					if handle := Enter(c); handle != nil && (*object)(handle).freed.Load() {
						t.Error("freed while a call uses it")
					}
					Leave(c)
				}
			})
		}
		all.Go(func() { Close(a, free) })
		all.Go(func() { Close(b, free) })
		all.Wait()
		if !one.freed.Load() || !two.freed.Load() {
			t.Fatal("not freed")
		}
	}
	counts(t, first)
}

func BenchmarkEnterLeave(b *testing.B) {
	c, _ := filled()
	for b.Loop() {
		Enter(c)
		Leave(c)
	}
}
