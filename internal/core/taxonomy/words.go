package taxonomy

import (
	"bufio"
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"assay/internal/bench"
)

//go:embed words.tsv
var wordsTSV []byte

// Words returns the meaningful stems of a text, in order and in lower case. Names in code are split
// (withdrawAll is withdraw and all). Numbers and the most common words are omitted.
func Words(text string) []string {
	var out []string
	split(text, func(word []byte) {
		if w := string(word); !stop[w] {
			out = append(out, stem(w))
		}
	})
	return out
}

// WordSet returns the result of [Words] without order and duplicates. It is the faster of the two on long
// texts.
func WordSet(text string) map[string]bool {
	seen, set := map[string]bool{}, map[string]bool{}
	split(text, func(word []byte) {
		if seen[string(word)] {
			return
		}
		w := string(word)
		seen[w] = true
		if !stop[w] {
			set[stem(w)] = true
		}
	})
	return set
}

// split calls f with each word of at least two letters, in a buffer that f must not retain.
func split(text string, f func(word []byte)) {
	word := make([]byte, 0, 32)
	end := func() {
		if len(word) > 1 {
			f(word)
		}
		word = word[:0]
	}
	upper := false // the previous letter was upper case
	for i := range len(text) {
		c := text[i]
		switch {
		case c >= 'a' && c <= 'z':
			word = append(word, c)
			upper = false
		case c >= 'A' && c <= 'Z':
			if !upper {
				end()
			}
			word = append(word, c+'a'-'A')
			upper = true
		default:
			end()
			upper = false
		}
	}
	end()
}

// suffixes lists the endings of words by their last letter; longer ones come first.
var suffixes = func() (by [256][]string) {
	all := strings.Fields(`izations ization isations isation abilities ability ations ation ators ator ating ated ates ate ments ment ances ance ences ence ancy ency
		ities ions ings ness ized ised izes ises izing ising izers izer ize ise ible able ants ant ents ent ity ion ing ors ers ies ied ive ed er or es al ly s e y`)
	slices.SortStableFunc(all, func(a, b string) int { return len(b) - len(a) })
	for _, s := range all {
		last := s[len(s)-1]
		by[last] = append(by[last], s)
	}
	return by
}()

// stem removes up to two endings of a word, so that initializer, initialized and initialization have one stem.
func stem(w string) string {
	const least = 4 // minimum number of letters of a stem
	for range 2 {
		for _, s := range suffixes[w[len(w)-1]] {
			if len(w)-len(s) >= least && strings.HasSuffix(w, s) {
				w = w[:len(w)-len(s)]
				break
			}
		}
	}
	return w
}

// stop holds words that do not distinguish flaws.
var stop = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`a an and are as at be because been before but by can could did do does for from had has have he her his how if in into is it its
		may might more most must no not of on only or other our out over own same she should since so some such than that the their them then there these they this those
		through to too under until up very was we were what when where which while who whom whose why will with would you your also any all each both few being
		contract contracts function functions solidity code vulnerability vulnerabilities vulnerable attack attacks attacker attackers exploit issue allow allows allowing lead leads line lines
		via using use used uses one two e.g i.e etc`) {
		m[w] = true
	}
	return m
}()

// Vector is a text as weights of its words, of length 1, or empty. The words are sorted, because the order of
// floating-point additions affects the last bits.
type Vector []term

// term is a word with its weight.
type term struct {
	word   string
	weight float64
}

// Text is a piece of a text with the weight of its words.
type Text struct {
	Words  string
	Weight float64
}

// model is the content of words.tsv.
type model struct {
	docs    float64
	df      map[string]float64 // number of documents that contain a word
	classes []bench.Class
	centre  map[string][]float64 // weight of a word in each class; the vector of a class has length 1
}

var words = sync.OnceValue(func() *model {
	m, err := parseWords(bytes.NewReader(wordsTSV))
	if err != nil {
		panic("taxonomy: words.tsv: " + err.Error())
	}
	return m
})

// idf is the information of a word: the rarer in our texts, the higher. A word that they do not contain gets
// the highest value.
func (m *model) idf(w string) float64 { return math.Log((m.docs + 1) / (m.df[w] + 0.5)) }

// vector returns the weighted words of texts.
func (m *model) vector(texts []Text) Vector {
	count := map[string]float64{}
	for _, t := range texts {
		for _, w := range Words(t.Words) {
			count[w] += t.Weight
		}
	}
	for w, n := range count {
		count[w] = math.Sqrt(n) * m.idf(w)
	}
	return unit(count)
}

// unit returns the vector of length 1 in the direction of weights. It drops weights that are not positive.
func unit(weights map[string]float64) Vector {
	v := make(Vector, 0, len(weights))
	for w, x := range weights {
		if x > 0 {
			v = append(v, term{w, x})
		}
	}
	slices.SortFunc(v, func(a, b term) int { return strings.Compare(a.word, b.word) })
	sum := 0.0
	for _, t := range v {
		sum += t.weight * t.weight
	}
	for i := range v {
		v[i].weight /= math.Sqrt(sum)
	}
	return v
}

// NewVector returns the vector of texts.
func NewVector(texts ...Text) Vector { return words().vector(texts) }

