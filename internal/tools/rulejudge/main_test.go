package main

import (
	"bytes"
	"math"
	"os"
	"testing"
)

// The model of words is what our texts give.
func TestWordsAreUpToDate(t *testing.T) {
	var b bytes.Buffer
	if err := words(&b); err != nil {
		t.Fatal(err)
	}
	have, err := os.ReadFile("../../taxonomy/words.tsv")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, b.Bytes()) {
		t.Error("internal/taxonomy/words.tsv is older than the taxonomy or the samples; run go generate " +
			"./internal/taxonomy, and raise the version in taxonomy.yaml if decisions move")
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
