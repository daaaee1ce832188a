package audit

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// grams counts the n-grams of every text that occur in at least two bases: an n-gram of one base teaches nothing
// about the others.
type grams struct {
	docs [][]gram // by text, ascending ids
	size int      // number of distinct n-grams
	name func(id int32) string
}

// prune drops the n-grams of one base and renumbers the others in their old order.
func (g *grams) prune(c *corpus) {
	first := make([]int, g.size) // base that has it, plus one; −1 for several
	for i, doc := range g.docs {
		for _, x := range doc {
			switch b := c.texts[i].base + 1; first[x.id] {
			case 0:
				first[x.id] = b
			case b:
			default:
				first[x.id] = -1
			}
		}
	}
	to, from := make([]int32, g.size), []int32{}
	for id, f := range first {
		if f < 0 {
			to[id] = int32(len(from))
			from = append(from, int32(id))
		}
	}
	for i, doc := range g.docs {
		kept := doc[:0]
		for _, x := range doc {
			if first[x.id] < 0 {
				kept = append(kept, gram{to[x.id], x.count})
			}
		}
		g.docs[i] = kept
	}
	name := g.name
	g.size, g.name = len(from), func(id int32) string { return name(from[id]) }
}

type gram struct{ id, count int32 }

// interner numbers keys in the order of their first appearance, which is fixed because texts are read in order.
type interner[K comparable] struct {
	ids  map[K]int32
	keys []K
}

func newInterner[K comparable]() *interner[K] { return &interner[K]{ids: map[K]int32{}} }

func (n *interner[K]) id(key K) int32 {
	id, ok := n.ids[key]
	if !ok {
		id = int32(len(n.keys))
		n.ids[key] = id
		n.keys = append(n.keys, key)
	}
	return id
}

// characterGrams counts runs of 3 to 5 bytes of the shown text, blank space included.
func characterGrams(c *corpus) *grams {
	in := newInterner[uint64]()
	g := &grams{}
	var keys []uint64
	for i := range c.texts {
		s := c.texts[i].shown
		keys = keys[:0]
		for at := range len(s) {
			key := uint64(0)
			for n := 1; n <= 5 && at+n <= len(s); n++ {
				key = key<<8 | uint64(s[at+n-1])
				if n >= 3 {
					keys = append(keys, key|uint64(n)<<56)
				}
			}
		}
		slices.Sort(keys)
		g.docs = append(g.docs, runs(keys, in))
	}
	g.size = len(in.keys)
	g.name = func(id int32) string {
		key := in.keys[id]
		var b []byte
		for n := int(key>>56) - 1; n >= 0; n-- {
			b = append(b, byte(key>>(8*n)))
		}
		return strings.ToValidUTF8(string(b), "\uFFFD")
	}
	g.prune(c)
	return g
}

// tokenGrams counts runs of 1 to 3 tokens of the code, with the words of comments in their places.
func tokenGrams(c *corpus) *grams {
	g := c.tokenRuns(3, func(l lexeme) []string {
		if l.kind == comment {
			return words(l.text)
		}
		return []string{l.text}
	})
	g.prune(c)
	return g
}

// shapeGrams counts runs of 1 to 4 of the [Shapes] of a text. It keeps those of one base.
func shapeGrams(c *corpus) *grams { return c.tokenRuns(4, shapeOf) }

// Shapes returns the tokens of a Solidity text without comments, in lower case, all names, numbers and texts alike.
func Shapes(code string) (out []string) {
	for _, l := range lexSolidity(code) {
		out = append(out, shapeOf(l)...)
	}
	return out
}

// shapeOf is what a token is in [Shapes].
func shapeOf(l lexeme) []string {
	if l.kind == comment {
		return nil
	}
	return []string{cmp.Or(blank[l.kind], strings.ToLower(l.text))}
}

var blank = map[kind]string{name: "name", number: "0", literal: "''"}

// tokenRuns counts runs of 1 to longest of the words that each token of the code is read as.
func (c *corpus) tokenRuns(longest int, read func(lexeme) []string) *grams {
	// A run is identified by the number of the run without its last token, plus one, and the number of that token.
	in, vocabulary := newInterner[uint64](), newInterner[string]()
	g := &grams{}
	var stream []int32
	var keys []uint64
	for i := range c.texts {
		stream, keys = stream[:0], keys[:0]
		for _, l := range c.texts[i].tokens {
			for _, s := range read(l) {
				stream = append(stream, vocabulary.id(s))
			}
		}
		for at := range stream {
			run := uint64(0)
			for n := 0; n < longest && at+n < len(stream); n++ {
				key := run<<32 | uint64(stream[at+n])
				keys = append(keys, key)
				run = uint64(in.id(key)) + 1
			}
		}
		slices.Sort(keys)
		g.docs = append(g.docs, runs(keys, in))
	}
	g.size = len(in.keys)
	g.name = func(id int32) string {
		var out []string
		for key := in.keys[id]; ; key = in.keys[key>>32-1] {
			out = append(out, vocabulary.keys[uint32(key)])
			if key>>32 == 0 {
				break
			}
		}
		slices.Reverse(out)
		return strings.Join(out, " ")
	}
	return g
}

