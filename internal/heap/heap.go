// Package heap keeps the garbage collector quiet while the heap is small.
//
// The collector runs when the heap has doubled since it last ran. A program
// that starts, or that makes many short-lived things and keeps few, therefore
// spends a fifth of its time collecting a heap of a few megabytes. A floor under
// the heap puts that off, at the price of so much more memory at the peak and
// no more: what is counted is reserved and never touched, so no page backs it.
package heap

import (
	"runtime"
	"runtime/debug"
)

// Floor makes the collector count bytes more than there are, from now on until
// release is called. It is safe for concurrent use; floors add up.
func Floor(bytes int) (release func()) {
	floor := make([]byte, bytes)
	return func() { runtime.KeepAlive(floor) }
}

// Default is the floor of the program: small beside what a run of 100,000
// trials needs, large beside what building variants keeps.
const Default = 48 << 20

// Spare lets the heap grow by half and no longer by as much again before it is
// collected, from now on: for what keeps hundreds of megabytes of texts and numbers
// that hold hardly a pointer, which is why collecting them more often costs next to nothing. Where
// GOGC says otherwise, that stays.
func Spare() {
	const usual, spare = 100, 50
	if was := debug.SetGCPercent(spare); was != usual {
		debug.SetGCPercent(was)
	}
}
