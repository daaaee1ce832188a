package transform

import (
	"assay/internal/bench"
	"assay/internal/lang/edit"
	"assay/internal/lang/wording"
)

// prose adds to the edits of code those of names that comments mention as names, and
// renames in the protocol description and in the texts of the ground truth.
func (st *state) prose(s *side, renames map[string]string, edits map[string][]edit.Edit) {
	w := newWords(renames)
	for _, files := range [][]bench.File{s.v.Task.Files, s.v.Task.Context} {
		for _, f := range files {
			code, i := edits[f.Path], 0 // code is in order, as comments are
			var both []edit.Edit
			for _, c := range st.cache.comments(s.v.Task.Language, f.Text) {
				for _, e := range w.edits(f.Text, c) {
					from := i
					for i < len(code) && code[i].Start < e.Start {
						i++
					}
					both = append(both, code[from:i]...)
					if i == len(code) || code[i].Start != e.Start { // the code's own edit in documentation takes precedence
						both = append(both, e)
					}
				}
			}
			if len(both) > 0 {
				edits[f.Path] = append(both, code[i:]...)
			}
		}
	}
	for _, text := range []*string{&s.v.Task.Protocol, &s.v.RootCause, &s.v.Attack, &s.v.Fix} {
		*text = w.replace(*text)
	}
	for i := range s.v.Further {
		f := &s.v.Further[i]
		f.RootCause, f.Attack, f.Fix = w.replace(f.RootCause), w.replace(f.Attack), w.replace(f.Fix)
	}
	for i := range s.v.Labels {
		s.v.Labels[i].Note = w.replace(s.v.Labels[i].Note)
	}
}

// words holds names to be replaced in prose.
type words struct {
	renames map[string]string
	sizes   [256]uint64 // by first byte, one bit for each length; the last bit for all longer ones
}

func newWords(renames map[string]string) *words {
	w := &words{renames: renames}
	for old := range renames {
		if old != "" {
			w.sizes[old[0]] |= 1 << min(len(old), 63)
		}
	}
	return w
}

// of returns the replacement of a word.
func (w *words) of(word string) (string, bool) {
	if w.sizes[word[0]]&(1<<min(len(word), 63)) == 0 { // most words are not among the names
		return "", false
	}
	now, ok := w.renames[word]
	return now, ok
}

func (w *words) replace(text string) string {
	out, err := edit.Apply(text, w.edits(text, Span{0, len(text)}))
	if err != nil {
		panic("transform: edits of words cannot overlap: " + err.Error())
	}
	return out
}

// edits renames the words of a piece of prose that are names: those that do not look
// like English words, are in backquotes, or are called. A plain lower-case word is
// treated as English.
func (w *words) edits(text string, piece Span) []edit.Edit {
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
		if now, ok := w.of(word); ok {
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
