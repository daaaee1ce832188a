package verify

import (
	"context"
	"errors"
	"fmt"

	"assay/internal/core/suite/evidence"
	"assay/internal/proof/evm"
	"assay/internal/proof/solc"
)

// A Visit is one source of a case, open to a stranger without any knowledge of its proof ([evm.Visit]). It is not
// safe for concurrent use.
type Visit struct {
	*evm.Visit
	cs      *Case
	tree    map[string]string
	carried bool
}

// Visit opens the vulnerable or the fixed source. The error is a failure of the machine, or a proof that does not
// load.
func (cs *Case) Visit(ctx context.Context, source evidence.Source) (*Visit, error) {
	tree, out := cs.X.Vulnerable, cs.vulnerable
	if source == evidence.Fixed {
		tree, out = cs.X.Fixed, cs.fixed
	}
	if out == nil {
		return nil, fmt.Errorf("%s has no %s source", cs.X.ID, source)
	}
	carried, err := cs.isCarried(ctx)
	if err != nil {
		return nil, err
	}
	p, err := Load(ctx, cs.X.Rules, out, false)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", cs.X.ID, err)
	}
	v, err := p.Visit(ctx)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", cs.X.ID, err)
	}
	return &Visit{v, cs, tree, carried}, nil
}

// Diagnosis is a compiler's result on an attacker.
type Diagnosis struct {
	OK       bool     `json:"ok"`
	Why      string   `json:"why,omitempty"` // why it is not an attacker, although it compiles
	Messages []string `json:"messages,omitempty"`
	More     int      `json:"more,omitempty"` // number of messages that are not shown
}

// maxMessages limits the number of messages in one diagnosis.
const maxMessages = 50

// Compile compiles an attacker together with the source. creation is nil when there is none.
func (v *Visit) Compile(ctx context.Context, c *solc.Compiler, text string) (d Diagnosis, creation []byte, err error) {
	out, err := v.cs.compileAttack(ctx, c, v.tree, text)
	var failed *solc.CompileError
	var list []solc.Diagnostic
	switch {
	case errors.As(err, &failed):
		list = failed.Diagnostics
	case err != nil:
		why, ok := rejected(err)
		if !ok {
			return d, nil, err
		}
		return Diagnosis{Why: why}, nil, nil
	default:
		list = out.Diagnostics
		contract, why := attackerOf(out)
		d.Why, d.OK, creation = why, why == "", contract.Creation
	}
	for _, m := range list {
		if m.File != AttackFile && m.Severity != "error" {
			continue // the sample's own warnings
		}
		if len(d.Messages) == maxMessages {
			d.More++
			continue
		}
		d.Messages = append(d.Messages, fmt.Sprintf("%s:%d:%d: %s: %s", m.File, m.Line, m.Column, m.Severity,
			oneLine(m.Message)))
	}
	if !d.OK {
		creation = nil
	}
	return d, creation, nil
}

// Attack runs the creation code that Compile returned.
func (v *Visit) Attack(ctx context.Context, creation []byte) (evm.Ran, error) {
	return v.Visit.Attack(ctx, creation, v.carried)
}
