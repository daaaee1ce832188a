package verify

import (
	"context"

	"assay/internal/core/suite/evidence"
	"assay/internal/proof/evm"
	"assay/internal/proof/solc"
)

// shifts are the worlds in which honest use and the attacks are repeated, on a text that may recognise a test: by the
// addresses that its author was shown, by the time, or by whether an account has code.
var shifts = []struct {
	name  string
	shift evm.Shift
}{
	{"at fresh addresses", evm.Shift{Nonce: 1_000, Other: true}},
	{"at fresh addresses and a later time", evm.Shift{Nonce: 2_000, Other: true, Time: 50 * 365 * 86_400,
		Block: 100_000_000}},
	{"at fresh addresses, by users with code", evm.Shift{Nonce: 3_000, Code: true}},
}

// shifted is what a sample's own sources show in one of the worlds of shifts.
type shifted struct {
	honest  bool         // honest use passes on both
	attacks map[int]bool // by label set: the attack reaches the impact on the vulnerable source, and not on the twin
}

// shiftsOf returns what the sample's own sources show in each of the worlds. A proof may depend on its world; then
// nothing is asked of a subject's text there. The original answers for a variant, whose proof is the same.
func (cs *Case) shiftsOf(ctx context.Context) ([]shifted, error) {
	if cs.original != nil {
		return cs.original.shiftsOf(ctx)
	}
	cs.mu.Lock()
	defer cs.mu.Unlock()
	if cs.shifted != nil {
		return cs.shifted, nil
	}
	var all []shifted
	for _, w := range shifts {
		s := shifted{honest: true, attacks: map[int]bool{}}
		for _, out := range []*solc.Output{cs.fixed, cs.vulnerable} {
			source := evidence.Fixed
			if out == cs.vulnerable {
				source = evidence.Vulnerable
			}
			for _, rules := range cs.X.Rules.Flaws() {
				list, _ := cellsIn(ctx, rules, out, source, false, w.shift)
				for _, c := range list {
					switch {
					case c.Kind == evidence.Regular:
						s.honest = s.honest && c.Failure == ""
					case c.Kind == evidence.Exploit && source == evidence.Fixed:
						s.attacks[c.Flaw] = c.Failure == ""
					case c.Kind == evidence.Exploit:
						s.attacks[c.Flaw] = s.attacks[c.Flaw] && c.Failure == ""
					}
				}
			}
		}
		all = append(all, s)
	}
	if ctx.Err() == nil { // an execution that was stopped shows nothing
		cs.shifted = all
	}
	return all, ctx.Err()
}

// shiftedCells repeats honest use and the attacks on out in the worlds of shifts, as far as the sample's own sources
// show there what they show elsewhere.
func (cs *Case) shiftedCells(ctx context.Context, out *solc.Output) ([]evidence.Cell, error) {
	own, err := cs.shiftsOf(ctx)
	if err != nil {
		return nil, err
	}
	var cells []evidence.Cell
	for i, w := range shifts {
		for _, rules := range cs.X.Rules.Flaws() {
			if !own[i].honest && !own[i].attacks[rules.Flaw] {
				continue
			}
			list, _ := cellsIn(ctx, rules, out, evidence.Fixed, false, w.shift)
			for _, c := range list {
				if c.Kind == evidence.Regular && !own[i].honest || c.Kind == evidence.Exploit && !own[i].attacks[c.Flaw] ||
					c.Kind == evidence.Null {
					continue
				}
				if c.Failure != "" {
					c.Failure = w.name + ", " + c.Failure
				}
				cells = append(cells, c)
			}
		}
	}
	return cells, ctx.Err()
}
