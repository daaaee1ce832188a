// Package solcheck holds the checks of builtin/static for Solidity, one a file.
// A check asks package facts and reports places; it knows no name but those of
// the language. Members of token, pool and feed interfaces are recognised by
// their shape: what they take, what they return, and what is done with it.
//
// Every check prefers silence to a guess: what it cannot resolve, such as a
// modifier of a contract that it does not see, counts as a guard.
package solcheck

import (
	"cmp"
	"fmt"
	"slices"

	"assay/internal/bench"
	"assay/internal/detect/builtin/static/facts"
	"assay/internal/solidity"
)

// A Check looks for one kind of flaw.
type Check struct {
	Name     string // lower case, words joined by dashes: names its cases in testdata
	Class    bench.Class
	Severity string
	Doc      string // what it looks for, one sentence
	Attack   string // why it matters
	Fix      string
	Run      func(*Pass)
}

// Checks returns every check, in the order in which their findings are listed
// for one line. The caller owns the slice.
func Checks() []Check {
	return []Check{
		reentrancy, uncheckedReturn, access, initializer, txOrigin, delegatecall, arbitraryCall, storageLayout, randomness,
		arithmetic, downcast, precision, spotPrice, stalePrice, slippage, denial, unboundedLoop, replay, zeroSigner, forcedEther, shareInflation,
	}
}

// Hit is one place where a check fired.
type Hit struct {
	Check    *Check
	Fn       *facts.Function
	From, To int // lines, inclusive
	Text     string

	at place
}

// place is where a hit stands, whatever the layout: the statements, or else the
// nodes, that it begins and ends in.
type place struct {
	class    bench.Class
	from, to *facts.Node
}

// Pass is one run of one check over a file.
type Pass struct {
	*facts.File
	check *Check
	hits  []Hit
}

// Report adds a finding in fn that spans the nodes from and to.
func (p *Pass) Report(fn *facts.Function, from, to *facts.Node, format string, args ...any) {
	h := Hit{Check: p.check, Fn: fn, From: p.Line(from), To: p.LastLine(to), Text: fmt.Sprintf(format, args...),
		at: place{p.check.Class, statement(from), statement(to)}}
	h.To = max(h.From, h.To)
	p.hits = append(p.hits, h)
}

// statement returns the simple statement that a node stands in, or the node.
func statement(n *facts.Node) *facts.Node {
	for at := n; at != nil; at = at.Parent() {
		switch at.Kind {
		case solidity.NodeVarStmt, solidity.NodeExprStmt, solidity.NodeReturn, solidity.NodeEmit, solidity.NodeRevert, solidity.NodeAsmLet, solidity.NodeAsmAssign:
			return at
		case solidity.NodeBlock, solidity.NodeFunction, solidity.NodeContract:
			return n
		}
	}
	return n
}

// Entries returns the functions that anyone can call, in source order.
func (p *Pass) Entries() []*facts.Function {
	return slices.DeleteFunc(slices.Clone(p.Functions), func(f *facts.Function) bool { return !f.Entry })
}

// Run applies the checks to a file. Hits are in source order, one for each class
// and place.
func Run(x *facts.File, checks []Check) []Hit {
	seen := map[place]bool{}
	var out []Hit
	for i := range checks {
		p := &Pass{File: x, check: &checks[i]}
		checks[i].Run(p)
		for _, h := range p.hits {
			if !seen[h.at] {
				seen[h.at] = true
				out = append(out, h)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Hit) int { return cmp.Compare(a.From, b.From) })
	return out
}
