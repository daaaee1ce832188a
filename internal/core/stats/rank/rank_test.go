package rank

import (
	"math"
	"testing"

	"assay/internal/core/stats"
)

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s = %.6f, want %.6f", what, got, want)
	}
}

// Zar's textbook example of wing and tail lengths of twelve birds (1999,
// example 19.12, with ties): 0.851 by the correlation of ranks.
func TestSpearman(t *testing.T) {
	wing := []float64{10.4, 10.8, 11.1, 10.2, 10.3, 10.2, 10.7, 10.5, 10.8, 11.2, 10.6, 11.4}
	tail := []float64{7.4, 7.6, 7.9, 7.2, 7.4, 7.1, 7.4, 7.2, 7.8, 7.7, 7.8, 8.3}
	rho, ok := Spearman(wing, tail)
	if !ok {
		t.Fatal("not ok")
	}
	near(t, "Zar", rho, 0.851, 5e-3)
	// Without ties it is 1 − 6Σd²/(n(n²−1)): ranks 1 2 3 4 5 against 2 1 4 3 5.
	rho, _ = Spearman([]float64{1, 2, 3, 4, 5}, []float64{20, 10, 40, 30, 50})
	near(t, "equation 4", rho, 1-6*4.0/(5*24), 1e-12)
	for _, c := range [][2][]float64{{nil, nil}, {{1}, {1}}, {{1, 2}, {1}}, {{1, 1, 1}, {1, 2, 3}}} {
		if rho, ok := Spearman(c[0], c[1]); ok || rho != 0 {
			t.Errorf("%v is ok: %v", c, rho)
		}
	}
}

// A weight is how often a pair stands in the data.
func TestWeighted(t *testing.T) {
	x, y := []float64{3, 1, 2, 2, 5, 4}, []float64{2, 2, 1, 3, 4, 4}
	for _, w := range [][]float64{{1, 1, 1, 1, 1, 1}, {2, 0, 1, 3, 1, 0}, {0, 5, 0, 1, 1, 2}, {1, 0, 0, 0, 0, 0},
		{0, 0, 0, 0, 2, 3}} {
		var a, b []float64
		for i, n := range w {
			for range int(n) {
				a, b = append(a, x[i]), append(b, y[i])
			}
		}
		rho, ok := Spearman(a, b)
		if got, gotOK := SpearmanWeighted(x, y)(w); gotOK != ok || math.Abs(got-rho) > 1e-12 {
			t.Errorf("Spearman %v: %v %v, want %v %v", w, got, gotOK, rho, ok)
		}
		r, _, ok := Pearson(a, b)
		if got, gotOK := PearsonWeighted(x, y)(w); gotOK != ok || math.Abs(got-r) > 1e-12 {
			t.Errorf("Pearson %v: %v %v, want %v %v", w, got, gotOK, r, ok)
		}
	}
}

// paper holds detection, reasoning and finding precision of the six models:
// Table 2, with the precision that Table 7 implies.
var paper = [][]float64{
	{.559, (.97 + .98 + .97) / 3, .768}, {.576, (.97 + .97 + .95) / 3, .715}, {.529, (.98 + .99 + .97) / 3, .658},
	{.441, (.98 + 1.00 + .97) / 3, .685}, {.382, (.91 + .92 + .86) / 3, .591}, {.179, (.88 + .90 + .83) / 3, .201},
}

// Appendix H calls the ranking completely robust; over all weightings it holds
// for about 54 %, with GPT-5.2 first for about 83 % (docs/paper.md row 50).
func TestSimplexOfPaper(t *testing.T) {
	w, ok := Simplex(paper, []float64{.4, .3, .3})
	if !ok {
		t.Fatalf("%+v", w)
	}
	near(t, "ranking stands", w.Kept, 0.54, 0.01)
	near(t, "GPT-5.2 first", w.First[0], 0.83, 0.01)
	sum := 0.0
	for i, s := range w.First {
		sum += s
		if w.Order[i] != i {
			t.Errorf("order %v, want the paper's", w.Order)
		}
	}
	near(t, "firsts", sum, 1, 1e-9)
}

