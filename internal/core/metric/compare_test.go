package metric

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
)

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) < 1e-9) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

func TestEffects(t *testing.T) {
	// 3 in both, 5 only before, 1 only after, 1 in neither.
	before, after := shown("m", "hhhhhhhhmm"), shown("c", "hhhmmmmmhm")
	e, ok := EffectsOf(TDR, before, after)
	if !ok || e.Table.A != 3 || e.Table.B != 5 || e.Table.C != 1 || e.Table.D != 1 {
		t.Fatalf("%+v", e)
	}
	d := Delta(TDR, before, after)
	exact, _ := e.Table.McNemar()
	near(t, "the sign-flip p of pairs", *d.P, exact)
	near(t, "odds ratio", *e.Odds.Ratio, 5)
	near(t, "g", *e.G, 5.0/6-0.5)
	if e.Detectable != nil {
		t.Errorf("ten pairs detect %v", *e.Detectable)
	}
	if e.Equivalent < 0.05 || d.Equivalent(EquivalenceMargin) {
		t.Error("a drop of 40 points is called equivalent")
	}
	// Infinite ratios must not break JSON.
	lost, _ := EffectsOf(TDR, shown("m", "hhh"), shown("c", "mmm"))
	if _, err := json.Marshal(lost); err != nil || lost.Odds.Ratio != nil {
		t.Errorf("%v: %+v", err, lost.Odds)
	}
	// Not for what is no share of single trials.
	twice := append(shown("m", "hm"), shown("m", "hm")...)
	if _, ok := EffectsOf(TDR, twice, shown("c", "hm")); ok {
		t.Error("repetitions are pairs")
	}
	uneven := append(shown("m", "h-"), shown("m", "mm")...)
	if _, ok := EffectsOf(TDR, uneven, shown("c", "hm")); ok {
		t.Error("a cluster asked twice is a pair")
	}
	if _, ok := EffectsOf(F1, before, after); ok {
		t.Error("F1 is a share")
	}
	if _, ok := EffectsOf(TDR, nil, nil); ok {
		t.Error("nothing has effects")
	}
	same := strings.Repeat("h", 100)
	if e, _ := EffectsOf(TDR, shown("m", same), shown("c", same)); e.Equivalent >= 0.05 || e.Odds != nil || e.G != nil {
		t.Errorf("a hundred equal pairs: %+v", e)
	}
}

