// Package trojan adds code that looks dangerous and is not.
//
// The decoys are the files in the directory library, one kind per file. Each resembles
// a class of the taxonomy, is safe for a reason that its file states, and comes with
// an attack that is tried on it and with a version without that protection, on which
// the attack succeeds. Their names are neutral.
package trojan

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
	"assay/internal/lang/transform"
)

// Transformation is the paper's Trojan.
var Transformation = transform.Transformation{
	Name: "trojan",
	Doc: `add a decoy: code that looks dangerous and is safe

It is placed right after the function of the flaw, with the label DECOY. Its class is never that of the flaw.`,
	Kind:     transform.Intervention,
	Letter:   "T",
	Promises: transform.C4,
	Options: []transform.Option{
		{Name: "kind", Values: append([]string{"any"}, kindNames()...), Doc: "which decoy"},
		{Name: "count", Values: []string{"1"}, Numeric: true, Doc: "how many kinds, with kind=any"},
	},
	Run: func(in *transform.Input) (*transform.Output, error) { return run(in, false) },
}

// Weak plants the same decoy as [Transformation], but without its protection, and does
// not label it. It is in no list. It replaces Transformation in the same chain with
// the same seed, to show that the attack on a decoy can succeed.
var Weak = func() transform.Transformation {
	t := Transformation
	t.Run = func(in *transform.Input) (*transform.Output, error) { return run(in, true) }
	return t
}()

func run(in *transform.Input, weak bool) (*transform.Output, error) {
	f := in.Code()
	d := transform.DialectOf(f.Text)
	if d.Mixed {
		return nil, transform.NotApplicable("the pragma of %s admits compilers that no decoy is written for all at once",
			f.Path)
	}
	spot, err := place(in, f.Text)
	if err != nil {
		return nil, err
	}
	kinds, err := choose(in)
	if err != nil {
		return nil, err
	}
	names := in.Names()
	taken := map[string]bool{}
	out := &transform.Output{Edits: map[string][]edit.Edit{}}
	var state, code strings.Builder
	var planted []string
	for _, k := range kinds {
		called := map[string]string{}
		text, ok := k.code(d, weak, func(hint string) string {
			for attempt := 1; ; attempt++ {
				name := hint
				if attempt > 1 {
					name = fmt.Sprintf("%s%d", hint, attempt)
				}
				if !taken[name] && names.Free(name) {
					taken[name], called[hint] = true, name
					return name
				}
			}
		})
		if !ok {
			return nil, transform.NotApplicable("the decoy %s needs a newer compiler than the pragma of %s admits", k.Name,
				f.Path)
		}
		state.WriteString(text.state)
		code.WriteString("\n")
		for _, l := range text.labels {
			l.Start, l.End = l.Start+code.Len(), l.End+code.Len()
			l.File, l.Edit = f.Path, 1
			out.Added = append(out.Added, l)
		}
		code.WriteString(text.code)
		planted = append(planted, k.Name)
		out.Decoys = append(out.Decoys, transform.Decoy{Kind: k.Name, Contract: spot.contract, Names: called})
	}
	variables := state.String()
	if !spot.lines && variables != "" {
		variables = "\n" + strings.TrimSuffix(variables, "\n")
	}
	out.Edits[f.Path] = []edit.Edit{edit.Insert(spot.state, variables), edit.Insert(spot.code, code.String())}
	if spot.after { // the text begins on the line of a closing brace
		out.Edits[f.Path][1].New = "\n" + strings.TrimSuffix(code.String(), "\n")
		for i := range out.Added {
			out.Added[i].Start++
			out.Added[i].End++
		}
	}
	out.Note = "decoys: " + strings.Join(planted, ", ")
	return out, nil
}

// spot is the place for a decoy.
type spot struct {
	state int  // after the last state variable, so that the others keep their slots
	lines bool // state is at the beginning of a line
	code  int  // after the function of the flaw
	after bool // code is at the end of a line of code

	contract string
}

