package gotorch

import (
	"runtime"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"time"

	"gotorch/internal/ptc"
)

// GCRecord is what a collection found.
type GCRecord struct {
	// Freed counts the tensors that were closed, of all goroutines.
	Freed int64
	// Survivors counts the tensors of this loop that somebody still refers to, Bytes their bytes. They are not waited
	// for, and count again next time.
	Survivors, Bytes int64
	// Waited is the time that finalizers took after the collection.
	Waited time.Duration
	// TimedOut tells that a finalizer, maybe not one of ours, blocked until the time was over.
	TimedOut bool
}

var (
	gcTimeout atomic.Int64
	lastGC    atomic.Pointer[GCRecord]
	fences    sync.Pool // samples for metrics.Read
)

func init() {
	gcTimeout.Store(int64(10 * time.Second))
	fences.New = func() any {
		return &[2]metrics.Sample{{Name: "/gc/finalizers/queued:finalizers"}, {Name: "/gc/finalizers/executed:finalizers"}}
	}
}

// SetGCTimeout sets how long GC and FinishGC wait for finalizers: ten seconds at first.
func SetGCTimeout(limit time.Duration) { gcTimeout.Store(int64(limit)) }

// LastGC tells what the last collection of GC, FinishGC or Collect found.
func LastGC() GCRecord {
	if record := lastGC.Load(); record != nil {
		return *record
	}
	return GCRecord{}
}

// GC is called at the beginning of each iteration of a loop: the first call marks the goroutine's thread, each later
// one collects what the loop has made and nobody refers to. It returns when the finalizers of that have run, and never
// waits for a tensor that is in use (GoTorch does, and hangs).
//
// From the first call to FinishGC the goroutine stays on its thread.
func GC() {
	runtime.LockOSThread()
	if ptc.MarkIsSet() {
		runtime.UnlockOSThread() // the first call's lock holds
		Collect()
		return
	}
	finalizeRecent()
	runtime.GC()
	if err := ptc.MarkBegin(); err != nil {
		runtime.UnlockOSThread()
		raise(err)
	}
}

// FinishGC is called after the loop: it collects once more and takes the mark away. Without a loop it only collects.
func FinishGC() {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	Collect()
	if ptc.MarkIsSet() {
		ptc.MarkEnd()
		runtime.UnlockOSThread() // GC's
	}
}

// Collect runs Go's collector and waits until the finalizers of all that it found have run, or until the time of
// SetGCTimeout is over; it needs no loop.
func Collect() GCRecord {
	before := ptc.LiveTensors()
	finalizeRecent()
	runtime.GC()
	start := time.Now()
	record := GCRecord{TimedOut: !drain(start.Add(time.Duration(gcTimeout.Load())))}
	ptc.ClosePending()
	record.Waited = time.Since(start)
	record.Freed = max(0, before-ptc.LiveTensors())
	record.Survivors, record.Bytes = ptc.MarkCounts()
	lastGC.Store(&record)
	return record
}

// drain waits until as many finalizers have run as are queued now. runtime.GC has queued those of all garbage.
func drain(end time.Time) bool {
	samples := fences.Get().(*[2]metrics.Sample)
	defer fences.Put(samples)
	metrics.Read(samples[:])
	if samples[0].Value.Kind() != metrics.KindUint64 {
		return settle(end)
	}
	queued := samples[0].Value.Uint64()
	pause := time.Duration(0)
	for ; samples[1].Value.Uint64() < queued; pause = min(pause+5*time.Microsecond, time.Millisecond) {
		if time.Now().After(end) {
			return false
		}
		if pause < 20*time.Microsecond {
			runtime.Gosched()
		} else {
			time.Sleep(pause)
		}
		metrics.Read(samples[:])
	}
	return true
}

// settle is drain for a Go that does not count finalizers: until no tensor was closed for a millisecond.
func settle(end time.Time) bool {
	for last := int64(-1); last != ptc.LiveTensors(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			return false
		}
		last = ptc.LiveTensors()
	}
	return true
}

// ---- memory pressure ----

const pressureStep = 32 << 20

// SetMemoryPressure decides whether the library asks for a collection each time that CPU storages have grown by 32 MB,
// more seldom where that frees little, and where an operator finds no memory: on at first.
func SetMemoryPressure(on bool) {
	MustNil(ptc.SetPressure(on))
	if on {
		ptc.OnPressure = onPressure
		ptc.SetGrowth(pressureStep)
	} else {
		ptc.SetGrowth(0)
	}
}

// onPressure runs in the middle of an operator, on its thread; finalizers run on another.
func onPressure(int) {
	finalizeRecent()
	runtime.GC()
	drain(time.Now().Add(time.Second))
}

func init() { SetMemoryPressure(true) }