// runs counts sorted keys.
func runs(keys []uint64, in *interner[uint64]) []gram {
	var out []gram
	for i := 0; i < len(keys); {
		j := i
		for j < len(keys) && keys[j] == keys[i] {
			j++
		}
		out = append(out, gram{in.id(keys[i]), int32(j - i)})
		i = j
	}
	slices.SortFunc(out, func(a, b gram) int { return cmp.Compare(a.id, b.id) })
	return out
}

// bayes is a multinomial naive Bayes model with Laplace smoothing. Texts are weighted by the rarity of their
// truth, so that a suite with more bad than good tests is not biased to one side.
type bayes struct {
	g     *grams
	count [2][]int32 // by truth (1 is vulnerable) and n-gram
	total [2]float64
	texts [2]int
}

func (m *bayes) add(text int, bad bool, n int32) {
	t := truthIndex(bad)
	m.texts[t] += int(n)
	for _, x := range m.g.docs[text] {
		m.count[t][x.id] += n * x.count
		m.total[t] += float64(n * x.count)
	}
}

// truthIndex is 1 for a vulnerable text and 0 for a safe one.
func truthIndex(bad bool) int {
	if bad {
		return 1
	}
	return 0
}

func newBayes(g *grams, bad []bool) *bayes {
	m := &bayes{g: g, count: [2][]int32{make([]int32, g.size), make([]int32, g.size)}}
	for i := range g.docs {
		m.add(i, bad[i], 1)
	}
	return m
}

// logOdds returns, for one n-gram, the logarithm of how much more likely it is in a vulnerable text; 0 for an
// n-gram that is not in the training data.
func (m *bayes) logOdds(id int32) float64 {
	v, s := m.count[1][id], m.count[0][id]
	if v == 0 && s == 0 {
		return 0
	}
	n := float64(m.texts[0] + m.texts[1])
	wv, ws := n/float64(2*max(m.texts[1], 1)), n/float64(2*max(m.texts[0], 1))
	k := float64(m.g.size)
	return math.Log((wv*float64(v) + 1) * (ws*m.total[0] + k) / ((ws*float64(s) + 1) * (wv*m.total[1] + k)))
}

// scores returns the mean log odds of every text's n-grams under the model
// trained on all other bases.
func (g *grams) scores(c *corpus, bad []bool) []float64 {
	out := make([]float64, len(g.docs))
	m := newBayes(g, bad)
	odds, known := make([]float64, g.size), make([]int, g.size)
	c.leaveOut(func(i int, n int32) { m.add(i, bad[i], n) }, func(b int, members []int) {
		for _, i := range members {
			sum, n := 0.0, 0
			for _, x := range g.docs[i] {
				if known[x.id] != b+1 {
					known[x.id], odds[x.id] = b+1, m.logOdds(x.id)
				}
				sum += float64(x.count) * odds[x.id]
				n += int(x.count)
			}
			out[i] = sum / float64(max(n, 1))
		}
	})
	return out
}

// outOfBase answers by naive Bayes. The threshold for vulnerable is fitted on the scores of the other bases, since
// twins that differ in length shift all scores to one side. Greater scores always mean vulnerable: without its own
// base, a model is biased against it, and a threshold that may point downwards would turn that into a false
// conviction.
func (g *grams) outOfBase(c *corpus, bad []bool) []bool {
	return newCutter(g.scores(c, bad), true).outOfBase(c, bad)
}

// tells returns the n-grams that contribute most to the divergence of the two truths.
func (g *grams) tells(c *corpus, bad []bool) []Tell {
	m := newBayes(g, bad)
	if m.total[0] == 0 || m.total[1] == 0 {
		return nil
	}
	weight := make([]float64, g.size)
	order := make([]int32, g.size)
	for id := range weight {
		order[id] = int32(id)
		p, q := float64(m.count[1][id])/m.total[1], float64(m.count[0][id])/m.total[0]
		weight[id] = (p - q) * m.logOdds(int32(id))
	}
	in := [2][]int32{make([]int32, g.size), make([]int32, g.size)} // number of texts that contain it
	for i, doc := range g.docs {
		for _, x := range doc {
			in[truthIndex(bad[i])][x.id]++
		}
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Or(-cmp.Compare(weight[a], weight[b]), cmp.Compare(a, b)) })
	var out []Tell
	for _, id := range order {
		if weight[id] <= 0 || len(out) == Tells {
			break
		}
		tell := Tell{Token: g.name(id), Vulnerable: int(in[1][id]), Safe: int(in[0][id])}
		out = c.addTell(out, tell, bad, m.logOdds(id) > 0, func(text int) bool {
			_, found := slices.BinarySearchFunc(g.docs[text], id, func(x gram, id int32) int { return cmp.Compare(x.id, id) })
			return found
		})
	}
	return out
}
