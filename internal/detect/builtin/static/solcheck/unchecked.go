package solcheck

import "assay/internal/solidity"

var uncheckedReturn = Check{
	Name: "unchecked-return", Class: "unchecked_return", Severity: "medium",
	Doc:    "The result of a low-level send or call is never checked.",
	Attack: "The call fails, and the function goes on as if the value had arrived.",
	Fix:    "Require the returned flag.",
	run: func(p *pass) {
		for _, f := range p.functions {
			for _, s := range f.steps {
				if s.op == calls && s.call.word != "" && s.call.word != "staticcall" && s.call.word != "transfer" &&
					p.ignored(s.node) {
					p.report(f, statement(s.node), s.node, "The success of the low-level %s on line %d is not checked.", s.call.word,
						p.line(s.node))
				}
			}
		}
	},
}

// ignored reports whether the success flag of the call is not used.
func (p *program) ignored(call *node) bool {
	n := call
	for n.Parent() != nil && bare(n.Parent()) == call {
		n = n.Parent()
	}
	switch up := n.Parent(); up.Kind {
	case solidity.NodeExprStmt:
		return true
	case solidity.NodeCall: // pop(call(…)) of assembly
		return p.word(up.First()) == "pop"
	case solidity.NodeIf, solidity.NodeFor, solidity.NodeWhile: // if (…) a.send(1);
		return n != up.First()
	case solidity.NodeVarStmt, solidity.NodeAssign:
		if up.First() == n {
			return false
		}
		flag := first(up.First())
		if flag == nil || flag.Kind == solidity.NodeOmitted {
			return true
		}
		d, uses := p.flag(flag), 0
		if flag.Kind == solidity.NodeIdent {
			uses++ // flag itself
		}
		return d != nil && p.used[d] <= uses
	}
	return false
}

// first returns the first component of a tuple, or target if it is not a tuple.
func first(target *node) *node {
	if target.Kind == solidity.NodeTuple || target.Kind == solidity.NodeVarTuple {
		return target.First()
	}
	return target
}

// flag returns the local that is declared or named at n, or nil.
func (p *program) flag(n *node) *solidity.Decl {
	if n != nil && n.Kind == solidity.NodeVar {
		n = n.Name()
	}
	if d := p.decl(n); d != nil && d.Kind == solidity.DeclLocal {
		return d
	}
	return nil
}
