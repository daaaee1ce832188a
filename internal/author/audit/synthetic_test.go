package audit

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/test/corpustest"
)

// query writes a random query. Nothing in it depends on a label.
func query(rng *rand.Rand, lines int) []string {
	tables := strings.Fields("orders parcels pallets crates routes drivers wards beds shelves ledgers notes grants " +
		"invoices shifts badges seals lots bins docks carts")
	cols := strings.Fields("id owner title weight state starts_at ends_at amount colour height zone batch price code " +
		"label rank depth parent origin serial")
	ops := strings.Fields("= <> < > <= >= IS LIKE")
	pick := func(list []string) string { return list[rng.IntN(len(list))] }
	out := []string{fmt.Sprintf("SELECT a.%s, a.%s FROM %s a", pick(cols), pick(cols), pick(tables))}
	for range lines {
		switch rng.IntN(3) {
		case 0:
			out = append(out, fmt.Sprintf("JOIN %s %c ON %c.%s = a.%s", pick(tables), 'b'+rng.IntN(5), 'b'+rng.IntN(5),
				pick(cols), pick(cols)))
		default:
			out = append(out, fmt.Sprintf("  AND a.%s %s :%s", pick(cols), pick(ops), pick(cols)))
		}
	}
	return append(out, fmt.Sprintf("ORDER BY a.%s LIMIT %d;", pick(cols), 10+rng.IntN(90)))
}

// shape is the layout of a synthetic suite.
type shape struct{ bases, good, bad int }

// synthetic builds a suite in which every variant is its base's query with one
// line written anew, and tell adds what betrays it: n counts the good or the
// bad ones. lang is the language of the texts.
func synthetic(s shape, seed uint64, lang string, tell func(rng *rand.Rand, code []string, bad bool,
	n int) []string) *suite.Suite {
	rng := rand.New(rand.NewPCG(seed, 7))
	out := &suite.Suite{Name: "synthetic", Format: suite.TenantSQL}
	good, bad := 0, 0
	for b := range s.bases {
		base := query(rng, 6+rng.IntN(8))
		for i := range s.good + s.bad {
			code := append([]string{fmt.Sprintf("-- Lists the %s for the board of the %s.", base[0][9:12], base[1][2:6])},
				base...)
			code[2+rng.IntN(len(code)-3)] = query(rng, 1)[1]
			v := bench.Variant{Base: fmt.Sprintf("app/q%03d", b), Group: "app", Truth: bench.Safe, Format: suite.TenantSQL}
			n := &good
			if i >= s.good {
				v.Truth, n = bench.Vulnerable, &bad
				v.Twin = fmt.Sprintf("synthetic/q%03d-%02d", b, 0)
			}
			if tell != nil {
				code = tell(rng, code, v.Truth == bench.Vulnerable, *n)
			}
			*n++
			v.Key = fmt.Sprintf("synthetic/q%03d-%02d", b, i)
			v.Sample, v.Source = v.Key, v.Key+".md"
			v.Task = bench.Task{Language: lang, Files: []bench.File{{Path: "q.sql", Text: strings.Join(code, "\n") + "\n"}},
				Spec: "1. Nothing.\n"}
			out.Variants = append(out.Variants, v)
		}
	}
	return out
}

func by(t *testing.T, r *Result, id string) Classifier {
	t.Helper()
	for _, c := range r.Classifiers {
		if c.ID == id {
			return c
		}
	}
	t.Fatalf("no shortcut %s", id)
	return Classifier{}
}

// seedLayout writes a synthetic suite as a directory of the seed suite's layout.
func seedLayout(s *suite.Suite) fstest.MapFS {
	m := fstest.MapFS{"app/SPEC.md": {Data: []byte("# Prompt\nTables.\n\n1. Stay in the organisation.\n")}}
	for i, v := range s.Variants {
		word := "good"
		if v.Truth == bench.Vulnerable {
			word = "bad"
		}
		name := fmt.Sprintf("app/%s-%02d-%s.md", strings.TrimPrefix(v.Base, "app/"), 1+i%6, word)
		m[name] = &fstest.MapFile{Data: []byte("# Description\nd\n\n# Code\n```sql\n" + v.Task.Files[0].Text +
			"```\n\n# Expected\n" + word + "\n")}
	}
	return m
}

