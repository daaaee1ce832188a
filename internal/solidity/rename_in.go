package solidity

import (
	"maps"
	"slices"
	"sort"
	"strings"

	"assay/internal/edit"
)

// Rewritten is a file after edits that came later than [Resolve].
type Rewritten struct {
	Outline *Outline                  // of the text as it is now
	Offset  func(old int) (int, bool) // where a byte of the resolved text stands now; false when it is gone
}

// RenameIn is [Names.Rename] for files of which some have been edited since they
// were resolved; the edits are of the texts as they are now. It spares another
// Resolve: comments, blanks and strings may have changed, and code may have been
// added that repeats names or declares new ones.
//
// ok is false when it cannot tell, or would skip a name: Resolve the texts of
// now, and Rename.
func (n *Names) RenameIn(now map[string]Rewritten, names map[string]string) (edits map[string][]edit.Edit, ok bool) {
	accepted, skipped := n.accept(names)
	if len(skipped) > 0 {
		return nil, false
	}
	edits = n.edits(accepted, func(path string) bool { _, changed := now[path]; return !changed })
	c := carrier{n: n, names: accepted, words: make(map[string]word, 2*len(accepted))}
	for old, to := range accepted {
		w := c.words[old]
		w.to = to
		w.mixed = Shared(old) || globalWords[old] || memberWords[old] || yulWords[old] ||
			slices.ContainsFunc(n.usesOf(old), func(o *Occurrence) bool { return o.Verdict == Language })
		c.words[old] = w
		w = c.words[to]
		w.made = true
		c.words[to] = w
	}
	for _, path := range slices.Sorted(maps.Keys(now)) {
		u := n.units[path]
		if u == nil {
			return nil, false
		}
		list, ok := c.file(u, now[path])
		if !ok {
			return nil, false
		}
		if len(list) > 0 {
			edits[path] = list
		}
	}
	return edits, true
}

// carrier carries a renaming over to files as they are now.
type carrier struct {
	n     *Names
	names map[string]string // old to new
	words map[string]word   // old names and new ones
}

// word is what a renaming has to do with a name.
type word struct {
	to    string // the new name of an old one
	mixed bool   // an old name that is the language's in some place
	made  bool   // it is a new name
}

// file returns the edits of one file in order.
func (c *carrier) file(u *unit, r Rewritten) ([]edit.Edit, bool) {
	placed, known, ok := c.carry(u, r)
	if !ok {
		return nil, false
	}
	ids := map[int]string{}
	for _, id := range c.n.interfaces {
		if to := id.renamed(c.names); id.path == u.path && to != "" {
			at, ok := r.Offset(id.at.Start)
			if !ok {
				return nil, false
			}
			ids[at] = to
		}
	}
	src := r.Outline.Src
	var out []edit.Edit
	var docs []int // tokens
	pragma := false
	for i, t := range r.Outline.Tokens {
		switch t.Kind {
		case Ident:
			name := t.Text(src)
			pragma = pragma || name == "pragma"
			w := c.words[name]
			if w.made && !pragma {
				return nil, false
			}
			if base := slotOf(name); base != name && c.names[base] != "" {
				if placed[t.Start] == nil {
					return nil, false
				}
				out = append(out, edit.Edit{Start: t.Start, End: t.Start + len(base), New: c.names[base]})
				continue
			}
			if w.to == "" || pragma {
				continue
			}
			if w.mixed {
				var verdict Verdict
				if o := placed[t.Start]; o != nil {
					verdict = o.Verdict
				} else {
					verdict = c.added(r.Outline.Tokens, i, src)
				}
				switch verdict {
				case Language:
					continue
				case Uncertain:
					return nil, false
				}
			}
			out = append(out, edit.Edit{Start: t.Start, End: t.End, New: w.to})
		case Punct:
			pragma = pragma && src[t.Start] != ';'
		case Number, String:
			if !signing(t.Text(src)) {
				continue
			}
			if !known[t.Start] {
				return nil, false
			}
			if t.Kind == String {
				if name := signed(src, t); placed[name.Start] != nil {
					out = append(out, edit.Edit{Start: name.Start, End: name.End, New: c.names[name.Text(src)]})
				}
			} else if o := placed[t.Start]; o != nil {
				out = append(out, edit.Edit{Start: t.Start, End: t.End, New: c.n.hashAgain(o, c.names[o.Name])})
			} else if to := ids[t.Start]; to != "" {
				out = append(out, edit.Edit{Start: t.Start, End: t.End, New: to})
			}
		case LineComment, BlockComment:
			if isDoc(t.Text(src)) {
				docs = append(docs, i)
			}
		}
	}
	if len(docs) == 0 {
		return out, true
	}
	more, ok := c.docs(u, r, docs)
	out = append(out, more...)
	slices.SortStableFunc(out, func(a, b edit.Edit) int { return a.Start - b.Start })
	return out, ok
}

