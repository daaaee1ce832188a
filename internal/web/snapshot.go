package web

import (
	"slices"
	"strings"
	"sync"
	"time"

	"assay/internal/bench"
	"assay/internal/review"
	"assay/internal/store"
)

// snapshot is what lists and tables of one run are made of, without texts. It
// is shared: nobody changes it.
type snapshot struct {
	Run      store.Run
	Facts    []store.Fact     // in the order of the plan; those of known
	Texts    []text           // those that are code, in order of key
	Subjects []*subjectCounts // in order of name
	Options  options
	At       time.Time
	subjects map[string]bench.Subject
	known    *store.Facts
	stamp    int64
	took     time.Duration

	ballots ballots

	turn   sync.Mutex // of the goroutine that computes
	mu     sync.Mutex
	boards map[selection]*ranking   // leaderboards, as far as they are computed
	queues map[string][]review.Item // drawn answers, by number and seed

	registered *registration // nil until somebody looks at it
}

// text is a variant with the trials on it, in the order of the plan.
type text struct {
	*bench.Variant
	Facts []*store.Fact
}

// code reports whether a variant is a text to be judged: what else may be asked
// is in no table of detection.
func code(v *bench.Variant) bool { return v.Format == "blockbench" || v.Format == "tenantsql" }

// arrange sorts what was read once for all pages.
func (k *snapshot) arrange() {
	at := map[*bench.Variant]int{}
	counts := map[string]*subjectCounts{}
	for i := range k.Facts {
		f := &k.Facts[i]
		c := counts[f.Subject]
		if c == nil {
			c = &subjectCounts{Name: f.Subject, Counts: map[bench.Outcome]int{}}
			counts[f.Subject] = c
			k.Subjects = append(k.Subjects, c)
		}
		c.add(f)
		if !code(f.Variant) {
			continue
		}
		j, ok := at[f.Variant]
		if !ok {
			j = len(k.Texts)
			at[f.Variant] = j
			k.Texts = append(k.Texts, text{Variant: f.Variant})
		}
		k.Texts[j].Facts = append(k.Texts[j].Facts, f)
	}
	slices.SortFunc(k.Texts, func(a, b text) int { return strings.Compare(a.Key, b.Key) })
	slices.SortFunc(k.Subjects, func(a, b *subjectCounts) int { return strings.Compare(a.Name, b.Name) })
	for _, sub := range k.Run.Manifest.Subjects {
		k.subjects[sub.Name] = sub
	}
	k.Options = k.options()
}

// row returns what metrics read of a fact.
func row(f *store.Fact) bench.Trial {
	out := bench.Trial{Variant: f.Variant, Subject: f.Subject, Repetition: f.Repetition, Outcome: f.Outcome}
	if f.CostUSD != nil {
		out.Spent = &bench.Spent{CostUSD: *f.CostUSD, Priced: true}
	}
	if f.Said != 0 {
		out.Answer = &bench.Answer{Verdict: f.Said}
		v := bench.Verdict{Strict: f.Strict, Lenient: f.Lenient}
		if f.Strict == "" && f.Variant.Truth == bench.Vulnerable { // parsed, and not judged yet
			v.Strict, v.Lenient, v.Unscored = bench.Unscored, bench.Unscored, true
		}
		out.Verdict = &v
	}
	return out
}
