package audit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// presence holds the features of each text. A feature is identified by its text: a word, or a regular expression.
type presence struct {
	names []string  // by weight; only features of at least two texts, since one text teaches nothing about others
	has   [][]int32 // by text: ascending indices of names
}

// newPresence collects the features of every text.
func newPresence(c *corpus, features func(*text, func(string))) *presence {
	all := newInterner[string]()
	has := make([][]int32, len(c.texts))
	for i := range c.texts {
		var mine []int32
		features(&c.texts[i], func(f string) { mine = append(mine, all.id(f)) })
		slices.Sort(mine)
		has[i] = slices.Compact(mine)
	}
	count := make([]int, len(all.keys))
	for _, list := range has {
		for _, id := range list {
			count[id]++
		}
	}

	p := &presence{}
	to := make([]int32, len(all.keys)) // index in p.names, or -1
	for id, n := range count {
		to[id] = -1
		if n > 1 {
			p.names = append(p.names, all.keys[id])
		}
	}
	slices.SortFunc(p.names, byWeight)
	for i, n := range p.names {
		to[all.id(n)] = int32(i)
	}
	for _, list := range has {
		kept := list[:0]
		for _, id := range list {
			if to[id] >= 0 {
				kept = append(kept, to[id])
			}
		}
		slices.Sort(kept)
		p.has = append(p.has, kept)
	}
	return p
}

// byWeight orders features that separate equally well by their value to a reader: whole words before pieces, long
// ones before short ones.
func byWeight(a, b string) int {
	piece := func(s string) int {
		if strings.HasPrefix(s, "…") {
			return 1
		}
		return 0
	}
	return cmp.Or(cmp.Compare(piece(a), piece(b)), -cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}

// tally counts the vulnerable and the safe texts that have each feature.
type tally struct {
	vulnerable, safe []int32
	nv, ns           int
}

func (p *presence) tally(bad []bool) *tally {
	t := &tally{vulnerable: make([]int32, len(p.names)), safe: make([]int32, len(p.names))}
	for i := range p.has {
		t.add(p, i, bad[i], 1)
	}
	return t
}

func (t *tally) add(p *presence, text int, bad bool, n int32) {
	of := t.safe
	if bad {
		of = t.vulnerable
		t.nv += int(n)
	} else {
		t.ns += int(n)
	}
	for _, f := range p.has[text] {
		of[f] += n
	}
}

// best returns the feature that separates best, of equals the more frequent one and then the one with more weight,
// and its separation; 0 means that nothing separates.
func (t *tally) best() (feature, sep int) {
	support := 0
	for f := range t.vulnerable {
		v, s := int(t.vulnerable[f]), int(t.safe[f])
		d := separation(v, s, t.nv, t.ns)
		if a, b := max(d, -d), max(sep, -sep); a > b || a == b && a > 0 && v+s > support {
			feature, sep, support = f, d, v+s
		}
	}
	return feature, sep
}

// outOfBase answers for every base with the feature that is best on all others.
func (p *presence) outOfBase(c *corpus, bad []bool) []bool {
	says := make([]bool, len(bad))
	t := p.tally(bad)
	c.leaveOut(func(i int, n int32) { t.add(p, i, bad[i], n) }, func(_ int, members []int) {
		f, sep := t.best()
		for _, i := range members {
			_, found := slices.BinarySearch(p.has[i], int32(f))
			says[i] = sep == 0 || found == (sep > 0)
		}
	})
	return says
}

// describe describes the result of the search on the whole suite.
func (p *presence) describe(c *corpus, k *Classifier, bad []bool, wording string) {
	t := p.tally(bad)
	if f, sep := t.best(); sep != 0 {
		k.Rule = fmt.Sprintf(wording, p.names[f]) + " → " + truthName(sep > 0)
		k.Fitted = fitted(sep, t.nv, t.ns)
	}
	k.Tells = p.tells(c, t, bad)
}

// tells returns the features that separate best on the whole suite.
func (p *presence) tells(c *corpus, t *tally, bad []bool) []Tell {
	order := make([]int, len(p.names))
	for i := range order {
		order[i] = i
	}
	weight := func(f int) (sep, support int) {
		v, s := int(t.vulnerable[f]), int(t.safe[f])
		sep = separation(v, s, t.nv, t.ns)
		return max(sep, -sep), v + s
	}
	slices.SortFunc(order, func(a, b int) int {
		wa, na := weight(a)
		wb, nb := weight(b)
		return cmp.Or(-cmp.Compare(wa, wb), -cmp.Compare(na, nb), cmp.Compare(a, b))
	})
	var out []Tell
	for _, f := range order {
		if w, _ := weight(f); w == 0 || len(out) == Tells {
			break
		}
		tell := Tell{Token: p.names[f], Vulnerable: int(t.vulnerable[f]), Safe: int(t.safe[f])}
		vulnerable := separation(tell.Vulnerable, tell.Safe, t.nv, t.ns) > 0
		out = c.addTell(out, tell, bad, vulnerable, func(text int) bool {
			_, found := slices.BinarySearch(p.has[text], int32(f))
			return found
		})
	}
	return out
}

// addTell appends a tell with its first sources of the truth that it indicates, unless it repeats a listed one.
func (c *corpus) addTell(list []Tell, t Tell, bad []bool, vulnerable bool, has func(text int) bool) []Tell {
	if repeats(list, t) {
		return list
	}
	t.Sources = []string{}
	for i := range c.texts {
		if len(t.Sources) < 5 && bad[i] == vulnerable && has(i) {
			t.Sources = append(t.Sources, c.texts[i].source)
		}
	}
	return append(list, t)
}

// repeats reports whether a token only repeats a listed one: the same counts, and one of the two contains the other.
func repeats(listed []Tell, t Tell) bool {
	low := strings.ToLower(strings.Trim(t.Token, "…"))
	for _, l := range listed {
		have := strings.ToLower(strings.Trim(l.Token, "…"))
		if l.Vulnerable == t.Vulnerable && l.Safe == t.Safe && (strings.Contains(have, low) || strings.Contains(low, have)) {
			return true
		}
	}
	return false
}

func truthName(bad bool) string {
	if bad {
		return "vulnerable"
	}
	return "safe"
}

// keywordFeatures emits the words of a text, and the pieces of its compound ones as "…piece…".
func keywordFeatures(t *text, emit func(string)) {
	for _, w := range words(t.shown) {
		emit(w)
		for _, p := range parts(w) {
			emit("…" + p + "…")
		}
	}
}
