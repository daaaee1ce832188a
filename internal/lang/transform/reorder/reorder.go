// Package reorder changes the order of the functions in each contract.
package reorder

import (
	"slices"
	"strings"

	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
	"assay/internal/lang/transform"
)

// Transformation is a placebo.
var Transformation = transform.Transformation{
	Name: "reorder",
	Doc: `put the functions of each contract into another order

Comments directly above a function move with it. State variables, whose order means something, stay.`,
	Kind:     transform.Placebo,
	Letter:   "P",
	Promises: transform.C1,
	Run:      run,
}

func run(in *transform.Input) (*transform.Output, error) {
	out := &transform.Output{Edits: map[string][]edit.Edit{}, Note: "functions reordered"}
	for _, f := range in.Shown() {
		o := in.Survey(f.Text)
		for _, c := range o.Contracts {
			slots, names := slots(o, c)
			if len(slots) < 2 {
				continue
			}
			for i, from := range order(in.Dice, c.Name, names) {
				if i == from {
					continue
				}
				s := slots[from]
				at := len(out.Edits[f.Path])
				out.Edits[f.Path] = append(out.Edits[f.Path], edit.Edit{Start: slots[i].Start, End: slots[i].End,
					New: f.Text[s.Start:s.End]})
				out.Moved = append(out.Moved, transform.Moved{File: f.Path, Start: s.Start, End: s.End, Edit: at})
			}
		}
	}
	if out.Empty() {
		return nil, transform.NotApplicable("no contract has two functions")
	}
	return out, nil
}

// order returns the index of the function for each slot. It is never the old order.
func order(d transform.Dice, contract string, names []string) []int {
	perm := d.Rand("order", contract, strings.Join(names, " ")).Perm(len(names))
	for i, p := range perm {
		if i != p {
			return perm
		}
	}
	for i := range perm {
		perm[i] = (i + 1) % len(perm)
	}
	return perm
}

// slots returns the text of each function of c with its comments, and the names.
func slots(o *solidity.Outline, c solidity.Contract) (out []transform.Span, names []string) {
	first, _ := slices.BinarySearchFunc(o.Functions, c.Span.Start,
		func(f solidity.Function, at int) int { return f.Header.Start - at })
	for _, f := range o.Functions[first:] {
		if f.Header.Start >= c.Span.End {
			break
		}
		if f.Contract != c.Name || !c.Span.Contains(f.Header.Start) || f.Body.Empty() {
			continue
		}
		start, _ := transform.Lead(o, f.Header.Start)
		for start < len(o.Src) && (o.Src[start] == ' ' || o.Src[start] == '\t') {
			start++
		}
		end := f.Body.End
		if rest := o.Src[end:transform.LineEnd(o.Src, end)]; strings.HasPrefix(strings.TrimSpace(rest), "//") {
			end += len(strings.TrimRight(rest, " \t\r"))
		}
		if n := len(out); n > 0 && out[n-1].End > start {
			return nil, nil // functions share a line with a comment: leave the contract unchanged
		}
		// A function that ends in a line comment requires a line end after its slot.
		if end > f.Body.End && end != transform.LineEnd(o.Src, end) {
			return nil, nil
		}
		out = append(out, transform.Span{Start: start, End: end})
		names = append(names, f.Name)
	}
	return out, names
}
