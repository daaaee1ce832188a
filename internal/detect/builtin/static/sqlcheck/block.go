package sqlcheck

import (
	"slices"

	"assay/internal/sqltext"
)

// maxNesting bounds how deep brackets are opened.
const maxNesting = 40

// block is one SELECT, UPDATE, DELETE or INSERT with its own FROM list. Inner
// ones see the sources of those around them.
type block struct {
	outer   *block
	part    string // the name under which others read its rows: of a WITH or a view
	verb    string
	sources []from
	ands    [][]token // conditions that every row meets: WHERE and ON, cut at AND
	using   []usingJoin
	outerOn []outerOn
	toks    []token
}

// from is an entry of a FROM list, or the target of an UPDATE or DELETE. table
// is nil for what the schema does not define: a CTE, a subquery, a function.
type from struct {
	alias string
	name  string // as written
	table *sqltext.Table
}

// usingJoin is JOIN … USING (columns): the source at index joined and all
// before it agree on them.
type usingJoin struct {
	joined  int
	columns []string
}

// outerOn is the ON condition of the LEFT JOIN that adds alias.
type outerOn struct {
	alias string
	toks  []token
}

// blocks parses the statement and everything nested in it.
func (q *query) blocks(s stmt) []*block {
	var out []*block
	name, toks := viewOf(s.toks)
	q.parseBlock(toks, nil, name, 0, &out)
	return out
}

var verbs = map[string]bool{"select": true, "with": true, "update": true, "delete": true, "insert": true, "values": true}

// parseBlock reads toks, which begin with a verb or are an expression, as one
// or, with UNION, several blocks.
func (q *query) parseBlock(toks []token, outer *block, part string, depth int, out *[]*block) {
	if depth > maxNesting {
		return
	}
	toks = link(slices.Clone(toks))
	start := 0
	for i := 0; i <= len(toks); i++ {
		if i < len(toks) && toks[i].mate > i {
			i = toks[i].mate
			continue
		}
		if i < len(toks) && toks[i].text != "union" && toks[i].text != "intersect" && toks[i].text != "except" {
			continue
		}
		q.parseArm(link(slices.Clone(toks[start:i])), outer, part, depth, out)
		if start = i + 1; start < len(toks) && toks[start].text == "all" {
			start++
		}
	}
}

// clause boundaries at the level of a block.
var clauseWords = map[string]bool{
	"where": true, "group": true, "having": true, "order": true, "limit": true, "offset": true, "fetch": true, "for": true,
	"window": true, "returning": true, "set": true, "from": true, "using": true, "on": true, "join": true, "left": true,
	"right": true, "inner": true, "full": true, "cross": true, "natural": true, "into": true, "values": true,
}

func (q *query) parseArm(toks []token, outer *block, part string, depth int, out *[]*block) {
	toks = unwrapped(toks)
	b := &block{outer: outer, part: part, toks: toks}
	for i, t := range toks {
		if verbs[t.text] && t.text != "with" {
			b.verb = t.text
			break
		}
		if t.mate > i && t.text == "(" && len(toks) > 0 && toks[0].text != "with" {
			break
		}
	}
	*out = append(*out, b)
	q.clauses(b)
	for i := 0; i < len(toks); i++ {
		if toks[i].text == "(" && toks[i].mate > i+1 {
			inside := toks[i+1 : toks[i].mate]
			if verbs[inside[0].text] {
				q.parseBlock(inside, b, partOf(toks, i), depth+1, out)
				i = toks[i].mate
			}
		}
	}
}

// clauses reads the sources and conditions of b, outside brackets.
func (q *query) clauses(b *block) {
	toks := b.toks
	left := false // the last join was an outer one
	list := false // inside a FROM list, where a comma begins a source
	for i := 0; i < len(toks); i++ {
		if toks[i].mate > i {
			i = toks[i].mate
			continue
		}
		switch toks[i].text {
		case "update":
			if i == 0 || toks[i-1].text != "for" && toks[i-1].text != "do" && toks[i-1].text != "key" {
				i = q.source(b, i+1)
			}
		case "from":
			if i > 0 && toks[i-1].text == "distinct" {
				continue
			}
			list = true
			i = q.source(b, i+1)
		case "join":
			left = i > 0 && (toks[i-1].text == "left" || toks[i-1].text == "outer")
			i = q.source(b, i+1)
		case ",":
			if list {
				i = q.source(b, i+1)
			}
		case "using":
			if i+1 < len(toks) && toks[i+1].text == "(" {
				u := usingJoin{joined: len(b.sources) - 1}
				for _, t := range toks[i+2 : max(i+2, toks[i+1].mate)] {
					u.columns = append(u.columns, t.text)
				}
				b.using = append(b.using, u)
			} else if b.verb == "delete" {
				list = true
				i = q.source(b, i+1)
			}
		case "on":
			if i+1 < len(toks) && toks[i+1].text == "conflict" {
				return // what follows is about the row that is there
			}
			end := clauseEnd(toks, i+1)
			b.ands = append(b.ands, conjuncts(toks[i+1:end])...)
			if n := len(b.sources); left && n > 0 {
				b.outerOn = append(b.outerOn, outerOn{b.sources[n-1].alias, toks[i+1 : end]})
			}
			i = end - 1
		case "where":
			list = false
			end := clauseEnd(toks, i+1)
			b.ands = append(b.ands, conjuncts(toks[i+1:end])...)
			i = end - 1
		case "group", "order", "having", "limit", "returning", "set", "for":
			list = false
		}
	}
}

