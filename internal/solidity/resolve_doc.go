package solidity

import "strings"

// docs resolves the names in NatSpec comments that the compiler checks, and
// {Name}.
func (r *resolver) docs() {
	for _, u := range r.units {
		var at map[int]*Decl // by where the declaration begins
		for i, t := range u.file.Tokens {
			if !t.Comment() {
				continue
			}
			doc := t.Text(u.file.Src)
			if !strings.HasPrefix(doc, "///") && !strings.HasPrefix(doc, "/**") || !strings.ContainsAny(doc, "@{") {
				continue
			}
			if at == nil {
				at = r.documented(u)
			}
			next := i + 1
			for next < len(u.file.Tokens) && u.file.Tokens[next].Trivia() {
				next++
			}
			var d *Decl
			if next < len(u.file.Tokens) {
				d = at[u.file.Tokens[next].Start]
			}
			r.doc(u, t, d)
		}
	}
}

// documented maps the offsets where declarations begin that may have NatSpec.
func (r *resolver) documented(u *unit) map[int]*Decl {
	at := map[int]*Decl{}
	for _, d := range r.n.Decls {
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

// doc resolves one comment, which documents d when that is not nil.
func (r *resolver) doc(u *unit, t Token, d *Decl) {
	src := u.file.Src
	for i := t.Start; i < t.End; i++ {
		switch src[i] {
		case '@':
			tag := Span{i + 1, run(src[:t.End], i+1, isLetter)}
			name := Span{Start: run(src[:t.End], tag.End, isBlank)}
			name.End = run(src[:t.End], name.Start, isWord)
			i = tag.End - 1
			if name.Empty() || name.Start == tag.End {
				continue
			}
			word := name.Text(src)
			switch tag.Text(src) {
			case "param":
				if d != nil {
					r.inDoc(u, name, named(d.inner, word))
				}
			case "return":
				if d != nil {
					r.inDoc(u, name, named(d.rets, word))
				}
			case "inheritdoc":
				r.inDoc(u, name, r.n.byName[word])
			}
		case '{':
			name := Span{i + 1, run(src[:t.End], i+1, isWord)}
			for !name.Empty() && name.End < t.End {
				r.inDoc(u, name, r.n.byName[name.Text(src)])
				if c := src[name.End]; c != '-' && c != '.' && c != ':' {
					break
				}
				name = Span{name.End + 1, run(src[:t.End], name.End+1, isWord)}
			}
		}
	}
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

func (r *resolver) inDoc(u *unit, at Span, found []*Decl) {
	if len(found) == 0 {
		return
	}
	o := Occurrence{Path: u.path, At: at, Name: at.Text(u.file.Src), Verdict: Refers, Place: InDoc}
	if len(found) == 1 {
		o.Decl = found[0]
	}
	u.occ = append(u.occ, o)
}