// added says what a name that is the language's in some places is in code that
// was added since: Refers, Language, or Uncertain where the words beside it do
// not tell.
func (c *carrier) added(toks []Token, i int, src string) Verdict {
	if len(c.n.missing) > 0 {
		return Uncertain
	}
	// word returns the k-th word before (-1, -2) or after the name.
	word := func(k int) string {
		step := max(min(k, 1), -1)
		for at := i + step; at >= 0 && at < len(toks); at += step {
			if !toks[at].Trivia() {
				if k -= step; k == 0 {
					return toks[at].Text(src)
				}
			}
		}
		return ""
	}
	name := toks[i].Text(src)
	switch before, after := word(-1), word(1); before {
	case ".":
		switch of := word(-2); of {
		case "msg", "block", "tx":
			if len(c.n.Named(of)) == 0 { // so that it is the language's
				return Language
			}
		}
	case "[", "(", "=", "+", "-", "*", "/": // an expression, where words such as from mean nothing
		if (after == "]" || after == ")" || after == ";") && !globalWords[name] && !yulWords[name] {
			return Refers
		}
	}
	return Uncertain
}

// carry says where the occurrences stand now that a look at the text alone
// cannot judge, and which literals were looked at when the file was resolved.
func (c *carrier) carry(u *unit, r Rewritten) (placed map[int]*Occurrence, known map[int]bool, ok bool) {
	placed, known = map[int]*Occurrence{}, map[int]bool{}
	for i := range u.occ {
		o := &u.occ[i]
		whole := o.At.End >= len(u.file.Src) || !isWord(u.file.Src[o.At.End])
		if o.Place == InDoc {
			continue
		}
		if w := c.words[o.Name]; w.to == "" || o.Place == InCode && !w.mixed && whole {
			continue
		}
		at, ok := r.Offset(o.At.Start)
		if !ok && o.Place != InCode {
			return nil, nil, false
		}
		if ok {
			placed[at] = o
		}
	}
	for _, t := range u.file.words {
		if (t.Kind == Number || t.Kind == String) && signing(t.Text(u.file.Src)) {
			if at, ok := r.Offset(t.Start); ok {
				known[at] = true
			}
		}
	}
	return placed, known, true
}

// docs returns the edits of documentation comments, given as tokens.
func (c *carrier) docs(u *unit, r Rewritten, comments []int) ([]edit.Edit, bool) {
	at := map[int]*Decl{}
	for offset, d := range documented(c.n.in(u), u) {
		now, ok := r.Offset(offset)
		if !ok {
			return nil, false
		}
		at[now] = d
	}
	var out []edit.Edit
	for _, i := range comments {
		eachNamed(r.Outline.Src, r.Outline.Tokens[i], documentedBy(r.Outline.Tokens, i, at), c.n, func(name Span, _ []*Decl) {
			if to := c.names[name.Text(r.Outline.Src)]; to != "" {
				out = append(out, edit.Edit{Start: name.Start, End: name.End, New: to})
			}
		})
	}
	return out, true
}

// in returns the declarations of a file.
func (n *Names) in(u *unit) []*Decl {
	from := sort.Search(len(n.Decls), func(i int) bool { return n.Decls[i].Path >= u.path })
	to := sort.Search(len(n.Decls), func(i int) bool { return n.Decls[i].Path > u.path })
	return n.Decls[from:to]
}

// slotOf returns the variable of x_slot and x_offset, which assembly before 0.7
// writes; any other name is returned as it is.
func slotOf(name string) string {
	if base, ok := strings.CutSuffix(name, "_slot"); ok {
		return base
	}
	return strings.TrimSuffix(name, "_offset")
}

// signing reports whether a literal is shaped as a signature, or has the size of
// a selector or a topic.
func signing(s string) bool {
	if isDigit(s[0]) || strings.HasPrefix(s, "hex") {
		return len(s) > 6 && hexDigits(s) != ""
	}
	return len(s) > 2 && isQuote(s[len(s)-1]) && s[len(s)-2] == ')'
}

// signed returns the name in a string that is shaped as a signature.
func signed(src string, t Token) Span {
	open := t.Start + strings.IndexAny(t.Text(src), `"'`) + 1
	return Span{open, run(src, open, isWord)}
}