func TestGroup(t *testing.T) {
	v := &bench.Variant{Key: "a", Base: "a", Tier: 2, Class: "reentrancy", Truth: bench.Vulnerable, Twin: "a+",
		Labels: []bench.Label{
			{Function: bench.RootCause, Act: "EXT_CALL"}, {Function: bench.RootCause, Act: "STATE_MOD"},
			{Function: bench.RootCause, Act: "EXT_CALL"}, {Function: bench.Prereq, Act: "ARITHMETIC"}}}
	w := &bench.Variant{Key: "b", Base: "b", Tier: 3, Truth: bench.Vulnerable, Twin: "a+"}
	twin := &bench.Variant{Key: "a+", Base: "a", Tier: 9, Truth: bench.Safe}
	lone := &bench.Variant{Key: "c", Base: "c", Truth: bench.Safe}
	rows := []bench.Trial{{Variant: lone}, {Variant: twin}, {Variant: w}, {Variant: v}}
	got := map[string]string{}
	for _, d := range Dimensions() {
		for _, g := range Group(rows, d) {
			keys := ""
			for _, r := range g.Rows {
				keys += r.Variant.Key + " "
			}
			got[d.Name+" "+g.Name] = strings.TrimSpace(keys)
		}
	}
	want := map[string]string{
		"tier 2": "a+ a", "tier 3": "a+ b", // the twin goes with both, and not under 9
		"class reentrancy":  "a+ a",
		"code act EXT_CALL": "a+ a", "code act STATE_MOD": "a+ a",
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestKnowledge(t *testing.T) {
	// Twelve known bases lose all, twelve unknown ones nothing; one was not probed.
	before := shown("m", strings.Repeat("h", 25))
	after := shown("o", strings.Repeat("m", 12)+strings.Repeat("h", 13))
	knows := func(v *bench.Variant) (bool, bool) { return v.Base < "b12", v.Base != "b24" }
	k := KnowledgeEffect(TDR, before, after, knows)
	if k.Known.Point != 1 || k.Unknown.Point != 0 || k.Interaction.Value != 1 || k.Interaction.P > 0.001 ||
		k.Unprobed != 2 {
		t.Errorf("%+v", k)
	}
	// The same drop in both groups is sensitivity.
	even := KnowledgeEffect(TDR, before, shown("o", strings.Repeat("hm", 13)), knows)
	if even.Interaction.Value != 0 || even.Interaction.P != 1 {
		t.Errorf("%+v", even.Interaction)
	}
	all := KnowledgeEffect(TDR, before, after, func(*bench.Variant) (bool, bool) { return true, true })
	if all.Interaction.OK || len(all.Warnings) == 0 {
		t.Errorf("%+v", all)
	}
}

func TestCutoff(t *testing.T) {
	rows := shown("", "hhhmmm")
	dates := map[string]string{"b00": "2024-05-01", "b01": "2024", "b02": "2025-08-31", "b03": "2025-09-01",
		"b04": "2026-01", "b05": ""}
	date := func(v *bench.Variant) string { return dates[v.Sample] }
	c, err := ByCutoff(TDR, rows, date, "2025-08")
	if err != nil {
		t.Fatal(err)
	}
	// The last day of the month of the cut-off, and no date at all, are on no side.
	if c.Before.K != 2 || c.Before.N != 2 || c.After.K != 0 || c.After.N != 2 || c.Undated.N != 2 || !c.Known ||
		c.Gap.Value != -1 || len(c.Warnings) != 1 {
		t.Errorf("%+v", c)
	}
	c, err = ByCutoff(TDR, rows, date, "")
	if err != nil || c.Known || c.Undated.N != 6 || c.Before.Defined || c.Gap.OK || len(c.Warnings) != 1 {
		t.Errorf("unknown cut-off: %+v %v", c, err)
	}
	if _, err := ByCutoff(TDR, rows, date, "August"); err == nil {
		t.Error("a malformed cut-off is no error")
	}
	dates["b05"] = "2025-13"
	if _, err := ByCutoff(TDR, rows, date, "2025-08"); err == nil || !strings.Contains(err.Error(), "b05") {
		t.Errorf("a malformed date: %v", err)
	}
}

func TestRank(t *testing.T) {
	all, half := strings.Repeat("h", 40), strings.Repeat("hm", 20)
	got := Rank(TDR, []Condition{{"half", shown("", half)}, {"all", shown("", all)},
		{"other half", shown("", strings.Repeat("mh", 20))}})
	if got[1].Rank != 1 || got[1].Hi != 1 || !got[1].Unique || got[0].Rank != 2.5 || got[0].Lo != 2 || got[0].Hi != 3 ||
		got[0].Unique {
		t.Errorf("%+v", got)
	}
	// Only what all were asked counts.
	got = Rank(TDR, []Condition{{"a", shown("", "mh")}, {"b", shown("", "-h")}})
	if got[0].Rank != 1.5 || got[1].Rank != 1.5 {
		t.Errorf("%+v", got)
	}
	low := Rank(LuckyGuess, []Condition{{"half", shown("", half)}, {"all", shown("", all)}})
	if low[1].Rank != 1 {
		t.Errorf("few lucky guesses are best: %+v", low)
	}
}

func TestWeightRobustness(t *testing.T) {
	score := func(hits, bonus, wrong int, quality float64) []bench.Trial {
		var rows []bench.Trial
		for i := range 10 {
			r := shown("", strings.Repeat("m", i)+"m")[i]
			if i < hits {
				q := quality
				r.Verdict = &bench.Verdict{Strict: bench.Hit, RCIR: &q, AVA: &q, FSV: &q}
			}
			if i == 0 {
				for range bonus {
					r.Verdict.Findings = append(r.Verdict.Findings, bench.FindingVerdict{Class: bench.TargetMatch})
				}
				for range wrong {
					r.Verdict.Findings = append(r.Verdict.Findings, bench.FindingVerdict{Class: bench.Hallucinated})
				}
			}
			rows = append(rows, r)
		}
		return rows
	}
	// Components (.8, .5, .5) and (.2, .5, 1): the first leads where its weight of detection, at
	// .6 ahead, outweighs that of precision, at .5 behind.
	r, ok := WeightRobustness([]Condition{{"x", score(8, 1, 1, .5)}, {"y", score(2, 1, 0, .5)}, {"mute", shown("", "mm")}},
		Weightings())
	if !ok || len(r.LeftOut) != 1 || r.LeftOut[0] != "mute" {
		t.Fatalf("%+v", r)
	}
	near(t, "stands", r.Weighting.Kept, 0.6/1.1)
	if !slices.Equal(r.Spearman, []float64{1, 1, 1, -1, 1}) { // precision first turns it round
		t.Errorf("%v", r.Spearman)
	}
	if _, ok := WeightRobustness(nil, Weightings()); ok {
		t.Error("nobody has an order")
	}
}

func TestConfidence(t *testing.T) {
	c, ok := Confidence(repetitions())
	if !ok || c.N != 7 || c.Silent != 1 {
		t.Fatalf("%+v", c)
	}
	near(t, "Brier", c.Brier.Value, .93/7)
	near(t, "Murphy", c.Reliability-c.Resolution+c.Uncertainty, .93/7)
	// Of four flawed (.9 .8 .4 .9) and three safe (.7 .1 .1) answers, 11 of 12 pairs are in order.
	near(t, "AUROC", c.AUROC.Value, 11.0/12)
	// By confidence: four at .9 right, .8 right, .7 wrong, .6 wrong.
	near(t, "AURC", c.AURC.Value, (1.0/6+2.0/7)/7)
	if len(c.Bands) != 2 || c.Bands[1].N != 4 || c.Bands[1].K != 4 || c.Bands[0].N != 3 || c.Bands[0].K != 1 {
		t.Errorf("bands %+v", c.Bands)
	}
	if _, ok := Confidence(world()); ok {
		t.Error("no confidence is ok")
	}
}

func TestWeights(t *testing.T) {
	w, err := NewWeights("mine", 0.2, 0.3, 0.5)
	if err != nil || w.SUI(1, 0, 1) != 0.7 {
		t.Errorf("%v %v", w, err)
	}
	for _, c := range [][3]float64{{.5, .5, .5}, {-.1, .6, .5}, {math.NaN(), .5, .5}} {
		if _, err := NewWeights("bad", c[0], c[1], c[2]); err == nil {
			t.Errorf("%v is fine", c)
		}
	}
	for _, w := range Weightings() {
		if _, err := NewWeights(w.Name, w.TDR, w.Reasoning, w.Precision); err != nil {
			t.Error(err)
		}
	}
}

func TestConsistency(t *testing.T) {
	// p: hit, hit, miss; q: hit, hit, refused. Means 2/3 each: all variance is within.
	c, ok := Consistency(repetitions())
	if !ok || c.Groups != 2 || c.Between != 0 {
		t.Fatalf("%+v", c)
	}
	near(t, "within", c.Within, (2.0/3+2.0/3)/4)
	if _, ok := Consistency(world()); ok {
		t.Error("single answers have a consistency")
	}
}
