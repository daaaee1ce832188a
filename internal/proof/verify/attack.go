package verify

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"assay/internal/core/suite/evidence"
	"assay/internal/proof/evm"
	"assay/internal/proof/solc"
)

// Path and name of a subject's own contract.
const (
	AttackFile     = "Attacker.sol"
	AttackContract = "Attacker"
)

// Attempt is the result of a subject's own attack.
type Attempt struct {
	Compiles bool
	Why      string // why it does not compile; the compiler's first error on one line
	On       Shot   // on the vulnerable source
	OnTwin   Shot   // on the fixed twin
	Flaw     int    `json:",omitempty"` // number of the label set whose impact On reaches, unless it is the first
}

// Shot is one run of an attack.
type Shot struct {
	Reached bool   // the sample's impact
	Shown   string // the host's measurement, in words
	Broke   string // the rule or the budget that ended it, "" when none did; if set, nothing was reached
	Gas     uint64
	Ran     bool // its constructor and its first step ended without reverting
	Moved   bool // the impact's amount changed in the attack's favour, however little; when no amount counts, Reached
	// that amount, as a share of what the sample's own attack reaches; nil when no amount counts
	Gain *float64 `json:",omitempty"`
}

// Works reports whether the attack reaches the sample's impact on the
// vulnerable source.
func (a Attempt) Works() bool { return a.On.Reached }

// Specific reports whether the attack works and the twin resists it, so that it uses exactly this flaw.
func (a Attempt) Specific() bool { return a.On.Reached && a.OnTwin.Broke == "" && !a.OnTwin.Reached }

// Attack compiles a subject's attacker with the sample, without its proof, and runs it as an unprivileged account,
// by the rules of [evm.Proof.Candidate], against the named sources, or the vulnerable one and its twin when none
// is named. An honest user calls its steps when the sample's own attack also needs that. Of several label sets it
// may reach the impact of any. Every error of the text is in the Attempt; the returned error is a missing
// compiler, or a failure of the machine.
func (cs *Case) Attack(ctx context.Context, c *solc.Compiler, text string, on ...evidence.Source) (Attempt, error) {
	var a Attempt
	carried, err := cs.isCarried(ctx)
	if err != nil {
		return a, err
	}
	flaws := cs.X.Rules.Flaws()
	for _, half := range []struct {
		source evidence.Source
		tree   map[string]string
		sample *solc.Output
		shot   *Shot
	}{{evidence.Vulnerable, cs.X.Vulnerable, cs.vulnerable, &a.On}, {evidence.Fixed, cs.X.Fixed, cs.fixed, &a.OnTwin}} {
		if len(on) > 0 && !slices.Contains(on, half.source) {
			continue
		}
		out, err := cs.compileAttack(ctx, c, half.tree, text)
		if why, ok := rejected(err); ok {
			a.Why = why
			return a, nil
		}
		if err != nil {
			return a, err
		}
		contract, why := attackerOf(out)
		if why != "" {
			a.Why = why
			return a, nil
		}
		a.Compiles = true
		for i, rules := range flaws {
			shot, err := cs.shoot(ctx, rules, half.sample, contract.Creation, carried)
			if err != nil {
				return a, err
			}
			if i == 0 || shot.Reached && !half.shot.Reached {
				*half.shot = shot
				a.Flaw = rules.Flaw
			}
			if !shot.Reached || half.source != evidence.Vulnerable {
				continue
			}
			// Of two flaws with one kind of impact, the attack uses the one whose repair stops it.
			if still, err := cs.survives(ctx, c, i, contract.Creation, carried); err != nil {
				return a, err
			} else if !still {
				*half.shot, a.Flaw = shot, rules.Flaw
				break
			}
		}
		if half.source == evidence.Vulnerable && half.shot.Reached { // the twin has to resist this one
			flaws = slices.DeleteFunc(flaws, func(r evidence.Rules) bool { return r.Flaw != a.Flaw })
		}
	}
	return a, nil
}

// compileAttack compiles a subject's attacker with the files of a source, without its proof.
func (cs *Case) compileAttack(ctx context.Context, c *solc.Compiler, tree map[string]string,
	text string) (*solc.Output, error) {
	tree = maps.Clone(tree)
	if _, taken := tree[AttackFile]; taken {
		return nil, fmt.Errorf("%s already has a file %s", cs.X.ID, AttackFile)
	}
	delete(tree, proofFile) // the proof's own contracts do not belong to the sample
	tree[AttackFile] = text
	return cs.compileForeign(ctx, c, tree, AttackFile)
}

// attackerOf returns the attacker from the compiled contracts, or the reason why there is none.
func attackerOf(out *solc.Output) (contract solc.Contract, why string) {
	contract, ok := out.Contracts[AttackFile][AttackContract]
	switch {
	case !ok:
		why = "there is no contract " + AttackContract
	case len(contract.Creation) == 0:
		why = AttackContract + " is abstract"
	case len(contract.CreationLinks) > 0:
		why = AttackContract + " needs a library to be linked; make its functions internal"
	}
	return contract, why
}

