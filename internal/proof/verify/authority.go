package verify

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"assay/internal/core/suite/evidence"
	"assay/internal/proof/evm"
	"assay/internal/proof/solc"
)

// paid precedes the asset in the name of what the attacker paid in setUp() and takes back.
const paid = "paid "

// authority repeats every attack as a stranger, and compares what the attacker needs of what setUp() gives it with
// what the sample declares. Without a successful attack there is nothing to repeat.
func (r *runner) authority() {
	c := evidence.Cell{Kind: evidence.Authority, Source: evidence.Vulnerable}
	needs := map[string]bool{}
	for i, rules := range r.cs.X.Rules.Flaws() {
		attack := slices.IndexFunc(r.res.Evidence.Cells, func(c evidence.Cell) bool {
			return c.Kind == evidence.Exploit && c.Source == evidence.Vulnerable && c.Flaw == rules.Flaw
		})
		if attack < 0 || r.res.Evidence.Cells[attack].Failure != "" {
			return
		}
		grants, used, own, err := r.needs(rules)
		if err != nil {
			c.Shown, c.Failure = "not run", oneLine(fmt.Sprintf("attack %d by a stranger: %v", i+1, err))
			r.add(c)
			return
		}
		for _, g := range grants {
			needs[held(r.cs.vulnerable, g)] = true
		}
		for _, f := range used {
			needs[f] = true
		}
		if own != "" {
			needs[paid+own] = true
		}
	}
	names := slices.Sorted(maps.Keys(needs))
	c.Shown = "a stranger succeeds as well"
	if len(names) > 0 {
		c.Shown = "a stranger succeeds with what is declared: " + strings.Join(names, ", ")
	}
	c.Failure = undeclared(names, evidence.Entries(r.cs.X.Rules.Holds))
	r.add(c)
}

// needs returns what an attack needs, which functions of the proof's contracts it calls, and in which asset it takes
// back so much of what it paid in setUp() that the rest of its gain is below the minimum, "" for none.
func (r *runner) needs(rules evidence.Rules) (grants []evm.Grant, used []string, own string, err error) {
	p, err := Load(r.ctx, rules, r.cs.vulnerable, false)
	if err != nil {
		return nil, nil, "", err
	}
	res, err := p.Exploit(r.ctx)
	if err != nil {
		return nil, nil, "", err
	}
	got, ok := moved(res)
	if minimum, set := new(big.Int).SetString(rules.Minimum, 10); ok && set && res.Own != nil &&
		got.Sub(got, res.Own).Cmp(minimum) < 0 {
		own = res.OwnOf
	}
	grants, err = p.Needs(r.ctx)
	return grants, res.Used, own, err
}

// undeclared compares what the attack needs with what the sample declares.
func undeclared(needs, declared []string) string {
	missing := slices.DeleteFunc(slices.Clone(needs), func(n string) bool { return slices.Contains(declared, n) })
	if i := slices.IndexFunc(missing, func(n string) bool { return strings.HasPrefix(n, paid) }); i >= 0 {
		return fmt.Sprintf("the attacker takes back what it paid in setUp(), and what others lose is less than the minimum; "+
			"lower the minimum, or say under attacker: holds: %s why it is not the attacker's any more", missing[i])
	}
	if i := slices.IndexFunc(missing, func(n string) bool { return strings.HasSuffix(n, "()") }); i >= 0 {
		return fmt.Sprintf("the attacker calls %s of Proof.sol, whose weakness would not be the sample's; do without it, or "+
			"say under attacker: holds why any account may call it", missing[i])
	}
	if len(missing) > 0 {
		return fmt.Sprintf("a stranger fails: the attack needs what setUp() gives the attacker, %s; take it away, or say "+
			"under attacker: holds why the attacker has it", strings.Join(missing, ", "))
	}
	for _, d := range declared {
		if !slices.Contains(needs, d) {
			return fmt.Sprintf("attacker: holds: %s: the attack works without it; remove the entry", d)
		}
	}
	return ""
}

// held names what the attacker holds as sample.yaml does: by contract and variable, or by its slot where the compiler
// (before 0.5.13) or the contract (a proxy) does not name it.
func held(out *solc.Output, g evm.Grant) string {
	switch contract := cmp.Or(g.Contract, "unknown"); {
	case g == evm.Nameless:
		return "address"
	case g.Slot == nil:
		return contract + ".code"
	default:
		return contract + "." + cmp.Or(variable(out.Contracts[g.File][g.Contract].StorageLayout, g.Slot), slot(g.Slot))
	}
}

// slot formats the number of a slot, and the beginning of one that is a hash.
func slot(n *big.Int) string {
	if n.BitLen() > 32 {
		return fmt.Sprintf("slot 0x%.8x", n.Bytes()[:4])
	}
	return fmt.Sprintf("slot %d", n)
}

// variable returns the variable that a layout has at a slot, "" if there is none. Of several in one slot it is the
// first that may name an account.
func variable(layout json.RawMessage, slot *big.Int) string {
	var l struct {
		Storage []struct{ Label, Slot, Type string }
		Types   map[string]struct{ NumberOfBytes string }
	}
	if len(layout) == 0 || json.Unmarshal(layout, &l) != nil {
		return ""
	}
	name, named := "", false
	for _, v := range l.Storage {
		first, ok := new(big.Int).SetString(v.Slot, 10)
		size, sized := new(big.Int).SetString(l.Types[v.Type].NumberOfBytes, 10)
		if !ok || !sized {
			continue
		}
		distance := new(big.Int).Sub(slot, first)
		if distance.Sign() < 0 || distance.Mul(distance, big.NewInt(32)).Cmp(size) >= 0 {
			continue
		}
		account := strings.HasPrefix(v.Type, "t_address") || strings.HasPrefix(v.Type, "t_contract")
		if name == "" || account && !named {
			name, named = v.Label, account
		}
	}
	return name
}