// The two shapes that the published data of the seed suite had: the word SAFE
// in the comment of 160 of 160 bad and 40 of 80 good tests, and later of 158 and 5.
func TestConvictsSafe(t *testing.T) {
	for _, c := range []struct {
		name      string
		bad, good int // tests that say SAFE
		accuracy  float64
	}{{"first", 160, 40, 200. / 240}, {"later", 158, 5, 233. / 240}} {
		t.Run(c.name, func(t *testing.T) {
			data := synthetic(shape{40, 2, 4}, 3, "sql", func(_ *rand.Rand, code []string, bad bool, n int) []string {
				if bad && n*37%160 < c.bad || !bad && n*37%80 < c.good {
					code[0] = "-- SAFE: " + code[0][3:]
				}
				return code
			})
			list, problems, err := suite.Load(seedLayout(data), ".", "seed", "data")
			if err != nil || len(problems) > 0 {
				t.Fatal(err, problems)
			}
			r := Run(list[0], Options{Seed: 1})
			if !r.Convicted() || r.Census.Variants != 240 {
				t.Fatalf("not convicted: %+v", r.Census)
			}
			for _, id := range []string{"keyword", "comment-pattern"} {
				k := by(t, r, id)
				if !k.Convicted || k.Accuracy != c.accuracy || !strings.Contains(k.Rule, "SAFE") &&
					!strings.Contains(k.Rule, "safe") {
					t.Errorf("%s: accuracy %.3f, want %.3f; %+v", id, k.Accuracy, c.accuracy, k)
				}
			}
			k := by(t, r, "keyword")
			if k.Rule != `contains "SAFE" → vulnerable` || len(k.Tells) == 0 || k.Tells[0].Token != "SAFE" ||
				k.Tells[0].Vulnerable != c.bad || k.Tells[0].Safe != c.good {
				t.Errorf("rule %q, tells %+v", k.Rule, k.Tells)
			}
			if !strings.Contains(terminal(t, r, 100), "SAFE") {
				t.Error("the terminal does not name the word")
			}
		})
	}
}

func TestConvicts(t *testing.T) {
	always := func(p float64, rng *rand.Rand) bool { return rng.Float64() < p }
	for _, c := range []struct {
		name string
		by   []string // shortcuts that must convict
		tell func(rng *rand.Rand, code []string, bad bool, n int) []string
	}{
		{"length", []string{"length-bytes", "length-code", "length-lines", "length-tokens"},
			func(rng *rand.Rand, code []string, bad bool, _ int) []string {
				if !bad {
					code = append(code[:len(code)-1], append(query(rng, 10)[1:11], code[len(code)-1])...)
				}
				return code
			}},
		{"keyword in code", []string{"keyword", "bayes-tokens"}, func(rng *rand.Rand, code []string, bad bool,
			_ int) []string {
			if always(0.7, rng) && !bad {
				code[len(code)-2] = "  AND a.deleted_at IS NULL"
			}
			return code
		}},
		{"piece of a name", []string{"keyword"}, func(rng *rand.Rand, code []string, bad bool, n int) []string {
			if bad {
				code[len(code)-2] = fmt.Sprintf("  AND a.raw_%d%d = 1", n, rng.IntN(1000))
			}
			return code
		}},
		{"question in the comment", []string{"comment-pattern"}, func(rng *rand.Rand, code []string, bad bool,
			n int) []string {
			if bad {
				code[0] += fmt.Sprintf(" Why r%d?", rng.IntN(1e6))
			}
			return code
		}},
		{"comment density", []string{"comment-density", "length-bytes"},
			func(rng *rand.Rand, code []string, bad bool, _ int) []string {
				if bad {
					code[0] += strings.Repeat(" "+code[0][3:], 6)
				}
				return code
			}},
		{"blank space", []string{"bayes-characters"}, func(_ *rand.Rand, code []string, bad bool, _ int) []string {
			if bad {
				for i := range code {
					code[i] = strings.ReplaceAll(code[i], " = ", "  =  ")
					code[i] = strings.ReplaceAll(code[i], ", ", " ,  ")
				}
			}
			return code
		}},
	} {
		for i, s := range []shape{{16, 1, 2}, {40, 1, 1}} {
			if i > 0 && raced {
				break
			}
			r := Run(synthetic(s, 5, "sql", c.tell), Options{Seed: 1})
			if !r.Convicted() {
				t.Errorf("%s %v: acquitted", c.name, s)
			}
			for _, id := range c.by {
				if k := by(t, r, id); !k.Convicted {
					t.Errorf("%s %v: %s does not convict: %.3f %v", c.name, s, id, k.Balanced, k.Interval)
				}
			}
		}
	}
}

