package solidity

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"assay/internal/solidity"
)

// A guesser is a naive Bayes model of the pairs of a batch: it learns which runs of tokens
// stand in vulnerable halves, and guesses of each pair, by all others, which half is the
// vulnerable one. It reads what a subject reads: the texts in their disguise.
type guesser struct {
	count  [2]map[string]int // runs of tokens, in safe and in vulnerable halves
	pairs  [][]differing     // what may give each pair away
	longer [2]int            // vulnerable halves that are longer less those that are shorter, in tokens and in bytes
}

// differing is a run that one half of a pair has more often than the other.
type differing struct {
	run string
	n   [2]int // in the safe half and in the vulnerable one
}

// most is by how much right guesses may outnumber wrong ones, and longer vulnerable halves
// shorter ones, or the other way round.
const most = 1

// runLength is how many tokens a run has at most.
const runLength = 3

// separator stands between the tokens of a run, and in no token.
const separator = "\x00"

// runs counts the runs of tokens of a text, comments and blanks left out.
func runs(text string) map[string]int {
	var words []string
	for _, t := range solidity.Lex(text) {
		if !t.Trivia() {
			words = append(words, t.Text(text))
		}
	}
	out := map[string]int{}
	for i := range words {
		for n := 1; n <= runLength && i+n <= len(words); n++ {
			out[strings.Join(words[i:i+n], separator)]++
		}
	}
	return out
}

// halves splits the files of a sample into the runs of the safe half and those of the
// vulnerable one: of the files that have a twin.
func halves(files map[string]string) [2]map[string]int {
	var text [2]strings.Builder
	for _, p := range paths(files) {
		if at := strings.Index(p, fixedDir); at >= 0 {
			text[0].WriteString(files[p])
			text[1].WriteString(files[p[:at]+"/"+p[at+len(fixedDir):]])
		}
	}
	return [2]map[string]int{runs(text[0].String()), runs(text[1].String())}
}

// fixedDir is what stands between the directory of a sample and a file of its safe half.
const fixedDir = "/fixed/"

// differ lists what may give a pair away, sorted by run.
func differ(pair [2]map[string]int) (out []differing) {
	all := maps.Clone(pair[0])
	maps.Copy(all, pair[1])
	for _, run := range slices.Sorted(maps.Keys(all)) { // sums of floating point depend on their order
		if n := [2]int{pair[0][run], pair[1][run]}; n[0] != n[1] {
			out = append(out, differing{run, n})
		}
	}
	return out
}

// guess is positive when the guess at a pair that is learnt is right, negative when it is
// wrong, and 0 when nothing speaks for either half. The pair itself is left out.
func (g *guesser) guess(pair []differing) int {
	sum := 0.0
	for _, d := range pair {
		safe, vulnerable := g.count[0][d.run]-d.n[0], g.count[1][d.run]-d.n[1]
		sum += float64(d.n[1]-d.n[0]) * math.Log(float64(vulnerable+1)/float64(safe+1))
	}
	const noise = 1e-9
	if math.Abs(sum) < noise {
		return 0
	}
	return cmp.Compare(sum, 0)
}

// excess is how many more guesses are right than wrong.
func (g *guesser) excess() (n int) {
	for _, p := range g.pairs {
		n += g.guess(p)
	}
	return n
}

// learn adds a pair's runs as often as times says, -1 to forget them.
func (g *guesser) learn(pair [2]map[string]int, times int) {
	for half, runs := range pair {
		if g.count[half] == nil {
			g.count[half] = map[string]int{}
		}
		for run, n := range runs {
			g.count[half][run] += times * n
		}
	}
}

// sizes says whether the vulnerable half of a pair is longer, 1, or shorter, -1, in tokens
// and in bytes.
func sizes(pair []differing) (out [2]int) {
	for _, d := range pair {
		if !strings.Contains(d.run, separator) { // a single token
			out[0] += d.n[1] - d.n[0]
			out[1] += (d.n[1] - d.n[0]) * len(d.run)
		}
	}
	return [2]int{cmp.Compare(out[0], 0), cmp.Compare(out[1], 0)}
}

// take learns from a pair and returns true, unless the flaws of the batch could be guessed
// with it, and better than without it.
func (g *guesser) take(pair [2]map[string]int) bool {
	before, d := g.excess(), differ(pair)
	longer := g.longer
	for i, by := range sizes(d) {
		longer[i] += by
		if n := max(longer[i], -longer[i]); n > most && n > max(g.longer[i], -g.longer[i]) {
			return false
		}
	}
	g.learn(pair, 1)
	g.pairs = append(g.pairs, d)
	if after := g.excess(); after > most && after > before {
		g.learn(pair, -1)
		g.pairs = g.pairs[:len(g.pairs)-1]
		return false
	}
	g.longer = longer
	return true
}
