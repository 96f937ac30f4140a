// Package lease lets a handle be closed while another goroutine is in a call with it: the last call that uses the
// handle closes it.
//
// A cell is a word that holds a handle, nil once it is closed. GoTorch's tensors are pointers to such words, which code
// outside of this module makes too, so the counts stand beside them: in one of some shards, by the word's address.
package lease

import (
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"
)

// A Cell holds a handle; nil, or a cell that holds nil, is one that is absent.
type Cell = *unsafe.Pointer

type closing struct {
	handle unsafe.Pointer
	free   func(unsafe.Pointer)
}

type shard struct {
	sync.Mutex
	// The calls that use one cell; those of others that fall into this shard meanwhile are in more.
	cell  Cell
	count int
	more  map[Cell]int
	// What is closed when the last call with a cell returns.
	late map[Cell][]closing
	_    [16]byte // a cache line each
}

var shards [1 << 10]shard

func of(c Cell) *shard {
	return &shards[(uint64(uintptr(unsafe.Pointer(c)))*0x9e3779b97f4a7c15)>>54]
}

// Enter gives the handle of a cell, which nobody closes until Leave.
func Enter(c Cell) unsafe.Pointer {
	if c == nil {
		return nil
	}
	s := of(c)
	s.Lock()
	switch {
	case s.count == 0:
		s.cell, s.count = c, 1
	case s.cell == c:
		s.count++
	default:
		if s.more == nil {
			s.more = map[Cell]int{}
		}
		s.more[c]++
	}
	handle := *c
	s.Unlock()
	return handle
}

// Leave ends what Enter began, and keeps the cell reachable until then.
func Leave(c Cell) {
	if c == nil {
		return
	}
	s := of(c)
	s.Lock()
	if s.cell == c && s.count > 0 {
		if s.count--; s.count == 0 {
			s.cell = nil
		}
	} else if s.more[c]--; s.more[c] == 0 {
		delete(s.more, c)
	}
	var ended []closing
	if len(s.late) > 0 && !s.used(c) {
		ended = s.late[c]
		delete(s.late, c)
	}
	s.Unlock()
	for _, one := range ended {
		one.free(one.handle)
	}
	runtime.KeepAlive(c)
}

func (s *shard) used(c Cell) bool { return s.cell == c && s.count > 0 || s.more[c] > 0 }

// EnterAll is Enter for each cell.
func EnterAll(cells []Cell) []unsafe.Pointer {
	handles := make([]unsafe.Pointer, len(cells))
	for i, c := range cells {
		handles[i] = Enter(c)
	}
	return handles
}

// LeaveAll is Leave for each cell.
func LeaveAll(cells []Cell) {
	for _, c := range cells {
		Leave(c)
	}
}

// Close empties a cell, and has the handle freed: now, or by the last call that uses it. It tells whether there was one.
func Close(c Cell, free func(unsafe.Pointer)) bool {
	if c == nil {
		return false
	}
	s := of(c)
	s.Lock()
	handle := *c
	atomic.StorePointer(c, nil) // who asks whether the cell is empty takes no lock
	now := handle != nil && !s.used(c)
	if handle != nil && !now {
		if s.late == nil {
			s.late = map[Cell][]closing{}
		}
		s.late[c] = append(s.late[c], closing{handle, free})
	}
	s.Unlock()
	if now {
		free(handle)
	}
	return handle != nil
}
