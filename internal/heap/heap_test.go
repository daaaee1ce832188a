package heap_test

import (
	"runtime"
	"runtime/debug"
	"testing"

	"assay/internal/heap"
)

// Garbage of four times the floor is collected about four times, and not at
// every few megabytes.
func TestFloorPutsCollectionOff(t *testing.T) {
	const floor, piece = 32 << 20, 64 << 10
	collections := func() uint32 {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		for range 4 * floor / piece {
			garbage = make([]byte, piece)
		}
		runtime.ReadMemStats(&after)
		return after.NumGC - before.NumGC
	}
	without := collections()
	release := heap.Floor(floor)
	with := collections()
	release()
	if with > 8 || without < 2*with {
		t.Errorf("%d collections with a floor, %d without", with, without)
	}
}

// A heap grows by half, unless somebody chose otherwise.
func TestSpare(t *testing.T) {
	before := debug.SetGCPercent(100)
	defer debug.SetGCPercent(before)
	for chosen, want := range map[int]int{100: 50, 50: 50, 30: 30, 200: 200, -1: -1} {
		debug.SetGCPercent(chosen)
		heap.Spare()
		if got := debug.SetGCPercent(chosen); got != want {
			t.Errorf("at %d %%, a heap may grow by %d %%, want %d", chosen, got, want)
		}
	}
}

var garbage []byte