// survives reports whether an attack reaches the impact of the label set at an index although that set is
// repaired. It returns false when there is no text with that repair.
func (cs *Case) survives(ctx context.Context, c *solc.Compiler, at int, creation []byte, carried bool) (bool, error) {
	if at >= len(cs.X.Parts) {
		return false, nil
	}
	out, err := compile(ctx, c, cs.X.Rules.Compiler, cs.X.With(cs.X.Vulnerable, cs.X.Parts[at].Only))
	if err != nil {
		return false, err
	}
	shot, err := cs.shoot(ctx, cs.X.Rules.Flaws()[at], out, creation, carried)
	return shot.Reached, err
}

// shoot runs an attack once, by the rules of one label set.
func (cs *Case) shoot(ctx context.Context, rules evidence.Rules, sample *solc.Output, creation []byte,
	carried bool) (Shot, error) {
	p, err := Load(ctx, rules, sample, false)
	if err != nil {
		return Shot{}, fmt.Errorf("%s: %w", cs.X.ID, err)
	}
	res, err := p.Candidate(ctx, creation, carried)
	if err != nil && ctx.Err() != nil {
		return Shot{}, err
	}
	s := Shot{Reached: res.Succeeded, Shown: shown(evidence.Exploit, res), Gas: res.Gas, Ran: res.Steps > 0,
		Moved: res.Succeeded}
	if got, ok := moved(res); ok && err == nil {
		s.Moved = res.Void == "" && got.Sign() > 0
		reference, err := cs.reference(ctx, rules)
		if err != nil {
			return Shot{}, err
		}
		if reference.Sign() > 0 {
			s.Gain = new(float64)
			if s.Moved {
				*s.Gain, _ = new(big.Rat).SetFrac(got, reference).Float64()
			}
		}
	}
	if err != nil {
		s.Broke = oneLine(err.Error())
	}
	return s, nil
}

// moved returns what an attack gained or destroyed, as the host measured it; ok is false when no amount counts, or
// nothing was measured.
func moved(res evm.Result) (got *big.Int, ok bool) {
	m := res.Measured
	if m == nil || m.Minimum == "" {
		return nil, false
	}
	before, ok1 := new(big.Int).SetString(m.Before, 10)
	after, ok2 := new(big.Int).SetString(m.After, 10)
	if !ok1 || !ok2 {
		return nil, false
	}
	got = new(big.Int).Sub(after, before)
	if m.Kind == "value_destroyed" {
		got.Neg(got)
	}
	return got, true
}

// reference returns what the sample's own attack on one label set reaches, 0 when it fails.
func (cs *Case) reference(ctx context.Context, rules evidence.Rules) (*big.Int, error) {
	if cs.original != nil {
		cs = cs.original
		for _, r := range cs.X.Rules.Flaws() { // with the names of the original
			if r.Flaw == rules.Flaw {
				rules = r
			}
		}
	}
	cs.mu.Lock()
	defer cs.mu.Unlock()
	if got := cs.reached[rules.Flaw]; got != nil {
		return got, nil
	}
	p, err := Load(ctx, rules, cs.vulnerable, false)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", cs.X.ID, err)
	}
	res, err := p.Exploit(ctx)
	if err != nil && ctx.Err() != nil {
		return nil, err
	}
	got, ok := moved(res)
	if !ok || err != nil || !res.Succeeded {
		got = new(big.Int)
	}
	if cs.reached == nil {
		cs.reached = map[int]*big.Int{}
	}
	cs.reached[rules.Flaw] = got
	return got, nil
}

// isCarried reports whether another party's transaction carries the sample's own attack. The original shows that
// when a variant has no flaw to attack.
func (cs *Case) isCarried(ctx context.Context) (bool, error) {
	if cs.original != nil {
		return cs.original.isCarried(ctx)
	}
	cs.mu.Lock()
	defer cs.mu.Unlock()
	if cs.carried == nil {
		p, err := Load(ctx, cs.X.Rules, cs.vulnerable, false)
		if err != nil {
			return false, fmt.Errorf("%s: %w", cs.X.ID, err)
		}
		carried, err := p.Carried(ctx)
		if err != nil && ctx.Err() != nil {
			return false, err
		}
		cs.carried = new(carried && err == nil) // an attack that breaks a rule proves nothing, and is not carried
	}
	return *cs.carried, nil
}

// rejected returns the compiler's error on a text, on one line. A crash of the compiler says nothing about the
// text.
func rejected(err error) (why string, ok bool) {
	var ce *solc.CompileError
	var input *solc.InputError
	var limit *solc.LimitError
	switch {
	case errors.As(err, &ce), errors.As(err, &input), errors.As(err, &limit):
		return oneLine(err.Error()), true
	}
	return "", false
}
