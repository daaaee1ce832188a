package adequacy

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/core/suite/evidence"
	"assay/internal/proof/solc"
	"assay/internal/proof/verify"
)

// Solidity removes the guards of a sample from both sources, one at a time, and tests whether the proof notices.
// The sources are compiled once, with a switch at each guard; a deletion turns one off in the code. The error is a
// missing compiler, a sample that does not compile or is not proved without any deletion, or ctx's.
func Solidity(ctx context.Context, c *solc.Compiler, x suite.Executable) (*evidence.Adequacy, error) {
	return without(ctx, c, x, nil)
}

// without is [Solidity]. A guard in done, by file and name, is not removed again: what it says has noticed the loss.
func without(ctx context.Context, c *solc.Compiler, x suite.Executable, done map[string]string) (
	*evidence.Adequacy, error) {
	board := &switchboard{numbers: map[string]int{}}
	switched := x
	switched.Vulnerable, switched.Fixed = maps.Clone(x.Vulnerable), maps.Clone(x.Fixed)
	halves := [2]map[int]guard{{}, {}}
	for i, tree := range []map[string]string{switched.Vulnerable, switched.Fixed} {
		for _, file := range slices.Sorted(maps.Keys(tree)) {
			if file == "Proof.sol" {
				continue
			}
			text, found := board.fit(tree[file])
			tree[file] = text
			for n, g := range found {
				if file != x.Main {
					g.file = file
				}
				halves[i][n] = g
			}
		}
	}
	cs, err := verify.Prepare(ctx, c, switched)
	if err != nil {
		return nil, fmt.Errorf("with a switch at each guard: %w", err)
	}
	switch why, err := cs.Notices(ctx); {
	case err != nil:
		return nil, err
	case why != "":
		return nil, fmt.Errorf("the proof fails before any deletion: %s", why)
	}
	out := &evidence.Adequacy{Version: evidence.AdequacyVersion, Sample: x.ID, Rules: x.Rules,
		Files: evidence.Digest(x.Files())}
	for n := 1; n <= len(board.numbers); n++ {
		v, f := halves[0][n], halves[1][n]
		g := v
		if v.line == 0 {
			g = f
		}
		on, off, met := key(n), make([]byte, len(key(n))), false
		mutant := cs.Patched(func(code []byte) []byte {
			if !bytes.Contains(code, on) {
				return code
			}
			met = true
			return bytes.ReplaceAll(code, on, off)
		})
		made := evidence.Guard{File: g.file, In: g.in, Without: g.text, Vulnerable: v.line, Fixed: f.line, Caller: g.caller}
		if g.nth > 0 {
			made.Without += fmt.Sprintf(" (%d)", g.nth+1)
		}
		if !met { // in no code: an unused library, or an abstract contract
			continue
		}
		if made.Noticed = done[place(x, &made)]; made.Noticed == "" {
			if made.Noticed, err = mutant.Notices(ctx); err != nil {
				return nil, err
			}
		}
		made.Noticed = short(made.Noticed)
		out.Guards = append(out.Guards, made)
	}
	return out, nil
}

// short keeps the stored result small: its beginning shows what noticed the deletion.
func short(s string) string {
	const most = 160
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// Judge converts the result on a sample to a report. A guard whose removal is not noticed is excused when the
// sample names it under `equivalent`, unless it checks the caller or a label marks it as a guard. A reason that no
// guard needs is a problem.
func Judge(st *suite.Suite, s *suite.Sample, a *evidence.Adequacy) *Report {
	r := &Report{}
	named := map[string]bool{}
	forgiven, others := 0, 0
	for i := range a.Guards {
		g := &a.Guards[i]
		d := Deletion{Unit: s.ID, Text: s.Meta.Main, Line: g.Vulnerable, What: "without " + g.Name(), Verdict: Noticed,
			Why: g.Noticed}
		if g.Vulnerable == 0 {
			d.Text, d.Line = "fixed/"+s.Meta.Main, g.Fixed
			if s.Meta.Clean() {
				d.Text = s.Meta.Main
			}
		}
		if g.File != "" {
			d.Text = g.File
		}
		if !g.Caller {
			others++
		}
		e, ok := s.Meta.Equivalent[g.Name()]
		switch {
		case g.Noticed != "":
		case !ok:
			d.Verdict = Survived
		case g.Caller:
			d.Verdict, d.Why = Survived, "a guard on the caller cannot be named under equivalent: add a test_Refuses…()"
			named[g.Name()] = true
		default:
			d.Verdict, d.Why = Equivalent, e.Because+" ("+e.Input+")"
			named[g.Name()] = true
			forgiven++
		}
		r.Deletions = append(r.Deletions, d)
	}
	for _, name := range slices.Sorted(maps.Keys(s.Meta.Equivalent)) {
		if !named[name] {
			r.Problems = append(r.Problems, fmt.Sprintf(
				"%s: equivalent: %s: the proof detects its deletion, or the guard does not exist; remove the entry", s.ID, name))
		}
	}
	if most := max(1, others/10); forgiven > most {
		r.Problems = append(r.Problems, fmt.Sprintf("%s: equivalent excuses %d guards of %d; at most %d are allowed", s.ID,
			forgiven, others, most))
	}
	r.Problems = append(r.Problems, labelled(st, s, a)...)
	return r
}

// labelled returns the lines that a label calls a guard and whose removal is not noticed.
func labelled(st *suite.Suite, s *suite.Sample, a *evidence.Adequacy) []string {
	var out []string
	for k, key := range s.Keys {
		v, ok := st.Variant(key)
		if !ok {
			continue
		}
		line := func(g *evidence.Guard) int {
			if k == 0 && !s.Meta.Clean() {
				return g.Vulnerable
			}
			return g.Fixed
		}
		for _, l := range v.Labels {
			if l.Function != bench.InsuffGuard && l.Function != bench.Benign {
				continue
			}
			met, noticed := false, false
			for i := range a.Guards {
				if g := &a.Guards[i]; g.File == "" && l.Span.Line <= line(g) && line(g) <= l.Span.EndLine {
					met, noticed = true, noticed || g.Noticed != ""
				}
			}
			if met && !noticed {
				out = append(out, fmt.Sprintf("%s: %s, line %d has the label %s, but no deletion shows "+
					"that it guards anything", s.ID, v.Source, l.Span.Line, l.Function))
			}
		}
	}
	return out
}
