package mutate

import (
	"regexp"
	"slices"

	"assay/internal/lang/sqltext"
)

var rowLock = Operator{
	Name:    "row-lock",
	Doc:     "drops FOR UPDATE and its like, weakens it to KEY SHARE, or drops SKIP LOCKED or NOWAIT",
	Deletes: true,
	find: func(u *unit) (out []change) {
		locks := 0 // number in the tree, which has no positions of them
		u.root.Walk(nil, func(n *node, path []*node) { locks += len(n.List("lockingClause")) })
		for k := 0; k < len(u.words) && locks > 0; k++ {
			if u.words[k] != "for" || !slices.Contains([]string{"update", "share", "no", "key"}, u.word(k+1)) {
				continue
			}
			locks--
			to := k + 1
			for to+1 < len(u.words) && (u.words[to+1] == "," || !u.ending(to+1)) {
				to++
			}
			out = append(out, changed(u.blank(k), u.toks[to].End, "", "without %s", u.quote(k, to)))
			if u.words[k+1] == "update" {
				out = append(out, u.changed(k+1, k+1, "KEY SHARE", "FOR KEY SHARE instead of FOR UPDATE"))
			}
			if u.words[to] == "locked" {
				out = append(out, changed(u.blank(to-1), u.toks[to].End, "", "without SKIP LOCKED"))
			}
			if u.words[to] == "nowait" {
				out = append(out, changed(u.blank(to), u.toks[to].End, "", "without NOWAIT"))
			}
		}
		return out
	},
}

// quotes are the conversions of format() that quote.
var quotes = regexp.MustCompile(`%(?:\d+\$)?-?\d*[LI]`)

var formatQuote = Operator{
	Name: "format-quote",
	Doc:  "turns %L and %I into %s in a format()",
	find: func(u *unit) (out []change) {
		// By the tokens: in a body's tree, EXECUTE format(…) is text.
		for k := range u.words {
			if u.words[k] != "format" || u.word(k+1) != "(" {
				continue
			}
			args := u.arguments(k + 1)
			if len(args) == 0 {
				continue
			}
			for i := args[0][0]; i <= args[0][1]; i++ {
				t := u.toks[i]
				if t.Kind != sqltext.String && t.Kind != sqltext.DollarString {
					continue
				}
				for _, m := range quotes.FindAllStringIndex(t.Text(u.code), -1) {
					at := t.Start + m[1] - 1
					if m[0] > 0 && u.code[t.Start+m[0]-1] == '%' {
						continue // %%L is a percent sign and an L
					}
					out = append(out, changed(at, at+1, "s", "%s for %s in format()", "%s", u.code[t.Start+m[0]:at+1]))
				}
			}
		}
		return out
	},
}

var policyKind = Operator{
	Name: "policy-kind",
	Doc:  "turns a RESTRICTIVE policy into a PERMISSIVE one",
	find: func(u *unit) (out []change) {
		policies := 0 // number of restrictive ones in the tree, which has no positions of them
		u.root.Walk(nil, func(n *node, path []*node) {
			if n.Is("CreatePolicyStmt") && !n.True("permissive") {
				policies++
			}
		})
		for k := 1; k < len(u.words) && policies > 0; k++ {
			if u.words[k] == "restrictive" && u.words[k-1] == "as" {
				policies--
				out = append(out, u.changed(k, k, "PERMISSIVE",
					"a PERMISSIVE policy instead of a RESTRICTIVE one"))
			}
		}
		return out
	},
}

var ownerRights = Operator{
	Name: "rls-owner",
	Doc: "gives a view or a function the rights of its owner, past the policies: security_invoker " +
		"off, SECURITY INVOKER to DEFINER",
	find: func(u *unit) (out []change) {
		for k, w := range u.words {
			switch {
			case w == "security_invoker" && u.word(k+1) == "=" && (u.word(k+2) == "true" || u.word(k+2) == "on"):
				out = append(out, u.changed(k+2, k+2, "false", "a view with the rights of its owner"))
			case w == "security_invoker" && u.word(k+1) != "=":
				out = append(out, changed(u.toks[k].End, u.toks[k].End, " = false", "a view with the rights of its owner"))
			case w == "security" && u.word(k+1) == "invoker":
				out = append(out, u.changed(k+1, k+1, "DEFINER", "a function with the rights of its owner"))
			}
		}
		return out
	},
}
