package transform

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/edit"
	"assay/internal/solidity"
	"assay/internal/wording"
)

// RenameError says that a name could not be renamed after all. It is a mistake
// in the transformation, which must ask [Names] first.
type RenameError struct {
	Transformation string
	Skip           solidity.Skip
}

func (e *RenameError) Error() string { return e.Transformation + ": " + e.Skip.String() }

// rename carries out the renames of one step in everything: code, proof, file
// names, comments, and the truth in words.
func (st *state) rename(name string, renames map[string]string) error {
	if len(renames) == 0 {
		return nil
	}
	var hidden []bench.File
	for i, s := range st.sides {
		files := sources(s.v.Task, st.hidden)
		names := st.resolver.of(s.v.Task, st.hidden)
		here := maps.Clone(renames)
		maps.DeleteFunc(here, func(old, _ string) bool { return len(names.Named(old)) == 0 })
		edits, skipped := names.Rename(here)
		if len(skipped) > 0 {
			return &RenameError{name, skipped[0]}
		}
		after, err := rewriteAll(files, edits)
		if err != nil {
			return fmt.Errorf("%s on %s: %w", name, s.v.Key, err)
		}
		if err := s.take(name, after, edits); err != nil {
			return err
		}
		mine := slices.Clone(st.hidden)
		for j := range mine {
			mine[j].Text = after[mine[j].Path]
		}
		if i > 0 && !slices.Equal(hidden, mine) {
			return fmt.Errorf("%s: renaming for the two halves of %s leads to two different proofs", name, s.v.Key)
		}
		hidden = mine
	}
	st.hidden = hidden
	for _, s := range st.sides {
		if err := s.prose(name, renames); err != nil {
			return err
		}
	}
	if err := st.moveFiles(name, renames); err != nil {
		return err
	}
	for _, s := range st.sides {
		if err := checkSyntax(s.v.Task); err != nil {
			return fmt.Errorf("%s on %s: what it made cannot be read: %w", name, s.v.Key, err)
		}
		s.settle()
	}
	remember(st.renames, renames)
	return nil
}

func rewriteAll(files map[string]string, edits map[string][]edit.Edit) (map[string]string, error) {
	out := maps.Clone(files)
	for _, p := range slices.Sorted(maps.Keys(edits)) {
		text, err := edit.Apply(files[p], edits[p])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p, err)
		}
		out[p] = text
	}
	return out, nil
}

// take replaces the shown texts by edited ones and maps the labels.
func (s *side) take(name string, after map[string]string, edits map[string][]edit.Edit) error {
	mappers := map[string]edit.Mapper{}
	for p, es := range edits {
		mappers[p] = edit.NewMapper(es)
	}
	for _, files := range [][]bench.File{s.v.Task.Files, s.v.Task.Context} {
		for i := range files {
			if text, ok := after[files[i].Path]; ok {
				files[i].Text = text
			}
		}
	}
	return s.mapLabels(name, &Output{}, mappers)
}

// prose renames in comments, in the protocol description and in the truth in
// words, where a name stands as a name.
func (s *side) prose(name string, renames map[string]string) error {
	edits := map[string][]edit.Edit{}
	after := map[string]string{}
	for _, files := range [][]bench.File{s.v.Task.Files, s.v.Task.Context} {
		for _, f := range files {
			for _, c := range Comments(s.v.Task.Language, f.Text) {
				edits[f.Path] = append(edits[f.Path], proseEdits(f.Text, c, renames)...)
			}
			text, err := edit.Apply(f.Text, edits[f.Path])
			if err != nil {
				return err
			}
			after[f.Path] = text
		}
	}
	if err := s.take(name, after, edits); err != nil {
		return err
	}
	for _, text := range []*string{&s.v.Task.Protocol, &s.v.RootCause, &s.v.Attack, &s.v.Fix} {
		*text = inProse(*text, renames)
	}
	for i := range s.v.Labels {
		s.v.Labels[i].Note = inProse(s.v.Labels[i].Note, renames)
	}
	return nil
}

