package judge

import (
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
)

// Planted is a review whose repair has a known effect.
type Planted struct {
	Kind    string
	Answer  bench.Answer
	Naming  bench.Naming   // the right row
	Effects []bench.Effect // accepted columns
}

// Plants returns the planted answers that a vulnerable text and its twin allow, for measuring how well explanations
// are classified (docs/judges.md):
//
//   - right: the root cause in words, and the twin as the repair
//   - wrong-name: another flaw at the right place, and the twin as the repair
//   - wrong-mechanism: class and place, another cause, and a repair that does nothing about it
//   - decoy: a guard that holds for everybody, in a function that is correct
//   - closed-to-all: every function that anybody may call reverts; the query returns nothing
//   - deleted: the function of the flaw is gone
//   - comment: only a comment is added
//   - not-there: the quoted passage is not in the text
func Plants(v, twin *bench.Variant) []Planted {
	golds := Golds(v)
	if len(golds) == 0 || v.Several() {
		return nil
	}
	src := v.Task.Files[0].Text
	sql := v.Format.ByRequirement()
	right := golds[0].Answer.Findings[0]
	wrong := golds[1].Answer.Findings[0] // of both formats: another flaw
	closes := turned(src, twin.Task.Files[0].Text)
	var out []Planted
	add := func(kind string, f bench.Finding, repair []bench.Edit, n bench.Naming, e ...bench.Effect) {
		if len(repair) > 0 {
			f.Repair = repair
			out = append(out, Planted{kind, bench.Answer{Verdict: bench.Vulnerable, Findings: []bench.Finding{f}}, n, e})
		}
	}
	vague := right
	vague.Explanation = "It can be abused in a way that was not intended."
	lines := strings.Split(src, "\n")
	unclear := bench.Undecided
	if !cites(v, right, 0) { // the words of the sample name no variable
		right.Explanation += " The code is: " + lines[v.Targets()[0].Span.Line-1]
	}
	if cites(v, vague, 0) { // there is nothing to cite
		unclear = bench.Named
	}
	add("right", right, closes, bench.Named, bench.Closes)
	add("wrong-name", wrong, closes, bench.NotNamed, bench.Closes)
	if sql {
		add("closed-to-all", right, []bench.Edit{{Old: src, New: "SELECT 1 WHERE false"}}, bench.Named, bench.BreaksUse)
		add("comment", right, []bench.Edit{{Old: src, New: "-- checked\n" + src}}, bench.Named, bench.Unchanged)
	} else {
		at := v.Targets()[0].Span.Line
		line := lines[at-1]
		add("wrong-mechanism", vague, inserted(src, `    uint256 public constant PLANTED = 1;`), unclear, bench.Unchanged)
		add("decoy", right, guarded(v, src), bench.Named, bench.Unchanged, bench.StaysOpen)
		add("closed-to-all", right, closedToAll(src), bench.Named, bench.BreaksUse)
		if scope := v.Targets()[0].Scope; !strings.Contains(closesAs(closes), "function "+scope) {
			add("deleted", right, deleted(src, scope), bench.Named, bench.BreaksUse)
		}
		add("comment", right, []bench.Edit{{Line: at, Old: line, New: line + " // checked"}}, bench.Named, bench.Unchanged)
	}
	add("not-there", right, []bench.Edit{{Old: "this passage is not in the text", New: ""}}, bench.Named, bench.NotApplied)
	return out
}

// turned returns the edits that make one text of another.
func turned(from, to string) (out []bench.Edit) {
	a, b := strings.SplitAfter(from, "\n"), strings.SplitAfter(to, "\n")
	for _, h := range edit.Hunks(a, b) {
		e := bench.Edit{Line: h.From + 1, Old: strings.Join(a[h.From:h.To], ""), New: strings.Join(b[h.At:h.Until], "")}
		if strings.TrimSpace(e.Old) == "" && h.From > 0 { // an insertion quotes the line before it
			e.Line, e.Old, e.New = h.From, a[h.From-1]+e.Old, a[h.From-1]+e.New
		} else if strings.TrimSpace(e.Old) == "" && h.To < len(a) {
			e.Old, e.New = e.Old+a[h.To], e.New+a[h.To]
		}
		out = append(out, e)
	}
	return out
}

func closesAs(list []bench.Edit) (out string) {
	for _, e := range list {
		out += e.Old
	}
	return out
}

// inserted puts a line into the last contract of a text.
func inserted(src, line string) []bench.Edit {
	contracts := solidity.Survey(src).Contracts
	i := len(contracts) - 1
	if i < 0 || contracts[i].Kind != "contract" {
		return nil
	}
	whole := contracts[i].Span.Text(src)
	return []bench.Edit{{Old: whole, New: strings.TrimSuffix(whole, "}") + line + "\n}"}}
}

// guarded puts a guard that always holds into a function that anybody may call and that no target is in.
func guarded(v *bench.Variant, src string) []bench.Edit {
	for _, f := range solidity.Functions(src) {
		if !f.Callable() || f.Mutability == "pure" || f.Name == "fallback" || f.Name == "receive" ||
			slices.ContainsFunc(v.Targets(), func(l bench.Label) bool { return l.Scope == f.Name }) {
			continue
		}
		body := f.Body.Text(src)
		return []bench.Edit{{Line: f.Line, Old: f.Span().Text(src),
			New: f.Header.Text(src) + " { require(block.number > 0);" + strings.TrimPrefix(body, "{")}}
	}
	return nil
}

// closedToAll makes every function that changes state revert.
func closedToAll(src string) (out []bench.Edit) {
	for _, f := range solidity.Functions(src) {
		if f.Callable() && (f.Mutability == "" || f.Mutability == "payable") {
			out = append(out, bench.Edit{Line: f.Line, Old: f.Span().Text(src), New: f.Header.Text(src) + " { revert(); }"})
		}
	}
	return out
}

// deleted removes the function with a name, if there is one that anybody may call.
func deleted(src, name string) []bench.Edit {
	for _, f := range solidity.Functions(src) {
		if f.Name == name && f.Kind == solidity.Ordinary && f.Callable() {
			return []bench.Edit{{Line: f.Line, Old: f.Span().Text(src), New: ""}}
		}
	}
	return nil
}

// String names the planted answer for messages.
func (p Planted) String() string { return fmt.Sprintf("%s: %s, %v", p.Kind, p.Naming, p.Effects) }
