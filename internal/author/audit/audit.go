package audit

import (
	"slices"

	"assay/internal/bench"
	"assay/internal/core/stats"
	"assay/internal/core/suite"
)

const (
	// Bar is the balanced accuracy that the lower end of a shortcut's interval must not exceed. Chance is 0.5; the
	// difference is what a suite may give away.
	Bar = 0.55
	// Relabellings is the number of random relabellings of a suspect's suite. A suspect that a shortcut matches even
	// once is not convicted: luck alone comes first of 40 in 2.5 %.
	Relabellings = 39
	// Tells is the number of tell-tale tokens that are kept for each shortcut.
	Tells = 10
)

// FormatVersion is raised when a field of the JSON output changes its meaning or is removed.
const FormatVersion = 1

// Options are the inputs of an audit in addition to the suite.
type Options struct {
	Seed uint64 // of the bootstrap
}

// Result holds everything that an audit found, in a fixed order.
type Result struct {
	FormatVersion int          `json:"format_version"`
	Suite         string       `json:"suite"`
	Format        bench.Format `json:"format"`
	Hash          string       `json:"hash"` // of the suite
	Seed          uint64       `json:"seed"`
	Bar           float64      `json:"bar"`
	Census        Census       `json:"census"`
	Classifiers   []Classifier `json:"classifiers"`
	Orders        []Order      `json:"orders"`
	Style         []Style      `json:"style"`
	Duplicates    []Duplicate  `json:"duplicates"`
	Similar       []Similar    `json:"similar"`
	Leaks         []Leak       `json:"leaks"`
	Hints         []Hint       `json:"hints"`
	Pairs         Pairs        `json:"pairs"`
}

// Census counts what was audited.
type Census struct {
	Variants   int     `json:"variants"`
	Vulnerable int     `json:"vulnerable"`
	Safe       int     `json:"safe"`
	Bases      int     `json:"bases"`
	OneTruth   int     `json:"one_truth_bases"` // bases with vulnerable variants only, or with safe ones only
	Groups     []Group `json:"groups"`
}

// Group is the base rate of one subset or application.
type Group struct {
	Name       string `json:"name"`
	Vulnerable int    `json:"vulnerable"`
	Safe       int    `json:"safe"`
}

// Classifier is one shortcut with its results.
type Classifier struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Doc   string `json:"doc"`
	// Rule describes the shortcut when it is trained on the whole suite, and Fitted is the balanced accuracy of that
	// rule on the same suite: for readers, never for the verdict. Both are empty when there is no such single rule.
	Rule   string   `json:"rule,omitempty"`
	Fitted *float64 `json:"fitted,omitempty"`

	Confusion Confusion       `json:"confusion"`
	Accuracy  float64         `json:"accuracy"` // share of right answers; a constant reaches the base rate
	Balanced  float64         `json:"balanced_accuracy"`
	Defined   bool            `json:"defined"` // false without variants of both truths: Balanced has no meaning then
	Interval  *stats.Interval `json:"interval,omitempty"`
	Warnings  []string        `json:"warnings,omitempty"`

	// Relabelled is nil for a shortcut whose interval is not above the bar.
	Relabelled *Relabelled `json:"relabelled,omitempty"`

	Convicted bool   `json:"convicted"`
	Reason    string `json:"reason,omitempty"` // for a conviction
	Tells     []Tell `json:"tells,omitempty"`
}

// Relabelled compares a suspect with shortcuts that have nothing to find: on the same texts with their truths
// shuffled.
type Relabelled struct {
	Runs   int `json:"runs"`
	AsGood int `json:"as_good"` // runs in which any shortcut did as well as the suspect; 0 convicts
}

// Confusion counts a shortcut's answers, all given out of base.
type Confusion struct {
	TruePositive  int `json:"true_positive"` // vulnerable, and called so
	FalseNegative int `json:"false_negative"`
	TrueNegative  int `json:"true_negative"`
	FalsePositive int `json:"false_positive"`
}

// Tell is one token, pattern or n-gram, and the variants that contain it.
type Tell struct {
	Token      string   `json:"token"`
	Vulnerable int      `json:"vulnerable"`
	Safe       int      `json:"safe"`
	Sources    []string `json:"sources"` // of at most five variants with the truth that it indicates
}

// Run audits a suite. It does not change s.
func Run(s *suite.Suite, opts Options) *Result {
	c := read(s)
	r := &Result{
		FormatVersion: FormatVersion, Suite: s.Name, Format: s.Format, Hash: s.Hash, Seed: opts.Seed, Bar: Bar,
		Census:      census(s),
		Classifiers: newBattery(c).run(c.bad, opts.Seed),
		Orders:      orders(c, twinsOf(s.Variants), opts.Seed),
		Style:       styles(s.Variants, c, opts.Seed),
		Duplicates:  duplicates(s, c),
		Similar:     similar(c),
		Leaks:       leaks(s),
		Hints:       []Hint{},
		Pairs:       pairs(s, c, opts.Seed),
	}
	for _, h := range s.Hints {
		r.Hints = append(r.Hints, Hint{h.File, h.Line, h.Msg})
	}
	return r
}

// Convicted reports whether a shortcut solves the suite better than chance by more than the bar allows.
func (r *Result) Convicted() bool {
	return slices.ContainsFunc(r.Classifiers, func(c Classifier) bool { return c.Convicted }) ||
		slices.ContainsFunc(r.Orders, func(o Order) bool { return o.Convicted })
}

// Faults returns the number of faults that need no shortcut to be found: texts with two truths, texts that occur
// twice in the suite, and prompts that give the answer away.
func (r *Result) Faults() int { return len(r.Duplicates) + len(r.Leaks) }

func census(s *suite.Suite) Census {
	c := Census{Variants: len(s.Variants), Groups: []Group{}}
	at := map[string]int{}
	truths := map[string][2]bool{}
	for _, v := range s.Variants {
		i, ok := at[v.Group]
		if !ok {
			i = len(c.Groups)
			at[v.Group] = i
			c.Groups = append(c.Groups, Group{Name: v.Group})
		}
		t := truths[v.Base]
		if v.Truth == bench.Vulnerable {
			c.Vulnerable++
			c.Groups[i].Vulnerable++
			t[0] = true
		} else {
			c.Safe++
			c.Groups[i].Safe++
			t[1] = true
		}
		truths[v.Base] = t
	}
	c.Bases = len(truths)
	for _, t := range truths {
		if t[0] != t[1] {
			c.OneTruth++
		}
	}
	return c
}
