package solidity

import (
	"cmp"
	"encoding/hex"
	"strconv"
	"strings"
)

// hashes maps numbers to the declarations that they represent: several if these do not
// have the same name.
type hashes struct {
	selectors map[[4]byte][]*Decl
	topics    map[[32]byte][]*Decl
	ids       map[[4]byte][]*Decl // ids of interfaces, with the functions from which they are computed
}

func (r *resolver) hashes() *hashes {
	h := &hashes{selectors: map[[4]byte][]*Decl{}, topics: map[[32]byte][]*Decl{}, ids: map[[4]byte][]*Decl{}}
	selectors := map[*Decl][4]byte{}
	for _, d := range r.n.Decls {
		if sig := r.signature(d); sig != "" {
			sum := keccak256(sig)
			selector := [4]byte(sum[:4])
			selectors[d] = selector
			h.selectors[selector] = another(h.selectors[selector], d)
			h.topics[sum] = another(h.topics[sum], d)
		}
	}
	for _, c := range r.contracts {
		var own, all [4]byte
		var owns, alls []*Decl
		seen := map[string]bool{} // an override has the selector of the overridden function
		for i, base := range c.line {
			for _, m := range base.members {
				selector, ok := selectors[m]
				if !ok || m.Kind != DeclFunction {
					continue
				}
				if i == 0 {
					owns, own = append(owns, m), xor(own, selector)
				}
				if !seen[m.sig] {
					seen[m.sig] = true
					alls, all = append(alls, m), xor(all, selector)
				}
			}
		}
		if len(owns) > 1 {
			h.ids[own] = owns
		}
		if len(alls) > 1 {
			h.ids[all] = alls
		}
	}
	return h
}

// another adds a declaration to those of one number, at most one per name.
func another(list []*Decl, d *Decl) []*Decl {
	if len(list) > 0 && list[0].Name == d.Name {
		return list
	}
	return append(list, d)
}

func xor(a, b [4]byte) [4]byte {
	for i := range a {
		a[i] ^= b[i]
	}
	return a
}

// of returns what a number of 8 or 64 hex digits represents: a name, or the functions
// of an interface. A selector may be at the front of 32 bytes.
func (h *hashes) of(digits string) (names, id []*Decl) {
	var b [32]byte
	n, err := hex.Decode(b[:], []byte(digits))
	switch {
	case err != nil:
		return nil, nil
	case n == 4:
		return h.selectors[[4]byte(b[:4])], h.ids[[4]byte(b[:4])]
	case strings.HasSuffix(digits, strings.Repeat("0", 56)):
		names = h.selectors[[4]byte(b[:4])]
	}
	return append(names[:len(names):len(names)], h.topics[b]...), nil
}

// interfaceID returns the exclusive or of the selectors of functions; names holds
// their new names.
func interfaceID(functions []*Decl, names map[string]string) (id [4]byte) {
	for _, d := range functions {
		sum := keccak256(cmp.Or(names[d.Name], d.Name) + strings.TrimPrefix(d.sig, d.Name))
		id = xor(id, [4]byte(sum[:4]))
	}
	return id
}

// hexDigits returns a number or a hex string as 8 or 64 lower-case hex digits, or ""
// if it has another size.
func hexDigits(s string) string {
	plain := strings.ReplaceAll(s, "_", "")
	digits, isHex := strings.CutPrefix(plain, "0x")
	switch {
	case isHex:
	case strings.HasPrefix(s, "hex"):
		return sized(strings.ToLower(strings.Trim(plain[len("hex"):], `"'`)))
	default:
		n, err := strconv.ParseUint(plain, 10, 32)
		if err != nil {
			return ""
		}
		digits = strconv.FormatUint(n, 16)
	}
	if len(digits) < 8 && len(digits) > 4 { // leading zeros may be omitted
		digits = strings.Repeat("0", 8-len(digits)) + digits
	}
	return sized(strings.ToLower(digits))
}

func sized(digits string) string {
	if len(digits) == 8 || len(digits) == 64 {
		return digits
	}
	return ""
}

// inNumber examines a literal as long as a selector or a topic. If its notation could
// not be changed and changed back, the names must stay.
func (r *resolver) inNumber(u *unit, t Token, s, digits string, h *hashes) {
	list, id := h.of(digits)
	plain := s == "0x"+digits || strings.HasPrefix(s, "0x") && strings.EqualFold(s, "0x"+digits)
	switch {
	case len(list) == 1 && plain:
		d := list[0]
		u.occ = append(u.occ, Occurrence{Path: u.path, At: Span{t.Start, t.End}, Name: d.Name, Verdict: Refers, Decl: d,
			Place: InSelector, id: d.id})
	case len(list) > 0:
		for _, d := range list {
			r.n.pin(d.Name, u, t, s+" is its selector, or one of the same value, in a form that cannot follow")
		}
	case len(id) > 0 && plain:
		r.n.interfaces = append(r.n.interfaces, interfaceNumber{u.path, Span{t.Start, t.End}, id})
	case len(id) > 0:
		for _, d := range id {
			r.n.pin(d.Name, u, t, s+" is the id of its interface, in a form that cannot follow")
		}
	}
}

// interfaceNumber is a literal that is the id of an interface: the exclusive or of the
// selectors of its functions.
type interfaceNumber struct {
	path      string
	at        Span
	functions []*Decl
}

// pin is the reason why a name must stay, with its place.
type pin struct {
	path   string
	offset int
	why    string
}

func (n *Names) pin(name string, u *unit, t Token, why string) {
	if _, ok := n.pins[name]; !ok {
		n.pins[name] = pin{u.path, t.Start, why}
	}
}
