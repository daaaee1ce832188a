package certify_test

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/core/suite/evidence"
	"assay/internal/lang/transform"
	"assay/internal/lang/transform/all"
	"assay/internal/proof/certify"
	"assay/internal/test/corpustest"
	"assay/internal/test/solctest"
)

const again = "go run ./cmd/assay variants build --suite suites/blockbench --write"

func embedded(t *testing.T) *suite.Suite {
	t.Helper()
	list, problems, err := suite.Load(os.DirFS("../../../suites"), suite.Blockbench, "", "suites/blockbench")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	return list[0]
}

// open lists variants that do not reach the certificate of their chain. They count as unproved.
var open = map[string]bool{
	// its attack loops until little gas is left, of which a changed control flow uses more
	"millpond-ladder~shapeshifter-l3@1 vulnerable":                      true,
	"millpond-ladder~shapeshifter-l3@1 fixed":                           true,
	"millpond-ladder~sanitize+no-comments+shapeshifter-l3@1 vulnerable": true,
	"millpond-ladder~sanitize+no-comments+shapeshifter-l3@1 fixed":      true,

	// its state holds hashes of code, which is different code in these variants
	"strategy-vault~chameleon@1 vulnerable":                            true,
	"strategy-vault~chameleon@1 fixed":                                 true,
	"strategy-vault~sanitize@1 vulnerable":                             true,
	"strategy-vault~sanitize@1 fixed":                                  true,
	"strategy-vault~sanitize+no-comments+shapeshifter-l3@1 vulnerable": true,
	"strategy-vault~sanitize+no-comments+shapeshifter-l3@1 fixed":      true,
	"strategy-vault~shapeshifter-l3@1 vulnerable":                      true,
	"strategy-vault~shapeshifter-l3@1 fixed":                           true,
}

// The stored evidence, which only the folders hold, matches the texts that the paper's chains make today, has what
// each chain promises, and vouches for all of them.
func TestStored(t *testing.T) {
	st := embedded(t)
	for i := range st.Samples {
		s := &st.Samples[i]
		if s.Vouched() == nil {
			t.Errorf("%s has no evidence on its variants, or it is out of date; %s", s.ID, again)
			continue
		}
		for _, d := range certify.Outdated(st, s, s.Vouched(), all.Transformations()) {
			t.Errorf("%s; %s", d, again)
		}
		for _, name := range all.PaperChains() {
			if !slices.ContainsFunc(s.Vouched().Variants, func(v evidence.Variant) bool {
				return v.Chain == name && v.Seed == 1
			}) {
				t.Errorf("%s has no evidence on %s; %s", s.ID, name, again)
			}
		}
		for _, v := range s.Vouched().Variants {
			name := fmt.Sprintf("%s~%s@%d %s", path.Base(s.ID), v.Chain, v.Seed, v.Half)
			if missed := !v.Usable() && v.Inapplicable == ""; missed != open[name] {
				t.Errorf("%s: %s; open: %v", name, v.Summary(), open[name])
			}
			if (v.Chain == "no-comments" || v.Chain == "false-prophet") && v.Inapplicable == "" && v.Certificate != "C1" {
				t.Errorf("%s~%s %s has %s: other comments make the same code", s.ID, v.Chain, v.Half, v.Certificate)
			}
		}
		p, _, _ := certify.Program(st, s)
		chain, err := transform.ParseChain("chameleon", all.Transformations())
		if err != nil {
			t.Fatal(err)
		}
		r, err := transform.Apply(chain, 1, p)
		if err != nil {
			t.Fatal(err)
		}
		if open[path.Base(s.ID)+"~chameleon@1 fixed"] {
			continue
		}
		if why := st.Vouch(r.Variant); why != "" || r.Variant.Certificate == "" {
			t.Errorf("%s: %s", r.Variant.Key, why)
		}
		if r.Twin == nil { // a clean contract
			continue
		}
		if why := st.Vouch(r.Twin); why != "" {
			t.Errorf("%s: %s", r.Twin.Key, why)
		}
	}
}

