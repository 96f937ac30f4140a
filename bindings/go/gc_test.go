package gotorch_test

import (
	"runtime"
	"sync"
	"testing"
	"time"

	torch "gotorch"
)

func TestGCFreesWhatALoopMakes(t *testing.T) {
	torch.Collect()
	before := torch.LiveTensors()
	for i := range 5 {
		torch.GC()
		if left := torch.LiveTensors() - before; left > 0 {
			t.Fatalf("iteration %d: %d tensors are left", i, left)
		}
		for range 50 {
			torch.Mul(matrix(), matrix())
		}
	}
	torch.FinishGC()
	equal(t, torch.LiveTensors(), before)
	equal(t, torch.LastGC().Freed >= 150, true)
}

func TestGCNeverWaitsForWhatIsInUse(t *testing.T) {
	torch.GC()
	kept := []torch.Tensor{matrix(), matrix()}
	begin := time.Now()
	torch.GC()
	equal(t, torch.LastGC().Survivors, int64(2))
	equal(t, torch.LastGC().Bytes, int64(32))
	torch.FinishGC()
	torch.FinishGC()
	if took := time.Since(begin); took > 5*time.Second {
		t.Fatalf("it took %v", took)
	}
	runtime.KeepAlive(kept)
}

func TestGCEndsWhereAFinalizerBlocks(t *testing.T) {
	release := make(chan struct{})
	func() {
		blocking := new([16]int)
		runtime.SetFinalizer(blocking, func(*[16]int) { <-release })
	}()
	torch.SetGCTimeout(50 * time.Millisecond)
	defer torch.SetGCTimeout(10 * time.Second)
	begin := time.Now()
	record := torch.Collect()
	took := time.Since(begin)
	close(release)
	equal(t, record.TimedOut, true)
	if took > 5*time.Second {
		t.Fatalf("it took %v", took)
	}
	equal(t, torch.Collect().TimedOut, false)
}

func TestTensorsOfOtherGoroutinesAreNotTheLoops(t *testing.T) {
	torch.GC()
	defer torch.FinishGC()
	var other torch.Tensor
	var done sync.WaitGroup
	done.Go(func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		other = matrix()
	})
	done.Wait()
	torch.GC()
	equal(t, torch.LastGC().Survivors, int64(0))
	runtime.KeepAlive(other)
}

func TestMemoryPressureCollectsWithoutGC(t *testing.T) {
	torch.Collect()
	most := int64(0)
	for range 400 {
		torch.Empty([]int64{1 << 20}, false) // 4 MB each
		most = max(most, torch.LiveBytes())
	}
	if most > 1<<30 {
		t.Fatalf("%d MB were alive at once", most>>20)
	}
}

// What was made last has no finalizer until a collection has ended; the next one finds it.
func TestGosOwnCollectionsFindWhatWasDropped(t *testing.T) {
	torch.Collect()
	before := torch.LiveTensors()
	for range 10 {
		matrix()
	}
	end := time.Now().Add(5 * time.Second)
	for torch.LiveTensors() > before && time.Now().Before(end) {
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
	equal(t, torch.LiveTensors(), before)
}

func TestTensorsAreClosedOnceWhoeverElseMakesSome(t *testing.T) {
	torch.Collect()
	before := torch.LiveTensors()
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			for j := range 2000 {
				a := matrix()
				if (i+j)%5 != 0 { // the others are the collector's
					a.Close()
					a.Close()
				}
				if j%500 == 499 {
					runtime.GC()
				}
			}
		})
	}
	all.Wait()
	torch.Collect()
	equal(t, torch.LiveTensors(), before)
}
