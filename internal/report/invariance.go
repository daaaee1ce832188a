package report

import (
	"cmp"
	"slices"

	"assay/internal/bench"
	"assay/internal/invariance"
)

// certificateEqual is the certificate of variants with the same bytecode.
const certificateEqual = "C1"

// Invariance measures how consistently one detector that asks no model answers on texts that are the same to a
// machine: originals and their variants with equal bytecode or, for SQL, with an equal syntax tree. Only variants
// with such a certificate are compared. Same of Compared pairs have the same answer; a pair in which one text has
// no answer is not compared.
type Invariance struct {
	Suite    string         `json:"suite"`
	Subject  string         `json:"subject"`
	Same     int            `json:"same"`
	Compared int            `json:"compared"`
	Silent   int            `json:"without_answer"`
	Chains   []ChainChanges `json:"chains"`          // in order of name
	First    string         `json:"first,omitempty"` // first change, in one line
}

// ChainChanges is the result for one chain.
type ChainChanges struct {
	Chain    string `json:"chain"`
	Same     int    `json:"same"`
	Compared int    `json:"compared"`
}

// deterministic reports whether a subject answers without a model.
func deterministic(s bench.Subject) bool { return s.Kind == "builtin" || s.Kind == "tool" }

// Invariances compares all such variants, by suite and subject, and leaves out those with nothing to compare. It
// is computed once per view and shared: do not change it.
func (d *Data) Invariances() []Invariance { return Kept(d, "invariance", d.invariances) }

func (d *Data) invariances() []Invariance {
	var out []Invariance
	for s := range d.EachSuite() {
		for _, sub := range d.AllSubjects() {
			if !deterministic(sub) {
				continue
			}
			if v := invarianceOf(s, sub.Name); v.Compared+v.Silent > 0 {
				out = append(out, v)
			}
		}
	}
	return out
}

func invarianceOf(s *Suite, subject string) Invariance {
	out := Invariance{Suite: s.Name, Subject: subject}
	type item struct {
		key        string
		repetition int
	}
	both := s.bySubject[subject]
	originals := map[item]bench.Trial{}
	for _, r := range rowsAt(s.source, both[0]) {
		originals[item{r.Variant.Key, r.Repetition}] = r
	}
	for _, t := range rowsAt(s.source, both[1]) {
		if t.Variant.Certificate != certificateEqual || t.Variant.Proof != bench.Proved {
			continue
		}
		o, ok := originals[item{t.Variant.Origin(), t.Repetition}]
		if !ok {
			continue // the original is not part of the run
		}
		if o.Answer == nil || t.Answer == nil {
			out.Silent++
			continue
		}
		k := slices.IndexFunc(out.Chains, func(c ChainChanges) bool { return c.Chain == t.Variant.Chain })
		if k < 0 {
			k = len(out.Chains)
			out.Chains = append(out.Chains, ChainChanges{Chain: t.Variant.Chain})
		}
		out.Compared++
		out.Chains[k].Compared++
		same, why := invariance.Same(o.Variant.Task, t.Variant.Task, *o.Answer, *t.Answer)
		if same {
			out.Same++
			out.Chains[k].Same++
		} else if out.First == "" {
			out.First = t.Variant.Key + ": " + why
		}
	}
	slices.SortFunc(out.Chains, func(a, b ChainChanges) int { return cmp.Compare(a.Chain, b.Chain) })
	return out
}
