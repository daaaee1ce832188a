package verify_test

import (
	"strings"
	"testing"

	"assay/internal/core/suite"
	"assay/internal/proof/verify"
	"assay/internal/test/solctest"
	"assay/suites"
)

// The attack of a proof, written as a subject would write it, works on the sample and not
// on its twin: with calls back, with waits, and with one call.
func TestGold(t *testing.T) {
	list, problems, err := suite.Load(suites.FS, suite.Blockbench, "", "suites/blockbench")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	c := solctest.New(t)
	for _, tt := range []struct{ sample, has string }{
		{"holloway-well-trust", "group1();\n            return 0;"},
		{"foghorn-mutual", "if (under == "},
		{"foghorn-mutual", "return 2592000;"},
	} {
		x := executable(t, list[0], tt.sample)
		cs, err := verify.Prepare(t.Context(), c, x)
		if err != nil {
			t.Fatal(err)
		}
		text, why, err := cs.Gold(t.Context())
		if err != nil || why != "" {
			t.Errorf("%s: %s %v", tt.sample, why, err)
			continue
		}
		if !strings.Contains(text, tt.has) {
			t.Errorf("%s: no %q in\n%s", tt.sample, tt.has, text)
		}
		a, err := cs.Attack(t.Context(), c, text)
		if err != nil || !a.Specific() {
			t.Errorf("%s: %v %+v\n%s", tt.sample, err, a, text)
		}
	}
}

func executable(t *testing.T, st *suite.Suite, id string) suite.Executable {
	t.Helper()
	for i := range st.Samples {
		if s := &st.Samples[i]; strings.HasSuffix(s.ID, id) {
			if x, ok := st.Executable(s); ok {
				return x
			}
		}
	}
	t.Fatal("no sample", id)
	return suite.Executable{}
}
