package main

import (
	"slices"
	"time"
)

// event is something that happens to a machine or one of its connections.
type event struct {
	at   time.Duration
	seq  int64 // in which order events were made: of two at one time the older comes first
	kind kind
	who  int32
}

type kind uint8

const (
	answered  kind = iota // the model's answer arrived: who is a connection
	gathered              // a machine has waited for more: who is a machine, as in all below
	arrives               // a transaction reaches the server's CPU
	computed              // a share of CPU was had
	travelled             // what is done under the lock has gone over the network
	flushed               // the disk has written: who is nobody
	heard                 // the worker knows that its transaction is durable
)

// slot is how much time the far future is divided into.
const slot = time.Millisecond

// queue holds events by time: the near ones in a heap, the many that are far in
// slots of a ring that turns.
type queue struct {
	near []event
	ring [][]event
	turn int64 // number of the slot that is in the heap
	far  int
	made int64
}

// newQueue makes a queue for events that are at most so far away.
func newQueue(most time.Duration) *queue {
	return &queue{ring: make([][]event, most/slot+2)}
}

func (q *queue) push(at time.Duration, k kind, who int32) {
	q.made++
	e := event{at, q.made, k, who}
	if n := int64(at / slot); n > q.turn {
		i := n % int64(len(q.ring))
		q.ring[i] = append(q.ring[i], e)
		q.far++
		return
	}
	q.up(e)
}

// pop returns the next event. It is not ok when there is none.
func (q *queue) pop() (event, bool) {
	for len(q.near) == 0 {
		if q.far == 0 {
			return event{}, false
		}
		q.turn++
		i := q.turn % int64(len(q.ring))
		q.far -= len(q.ring[i])
		for _, e := range q.ring[i] {
			q.up(e)
		}
		q.ring[i] = q.ring[i][:0]
	}
	top := q.near[0]
	last := len(q.near) - 1
	q.near[0] = q.near[last]
	q.near = q.near[:last]
	for i := 0; ; {
		c := 2*i + 1
		if c >= last {
			break
		}
		if c+1 < last && q.near[c+1].before(q.near[c]) {
			c++
		}
		if !q.near[c].before(q.near[i]) {
			break
		}
		q.near[i], q.near[c] = q.near[c], q.near[i]
		i = c
	}
	return top, true
}

func (q *queue) up(e event) {
	q.near = append(q.near, e)
	for i := len(q.near) - 1; i > 0; {
		p := (i - 1) / 2
		if !q.near[i].before(q.near[p]) {
			break
		}
		q.near[i], q.near[p] = q.near[p], q.near[i]
		i = p
	}
}

func (e event) before(o event) bool {
	return e.at < o.at || e.at == o.at && e.seq < o.seq
}

// line is who waits for a resource, first come first served.
type line struct {
	who  []int32
	head int
}

func (l *line) len() int { return len(l.who) - l.head }

func (l *line) push(m int32) { l.who = append(l.who, m) }

func (l *line) pop() int32 {
	m := l.who[l.head]
	if l.head++; l.head > 1000 && l.head > len(l.who)/2 {
		l.who = slices.Delete(l.who, 0, l.head)
		l.head = 0
	}
	return m
}
