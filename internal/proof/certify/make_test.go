package certify

import (
	"bytes"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/lang/transform"
	"assay/internal/lang/transform/all"
	"assay/suites"
)

func embedded(t testing.TB) (list []*suite.Suite, vs []*bench.Variant) {
	t.Helper()
	for _, name := range []string{suite.Blockbench, suite.TenantSQL} {
		l, problems, err := suite.Load(suites.FS, name, "", name)
		if err != nil || len(problems) > 0 {
			t.Fatal(err, problems)
		}
		list = append(list, l...)
		for i := range l[0].Variants {
			vs = append(vs, &l[0].Variants[i])
		}
	}
	return list, vs
}

func chains(t testing.TB, texts ...string) (out []transform.Chain) {
	t.Helper()
	for _, text := range texts {
		c, err := transform.ParseChain(text, all.Transformations())
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, c)
	}
	return out
}

// vary stores the variants of everything, and reads those of the selection.
func vary(t testing.TB, list []*suite.Suite, selected []*bench.Variant, chains []transform.Chain,
	seed uint64) *suite.Varied {
	t.Helper()
	var names []string
	for _, c := range chains {
		names = append(names, c.String())
	}
	var read []*suite.Suite
	for _, st := range list {
		var out bytes.Buffer
		if err := Write(&out, st, st.Programs(selected), chains, seed, nil); err != nil {
			t.Fatal(err)
		}
		stored, err := suite.ReadVariants(out.Bytes(), st.Name)
		if err != nil {
			t.Fatal(err)
		}
		own := *st
		own.AddVariants(stored)
		read = append(read, &own)
	}
	varied, err := suite.Vary(read, selected, names, seed)
	if err != nil {
		t.Fatal(err)
	}
	return varied
}

// Variants do not depend on the number of processors, on the selection, or on the other
// chains. Every fourth sample is tested.
func TestVaryIsDeterministic(t *testing.T) {
	list, vs := embedded(t)
	bases := map[string]int{}
	vs = slices.DeleteFunc(vs, func(v *bench.Variant) bool {
		if _, ok := bases[v.Base]; !ok {
			bases[v.Base] = len(bases)
		}
		return bases[v.Base]%4 != 0
	})
	chains := chains(t, all.PaperChains()...)
	whole := vary(t, list, vs, chains, 1)
	before := runtime.GOMAXPROCS(1)
	again := vary(t, list, vs, chains, 1)
	runtime.GOMAXPROCS(before)
	if !reflect.DeepEqual(whole.Variants, again.Variants) || !reflect.DeepEqual(whole.Chains, again.Chains) ||
		len(whole.Left) != len(again.Left) {
		t.Error("one processor makes other variants than several")
	}
	byKey := map[string]*bench.Variant{}
	for _, v := range whole.Variants {
		if byKey[v.Key] != nil {
			t.Errorf("%s was made twice", v.Key)
		}
		byKey[v.Key] = v
	}
	var some []*bench.Variant
	for i, v := range vs {
		if i%5 == 0 {
			some = append(some, v)
		}
	}
	part := vary(t, list, some, chains[2:], 1)
	for _, v := range part.Variants {
		if !reflect.DeepEqual(v, byKey[v.Key]) {
			t.Errorf("%s depends on the selection", v.Key)
		}
		if !slices.ContainsFunc(some, func(o *bench.Variant) bool { return o.Key == v.Origin() }) {
			t.Errorf("%s was not selected", v.Key)
		}
	}
	if len(part.Variants) == 0 {
		t.Error("nothing was made")
	}
	for _, u := range whole.Chains {
		left := 0
		for _, l := range whole.Left {
			if l.Suite == u.Suite && l.Chain == u.Chain {
				left++
			}
		}
		if u.Applied+left != u.Programs {
			t.Errorf("%+v: %d left out with a reason", u, left)
		}
	}
	if other := vary(t, list, some, chains[2:], 2); reflect.DeepEqual(part.Variants, other.Variants) {
		t.Error("the seed changes nothing")
	}
}

