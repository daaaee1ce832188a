package metric

import (
	"math"
	"slices"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/stats"
	"assay/internal/core/stats/agree"
	"assay/internal/core/stats/rank"
)

// The numbers that the BlockBench paper prints and from which others follow;
// docs/paper.md says in words what is checked here.

// table2 is Table 2 of the paper, with the finding precision that Table 7
// implies (docs/paper.md row 50) and the number of outputs that the shares imply.
var table2 = []struct {
	model                         string
	tdr, sui, acc, rcir, ava, fsv float64
	precision                     float64
	outputs, hits, right          int
}{
	{"Gemini 3 Pro", 57.6, 0.734, 93.9, .97, .97, .95, .715, 66, 38, 62},
	{"GPT-5.2", 55.9, 0.746, 75.0, .97, .98, .97, .768, 68, 38, 51},
	{"Claude Opus 4.5", 52.9, 0.703, 83.8, .98, .99, .97, .658, 68, 36, 57},
	{"Grok 4", 44.1, 0.677, 69.1, .98, 1.00, .97, .685, 68, 30, 47},
	{"DeepSeek v3.2", 38.2, 0.599, 82.4, .91, .92, .86, .591, 68, 26, 56},
	{"Llama 3.1 405B", 17.9, 0.393, 88.1, .88, .90, .83, .201, 67, 12, 59},
}

// percentOf reports whether k of n, in percent with one decimal, is what is printed.
func percentOf(k, n int, printed float64) bool {
	return math.Abs(math.Round(1000*float64(k)/float64(n))/10-printed) < 1e-9
}

// Section 5 says n = 58. No count of 58 gives any of the twelve shares of Table
// 2; counts of 68, 67 and 66 give all.
func TestPaperTable2IsNotOf58(t *testing.T) {
	for _, r := range table2 {
		for _, printed := range []float64{r.tdr, r.acc} {
			for k := range 59 {
				if percentOf(k, 58, printed) {
					t.Errorf("%s: %.1f is %d/58", r.model, printed, k)
				}
			}
		}
		if !percentOf(r.hits, r.outputs, r.tdr) || !percentOf(r.right, r.outputs, r.acc) {
			t.Errorf("%s: %d and %d of %d are not %.1f and %.1f", r.model, r.hits, r.right, r.outputs, r.tdr, r.acc)
		}
	}
	// The first two found equally many: their order rests on two outputs that Gemini lacks.
	if table2[0].hits != table2[1].hits {
		t.Error("the first two differ in hits")
	}
	for i, r := range table2[:3] {
		a, _ := stats.Wilson(r.hits, r.outputs)
		for _, s := range table2[i+1 : 3] {
			if b, _ := stats.Wilson(s.hits, s.outputs); b.Hi < a.Lo {
				t.Errorf("%s and %s are apart", r.model, s.model)
			}
		}
	}
}

// Table 7 of the paper, from the rows of Table 2 and the finding precision that
// they imply. Every cell must agree to ±0.001.
func TestPaperTable7(t *testing.T) {
	want := map[string][5]float64{
		"GPT-5.2":         {.766, .746, .787, .766, .714},
		"Gemini 3 Pro":    {.751, .734, .772, .747, .707},
		"Claude Opus 4.5": {.722, .703, .748, .716, .674},
		"Grok 4":          {.703, .677, .731, .701, .638},
		"DeepSeek v3.2":   {.622, .599, .650, .619, .563},
		"Llama 3.1 405B":  {.415, .393, .462, .396, .357},
	}
	var parts [][]float64
	scores := make([][]float64, 5)
	for _, r := range table2 {
		reasoning := (r.rcir + r.ava + r.fsv) / 3
		parts = append(parts, []float64{r.tdr / 100, reasoning, r.precision})
		for i, w := range Weightings() {
			got := w.SUI(r.tdr/100, reasoning, r.precision)
			scores[i] = append(scores[i], got)
			if math.Abs(got-want[r.model][i]) > 0.001+1e-9 {
				t.Errorf("%s, %s: %.4f, want %.3f ± 0.001", r.model, w.Name, got, want[r.model][i])
			}
		}
		if math.Abs(want[r.model][1]-r.sui) > 1e-9 {
			t.Errorf("%s: SUI is %.3f in Table 7 and %.3f in Table 2", r.model, want[r.model][1], r.sui)
		}
	}
	// Appendix H: rho = 1.000 between all pairs of the five. It is so, and over all
	// weightings the order holds for little more than half.
	for _, a := range scores {
		for _, b := range scores {
			if rho, ok := rank.Spearman(a, b); !ok || math.Abs(rho-1) > 1e-12 {
				t.Errorf("Spearman %v", rho)
			}
		}
	}
	w, _ := rank.Simplex(parts, []float64{0.4, 0.3, 0.3})
	if math.Abs(w.Kept-0.54) > 0.01 || math.Abs(w.First[1]-0.83) > 0.01 {
		t.Errorf("stands for %.3f, GPT-5.2 first for %.3f", w.Kept, w.First[1])
	}
}