// place finds the function with the flaw, or else the longest function that anyone may
// call. If the decoy's own state would move that of an inheriting contract, the decoy
// goes into a contract that no other inherits.
func place(in *transform.Input, text string) (spot, error) {
	o := in.Survey(text)
	contracts := map[string]solidity.Contract{}
	for _, c := range o.Contracts {
		if c.Kind == "contract" {
			contracts[c.Name] = c
		}
	}
	targets, moves := in.Targets(), inherited(in)
	var best *solidity.Function
	rank := func(f *solidity.Function) int {
		n := f.Body.End - f.Body.Start
		if targets[f.Name] && f.Kind != solidity.Modifier {
			n += 1 << 30
		}
		if !moves[f.Contract] {
			n += 1 << 40
		}
		return n
	}
	for i := range o.Functions {
		f := &o.Functions[i]
		if c, ok := contracts[f.Contract]; !ok || f.Body.Empty() || !c.Span.Contains(f.Body.End-1) ||
			f.Kind == solidity.Modifier {
			continue
		}
		if best == nil || rank(f) > rank(best) {
			best = f
		}
	}
	if best == nil {
		return spot{}, transform.NotApplicable("no contract of it has a function")
	}
	s := spot{code: best.Body.End, contract: best.Contract}
	s.state, s.lines = stateEnd(o, contracts[best.Contract])
	end := transform.LineEnd(text, s.code)
	switch rest := strings.TrimSpace(text[s.code:end]); {
	case rest == "" || strings.HasPrefix(rest, "//"):
		s.code = min(end+1, len(text))
	default:
		s.after = true
	}
	return s, nil
}

// inherited returns the contracts in which another state variable would move one of
// another contract: a contract that inherits them, or another base of that contract.
func inherited(in *transform.Input) map[string]bool {
	bases := map[string][]string{}
	stateful := map[string]bool{}
	for _, f := range append(in.Shown(), in.Hidden...) {
		if !strings.HasSuffix(f.Path, ".sol") {
			continue
		}
		o := in.Survey(f.Text)
		for _, c := range o.Contracts {
			bases[c.Name] = c.Bases
		}
		for _, v := range o.Variables {
			stateful[v.Contract] = stateful[v.Contract] || !v.Constant
		}
	}
	lines := map[string]map[string]bool{} // for each contract, everything it inherits
	for c := range bases {
		line := map[string]bool{}
		for todo := bases[c]; len(todo) > 0; todo = todo[1:] {
			if b := todo[0]; !line[b] {
				line[b] = true
				todo = append(slices.Clone(todo), bases[b]...)
			}
		}
		lines[c] = line
	}
	out := map[string]bool{}
	for derived, line := range lines {
		for b := range line {
			out[b] = out[b] || stateful[derived]
			for other := range line { // a base of b precedes it
				out[b] = out[b] || other != b && stateful[other] && !lines[b][other]
			}
		}
	}
	return out
}

// stateEnd returns the place for another state variable of c, and whether it is the
// beginning of a line. Without a variable it is before the closing brace.
func stateEnd(o *solidity.Outline, c solidity.Contract) (int, bool) {
	at := c.Span.End - 1
	for _, v := range o.Variables {
		if v.Contract == c.Name && c.Span.Contains(v.At.Start) {
			at = v.Decl.End
		}
	}
	end := transform.LineEnd(o.Src, at)
	if rest := strings.TrimSpace(o.Src[at:end]); end < len(o.Src) && (rest == "" || strings.HasPrefix(rest, "//")) {
		return end + 1, true
	}
	return at, strings.TrimSpace(o.Src[transform.LineStart(o.Src, at):at]) == ""
}

// choose picks the kinds. A decoy of the flaw's own family would not be a decoy but a
// second case of the same question.
func choose(in *transform.Input) ([]kind, error) {
	all, err := library()
	if err != nil {
		return nil, err
	}
	if name := in.Options["kind"]; name != "any" {
		return []kind{all[name]}, nil
	}
	d := transform.DialectOf(in.Code().Text)
	var list []kind
	for _, name := range slices.Sorted(maps.Keys(all)) {
		k := all[name]
		if k.supports(d) && k.Class != in.Class && !k.Class.SameFamily(in.Class) {
			list = append(list, k)
		}
	}
	var count int
	fmt.Sscan(in.Options["count"], &count)
	if count < 1 || count > len(list) {
		return nil, transform.NotApplicable("there are %d kinds of decoys for it, and %d are asked for", len(list), count)
	}
	in.Dice.Rand("kind").Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list[:count], nil
}
