package web

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report"
	"assay/internal/core/store"
)

type runsView struct {
	Runs []runLine
	Page pager
}

func (s *Server) runs(r *http.Request) (*page, error) {
	at, _ := strconv.Atoi(r.URL.Query().Get("page")) // anything that is not a number means the first page
	runs, total, err := s.store.RunsPage(r.Context(), max(at-1, 0)*pageSize, pageSize)
	if err != nil {
		return nil, err
	}
	_, _, p := pagerOf(r, total, pageSize)
	lines, complete, err := s.runLines(r.Context(), runs)
	if err != nil {
		return nil, err
	}
	return &page{Name: "runs", Title: "Runs", Here: "runs", Again: !complete, Data: runsView{lines, p}}, nil
}

type runView struct {
	store.Run
	Planned, Ended int
	Outcomes       []bench.Outcome
	Subjects       []*subjectCounts
	Cost           float64
	Priced, Reused int // trials with a known cost, as in subjectCounts
	Trials         []trialRow
	Page           pager
	Note           store.Note
	Filter         trialFilter
	Options        options
	Took           time.Duration
	Replaced       string // the later run that asked trials of this one again; "" for none
	Incidents      bool   // some trials ask for the facts of incidents
	Leaders        []leaders
}

// leaders are the headline numbers of one suite, the best subject first.
type leaders struct {
	Suite   string
	Metrics []metric.Metric
	Lines   []boardLine
	Missing int    // subjects whose numbers are still being computed
	Compare string // address of the comparison of the first two, "" with less
}

// leaders returns the headline numbers of every suite that are there in time.
func (k *snapshot) leaders() (out []leaders, complete bool) {
	late := time.After(patience)
	complete = true
	for _, suite := range k.Options.Suites {
		rank := k.ranking(selection{Suite: suite})
		select {
		case <-rank.done:
		case <-late:
		}
		l := leaders{Suite: suite, Metrics: report.HeadlineMetrics()}
		l.Lines, l.Missing = rank.ready()
		sorted(l.Lines, order{column: report.HeadlineMetrics()[0].ID, down: true}, boardOrder())
		if l.Missing > 0 {
			complete = false
		} else if len(l.Lines) > 1 {
			l.Compare = runURL(k.Run.ID, "compare", "a", l.Lines[0].Subject.Name, "b", l.Lines[1].Subject.Name, "suite", suite)
		}
		out = append(out, l)
	}
	return out, complete
}

type subjectCounts struct {
	Name   string
	Counts map[bench.Outcome]int

	Pending, N int
	Cost       float64
	Priced     int // trials with a known cost that this run paid
	Reused     int // trials with a known cost that it did not pay: of an earlier run, or of an equal text
}

// add counts a trial, and its cost if this run paid for it.
func (c *subjectCounts) add(f *bench.Trial, paid bool) {
	c.N++
	c.Counts[f.Outcome]++
	if f.Outcome == "" {
		c.Pending++
	}
	switch {
	case !f.Used().Priced:
	case paid:
		c.Cost += f.Spent.CostUSD
		c.Priced++
	default:
		c.Reused++
	}
}

// trialFilter is the filter of the list of trials. Every field is a URL parameter; "" means any.
type trialFilter struct {
	Subject, Outcome, Show, Class, Group, Q string

	// of the texts that a number of a leaderboard counts
	Suite, Truth, Tier string
	Chain              string // originals selects the texts that are not transformed
	Counted            string // "yes": only samples that the headline counts
}

// originals is the value of the parameter chain for texts that are not transformed.
const originals = "originals"

// shows are the values of the parameter show, with the trials that they select.
var shows = []struct {
	Name, Text string
	fits       func(*bench.Trial) bool
}{
	{"wrong", "wrong verdict", func(f *bench.Trial) bool { return says(f) != 0 && says(f) != f.Variant.Truth }},
	{"right", "right verdict", func(f *bench.Trial) bool { return says(f) != 0 && says(f) == f.Variant.Truth }},
	{"missed", "target missed", func(f *bench.Trial) bool { return f.Strict() == bench.Miss }},
	{"found", "target found", func(f *bench.Trial) bool { return f.Strict() == bench.Hit }},
	{"unsure", "judge undecided", func(f *bench.Trial) bool { return f.Strict() == bench.Unscored }},
	{"refused", "refused", func(f *bench.Trial) bool { return f.Outcome == bench.Refused }},
	{"silent", "no answer", func(f *bench.Trial) bool { return f.Outcome != "" && f.Outcome != bench.Answered }},
}

// showOf returns the predicate for a value of the parameter show; "" accepts every trial.
func showOf(name string) (func(*bench.Trial) bool, error) {
	if name == "" {
		return func(*bench.Trial) bool { return true }, nil
	}
	names := make([]string, len(shows))
	for i, x := range shows {
		if names[i] = x.Name; x.Name == name {
			return x.fits, nil
		}
	}
	return nil, badRequest("unknown show=%q: want %s", name, strings.Join(names, ", "))
}