// Overlap returns how much of a flaw's documentation a text covers, and how little else it contains. The result
// is the geometric mean of the cosine of both texts and the share of the documented words that the text
// contains, from 0 to 1.
func Overlap(documented, said Vector) float64 {
	cosine, share := 0.0, 0.0
	for i, j := 0, 0; i < len(documented) && j < len(said); {
		switch d, s := documented[i], said[j]; strings.Compare(d.word, s.word) {
		case -1:
			i++
		case 1:
			j++
		default:
			cosine += d.weight * s.weight
			share += d.weight * d.weight
			i, j = i+1, j+1
		}
	}
	return math.Sqrt(cosine * share)
}

// Dimmed returns the vector with factor applied to the weights of some words, normalized to length 1.
func (v Vector) Dimmed(words map[string]bool, factor float64) Vector {
	weights := make(map[string]float64, len(v))
	for _, t := range v {
		if words[t.word] {
			t.weight *= factor
		}
		weights[t.word] = t.weight
	}
	return unit(weights)
}

// Similarities returns the similarity of a text to the explanations of each class of contract flaws, from 0 to
// 1.
func Similarities(v Vector) map[bench.Class]float64 {
	m := words()
	sums := make([]float64, len(m.classes))
	for _, t := range v {
		for i, x := range m.centre[t.word] {
			sums[i] += t.weight * x
		}
	}
	out := make(map[bench.Class]float64, len(sums))
	for i, c := range m.classes {
		out[c] = sums[i]
	}
	return out
}

// Document is a text about a flaw of a class.
type Document struct {
	Class  bench.Class
	Text   string
	Weight float64
}

// definitionWeight is the weight of a definition relative to a statement about a sample, whose words also come
// from the sample's story.
const definitionWeight = 3

// Definitions returns the taxonomy's texts about contract flaws.
func Definitions() []Document {
	var out []Document
	t := table()
	for _, k := range bench.Classes() {
		if k.Format != bench.Contracts {
			continue
		}
		e := t.entries[k.ID]
		for _, s := range e.Is {
			out = append(out, Document{k.ID, s, definitionWeight})
		}
		if names := slices.Concat([]string{k.Title}, e.Names, e.titles()); len(e.Is) > 0 {
			out = append(out, Document{k.ID, strings.Join(names, ", "), definitionWeight})
		}
	}
	return out
}

// Learn writes the model of words for the documents. The same documents in the same order give the same bytes.
func Learn(out io.Writer, documents []Document) error {
	m := &model{docs: float64(len(documents)), df: map[string]float64{}}
	for _, k := range bench.Classes() {
		if k.Format == bench.Contracts && slices.ContainsFunc(documents, func(d Document) bool { return d.Class == k.ID }) {
			m.classes = append(m.classes, k.ID)
		}
	}
	for _, d := range documents {
		seen := map[string]bool{}
		for _, w := range Words(d.Text) {
			if !seen[w] {
				seen[w] = true
				m.df[w]++
			}
		}
	}
	sums := map[bench.Class]map[string]float64{}
	for _, d := range documents {
		if sums[d.Class] == nil {
			sums[d.Class] = map[string]float64{}
		}
		for _, t := range m.vector([]Text{{d.Text, 1}}) {
			sums[d.Class][t.word] += d.Weight * t.weight
		}
	}
	centre := map[string][]int{} // 1000 times the weights
	for i, c := range m.classes {
		for _, t := range unit(sums[c]) {
			if centre[t.word] == nil {
				centre[t.word] = make([]int, len(m.classes))
			}
			centre[t.word][i] = int(math.Round(1000 * t.weight))
		}
	}
	b := bufio.NewWriter(out)
	fmt.Fprintf(b, "# Written by internal/tools/judge words: stems, in how many of %d texts they are, and 1000 "+
		"times their weight in each class.\n", len(documents))
	fmt.Fprintf(b, "docs\t%d", len(documents))
	for _, c := range m.classes {
		fmt.Fprintf(b, "\t%s", c)
	}
	fmt.Fprintln(b)
	for _, w := range slices.Sorted(maps.Keys(m.df)) {
		if m.df[w] < leastTexts {
			continue
		}
		fmt.Fprintf(b, "%s\t%d", w, int(m.df[w]))
		for i, x := range centre[w] {
			if x > 0 {
				fmt.Fprintf(b, "\t%d:%d", i, x)
			}
		}
		fmt.Fprintln(b)
	}
	return b.Flush()
}

// leastTexts is the minimum number of texts that contain a word of the model: a word in a single text is more
// often a name of that sample than a word for its flaw.
const leastTexts = 2

func parseWords(r io.Reader) (*model, error) {
	m := &model{df: map[string]float64{}, centre: map[string][]float64{}}
	sc := bufio.NewScanner(r)
	for n := 1; sc.Scan(); n++ {
		f := strings.Split(sc.Text(), "\t")
		if strings.HasPrefix(f[0], "#") {
			continue
		}
		if len(f) < 2 {
			return nil, fmt.Errorf("line %d has no number", n)
		}
		count, err := strconv.Atoi(f[1])
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if m.classes == nil {
			m.docs = float64(count)
			for _, c := range f[2:] {
				m.classes = append(m.classes, bench.Class(c))
			}
			continue
		}
		weights := make([]float64, len(m.classes))
		for _, p := range f[2:] {
			at, x, _ := strings.Cut(p, ":")
			i, err1 := strconv.Atoi(at)
			v, err2 := strconv.Atoi(x)
			if err1 != nil || err2 != nil || i < 0 || i >= len(weights) {
				return nil, fmt.Errorf("line %d: %q is not a weight of a class", n, p)
			}
			weights[i] = float64(v) / 1000
		}
		m.df[f[0]], m.centre[f[0]] = float64(count), weights
	}
	return m, sc.Err()
}
