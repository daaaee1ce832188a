package solidity

import (
	"cmp"
	"encoding/hex"
	"strconv"
	"strings"
)

// hashes are the numbers that stand for names: in lower-case hex, a selector
// with 8 digits, a topic with 64.
type hashes struct {
	names map[string][]*Decl // selectors and topics; several declarations when they do not have one name
	ids   map[string][]*Decl // interface ids, and the functions that they are made of
}

func (r *resolver) hashes() *hashes {
	h := &hashes{names: map[string][]*Decl{}, ids: map[string][]*Decl{}}
	add := func(digits string, d *Decl) {
		if list := h.names[digits]; len(list) == 0 || list[0].Name != d.Name {
			h.names[digits] = append(list, d)
		}
	}
	selectors := map[*Decl][4]byte{}
	for _, d := range r.n.Decls {
		if sig := r.signature(d); sig != "" {
			sum := keccak256(sig)
			selectors[d] = [4]byte(sum[:4])
			add(hex.EncodeToString(sum[:4]), d)
			add(hex.EncodeToString(sum[:]), d)
			add(hex.EncodeToString(sum[:4])+strings.Repeat("0", 56), d)
		}
	}
	for _, c := range r.contracts {
		var own, all []*Decl
		seen := map[string]bool{} // an override has the selector of what it overrides
		for i, base := range c.line {
			for _, m := range base.members {
				if _, ok := selectors[m]; ok && m.Kind == DeclFunction {
					if i == 0 {
						own = append(own, m)
					}
					if !seen[m.sig] {
						seen[m.sig] = true
						all = append(all, m)
					}
				}
			}
		}
		for _, list := range [][]*Decl{own, all} {
			if len(list) > 1 {
				id := interfaceID(list, nil)
				h.ids[hex.EncodeToString(id[:])] = list
			}
		}
	}
	return h
}

// interfaceID returns the exclusive or of the selectors of functions, some of
// which have other names by then.
func interfaceID(functions []*Decl, names map[string]string) (id [4]byte) {
	for _, d := range functions {
		sum := keccak256(cmp.Or(names[d.Name], d.Name) + strings.TrimPrefix(d.sig, d.Name))
		for i := range id {
			id[i] ^= sum[i]
		}
	}
	return id
}

// hexDigits returns a number or a hex string as 8 or 64 lower-case digits of
// hex, or "" when it has another size.
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
	if len(digits) < 8 && len(digits) > 4 { // leading zeros may be left out
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

// inNumber looks at a literal as long as a selector or a topic. Where its
// writing could not be changed and changed back, the names must stay.
func (r *resolver) inNumber(u *unit, t Token, s, digits string, h *hashes) {
	list := h.names[digits]
	id := h.ids[digits]
	plain := s == "0x"+digits || strings.HasPrefix(s, "0x") && strings.EqualFold(s, "0x"+digits)
	switch {
	case len(list) == 1 && plain:
		d := list[0]
		u.occ = append(u.occ, Occurrence{Path: u.path, At: Span{t.Start, t.End}, Name: d.Name, Verdict: Refers, Decl: d, Place: InSelector})
	case len(list) > 0:
		for _, d := range list {
			r.n.pin(d.Name, u, t, s+" is its selector, or one of the same value, in a form that cannot follow")
		}
	case len(id) > 0 && plain:
		r.n.ids = append(r.n.ids, interfaceNumber{u.path, Span{t.Start, t.End}, id})
	case len(id) > 0:
		for _, d := range id {
			r.n.pin(d.Name, u, t, s+" is the id of its interface, in a form that cannot follow")
		}
	}
}

// interfaceNumber is a literal that is the id of an interface: the exclusive or
// of the selectors of its functions.
type interfaceNumber struct {
	path      string
	at        Span
	functions []*Decl
}

// pin is why a name must stay, and where.
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
