package judge

import (
	"math"

	"assay/internal/bench"
	"assay/internal/core/taxonomy"
)

// Weights of the log odds that a finding at the target's place is the documented flaw, and the probability
// thresholds. They come from cross-validation on recorded judgements of other parties
// (docs/decisions/0004-rule-judge.md). If you change a number here, raise the version of the taxonomy.
const (
	weightBias  = -1.43
	weightClass = 4.92
	weightFlaw  = 5.49
	strictFrom  = 0.60
	lenientFrom = 0.50
	titleWeight = 3.0 // of a word in the type; one in the explanation has 1
	codeFactor  = 0.5 // of a word of the code, which every finding about the same function has
	otherWeight = 0.5 // of a word in the documented attack, fix and notes; one in the root cause has 1
)

// Likeness is the similarity of a finding and a documented flaw, each part from 0 to 1.
type Likeness struct {
	Class float64 // to the usual explanations of flaws of its class
	Flaw  float64 // to the documentation of this flaw
}

// probability returns the probability that a finding at the target's place is the flaw.
func (l Likeness) probability() float64 {
	return 1 / (1 + math.Exp(-(weightBias + weightClass*l.Class + weightFlaw*l.Flaw)))
}

// documented holds the words that a finding on a variant is compared with.
type documented struct {
	flaws map[int]taxonomy.Vector // the words of each documented flaw, by the number of its label set
	code  map[string]bool         // the words of the text under review
}

// document returns the documented words of a variant. It returns nil when words decide nothing: on a safe text,
// which has no flaw, on SQL, where a number names the flaw, and where only classes are documented.
func document(v *bench.Variant) *documented {
	if v.Truth != bench.Vulnerable || v.Format.ByRequirement() {
		return nil
	}
	d := &documented{flaws: map[int]taxonomy.Vector{}}
	for _, set := range v.Documented() {
		if set.RootCause == "" {
			continue
		}
		texts := []taxonomy.Text{{Words: set.RootCause, Weight: 1}, {Words: set.Attack, Weight: otherWeight},
			{Words: set.Fix, Weight: otherWeight}, {Words: set.Class.Title(), Weight: 1}}
		for _, l := range v.TargetsOf(set.Number) {
			texts = append(texts, taxonomy.Text{Words: l.Note, Weight: otherWeight})
		}
		if d.code == nil && len(v.Task.Files) > 0 {
			d.code = taxonomy.WordSet(v.Task.Files[0].Text)
		}
		d.flaws[set.Number] = taxonomy.NewVector(texts...).Dimmed(d.code, codeFactor)
	}
	if len(d.flaws) == 0 {
		return nil
	}
	return d
}

// reading is the parsed type of a finding: the classes that it names, and the similarity of its words to those
// of the documented flaws.
type reading struct {
	named   []bench.Class
	similar map[bench.Class]float64
	overlap map[int]float64 // by label set; empty where words decide nothing
}

// read reads a finding on v, which documents d.
func read(v *bench.Variant, f bench.Finding, d *documented) reading {
	r := reading{named: Claims(v, f)}
	if d == nil {
		return r
	}
	words := taxonomy.NewVector(taxonomy.Text{Words: f.Type, Weight: titleWeight},
		taxonomy.Text{Words: f.Explanation, Weight: 1})
	dimmed := words.Dimmed(d.code, codeFactor)
	r.similar, r.overlap = taxonomy.Similarities(words), map[int]float64{}
	for number, flaw := range d.flaws {
		r.overlap[number] = taxonomy.Overlap(flaw, dimmed)
	}
	return r
}

// likeness returns the similarity of the words to a target's flaw, and whether they are compared at all.
func (r reading) likeness(l bench.Label) (Likeness, bool) {
	overlap, ok := r.overlap[l.Number()]
	return Likeness{r.similar[l.Class], overlap}, ok && l.Function == bench.RootCause
}

// match returns how well the type fits a label: by the classes that it names and, for a target, also by its
// words.
func (r reading) match(l bench.Label) bench.Match {
	m := typeMatch(r.named, l.Class)
	like, ok := r.likeness(l)
	if !ok || m == bench.MatchExact {
		return m
	}
	switch p := like.probability(); {
	case p >= strictFrom:
		return bench.MatchExact
	case p >= lenientFrom:
		return bench.MatchPartial
	}
	return m
}

// Compare returns the likeness of a finding and the documented flaw of a vulnerable contract, and how well the
// finding's place fits. The weights are fitted to these values. Among several flaws it chooses the best placed,
// then the most alike.
func Compare(v *bench.Variant, f bench.Finding) (best Likeness, place bench.Match) {
	r := read(v, f, document(v))
	place = bench.MatchNone
	for i, l := range v.Targets() {
		p := solidityPlace(v, f, l)
		like, _ := r.likeness(l)
		if i == 0 || weight(p) > weight(place) || p == place && like.probability() > best.probability() {
			best, place = like, p
		}
	}
	return best, place
}
