package audit

import (
	"math"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/test/corpustest"
	"assay/suites"
)

func TestWords(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"a.deleted_at IS NULL", []string{"a", "deleted_at", "IS", "NULL"}},
		{"  x1+y ", []string{"x1", "y"}},
		{"naïve é", []string{"na", "ï", "ve", "é"}},
		{"", nil},
	} {
		if got := words(c.text); !reflect.DeepEqual(got, c.want) {
			t.Errorf("words(%q) = %q, want %q", c.text, got, c.want)
		}
	}
	for _, c := range []struct {
		word string
		want []string
	}{
		{"owner", nil}, {"SAFE", []string{"safe"}}, {"onlyOwner", []string{"only", "owner"}},
		{"IERC20Token", []string{"ierc20", "token"}},
		{"deleted_at", []string{"deleted", "at"}}, {"__", nil}, {"_pay", []string{"pay"}}, {"x", nil},
	} {
		if got := parts(c.word); !reflect.DeepEqual(got, c.want) {
			t.Errorf("parts(%q) = %q, want %q", c.word, got, c.want)
		}
	}
}

// The patterns that are derived from comments are those that match them.
func TestPatternsMatch(t *testing.T) {
	corpustest.Turn(t, 3)
	list, _, err := suite.Load(suites.FS, ".", "", "suites")
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for _, s := range list {
		c := read(s)
		p := newPresence(c, commentFeatures)
		if len(p.names) < 50 {
			t.Fatalf("%s: only %d patterns", s.Name, len(p.names))
		}
		for range 100 {
			f := rng.IntN(len(p.names))
			re, err := regexp.Compile(p.names[f])
			if err != nil {
				t.Fatal(err)
			}
			for i := range c.texts {
				_, has := slices.BinarySearch(p.has[i], int32(f))
				if matches := slices.ContainsFunc(c.texts[i].comments, re.MatchString); matches != has {
					t.Errorf("%s: pattern %s: derived %v, matches %v", c.texts[i].key, re, has, matches)
				}
			}
		}
	}
}

func TestLex(t *testing.T) {
	join := func(list []lexeme) string {
		var out []string
		for _, l := range list {
			out = append(out, string("pckndl"[l.kind])+l.text)
		}
		return strings.Join(out, " ")
	}
	for _, c := range []struct{ lang, code, want string }{
		{"sql", "SELECT x, 'a' -- c\nFROM t", "kSELECT nx p, l'a' c-- c kFROM nt"},
		{"sql", "DO $f$ BEGIN x; END $f$", "kDO p$$ kBEGIN nx p; kEND p$$"},
		{"solidity", "uint256 a = 1; // c", "kuint256 na p= d1 p; c// c"},
		{"python", "x = 1 # c", "nx p= d1 c# c"},
	} {
		if got := join(lex(c.lang, suite.TenantSQL, c.code)); got != c.want {
			t.Errorf("%s: %s, want %s", c.lang, got, c.want)
		}
	}
	nested := ""
	for i := range 2000 {
		tag := "$" + strings.Repeat("a", i%40+1) + string(rune('a'+i%26)) + "$"
		nested = tag + nested + tag
	}
	lex("sql", suite.TenantSQL, nested) // returns
}

func TestDistance(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	random := func(n int) []int {
		out := make([]int, n)
		for i := range out {
			out[i] = rng.IntN(4)
		}
		return out
	}
	for range 500 {
		a, b := random(rng.IntN(60)), random(rng.IntN(60))
		if rng.IntN(2) == 0 {
			b = slices.Clone(a)
			for range rng.IntN(4) {
				b = slices.Insert(b, rng.IntN(len(b)+1), rng.IntN(4))
			}
		}
		if got, want := distance(a, b), plainDistance(a, b); got != want {
			t.Fatalf("distance(%v, %v) = %d, want %d", a, b, got, want)
		}
	}
	far, other := make([]int, 5*maxDistance), make([]int, 5*maxDistance)
	for i := range other {
		other[i] = 1
	}
	if got := distance(far, other); got != maxDistance {
		t.Errorf("distance of two texts = %d, want %d", got, maxDistance)
	}
}

func plainDistance(a, b []int) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		diag := row[0]
		row[0] = i + 1
		for j := range b {
			next := min(row[j], row[j+1]) + 1
			if a[i] == b[j] {
				next = min(next, diag)
			} else {
				next = min(next, diag+1)
			}
			diag, row[j+1] = row[j+1], next
		}
	}
	return row[len(b)]
}

// Every pair at or above the limit is found: sketches lose none of 200.
func TestSketches(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	seeds := sketchSeeds()
	found, alike := 0, 0
	for range 200 {
		a := make([]uint64, 100)
		for i := range a {
			a[i] = rng.Uint64()
		}
		b := slices.Clone(a)
		for i := range 20 + rng.IntN(8) { // 80 of 120 to 73 of 127 in common
			b[i] = rng.Uint64()
		}
		slices.Sort(a)
		slices.Sort(b)
		if suite.Jaccard(a, b) < minSimilarity {
			continue
		}
		alike++
		x, y := minima(a, seeds), minima(b, seeds)
		for band := range bands {
			if slices.Equal(x[band*rows:(band+1)*rows], y[band*rows:(band+1)*rows]) {
				found++
				break
			}
		}
	}
	if alike < 50 || found != alike {
		t.Errorf("%d of %d near-duplicates are compared", found, alike)
	}
}