// Appendix G.3 and section 5.4: 116 comparisons, agreement 92.2 %, kappa 0.84, F1
// 0.91, precision 0.84, recall 1.00, rho 0.85, nine cases that the judge alone
// flagged. Three tables give all of it: 46, 47 or 48 flagged by both.
func TestPaperHumanValidation(t *testing.T) {
	const fp, n = 9, 116
	is := func(got, printed, unit float64) bool { return math.Abs(math.Round(got/unit)*unit-printed) < 1e-9 }
	fits := func(tp, fn int) bool {
		tn := n - tp - fp - fn
		precision, recall := float64(tp)/float64(tp+fp), float64(tp)/float64(tp+fn)
		if !is(float64(tp+tn)/n, 0.922, 0.001) || !is(precision, 0.84, 0.01) || !is(recall, 1, 0.01) ||
			!is(2*precision*recall/(precision+recall), 0.91, 0.01) {
			return false
		}
		// Pearson's correlation of two yes-or-no ratings is the phi coefficient of the
		// same table: the printed rho is no second piece of evidence.
		phi := float64(tp*tn-fp*fn) / math.Sqrt(float64(tp+fp)*float64(tp+fn)*float64(tn+fp)*float64(tn+fn))
		u := agree.Units{Categories: 2}
		for ratings, times := range map[[2]int]int{{1, 1}: tp, {1, 0}: fp, {0, 1}: fn, {0, 0}: tn} {
			for range times {
				u.Ratings = append(u.Ratings, []int{ratings[0], ratings[1]})
			}
		}
		return is(u.Cohen(0, 1, 1).Value, 0.84, 0.01) && is(phi, 0.85, 0.01)
	}
	var found [][2]int
	for tp := 1; tp <= n-fp; tp++ {
		for fn := range n - fp - tp + 1 {
			if fits(tp, fn) {
				found = append(found, [2]int{tp, fn})
			}
		}
	}
	if want := [][2]int{{46, 0}, {47, 0}, {48, 0}}; !slices.Equal(found, want) {
		t.Errorf("tables %v, want %v", found, want)
	}
	// All nine disagreements go one way.
	if p, _ := (stats.Matched{A: 47, B: 9, D: 60}).McNemar(); math.Abs(p-0.0039) > 5e-5 {
		t.Errorf("McNemar p = %v", p)
	}
}

// Sums and differences in the text.
func TestPaperArithmetic(t *testing.T) {
	sum := func(xs ...int) (s int) {
		for _, x := range xs {
			s += x
		}
		return s
	}
	for _, c := range []struct {
		what      string
		got, want int
	}{
		{"Table 1", sum(210, 46, 34), 290},
		{"tiers", sum(86, 81, 30, 13), 210},
		{"Table 3, DS", sum(22, 37, 19, 48, 16, 4, 8, 9, 5, 4, 2, 7, 29), 210},
		{"Table 3, TC", sum(14, 7, 2, 5, 8, 1, 9), 46},
		{"Table 3, GS", sum(3, 18, 1, 1, 3, 2, 3, 2, 1), 34},
		{"severities of GS", sum(10, 24), 34},
		{"variants", 46 * 7, 322},
		{"evaluated", sum(10, 20, 28), 58},
	} {
		if c.got != c.want {
			t.Errorf("%s: %d, want %d", c.what, c.got, c.want)
		}
	}
	if !percentOf(18, 34, 52.9) {
		t.Error("logic errors are not 53 % of GS")
	}
	// "34-50pp drops from overall to Gold Standard": 17.9 to 46.5 by its own numbers.
	gold := []float64{11.1, 10, 20, 10, 0, 0}
	least, most := 100.0, 0.0
	for i, r := range table2 {
		least, most = min(least, r.tdr-gold[i]), max(most, r.tdr-gold[i])
	}
	if math.Abs(least-17.9) > 0.05 || math.Abs(most-46.5) > 0.15 {
		t.Errorf("drops of %.1f to %.1f", least, most)
	}
	// With five pairs no exact paired test can reach 0.05, whatever the drop.
	if p, _ := (stats.Matched{B: 5}).McNemar(); math.Abs(p-0.0625) > 1e-12 {
		t.Errorf("five pairs: p = %v", p)
	}
}

// With reasoning 0 where the target was missed the order stays, and the worst
// model keeps less than half of its index.
func TestPaperUnconditionalSUI(t *testing.T) {
	w := Weightings()[1]
	var last float64
	for i, r := range []int{1, 0, 2, 3, 4, 5} { // by SUI
		m := table2[r]
		got := w.SUI(m.tdr/100, m.tdr/100*(m.rcir+m.ava+m.fsv)/3, m.precision)
		if i > 0 && got >= last {
			t.Errorf("%s rises to %.3f", m.model, got)
		}
		last = got
	}
	if math.Abs(last-0.179) > 0.001 {
		t.Errorf("Llama: %.3f, want 0.179 (0.393 in the paper)", last)
	}
}

// Two vulnerable texts rightly called so, one for the right reason, and a safe one
// rightly called safe: two of three right verdicts found no flaw by the paper's
// definition; of the two that had one to find, one did by ours.
func TestLuckyGuessesBothWays(t *testing.T) {
	say := func(base string, truth bench.Truth, decision bench.Decision) bench.Trial {
		return bench.Trial{Variant: &bench.Variant{Key: base, Base: base, Truth: truth}, Outcome: bench.Answered,
			Answer: &bench.Answer{Verdict: truth}, Verdict: &bench.Verdict{Strict: decision, Lenient: decision}}
	}
	rows := []bench.Trial{say("a", bench.Vulnerable, bench.Hit), say("b", bench.Vulnerable, bench.Miss),
		say("c", bench.Safe, "")}
	for _, p := range PaperDefinitions() {
		if v := p.LuckyGuess.Compute(rows); v.K != 2 || v.N != 3 {
			t.Errorf("%s: %d/%d, want 2/3", p.Match, v.K, v.N)
		}
	}
	if v := LuckyGuess.Compute(rows); v.K != 1 || v.N != 2 {
		t.Errorf("ours: %d/%d, want 1/2", v.K, v.N)
	}
}

// A text without an answer is left out of the paper's share and said to be.
func TestPaperLeavesOutAndSays(t *testing.T) {
	for _, p := range PaperDefinitions() {
		if v := p.TDR.Compute(world()); v.N != 3 || len(v.Warnings) != 1 {
			t.Errorf("%s: %+v", p.Match, v)
		}
	}
}
