package solidity

import (
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/crypto/keccak"
)

// keccak256 is the hash of selectors and topics.
func keccak256(msg string) (out [32]byte) {
	h := keccak.NewLegacyKeccak256()
	h.Write([]byte(msg)) // never fails
	h.Sum(out[:0])
	return out
}

// reach marks the declarations whose names are visible from outside.
func (r *resolver) reach() {
	for _, d := range r.n.Decls {
		switch d.Kind {
		case DeclFunction:
			if d.Scope == nil || d.Visibility != "public" && d.Visibility != "external" {
				continue
			}
		case DeclStateVar:
			if d.Visibility != "public" {
				continue
			}
			d.ABI = true
			r.expose(r.valueOf(d), false, 0)
			continue
		case DeclEvent, DeclError:
		default:
			continue
		}
		d.ABI = true
		library := d.Scope != nil && d.Scope.Kind == DeclLibrary
		for _, list := range [...][]*Decl{d.inner, d.rets} {
			for _, p := range list {
				r.expose(r.valueOf(p), library, 0)
			}
		}
	}
	for _, t := range r.encoded {
		r.expose(t, false, 0)
	}
}

// expose marks the types of which t consists. Contracts' names count only in the
// signatures of libraries.
func (r *resolver) expose(t *typ, library bool, depth int) {
	if t == nil || depth > 32 {
		return
	}
	switch t.kind {
	case tContract:
		t.decl.ABI = t.decl.ABI || library
	case tEnum, tUser:
		t.decl.ABI = true
		if library && t.decl.Scope != nil {
			t.decl.Scope.ABI = true
		}
	case tStruct:
		if library && t.decl.Scope != nil {
			t.decl.Scope.ABI = true
		}
		if t.decl.ABI {
			return
		}
		t.decl.ABI = true
		for _, f := range t.decl.inner {
			r.expose(r.valueOf(f), library, depth+1)
		}
	case tArray, tMapping:
		r.expose(t.key, library, depth+1)
		r.expose(t.elem, library, depth+1)
	case tTuple, tFunction:
		for _, p := range t.list {
			r.expose(p, library, depth+1)
		}
		for _, p := range t.rets {
			r.expose(p, library, depth+1)
		}
	}
}

// signature returns "f(uint256)", or "" if d has none or it is not known.
func (r *resolver) signature(d *Decl) string {
	if d.sig != "" || !d.ABI {
		return d.sig
	}
	var params []*typ
	switch d.Kind {
	case DeclFunction, DeclEvent, DeclError:
		for _, p := range d.inner {
			params = append(params, r.valueOf(p))
		}
	case DeclStateVar:
		params = r.getter(d).list
	default:
		return ""
	}
	library := d.Scope != nil && d.Scope.Kind == DeclLibrary
	budget := 1000
	var names []string
	for _, p := range params {
		name := r.abiName(p, &budget)
		if name == "" || library && p.kind != tBasic {
			return ""
		}
		names = append(names, name)
	}
	d.sig = d.Name + "(" + strings.Join(names, ",") + ")"
	return d.sig
}

// strings finds signatures of declarations in string literals, and their selectors,
// topics and interface ids in numbers.
func (r *resolver) strings() {
	var bySig map[string]*Decl
	var hashes *hashes
	for _, u := range r.units {
		for i, t := range u.file.words {
			s := t.Text(u.file.Src)
			switch {
			case t.Kind == String && strings.HasSuffix(s[:len(s)-1], ")") && !strings.HasPrefix(s, "hex"):
				if bySig == nil {
					bySig = map[string]*Decl{}
					for _, d := range r.n.Decls {
						if sig := r.signature(d); sig != "" && bySig[sig] == nil {
							bySig[sig] = d
						}
					}
				}
				r.inString(u, i, t, bySig)
			case t.Kind == Number && len(s) > 6, t.Kind == String && strings.HasPrefix(s, "hex"):
				digits := hexDigits(s)
				if digits == "" {
					continue
				}
				if hashes == nil {
					hashes = r.hashes()
				}
				r.inNumber(u, t, s, digits, hashes)
			}
		}
	}
}

// inString examines a string literal that ends like a signature.
func (r *resolver) inString(u *unit, i int, t Token, bySig map[string]*Decl) {
	src := u.file.Src
	open := t.Start + strings.IndexAny(t.Text(src), `"'`) + 1
	body := src[open : t.End-1]
	name := Span{open, run(src, open, isWord)}
	if name.Empty() || name.End >= t.End || src[name.End] != '(' {
		return
	}
	o := Occurrence{Path: u.path, At: name, Name: name.Text(src), Verdict: Refers, Decl: bySig[body], Place: InString}
	if o.Decl == nil {
		// "Permit(address owner)" is an EIP-712 type, which off-chain signers know by that name.
		declared := !strings.Contains(body, " ") && slices.ContainsFunc(r.n.Named(o.Name),
			func(d *Decl) bool { return d.ABI })
		if !declared || !hashed(u.file, i) {
			return
		}
		o.Verdict, o.Why = Uncertain, "the signature fits no declaration of this name"
	}
	o.id = r.n.ids[o.Name] // it is declared
	u.occ = append(u.occ, o)
}

// hashed reports whether the literal at word i is the first argument of a function
// that takes signatures.
func hashed(f *File, i int) bool {
	if i < 2 || f.words[i-1].Text(f.Src) != "(" {
		return false
	}
	switch f.words[i-2].Text(f.Src) {
	case "keccak256", "sha3", "encodeWithSignature", "bytes":
		return true
	}
	return false
}
