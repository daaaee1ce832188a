package transform

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
)

// apply applies the edits of one step to one side and moves its labels.
func (st *state) apply(s *side, name string, out *Output) error {
	for _, path := range slices.Sorted(maps.Keys(out.Edits)) {
		text := s.text(path)
		if text == nil {
			return fmt.Errorf("%s on %s: it edits %s, which is not one of its files", name, s.v.Key, path)
		}
		lineEndings(*text, out.Edits[path])
		afterMark(*text, out.Edits[path])
	}
	mappers, err := s.edit(name, out.Edits)
	if err != nil {
		return err
	}
	if out.Truth != 0 {
		s.v.Labels, s.v.Truth = slices.Clone(out.Labels), out.Truth
	} else if err := s.mapLabels(name, out, mappers); err != nil {
		return err
	}
	if len(out.Renames) > 0 { // rename continues with the text, and settles it
		return nil
	}
	return st.settled(s, name)
}

// edit applies edits to the shown texts, and returns how spans in them move. It ignores edits of other files.
func (s *side) edit(name string, edits map[string][]edit.Edit) (map[string]edit.Mapper, error) {
	mappers := map[string]edit.Mapper{}
	for _, path := range slices.Sorted(maps.Keys(edits)) {
		text := s.text(path)
		if text == nil {
			continue
		}
		after, err := edit.Apply(*text, edits[path])
		if err != nil {
			return nil, fmt.Errorf("%s on %s: %s: %w", name, s.v.Key, path, err)
		}
		*text, mappers[path] = after, edit.NewMapper(edits[path])
	}
	return mappers, nil
}

// editWithLabels applies edits as edit does, and moves the labels.
func (s *side) editWithLabels(name string, edits map[string][]edit.Edit) error {
	mappers, err := s.edit(name, edits)
	if err != nil {
		return err
	}
	return s.mapLabels(name, &Output{}, mappers)
}

// editsOf collects the edits of files by path.
func editsOf(files map[string]string, of func(path, text string) []edit.Edit) map[string][]edit.Edit {
	out := map[string][]edit.Edit{}
	for path, text := range files {
		if es := of(path, text); len(es) > 0 {
			out[path] = es
		}
	}
	return out
}

// editFiles returns the files after edits by path.
func editFiles(files []bench.File, edits map[string][]edit.Edit) ([]bench.File, error) {
	out := slices.Clone(files)
	for i, f := range out {
		text, err := edit.Apply(f.Text, edits[f.Path])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Path, err)
		}
		out[i].Text = text
	}
	return out, nil
}

// lineEndings gives inserted text the line ends of the surrounding text.
func lineEndings(text string, edits []edit.Edit) {
	if n := strings.Count(text, "\r\n"); n == 0 || n < strings.Count(text, "\n") {
		return
	}
	for i := range edits {
		lines := strings.ReplaceAll(edits[i].New, "\r\n", "\n")
		edits[i].New = strings.ReplaceAll(lines, "\n", "\r\n")
	}
}

// afterMark moves what is inserted at the start of a text behind its byte order mark.
func afterMark(text string, edits []edit.Edit) {
	const mark = "\ufeff"
	for i := range edits {
		if edits[i].End == 0 && strings.HasPrefix(text, mark) {
			edits[i].Start, edits[i].End = len(mark), len(mark)
		}
	}
}

// settled checks the result of a step on one side, and settles its labels.
func (st *state) settled(s *side, name string) error {
	if err := st.cache.checkSyntax(s.v.Task); err != nil {
		return fmt.Errorf("%s on %s: what it made cannot be read: %w", name, s.v.Key, err)
	}
	st.settle(s)
	return nil
}

// text returns a pointer to the shown text at path, or nil.
func (s *side) text(path string) *string {
	switch path {
	case ProtocolPath:
		return &s.v.Task.Protocol
	case SpecPath:
		return &s.v.Task.Spec
	}
	for _, files := range [][]bench.File{s.v.Task.Files, s.v.Task.Context} {
		for i := range files {
			if files[i].Path == path {
				return &files[i].Text
			}
		}
	}
	return nil
}

func (s *side) mapLabels(name string, out *Output, mappers map[string]edit.Mapper) error {
	for i := range s.v.Labels {
		l := &s.v.Labels[i]
		m, changed := mappers[l.Span.File]
		if l.Span.File == "" || !changed {
			continue
		}
		start, end, ok := m.Map(l.Span.Start, l.Span.End)
		if !ok {
			start, end, ok = moved(out, m, l.Span)
		}
		if !ok {
			return &LabelError{name, s.v.Key, *l}
		}
		l.Span.Start, l.Span.End = start, end
	}
	for _, a := range out.Added {
		es := out.Edits[a.File]
		if a.Edit < 0 || a.Edit >= len(es) || a.Start < 0 || a.End <= a.Start || a.End > len(es[a.Edit].New) {
			return fmt.Errorf("%s on %s: it labels text that it does not insert in %s", name, s.v.Key, a.File)
		}
		at := inserted(es, a.Edit)
		a.Label.Span = bench.Span{File: a.File, Start: at + a.Start, End: at + a.End}
		s.v.Labels = append(s.v.Labels, a.Label)
	}
	return nil
}

// moved finds a span in the text that the output moved.
func moved(out *Output, m edit.Mapper, span bench.Span) (start, end int, ok bool) {
	for _, mv := range out.Moved {
		if mv.File != span.File || span.Start < mv.Start || span.End > mv.End {
			continue
		}
		es := out.Edits[mv.File]
		if mv.Edit < 0 || mv.Edit >= len(es) || mv.Offset < 0 || mv.Offset+mv.End-mv.Start > len(es[mv.Edit].New) {
			return 0, 0, false
		}
		start = inserted(es, mv.Edit) + mv.Offset + span.Start - mv.Start
		return start, start + span.End - span.Start, true
	}
	return 0, 0, false
}

// inserted returns the offset, in the edited text, of the New of edits[i].
func inserted(edits []edit.Edit, i int) int {
	at := edits[i].Start
	for j, e := range edits {
		before := cmp.Or(cmp.Compare(e.Start, edits[i].Start), cmp.Compare(e.End, edits[i].End), cmp.Compare(j, i)) < 0
		if before {
			at += len(e.New) - (e.End - e.Start)
		}
	}
	return at
}

// settle adapts lines, scopes and order of the labels to the text.
func (st *state) settle(s *side) {
	s.lines()
	for i := range s.v.Labels {
		l := &s.v.Labels[i]
		text := s.text(l.Span.File)
		if l.Span.File == "" || text == nil || s.v.Task.Language != "solidity" {
			continue
		}
		l.Scope = ""
		if f, ok := solidity.Enclosing(st.cache.outline(*text).Functions, l.Span.Start); ok {
			l.Scope = f.Name
		}
	}
}

// lines computes the lines of the labels, and sorts them.
func (s *side) lines() {
	for i := range s.v.Labels {
		l := &s.v.Labels[i]
		if text := s.text(l.Span.File); l.Span.File != "" && text != nil {
			l.Span.Line = lineAt(*text, l.Span.Start)
			l.Span.EndLine = lineAt(*text, max(l.Span.Start, l.Span.End-1))
		}
	}
	slices.SortStableFunc(s.v.Labels, func(a, b bench.Label) int {
		return cmp.Or(cmp.Compare(a.Span.File, b.Span.File), cmp.Compare(a.Span.Start, b.Span.Start))
	})
}
