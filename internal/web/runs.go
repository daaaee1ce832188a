package web

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"assay/internal/bench"
	"assay/internal/report"
	"assay/internal/store"
)

type runsView struct {
	Runs []store.Run
	Page pager
}

func (s *Server) runs(r *http.Request) (*page, error) {
	at, _ := strconv.Atoi(r.URL.Query().Get("page")) // what is no number is the first page
	runs, total, err := s.store.RunsPage(r.Context(), max(at-1, 0)*pageSize, pageSize)
	if err != nil {
		return nil, err
	}
	_, _, p := paged(r, total)
	return &page{Name: "runs", Title: "Runs", Here: "runs", Data: runsView{runs, p}}, nil
}

type runView struct {
	store.Run
	Planned, Ended int
	Outcomes       []bench.Outcome
	Subjects       []*subjectCounts
	Cost           float64
	Priced         int // trials with a known cost
	Trials         []trialRow
	Page           pager
	Filter         trialFilter
	Took           time.Duration
	Incidents      bool // some trials ask what is remembered
	Registered     *registeredView
}

type subjectCounts struct {
	Name   string
	Counts map[bench.Outcome]int

	Pending, N int
	Cost       float64
	Priced     int // trials with a known cost
}

func (c *subjectCounts) add(f *store.Fact) {
	c.N++
	c.Counts[f.Outcome]++
	if f.Outcome == "" {
		c.Pending++
	}
	if f.CostUSD != nil {
		c.Cost += *f.CostUSD
		c.Priced++
	}
}

// trialFilter is what the list of trials is cut by.
type trialFilter struct{ Subject, Outcome, Q string }

// trialRow is a line in a list of trials.
type trialRow struct {
	store.Fact
	Says, Right string
}

func (f trialFilter) fits(t *store.Fact) bool {
	return (f.Subject == "" || t.Subject == f.Subject) && (f.Outcome == "" || string(t.Outcome) == f.Outcome || f.Outcome == "pending" && t.Outcome == "") &&
		(f.Q == "" || strings.Contains(t.Variant.Key, f.Q) || strings.HasPrefix(t.Key, f.Q))
}

func (s *Server) run(r *http.Request) (*page, error) {
	run, err := s.runOf(r)
	if err != nil {
		return nil, err
	}
	snap, err := s.snapshot(r.Context(), run)
	if err != nil {
		return nil, err
	}
	q := r.URL.Query()
	v := runView{Run: run, Outcomes: bench.Outcomes(), Filter: trialFilter{q.Get("subject"), q.Get("outcome"), strings.TrimSpace(q.Get("q"))}}
	v.Subjects = snap.Subjects
	for _, c := range snap.Subjects {
		v.Planned += c.N
		v.Ended += c.N - c.Pending
		v.Cost += c.Cost
		v.Priced += c.Priced
	}
	var fits []*store.Fact
	for i := range snap.Facts {
		f := &snap.Facts[i]
		v.Incidents = v.Incidents || f.Variant.Format == report.IncidentFormat
		if v.Filter.fits(f) {
			fits = append(fits, f)
		}
	}
	from, to, p := paged(r, len(fits))
	for _, f := range fits[from:to] {
		v.Trials = append(v.Trials, listed(f))
	}
	v.Page = p
	if !run.Ended.IsZero() {
		v.Took = run.Ended.Sub(run.Started)
	}
	registered, whole := s.registered(snap)
	v.Registered = registered
	out := &page{Name: "run", Title: "Run " + run.ID, Run: run.ID, Here: "run", Data: v, Again: !whole}
	if run.Status == "running" {
		out.Live = runURL(run.ID, "events")
	}
	return out, nil
}

func listed(f *store.Fact) trialRow {
	out := trialRow{Fact: *f, Says: "–", Right: "–"}
	if f.Said != 0 {
		out.Says, out.Right = f.Said.String(), "wrong"
		if f.Said == f.Variant.Truth {
			out.Right = "right"
		}
	}
	return out
}

// events tells a page whenever the database changed, until the reader leaves or
// the server stops. The first event comes at once.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	rc := http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream")
	tick := time.NewTicker(s.poll)
	defer tick.Stop()
	var last int64
	late := 0 // when to tell again: a page that came too soon after a change showed what was before it
	for n := 0; ; n++ {
		stamp, err := s.store.Stamp(r.Context())
		if err != nil {
			return
		}
		text := ""
		switch {
		case n == 0 || stamp != last || n == late:
			if n == 0 || stamp != last {
				late = n + 10
			}
			text = fmt.Sprintf("event: change\ndata: %d\n\n", stamp)
		case n%15 == 0:
			text = ": still here\n\n"
		}
		last = stamp
		if text != "" {
			// Both fail where the writer is no connection, as in a test; the write then says so.
			_ = rc.SetWriteDeadline(time.Now().Add(30 * time.Second))
			if _, err := w.Write([]byte(text)); err != nil {
				return
			}
			_ = rc.Flush()
		}
		select {
		case <-r.Context().Done():
			return
		case <-tick.C:
		}
	}
}
