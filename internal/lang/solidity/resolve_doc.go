package solidity

import "strings"

// docs resolves the names in NatSpec comments that the compiler checks, and in {Name}.
func (r *resolver) docs() {
	for _, u := range r.units {
		var at map[int]*Decl
		for i, t := range u.file.Tokens {
			if !t.Comment() || !isDoc(t.Text(u.file.Src)) {
				continue
			}
			if at == nil {
				at = documented(r.n.Decls, u)
			}
			eachNamed(u.file.Src, t, documentedBy(u.file.Tokens, i, at), r.n, func(name Span, found []*Decl) {
				u.occ = append(u.occ, Occurrence{Path: u.path, At: name, Name: found[0].Name, Verdict: Refers, Decl: only(found),
					Place: InDoc, id: found[0].id})
			})
		}
	}
}

// isDoc reports whether a comment is NatSpec that may contain names.
func isDoc(comment string) bool {
	return (strings.HasPrefix(comment, "///") || strings.HasPrefix(comment, "/**")) && strings.ContainsAny(comment, "@{")
}

// documented maps the offsets at which declarations of u that may have NatSpec begin
// to what may be named there.
func documented(decls []*Decl, u *unit) map[int]*Decl {
	at := map[int]*Decl{}
	for _, d := range decls {
		if d.unit != u {
			continue
		}
		switch d.Kind {
		case DeclContract, DeclLibrary, DeclInterface:
			at[d.Node.Start] = d
			if ctor := d.info.ctor; ctor != nil {
				at[ctor.Node.Start] = ctor
			}
		case DeclFunction, DeclConstructor, DeclModifier, DeclEvent, DeclError, DeclStruct, DeclStateVar:
			at[d.Node.Start] = d
		}
	}
	return at
}

// documentedBy returns the declaration that the comment, the i-th token, documents, or nil.
func documentedBy(tokens []Token, i int, at map[int]*Decl) *Decl {
	for i++; i < len(tokens); i++ {
		if !tokens[i].Trivia() {
			return at[tokens[i].Start]
		}
	}
	return nil
}

// eachNamed finds the names in one comment, which documents d if that is not nil, with
// their possible declarations, at least one.
func eachNamed(src string, t Token, d *Decl, names *Names, yield func(name Span, found []*Decl)) {
	found := func(name Span, list []*Decl) {
		if len(list) > 0 {
			yield(name, list)
		}
	}
	for i := t.Start; i < t.End; i++ {
		switch src[i] {
		case '@':
			tag := Span{i + 1, run(src[:t.End], i+1, isLetter)}
			name := Span{Start: run(src[:t.End], tag.End, func(c byte) bool { return c == ' ' || c == '\t' })}
			name.End = run(src[:t.End], name.Start, isWord)
			i = tag.End - 1
			if name.Empty() || name.Start == tag.End {
				continue
			}
			word := name.Text(src)
			switch tag.Text(src) {
			case "param":
				if d != nil {
					found(name, named(d.inner, word))
				}
			case "return":
				if d != nil {
					found(name, named(d.rets, word))
				}
			case "inheritdoc":
				found(name, names.Named(word))
			}
		case '{':
			name := Span{i + 1, run(src[:t.End], i+1, isWord)}
			for !name.Empty() && name.End < t.End {
				found(name, names.Named(name.Text(src)))
				if c := src[name.End]; c != '-' && c != '.' && c != ':' {
					break
				}
				name = Span{name.End + 1, run(src[:t.End], name.End+1, isWord)}
			}
		}
	}
}
