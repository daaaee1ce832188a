package report

import (
	"runtime"
	"slices"
	"sync"

	"assay/internal/core/metric"
	"assay/internal/core/stats/rank"
)

// Each calls f with the numbers below n, concurrently on all processors.
func Each(n int, f func(i int)) {
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		wg.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}

// Values returns metrics of subjects on the rows of the headline, those of a subject in the order of ms.
func (d *Data) Values(s *Suite, subjects []string, ms []metric.Metric) [][]metric.Value {
	out := make([][]metric.Value, len(subjects))
	Each(len(subjects), func(i int) { out[i] = d.valuesOf(s, subjects[i], ms, nil) })
	return out
}

// valuesOf returns those of one subject; sheet may hold the rows. It may be called for several subjects
// concurrently.
func (d *Data) valuesOf(s *Suite, subject string, ms []metric.Metric, sheet *metric.Sheet) []metric.Value {
	known := Kept(d, "values\x00"+s.Name+"\x00"+subject, func() map[string]metric.Value { // by metric id
		return map[string]metric.Value{}
	})
	missing := slices.DeleteFunc(slices.Clone(ms), func(m metric.Metric) bool { _, ok := known[m.ID]; return ok })
	if len(missing) > 0 {
		if sheet == nil {
			sheet = metric.NewSheet(s.Headline(subject))
		}
		var b metric.Batch
		vs := b.Values(missing, sheet)
		b.Run()
		for i, m := range missing {
			known[m.ID] = vs[i]
		}
	}
	out := make([]metric.Value, len(ms))
	for i, m := range ms {
		out[i] = known[m.ID]
	}
	return out
}

// ranks returns, for each of rankedMetrics, the places of all subjects of a suite by name.
func (d *Data) ranks(s *Suite) []map[string]rank.Ranked {
	return Kept(d, "ranks\x00"+s.Name, func() []map[string]rank.Ranked {
		subjects := d.conditions(s)
		var out []map[string]rank.Ranked
		for _, ranked := range metric.Ranks(rankedMetrics(), subjects) {
			of := map[string]rank.Ranked{}
			for i, r := range ranked {
				of[subjects[i].Name] = r
			}
			out = append(out, of)
		}
		return out
	})
}

// conditions returns the headline rows of every subject of a suite.
func (d *Data) conditions(s *Suite) []metric.Condition {
	var out []metric.Condition
	for _, sub := range d.SubjectsOf(s) {
		out = append(out, metric.Condition{Name: sub.Name, Rows: s.Headline(sub.Name)})
	}
	return out
}
