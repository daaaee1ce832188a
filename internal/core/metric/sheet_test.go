package metric

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
)

// Numbers and comparisons of one batch, whose sheets share what was counted, are
// what each is alone, whatever some conditions lack and however unevenly they were
// asked.
func TestBatchIsEach(t *testing.T) {
	said := strings.Repeat("hmhx-", 6)
	reference := append(shown("m", said), trojans()...)
	conditions := [][]bench.Trial{
		shown("c", strings.Repeat("mmhxh", 6)), append(shown("d", said[:17]), shown("d", said[3:9])...), shown("e", "xxx"),
		append(shown("f", said), trojans()...), nil,
	}
	var b Batch
	ref := NewSheet(reference)
	sheets := make([]*Sheet, len(conditions))
	for i, rows := range conditions {
		sheets[i] = NewSheet(rows)
	}
	var values [][]Value
	drops, beyond := make([][]Difference, len(sheets)), make([][]Difference, len(sheets))
	for i, s := range sheets {
		values = append(values, b.Values(All(), s))
		drops[i], beyond[i] = make([]Difference, len(All())), make([]Difference, len(All()))
		for k, m := range All() {
			b.Delta(&drops[i][k], m, ref, s, nil)
			b.Delta(&beyond[i][k], m, sheets[0], s, ref)
		}
	}
	b.Run()
	for i, rows := range conditions {
		for k, m := range All() {
			if want := m.Compute(rows); !reflect.DeepEqual(values[i][k], want) {
				t.Errorf("%s of condition %d: %+v, alone %+v", m.ID, i, values[i][k], want)
			}
			if want := Delta(m, reference, rows); !reflect.DeepEqual(drops[i][k], want) {
				t.Errorf("drop of %s in condition %d: %+v, alone %+v", m.ID, i, drops[i][k], want)
			}
			if want := deltaBeyond(m, reference, conditions[0], rows); !reflect.DeepEqual(beyond[i][k], want) {
				t.Errorf("beyond, %s in condition %d: %+v, alone %+v", m.ID, i, beyond[i][k], want)
			}
		}
	}
	b.Run() // empty
}

// Metrics that count under one name count the same.
func TestCountedAlike(t *testing.T) {
	rows := slices.Concat(world(), trojans())
	first := map[string]Metric{}
	for _, m := range append(All(), SUIMetric(Weights{"custom", 1, 0, 0}, false)) {
		f, ok := first[m.counted()]
		if !ok {
			first[m.counted()] = m
			continue
		}
		a, b := NewSheet(rows).tally(f, variants), NewSheet(rows).tally(m, variants)
		if !reflect.DeepEqual(a.bases, b.bases) || a.Trials != b.Trials || a.K != b.K || a.N != b.N ||
			a.Unscored != b.Unscored {
			t.Errorf("%s and %s count differently", f.ID, m.ID)
		}
	}
	if len(first) == len(All()) {
		t.Error("no two metrics count alike")
	}
}

// A metric that counts pairs counts nothing in single rows, and the others do.
func TestTogether(t *testing.T) {
	rows := slices.Concat(world(), trojans(), repetitions())
	for _, m := range All() {
		alone := 0
		for i := range rows {
			tally := newTally(m, &weights{})
			m.Count(rows[i:i+1], tally)
			alone += tally.Trials + tally.Unscored
		}
		if m.pairsOnly && alone > 0 {
			t.Errorf("%s speaks of single rows", m.ID)
		}
		if pair := strings.HasPrefix(m.ID, "pair-") || m.ID == Discrimination.ID; pair != m.pairsOnly {
			t.Errorf("%s: together is %v", m.ID, m.pairsOnly)
		}
	}
}

// Ranks by several metrics are those by each.
func TestRanksAreEach(t *testing.T) {
	subjects := []Condition{{"a", shown("", strings.Repeat("hhm", 7))}, {"b", shown("", strings.Repeat("hmm", 7))},
		{"c", shown("", strings.Repeat("mhh", 6))}, {"d", world()}}
	for n := range len(subjects) + 1 {
		ms := append(All(), TDR)
		for i, got := range Ranks(ms, subjects[:n]) {
			if want := Rank(ms[i], subjects[:n]); !reflect.DeepEqual(got, want) {
				t.Errorf("%s of %d: %+v, alone %+v", ms[i].ID, n, got, want)
			}
		}
	}
}

func TestPairsInAnyOrder(t *testing.T) {
	again := world()
	for i := range again {
		again[i].Repetition = 1
	}
	rows := world()
	for i, r := range rows { // the same variants
		again[i].Variant = r.Variant
	}
	for _, rows := range [][]bench.Trial{rows, append(rows, again...)} {
		want := Pairs(rows)
		if len(want) == 0 {
			t.Fatal("no pairs")
		}
		turned := slices.Clone(rows)
		slices.Reverse(turned)
		got := Pairs(turned)
		if len(got) != len(want) {
			t.Fatalf("%d pairs, in order %d", len(got), len(want))
		}
		for i := range got {
			if g, w := got[i], want[i]; g.Outcome != w.Outcome || g.Vulnerable.Variant.Key != w.Vulnerable.Variant.Key ||
				g.Vulnerable.Repetition != w.Vulnerable.Repetition || g.Twin.Repetition != g.Vulnerable.Repetition {
				t.Errorf("pair %d: %+v, in order %+v", i, g, w)
			}
		}
	}
}