func trialFilterOf(r *http.Request) (trialFilter, error) {
	q := r.URL.Query()
	f := trialFilter{Subject: q.Get("subject"), Outcome: q.Get("outcome"), Show: q.Get("show"), Class: q.Get("class"),
		Group: q.Get("subset"), Q: strings.TrimSpace(q.Get("q")), Suite: q.Get("suite"), Truth: q.Get("truth"),
		Tier: q.Get("tier"), Chain: q.Get("chain"), Counted: q.Get("counted")}
	_, err := showOf(f.Show)
	return f, err
}

// pairs returns the filter as pairs of parameter and value.
func (f trialFilter) pairs() []string {
	out := []string{"subject", f.Subject, "outcome", f.Outcome, "show", f.Show, "class", f.Class, "subset", f.Group,
		"q", f.Q}
	for _, p := range f.More() {
		out = append(out, p.Name, p.Value)
	}
	return out
}

// parameter is a parameter of an address.
type parameter struct{ Name, Value string }

// More returns the parameters that are set and have no field in the form.
func (f trialFilter) More() []parameter {
	return slices.DeleteFunc([]parameter{{"suite", f.Suite}, {"truth", f.Truth}, {"tier", f.Tier}, {"chain", f.Chain},
		{"counted", f.Counted}}, func(p parameter) bool { return p.Value == "" })
}

// Narrowed says in words what More selects, "" for nothing.
func (f trialFilter) Narrowed() string {
	var out []string
	for _, p := range f.More() {
		if p.Name == "counted" {
			out = append(out, "of the headline")
		} else {
			out = append(out, p.Name+" "+p.Value)
		}
	}
	return strings.Join(out, ", ")
}

func (f trialFilter) fits(t *bench.Trial) bool {
	show, err := showOf(f.Show)
	return err == nil && show(t) && (f.Subject == "" || t.Subject == f.Subject) &&
		(f.Outcome == "" || string(t.Outcome) == f.Outcome || f.Outcome == "pending" && t.Outcome == "") &&
		(f.Class == "" || string(t.Variant.Class) == f.Class) && (f.Group == "" || t.Variant.Group == f.Group) &&
		(f.Suite == "" || t.Variant.Suite == f.Suite) && (f.Truth == "" || t.Variant.Truth.String() == f.Truth) &&
		(f.Tier == "" || strconv.Itoa(t.Variant.Tier) == f.Tier) &&
		(f.Chain == "" || t.Variant.Chain == f.Chain || f.Chain == originals && t.Variant.Chain == "") &&
		(f.Q == "" || strings.Contains(t.Variant.Key, f.Q) || strings.HasPrefix(t.Key, f.Q))
}

// Shows returns the values of the parameter show.
func (runView) Shows() any { return shows }

// trialRow is a line in a list of trials.
type trialRow struct {
	bench.Trial
	Says, Right string
	URL         string // of the trial, within the filter
}

func (s *Server) run(r *http.Request) (*page, error) {
	run, snap, err := s.snapshotOf(r)
	if err != nil {
		return nil, err
	}
	v := runView{Run: run, Outcomes: bench.Outcomes(), Options: snap.Options}
	if v.Filter, err = trialFilterOf(r); err != nil {
		return nil, err
	}
	notes, err := s.store.Notes(r.Context())
	if err != nil {
		return nil, err
	}
	if v.Replaced, err = s.store.Replaced(r.Context(), run); err != nil {
		return nil, err
	}
	v.Note, v.Subjects = notes[run.ID], snap.Subjects
	for _, c := range snap.Subjects {
		v.Planned += c.N
		v.Ended += c.N - c.Pending
		v.Cost += c.Cost
		v.Priced += c.Priced
		v.Reused += c.Reused
	}
	for i := range snap.Trials {
		v.Incidents = v.Incidents || snap.Trials[i].Variant.Format == bench.Incidents
	}
	var fits []*bench.Trial
	fits, v.Page = paged(r, snap.filtered(v.Filter), pageSize)
	for _, f := range fits {
		row := listed(f)
		row.URL = snap.trialURL(f.Key, v.Filter)
		v.Trials = append(v.Trials, row)
	}
	if !run.Ended.IsZero() {
		v.Took = run.Ended.Sub(run.Started)
	}
	var complete bool
	v.Leaders, complete = snap.leaders()
	out := &page{Name: "run", Title: "Run " + cmp.Or(v.Note.Name, run.ID), Run: run.ID, Here: "run", Again: !complete,
		Data: v}
	if run.Status == "running" {
		out.Live = runURL(run.ID, "events")
	}
	return out, nil
}

func listed(f *bench.Trial) trialRow {
	out := trialRow{Trial: *f, Says: "–", Right: "–"}
	if says(f) != 0 {
		out.Says, out.Right = says(f).String(), "wrong"
		if says(f) == f.Variant.Truth {
			out.Right = "right"
		}
	}
	return out
}

// events notifies a page whenever the database changes, until the reader leaves or
// the server stops. It sends the first event immediately.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	rc := http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream")
	tick := time.NewTicker(s.poll)
	defer tick.Stop()
	var last int64
	late := 0 // when to notify again: a page that loaded too soon after a change showed the state before it
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
			// Both fail if the writer is not a connection, as in a test; the write then reports it.
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
