package mutate

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"assay/internal/lang/edit"
	"assay/internal/lang/sqltext"
)

// Rewriting is a rule that changes how a query is written but not its meaning. It is a constant value.
type Rewriting struct {
	Name string // lower-case, dash-separated
	Doc  string // one line
	// habit reports that an author does it everywhere or nowhere; other rules apply to a random share of their places
	// in a text.
	habit bool
	// seldom reports that few authors do it often.
	seldom bool
	find   func(u *unit, dice *rand.Rand) []place
}

// place is one application of a rewriting: edits that belong together.
type place []edit.Edit

func (p place) span() (start, end int) {
	start, end = p[0].Start, p[0].End
	for _, e := range p {
		start, end = min(start, e.Start), max(end, e.End)
	}
	return start, end
}

// Surfaced is a query in another wording.
type Surfaced struct {
	Code    string
	Applied map[string]int // rewriting → number of places, without those that changed nothing
}

// Surface rewrites code in ways that keep its meaning: the same rows, changes and violations. The randomness
// depends on seed and name, so that every text gets a different surface; the rewritings named in without are left
// out. Comments are unchanged, and parameters keep their names. Only a proof can show that the meaning was kept:
// [postgres.Server.Verify] executes both.
//
// It fails when code is not PostgreSQL. Equal arguments give equal texts.
func Surface(code string, tables []sqltext.Table, seed uint64, name string, without ...string) (*Surfaced, error) {
	bodies := parses(code, true) == nil
	out := &Surfaced{Code: code, Applied: map[string]int{}}
	for _, r := range Rewritings() {
		if slices.Contains(without, r.Name) {
			continue
		}
		dice := diceOf(seed, name, r.Name)
		share := dice.Float64()
		if r.habit {
			if share < 0.5 {
				continue
			}
			share = 1
		}
		if r.seldom {
			share *= share
		}
		if err := r.apply(out, tables, bodies, share, dice); err != nil {
			return nil, fmt.Errorf("rewriting: %w", err)
		}
	}
	// A text with no other place to rewrite is at least laid out in another way.
	written, key := out.Code, []string{name, "layout"}
	for range 8 {
		if out.Code = layOut(written, diceOf(seed, key...)); out.Code != code {
			break
		}
		key = append(key, "again")
	}
	return out, nil
}

// diceOf returns the random source of one rule for one text.
func diceOf(seed uint64, parts ...string) *rand.Rand {
	h := sha256.New()
	fmt.Fprintf(h, "%d", seed)
	for _, p := range parts {
		fmt.Fprintf(h, "\x00%s", p)
	}
	sum := h.Sum(nil)
	return rand.New(rand.NewPCG(binary.LittleEndian.Uint64(sum), binary.LittleEndian.Uint64(sum[8:])))
}

// apply rewrites the innermost places first: their changes are inside the other places, whose number and order
// they do not change.
func (r *Rewriting) apply(out *Surfaced, tables []sqltext.Table, bodies bool, share float64, dice *rand.Rand) error {
	for level := -1; level != 0; {
		units, err := read(out.Code, tables)
		if err != nil {
			return err
		}
		var places []place
		for _, u := range units {
			places = append(places, r.find(u, dice)...)
		}
		slices.SortStableFunc(places, func(a, b place) int {
			x, _ := a.span()
			y, _ := b.span()
			return cmp.Compare(x, y)
		})
		depths := nesting(places)
		if level < 0 {
			level = 1
			for _, d := range depths {
				level = max(level, d+1)
			}
		}
		level--
		taken := len(out.Code) + 1
		for i, p := range slices.Backward(places) {
			if depths[i] != level || dice.Float64() >= share {
				continue
			}
			start, end := p.span()
			if end > taken || start == taken {
				continue
			}
			text, err := edit.Apply(out.Code, p)
			if err != nil || text == out.Code || parses(text, bodies) != nil {
				continue
			}
			out.Code, taken = text, start
			out.Applied[r.Name]++
		}
	}
	return nil
}

// nesting counts, for each place, the places that contain it.
func nesting(places []place) []int {
	out := make([]int, len(places))
	for i, p := range places {
		s, e := p.span()
		for j, q := range places {
			from, to := q.span()
			if i != j && from <= s && e <= to && (from < s || e < to) {
				out[i]++
			}
		}
	}
	return out
}

// Rewritings returns the rules in the order in which they are applied: the shape first, then forms and names, so
// that later rules see the results of earlier ones.
func Rewritings() []Rewriting {
	return []Rewriting{
		existsIn, onWhere, derivedTable, namedSubquery, inlinedSubquery,
		coalesceCase, betweenBounds, inList, rowEquality,
		conditionOrder, joinOrder, comparisonSides, argumentOrder, listOrder,
		castForm, fetchFirst, ascending, innerWord, outerWord, notEqual, asWord, existsTarget, brackets,
		queryNames, aliasNames, lowerCase,
	}
}

