package solcheck

import (
	"strings"

	"assay/internal/detect/builtin/static/facts"
	"assay/internal/solidity"
)

var randomness = Check{
	Name: "randomness", Class: "weak_randomness", Severity: "high",
	Doc:    "A draw is made from values that the block gives to everybody: they are reduced to a choice, or compared with a guess.",
	Attack: "A contract computes the same value in the same block and plays only when it wins.",
	Fix:    "Draw from a commitment revealed later, or from a verifiable source.",
	Run: func(p *Pass) {
		for _, f := range p.Functions {
			for n := range f.Body.All() {
				if n.Kind != solidity.NodeBinary && n.Kind != solidity.NodeAssign || n.First() == nil || n.First().Next() == nil {
					continue
				}
				if drawn, what := draw(p, n); drawn && !revealed(p, f, n) {
					p.Report(f, made(p, f, n), n, "The outcome is %s of values of the block that every caller knows.", what)
				}
			}
		}
	},
}

// draw reports whether the operation n turns what everybody knows into an outcome.
func draw(p *Pass, n *facts.Node) (drawn bool, what string) {
	left, right := n.First(), n.First().Next()
	switch op := p.Operator(n); op {
	case "%", "%=", "&":
		if op == "&" && !(p.Literal(right) && p.Text(p.Strip(right)) == "1") {
			return false, ""
		}
		return known(p, left) || p.From(left).Only(facts.Time) && few(p, right), "the remainder"
	case "==", "!=":
		a, b := p.From(left), p.From(right)
		return known(p, left) && b.Only(facts.Input) || known(p, right) && a.Only(facts.Input), "a comparison"
	}
	return false, ""
}

// made returns where the draw n begins: the statement that sets a local that it
// is made from to what everybody knows, or its own.
func made(p *Pass, f *facts.Function, n *facts.Node) *facts.Node {
	from := facts.Statement(n)
	if from.Kind != solidity.NodeExprStmt && from.Kind != solidity.NodeVarStmt && from.Kind != solidity.NodeReturn {
		from = n // a condition: the statement is all that depends on it
	}
	for c := range facts.Some(n) {
		if c.Kind != solidity.NodeIdent {
			continue
		}
		d := p.Decl(c)
		if d == nil || d.Kind != solidity.DeclLocal {
			continue
		}
		for _, v := range p.Values(d) {
			if known(p, v) && v.Start < from.Start && p.FunctionAt(v) == f {
				from = facts.Statement(v)
			}
		}
	}
	return from
}

// known reports whether a value is computed from the block in a way that serves
// to draw: from its hash or difficulty, or by hashing its time. What another
// contract says may be a source of chance, and so may state that goes into it
// beside a value that was stored before.
func known(p *Pass, n *facts.Node) bool {
	o := p.From(n)
	switch {
	case o.Has(facts.Foreign | facts.Unknown):
		return false
	case o.Has(facts.Draw) || o.Has(facts.Hash) && o.Has(facts.Time):
		return true
	case !o.Has(facts.Drawn):
		return false
	}
	for v := range p.VarsOf(n) {
		if !v.Fixed && !p.Stored(v).Has(facts.Draw|facts.Drawn) {
			return false
		}
	}
	return true
}

// few reports whether n is a small number without a unit: the remainder is no
// calendar then.
func few(p *Pass, n *facts.Node) bool {
	s := p.Strip(n)
	if s == nil || s.Kind != solidity.NodeLiteral {
		return false
	}
	t := p.Text(s)
	return len(t) <= 3 && !strings.ContainsAny(t, " \n\t/")
}

// revealed reports whether an argument that goes into the draw n is tested
// against a hash: then it was committed to before.
func revealed(p *Pass, f *facts.Function, n *facts.Node) bool {
	if !p.From(n).Has(facts.Input) {
		return false
	}
	for _, a := range p.Tested(f) {
		o := p.From(a.Node)
		if op, _, _ := p.Sides(a.Node); (op == "==" || op == "!=") && o.Has(facts.Hash) && o.Has(facts.Input) && o.Has(facts.State) && a.Node != n {
			return true
		}
	}
	return false
}
