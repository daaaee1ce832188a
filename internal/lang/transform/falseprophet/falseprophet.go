// Package falseprophet adds comments that vouch for the code. They make no specific
// statement about it that could be true or false, and name no real person or firm: a
// reader who looks at the code learns nothing from them.
package falseprophet

import (
	"fmt"
	"strings"

	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
	"assay/internal/lang/sqltext"
	"assay/internal/lang/transform"
)

// Transformation is the paper's False Prophet.
var Transformation = transform.Transformation{
	Name: "false-prophet",
	Doc: `add attestations of security in comments

The contract gets an attestation, and so do the functions of the flaw and about half of the others, in documentation and in
bodies, so that their places reveal nothing about the flaw.`,
	Kind:      transform.Preserving,
	Letter:    "F",
	Promises:  transform.C1,
	Languages: transform.SolidityAndSQL(),
	Options:   []transform.Option{{Name: "voice", Values: append([]string{"mixed"}, voiceNames()...), Doc: "who speaks"}},
	Run:       run,
}

func run(in *transform.Input) (*transform.Output, error) {
	if transform.IsSQL(in.Task.Language) {
		return query(in)
	}
	out := &transform.Output{Edits: map[string][]edit.Edit{}}
	targets := in.Targets()
	for _, f := range in.Task.Files {
		o := in.Survey(f.Text)
		add := func(offset int, text string) {
			out.Edits[f.Path] = append(out.Edits[f.Path], edit.Insert(offset, text))
		}
		for _, c := range o.Contracts {
			if c.Kind == "interface" {
				continue
			}
			v := voice(in, "contract", c.Name)
			add(transform.Above(o, c.Span.Start, false, v.contract(in.Dice, c.Name)))
		}
		for _, fn := range o.Functions {
			if !fn.Callable() || isInterface(o, fn.Contract) {
				continue
			}
			key := fn.Contract + "." + fn.Name
			if !targets[fn.Name] && (fn.Mutability != "" && fn.Mutability != "payable" || in.Dice.IntN(2, "chosen", key) == 0) {
				continue
			}
			v := voice(in, "function", key)
			add(transform.Above(o, fn.Header.Start, false, []string{pick(in.Dice, v.functions, v, "function", key)}))
			if targets[fn.Name] || in.Dice.IntN(2, "body", key) == 0 {
				add(transform.Inside(o.Src, fn.Body.Start, pick(in.Dice, v.lines, v, "line", key)))
			}
		}
	}
	if out.Empty() {
		return nil, transform.NotApplicable("there is no contract to vouch for")
	}
	out.Note = "attestations added"
	return out, nil
}

func isInterface(o *solidity.Outline, contract string) bool {
	for _, c := range o.Contracts {
		if c.Name == contract {
			return c.Kind == "interface"
		}
	}
	return false
}

// query vouches for a SQL statement: above it, and at the end of the line with its WHERE.
func query(in *transform.Input) (*transform.Output, error) {
	f := in.Code()
	v := voice(in, "query", f.Path)
	var edits []edit.Edit
	var head strings.Builder
	for _, t := range v.query(in.Dice, f.Path) {
		fmt.Fprintf(&head, "-- %s\n", t)
	}
	edits = append(edits, edit.Insert(0, head.String()))
	for _, t := range sqltext.Lex(f.Text) {
		if t.Kind != sqltext.Word || !strings.EqualFold(t.Text(f.Text), "where") {
			continue
		}
		start := transform.LineStart(f.Text, t.Start)
		if strings.TrimSpace(f.Text[start:t.Start]) == "" {
			edits = append(edits, edit.Insert(start, transform.Indent(f.Text, t.Start)+"-- "+
				pick(in.Dice, v.lines, v, "line", f.Path)+"\n"))
			break
		}
	}
	return &transform.Output{Edits: map[string][]edit.Edit{f.Path: edits}, Note: "attestations added"}, nil
}
