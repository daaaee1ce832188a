package web

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"strconv"

	"assay/internal/bench"
	"assay/internal/store"
)

// selection is what tables speak of. Every part is a parameter, so that a link
// is the view. "" means any, but for Suite and Chain.
type selection struct {
	Suite    string // the first suite of the run by default: suites are not added up
	Group    string
	Class    string
	Tier     string
	Strategy string
	Chain    string // "" is the texts as they stand, "any" all
	Proof    string // "" is what is proved, as far as anything of the suite is; "any" all
}

// options are the values that a run offers for each part.
type options struct{ Suites, Groups, Classes, Tiers, Strategies, Chains []string }

func (k *snapshot) options() options {
	sets := [6]map[string]bool{}
	for i := range sets {
		sets[i] = map[string]bool{}
	}
	seen := map[*bench.Variant]bool{}
	for _, f := range k.Facts {
		sets[4][k.subjects[f.Subject].Strategy] = true
		v := f.Variant
		if seen[v] {
			continue
		}
		seen[v] = true
		for i, x := range []string{v.Suite, v.Group, string(v.Class), strconv.Itoa(v.Tier), "", v.Chain} {
			sets[i][x] = true
		}
	}
	list := func(i int, none string) []string {
		delete(sets[i], none)
		return slices.Sorted(maps.Keys(sets[i]))
	}
	return options{list(0, ""), list(1, ""), list(2, ""), list(3, "0"), list(4, ""), list(5, "")}
}

func selectionOf(r *http.Request, o options) selection {
	q := r.URL.Query()
	s := selection{Suite: q.Get("suite"), Group: q.Get("subset"), Class: q.Get("class"), Tier: q.Get("tier"), Strategy: q.Get("strategy"), Chain: q.Get("chain"), Proof: q.Get("proof")}
	if s.Suite == "" && len(o.Suites) > 0 {
		s.Suite = o.Suites[0]
	}
	return s
}

// facts returns what a selection speaks of.
func (k *snapshot) selected(s selection) []store.Fact {
	counts := k.counted(s.Suite)
	var out []store.Fact
	for _, f := range k.Facts {
		v := f.Variant
		if v.Suite == s.Suite && (s.Group == "" || v.Group == s.Group) && (s.Class == "" || string(v.Class) == s.Class) && (s.Tier == "" || strconv.Itoa(v.Tier) == s.Tier) &&
			(s.Strategy == "" || k.subjects[f.Subject].Strategy == s.Strategy) && (s.Chain == "any" || v.Chain == s.Chain) && (s.Proof == "any" || counts(v)) {
			out = append(out, f)
		}
	}
	return out
}

// counted tells the samples that reports have in their headline: those whose
// original texts are all proved, or all samples where none is.
func (k *snapshot) counted(suite string) func(*bench.Variant) bool {
	unproved, any := map[string]bool{}, false
	for _, f := range k.Facts {
		if v := f.Variant; v.Suite == suite && v.Chain == "" {
			unproved[v.Sample] = unproved[v.Sample] || v.Proof != bench.Proved
		}
	}
	for _, u := range unproved {
		any = any || !u
	}
	if !any {
		return func(*bench.Variant) bool { return true }
	}
	return func(v *bench.Variant) bool { return !unproved[v.Sample] }
}

// names returns the subjects of facts, sorted.
func names(facts []store.Fact) []string {
	set := map[string]bool{}
	for _, f := range facts {
		set[f.Subject] = true
	}
	return slices.Sorted(maps.Keys(set))
}

// byVariant sorts facts as people read them.
func byVariant(facts []store.Fact) {
	slices.SortStableFunc(facts, func(a, b store.Fact) int {
		return cmp.Or(cmp.Compare(a.Variant.Key, b.Variant.Key), cmp.Compare(a.Subject, b.Subject), cmp.Compare(a.Repetition, b.Repetition))
	})
}
