package static

import (
	"slices"

	"assay/internal/solidity"
)

// maxFlat bounds how much inlining may write out.
const maxFlat = 20000

// flat returns the tokens that a call of f runs, in order: its modifiers
// wrapped around its body, and every internal function that it calls written
// out before the statement that calls it.
func (u *unit) flat(f *function) []token {
	if f.cache == nil {
		f.cache = link(u.inline(f, nil))
	}
	return f.cache
}

func (u *unit) inline(f *function, stack []*function) []token {
	if slices.Contains(stack, f) || len(stack) > 4 {
		return nil
	}
	stack = append(slices.Clone(stack), f)
	out := u.calls(f, f.toks, stack)
	for _, name := range slices.Backward(f.Modifiers) {
		m := u.resolve(f, name, true)
		if m == nil {
			continue
		}
		var wrapped []token
		for i, t := range m.toks {
			if t.text == "_" && i+1 < len(m.toks) && m.toks[i+1].text == ";" {
				wrapped = append(wrapped, out...)
			} else {
				wrapped = append(wrapped, t)
			}
		}
		out = u.calls(m, wrapped, stack)
	}
	return out
}

// calls writes out the internal functions that the tokens owned by f call.
func (u *unit) calls(f *function, toks []token, stack []*function) []token {
	var out []token
	statement := 0 // where the current statement begins in out
	for i, t := range toks {
		if t.owner == f && t.kind == solidity.Ident && i+1 < len(toks) && toks[i+1].text == "(" && i > 0 && toks[i-1].text != "." && len(out) < maxFlat {
			if g := u.resolve(f, t.text, false); g != nil {
				body := u.inline(g, stack)
				out = slices.Insert(out, statement, body...)
				statement += len(body)
			}
		}
		out = append(out, t)
		if t.text == ";" || t.block {
			statement = len(out)
		}
	}
	return out
}

// site returns the token of f itself at which the token at i of its flat form
// runs: the start of the statement that calls the internal function it is in.
// A token of a modifier stays where it is.
func site(f *function, toks []token, i int) token {
	if toks[i].owner != nil && toks[i].owner.Kind == solidity.Modifier {
		return toks[i]
	}
	for _, t := range toks[i:] {
		if t.owner == f {
			return t
		}
	}
	return toks[i]
}

// unknownGuard reports whether f has a modifier that the file does not define.
func (u *unit) unknownGuard(f *function) bool {
	return slices.ContainsFunc(f.Modifiers, func(m string) bool { return u.resolve(f, m, true) == nil })
}

// statement returns the half-open range of tokens of the statement around i,
// from its first word to its semicolon or block.
func statement(toks []token, i int) (int, int) {
	from, to := i, i
	for from > 0 && toks[from-1].text != ";" && !toks[from-1].block {
		from--
	}
	for to < len(toks) && toks[to].text != ";" && !toks[to].block {
		to++
	}
	return from, to
}

// split cuts toks[from:to] at the separators that are not inside brackets.
func split(toks []token, from, to int, separators ...string) [][]token {
	var out [][]token
	start := from
	for i := from; i < to; i++ {
		if m := toks[i].mate; m > i && m < to {
			i = m
			continue
		}
		if slices.Contains(separators, toks[i].text) {
			out = append(out, toks[start:i])
			start = i + 1
		}
	}
	return append(out, toks[start:to])
}

// clauses returns the conditions that a run of toks tests: the arguments of
// require and assert, if and while conditions, and comparisons returned, each
// cut at && and ||. Brackets around a whole group are opened.
func clauses(toks []token) [][]token {
	var out [][]token
	var add func(from, to, depth int)
	add = func(from, to, depth int) {
		for from < to && toks[from].text == "(" && toks[from].mate == to-1 {
			from, to = from+1, to-1
		}
		parts := split(toks, from, to, "&&", "||")
		if len(parts) == 1 || depth > maxNesting {
			// !( … ) and ternaries stay whole
			out = append(out, toks[from:to])
			return
		}
		at := from
		for _, p := range parts {
			add(at, at+len(p), depth+1)
			at += len(p) + 1
		}
	}
	for i, t := range toks {
		switch t.text {
		case "require", "assert", "if", "while":
			if i+1 >= len(toks) || toks[i+1].text != "(" || toks[i+1].mate < 0 {
				continue
			}
			end := toks[i+1].mate
			for j := i + 2; j < end; j++ {
				if toks[j].mate > j {
					j = toks[j].mate
				} else if toks[j].text == "," {
					end = j
				}
			}
			add(i+2, end, 0)
		case "return":
			_, end := statement(toks, i)
			if slices.ContainsFunc(toks[i:end], func(t token) bool { return comparison[t.text] }) || has(toks[i:end], "msg", ".", "sender") {
				add(i+1, end, 0)
			}
		}
	}
	return out
}

var comparison = set("== != < > <= >=")

// has reports whether toks hold the given texts in a row.
func has(toks []token, texts ...string) bool { return find(toks, 0, texts...) >= 0 }

// find returns the first index from from where toks hold texts in a row, or -1.
func find(toks []token, from int, texts ...string) int {
outer:
	for i := from; i+len(texts) <= len(toks); i++ {
		for k, s := range texts {
			if toks[i+k].text != s {
				continue outer
			}
		}
		return i
	}
	return -1
}

// mentions reports whether name is used in toks as a name of its own.
func mentions(toks []token, name string) bool { return use(toks, name) >= 0 }

func use(toks []token, name string) int {
	for i, t := range toks {
		if t.text == name && (i == 0 || toks[i-1].text != ".") {
			return i
		}
	}
	return -1
}

// senderChecked reports whether a call of f tests who the caller is, or runs a
// modifier that nobody here can see.
func (u *unit) senderChecked(f *function) bool {
	if u.unknownGuard(f) {
		return true
	}
	for _, c := range clauses(u.flat(f)) {
		if has(c, "msg", ".", "sender") || has(c, "tx", ".", "origin") || has(c, "_msgSender") {
			return true
		}
		// A local that holds the sender, or something looked up by it.
		for _, t := range c {
			if t.owner != nil && t.owner.locals[t.text] && assignedFrom(u.flat(f), t.text, "msg", ".", "sender") {
				return true
			}
		}
	}
	return false
}

// assignedFrom reports whether a statement of toks sets name from an expression
// that holds texts.
func assignedFrom(toks []token, name string, texts ...string) bool {
	for i, t := range toks {
		if t.text != name || i+1 >= len(toks) || toks[i+1].text != "=" {
			continue
		}
		if _, end := statement(toks, i); has(toks[i+2:max(i+2, end)], texts...) {
			return true
		}
	}
	return false
}
