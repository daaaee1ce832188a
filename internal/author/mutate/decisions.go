package mutate

import (
	"slices"
	"strconv"
	"strings"
)

// decisions are operators that no bad SQL is derived with. They decide a part of a condition or move a bound of it.
// A proof that notices each of their mutants, and each removal of an AND-ed condition, has a set in which every part
// is true and one in which it is false, and in both the part alone decides the result. Otherwise the part may hide
// rights that no set uses: OR :order_no > 100000.
var decisions = []Operator{orArm, caseArm, listMember, wrapper, queryArm, bound}

// orArm decides an OR-ed part: it is false.
var orArm = Operator{Name: "or-arm", Doc: "leaves out one OR-ed predicate", find: func(u *unit) (out []change) {
	for _, c := range u.chains {
		if c.op == "or" {
			for _, p := range c.operands {
				out = append(out, u.drop(p))
			}
		}
	}
	return out
}}

// caseArm decides the condition of a WHEN.
var caseArm = Operator{Name: "case-arm", Doc: "takes the condition of a WHEN as true or false",
	find: func(u *unit) (out []change) {
		u.root.Walk(nil, func(n *node, path []*node) {
			k := u.at(n.Loc)
			if !n.Is("CaseWhen") || k < 0 || u.words[k] != "when" ||
				path[len(path)-1].Is("CaseExpr") && path[len(path)-1].Get("arg") != nil {
				return
			}
			to := u.right(k + 1)
			for _, value := range []string{"true", "false"} {
				out = append(out, u.changed(k+1, to, value, "%s instead of %s", value, u.quote(k+1, to)))
			}
		})
		return out
	}}

// listMember leaves out one member of a list that is compared with a value.
var listMember = Operator{Name: "list-member", Doc: "leaves out a member of IN", find: func(u *unit) (out []change) {
	u.root.Walk(nil, func(n *node, _ []*node) {
		k := u.at(n.Loc)
		if !n.Is("A_Expr") || n.Str("kind") != "AEXPR_IN" || k < 0 {
			return
		}
		if u.words[k] == "not" {
			k++
		}
		if u.words[k] != "in" || u.word(k+1) != "(" {
			return
		}
		args := u.arguments(k + 1)
		for i, a := range args {
			from, to := u.toks[a[0]].Start, u.toks[a[1]].End
			switch {
			case len(args) < 2:
				continue
			case i > 0:
				from = u.toks[args[i-1][1]].End
			default:
				to = u.toks[args[1][0]].Start
			}
			out = append(out, changed(from, to, "", "without %s in %s", u.quote(a[0], a[1]), u.quote(k, u.match[k+1])))
		}
	})
	return out
}}

// parts are functions whose result is a part of their first argument.
var parts = []string{"left", "right", "substr", "substring", "split_part", "date_trunc"}

// wrapper leaves the value whole of which a function takes a part.
var wrapper = Operator{Name: "wrapper", Doc: "takes a value instead of its part", find: func(u *unit) (out []change) {
	u.root.Walk(nil, func(n *node, _ []*node) {
		k := u.at(n.Loc)
		if !n.Is("FuncCall") || k < 0 || !slices.Contains(parts, u.words[k]) {
			return
		}
		value, end := u.whole(k)
		if value == "" {
			return
		}
		if second := end + 2; u.word(end+1) == "=" && slices.Contains(parts, u.word(second)) { // both sides are cut
			if other, last := u.whole(second); other != "" {
				value, end = value+" = "+other, last
			}
		} else if k > 1 && u.words[k-1] == "=" && u.words[k-2] == ")" {
			if before := u.match[k-2] - 1; before >= 0 && slices.Contains(parts, u.words[before]) {
				return // changed with the first side
			}
		}
		out = append(out, u.changed(k, end, value, "%s instead of %s", value, u.quote(k, end)))
	})
	return out
}}

// whole returns the value of which the call at token k takes a part, "" if none, and the last token of the call.
func (u *unit) whole(k int) (string, int) {
	if u.word(k+1) != "(" || u.match[k+1] < 0 {
		return "", k
	}
	args, n := u.arguments(k+1), 0
	if u.words[k] == "date_trunc" {
		n = 1
	}
	if len(args) <= n {
		return "", k
	}
	return u.text(args[n][0], args[n][1]), u.match[k+1]
}

// queryArm leaves out one side of UNION, EXCEPT or INTERSECT.
var queryArm = Operator{Name: "query-arm", Doc: "leaves out one side of a UNION, EXCEPT or INTERSECT",
	find: func(u *unit) (out []change) {
		isSet := func(i int) bool { return slices.Contains([]string{"union", "except", "intersect"}, u.words[i]) }
		for i := range u.words {
			if !isSet(i) || i == 0 {
				continue
			}
			from := i - 1
			for ; from >= 0 && u.words[from] != ";" && !isSet(from); from-- {
				if m := u.match[from]; m > from {
					break
				} else if m >= 0 {
					from = m
				}
			}
			first := i + 1
			if u.word(first) == "all" {
				first++
			}
			to := first
			ends := []string{";", "order", "limit", "loop"}
			for ; to < len(u.words) && !isSet(to) && !slices.Contains(ends, u.words[to]); to++ {
				if m := u.match[to]; m > to {
					to = m
				} else if m >= 0 {
					break
				}
			}
			if from+1 >= i || to-1 < first {
				continue
			}
			out = append(out, changed(u.blank(i), u.toks[to-1].End, "", "without %s", u.quote(i, to-1)),
				changed(u.toks[from+1].Start, u.toks[first].Start, "", "without %s", u.quote(from+1, i)))
		}
		return out
	}}

// bound moves the first number of an interval to zero and by one.
var bound = Operator{Name: "bound", Doc: "moves an interval by one or to zero", find: func(u *unit) (out []change) {
	u.root.Walk(nil, func(n *node, path []*node) {
		k := u.at(n.Loc)
		if !n.Is("A_Const") || k < 0 || len(path) == 0 {
			return
		}
		text := u.toks[k].Text(u.code)
		from, to := u.left(k, "and", "or"), u.right(k, "and", "or")
		for i := k - 1; i > 0 && u.words[i] != ";"; i-- { // the call or the list that it is in
			if m := u.match[i]; m > i {
				from, to = i-1, m
				break
			} else if m >= 0 {
				i = m
			}
		}
		in := u.quote(from, to)
		digits := strings.IndexAny(text, "0123456789")
		if parent := path[len(path)-1]; digits < 0 || !parent.Is("TypeCast") || !interval(parent) {
			return
		}
		end := digits
		for text[end] >= '0' && text[end] <= '9' {
			end++
		}
		value, err := strconv.Atoi(text[digits:end])
		if err != nil {
			return
		}
		for _, other := range []int{0, value + 1} {
			moved := text[:digits] + strconv.Itoa(other) + text[end:]
			out = append(out, u.changed(k, k, moved, "%s instead of %s in %s", moved, text, in))
		}
	})
	return out
}}

// interval reports whether a cast is to interval.
func interval(cast *node) bool {
	names := cast.Get("typeName").List("names")
	return len(names) > 0 && names[len(names)-1].Str("sval") == "interval"
}
