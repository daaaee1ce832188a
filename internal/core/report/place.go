package report

import (
	"fmt"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report/write"
)

var place = Section{Tables: []string{"lines", "losses"}, Build: buildPlace}

// buildPlace shows how well findings name the lines of the root cause, and the losses caused by the flaws that
// were found.
func buildPlace(d *Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"How well findings name the lines of the root cause, and the share of the " +
		"money lost through flaws that were found."}}
	suites(d, func(s *Suite) {
		out.Tables = append(out.Tables, filled(lines(d, s), losses(d, s))...)
	})
	return out, len(out.Tables) > 0
}

func lines(d *Data, s *Suite) write.Table {
	ms := []metric.Metric{metric.LinePrecision, metric.LineRecall, metric.LineIoU}
	t := write.Table{ID: "lines", Group: s.Name, Title: "Lines that findings name, against those of the root cause",
		Columns: []write.Column{subjectColumn()},
		Foot: []string{"On vulnerable texts, over all of their lines. Every finding counts, right or wrong. A finding that " +
			"names only a function names no line."}}
	t.Columns = append(t.Columns, columns(ms)...)
	return withValues(t, d, s, ms, func(vs []metric.Value) bool { return vs[1].Defined })
}

// withValues adds a row with each subject's metrics where show returns true.
func withValues(t write.Table, d *Data, s *Suite, ms []metric.Metric,
	show func([]metric.Value) bool) write.Table {
	names := HeadlineOf(d, s).Names()
	for i, vs := range d.Values(s, names, ms) {
		if show(vs) {
			t.Rows = append(t.Rows, write.Cells(names[i], cells(ms, vs)))
		}
	}
	return t
}

func losses(d *Data, s *Suite) write.Table {
	counts := s.Counts()
	total, largest, n := int64(0), int64(0), 0
	seen := map[string]bool{}
	for _, v := range s.Variants {
		if counts(v) && v.Truth == bench.Vulnerable && v.LossUSD > 0 && !seen[v.Sample] {
			seen[v.Sample] = true
			n++
			total += v.LossUSD
			largest = max(largest, v.LossUSD)
		}
	}
	t := write.Table{ID: "losses", Group: s.Name, Title: "TDR with each incident weighted by its loss",
		Columns: []write.Column{subjectColumn(), numbers(metric.LossFound)}}
	if n == 0 {
		return t
	}
	t.Census = fmt.Sprintf("%s with a known loss, $%s in all, $%s in the largest", Plural(n, "sample"),
		Count(total), Count(largest))
	t.Foot = []string{"US dollars at the time of the incident. A few large incidents dominate this number; " +
		"the interval resamples clusters."}
	return withValues(t, d, s, []metric.Metric{metric.LossFound}, func(vs []metric.Value) bool { return vs[0].Defined })
}

// found returns the chance of a hit in at least one, and in each, of a number of repetitions.
func found(d *Data, s *Suite, subjects []string) write.Table {
	const most = 10 // a larger table would not be read
	t := write.Table{ID: "repetitions-k", Group: s.Name, Title: "Found in at least one of k repetitions " +
		"(found@k), and in each (found^k)", Columns: []write.Column{subjectColumn()},
		Foot: []string{"Unbiased for any number of repetitions: the mean over all draws of k. For executed code a hit is a " +
			"working attack or repair, and found@k is pass@k."}}
	k := 0
	for _, name := range subjects {
		k = max(k, metric.Repetitions(s.Headline(name)))
	}
	if k < 2 {
		return t
	}
	var ms []metric.Metric
	for i := 1; i <= min(k, most); i++ {
		ms = append(ms, metric.FoundAt(i))
		if i > 1 {
			ms = append(ms, metric.FoundEvery(i))
		}
	}
	t.Columns = append(t.Columns, columns(ms)...)
	for _, name := range subjects {
		vs := metric.Values(ms, s.Headline(name))
		if slices.ContainsFunc(vs, func(v metric.Value) bool { return v.Defined }) {
			t.Rows = append(t.Rows, write.Cells(name, cells(ms, vs)))
		}
	}
	return t
}
