package limit

import (
	"container/heap"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

var epoch = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// fill starts requests until none may start.
func fill(c *Controller, now time.Time) []Ticket {
	var out []Ticket
	for {
		t, ok := c.Start(now)
		if !ok {
			return out
		}
		out = append(out, t)
	}
}

func finish(c *Controller, now time.Time, ts []Ticket, r Result) {
	for _, t := range ts {
		c.Done(now, t, r, 0)
	}
}

func TestSlowStartDoublesThenGrowsByOne(t *testing.T) {
	c := NewController(Config{Start: 4, Max: 100})
	var got []int
	for range 4 {
		ts := fill(c, epoch)
		got = append(got, len(ts))
		finish(c, epoch, ts, Success)
	}
	ts := fill(c, epoch) // 64
	c.Done(epoch, ts[0], Refused, 0)
	finish(c, epoch, ts[1:], Success) // all sent before the cut: they have no effect
	for range 3 {
		ts := fill(c, epoch)
		got = append(got, len(ts))
		finish(c, epoch, ts, Success)
	}
	if want := "[4 8 16 32 44 45 46]"; fmt.Sprint(got) != want {
		t.Errorf("requests at once, round by round: %v, want %s", got, want)
	}
}

// Many refusals in one window count as one.
func TestOneCutPerWindow(t *testing.T) {
	c := NewController(Config{Start: 100})
	finish(c, epoch, fill(c, epoch), Refused)
	if c.Limit() != 70 || !c.Paused(epoch).IsZero() {
		t.Errorf("limit %d, paused until %v after one window of refusals", c.Limit(), c.Paused(epoch))
	}
	finish(c, epoch, fill(c, epoch), Refused)
	if c.Limit() != 49 || c.Paused(epoch) != epoch.Add(time.Second) {
		t.Errorf("limit %d, paused until %v after two", c.Limit(), c.Paused(epoch))
	}
}

func TestOnlyRefusalsShrink(t *testing.T) {
	c := NewController(Config{Start: 10})
	for range 50 {
		finish(c, epoch, fill(c, epoch), Neutral)
	}
	if c.Limit() != 10 || c.InFlight() != 0 {
		t.Errorf("limit %d after server errors alone, want 10", c.Limit())
	}
}

func TestNoGrowthWithoutNeed(t *testing.T) {
	c := NewController(Config{Start: 10})
	for range 100 {
		var ts []Ticket
		for range 9 {
			x, ok := c.Start(epoch)
			if !ok {
				t.Fatal("no slot")
			}
			ts = append(ts, x)
		}
		finish(c, epoch, ts, Success)
	}
	if c.Limit() != 10 {
		t.Errorf("limit %d though nine of ten slots sufficed", c.Limit())
	}
}

func TestPause(t *testing.T) {
	c := NewController(Config{Start: 4, MaxPause: time.Minute})
	ts := fill(c, epoch)
	c.Done(epoch, ts[0], Refused, 30*time.Second)
	c.Done(epoch, ts[1], Refused, 10*time.Second) // shorter: the longer stays
	if _, ok := c.Start(epoch.Add(30*time.Second - 1)); ok {
		t.Error("a request started in the pause")
	}
	c.Done(epoch.Add(time.Second), ts[2], Success, 0)
	if _, ok := c.Start(epoch.Add(30 * time.Second)); !ok {
		t.Error("no request starts after the pause")
	}
	c.Done(epoch, ts[3], Refused, 1<<62)
	if until := c.Paused(epoch); until != epoch.Add(time.Minute) {
		t.Errorf("an absurd wait pauses until %v", until)
	}
	// The clock is set back by a day: the pause does not become one.
	if until := c.Paused(epoch.Add(-24 * time.Hour)); until.After(epoch.Add(-24*time.Hour + time.Minute)) {
		t.Errorf("after the clock went back it is paused until %v", until)
	}
}

// event is the end of one simulated request.
type event struct {
	at     time.Time
	ticket Ticket
	result Result
}

type events []event

func (e events) Len() int           { return len(e) }
func (e events) Less(i, j int) bool { return e[i].at.Before(e[j].at) }
func (e events) Swap(i, j int)      { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)        { *e = append(*e, x.(event)) }
func (e *events) Pop() any {
	last := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return last
}

// Against a server that accepts a number of concurrent requests and refuses the rest,
// on a virtual clock: every request is answered in the end, the limit is never
// exceeded, most of the server's capacity is used, and few requests are refused.
func TestSimulatedServer(t *testing.T) {
	for _, capacity := range []int{1, 3, 20, 90, 1000} {
		for seed := range uint64(5) {
			rnd := rand.New(rand.NewPCG(seed, uint64(capacity)))
			const work = 20_000
			cfg := Config{Max: 100}
			c := NewController(cfg)
			var flight events
			now, left, refused, inside := epoch, work, 0, 0
			for left > 0 {
				for flight.Len() < left {
					x, ok := c.Start(now)
					if !ok {
						break
					}
					r := Success
					d := time.Duration(150+rnd.IntN(100)) * time.Millisecond
					switch {
					case rnd.IntN(100) == 0:
						r, d = Neutral, 10*time.Millisecond
					case inside >= capacity:
						r, d = Refused, 10*time.Millisecond
					default:
						inside++
					}
					heap.Push(&flight, event{now.Add(d), x, r})
				}
				if c.InFlight() > 100 || c.InFlight() != flight.Len() {
					t.Fatalf("capacity %d: %d in flight, %d counted", capacity, flight.Len(), c.InFlight())
				}
				if flight.Len() == 0 {
					until := c.Paused(now)
					if until.IsZero() {
						t.Fatalf("capacity %d: nothing runs, nothing waits, %d left", capacity, left)
					}
					now = until
					continue
				}
				e := heap.Pop(&flight).(event)
				now = e.at
				switch e.result {
				case Success:
					left, inside = left-1, inside-1
				case Refused:
					refused++
				}
				c.Done(now, e.ticket, e.result, 0)
			}
			ideal := work * 200 * time.Millisecond / time.Duration(min(capacity, 100))
			if took := now.Sub(epoch); took > ideal*5/4 {
				t.Errorf("capacity %d, seed %d: took %v, the server could do it in %v", capacity, seed, took, ideal)
			}
			if refused > work/5 {
				t.Errorf("capacity %d, seed %d: %d of %d refused", capacity, seed, refused, work)
			}
			t.Logf("capacity %4d: %.2f of ideal, %d refused", capacity, float64(now.Sub(epoch))/float64(ideal), refused)
		}
	}
}