func inProse(text string, renames map[string]string) string {
	out, err := edit.Apply(text, proseEdits(text, Span{0, len(text)}, renames))
	if err != nil {
		panic("transform: edits of words cannot overlap: " + err.Error())
	}
	return out
}

// proseEdits renames the words of a piece of prose that are names: those that
// look like no English word, stand in backquotes, or are called. A plain word
// in lower case is taken for English.
func proseEdits(text string, piece Span, renames map[string]string) []edit.Edit {
	var out []edit.Edit
	quoted := false
	for i := piece.Start; i < piece.End; {
		c := text[i]
		if c == '`' {
			quoted = !quoted
		}
		if c == '\n' {
			quoted = false
		}
		if !isWord(c) {
			i++
			continue
		}
		end := i
		for end < piece.End && isWord(text[end]) {
			end++
		}
		word := text[i:end]
		if now, ok := renames[word]; ok {
			called := end < piece.End && text[end] == '('
			english := wording.Plain(word) && word[0] >= 'a' && word[0] <= 'z'
			if quoted || called || !english {
				out = append(out, edit.Edit{Start: i, End: end, New: now})
			}
		}
		i = end
	}
	return out
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// moveFiles renames files that are called after a renamed contract, and the
// imports of them.
func (st *state) moveFiles(name string, renames map[string]string) error {
	moved := map[string]string{}
	for _, s := range st.sides {
		for _, files := range [][]bench.File{s.v.Task.Files, s.v.Task.Context} {
			for _, f := range files {
				if now := fileName(f, renames); now != "" {
					moved[f.Path] = path.Join(path.Dir(f.Path), now+".sol")
				}
			}
		}
	}
	if len(moved) == 0 {
		return nil
	}
	for _, s := range st.sides {
		edits := map[string][]edit.Edit{}
		files := sources(s.v.Task, nil)
		for p, text := range files {
			edits[p] = importEdits(p, text, moved)
		}
		after, err := rewriteAll(files, edits)
		if err != nil {
			return err
		}
		if err := s.take(name, after, edits); err != nil {
			return err
		}
		for _, files := range [][]bench.File{s.v.Task.Files, s.v.Task.Context} {
			for i := range files {
				if now, ok := moved[files[i].Path]; ok {
					files[i].Path = now
				}
			}
		}
		for i := range s.v.Labels {
			if now, ok := moved[s.v.Labels[i].Span.File]; ok {
				s.v.Labels[i].Span.File = now
			}
		}
	}
	for i, f := range st.hidden {
		text, err := edit.Apply(f.Text, importEdits(f.Path, f.Text, moved))
		if err != nil {
			return err
		}
		st.hidden[i].Text = text
	}
	return nil
}

// fileName returns the new name, without suffix, of a file that is called after
// a renamed contract; one that is called after nothing in it takes the name of
// its last renamed contract. "" means that it keeps its name. The text is the
// renamed one.
func fileName(f bench.File, renames map[string]string) string {
	base, isSol := strings.CutSuffix(path.Base(f.Path), ".sol")
	if !isSol {
		return ""
	}
	if now, ok := renames[base]; ok {
		return now
	}
	was := map[string]string{}
	for old, now := range renames {
		was[now] = old
	}
	name := ""
	for _, c := range solidity.Survey(f.Text).Contracts {
		switch {
		case c.Name == base:
			return ""
		case was[c.Name] != "":
			name = c.Name
		}
	}
	return name
}

// importEdits changes the import paths of a file that lead to moved files.
func importEdits(from, text string, moved map[string]string) []edit.Edit {
	var out []edit.Edit
	f := solidity.Parse(text)
	for n := range f.Root.All() {
		if n.Kind != solidity.NodeImport {
			continue
		}
		lit := n.Find(solidity.NodeLiteral)
		quoted := f.Text(lit)
		if len(quoted) < 2 {
			continue
		}
		to := quoted[1 : len(quoted)-1]
		full := path.Clean(to)
		if strings.HasPrefix(to, ".") {
			full = path.Join(path.Dir(from), to)
		}
		if now, ok := moved[full]; ok {
			end := lit.End - 1
			out = append(out, edit.Edit{Start: end - len(path.Base(to)), End: end, New: path.Base(now)})
		}
	}
	return out
}