func clauseEnd(toks []token, i int) int {
	for ; i < len(toks); i++ {
		if toks[i].mate > i {
			i = toks[i].mate
			continue
		}
		if t := toks[i].text; clauseWords[t] && !(t == "from" && toks[i-1].text == "distinct") && !(i+1 < len(toks) && toks[i+1].text == "(" && (t == "left" || t == "right")) {
			return i
		}
	}
	return i
}

// source reads the entry at i and returns the index of its last token.
func (q *query) source(b *block, i int) int {
	toks := b.toks
	for i < len(toks) && (toks[i].text == "only" || toks[i].text == "lateral") {
		i++
	}
	if i >= len(toks) {
		return i
	}
	var f from
	if toks[i].text == "(" {
		if toks[i].mate > i {
			i = toks[i].mate
		}
	} else {
		name := toks[i].text
		for i+2 < len(toks) && toks[i+1].text == "." {
			i += 2
			name = toks[i].text
		}
		if i+1 < len(toks) && toks[i+1].text == "(" {
			i = max(i, toks[i+1].mate) // a function
		} else {
			f.alias, f.name, f.table = name, name, q.spec.Table(name)
		}
	}
	if i+1 < len(toks) && toks[i+1].text == "as" {
		i++
	}
	if i+1 < len(toks) && (toks[i+1].kind == sqltext.Word || toks[i+1].kind == sqltext.QuotedIdent) && !clauseWords[toks[i+1].text] && !verbs[toks[i+1].text] {
		i++
		f.alias = toks[i].text
	}
	if f.table != nil && q.isCTE(f.table.Name) {
		f.table = nil
	}
	b.sources = append(b.sources, f)
	return i
}

// isCTE reports whether some WITH of the text defines name.
func (q *query) isCTE(name string) bool {
	for i, t := range q.toks {
		if t.text == name && i > 0 && (q.toks[i-1].text == "with" || q.toks[i-1].text == "," || q.toks[i-1].text == "recursive") &&
			i+2 < len(q.toks) && q.toks[i+1].text == "as" && (q.toks[i+2].text == "(" || q.toks[i+2].text == "materialized") {
			return true
		}
	}
	return false
}

// conjuncts returns the conditions that hold whenever toks hold. A
// disjunction holds what all of its parts hold, which is usually nothing.
func conjuncts(toks []token) [][]token { return conjunctsAt(toks, 0) }

func conjunctsAt(toks []token, depth int) [][]token {
	toks = unwrapped(link(slices.Clone(toks)))
	if depth > maxNesting || len(toks) > 0 && verbs[toks[0].text] {
		return nil // a subquery says nothing as a condition
	}
	if ors := cut(toks, "or"); len(ors) > 1 {
		common := conjunctsAt(ors[0], depth+1)
		for _, o := range ors[1:] {
			other := conjunctsAt(o, depth+1)
			common = slices.DeleteFunc(common, func(c []token) bool {
				return !slices.ContainsFunc(other, func(d []token) bool { return textOf(c) == textOf(d) })
			})
		}
		return common
	}
	ands := cut(toks, "and")
	if len(ands) == 1 {
		return [][]token{toks}
	}
	var out [][]token
	for i := 0; i < len(ands); i++ {
		part := ands[i]
		if i+1 < len(ands) && slices.ContainsFunc(part, func(t token) bool { return t.text == "between" }) {
			i++ // BETWEEN a AND b
		}
		if len(part) > 0 {
			out = append(out, conjunctsAt(part, depth+1)...)
		}
	}
	return out
}

// unwrapped removes brackets around the whole of linked toks, and links again.
func unwrapped(toks []token) []token {
	lo, hi := 0, len(toks)
	for lo < hi && toks[lo].text == "(" && toks[lo].mate == hi-1 {
		lo, hi = lo+1, hi-1
	}
	return link(slices.Clone(toks[lo:hi]))
}
