package transform

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
)

// RenameError means that a name could not be renamed after all. It is a mistake in the
// transformation, which must consult [Names] first.
type RenameError struct {
	Transformation string
	Skip           solidity.Skip
}

func (e *RenameError) Error() string { return e.Transformation + ": " + e.Skip.String() }

// rename applies the renames of one step to everything: code, proof, file names,
// comments, and the texts of the ground truth.
func (st *state) rename(name string, renames map[string]string) error {
	if len(renames) == 0 {
		return nil
	}
	var hidden []bench.File
	contracts := map[string][]string{} // names before the step, for every shown file
	for _, s := range st.sides {
		for _, f := range slices.Concat(s.v.Task.Files, s.v.Task.Context) {
			contracts[f.Path] = nil
			for _, c := range st.cache.outline(f.Text).Contracts {
				contracts[f.Path] = append(contracts[f.Path], c.Name)
			}
		}
	}
	for i, s := range st.sides {
		if err := st.settled(s, name); err != nil { // from here on only names change
			return err
		}
		edits, err := st.renameEdits(s, name, renames)
		if err != nil {
			return err
		}
		st.prose(s, renames, edits)
		if err := s.editWithLabels(name, edits); err != nil {
			return err
		}
		mine, err := editFiles(st.hidden, edits)
		if err != nil {
			return fmt.Errorf("%s on %s: %w", name, s.v.Key, err)
		}
		if i > 0 && !slices.Equal(hidden, mine) {
			return fmt.Errorf("%s: renaming for the two halves of %s leads to two different proofs", name, s.v.Key)
		}
		hidden = mine
	}
	st.hidden = hidden
	if err := st.moveFiles(name, renames, contracts); err != nil {
		return err
	}
	for _, s := range st.sides {
		s.lines()
		for i := range s.v.Labels {
			if now, ok := renames[s.v.Labels[i].Scope]; ok {
				s.v.Labels[i].Scope = now
			}
		}
	}
	replaced(st.renames, renames)
	return nil
}

// renameEdits returns the edits of one side's code and of the hidden files.
func (st *state) renameEdits(s *side, name string, renames map[string]string) (map[string][]edit.Edit, error) {
	names := st.cache.resolve(s.v.Task, st.hidden)
	here := maps.Clone(renames)
	maps.DeleteFunc(here, func(old, _ string) bool { return len(names.Named(old)) == 0 })
	edits, skipped := names.Rename(here)
	if len(skipped) > 0 {
		return nil, &RenameError{name, skipped[0]}
	}
	return edits, nil
}

// moveFiles renames files that are named after a renamed contract, and updates their imports.
func (st *state) moveFiles(name string, renames map[string]string, contracts map[string][]string) error {
	moved := map[string]string{}
	for p, inside := range contracts {
		if now := fileName(p, inside, renames); now != "" {
			moved[p] = path.Join(path.Dir(p), now+".sol")
		}
	}
	if len(moved) == 0 {
		return nil
	}
	edits := func(path, text string) []edit.Edit { return importEdits(path, text, moved) }
	for _, s := range st.sides {
		if err := s.editWithLabels(name, editsOf(sources(s.v.Task, nil), edits)); err != nil {
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
	hidden, err := editFiles(st.hidden, editsOf(sources(bench.Task{}, st.hidden), edits))
	if err != nil {
		return err
	}
	st.hidden = hidden
	return nil
}

// fileName returns the new name, without suffix, of a file that is named after a
// renamed contract. A file not named after any of its contracts gets the name of its
// last renamed contract. "" means that the name stays.
func fileName(p string, contracts []string, renames map[string]string) string {
	base, isSol := strings.CutSuffix(path.Base(p), ".sol")
	if !isSol {
		return ""
	}
	if now, ok := renames[base]; ok {
		return now
	}
	name := ""
	for _, c := range contracts {
		if c == base {
			return ""
		}
		if now, ok := renames[c]; ok {
			name = now
		}
	}
	return name
}

// importEdits changes the import paths of a file that point to moved files.
func importEdits(from, text string, moved map[string]string) []edit.Edit {
	mentioned := func(p string) bool { return strings.Contains(text, path.Base(p)) }
	last := -1
	if slices.ContainsFunc(slices.Collect(maps.Keys(moved)), mentioned) {
		last = strings.LastIndex(text, "import")
	}
	if last < 0 {
		return nil
	}
	end := len(text)
	if i := strings.IndexByte(text[last:], '\n'); i >= 0 && strings.Contains(text[last:last+i], ";") {
		end = last + i
	}
	var out []edit.Edit
	importing, depth := false, 0
	for _, t := range solidity.Lex(text[:end]) {
		switch word := t.Text(text); t.Kind {
		case solidity.Punct:
			switch word {
			case "{":
				depth++
			case "}":
				depth--
			case ";":
				importing = false
			}
		case solidity.Ident:
			importing = importing || word == "import" && depth == 0
		case solidity.String:
			if !importing {
				continue
			}
			importing = false
			to := word[1 : len(word)-1]
			full := path.Clean(to)
			if strings.HasPrefix(to, ".") {
				full = path.Join(path.Dir(from), to)
			}
			if now, ok := moved[full]; ok {
				out = append(out, edit.Edit{Start: t.End - 1 - len(path.Base(to)), End: t.End - 1, New: path.Base(now)})
			}
		}
	}
	return out
}
