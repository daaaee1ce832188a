package mutate

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"assay/internal/lang/sqltext"
)

// definition is the place where an alias of a relation is given.
type definition struct {
	alias, table string
	at           int
	insert       bool // of INSERT INTO, which requires AS
}

// definitions returns the aliases that are defined in the unit.
func (u *unit) definitions() []definition {
	var out []definition
	add := func(d definition) {
		if d.at >= 0 && !slices.ContainsFunc(out, func(o definition) bool { return o.at == d.at }) {
			out = append(out, d)
		}
	}
	u.root.Walk(nil, func(n *node, path []*node) {
		if !n.Is("RangeVar") || n.Get("alias") == nil || u.at(n.Loc) < 0 {
			return
		}
		if r, ok := u.relationAt(u.at(n.Loc)); ok && r.aliasAt >= 0 && r.alias == n.Get("alias").Str("aliasname") {
			insert := len(path) > 0 && path[len(path)-1].Is("InsertStmt")
			add(definition{r.alias, n.Str("relname"), r.aliasAt, insert})
		}
	})
	for _, s := range u.sources() {
		for _, r := range s.items {
			if !r.table {
				add(definition{alias: r.alias, at: r.aliasAt})
			}
		}
	}
	return out
}

var wordRE = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*`)

// fresh returns the first of the names, in random order, that does not occur as a word of the text.
func (u *unit) fresh(names []string, taken map[string]bool, dice *rand.Rand) string {
	for _, i := range dice.Perm(len(names)) {
		if !taken[names[i]] && !slices.Contains(reserved, names[i]) {
			taken[names[i]] = true
			return names[i]
		}
	}
	return ""
}

// wordsInUse returns all words of the whole text, in lower case.
func (u *unit) wordsInUse() map[string]bool {
	out := map[string]bool{}
	for _, w := range wordRE.FindAllString(u.code, -1) {
		out[strings.ToLower(w)] = true
	}
	return out
}

// reserved are short words that PostgreSQL does not accept as names.
var reserved = []string{"as", "in", "on", "or", "is", "to", "do", "by", "at", "if", "no", "of", "and", "all", "any",
	"asc", "end", "for", "not", "new", "old", "row", "set",
	"user", "order", "group", "table", "case", "cast", "both", "desc", "else", "from", "into", "left", "like", "null",
	"only", "over", "some", "then", "true", "when", "with",
	"grant", "limit", "check", "column", "array", "union", "using", "where", "window", "inner", "outer", "right",
	"full", "join", "cross", "natural", "lateral", "leading",
	"values", "unique", "default", "loop", "exit", "date", "time", "int", "text", "share", "account", "value", "values"}

// occurrences returns the tokens that name a relation, those before a dot.
func (u *unit) occurrences(name string) []int {
	var out []int
	for i := range u.toks {
		if u.toks[i].Kind == sqltext.Word && u.words[i] == name && u.word(i+1) == "." && u.word(i-1) != "." {
			out = append(out, i)
		}
	}
	return out
}

// usedAsRow reports whether a relation's name is used somewhere for its whole row.
func (u *unit) usedAsRow(name string) bool {
	found := false
	u.root.Walk(nil, func(n *node, _ []*node) {
		if alias, column, ok := n.Column(); ok && alias == "" && column == name {
			found = true
		}
	})
	return found
}

var aliasNames = Rewriting{
	Name: "alias-names",
	Doc:  "gives relations other aliases",
	find: func(u *unit, dice *rand.Rand) (out []place) {
		given := map[string][]definition{}
		var order []string
		for _, d := range u.definitions() {
			if given[d.alias] == nil {
				order = append(order, d.alias)
			}
			given[d.alias] = append(given[d.alias], d)
		}
		counted := map[string]int{}
		locked := map[string][]int{}
		u.root.Walk(nil, func(n *node, _ []*node) {
			if a := n.Get("alias"); a != nil && n.Is("RangeVar", "RangeSubselect", "RangeFunction") {
				counted[a.Str("aliasname")]++
			}
			for _, r := range n.List("lockedRels") {
				locked[r.Str("relname")] = append(locked[r.Str("relname")], u.at(r.Loc))
			}
			if n.Is("CommonTableExpr") {
				counted[n.Str("ctename")]++ // one word with two meanings
			}
		})
		taken := u.wordsInUse()
		for _, alias := range order {
			defs := given[alias]
			if counted[alias] != len(defs) || u.usedAsRow(alias) || slices.Contains(locked[alias], -1) {
				continue
			}
			name := u.fresh(nicknames(defs[0].table), taken, dice)
			if name == "" {
				continue
			}
			var p place
			for _, d := range defs {
				p = append(p, u.put(d.at, d.at, name))
			}
			for _, i := range append(u.occurrences(alias), locked[alias]...) {
				p = append(p, u.put(i, i, name))
			}
			out = append(out, p)
		}
		return join(out, dice)
	},
}

// join combines some of the given places, whose edits are interleaved, into one.
func join(places []place, dice *rand.Rand) []place {
	share := dice.Float64()
	var all place
	for _, p := range places {
		if dice.Float64() < 0.5+share {
			all = append(all, p...)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return []place{all}
}

var queryNames = Rewriting{
	Name:  "query-names",
	Doc:   "gives the queries of WITH other names",
	habit: true,
	find: func(u *unit, dice *rand.Rand) (out []place) {
		taken := u.wordsInUse()
		var places []place
		u.root.Walk(nil, func(n *node, _ []*node) {
			name, at := n.Str("ctename"), u.at(n.Loc)
			if !n.Is("CommonTableExpr") || at < 0 || u.words[at] != name || u.usedAsRow(name) || u.known.tables[name] != nil {
				return
			}
			uses, clear := []int{at}, true
			u.root.Walk(nil, func(m *node, _ []*node) {
				switch {
				case m.Is("RangeVar") && m.Str("relname") == name:
					uses = append(uses, u.at(m.Loc))
				case m.Is("CommonTableExpr") && m != n && m.Str("ctename") == name:
					clear = false
				}
				if a := m.Get("alias"); a != nil && a.Str("aliasname") == name {
					clear = false
				}
			})
			if !clear || slices.Contains(uses, -1) {
				return
			}
			to := u.fresh([]string{"base", "src", "picked", "hits", "part", "found", "entries", "items", "batch", "listed",
				"step", "rows_in", "wanted", "subset", "chosen", "main"},
				taken, dice)
			var p place
			for _, i := range append(uses, u.occurrences(name)...) {
				if to == "" || i >= len(u.toks) || u.words[i] != name {
					return
				}
				p = append(p, u.put(i, i, to))
			}
			places = append(places, p)
		})
		return join(places, dice)
	},
}
