package invariance

import (
	"slices"
	"sort"
	"strings"

	"assay/internal/bench"
	"assay/internal/edit"
	"assay/internal/solidity"
	"assay/internal/sqltext"
)

// word is a token that is neither a comment nor space.
type word struct {
	text string
	kind int
	line int
}

// mapping maps places of one text to another.
type mapping struct {
	words []word            // of the text after
	line  []int             // for each word, the line of its counterpart in the text before, 0 if there is none
	names map[string]string // names after to names before
}

// align matches the words of two texts: declaration by declaration if both have the same
// ones, in any order; else one by one if the kinds of words are the same, as in every
// other rewriting that keeps the bytecode; or else by a longest common subsequence.
func align(before, after bench.Task) mapping {
	x, y := words(before), words(after)
	m := mapping{words: y, line: make([]int, len(y)), names: map[string]string{}}
	pair := func(i, j int) {
		m.line[j] = x[i].line
		if m.names[y[j].text] == "" {
			m.names[y[j].text] = x[i].text
		}
	}
	if reordered(x, y, pair) {
		return m
	}
	if sameKinds(x, y) {
		for i := range x {
			pair(i, i)
		}
		return m
	}
	i, j := 0, 0
	equal := func(until int) {
		for ; i < until; i++ {
			pair(i, j)
			j++
		}
	}
	for _, h := range edit.Hunks(texts(x), texts(y)) {
		equal(h.From)
		i, j = h.To, h.Until
	}
	equal(len(x))
	return m
}

func texts(words []word) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = w.text
	}
	return out
}

// identity maps a text to itself.
func identity(t bench.Task) mapping {
	m := mapping{words: words(t)}
	for _, w := range m.words {
		m.line = append(m.line, w.line)
	}
	return m
}

// reordered pairs the words of two texts that have the same declarations; false means that
// they do not. Equal declarations are paired in order.
func reordered(x, y []word, pair func(i, j int)) bool {
	before, after := declarations(x), declarations(y)
	if len(before) != len(after) {
		return false
	}
	places := map[string][]int{} // of the first words, by text
	for _, d := range before {
		places[d.text] = append(places[d.text], d.from)
	}
	type move struct{ from, to, n int }
	var moves []move
	for _, d := range after {
		at := places[d.text]
		if len(at) == 0 {
			return false
		}
		places[d.text] = at[1:]
		moves = append(moves, move{at[0], d.from, d.n})
	}
	for _, m := range moves {
		for k := range m.n {
			pair(m.from+k, m.to+k)
		}
	}
	return true
}

// declaration is a sequence of n words starting at from: a member of a contract, the head
// of one, or code outside of contracts.
type declaration struct {
	text    string
	from, n int
}

func declarations(words []word) (out []declaration) {
	depth, from := 0, 0
	var text strings.Builder
	for i, w := range words {
		text.WriteString(w.text)
		text.WriteByte(0)
		ends := depth <= 1 && w.text == ";"
		switch w.text {
		case "{":
			ends = depth == 0
			depth++
		case "}":
			depth--
			ends = depth <= 1
		}
		if ends || i == len(words)-1 {
			out = append(out, declaration{text.String(), from, i + 1 - from})
			text.Reset()
			from = i + 1
		}
	}
	return out
}

func sameKinds(x, y []word) bool {
	return slices.EqualFunc(x, y, func(a, b word) bool { return a.kind == b.kind })
}

func words(t bench.Task) []word {
	if len(t.Files) == 0 {
		return nil
	}
	src := t.Files[0].Text
	var out []word
	line, at := 1, 0
	add := func(start int, text string, kind int) {
		line += strings.Count(src[at:start], "\n")
		at = start
		out = append(out, word{text, kind, line})
	}
	if t.Language == "solidity" {
		for _, k := range solidity.Lex(src) {
			if !k.Trivia() {
				add(k.Start, k.Text(src), int(k.Kind))
			}
		}
		return out
	}
	for _, k := range sqltext.Lex(src) {
		if !k.Trivia() {
			add(k.Start, k.Text(src), int(k.Kind))
		}
	}
	return out
}

// back maps a finding to the text before.
func (m mapping) back(f bench.Finding) finding {
	g := plain(f)
	g.lines, g.scopes = nil, nil
	for _, r := range f.Lines {
		g.lines = append(g.lines, m.lines(r))
	}
	for _, s := range f.Scopes {
		if old := m.names[s]; old != "" {
			s = old
		}
		g.scopes = append(g.scopes, s)
	}
	return g
}

// lines maps a range back: from the counterpart of its first word that has one to that of
// its last. A range without counterparts takes the place of the next word, or of the one before.
func (m mapping) lines(r bench.Range) bench.Range {
	first := sort.Search(len(m.words), func(i int) bool { return m.words[i].line >= r.From })
	var out bench.Range
	for i := first; i < len(m.words) && m.words[i].line <= r.To; i++ {
		if l := m.line[i]; l > 0 {
			if out.From == 0 {
				out = bench.Range{From: l, To: l}
			}
			out.From, out.To = min(out.From, l), max(out.To, l)
		}
	}
	for i := first; out.From == 0 && i < len(m.words); i++ {
		out = bench.Range{From: m.line[i], To: m.line[i]}
	}
	for i := min(first, len(m.words)) - 1; out.From == 0 && i >= 0; i-- {
		out = bench.Range{From: m.line[i], To: m.line[i]}
	}
	return out
}