// The same for SQL: every test with a variant of a chain is vouched for, in each pair
// in which it was rewritten.
func TestStoredSQL(t *testing.T) {
	list, problems, err := suite.Load(os.DirFS("../../../suites"), suite.TenantSQL, "", "suites/tenantsql")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	st := list[0]
	again := strings.Replace(again, "blockbench", "tenantsql", 1)
	for i := range st.Samples {
		s := &st.Samples[i]
		v, _ := st.Variant(s.Keys[0])
		if v.Task.Language != "sql" {
			continue // it has no executable test
		}
		if s.Vouched() == nil {
			t.Errorf("%s has no evidence on its variants, or it is out of date; %s", s.ID, again)
			continue
		}
		for _, d := range certify.Outdated(st, s, s.Vouched(), all.Transformations()) {
			t.Errorf("%s; %s", d, again)
		}
		twin, ok := st.Variant(v.Twin)
		if v.Truth != bench.Vulnerable || !ok {
			continue
		}
		for _, name := range []string{"minimal-sanitized", "sanitize", "no-comments", "false-prophet", "reformat",
			"differential"} {
			chain, err := transform.ParseChain(name, all.Transformations())
			if err != nil {
				t.Fatal(err)
			}
			r, err := transform.Apply(chain, 1, transform.Program{Variant: v, Twin: twin})
			if err != nil {
				continue
			}
			for _, half := range []*bench.Variant{r.Variant, r.Twin} {
				if half == nil {
					continue
				}
				if why := st.Vouch(half); why != "" {
					t.Errorf("%s: %s; %s", half.Key, why, again)
				}
			}
		}
	}
}

// Outdated detects a changed result of a chain without executing anything.
func TestOutdated(t *testing.T) {
	st := embedded(t)
	s := &st.Samples[0]
	own := *s.Vouched()
	own.Variants = slices.Clone(own.Variants)
	at := slices.IndexFunc(own.Variants, func(v evidence.Variant) bool { return v.Chain == "shapeshifter-l2" })
	original := own.Variants[at]
	for _, edit := range []func(v *evidence.Variant){
		func(v *evidence.Variant) { v.Task = "other" },
		func(v *evidence.Variant) { v.Hidden = "other" },
		func(v *evidence.Variant) { v.Seed = 99 },
		func(v *evidence.Variant) { v.Chain = "charm" },
		func(v *evidence.Variant) { v.Task, v.Inapplicable = "", "shapeshifter-l2 does not apply: no words" },
	} {
		own.Variants[at] = original
		edit(&own.Variants[at])
		if got := certify.Outdated(st, s, &own, all.Transformations()); len(got) != 1 {
			t.Errorf("%+v: %q", own.Variants[at], got)
		}
	}
}

// part is the number of chains of samples that are executed again, unless -whole is
// given. TestStored compares the others with the texts of their execution, so that the
// duration of the test does not grow with the corpus.
const part = 6

// Stored variants are executed again and show exactly the stored data: a part of them,
// which varies so that every chain is included at some time.
func TestEmbedded(t *testing.T) {
	st := embedded(t)
	chains := all.PaperChains()
	stride := 1
	for !corpustest.Whole() && len(st.Samples)*len(chains)/stride > part || len(chains)%stride == 0 && stride > 1 {
		stride++ // a stride that divides the number of chains would leave some out forever
	}
	takes := corpustest.Every(t, stride)
	c := solctest.New(t)
	executed := 0
	for i := range st.Samples {
		s := &st.Samples[i]
		var mine []string
		for j, name := range chains {
			if takes(i*len(chains) + j) {
				mine = append(mine, name)
			}
		}
		executed += len(mine)
		t.Run(filepath.Base(s.ID), func(t *testing.T) {
			t.Parallel()
			for _, name := range mine {
				chain, err := transform.ParseChain(name, all.Transformations())
				if err != nil {
					t.Fatal(err)
				}
				got, err := certify.Sample(t.Context(), c, st, s, chain, 1, certify.Random)
				if err != nil {
					t.Fatal(err)
				}
				if s.Vouched() == nil {
					t.Fatal("no evidence on its variants, or it is out of date; " + again)
				}
				stored := slices.DeleteFunc(slices.Clone(s.Vouched().Variants),
					func(v evidence.Variant) bool { return v.Chain != name || v.Seed != 1 })
				if !reflect.DeepEqual(got, stored) {
					t.Errorf("%s is not what was shown now; if that is right: %s\nstored %+v\nshown  %+v", name, again, stored, got)
				}
			}
		})
	}
	t.Logf("%d of %d chains of samples executed again", executed, len(st.Samples)*len(chains))
}
