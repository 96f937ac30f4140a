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

// A shard counts the calls that use its cells. One cell at a time is counted without a lock, in users; those of others
// that fall into this shard meanwhile are in more. A call that began in one may end in the other: their sum is what
// counts, and a cell that is in neither, looked for in that order, is used by no call that began before.
type shard struct {
	users  atomic.Uint64 // the cell's address, and how many calls: 0 for none
	others atomic.Int32  // cells in more and in late
	sync.Mutex
	more map[Cell]int
	// What is closed when the last call with a cell returns.
	late map[Cell][]closing
	_    [24]byte // a cache line each
}

const most = 1<<16 - 1 // calls that one shard's users can count

var shards [1 << 10]shard

func of(c Cell) *shard {
	return &shards[(uint64(uintptr(unsafe.Pointer(c)))*0x9e3779b97f4a7c15)>>54]
}

// key is the address in the upper 48 bits: Go's heap lies below 2^48.
func key(c Cell) uint64 { return uint64(uintptr(unsafe.Pointer(c))) << 16 }

// Enter gives the handle of a cell, which nobody closes until Leave.
func Enter(c Cell) unsafe.Pointer {
	if c == nil {
		return nil
	}
	s, k := of(c), key(c)
	n := s.users.Load()
	if n != 0 && n&^most != k || n&most == most || !s.users.CompareAndSwap(n, k|n+1) {
		s.enter(c)
	}
	return atomic.LoadPointer(c) // after it was counted: who empties the cell later sees that
}

// enter is for a cell beside another one's, or whose count changes right now.
func (s *shard) enter(c Cell) {
	s.Lock()
	if s.more == nil {
		s.more = map[Cell]int{}
	}
	if s.more[c] == 0 {
		s.others.Add(1)
	}
	s.more[c]++
	s.Unlock()
}

// Leave ends what Enter began, and keeps the cell reachable until then.
func Leave(c Cell) {
	if c == nil {
		return
	}
	s, k := of(c), key(c)
	for n := s.users.Load(); ; n = s.users.Load() {
		if n&^most != k || n == 0 {
			if s.leave(c) {
				break
			}
			continue // another call of this cell has just ended there, for this one
		}
		left := n - 1
		if left == k {
			left = 0
		}
		if s.users.CompareAndSwap(n, left) {
			break
		}
	}
	if s.others.Load() != 0 {
		s.settle(c)
	}
	runtime.KeepAlive(c)
}

// leave ends a call that is counted in more, if there is one.
func (s *shard) leave(c Cell) bool {
	s.Lock()
	defer s.Unlock()
	n := s.more[c]
	switch {
	case n == 0:
		return false
	case n == 1:
		delete(s.more, c)
		s.others.Add(-1)
	default:
		s.more[c]--
	}
	return true
}

// settle frees what was closed while calls used the cell, if no call does any more.
func (s *shard) settle(c Cell) {
	s.Lock()
	var ended []closing
	if len(s.late[c]) > 0 && !s.used(c) {
		ended = s.late[c]
		delete(s.late, c)
		s.others.Add(-1)
	}
	s.Unlock()
	for _, one := range ended {
		one.free(one.handle)
	}
}

func (s *shard) used(c Cell) bool { return s.users.Load()&^most == key(c) || s.more[c] > 0 }

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
	handle := atomic.SwapPointer(c, nil)
	if handle == nil {
		return false
	}
	if s := of(c); s.users.Load()&^most == key(c) || s.others.Load() != 0 {
		s.close(c, closing{handle, free})
	} else {
		free(handle)
	}
	return true
}

// close frees a handle, or leaves it to the last call that uses the cell.
func (s *shard) close(c Cell, one closing) {
	s.Lock()
	if s.late == nil {
		s.late = map[Cell][]closing{}
	}
	if len(s.late[c]) == 0 {
		s.others.Add(1)
	}
	s.late[c] = append(s.late[c], one)
	s.Unlock()
	s.settle(c)
}
