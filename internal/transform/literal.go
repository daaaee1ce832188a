package transform

import (
	"fmt"

	"assay/internal/bench"
	"assay/internal/edit"
	"assay/internal/solidity"
)

// rewriteStrings replaces contents of string literals in every text, including the
// hidden ones, so that comparisons with them still hold.
func (st *state) rewriteStrings(name string, strings map[string]string) error {
	if len(strings) == 0 {
		return nil
	}
	for _, s := range st.sides {
		edits := map[string][]edit.Edit{}
		files := sources(s.v.Task, nil)
		for p, text := range files {
			if es := st.literalEdits(text, strings); len(es) > 0 {
				edits[p] = es
			}
		}
		after, err := rewriteAll(files, edits)
		if err != nil {
			return fmt.Errorf("%s on %s: %w", name, s.v.Key, err)
		}
		if err := s.take(name, after, edits); err != nil {
			return err
		}
		st.settle(s)
	}
	hidden := make([]bench.File, len(st.hidden))
	for i, f := range st.hidden {
		edits := st.literalEdits(f.Text, strings)
		text, err := edit.Apply(f.Text, edits)
		if err != nil {
			return err
		}
		hidden[i] = bench.File{Path: f.Path, Text: text}
	}
	st.hidden = hidden
	replaced(st.strings, strings)
	return nil
}

func (st *state) literalEdits(text string, strings map[string]string) []edit.Edit {
	var out []edit.Edit
	for _, t := range st.cache.outline(text).Tokens {
		if t.Kind != solidity.String || t.End-t.Start < 2 {
			continue
		}
		if now, ok := strings[text[t.Start+1:t.End-1]]; ok {
			out = append(out, edit.Edit{Start: t.Start + 1, End: t.End - 1, New: now})
		}
	}
	return out
}
