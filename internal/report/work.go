package report

import (
	"runtime"
	"slices"
	"sync"

	"assay/internal/bench"
	"assay/internal/metric"
	"assay/internal/stats/rank"
)

// work holds results that both sections and formats need, computed once per view.
type work struct {
	mu       sync.Mutex
	subjects []bench.Subject
	numbers  map[[2]string]map[string]metric.Value // by suite and subject, then by metric id
	places   map[string][]map[string]rank.Ranked   // by suite; of rankedMetrics, by subject
}

func newWork() *work {
	return &work{numbers: map[[2]string]map[string]metric.Value{}, places: map[string][]map[string]rank.Ranked{}}
}

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
	known := map[string]metric.Value{}
	if d.work != nil {
		d.work.mu.Lock()
		of := [2]string{s.Name, subject}
		if d.work.numbers[of] == nil {
			d.work.numbers[of] = known
		}
		known = d.work.numbers[of]
		d.work.mu.Unlock()
	}
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

// ranks returns the places of all subjects of a suite by rankedMetrics.
func (d *Data) ranks(s *Suite) []map[string]rank.Ranked {
	if d.work != nil && d.work.places[s.Name] != nil {
		return d.work.places[s.Name]
	}
	var subjects []metric.Condition
	for _, sub := range d.SubjectsOf(s) {
		subjects = append(subjects, metric.Condition{Name: sub.Name, Rows: s.Headline(sub.Name)})
	}
	var out []map[string]rank.Ranked
	for _, ranked := range metric.Ranks(rankedMetrics(), subjects) {
		of := map[string]rank.Ranked{}
		for i, r := range ranked {
			of[subjects[i].Name] = r
		}
		out = append(out, of)
	}
	if d.work != nil {
		d.work.places[s.Name] = out
	}
	return out
}
