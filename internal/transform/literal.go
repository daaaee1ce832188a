package transform

import (
	"fmt"

	"assay/internal/bench"
	"assay/internal/edit"
	"assay/internal/solidity"
)

// rewriteStrings puts other contents into string literals of every text, the
// hidden ones too, so that what compares them goes on doing so.
func (st *state) rewriteStrings(name string, strings map[string]string) error {
	if len(strings) == 0 {
		return nil
	}
	for _, s := range st.sides {
		edits := map[string][]edit.Edit{}
		files := sources(s.v.Task, nil)
		for p, text := range files {
			edits[p] = literalEdits(text, strings)
		}
		after, err := rewriteAll(files, edits)
		if err != nil {
			return fmt.Errorf("%s on %s: %w", name, s.v.Key, err)
		}
		if err := s.take(name, after, edits); err != nil {
			return err
		}
		s.settle()
	}
	hidden := make([]bench.File, len(st.hidden))
	for i, f := range st.hidden {
		text, err := edit.Apply(f.Text, literalEdits(f.Text, strings))
		if err != nil {
			return err
		}
		hidden[i] = bench.File{Path: f.Path, Text: text}
	}
	st.hidden = hidden
	remember(st.strings, strings)
	return nil
}

func literalEdits(text string, strings map[string]string) []edit.Edit {
	var out []edit.Edit
	for _, t := range solidity.Lex(text) {
		if t.Kind != solidity.String || t.End-t.Start < 2 {
			continue
		}
		if now, ok := strings[text[t.Start+1:t.End-1]]; ok {
			out = append(out, edit.Edit{Start: t.Start + 1, End: t.End - 1, New: now})
		}
	}
	return out
}
