package limit

import (
	"cmp"
	"math"
	"time"

	"assay/internal/core/model"
)

// Config bounds a controller. The zero value of a field means its default.
type Config struct {
	Start    int           // concurrent requests at the beginning, 0 for 10; never more than Max
	Max      int           // maximum of concurrent requests, 0 for 100
	MaxPause time.Duration // bound of every pause, even if a server asks for more, 0 for [model.MaxWait]
}

// Controller computes the limit of concurrent requests as TCP computes its window: it
// doubles each round until the first refusal, then grows by one a round, more slowly
// near the last refused limit, and cuts on refusal. It is pure: time is an argument,
// and it never waits. It is not safe for concurrent use; [Limiter] is.
//
// It grows only while requests use up the limit: a limit that is not reached is no
// information about the server. Refusals of requests that were sent before the last cut
// concern the limit before that cut, and do not cut again.
type Controller struct {
	cfg      Config
	limit    float64
	slow     bool    // slow start: no refusal yet
	ceiling  float64 // the last refused limit, 0 once it has been passed
	inFlight int

	seq    int64 // of the last request
	fullAt int64 // newest request when the limit was last used up
	cutAt  int64 // newest request at the last cut

	refusals int // cuts since the last success
	paused   time.Time
}

const (
	cut       = 0.7         // factor on the limit after a refusal
	patience  = 8           // rounds for growth by one near the last refused limit
	firstWait = time.Second // pause after the second consecutive refusal without a stated delay
)

// Ticket is one request in flight.
type Ticket struct{ seq int64 }

// Result is the information of a request about the server's load.
type Result int

const (
	Neutral Result = iota // none: a broken connection, a server error, a bad request
	Success               // the server had room
	Refused               // the server asks for fewer requests (429)
)

// NewController returns a controller with nothing in flight.
func NewController(cfg Config) *Controller {
	cfg.Max = max(cmp.Or(cfg.Max, 100), 1)
	cfg.Start = min(max(cmp.Or(cfg.Start, 10), 1), cfg.Max)
	cfg.MaxPause = cmp.Or(cfg.MaxPause, model.MaxWait)
	return &Controller{cfg: cfg, limit: float64(cfg.Start), slow: true}
}

// Limit returns the maximum number of concurrent requests.
func (c *Controller) Limit() int { return int(c.limit) }

// InFlight returns the number of running requests.
func (c *Controller) InFlight() int { return c.inFlight }

// Paused returns the end of the present pause, in which no request may start; the zero
// time without a pause. A clock that was set back cannot make a pause longer than
// MaxPause.
func (c *Controller) Paused(now time.Time) time.Time {
	if most := now.Add(c.cfg.MaxPause); c.paused.After(most) {
		c.paused = most
	}
	if !c.paused.After(now) {
		return time.Time{}
	}
	return c.paused
}

// Start takes a slot for one request, or returns false when none is free.
func (c *Controller) Start(now time.Time) (Ticket, bool) {
	if !c.Paused(now).IsZero() {
		return Ticket{}, false
	}
	if c.inFlight >= c.Limit() {
		c.fullAt = c.seq
		return Ticket{}, false
	}
	c.inFlight++
	c.seq++
	if c.inFlight >= c.Limit() {
		c.fullAt = c.seq
	}
	return Ticket{c.seq}, true
}

// Done returns the slot of t and adapts the limit to the result of the request. after
// is the delay that the server asks for, 0 for none.
func (c *Controller) Done(now time.Time, t Ticket, r Result, after time.Duration) {
	c.inFlight--
	current := t.seq > c.cutAt // sent under the present limit
	switch r {
	case Success:
		if !current {
			return
		}
		c.refusals = 0
		if c.fullAt < t.seq { // the limit was not used up while it ran
			return
		}
		switch round := math.Floor(c.limit); {
		case c.slow:
			c.limit++ // each request of a round adds one: the limit doubles
		case c.ceiling == 0 || c.limit < c.ceiling-1:
			c.limit += 1 / round
		default:
			c.limit += 1 / (patience * round)
		}
		if c.limit > c.ceiling+1 {
			c.ceiling = 0 // the server now accepts more than it refused before
		}
		c.limit = min(c.limit, float64(c.cfg.Max))
	case Refused:
		if after > 0 {
			c.pause(now, after)
		}
		if !current {
			return
		}
		c.slow, c.ceiling = false, math.Floor(c.limit)
		c.limit = max(c.limit*cut, 1)
		c.cutAt = c.seq
		c.refusals++
		if after <= 0 && c.refusals > 1 {
			c.pause(now, firstWait<<min(c.refusals-2, 20))
		}
	}
}

// pause lets no request start before d has passed; a longer pause stays.
func (c *Controller) pause(now time.Time, d time.Duration) {
	if until := now.Add(min(d, c.cfg.MaxPause)); until.After(c.paused) {
		c.paused = until
	}
}