// A suite without safe variants is solved by a constant, whatever it holds.
func TestConvictsOneTruth(t *testing.T) {
	r := Run(synthetic(shape{12, 0, 1}, 1, "sql", nil), Options{Seed: 1})
	k := by(t, r, "always-vulnerable")
	if !r.Convicted() || !k.Convicted || k.Defined || by(t, r, "keyword").Defined || by(t, r, "always-safe").Convicted ||
		r.Census.OneTruth != 12 {
		t.Errorf("%+v", k)
	}
	terminal(t, r, 80)
}

func TestAcquits(t *testing.T) {
	for _, s := range []shape{{40, 1, 1}, {20, 2, 4}, {1, 1, 1}, {0, 0, 0}} {
		r := Run(synthetic(s, 11, "sql", nil), Options{Seed: 1})
		if r.Convicted() || r.Faults() > 0 {
			t.Errorf("%v: convicted\n%s", s, terminal(t, r, 120))
		}
	}
}

// Five pairs have but 32 labellings, of which chance finds one as good as the
// truth: the suspect is named, and not convicted.
func TestClearsSuspect(t *testing.T) {
	r := Run(synthetic(shape{5, 1, 1}, 1, "sql", func(_ *rand.Rand, code []string, bad bool, _ int) []string {
		if bad {
			code[0] += " Bad."
		}
		return code
	}), Options{Seed: 1})
	k := by(t, r, "keyword")
	if k.Convicted || r.Convicted() || k.Balanced != 1 || k.Interval == nil || k.Interval.Lo <= Bar ||
		k.Relabelled == nil || k.Relabelled.AsGood == 0 ||
		len(k.Warnings) == 0 || !strings.Contains(k.Warnings[len(k.Warnings)-1], "chance") {
		t.Errorf("%+v", k)
	}
	terminal(t, r, 80)
}

// Text around the code is read when it differs within a base, and left out when it cannot give the truth away.
func TestSurroundings(t *testing.T) {
	s := synthetic(shape{20, 1, 1}, 1, "solidity", nil)
	for i := range s.Variants {
		s.Variants[i].Task.Protocol = "An exchange of parcels, board " + s.Variants[i].Base + "."
	}
	if c := read(s); strings.Contains(c.texts[0].shown, "exchange") {
		t.Error("a protocol that both twins share is read")
	}
	for i := range s.Variants {
		word := "alone"
		if s.Variants[i].Truth == bench.Safe {
			word = "together"
		}
		s.Variants[i].Task.Context = []bench.File{{Path: "context/I.sol", Text: "// Clerks work " + word +
			".\ninterface I {}\n"}}
	}
	r := Run(s, Options{Seed: 1})
	for _, id := range []string{"keyword", "comment-pattern"} {
		if k := by(t, r, id); !k.Convicted || k.Balanced != 1 {
			t.Errorf("a context that tells: %+v", k)
		}
	}
}

// Random labels are convicted in at most 5 % of 200 draws, all shortcuts
// together, in every layout: pairs, tests of a query, single texts.
func TestCalibration(t *testing.T) {
	corpustest.Turn(t, 3)
	if testing.Short() || raced {
		t.Skip("a simulation of one goroutine")
	}
	for _, s := range []shape{{6, 1, 1}, {10, 1, 1}, {16, 1, 1}, {30, 1, 1}, {12, 2, 4}, {40, 0, 1}} {
		c := read(synthetic(s, 17, "sql", nil))
		b := newBattery(c)
		b.quick = true
		convicted := 0
		by := map[string]int{}
		for seed := range uint64(200) {
			bad := randomLabels(c, rand.New(rand.NewPCG(seed, 23)), s)
			found := false
			for _, k := range b.run(bad, seed) {
				if k.Convicted {
					found = true
					by[k.ID]++
				}
			}
			if found {
				convicted++
			}
		}
		t.Logf("%+v: %d of 200 convicted %v", s, convicted, by)
		if convicted > 10 {
			t.Errorf("%+v: %d of 200 random labellings are convicted, want at most 10", s, convicted)
		}
	}
}

// randomLabels deals the truths of a layout anew within each base; single texts
// are labelled by a coin.
func randomLabels(c *corpus, rng *rand.Rand, s shape) []bool {
	bad := make([]bool, len(c.texts))
	for _, members := range c.members {
		for n, at := range rng.Perm(len(members)) {
			bad[members[at]] = n < s.bad
			if len(members) == 1 {
				bad[members[at]] = rng.IntN(2) == 0
			}
		}
	}
	return bad
}
