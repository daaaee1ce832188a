package verify_test

import (
	"slices"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/proof/verify"
	"assay/suites"
)

// What is rewritten together belongs together: twin, proof, and the names that
// the host looks up.
func TestProgram(t *testing.T) {
	owned, kept, sql := 0, 0, 0
	for _, name := range []string{suite.Blockbench, suite.TenantSQL} {
		list, problems, err := suite.Load(suites.FS, name, "", name)
		if err != nil || len(problems) > 0 {
			t.Fatal(err, problems)
		}
		st := list[0]
		for i := range st.Variants {
			v := &st.Variants[i]
			p := verify.Program(st, v)
			if p.Variant != v || (p.Twin == nil) != (v.Truth == bench.Safe) || p.Twin != nil && p.Twin.Key != v.Twin {
				t.Errorf("%s: %+v", v.Key, p)
			}
			if st.Format == suite.TenantSQL {
				sql++
				if len(p.Hidden) > 0 || len(p.Keep) > 0 {
					t.Errorf("%s has no proof in Solidity", v.Key)
				}
				continue
			}
			k := slices.IndexFunc(st.Samples, func(s suite.Sample) bool { return s.ID == v.Sample })
			x, _ := st.Executable(&st.Samples[k])
			if len(p.Hidden) != 1 || p.Hidden[0].Path != "Proof.sol" || p.Hidden[0].Text == "" {
				t.Errorf("%s: no proof", v.Key)
			}
			var want []string
			for _, r := range x.Rules.Flaws() {
				if r.Impact == "ownership_taken" {
					owned++
				} else {
					kept++
					want = append(want, r.Asset)
				}
			}
			if !slices.Equal(p.Keep, want) {
				t.Errorf("%s keeps %v, want %v", v.Key, p.Keep, want)
			}
		}
	}
	if owned == 0 || kept == 0 || sql == 0 {
		t.Errorf("%d owned, %d kept, %d SQL: nothing was tried", owned, kept, sql)
	}
}
