package solidity

import (
	"fmt"
	"slices"
	"strings"

	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
)

// maxRefusals bounds how many refusals of a proof get their own tests.
const maxRefusals = 16

// refusalsApart returns the proof with the refusals in its test_Regular() moved to separate tests, each with
// the statements before it. A mutant that refuses less then loses such a test, and honest use stays the same. A
// refused call has no effect, so the code after it sees no difference.
func (p *proofText) refusalsApart() string {
	fn := p.function("test_Regular")
	if fn == nil {
		return p.src
	}
	body := fn.Find(solidity.NodeBlock)
	var edits []edit.Edit
	var before, tests strings.Builder
	name, n := p.free("test_RefusesStep"), 0
	list := slices.Collect(body.Children())
	text := func(from, to *solidity.Node) string { return p.src[from.Start:to.End] }
	for i := 0; i < len(list); i++ {
		from, last := i, p.refusal(list, i)
		if last < 0 && p.is(list[i], "prank") && i+1 < len(list) {
			last = p.refusal(list, i+1)
		}
		if last < 0 || n == maxRefusals {
			fmt.Fprintf(&before, "        %s\n", text(list[i], list[i]))
			continue
		}
		n++
		fmt.Fprintf(&tests, "\n    function %s%d() public {\n%s        %s\n    }\n", name, n, before.String(),
			text(list[from], list[last]))
		edits = append(edits, edit.Delete(list[from].Start, list[last].End))
		i = last
	}
	if n == 0 {
		return p.src
	}
	edits = append(edits, edit.Insert(p.contract("Proof").End-1, tests.String()))
	out, err := edit.Apply(p.src, edits)
	if err != nil { // no two of them overlap
		panic(err)
	}
	return out
}

// refusal returns the index of the last statement of the refusal that begins with a statement of a list, -1
// where none does: an expectRevert with the call it expects to revert, or a requirement that a helper of the
// proof did not succeed.
func (p *proofText) refusal(list []*solidity.Node, at int) int {
	switch {
	case p.is(list[at], "expectRevert"):
		last := at + 1
		if last < len(list) && p.is(list[last], "prank") {
			last++
		}
		if last < len(list) && list[last].Kind == solidity.NodeExprStmt {
			return last
		}
	case list[at].Kind == solidity.NodeExprStmt:
		call := list[at].First()
		if call == nil || call.Kind != solidity.NodeCall || p.file.Text(call.First()) != "require" ||
			call.First().Next() == nil {
			return -1
		}
		not := inner(call.First().Next())
		if not.Kind != solidity.NodeUnary || p.file.Operator(not) != "!" {
			return -1
		}
		helper := inner(not.First())
		if helper.Kind == solidity.NodeCall && helper.First().Kind == solidity.NodeIdent &&
			strings.Contains(p.file.Text(helper), "abi.encode") {
			return at
		}
	}
	return -1
}

// is reports whether a statement calls a cheat code.
func (p *proofText) is(s *solidity.Node, cheat string) bool {
	if s.Kind != solidity.NodeExprStmt || s.First() == nil || s.First().Kind != solidity.NodeCall {
		return false
	}
	callee := s.First().First()
	return callee.Kind == solidity.NodeMember && p.file.Text(callee.Last()) == cheat
}
