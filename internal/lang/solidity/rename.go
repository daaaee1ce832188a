package solidity

import (
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/lang/edit"
)

// Skip is a name that was not renamed. The place is that of the first occurrence that
// prevents it, or of the declaration; Path is "" if the name is not declared.
type Skip struct {
	Old, New     string
	Path         string
	Line, Column int
	Why          string
}

func (s Skip) String() string {
	if s.Path == "" {
		return fmt.Sprintf("%s is not renamed to %s: %s", s.Old, s.New, s.Why)
	}
	return fmt.Sprintf("%s:%d:%d: %s is not renamed to %s: %s", s.Path, s.Line, s.Column, s.Old, s.New, s.Why)
}

// Rename renames declared names, everywhere together: all declarations of a name get
// the same new name, so that overrides, overloads, shadowing and named arguments stay
// consistent. Strings and numbers that contain a signature or its selector are
// updated, and so is NatSpec that the compiler checks.
//
// A name stays unchanged in every file, and is reported, if the new name is in use or
// not an identifier, if two names would become the same, or if some occurrence of it
// could belong to the language: no name is ever renamed only in part. The edits of
// each file are in order; a file without edits has no entry.
//
// It does not know about calls from outside the files: a host that calls setUp, a
// token that calls onFlashLoan. Leave such names out.
func (n *Names) Rename(names map[string]string) (edits map[string][]edit.Edit, skipped []Skip) {
	accepted := make(map[string]string, len(names))
	taken := make(map[string]string, len(names))
	for _, old := range slices.Sorted(maps.Keys(names)) {
		new := names[old]
		if old == new {
			continue
		}
		if s, refused := n.refuse(old, new, taken); refused {
			skipped = append(skipped, s)
			continue
		}
		taken[new] = old
		accepted[old] = new
	}
	return n.edits(accepted), skipped
}

// edits returns the edits of renamings known to be correct.
func (n *Names) edits(names map[string]string) map[string][]edit.Edit {
	edits := map[string][]edit.Edit{}
	becomes := make([]string, len(n.ids)) // by number of the name
	for old, to := range names {
		if id, ok := n.ids[old]; ok {
			becomes[id] = to
		}
	}
	for _, u := range n.units {
		count := 0
		for i := range u.occ {
			if becomes[u.occ[i].id] != "" {
				count++
			}
		}
		if count == 0 {
			continue
		}
		list := make([]edit.Edit, 0, count)
		for i := range u.occ {
			o := &u.occ[i]
			to := becomes[o.id]
			if to == "" || o.Verdict == Language {
				continue
			}
			if o.Place == InSelector {
				to = n.hashAgain(o, to)
			}
			if to[0] == '_' && afterNumber(u.file.Src, o.At.Start) {
				to = " " + to
			}
			list = append(list, edit.Edit{Start: o.At.Start, End: o.At.End, New: to})
		}
		if len(list) > 0 {
			edits[u.path] = list
		}
	}
	for _, id := range n.interfaces {
		if to := id.renamed(names); to != "" {
			edits[id.path] = append(edits[id.path], edit.Edit{Start: id.at.Start, End: id.at.End, New: to})
			slices.SortFunc(edits[id.path], func(a, b edit.Edit) int { return a.Start - b.Start })
		}
	}
	return edits
}

// afterNumber reports whether a member of a number begins at offset, as in
// 42.double(): the compiler reads "42._" as a number.
func afterNumber(src string, offset int) bool {
	if offset == 0 || src[offset-1] != '.' {
		return false
	}
	start := offset - 1
	for start > 0 && (isWord(src[start-1]) || src[start-1] == '.') {
		start--
	}
	return start < offset-1 && isDigit(src[start])
}

// Check returns why old cannot be renamed to new by Rename; ok is true if it can.
func (n *Names) Check(old, new string) (s Skip, ok bool) {
	s, refused := n.refuse(old, new, nil)
	return s, !refused
}

func (n *Names) refuse(old, new string, taken map[string]string) (Skip, bool) {
	skip := func(path string, offset int, why string, args ...any) (Skip, bool) {
		s := Skip{Old: old, New: new, Path: path, Why: fmt.Sprintf(why, args...)}
		if f := n.File(path); f != nil {
			s.Line, s.Column = f.Position(offset)
		}
		return s, true
	}
	decls := n.Named(old)
	if len(decls) == 0 {
		return skip("", 0, "the files do not declare it")
	}
	d := decls[0]
	switch {
	case !isName(new):
		return skip(d.Path, d.At.Start, "%q is not an identifier", new)
	case Shared(new):
		return skip(d.Path, d.At.Start, "%s is a word of the language", new)
	case strings.HasSuffix(new, "_slot") || strings.HasSuffix(new, "_offset"):
		return skip(d.Path, d.At.Start, "before 0.7 assembly reads a meaning into the end of %s", new)
	case n.Used(new):
		for _, o := range n.usesOf(new) {
			return skip(o.Path, o.At.Start, "%s is in use here", new)
		}
		return skip(d.Path, d.At.Start, "%s is in use in the files", new)
	case taken[new] != "":
		return skip(d.Path, d.At.Start, "%s becomes %s too", taken[new], new)
	}
	for _, o := range n.usesOf(old) {
		if o.Verdict == Uncertain {
			return skip(o.Path, o.At.Start, "%s", o.Why)
		}
	}
	if p, pinned := n.pins[old]; pinned {
		return skip(p.path, p.offset, "%s", p.why)
	}
	if len(n.missing) > 0 {
		for _, d := range decls {
			if d.owner != nil && d.owner.foreign && d.Scope == d.owner.decl {
				return skip(d.Path, d.At.Start, "a base of %s is not among the files and may declare it too", d.Scope.Name)
			}
		}
	}
	return Skip{}, false
}

func isName(s string) bool {
	return s != "" && isLetter(s[0]) && run(s, 0, isWord) == len(s)
}

// renamed returns the literal after its functions got new names, "" if none did.
func (i interfaceNumber) renamed(names map[string]string) string {
	if !slices.ContainsFunc(i.functions, func(d *Decl) bool { return names[d.Name] != "" }) {
		return ""
	}
	id := interfaceID(i.functions, names)
	return "0x" + hex.EncodeToString(id[:])
}

// hashAgain returns the literal of a selector or topic after its function, event or
// error got a new name.
func (n *Names) hashAgain(o *Occurrence, new string) string {
	lit := o.At.Text(n.units[o.Path].file.Src)
	h := keccak256(new + strings.TrimPrefix(o.Decl.sig, o.Name))
	switch {
	case len(lit) == 10:
		return "0x" + hex.EncodeToString(h[:4])
	case strings.HasSuffix(lit, strings.Repeat("0", 56)):
		return "0x" + hex.EncodeToString(h[:4]) + strings.Repeat("0", 56)
	}
	return "0x" + hex.EncodeToString(h[:])
}
