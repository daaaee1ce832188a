package main

import (
	"fmt"
	"io"
	"math"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/judge"
	"assay/internal/core/stats"
	"assay/internal/core/stats/agree"
	"assay/internal/core/taxonomy"
)

// table counts answers by the decision of a rule and that of the majority.
type table struct{ both, rule, judges, none float64 }

func (t *table) add(rule, judges bool) {
	switch {
	case rule && judges:
		t.both++
	case rule:
		t.rule++
	case judges:
		t.judges++
	default:
		t.none++
	}
}

func (t table) kappa() float64 {
	n := t.both + t.rule + t.judges + t.none
	p, q := (t.both+t.rule)/n, (t.both+t.judges)/n
	chance := p*q + (1-p)*(1-q)
	return ((t.both+t.none)/n - chance) / (1 - chance)
}

// at returns the table that the same error rates give if the given share of the answers
// is a hit by the majority.
func (t table) at(share float64) table {
	hits, misses := share/(t.both+t.judges), (1-share)/(t.rule+t.none)
	return table{both: t.both * hits, judges: t.judges * hits, rule: t.rule * misses, none: t.none * misses}
}

// robust returns the mean kappa for shares of one in ten, three in ten and half of the
// answers that find the flaw.
func (t table) robust() float64 {
	return (t.at(0.1).kappa() + t.at(0.3).kappa() + t.at(0.5).kappa()) / 3
}

func (t table) precision() float64 { return t.both / (t.both + t.rule) }
func (t table) recall() float64    { return t.both / (t.both + t.judges) }

// rules are compared with the majority: the judge, and two baselines that
// use little but places.
var rules = []struct {
	name    string
	lenient bool // compared with the lenient majority
	hit     func(j judged) bool
}{
	{"rule judge, strict", false,
		func(j judged) bool { return j.on(judge.Rule{}.Judge(j.variant, j.answer)).Strict == bench.Hit }},
	{"rule judge, lenient", true,
		func(j judged) bool { return j.on(judge.Rule{}.Judge(j.variant, j.answer)).Lenient == bench.Hit }},
	{"place of the first finding", false, firstPlace},
	{"class and place", false, classAndPlace},
	{"either of these two", false, func(j judged) bool { return firstPlace(j) || classAndPlace(j) }},
}

func placed(j judged, f bench.Finding) bool {
	_, place := judge.Compare(j.alone, f)
	return place.AtLeastPartial()
}

func firstPlace(j judged) bool {
	return j.answer.Verdict == bench.Vulnerable && len(j.answer.Findings) > 0 && placed(j, j.answer.Findings[0])
}

func classAndPlace(j judged) bool {
	return j.answer.Verdict == bench.Vulnerable && slices.ContainsFunc(j.answer.Findings, func(f bench.Finding) bool {
		return placed(j, f) && taxonomy.Named(taxonomy.Solidity, f.Type) == j.alone.Class
	})
}

// agreement is that of one rule with the majority.
type agreement struct {
	table
	kappa stats.Estimate // with its interval over clusters
}

// agreements returns the agreement of each of the rules with the majority, in their order.
func agreements(data []judged) []agreement {
	var out []agreement
	for _, r := range rules {
		var a agreement
		units := agree.Units{Categories: 2}
		for _, j := range data {
			truth := j.strict
			if r.lenient {
				truth = j.lenient
			}
			hit := r.hit(j)
			a.add(hit, truth)
			units.Ratings, units.Cluster = append(units.Ratings, []int{number(hit), number(truth)}),
				append(units.Cluster, j.variant.Base)
		}
		a.kappa = units.Cohen(0, 1, 1)
		out = append(out, a)
	}
	return out
}

// compare prints the agreement of each rule with the majority.
func compare(out io.Writer, subset string, data []judged) {
	fmt.Fprintf(out, "%s: %d answers, Fleiss' kappa of the judges %.3f\n", subset, len(data), fleiss(data))
	n := float64(len(data))
	for i, t := range agreements(data) {
		fmt.Fprintf(out, "  %-28s kappa %.3f [%.3f, %.3f]  precision %.3f  recall %.3f  rate %.3f of %.3f\n",
			rules[i].name, t.kappa.Value, t.kappa.Interval.Lo, t.kappa.Interval.Hi, t.precision(), t.recall(),
			(t.both+t.rule)/n, (t.both+t.judges)/n)
	}
}

// fleiss returns the agreement of the judges with one another.
func fleiss(data []judged) float64 {
	units := agree.Units{Categories: 2}
	for _, j := range data {
		units.Ratings = append(units.Ratings, j.votes)
	}
	return units.Fleiss(1).Value
}

// measured returns the agreement of the rule judge on a subset, rounded to what is published.
func measured(subset string, data []judged) judge.Measured {
	of := agreements(data)
	round := func(x float64) float64 { return math.Round(1000*x) / 1000 }
	rule := of[0]
	return judge.Measured{Subset: subset, Answers: len(data), Kappa: round(rule.kappa.Value),
		Low: round(rule.kappa.Interval.Lo), High: round(rule.kappa.Interval.Hi), Precision: round(rule.precision()),
		Recall: round(rule.recall()), FirstPlace: round(of[2].kappa.Value), ClassPlace: round(of[3].kappa.Value),
		Fleiss: round(fleiss(data)), Fitted: subset == "ds"}
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}