// Naive Bayes by hand: two texts a side, three n-grams.
func TestLogOdds(t *testing.T) {
	g := &grams{docs: [][]gram{{{0, 2}, {1, 1}}, {{0, 1}}, {{1, 3}}}, size: 3}
	m := newBayes(g, []bool{true, false, false}) // weights: 3/2 for the vulnerable one, 3/4 for each safe one
	// vulnerable: 3 and 1.5 of 4.5; safe: 0.75 and 2.25 of 3; +1 each, 3 in all
	for id, want := range []float64{math.Log((4 / 7.5) / (1.75 / 6)), math.Log((2.5 / 7.5) / (3.25 / 6)), 0} {
		if got := m.logOdds(int32(id)); math.Abs(got-want) > 1e-12 {
			t.Errorf("n-gram %d: %g, want %g", id, got, want)
		}
	}
}

func TestGramNames(t *testing.T) {
	c := &corpus{texts: []text{{shown: "abcd", tokens: lex("sql", suite.TenantSQL, "x = y")},
		{base: 1, shown: "abcd", tokens: lex("sql", suite.TenantSQL, "x = y")}}}
	names := func(g *grams) []string {
		var out []string
		for id := range g.size {
			out = append(out, g.name(int32(id)))
		}
		slices.Sort(out)
		return out
	}
	if got, want := names(characterGrams(c)), []string{"abc", "abcd", "bcd"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := names(tokenGrams(c)), []string{"=", "= y", "x", "x =", "x = y", "y"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A threshold is trained without the base it answers for, here by hand: 1 and
// 2 are safe, 3 and 4 vulnerable, and base 2 holds an outlier.
func TestCut(t *testing.T) {
	values := []float64{1, 3, 2, 4, 9, 8}
	bad := []bool{false, true, false, true, false, true}
	texts := []text{{base: 0}, {base: 0}, {base: 1}, {base: 1}, {base: 2}, {base: 2}}
	c := newCutter(values, false)
	if got := c.best(texts, bad, 2); got.at != 2.5 || got.sep != 4 || !got.vulnerable(9) || got.vulnerable(2) {
		t.Errorf("without base 2: %+v", got)
	}
	if got := c.best(texts, bad, -1); got.at != 2.5 || got.sep != 6 {
		t.Errorf("with all: %+v", got)
	}
	down := []bool{true, false, true, false, true, false}
	if got := newCutter(values, true).best(texts, down, 2); got.sep != 0 {
		t.Errorf("an upward cut points down: %+v", got)
	}
}

func TestRelabel(t *testing.T) {
	c := read(synthetic(shape{10, 2, 3}, 1, "sql", nil))
	single := read(synthetic(shape{10, 0, 2}, 1, "sql", nil))
	mixed := make([]bool, 20)
	for i := range mixed {
		mixed[i] = i < 8
	}
	single.bad = mixed
	rng := rand.New(rand.NewPCG(4, 4))
	for _, c := range []*corpus{c, single} {
		changed := false
		for range 20 {
			out := c.relabel(c.bad, rng)
			v, _ := truths(c.bad)
			if w, _ := truths(out); w != v {
				t.Fatalf("%d vulnerable, want %d", w, v)
			}
			changed = changed || !slices.Equal(out, c.bad)
			for _, members := range c.members {
				before, after := 0, 0
				for _, i := range members {
					if c.bad[i] {
						before++
					}
					if out[i] {
						after++
					}
				}
				if before%len(members) != 0 && before != after || after%len(members) != 0 && before != after {
					t.Fatalf("a base has %d vulnerable of %d after %d", after, len(members), before)
				}
			}
		}
		if !changed {
			t.Error("nothing is dealt anew")
		}
	}
}

// What is learnt comes from other bases only: where two bases contradict each
// other, anyone who learns is wrong on both.
func TestOutOfBase(t *testing.T) {
	s := &suite.Suite{Format: suite.TenantSQL}
	for i, code := range []string{"alpha xxxxxxxx\n-- One!", "beta -- two", "beta -- two", "alpha xxxxxxxx\n-- One!"} {
		v := bench.Variant{Key: string(rune('a' + i)), Base: string(rune('a' + i/2)), Truth: bench.Truth(1 + i%2)}
		v.Task = bench.Task{Language: "sql", Files: []bench.File{{Text: code}}}
		s.Variants = append(s.Variants, v)
	}
	c := read(s)
	for _, k := range newBattery(c).shortcuts {
		want := 0.0
		// which learn nothing, or never turn their scores round
		if strings.HasPrefix(k.info.ID, "centre") || strings.HasPrefix(k.info.ID, "always") ||
			strings.HasPrefix(k.info.ID, "bayes") {
			want = 0.5
		}
		if got := c.point(c.bad, k.answer(c.bad)); got != want {
			t.Errorf("%s: balanced accuracy %g, want %g", k.info.ID, got, want)
		}
	}
	// Without its own base a text of naive Bayes must not know its own words.
	for _, g := range []*grams{characterGrams(c), tokenGrams(c)} {
		if got := g.scores(c, c.bad); got[0] >= got[1] || got[2] >= got[3] {
			t.Errorf("scores %v speak for the texts' own base", got)
		}
	}
}
