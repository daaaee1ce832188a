package verify

import (
	"context"
	"testing"

	"assay/internal/core/suite"
	"assay/internal/proof/evm"
	"assay/internal/test/corpustest"
	"assay/internal/test/solctest"
	"assay/suites"
)

// In the worlds of shifts, nearly all samples show what they show elsewhere; where one does not, a repair of it is not
// tested there.
func TestShifts(t *testing.T) {
	corpustest.Turn(t, 3)
	c := solctest.New(t)
	list, problems, err := suite.Load(suites.FS, suite.Blockbench, "", "suites/blockbench")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	st := list[0]
	takes := corpustest.Every(t, 120)
	n, held, attacked := 0, make([]int, len(shifts)), make([]int, len(shifts))
	for i := range st.Samples {
		x, ok := st.Executable(&st.Samples[i])
		if !ok || !takes(i) {
			continue
		}
		cs, err := Prepare(t.Context(), c, x)
		if err != nil {
			t.Fatal(err)
		}

		own, err := cs.shiftsOf(context.Background(), c)
		if err != nil {
			t.Fatal(err)
		}
		n++
		for w, s := range own {
			if s.honest {
				held[w]++
			}
			if s.attacks[0] {
				attacked[w]++
			}
			if !s.honest || !s.attacks[0] {
				t.Log(x.ID, shifts[w].name, s)
			}
		}
	}
	for w := range shifts {
		t.Logf("%s: honest use of %d and attacks of %d of %d samples", shifts[w].name, held[w], attacked[w], n)
		if 10*held[w] < 7*n || 10*attacked[w] < 9*n {
			t.Errorf("%s: honest use of %d and attacks of %d of %d samples only", shifts[w].name, held[w], attacked[w], n)
		}
	}
}

// In every world the attacker has another address, also where an honest user's account has created it.
func TestShiftsMoveTheAttacker(t *testing.T) {
	c := solctest.New(t)
	list, problems, err := suite.Load(suites.FS, suite.Blockbench, "", "suites/blockbench")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	takes := corpustest.Every(t, 60)
	for i := range list[0].Samples {
		s := &list[0].Samples[i]
		x, ok := list[0].Executable(s)
		if !ok || x.Clean || !takes(i) && s.ID != "ds/meal-vouchers" {
			continue
		}
		cs, err := Prepare(t.Context(), c, x)
		if err != nil {
			t.Fatal(err)
		}
		attacker := func(shift evm.Shift) string {
			p, err := load(t.Context(), x.Rules, cs.vulnerable, nil, false, shift)
			if err != nil {
				t.Fatal(s.ID, err)
			}
			who, _ := p.Attacker()
			return who
		}
		for _, w := range shifts {
			if was := attacker(evm.Shift{}); attacker(w.shift) == was {
				t.Errorf("%s: %s, the attacker is %s still", s.ID, w.name, was)
			}
		}
	}
}
