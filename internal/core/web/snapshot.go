package web

import (
	"slices"
	"strings"
	"sync"
	"time"

	"assay/internal/bench"
	"assay/internal/core/review"
	"assay/internal/core/store"
)

// snapshot holds the data for lists and tables of one run, without texts. It is shared and immutable.
type snapshot struct {
	Run      store.Run
	Trials   []bench.Trial    // in the order of the plan; those of known, without texts
	Texts    []text           // those that are code, in order of key
	Subjects []*subjectCounts // in order of name
	Options  options
	At       time.Time
	subjects map[string]bench.Subject
	known    *store.Snapshot
	stamp    int64
	took     time.Duration

	ballots ballots

	turn   sync.Mutex // of the goroutine that computes
	mu     sync.Mutex
	boards map[selection]*ranking   // leaderboards computed so far
	queues map[string][]review.Item // drawn answers, by number and seed
}

// text is a variant with the trials on it, in the order of the plan.
type text struct {
	*bench.Variant
	Trials []*bench.Trial
}

// arrange computes the sorted data that all pages share.
func (k *snapshot) arrange() {
	at := map[*bench.Variant]int{}
	counts := map[string]*subjectCounts{}
	paid := map[string]bool{} // by key: two equal texts share an answer
	for i := range k.Trials {
		f := &k.Trials[i]
		c := counts[f.Subject]
		if c == nil {
			c = &subjectCounts{Name: f.Subject, Counts: map[bench.Outcome]int{}}
			counts[f.Subject] = c
			k.Subjects = append(k.Subjects, c)
		}
		c.add(f, !paid[f.Key] && !f.Reused(k.Run.Started))
		paid[f.Key] = true
		if !f.Variant.Format.HasCode() {
			continue
		}
		j, ok := at[f.Variant]
		if !ok {
			j = len(k.Texts)
			at[f.Variant] = j
			k.Texts = append(k.Texts, text{Variant: f.Variant})
		}
		k.Texts[j].Trials = append(k.Texts[j].Trials, f)
	}
	slices.SortFunc(k.Texts, func(a, b text) int { return strings.Compare(a.Key, b.Key) })
	slices.SortFunc(k.Subjects, func(a, b *subjectCounts) int { return strings.Compare(a.Name, b.Name) })
	for _, sub := range k.Run.Manifest.Subjects {
		k.subjects[sub.Name] = sub
	}
	k.Options = k.options()
}

// row returns a trial in the form that metrics count: without a judgement it is undecided.
func row(t *bench.Trial) bench.Trial {
	out := *t
	if t.Answer != nil && t.Strict() == "" && t.Variant.Truth == bench.Vulnerable {
		out.Verdict = &bench.Verdict{Strict: bench.Unscored, Lenient: bench.Unscored, Unscored: true}
	}
	return out
}

// says returns the verdict of an answer, or 0 if there is none.
func says(t *bench.Trial) bench.Truth {
	out, _ := t.Says()
	return out
}