func TestSimplexByHand(t *testing.T) {
	// Two components: the first subject leads where its weight is above 1/4.
	w, _ := Simplex([][]float64{{1, 0}, {0.7, 0.1}}, []float64{.5, .5})
	near(t, "stands", w.Kept, 0.75, 1e-12)
	near(t, "other first", w.First[1], 0.25, 1e-12)
	// Three: each subject leads on one component; by symmetry a third each, and an order a sixth.
	w, _ = Simplex([][]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, []float64{.5, .3, .2})
	near(t, "third", w.First[2], 1.0/3, 1e-12)
	near(t, "sixth", w.Kept, 1.0/6, 1e-12)
	if _, ok := Simplex([][]float64{{1, 0, 0, 0}}, []float64{.4, .3, .2, .1}); ok {
		t.Error("four components are ok")
	}
	// One subject dominates: its order is kept by all weightings. A tie is kept by none.
	w, _ = Simplex([][]float64{{2, 2, 2}, {1, 1, 1}}, []float64{.4, .3, .3})
	near(t, "dominance", w.Kept, 1, 1e-12)
	w, _ = Simplex([][]float64{{1, 1, 1}, {1, 1, 1}}, []float64{.4, .3, .3})
	if w.Kept != 0 || w.First[0] != 0 {
		t.Errorf("tie: %+v", w)
	}
	if w, _ := Simplex([][]float64{{1}, {2}}, []float64{1}); w.Kept != 1 || w.First[1] != 1 {
		t.Errorf("one component: %+v", w)
	}
	for _, c := range [][][]float64{nil, {{1, 2}, {1}}} {
		if _, ok := Simplex(c, []float64{.5, .5}); ok {
			t.Errorf("%v is ok", c)
		}
	}
}

// columns returns the statistic that is the ratio of columns 2i and 2i+1.
func columns(n int) []stats.Statistic {
	var out []stats.Statistic
	for i := range n {
		out = append(out, func(s []float64) (float64, bool) {
			if s[2*i+1] == 0 {
				return 0, false
			}
			return s[2*i] / s[2*i+1], true
		})
	}
	return out
}

// intervals ranks subjects by one statistic each.
func intervals(clusters [][]float64, fs []stats.Statistic, lower bool) []Ranked {
	return Joint(clusters, []Scores{{Of: fs, Lower: lower}}, 1)[0]
}

func TestIntervals(t *testing.T) {
	// 40 bases: the first subject finds all, the next two the same odd and even halves, the last nothing.
	var rows [][]float64
	for i := range 40 {
		b := float64(i % 2)
		rows = append(rows, []float64{1, 1, b, 1, 1 - b, 1, 0, 1, 0, 0})
	}
	got := intervals(rows, columns(5), false)
	want := []Ranked{{1, 1, 1, true, 1, true}, {2.5, 2, 3, false, 0, true}, {2.5, 2, 3, false, 0, true},
		{4, 4, 4, true, 0, true}, {}}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("subject %d: %+v, want %+v", i, got[i], want[i])
		}
	}
	low := intervals(rows, columns(4), true)
	if low[0].Rank != 4 || low[3].Rank != 1 || low[3].Lo != 1 {
		t.Errorf("smaller is better: %+v", low)
	}
	// Twins in every resample share both places.
	for i := range rows {
		rows[i] = []float64{1, 1, 1, 1}
	}
	if tied := intervals(rows, columns(2), false); tied[0] != (Ranked{1.5, 1, 2, false, 1, true}) {
		t.Errorf("tied: %+v", tied)
	}
	if r := intervals(nil, columns(2), false); r[0].OK || r[0].Rank != 0 {
		t.Errorf("nothing: %+v", r)
	}
}
