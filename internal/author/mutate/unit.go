package mutate

import (
	"slices"
	"strings"

	"assay/internal/lang/sqltext"
)

// unit is a parsed piece of the text. The tree names the parts; it has only their beginnings, so the tokens show
// where parts end. All offsets are those of the whole text, and spans of tokens are inclusive.
type unit struct {
	code    string
	root    *node
	toks    []sqltext.Token // without blanks and comments
	words   []string        // of toks, words in lower case
	match   []int           // index of the other bracket, also for CASE and END; or -1
	between []bool          // an AND that belongs to a BETWEEN
	known   *columnFacts

	clauses []*clause
	chains  []*chain
}

func newUnit(code string, start, end int, root *node) *unit {
	u := &unit{code: code, root: root}
	for _, t := range sqltext.Lex(code[start:end]) {
		if t.Trivia() {
			continue
		}
		t.Start, t.End = t.Start+start, t.End+start
		w := t.Text(code)
		if t.Kind == sqltext.Word {
			w = strings.ToLower(w)
		}
		u.toks, u.words = append(u.toks, t), append(u.words, w)
	}
	u.match = make([]int, len(u.toks))
	u.between = make([]bool, len(u.toks))
	var open []int
	waiting := []int{0} // BETWEENs without their AND so far, by depth
	for i, w := range u.words {
		u.match[i] = -1
		switch w {
		case "(", "[", "case":
			open, waiting = append(open, i), append(waiting, 0)
		case ")", "]", "end":
			if n := len(open); n > 0 && (w == "end") == (u.words[open[n-1]] == "case") {
				u.match[i], u.match[open[n-1]] = open[n-1], i
				open, waiting = open[:n-1], waiting[:n]
			}
		case "between":
			waiting[len(waiting)-1]++
		case "and":
			if waiting[len(waiting)-1] > 0 {
				waiting[len(waiting)-1]--
				u.between[i] = true
			}
		}
	}
	return u
}

// at returns the token that begins at the offset, -1 when none does.
func (u *unit) at(offset int) int {
	i, ok := slices.BinarySearchFunc(u.toks, offset, func(t sqltext.Token, o int) int { return t.Start - o })
	if !ok {
		return -1
	}
	return i
}

func (u *unit) word(i int) string {
	if i < 0 || i >= len(u.words) {
		return ""
	}
	return u.words[i]
}

// text returns the text of the tokens from..to.
func (u *unit) text(from, to int) string { return u.code[u.toks[from].Start:u.toks[to].End] }

// blank returns the offset after whatever precedes token i, comments included.
func (u *unit) blank(i int) int {
	at := u.toks[i].Start
	for at > 0 && isBlank(u.code[at-1]) {
		at--
	}
	return at
}

// ends are the words that end an expression outside brackets.
var ends = []string{";", ",", ")", "]", "where", "on", "using", "join", "inner", "left", "right", "full", "cross",
	"natural", "group", "having", "window", "order", "limit",
	"offset", "fetch", "for", "union", "intersect", "except", "returning", "when", "then", "else", "end", "select",
	"perform", "from", "into", "set", "do", "as", "loop",
	"case", "(", "[", ":=", "values", "with", "check"}

// ending reports whether token i is outside the expression that is next to it.
func (u *unit) ending(i int) bool {
	switch u.words[i] {
	case "left", "right":
		return u.word(i+1) != "("
	case "from":
		return u.word(i-1) != "distinct"
	case "group":
		return u.word(i-1) != "within"
	}
	return slices.Contains(ends, u.words[i])
}

func (u *unit) operator(i int, op string) bool { return u.words[i] == op && !u.between[i] }

// right returns the last token of the expression that contains token i. The words of stop end it too.
func (u *unit) right(i int, stop ...string) int {
	for ; i < len(u.toks); i++ {
		if m := u.match[i]; m > i {
			i = m
			continue
		}
		if u.ending(i) || slices.ContainsFunc(stop, func(s string) bool { return u.operator(i, s) }) {
			break
		}
	}
	return i - 1
}

// left returns the first token of the expression that contains token i.
func (u *unit) left(i int, stop ...string) int {
	for ; i >= 0; i-- {
		if m := u.match[i]; m >= 0 && m < i {
			i = m
			continue
		}
		if u.ending(i) || slices.ContainsFunc(stop, func(s string) bool { return u.operator(i, s) }) {
			break
		}
	}
	return i + 1
}

// arguments returns the spans of the arguments in the bracket that opens at token open.
func (u *unit) arguments(open int) [][2]int {
	end := u.match[open]
	if end < 0 {
		return nil
	}
	var out [][2]int
	from := open + 1
	for i := from; i <= end; i++ {
		if i < end && u.match[i] > i {
			i = u.match[i]
			continue
		}
		if u.words[i] == "," || i == end {
			if from < i {
				out = append(out, [2]int{from, i - 1})
			}
			from = i + 1
		}
	}
	return out
}
