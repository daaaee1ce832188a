package verify

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/core/suite/evidence"
	"assay/internal/proof/solc"
)

// cross tries the attacks of other cases on this one's twin when they fit: with the same contract name, compiler
// and interface, so that the other proof compiles against the twin unchanged. A combination that does not compile
// or whose setUp fails is not counted as an attempt.
func (r *runner) cross(c *solc.Compiler, others []*Case) {
	attempts := 0
	failure := ""
	for _, o := range others {
		if o.X.ID == r.cs.X.ID || c == nil || shape(o.fixed, o.X.Main, o.X.Rules) != shape(r.cs.fixed, r.cs.X.Main,
			r.cs.X.Rules) {
			continue
		}
		tree := maps.Clone(o.X.Fixed)
		tree[o.X.Main] = r.cs.X.Fixed[r.cs.X.Main]
		out, err := compile(r.ctx, c, r.cs.X.Rules.Compiler, tree)
		if err != nil {
			continue
		}
		p, err := Load(r.ctx, o.X.Rules, out, false)
		if err != nil {
			continue
		}
		attempts++
		res, err := p.Exploit(r.ctx)
		if err == nil && res.Succeeded && failure == "" {
			failure = "the attack of " + o.X.ID + " reaches its impact"
		}
	}
	shown := "no other sample has its interface"
	switch {
	case failure != "":
		shown = "impact reached"
	case attempts > 0:
		shown = fmt.Sprintf("resists %d attacks of other samples with its interface", attempts)
	}
	r.add(evidence.Cell{Kind: evidence.Cross, Source: evidence.Fixed, Attempts: attempts, Shown: shown, Failure: failure})
}

// shape identifies the interface of the contract under review: its name, its
// compiler and every entry of its ABI that a caller can name, in any order.
func shape(out *solc.Output, main string, rules evidence.Rules) string {
	contract, ok := out.Contracts[main][rules.Contract]
	if !ok {
		return main + " without " + rules.Contract // equal to no case except itself
	}
	var entries []struct {
		Type            string `json:"type"`
		Name            string `json:"name"`
		StateMutability string `json:"stateMutability"`
		Inputs          []struct {
			Type string `json:"type"`
		} `json:"inputs"`
		Outputs []struct {
			Type string `json:"type"`
		} `json:"outputs"`
	}
	if err := json.Unmarshal(contract.ABI, &entries); err != nil {
		return main + " without an ABI"
	}
	var lines []string
	for _, e := range entries {
		if e.Type == "function" || e.Type == "constructor" {
			lines = append(lines, fmt.Sprint(e.Type, e.Name, e.StateMutability, e.Inputs, e.Outputs))
		}
	}
	slices.Sort(lines)
	return rules.Compiler + " " + rules.Contract + "\n" + strings.Join(lines, "\n")
}
