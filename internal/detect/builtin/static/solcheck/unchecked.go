package solcheck

import (
	"assay/internal/detect/builtin/static/facts"
	"assay/internal/solidity"
)

var uncheckedReturn = Check{
	Name: "unchecked-return", Class: "unchecked_return", Severity: "medium",
	Doc:    "Whether a low-level send or call succeeded is never looked at.",
	Attack: "The call fails, and the function goes on as if the value had arrived.",
	Fix:    "Require the returned flag.",
	Run: func(p *Pass) {
		for _, f := range p.Functions {
			for _, s := range p.Steps(f) {
				if s.Op != facts.Extern || s.Call.Kind == facts.Member || s.Call.Kind == facts.Static || s.Call.Word == "transfer" {
					continue
				}
				if ignored(p, s.Node) {
					p.Report(f, facts.Statement(s.Node), s.Node, "The success of the low-level %s on line %d is not checked.", s.Call.Word, p.Line(s.Node))
				}
			}
		}
	},
}

// ignored reports whether the flag that the call yields goes nowhere.
func ignored(p *Pass, call *facts.Node) bool {
	n := call
	for n.Parent() != nil && n.Parent().Kind == solidity.NodeTuple && facts.Bare(n.Parent()) == call {
		n = n.Parent()
	}
	up := n.Parent()
	if up == nil {
		return false
	}
	target := up.First()
	switch up.Kind {
	case solidity.NodeExprStmt:
		return true
	case solidity.NodeCall: // pop(call(…)) of assembly
		return p.Language(up.First()) == "pop"
	case solidity.NodeVarStmt, solidity.NodeAssign:
		if target == n {
			return false
		}
	case solidity.NodeIf, solidity.NodeFor, solidity.NodeWhile: // if (…) a.send(1);
		return n != target
	default:
		return false
	}
	if target.Kind == solidity.NodeTuple || target.Kind == solidity.NodeVarTuple {
		if target = target.First(); target == nil || target.Kind == solidity.NodeOmitted {
			return true
		}
	}
	name := target
	if target.Kind == solidity.NodeVar {
		name = target.Name()
	}
	d := p.Decl(name)
	if d == nil || d.Kind != solidity.DeclLocal {
		return false
	}
	uses := p.Referred(d)
	if name == target {
		uses-- // this one
	}
	return uses <= 0
}
