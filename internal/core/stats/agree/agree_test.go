package agree

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"assay/internal/core/stats"
)

func near(t *testing.T, what string, e stats.Estimate, want, tol float64) {
	t.Helper()
	if !e.OK || math.Abs(e.Value-want) > tol {
		t.Errorf("%s = %.5f (ok %v, %v), want %.5f", what, e.Value, e.OK, e.Warnings, want)
	}
}

// table lays out a two-rater contingency table.
func table(counts [][]int) Units {
	u := Units{Categories: len(counts)}
	for i, row := range counts {
		for j, n := range row {
			for range n {
				u.Ratings = append(u.Ratings, []int{i, j})
			}
		}
	}
	return u
}

// Fleiss (1971), table 1: six psychiatrists on 30 patients, five diagnoses.
// kappa = 0.430.
func psychiatrists() Units {
	counts := [][5]int{
		{0, 0, 0, 6, 0}, {0, 3, 0, 0, 3}, {0, 1, 4, 0, 1}, {0, 0, 0, 0, 6}, {0, 3, 0, 3, 0}, {2, 0, 4, 0, 0},
		{0, 0, 4, 0, 2}, {2, 0, 3, 1, 0}, {2, 0, 0, 4, 0}, {0, 0, 0, 0, 6}, {1, 0, 0, 5, 0}, {1, 1, 0, 4, 0},
		{0, 3, 3, 0, 0}, {1, 0, 0, 5, 0}, {0, 2, 0, 3, 1}, {0, 0, 5, 0, 1}, {3, 0, 0, 1, 2}, {5, 1, 0, 0, 0},
		{0, 2, 0, 4, 0}, {1, 0, 2, 0, 3}, {0, 0, 0, 0, 6}, {0, 1, 0, 5, 0}, {0, 2, 0, 1, 3}, {2, 0, 0, 4, 0},
		{1, 0, 0, 4, 1}, {0, 5, 0, 1, 0}, {4, 0, 0, 0, 2}, {0, 2, 0, 4, 0}, {1, 0, 5, 0, 0}, {0, 0, 0, 0, 6},
	}
	u := Units{Categories: 5}
	for _, c := range counts {
		var unit []int
		for k, n := range c {
			for range n {
				unit = append(unit, k)
			}
		}
		u.Ratings = append(u.Ratings, unit)
	}
	return u
}

// observers is Krippendorff's reliability data (2011, example C): four
// observers, twelve units, values 1 to 5, with gaps. Alpha is 0.743 nominal,
// 0.815 ordinal, 0.849 interval.
func observers() (Units, Scores) {
	rows := []string{"123321412...", "123322412" + "5.3", ".3332342251.", "123324412" + "51."}
	u, s := Units{Categories: 5}, Scores{}
	for i := range 12 {
		var unit []int
		var values []float64
		for _, r := range rows {
			if r[i] == '.' {
				unit, values = append(unit, Missing), append(values, math.NaN())
				continue
			}
			unit, values = append(unit, int(r[i]-'1')), append(values, float64(r[i]-'0'))
		}
		u.Ratings, s.Values = append(u.Ratings, unit), append(s.Values, values)
	}
	return u, s
}

func TestFleiss(t *testing.T) {
	e := psychiatrists().Fleiss(1)
	near(t, "Fleiss 1971", e, 0.430, 5e-4)
	if e.Interval == nil || e.Interval.Lo > 0.40 || e.Interval.Hi < 0.46 {
		t.Errorf("interval %v", e.Interval)
	}
}

func TestKrippendorff(t *testing.T) {
	u, s := observers()
	near(t, "nominal", u.Alpha(Nominal, 1), 0.743, 5e-4)
	near(t, "ordinal", u.Alpha(Ordinal, 1), 0.815, 5e-4)
	near(t, "interval", s.Alpha(1), 0.849, 5e-4)
	// Gwet's AC1 and Fleiss' kappa of the same data: irrCAC 1.0, cac.raw4raters.
	near(t, "AC1", u.AC1(1), 0.77544, 5e-6)
	near(t, "Fleiss", u.Fleiss(1), 0.76117, 5e-6)
	// A shift changes no difference.
	for i := range s.Values {
		for j := range s.Values[i] {
			s.Values[i][j] += 1e6
		}
	}
	near(t, "shifted", s.Alpha(1), 0.849, 5e-4)
}

// Gwet (2014), table of two abstractors on 100 pregnancies: irrCAC 1.0, cont3x3abstractors.
func TestAbstractors(t *testing.T) {
	u := table([][]int{{13, 0, 0}, {0, 20, 7}, {0, 4, 56}})
	near(t, "Cohen", u.Cohen(0, 1, 1), 0.7964094, 5e-8)
	near(t, "AC1", u.AC1(1), 0.8493305, 5e-8)
	near(t, "alpha", u.Alpha(Nominal, 1), 0.7972585, 5e-8)
}

