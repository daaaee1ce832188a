package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/stats/agree"
)

// The weights and thresholds in internal/core/judge/likeness.go were fitted with this model of words. A model of other
// texts moves every likeness, and with it verdicts on stored answers: it needs another fit, and a higher version
// in taxonomy.yaml.
const fitted = "85c201ce434ccb7a61b02474a53de3c675d75b06632b571f86ed5207f71ee48c"

func TestWordsAreThoseOfTheFit(t *testing.T) {
	have, err := os.ReadFile("../../core/taxonomy/words.tsv")
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintf("%x", sha256.Sum256(have)); got != fitted {
		t.Errorf("internal/core/taxonomy/words.tsv has the digest %s, and the weights were fitted with %s", got, fitted)
	}
}

// What the command writes is a model of the same form, of today's texts.
func TestWords(t *testing.T) {
	var b bytes.Buffer
	if err := words(&b); err != nil {
		t.Fatal(err)
	}
	have, err := os.ReadFile("../../core/taxonomy/words.tsv")
	if err != nil {
		t.Fatal(err)
	}
	columns := func(model []byte) string { // the classes, without the number of texts
		line := strings.Split(string(model), "\n")[1]
		return strings.Join(strings.Split(line, "\t")[2:], " ")
	}
	if got, want := columns(b.Bytes()), columns(have); got != want {
		t.Errorf("classes %s, want %s", got, want)
	}
}

func TestTable(t *testing.T) {
	n := table{both: 20, rule: 5, judges: 10, none: 15} // Cohen's textbook case
	if k := n.kappa(); math.Abs(k-0.4) > 1e-12 {
		t.Errorf("kappa %v, want 0.4", k)
	}
	if n.precision() != 0.8 || math.Abs(n.recall()-2.0/3) > 1e-12 {
		t.Errorf("precision %v, recall %v", n.precision(), n.recall())
	}
	// At the share it was measured at, a table is itself.
	if k := n.at(0.6).kappa(); math.Abs(k-0.4) > 1e-12 {
		t.Errorf("kappa %v at its own share", k)
	}
	if n.at(0.1).precision() >= n.precision() {
		t.Error("hits are as precise where fewer answers find the flaw")
	}
}

// What separates hits from misses gets weight, and what does not gets none.
func TestWeights(t *testing.T) {
	var rows []row
	for i := range 200 {
		like := float64(i%2) / 2
		rows = append(rows, row{x: [][3]float64{{1, float64(i/2%2) / 2, like}}, y: []float64{float64(i % 2)}})
	}
	w := weights(rows)
	if math.Abs(w[1]) > 0.01 || w[2] < 5 || best(w, rows[1]) < 0.8 || best(w, rows[0]) > 0.2 || best(w, row{}) != 0 {
		t.Errorf("%v", w)
	}
}

// Each of several flaws of a text is a decision of its own, and only those that a judge was asked about are: an answer
// that finds another one is a miss for it, and a right answer to the rule judge.
func TestFlaws(t *testing.T) {
	v := &bench.Variant{Truth: bench.Vulnerable, Class: "reentrancy", RootCause: "one",
		Further: []bench.LabelSet{{Number: 2, Class: "arithmetic", RootCause: "two"}},
		Labels: []bench.Label{{Function: bench.RootCause, Class: "reentrancy", Scope: "take"},
			{Function: bench.RootCause, Class: "arithmetic", Scope: "give", Set: 2}}}
	second := alone(v, 2)
	if second.Several() || second.Class != "arithmetic" || second.RootCause != "two" || len(second.Labels) != 1 ||
		second.Labels[0].Scope != "give" || !v.Several() || len(v.Labels) != 2 {
		t.Errorf("flaw 2 alone: %+v, of %+v", second, v)
	}
	if alone(v, 0) != v {
		t.Error("a text with one flaw is not itself")
	}
	d := bench.Verdict{Strict: bench.Hit, Targets: []bench.TargetVerdict{{Target: 1, Strict: bench.Miss},
		{Target: 2, Strict: bench.Hit}}}
	for flaw, want := range map[int]bench.Decision{1: bench.Miss, 2: bench.Hit, 3: bench.Unscored} {
		if got := (judged{variant: v, flaw: flaw}).on(d).Strict; got != want {
			t.Errorf("flaw %d: %s, want %s", flaw, got, want)
		}
	}
	if got := cast([]bench.Verdict{d, {Strict: bench.Hit}}, 1); got[0] != 0 || got[1] != agree.Missing {
		t.Errorf("votes on flaw 1: %v", got)
	}
	if got := (judged{variant: second}).on(bench.Verdict{Strict: bench.Hit}).Strict; got != bench.Hit {
		t.Errorf("a text with one flaw: %s", got)
	}
}
