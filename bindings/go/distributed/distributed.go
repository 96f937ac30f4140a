// Package distributed is libtorch's c10d: stores, groups of processes over gloo, their collectives, and the Reducer,
// which averages gradients while a backward pass computes others.
//
//	group, err := distributed.Init("gloo", time.Minute) // RANK, WORLD_SIZE, MASTER_ADDR, MASTER_PORT
//	reducer, err := distributed.NewReducer(group, parameters, distributed.ReducerOptions{})
//
// All members of a group call its collectives in the same order. Each waits until it is done, and its error is the
// collective's. What is made here is closed when it is unreachable, or by Close.
package distributed

// #cgo pkg-config: pytorch_c
// #include <pytorch_c.h>
// #include <stdlib.h>
import "C"

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"time"
	"unsafe"

	"gotorch"
	"gotorch/internal/lease"
)

// ReduceOp says how tensors of all members become one.
type ReduceOp int32

// Reductions; Avg is not gloo's.
const (
	Sum     ReduceOp = C.PTC_REDUCE_SUM
	Avg     ReduceOp = C.PTC_REDUCE_AVG
	Product ReduceOp = C.PTC_REDUCE_PRODUCT
	Min     ReduceOp = C.PTC_REDUCE_MIN
	Max     ReduceOp = C.PTC_REDUCE_MAX
)

// Kinds of their errors, beside gotorch's.
const (
	NetworkError gotorch.ErrorKind = C.PTC_ERROR_NETWORK
	StoreError   gotorch.ErrorKind = C.PTC_ERROR_STORE
	BackendError gotorch.ErrorKind = C.PTC_ERROR_BACKEND
)

func failed(err C.ptc_error) error {
	if err == nil {
		return nil
	}
	return gotorch.TakeError(unsafe.Pointer(err))
}

func milliseconds(timeout time.Duration) C.int64_t { return C.int64_t(timeout.Milliseconds()) }

// text gives a C string, which the caller frees.
func text(of string) (*C.char, func()) {
	c := C.CString(of)
	return c, func() { C.free(unsafe.Pointer(c)) }
}

// ---- stores ----

// A Store has keys and bytes that processes share.
type Store struct{ handle unsafe.Pointer }

// TCPOptions of a store; the zero value is a client's.
type TCPOptions struct {
	Serves  bool  // this process serves the store
	Members int64 // how many members the server waits for; 0 waits for nobody
}

// NewTCPStore connects to a store, or serves one; port 0 finds a free one.
func NewTCPStore(host string, port int64, timeout time.Duration, options TCPOptions) (*Store, error) {
	name, free := text(host)
	defer free()
	members := C.int64_t(C.PTC_UNSET)
	if options.Members > 0 {
		members = C.int64_t(options.Members)
	}
	var out C.ptc_store
	err := C.ptc_store_tcp(name, C.int64_t(port), members, C.bool(options.Serves), milliseconds(timeout),
		C.bool(options.Members > 0), false, true, C.PTC_UNSET, &out)
	return newStore(out, err)
}

// NewFileStore opens a store in a file that all members see.
func NewFileStore(path string, members int64) (*Store, error) {
	name, free := text(path)
	defer free()
	var out C.ptc_store
	err := C.ptc_store_file(name, C.int64_t(members), &out)
	return newStore(out, err)
}

func newStore(handle C.ptc_store, err C.ptc_error) (*Store, error) {
	if err != nil {
		return nil, failed(err)
	}
	s := &Store{unsafe.Pointer(handle)}
	runtime.SetFinalizer(s, (*Store).Close)
	return s, nil
}

// c begins a use of the handle, which done ends.
func (s *Store) c() C.ptc_store { return C.ptc_store(lease.Enter(&s.handle)) }
func (s *Store) done()          { lease.Leave(&s.handle) }

// Close closes the store now; closing it again is nothing.
func (s *Store) Close() {
	lease.Close(&s.handle, func(handle unsafe.Pointer) { C.ptc_store_close(C.ptc_store(handle)) })
}

// Port is that of a store over TCP.
func (s *Store) Port() (int64, error) {
	defer s.done()
	var out C.int64_t
	err := failed(C.ptc_store_port(s.c(), &out))
	return int64(out), err
}

// Set gives a key its value.
func (s *Store) Set(key string, value []byte) error {
	defer s.done()
	name, free := text(key)
	defer free()
	return failed(C.ptc_store_set(s.c(), name, unsafe.Pointer(unsafe.SliceData(value)), C.int64_t(len(value))))
}

// Get waits for a key, and gives its value.
func (s *Store) Get(key string) ([]byte, error) {
	defer s.done()
	name, free := text(key)
	defer free()
	var out *C.char
	var length C.int64_t
	if err := failed(C.ptc_store_get(s.c(), name, &out, &length)); err != nil {
		return nil, err
	}
	defer C.ptc_string_free(out)
	return C.GoBytes(unsafe.Pointer(out), C.int(length)), nil
}

// Add adds to a number, 0 at first, and gives the sum.
func (s *Store) Add(key string, amount int64) (int64, error) {
	defer s.done()
	name, free := text(key)
	defer free()
	var out C.int64_t
	err := failed(C.ptc_store_add(s.c(), name, C.int64_t(amount), &out))
	return int64(out), err
}

// ---- groups ----

// A Group is some processes that compute together.
type Group struct{ handle unsafe.Pointer }

// NewGroup joins a group as number rank; it returns when all members are there. The name keeps groups of one store apart.
func NewGroup(store *Store, rank, size int64, backend string, timeout time.Duration, name string) (*Group, error) {
	defer store.done()
	kind, free := text(backend)
	defer free()
	label, freeLabel := text(name)
	defer freeLabel()
	var out C.ptc_group
	err := C.ptc_group_new(store.c(), C.int64_t(rank), C.int64_t(size), kind, milliseconds(timeout), label, &out)
	return newGroup(out, err)
}

