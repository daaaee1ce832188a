package web

import (
	"net/http"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report"
	"assay/internal/core/stats"
)

type compareView struct {
	Run      string
	A, B     string
	What     string // "verdict" or "target"
	Subjects []string
	Filter   selection
	Options  options
	Table    stats.Matched
	Diff, P  string // of a minus b, with its interval, and how it was tested; "" without one
	Warnings []string
	Unscored int    // pairs left out, because the judge could not decide one of them
	Pending  int    // pairs of which one has not ended
	Only     string // cell of the table that is listed: both, a, b, none; "" is a or b
	Listed   []matched
	Page     pager
}

// matched is a text that both were asked about.
type matched struct {
	A, B           *bench.Trial
	ARight, BRight bool
}

// cell returns the name of its cell in the table.
func (m matched) cell() string {
	switch {
	case m.ARight && m.BRight:
		return "both"
	case m.ARight:
		return "a"
	case m.BRight:
		return "b"
	}
	return "none"
}

// Cell returns the address of the page that lists a cell of the table.
func (v compareView) Cell(name string) string {
	f := v.Filter
	return runURL(v.Run, "compare", "a", v.A, "b", v.B, "what", v.What, "suite", f.Suite, "subset", f.Group,
		"class", f.Class,
		"tier", f.Tier, "strategy", f.Strategy, "chain", f.Chain, "proof", f.Proof, "only", name) + "#disc"
}

// compare pairs two subjects on the same texts and repetitions. A trial without an answer is not right.
func (s *Server) compare(r *http.Request) (*page, error) {
	run, snap, err := s.snapshotOf(r)
	if err != nil {
		return nil, err
	}
	if err := run.Manifest.FixedSize(); err != nil {
		return nil, badRequest("run %s: %v", run.ID, err)
	}
	q := r.URL.Query()
	v := compareView{Run: run.ID, A: q.Get("a"), B: q.Get("b"), What: q.Get("what"), Options: snap.Options}
	if v.What != "target" {
		v.What = "verdict"
	}
	v.Filter = selectionOf(r, v.Options)
	for _, c := range snap.Subjects {
		v.Subjects = append(v.Subjects, c.Name)
	}
	if v.A == "" && v.B == "" && len(v.Subjects) > 1 {
		v.A, v.B = v.Subjects[0], v.Subjects[1]
	}
	if v.Only = q.Get("only"); !slices.Contains([]string{"", "both", "a", "b", "none"}, v.Only) {
		return nil, badRequest("unknown only=%q: want both, a, b or none", v.Only)
	}
	texts := snap.selected(v.Filter)
	v.Listed, v.Page = paged(r, v.pair(texts), pageSize)
	v.test(texts)
	return &page{Name: "compare", Title: "Compare two subjects", Run: run.ID, Here: "compare", Data: v}, nil
}

// right reports whether a trial is right; ok is false when this cannot be known.
func (v *compareView) right(f *bench.Trial) (right, ok bool) {
	if v.What == "target" {
		return f.Strict() == bench.Hit, f.Strict() != bench.Unscored
	}
	return says(f) == f.Variant.Truth, true
}

// pair fills in the table and returns the pairs to list.
func (v *compareView) pair(texts []text) (out []matched) {
	for _, t := range texts {
		if v.What == "target" && t.Truth != bench.Vulnerable {
			continue
		}
		other := map[int]*bench.Trial{} // by repetition
		for _, f := range t.Trials {
			if f.Subject == v.B {
				other[f.Repetition] = f
			}
		}
		for _, a := range t.Trials {
			b := other[a.Repetition]
			if a.Subject != v.A || b == nil {
				continue
			}
			m, ok := v.count(a, b)
			if is := m.cell(); ok && (is == v.Only || v.Only == "" && (is == "a" || is == "b")) {
				out = append(out, m)
			}
		}
	}
	return out
}

// count adds a pair to the table; ok is false when it has no place there.
func (v *compareView) count(a, b *bench.Trial) (m matched, ok bool) {
	x, okX := v.right(a)
	y, okY := v.right(b)
	switch {
	case a.Outcome == "" || b.Outcome == "":
		v.Pending++
		return m, false
	case !okX || !okY:
		v.Unscored++
		return m, false
	}
	m = matched{a, b, x, y}
	switch m.cell() {
	case "both":
		v.Table.A++
	case "a":
		v.Table.B++
	case "b":
		v.Table.C++
	default:
		v.Table.D++
	}
	return m, true
}

// test tests the difference as [metric.Test] does for every command, and says how.
func (v *compareView) test(texts []text) {
	m := metric.Accuracy
	if v.What == "target" {
		m = metric.TDR
	}
	var a, b []bench.Trial
	for _, t := range texts {
		for _, f := range t.Trials {
			switch {
			case f.Outcome == "":
			case f.Subject == v.A:
				a = append(a, row(f))
			case f.Subject == v.B:
				b = append(b, row(f))
			}
		}
	}
	t := metric.Test(m, a, b)
	if !t.Defined {
		return
	}
	v.Diff, v.Warnings = report.Drop(t.Difference)+" "+report.DropInterval(t.Difference)+" points", t.Warnings
	if t.P != nil {
		v.P = report.PValue(*t.P) + ", by " + t.Test
	}
}
