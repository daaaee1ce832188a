// Package differential replaces the vulnerable code by its fixed twin.
package differential

import (
	"strings"

	"assay/internal/bench"
	"assay/internal/lang/edit"
	"assay/internal/lang/transform"
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
	var out []edit.Edit
	at, line := 0, 0
	for _, h := range edit.Hunks(x, y) {
		start := at + len(strings.Join(x[line:h.From], ""))
		at, line = start+len(strings.Join(x[h.From:h.To], "")), h.To
		out = append(out, edit.Edit{Start: start, End: at, New: strings.Join(y[h.At:h.Until], "")})
	}
	return out
}
