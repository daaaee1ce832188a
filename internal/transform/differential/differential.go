// Package differential replaces the vulnerable code by its fixed twin.
package differential

import (
	"strings"

	"assay/internal/bench"
	"assay/internal/edit"
	"assay/internal/transform"
)

// Transformation is the paper's Differential.
var Transformation = transform.Transformation{
	Name: "differential",
	Doc: `apply the documented fix, so that the flaw is gone

The result is the sample's fixed twin, with the twin's labels, after whatever came before in the chain.`,
	Kind:      transform.Intervention,
	Letter:    "D",
	Promises:  transform.C4,
	Languages: transform.SolidityAndSQL(),
	Run:       run,
}

func run(in *transform.Input) (*transform.Output, error) {
	switch {
	case in.Truth == bench.Safe:
		return nil, transform.NotApplicable("there is no flaw to fix")
	case in.Twin == nil:
		return nil, transform.NotApplicable("the sample has no fixed twin")
	}
	fixed := map[string]string{}
	for _, fs := range [][]bench.File{in.Twin.Task.Files, in.Twin.Task.Context} {
		for _, f := range fs {
			fixed[f.Path] = f.Text
		}
	}
	out := &transform.Output{Edits: map[string][]edit.Edit{}, Labels: in.Twin.Labels, Truth: bench.Safe,
		Note: "replaced by the fixed twin"}
	shown := in.Shown()
	if transform.IsSQL(in.Task.Language) { // twins are separate files
		shown = in.Task.Files[:1]
		fixed[shown[0].Path] = in.Twin.Task.Files[0].Text
	}
	changed := false
	for _, f := range shown {
		text, ok := fixed[f.Path]
		if !ok {
			return nil, transform.NotApplicable("the fixed twin has no %s", f.Path)
		}
		out.Edits[f.Path] = lines(f.Text, text)
		changed = changed || len(out.Edits[f.Path]) > 0
	}
	if !changed {
		return nil, transform.NotApplicable("the fixed twin is equal")
	}
	return out, nil
}

// lines returns edits of whole lines that turn a into b, with as few lines as a
// longest common subsequence permits.
func lines(a, b string) []edit.Edit {
	x, y := strings.SplitAfter(a, "\n"), strings.SplitAfter(b, "\n")
	at := 0
	for len(x) > 0 && len(y) > 0 && x[0] == y[0] {
		at += len(x[0])
		x, y = x[1:], y[1:]
	}
	for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	if len(x)*len(y) > 4_000_000 { // a fix is not so large; one edit is as informative
		return []edit.Edit{{Start: at, End: at + len(strings.Join(x, "")), New: strings.Join(y, "")}}
	}
	// common[i][j] is the length of the longest common subsequence of x[i:] and y[j:].
	common := make([][]int, len(x)+1)
	for i := range common {
		common[i] = make([]int, len(y)+1)
	}
	for i := len(x) - 1; i >= 0; i-- {
		for j := len(y) - 1; j >= 0; j-- {
			if x[i] == y[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	var out []edit.Edit
	i, j := 0, 0
	for i < len(x) || j < len(y) {
		if i < len(x) && j < len(y) && x[i] == y[j] {
			at += len(x[i])
			i, j = i+1, j+1
			continue
		}
		e := edit.Edit{Start: at, End: at}
		for i < len(x) || j < len(y) {
			switch {
			case i < len(x) && j < len(y) && x[i] == y[j]:
			case j >= len(y) || i < len(x) && common[i+1][j] >= common[i][j+1]:
				e.End += len(x[i])
				i++
				continue
			default:
				e.New += y[j]
				j++
				continue
			}
			break
		}
		out = append(out, e)
		at = e.End
	}
	return out
}