func TestCohen(t *testing.T) {
	// Fleiss, Levin and Paik (2003), table 18.1: diagnoses on 100 subjects.
	near(t, "textbook", table([][]int{{75, 1, 4}, {5, 4, 1}, {0, 0, 10}}).Cohen(0, 1, 1), 0.676, 5e-4)
	// The paper's human validation, rebuilt: kappa 0.84 (Appendix G.3).
	near(t, "paper", table([][]int{{47, 0}, {9, 60}}).Cohen(0, 1, 1), 0.84, 5e-3)
	// Prevalence: 94 % agreement, and kappa below 0 where AC1 is not (Gwet 2008).
	skewed := table([][]int{{118, 5}, {2, 0}})
	near(t, "skewed kappa", skewed.Cohen(0, 1, 1), -0.0234, 5e-4)
	near(t, "skewed AC1", skewed.AC1(1), 0.9408, 5e-4)
}

func TestCohenOfThreeRaters(t *testing.T) {
	u := Units{Categories: 2, Ratings: [][]int{{0, 0, 1}, {1, 1, 0}, {0, 0, 1}, {1, 1, Missing}}}
	near(t, "0 and 1", u.Cohen(0, 1, 1), 1, 1e-12)
	near(t, "0 and 2", u.Cohen(0, 2, 1), -0.8, 1e-12) // observed 0; by chance (2·1 + 1·2)/9
}

func TestUndefined(t *testing.T) {
	equal := Units{Categories: 3, Ratings: [][]int{{1, 1}, {1, 1}, {1, 1}}}
	lonely := Units{Categories: 3, Ratings: [][]int{{1, Missing}, {Missing, 2}, nil}}
	wrong := Units{Categories: 3, Ratings: [][]int{{1, 3}}}
	short := Units{Categories: 3, Ratings: [][]int{{1, 2}}, Cluster: []string{"a", "b"}}
	for name, u := range map[string]Units{"none": {Categories: 3}, "equal": equal, "lonely": lonely, "wrong": wrong,
		"short": short} {
		for what, e := range map[string]stats.Estimate{
			"Cohen": u.Cohen(0, 1, 1), "Fleiss": u.Fleiss(1), "alpha": u.Alpha(Nominal, 1), "ordinal": u.Alpha(Ordinal, 1),
		} {
			if e.OK || e.Value != 0 || e.Interval != nil || len(e.Warnings) == 0 {
				t.Errorf("%s of %s: %+v", what, name, e)
			}
		}
	}
	nan := math.NaN()
	for i, s := range []Scores{{}, {Values: [][]float64{{.5, .5}, {.5, .5}}}, {Values: [][]float64{{.5, nan}}}} {
		if e := s.Alpha(1); e.OK || math.IsNaN(e.Value) || len(e.Warnings) == 0 {
			t.Errorf("scores %d: %+v", i, e)
		}
	}
}

// Ratings of one base are no independent units.
func TestClusters(t *testing.T) {
	u := psychiatrists()
	many := Units{Categories: 5}
	for range 10 {
		for i, r := range u.Ratings {
			many.Ratings = append(many.Ratings, r)
			many.Cluster = append(many.Cluster, fmt.Sprintf("%02d", i))
		}
	}
	one, ten := u.Fleiss(1), many.Fleiss(1)
	near(t, "tenfold", ten, one.Value, 1e-12)
	if math.Abs(ten.Interval.Width()-one.Interval.Width()) > 1e-3 {
		t.Errorf("width %v, want %v: copies count as units", ten.Interval.Width(), one.Interval.Width())
	}
}

// Raters who guess agree by chance only: about 5 % of the intervals leave out 0.
func TestNullRate(t *testing.T) {
	if testing.Short() {
		t.Skip("simulation; run without -short")
	}
	const runs = 60
	out := 0
	rng := rand.New(rand.NewPCG(4, 4))
	for r := range runs {
		u := Units{Categories: 3}
		for range 40 {
			u.Ratings = append(u.Ratings, []int{rng.IntN(3), rng.IntN(3), rng.IntN(3)})
		}
		if e := u.Alpha(Nominal, uint64(r)); e.Interval.Lo > 0 || e.Interval.Hi < 0 {
			out++
		}
	}
	if out > 8 {
		t.Errorf("%d of %d null intervals leave out 0, want about 3", out, runs)
	}
}

// One category only says nothing about agreement: every coefficient is undefined.
func TestOneCategoryOnly(t *testing.T) {
	u := Units{Categories: 2, Ratings: [][]int{{0, 0, 0}, {0, 0, Missing}, {0, 0, 0}, {0, 0, 0}}}
	for name, e := range map[string]stats.Estimate{"kappa": u.Fleiss(1), "AC1": u.AC1(1), "alpha": u.Alpha(Nominal, 1),
		"Cohen": u.Cohen(0, 1, 1)} {
		if e.OK || len(e.Warnings) == 0 {
			t.Errorf("%s = %.3f (%v), want it undefined with a reason", name, e.Value, e.OK)
		}
	}
}