// swap returns the edits that exchange two spans of tokens.
func (u *unit) swap(a, b [2]int) place {
	return place{
		{Start: u.toks[a[0]].Start, End: u.toks[a[1]].End, New: u.text(b[0], b[1])},
		{Start: u.toks[b[0]].Start, End: u.toks[b[1]].End, New: u.text(a[0], a[1])},
	}
}

// put returns the edit that replaces the tokens from..to.
func (u *unit) put(from, to int, text string, args ...any) edit.Edit {
	if len(args) > 0 {
		text = fmt.Sprintf(text, args...)
	}
	return edit.Edit{Start: u.toks[from].Start, End: u.toks[to].End, New: text}
}

// unbracketed returns a predicate's span without brackets around the whole of it.
func (u *unit) unbracketed(p predicate) (from, to int) {
	from, to = p.from, p.to
	for u.words[from] == "(" && u.match[from] == to {
		from, to = from+1, to-1
	}
	return from, to
}

// commented reports whether a comment is between the ends of two tokens.
func (u *unit) commented(from, to int) bool {
	return len(comments(u.code[u.toks[from].End:u.toks[to].Start])) > 0
}

// qualifiers returns the words before a dot in the tokens from..to, in order.
func (u *unit) qualifiers(from, to int) []string {
	var out []string
	for i := from; i < to; i++ {
		if u.toks[i].Kind == sqltext.Word && u.word(i+1) == "." && u.word(i-1) != "." && !slices.Contains(out, u.words[i]) {
			out = append(out, u.words[i])
		}
	}
	return out
}

// unqualified reports whether a known column is among the tokens from..to without a qualifier. Variables of a
// function also occur there, and are no columns.
func (u *unit) unqualified(from, to int) bool {
	for i := from; i <= to; i++ {
		if u.toks[i].Kind != sqltext.Word || u.word(i-1) == "." || u.word(i+1) == "." || u.word(i+1) == "(" ||
			u.word(i-1) == "as" {
			continue
		}
		for _, columns := range u.known.columns {
			if slices.Contains(columns, u.words[i]) {
				return true
			}
		}
	}
	return false
}

// simple reports whether the tokens are a column, a parameter or a constant.
func (u *unit) simple(from, to int) bool {
	switch to - from {
	case 0:
		k := u.toks[from].Kind
		return k == sqltext.Word && u.word(from-1) != "." || k == sqltext.Param || k == sqltext.Number ||
			k == sqltext.String
	case 2:
		return u.toks[from].Kind == sqltext.Word && u.words[from+1] == "." && u.toks[to].Kind == sqltext.Word
	}
	return false
}

// anyOf reports whether one of the words is among the tokens from..to.
func (u *unit) anyOf(from, to int, words ...string) bool {
	return slices.ContainsFunc(u.words[from:to+1], func(w string) bool { return slices.Contains(words, w) })
}

// conjunction returns the AND of a whole condition, nil when it is none.
func (u *unit) conjunction(c *clause) *chain {
	if c == nil || !c.node.Is("BoolExpr") || c.node.Str("boolop") != "AND_EXPR" {
		return nil
	}
	for _, x := range u.chains {
		if x.op == "and" && x.clause == c && x.operands[0].from == c.from && x.operands[len(x.operands)-1].to == c.to &&
			len(x.path) > 0 && x.path[len(x.path)-1] == c.owner {
			return x
		}
	}
	return nil
}

// condition returns the WHERE of a statement, nil without one.
func (u *unit) condition(stmt *node) *clause {
	for _, c := range u.clauses {
		if c.owner == stmt && c.kind == "where" {
			return c
		}
	}
	return nil
}

// uncommented reports whether no comment is between the operands of a chain.
func (u *unit) uncommented(c *chain) bool {
	for i := 1; i < len(c.operands); i++ {
		if u.commented(c.operands[i-1].to, c.operands[i].from) {
			return false
		}
	}
	return true
}

// without writes a chain again, without some of its operands.
func (u *unit) without(c *chain, gone map[int]bool) edit.Edit {
	gap := u.code[u.toks[c.operands[0].to].End:u.toks[c.operands[1].from].Start]
	var parts []string
	for i, p := range c.operands {
		if !gone[i] {
			parts = append(parts, u.text(p.from, p.to))
		}
	}
	return u.put(c.operands[0].from, c.operands[len(c.operands)-1].to, "%s", strings.Join(parts, gap))
}
