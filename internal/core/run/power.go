package run

import (
	"context"
	"maps"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/report"
	"assay/internal/core/report/versus"
	"assay/internal/core/run/logs"
	"assay/internal/core/run/results"
	"assay/internal/core/stats/scored"
	"assay/internal/core/store"
)

// mostKnown is the largest run that a plan reads, in trials, and fewestKnown the fewest clusters that say how subjects
// differ.
const (
	mostKnown   = 20_000
	fewestKnown = 10
)

// played are the built-in subjects with recorded answers. The others know the labels, or look at nothing: how they
// differ says nothing about models.
var played = []string{"builtin/slither", "builtin/smollm2-135m"}

// Texts returns the clusters of texts, and how subjects of the newest run that a plan can use differ on them. Derived
// texts are left out: subjects are compared on originals. s is nil without a database.
func Texts(ctx context.Context, s *store.Store, variants []*bench.Variant) (versus.Texts, error) {
	var out versus.Texts
	at, suites := map[string]int{}, map[string]bool{}
	items := map[string]bool{} // keys of the texts
	for _, v := range variants {
		if v.Chain != "" || ofMemory(v) {
			continue
		}
		c := report.ClusterOf(v)
		i, ok := at[c]
		if !ok {
			i = len(out.Sizes)
			at[c], out.Sizes = i, append(out.Sizes, 0)
		}
		out.Sizes[i]++
		items[v.Key], suites[v.Suite] = true, true
	}
	if s == nil {
		return out, nil
	}
	runs, err := s.Runs(ctx)
	if err != nil {
		return out, err
	}
	for _, r := range runs {
		asked := func(name string) bool { return r.Manifest.Suites[name] != "" }
		if r.Manifest.FixedSize() != nil || r.Manifest.Trials > mostKnown ||
			!slices.ContainsFunc(slices.Collect(maps.Keys(suites)), asked) {
			continue
		}
		d, err := results.Load(ctx, s, r.ID, nil)
		if err != nil {
			return out, err
		}
		pilots, err := differences(d, items)
		if err != nil {
			return out, err
		}
		if len(pilots) > 0 {
			out.Known, out.Run = pilots, r.ID
			return out, nil
		}
	}
	return out, nil
}

// differences returns how each two subjects of a run differ on items.
func differences(d *report.Data, items map[string]bool) ([]scored.Pilot, error) {
	set := &scored.Set{}
	for _, st := range d.Suites() {
		for _, sub := range d.SubjectsOf(&st) {
			if sub.Kind == "builtin" && !slices.Contains(played, sub.Name) {
				continue
			}
			for _, t := range st.Headline(sub.Name) {
				x := logs.ScoreOf(&t)
				if x.Cluster = report.ClusterOf(t.Variant); !items[x.Item] {
					continue
				}
				if err := set.Add(0, x); err != nil {
					return nil, err
				}
			}
		}
	}
	return slices.DeleteFunc(set.Pilots(), func(p scored.Pilot) bool { return p.Clusters < fewestKnown }), nil
}
