package web

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report"
)

type boardView struct {
	Run      string
	Filter   selection
	Options  options
	Metrics  []metric.Metric
	Sort     order
	Lines    []boardLine
	Texts    int // distinct texts in the selection
	Warnings []string
	Page     pager
	AsOf     string
	Absent   string // which subjects are not in the table
	Missing  int    // subjects whose numbers are still being computed
}

type boardLine struct {
	Subject   bench.Subject
	Cells     []cell
	Diagnosis string         // as [report.Diagnosed] returns it
	Planned   int            // trials
	Answered  int            // of these
	values    []metric.Value // of [report.HeadlineMetrics]
	warnings  []string
}

// cell is a number as a table shows it.
type cell struct {
	Value, Interval string
	Link            string // address of the trials that it counts
}

// ranking is a leaderboard that is being computed.
type ranking struct {
	texts int
	of    int // subjects
	done  chan struct{}

	mu    sync.Mutex
	lines []boardLine
}

// patience is how long a page waits for its numbers, and for new trials in the
// database, before it shows what is available.
const patience = 60 * time.Millisecond

// ranking returns the leaderboard of a selection. It is computed in the background,
// once per snapshot, since intervals over many trials take time.
func (k *snapshot) ranking(s selection) *ranking {
	k.mu.Lock()
	defer k.mu.Unlock()
	if r := k.boards[s]; r != nil {
		return r
	}
	if len(k.boards) >= maxBoards {
		clear(k.boards) // a page that waits for a leaderboard keeps it
	}
	r := &ranking{done: make(chan struct{})}
	k.boards[s] = r
	rows, planned := map[string][]bench.Trial{}, map[string]int{}
	var order []string
	for _, t := range k.selected(s) {
		r.texts++
		for _, f := range t.Trials {
			planned[f.Subject]++
			if f.Outcome == "" {
				continue // trials that were not asked do not count as missed, as in the report
			}
			if rows[f.Subject] == nil {
				order = append(order, f.Subject)
			}
			rows[f.Subject] = append(rows[f.Subject], row(f))
		}
	}
	r.of = len(order)
	go func() {
		k.turn.Lock() // one at a time: readers choose filters faster than leaderboards are computed
		defer k.turn.Unlock()
		defer close(r.done)
		for _, name := range order {
			l := k.line(s, name, rows[name], planned[name])
			r.mu.Lock()
			r.lines = append(r.lines, l)
			r.mu.Unlock()
		}
	}()
	return r
}

// ready returns the lines that are computed, and how many are not.
func (r *ranking) ready() (lines []boardLine, missing int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.lines), r.of - len(r.lines)
}

// line computes the numbers of one subject.
func (k *snapshot) line(s selection, name string, rows []bench.Trial, planned int) boardLine {
	l := boardLine{Subject: k.subjects[name], Planned: planned, Answered: metric.Outcomes(rows)[bench.Answered]}
	l.Subject.Name = name
	l.values = metric.Values(report.HeadlineMetrics(), rows)
	sized := k.Run.Manifest.FixedSize() == nil
	for i, v := range l.values {
		if !sized {
			v.Interval = nil // it would hold for a run of fixed size
		}
		value, interval, ok := strings.Cut(report.Full(report.HeadlineMetrics()[i].Scale, v), "[")
		if ok {
			interval = "[" + interval
		}
		f := trialFilter{Subject: name, Class: s.Class, Group: s.Group, Suite: s.Suite,
			Truth: report.TruthOf(report.HeadlineMetrics()[i]), Tier: s.Tier}
		if f.Chain = cmp.Or(s.Chain, originals); f.Chain == "any" {
			f.Chain = ""
		}
		if s.Proof != "any" {
			f.Counted = "yes"
		}
		l.Cells = append(l.Cells, cell{value, interval, runURL(k.Run.ID, f.pairs()...) + "#trials-h"})
		l.warnings = append(l.warnings, v.Warnings...)
	}
	if sized {
		l.Diagnosis = report.Diagnosed(rows)
	}
	return l
}

// present removes the lines of subjects that answered next to nothing, as the report does, and says which; a table of
// such subjects alone stays as it is.
func present[T any](lines []T, of func(T) boardLine) (left []T, absent string) {
	var h report.Headline
	for _, x := range lines {
		if l := of(x); report.TooFew(l.Answered, l.Planned) {
			h.Few = append(h.Few, report.Line{Subject: l.Subject, Planned: l.Planned, Answered: l.Answered})
		} else {
			left = append(left, x)
		}
	}
	if len(left) == 0 {
		return lines, ""
	}
	return left, h.Absent()
}

// maxBoards bounds the leaderboards of a snapshot: readers choose the filters.
const maxBoards = 64

// board ranks the subjects on the texts that the parameters select. The numbers are
// those of the report, computed by the same metrics over the same trials.
func (s *Server) board(r *http.Request) (*page, error) {
	run, snap, err := s.snapshotOf(r)
	if err != nil {
		return nil, err
	}
	v := boardView{Run: run.ID, Options: snap.Options, Metrics: report.HeadlineMetrics(), AsOf: report.When(snap.At)}
	v.Filter = selectionOf(r, v.Options)
	if v.Sort, err = orderOf(r, "-"+report.HeadlineMetrics()[0].ID, names(boardOrder())); err != nil {
		return nil, err
	}
	rank := snap.ranking(v.Filter)
	select {
	case <-rank.done:
	case <-time.After(patience):
	}
	v.Lines, v.Missing = rank.ready()
	v.Texts = rank.texts
	if v.Missing == 0 {
		v.Lines, v.Absent = present(v.Lines, func(l boardLine) boardLine { return l })
	}
	for _, l := range v.Lines {
		for _, w := range l.warnings {
			if !slices.Contains(v.Warnings, w) {
				v.Warnings = append(v.Warnings, w)
			}
		}
	}
	slices.Sort(v.Warnings)
	sorted(v.Lines, v.Sort, boardOrder())
	v.Lines, v.Page = paged(r, v.Lines, pageSize)
	return &page{Name: "board", Title: "Leaderboard", Run: run.ID, Here: "board", Again: v.Missing > 0, Data: v}, nil
}

// boardOrder returns the columns that a leaderboard can be sorted by.
func boardOrder() []by[boardLine] {
	out := []by[boardLine]{
		{"subject", func(a, b boardLine) int { return cmp.Compare(a.Subject.Name, b.Subject.Name) }, nil},
		{"diagnosis", func(a, b boardLine) int { return cmp.Compare(a.Diagnosis, b.Diagnosis) }, nil},
	}
	for i, m := range report.HeadlineMetrics() {
		out = append(out, by[boardLine]{m.ID,
			func(a, b boardLine) int { // pairs right, then TDR, as in the report
				return cmp.Or(cmp.Compare(a.values[i].Point, b.values[i].Point), cmp.Compare(a.values[1].Point, b.values[1].Point))
			},
			func(l boardLine) bool { return l.values[i].Defined }})
	}
	return out
}
