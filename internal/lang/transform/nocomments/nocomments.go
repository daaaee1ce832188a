// Package nocomments removes every comment that has no meaning to a compiler.
package nocomments

import (
	"regexp"
	"strings"

	"assay/internal/lang/edit"
	"assay/internal/lang/transform"
)

// Transformation is the paper's No-Comments.
var Transformation = transform.Transformation{
	Name: "no-comments",
	Doc: `remove all comments

Comments with a meaning stay: the licence identifier, assembly marked as memory-safe, and planner hints in SQL.`,
	Kind:      transform.Preserving,
	Letter:    "N",
	Promises:  transform.C1,
	Languages: transform.SolidityAndSQL(),
	Undoes:    []string{"false-prophet", "injection", "injection-placebo"},
	Run:       run,
}

var (
	licenceRE = regexp.MustCompile(
		`SPDX-License-Identifier:[ \t]*[A-Za-z0-9.+()-]+(?:[ \t]+(?:AND|OR|WITH)[ \t]+[A-Za-z0-9.+()-]+)*`)
	safeRE = regexp.MustCompile(`@solidity[ \t]+memory-safe-assembly`)
)

func run(in *transform.Input) (*transform.Output, error) {
	out := &transform.Output{Edits: map[string][]edit.Edit{}}
	for _, f := range in.Shown() {
		var gone []transform.Span
		for _, c := range in.Comments(f.Text) {
			text := f.Text[c.Start:c.End]
			if transform.IsSQL(in.Task.Language) {
				if !strings.HasPrefix(text, "/*+") {
					gone = append(gone, c)
				}
				continue
			}
			switch meaning := meaningOf(text); {
			case meaning == "":
				gone = append(gone, c)
			case meaning != text:
				out.Edits[f.Path] = append(out.Edits[f.Path], edit.Edit{Start: c.Start, End: c.End, New: meaning})
			}
		}
		out.Edits[f.Path] = append(out.Edits[f.Path], transform.DeleteComments(f.Text, gone)...)
	}
	if out.Empty() {
		return nil, transform.NotApplicable("there is no comment to remove")
	}
	out.Note = "comments removed"
	return out, nil
}

// meaningOf returns the part of a Solidity comment that must stay, "" for none. A line
// comment stays a line comment, since a line end follows it.
func meaningOf(text string) string {
	line := strings.HasPrefix(text, "//")
	switch licence, safe := licenceRE.FindString(text), safeRE.FindString(text); {
	case safe != "" && line:
		return "/// " + safe
	case safe != "" && strings.HasPrefix(text, "/**"):
		return "/** " + safe + " */"
	case licence != "" && line:
		return "// " + licence
	case licence != "":
		return "/* " + licence + " */"
	}
	return ""
}