// Pairs stay pairs, and a chain that removes the flaw leaves one safe variant.
func TestVaryPairs(t *testing.T) {
	list, vs := embedded(t)
	v := vary(t, list, vs, chains(t, "no-comments", "differential"), 1)
	keys := map[string]*bench.Variant{}
	for _, x := range v.Variants {
		keys[x.Key] = x
	}
	pairs, fixed := 0, 0
	for _, x := range v.Variants {
		switch {
		case x.Chain == "differential":
			if fixed++; x.Truth != bench.Safe || x.Twin != "" {
				t.Errorf("%s is %s, with twin %q", x.Key, x.Truth, x.Twin)
			}
		case x.Truth == bench.Vulnerable && x.Twin != "":
			if pairs++; keys[x.Twin] == nil || keys[x.Twin].Truth != bench.Safe {
				t.Errorf("%s has lost its twin %q", x.Key, x.Twin)
			}
		}
		if x.Suffix() == "" || x.Origin()+x.Suffix() != x.Key {
			t.Errorf("%s: origin %s", x.Key, x.Origin())
		}
		if proved := x.Proof == bench.Proved; proved != (v.Unproved[x.Key] == nil) || proved != (x.Certificate != "") {
			t.Errorf("%s: %s, certificate %q, %v", x.Key, x.Proof, x.Certificate, v.Unproved[x.Key])
		}
	}
	if pairs < 100 || fixed < 100 {
		t.Errorf("%d pairs, %d repaired", pairs, fixed)
	}
}

// tiny makes a suite of one vulnerable and one safe query.
func tiny(bad, good string) *suite.Suite {
	query := func(key, text string, truth bench.Truth) bench.Variant {
		return bench.Variant{Key: key, Suite: "s", Format: suite.TenantSQL, Sample: key, Base: "q", Truth: truth,
			Task: bench.Task{Language: "sql", Files: []bench.File{{Path: "q.sql", Text: text}}}}
	}
	st := &suite.Suite{Name: "s", Format: suite.TenantSQL, Variants: []bench.Variant{query("s/bad", bad, bench.Vulnerable),
		query("s/good", good, bench.Safe)}}
	st.Variants[0].Twin = "s/good"
	return st
}

func TestVaryLeavesOut(t *testing.T) {
	for _, c := range []struct{ name, chain, bad, good, why string }{
		{"nothing to do", "no-comments", "SELECT 1;\n", "SELECT 2;\n", "no-comments does not apply"},
		{"nothing to do on one half", "no-comments", "SELECT 1; -- one\n", "SELECT 2;\n", "on its twin"},
		{"told apart by comments only", "no-comments", "SELECT 1; -- unsafe\n", "SELECT 1; -- safe\n",
			"cannot be told apart"},
	} {
		st := tiny(c.bad, c.good)
		got := vary(t, []*suite.Suite{st}, []*bench.Variant{&st.Variants[0], &st.Variants[1]}, chains(t, c.chain), 1)
		if len(got.Variants) != 0 || len(got.Left) != 1 || !strings.Contains(got.Left[0].Why.Error(), c.why) ||
			got.Left[0].Variant != "s/bad" {
			t.Errorf("%s: %d variants, %+v", c.name, len(got.Variants), got.Left)
		}
		if u := got.Chains[0]; u.Programs != 1 || u.Applied != 0 || u.Silent != 0 {
			t.Errorf("%s: %+v", c.name, u)
		}
	}
	st := tiny("SELECT 1; -- one\n", "SELECT 2; -- two\n")
	got := vary(t, []*suite.Suite{st}, []*bench.Variant{&st.Variants[1]}, chains(t, "chameleon", "no-comments"), 1)
	if len(got.Variants) != 1 || got.Variants[0].Origin() != "s/good" || len(got.Left) != 0 {
		t.Errorf("%v, %v", got.Variants, got.Left)
	}
	if u := got.Chains[0]; u.Chain != "chameleon" || u.Programs != 0 || u.Silent != 1 {
		t.Errorf("chameleon speaks no SQL: %+v", u)
	}
}
