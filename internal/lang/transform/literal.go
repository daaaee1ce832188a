package transform

import (
	"assay/internal/bench"
	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
)

// rewriteStrings replaces contents of string literals in every text, including the
// hidden ones, so that comparisons with them still hold.
func (st *state) rewriteStrings(name string, strings map[string]string) error {
	if len(strings) == 0 {
		return nil
	}
	edits := func(_, text string) []edit.Edit { return st.literalEdits(text, strings) }
	for _, s := range st.sides {
		if err := s.editWithLabels(name, editsOf(sources(s.v.Task, nil), edits)); err != nil {
			return err
		}
		st.settle(s)
	}
	hidden, err := editFiles(st.hidden, editsOf(sources(bench.Task{}, st.hidden), edits))
	if err != nil {
		return err
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
