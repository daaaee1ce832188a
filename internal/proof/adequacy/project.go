package adequacy

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/core/suite"
	"assay/internal/core/suite/evidence"
	"assay/internal/proof/solc"
)

// Claim is a claim about a project: its sample, and what its proof is executed on.
type Claim struct {
	Sample  *suite.Sample
	Program suite.Executable
}

// Project removes the guards of a project without flaws, one at a time, and tests whether the proof of any of its
// claims notices. A later proof is asked about what the earlier ones did not notice. A guard that any of the claims
// names under `equivalent` is excused, unless it checks the caller. The errors are those of [Solidity].
func Project(ctx context.Context, c *solc.Compiler, claims []Claim) (*Report, error) {
	noticed, excused := map[string]string{}, map[string]suite.Harmless{}
	lost := map[string]evidence.Guard{} // all guards, by place
	for _, claim := range claims {
		x := claim.Program
		a, err := without(ctx, c, x, noticed)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", x.ID, err)
		}
		maps.Copy(excused, claim.Sample.Meta.Equivalent)
		for _, g := range a.Guards {
			if g.Fixed == 0 { // of a flaw
				continue
			}
			at := place(x, &g)
			g.File = cmp.Or(g.File, x.Main)
			lost[at] = g
			if g.Noticed != "" && noticed[at] == "" {
				noticed[at] = fmt.Sprintf("%s: %s", x.ID, g.Noticed)
			}
		}
	}
	r := &Report{}
	for _, at := range slices.Sorted(maps.Keys(lost)) {
		g := lost[at]
		d := Deletion{Unit: claims[0].Sample.Group, Text: g.File, Line: g.Fixed, What: "without " + g.Name(),
			Verdict: Noticed, Why: noticed[at]}
		e, ok := excused[g.Name()]
		delete(excused, g.Name())
		switch {
		case ok && (d.Why != "" || g.Caller):
			r.Problems = append(r.Problems, fmt.Sprintf("%s: equivalent: %s: a proof detects its deletion, or it checks "+
				"the caller; remove the entry", d.Unit, g.Name()))
		case ok:
			d.Verdict, d.Why = Equivalent, e.Because+" ("+e.Input+")"
		}
		if d.Why == "" {
			d.Verdict = Survived
		}
		r.Deletions = append(r.Deletions, d)
	}
	for _, name := range slices.Sorted(maps.Keys(excused)) {
		r.Problems = append(r.Problems, fmt.Sprintf("%s: equivalent: %s: there is no such guard; remove the entry",
			claims[0].Sample.Group, name))
	}
	return r, nil
}

// place names a guard by its file, also in the file under review, so that claims about different files agree.
func place(x suite.Executable, g *evidence.Guard) string {
	return strings.Join([]string{cmp.Or(g.File, x.Main), g.Name()}, ": ")
}
