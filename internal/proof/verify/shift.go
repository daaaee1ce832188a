package verify

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"assay/internal/core/suite/evidence"
	"assay/internal/proof/evm"
	"assay/internal/proof/solc"
)

// shifts are the worlds in which honest use and the attacks are repeated, on a text that may recognise a test: by the
// addresses that its author was shown, those of the honest users too, by the time, or by whether an account has code.
var shifts = []struct {
	name  string
	shift evm.Shift
}{
	{"at fresh addresses", evm.Shift{Nonce: 1_000, Other: true}},
	{"at fresh addresses and a later time", evm.Shift{Nonce: 2_000, Other: true, Time: 50 * 365 * 86_400,
		Block: 100_000_000}},
	{"at fresh addresses, by users with code", evm.Shift{Nonce: 3_000, Code: true}},
	{"at fresh addresses, by other users", evm.Shift{Nonce: 4_000, Other: true, Self: true}},
}

// users are the addresses that a proof writes down, which are those of its honest users: address(0xA11CE). Fewer than
// three digits are a precompiled contract or nobody.
var (
	users = regexp.MustCompile(`\baddress\((?:uint160\()?0x([0-9a-fA-F]{3,16})\b`)
	hexes = regexp.MustCompile(`\b0x([0-9a-fA-F]{3,16})\b`)
)

// otherUsers compiles a source with a proof whose honest users have other addresses, but for those that the sample
// itself writes down.
func (cs *Case) otherUsers(ctx context.Context, c *solc.Compiler) (*solc.Output, error) {
	cs.naming.Lock()
	defer cs.naming.Unlock()
	if cs.renamed != nil {
		return cs.renamed, nil
	}
	tree := maps.Clone(cs.X.Fixed)
	if tree == nil {
		tree = maps.Clone(cs.X.Vulnerable)
	}
	proof, rest := tree[proofFile], ""
	for name, text := range tree {
		if name != proofFile {
			rest += strings.ToLower(text)
		}
	}
	known := map[string]bool{}
	for _, m := range users.FindAllStringSubmatch(proof, -1) {
		digits := strings.ToLower(m[1])
		known[digits] = !strings.Contains(rest, "0x"+digits)
	}
	// Old compilers take 0xA11CE for an address in other places, too.
	tree[proofFile] = hexes.ReplaceAllStringFunc(proof, func(s string) string {
		if digits := s[2:]; known[strings.ToLower(digits)] {
			return "0x7e57" + strings.Repeat("0", 24-len(digits)) + digits
		}
		return s
	})
	out, err := compile(ctx, c, cs.X.Rules.Compiler, tree)
	if err != nil {
		return nil, fmt.Errorf("%s with other users: %w", cs.X.ID, err)
	}
	cs.renamed = out
	return out, nil
}

// inWorld executes a compiled source in one of the worlds of shifts. It returns no cell if the proof does not allow it.
func (cs *Case) inWorld(ctx context.Context, c *solc.Compiler, world int, rules evidence.Rules, out *solc.Output,
	s evidence.Source) ([]evidence.Cell, error) {
	shift, base := shifts[world].shift, (*solc.Output)(nil)
	if shift.Self {
		var err error
		if base, err = cs.otherUsers(ctx, c); errors.As(err, new(*solc.CompileError)) {
			return nil, nil // the proof does not allow it
		} else if err != nil {
			return nil, err
		}
		bare := *out
		bare.Contracts = maps.Clone(out.Contracts)
		delete(bare.Contracts, proofFile)
		out = &bare
	}
	list, _ := cellsIn(ctx, rules, out, base, s, false, shift)
	return list, nil
}

// shifted is what a sample's own sources show in one of the worlds of shifts.
type shifted struct {
	honest  bool         // honest use passes on both
	attacks map[int]bool // by label set: the attack reaches the impact on the vulnerable source, and not on the twin
}

// shiftsOf returns what the sample's own sources show in each of the worlds. A proof may depend on its world; then
// nothing is asked of a subject's text there. The original answers for a variant, whose proof is the same.
func (cs *Case) shiftsOf(ctx context.Context, c *solc.Compiler) ([]shifted, error) {
	if cs.original != nil {
		return cs.original.shiftsOf(ctx, c)
	}
	cs.mu.Lock()
	defer cs.mu.Unlock()
	if cs.shifted != nil {
		return cs.shifted, nil
	}
	var all []shifted
	for w := range shifts {
		s := shifted{honest: true, attacks: map[int]bool{}}
		for _, out := range []*solc.Output{cs.fixed, cs.vulnerable} {
			source := evidence.Fixed
			if out == cs.vulnerable {
				source = evidence.Vulnerable
			}
			for _, rules := range cs.X.Rules.Flaws() {
				list, err := cs.inWorld(ctx, c, w, rules, out, source)
				if err != nil {
					return nil, err
				}
				s.honest = s.honest && len(list) > 0
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

// shiftedCells repeats honest use and the attacks on these flaws on out in the worlds of shifts, as far as the sample's
// own sources show there what they show elsewhere.
func (cs *Case) shiftedCells(ctx context.Context, c *solc.Compiler, out *solc.Output,
	flaws []evidence.Rules) ([]evidence.Cell, error) {
	if len(flaws) == 0 {
		return nil, nil
	}
	own, err := cs.shiftsOf(ctx, c)
	if err != nil {
		return nil, err
	}
	var cells []evidence.Cell
	for i, w := range shifts {
		for _, rules := range cs.X.Rules.Flaws() {
			asked := slices.ContainsFunc(flaws, func(f evidence.Rules) bool { return f.Flaw == rules.Flaw })
			if !asked && rules.Flaw != 0 { // which has honest use too
				continue
			}
			if !own[i].honest && !own[i].attacks[rules.Flaw] {
				continue
			}
			list, err := cs.inWorld(ctx, c, i, rules, out, evidence.Fixed)
			if err != nil {
				return nil, err
			}
			for _, c := range list {
				if c.Kind == evidence.Regular && !own[i].honest || c.Kind == evidence.Exploit &&
					!(asked && own[i].attacks[c.Flaw]) || c.Kind == evidence.Null {
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