func newGroup(handle C.ptc_group, err C.ptc_error) (*Group, error) {
	if err != nil {
		return nil, failed(err)
	}
	g := &Group{unsafe.Pointer(handle)}
	runtime.SetFinalizer(g, (*Group).Close)
	return g, nil
}

func number(variable string) (int64, error) {
	found, err := strconv.ParseInt(os.Getenv(variable), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%s is %q, where a launcher sets a number", variable, os.Getenv(variable))
	}
	return found, nil
}

// Init joins the group of all processes of a launcher: torchrun, this package's, or anybody who sets RANK, WORLD_SIZE,
// MASTER_ADDR and MASTER_PORT.
func Init(backend string, timeout time.Duration) (*Group, error) {
	var numbers [3]int64
	for i, name := range []string{"RANK", "WORLD_SIZE", "MASTER_PORT"} {
		var err error
		if numbers[i], err = number(name); err != nil {
			return nil, err
		}
	}
	rank, size, port := numbers[0], numbers[1], numbers[2]
	serves := rank == 0 && os.Getenv("TORCHELASTIC_USE_AGENT_STORE") != "True"
	store, err := NewTCPStore(os.Getenv("MASTER_ADDR"), port, timeout, TCPOptions{Serves: serves})
	if err != nil {
		return nil, err
	}
	defer store.Close() // the group keeps it
	return NewGroup(store, rank, size, backend, timeout, "all "+os.Getenv("TORCHELASTIC_RESTART_COUNT"))
}

func (g *Group) c() C.ptc_group { return C.ptc_group(lease.Enter(&g.handle)) }
func (g *Group) done()          { lease.Leave(&g.handle) }

// Close leaves the group; closing it again is nothing.
func (g *Group) Close() {
	lease.Close(&g.handle, func(handle unsafe.Pointer) { C.ptc_group_close(C.ptc_group(handle)) })
}

// Rank is this process's number in the group.
func (g *Group) Rank() (int64, error) {
	defer g.done()
	var out C.int64_t
	err := failed(C.ptc_group_rank(g.c(), &out))
	return int64(out), err
}

// Size is the number of members.
func (g *Group) Size() (int64, error) {
	defer g.done()
	var out C.int64_t
	err := failed(C.ptc_group_size(g.c(), &out))
	return int64(out), err
}

// Subgroup is the group of some members, whom ranks name in the order of their new numbers; only they call it.
func (g *Group) Subgroup(ranks []int64, timeout time.Duration, name string) (*Group, error) {
	defer g.done()
	label, free := text(name)
	defer free()
	var out C.ptc_group
	err := C.ptc_group_subgroup(g.c(), (*C.int64_t)(unsafe.Pointer(unsafe.SliceData(ranks))), C.int64_t(len(ranks)),
		milliseconds(timeout), label, &out)
	return newGroup(out, err)
}

// ---- collectives ----

// enter begins the use of tensors, which leave ends.
func enter(tensors []gotorch.Tensor) (*C.ptc_tensor, C.int64_t) {
	handles := make([]C.ptc_tensor, len(tensors))
	for i, t := range tensors {
		handles[i] = C.ptc_tensor(lease.Enter(t.T))
	}
	return unsafe.SliceData(handles), C.int64_t(len(handles))
}

func leave(tensors ...gotorch.Tensor) {
	for _, t := range tensors {
		lease.Leave(t.T)
	}
}

// AllReduce makes a tensor the reduction of those of all members.
func (g *Group) AllReduce(t gotorch.Tensor, op ReduceOp) error {
	defer g.done()
	defer leave(t)
	return failed(C.ptc_group_all_reduce(g.c(), C.ptc_tensor(lease.Enter(t.T)), C.int32_t(op), C.PTC_UNSET, nil))
}

// Broadcast gives root's tensor to all.
func (g *Group) Broadcast(t gotorch.Tensor, root int64) error {
	defer g.done()
	defer leave(t)
	return failed(C.ptc_group_broadcast(g.c(), C.ptc_tensor(lease.Enter(t.T)), C.int64_t(root), C.PTC_UNSET, nil))
}

// AllGather makes outputs[i] the input of member i.
func (g *Group) AllGather(outputs []gotorch.Tensor, input gotorch.Tensor) error {
	defer g.done()
	defer leave(append(outputs[:len(outputs):len(outputs)], input)...)
	list, length := enter(outputs)
	return failed(C.ptc_group_all_gather(g.c(), list, length, C.ptc_tensor(lease.Enter(input.T)), C.PTC_UNSET, nil))
}

// Send gives a tensor to a member, which calls Recv; a tag tells messages of one pair apart.
func (g *Group) Send(t gotorch.Tensor, to, tag int64) error {
	defer g.done()
	defer leave(t)
	return failed(C.ptc_group_send(g.c(), C.ptc_tensor(lease.Enter(t.T)), C.int64_t(to), C.int64_t(tag), nil))
}

// Recv fills a tensor with what a member sends.
func (g *Group) Recv(t gotorch.Tensor, from, tag int64) error {
	defer g.done()
	defer leave(t)
	return failed(C.ptc_group_recv(g.c(), C.ptc_tensor(lease.Enter(t.T)), C.int64_t(from), C.int64_t(tag), nil))
}

// Barrier returns when all members have come.
func (g *Group) Barrier() error {
	defer g.done()
	return failed(C.ptc_group_barrier(g.c(), C.PTC_UNSET, nil))
}
