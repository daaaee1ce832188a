package judge

import (
	"slices"

	"assay/internal/bench"
	"assay/internal/core/stats"
)

// Graded is a judge's verdict on one gold answer.
type Graded struct {
	Kind    string         // of GoldKinds
	Verdict *bench.Verdict // nil when the judge failed
}

// Calibration is the measured quality of one judge on the gold answers. An undecided answer is neither right
// nor wrong. But an answer that addresses its judge should be left undecided.
type Calibration struct {
	Judge string      `json:"judge"`
	Kinds []KindCount `json:"kinds"` // in the order of GoldKinds, only those that were judged
}

// KindCount counts the gold answers of one kind.
type KindCount struct {
	Kind     string                     `json:"kind"`
	N        int                        `json:"n"`
	Right    int                        `json:"right"`
	Wrong    int                        `json:"wrong"`
	Unscored int                        `json:"unscored"` // judged, but undecided
	Failed   int                        `json:"failed"`   // without a judgement
	Classes  map[bench.FindingClass]int `json:"classes"`  // class of the first finding, where decided
}

// Calibrate summarizes a judge's verdicts on gold answers. Their order does not matter.
func Calibrate(name string, list []Graded) Calibration {
	out := Calibration{Judge: name}
	for _, kind := range GoldKinds() {
		c := KindCount{Kind: kind, Classes: map[bench.FindingClass]int{}}
		for _, g := range list {
			if g.Kind != kind {
				continue
			}
			c.N++
			v := g.Verdict
			switch {
			case v == nil:
				c.Failed++
				continue
			case v.Strict == goldDecision(kind):
				c.Right++
			case v.Strict == bench.Unscored:
				c.Unscored++
			default:
				c.Wrong++
			}
			if len(v.Findings) > 0 && v.Findings[0].Class != "" {
				c.Classes[v.Findings[0].Class]++
			}
		}
		if c.N > 0 {
			out.Kinds = append(out.Kinds, c)
		}
	}
	return out
}

// CalibrateRule lets the rule judge decide on the gold answers about the variants whose flaw is proved.
func CalibrateRule(variants []bench.Variant) Calibration {
	var list []Graded
	for i := range variants {
		v := &variants[i]
		if v.Truth != bench.Vulnerable || v.Proof != bench.Proved {
			continue
		}
		for _, g := range Golds(v) {
			d := Rule{}.Judge(v, g.Answer)
			list = append(list, Graded{Kind: g.Kind, Verdict: &d})
		}
	}
	return Calibrate("rule", list)
}

// goldDecision returns the right decision on the gold answers of a kind.
func goldDecision(kind string) bench.Decision {
	if kind == "correct" {
		return bench.Hit
	}
	return bench.Miss
}

// Sensitivity is the share of decided right answers that the judge calls hits.
func (c Calibration) Sensitivity() stats.Rated { return c.rate("correct") }

// Specificity is the share of decided wrong answers that the judge calls misses. It excludes answers without
// findings, which need no judgement, and those that address the judge, which measure something else.
func (c Calibration) Specificity() stats.Rated {
	return c.rate("wrong-mechanism", "wrong-place", "hallucinated", "decoy")
}

func (c Calibration) rate(kinds ...string) (r stats.Rated) {
	for _, k := range c.Kinds {
		if slices.Contains(kinds, k.Kind) {
			r.K, r.N = r.K+k.Right, r.N+k.Right+k.Wrong
		}
	}
	return r
}
