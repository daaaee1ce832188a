package generate

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
)

// A Guesser is a naive Bayes model of the pairs of a batch: it learns which runs of tokens occur in vulnerable
// halves, and guesses for each pair, from all others, which half is the vulnerable one. The zero value has
// learnt nothing. It is not safe for concurrent use.
type Guesser struct {
	count  [2]map[string]int   // runs of tokens, in safe and in vulnerable halves
	pairs  map[string]features // by key
	longer [2]int              // vulnerable halves that are longer minus those that are shorter, in tokens and in bytes
	// by token, pairs that have it only in the vulnerable half minus those that have it only in the safe one
	exclusive map[string]int
}

// A Pair counts how often each run of tokens occurs in the safe half and in the vulnerable one, by [Runs].
type Pair [2]map[string]int

// features are a pair with what may give it away.
type features struct {
	pair   Pair
	differ []differing
	longer [2]int // whether the vulnerable half is longer, 1, or shorter, -1, in tokens and in bytes
}

// differing is a run that one half of a pair has more often than the other.
type differing struct {
	run string
	n   [2]int // in the safe half and in the vulnerable one
}

// Bounds of the excess of right guesses over wrong ones, and of longer vulnerable halves over shorter ones or
// the reverse: the number of pairs that a batch of any size tolerates, maxExcess, or one in excessShare of its
// pairs. That is 51.6 % of right guesses; an audit convicts an interval above 55 %.
const (
	maxExcess   = 1
	excessShare = 32
)

// Bounds of the number of pairs whose halves one token may distinguish, more often one way than the other:
// maxTokenPairs, or one in tokenShare of the pairs.
const (
	maxTokenPairs = 4
	tokenShare    = 16
)

// runLength is the maximum number of tokens of a run.
const runLength = 3

// separator separates the tokens of a run, and occurs in no token.
const separator = "\x00"

// marker begins a run that stands for no tokens but for something of a whole half.
const marker = "\x01"

// Mark notes in one half what a reader of that half alone may notice, such as a check that stands twice. A mark is
// bound like the sum of all guesses: a batch has it about as often in safe halves as in vulnerable ones.
func (p Pair) Mark(vulnerable bool, what string) {
	half := 0
	if vulnerable {
		half = 1
	}
	p[half][marker+what]++
}

// Runs counts the runs of at most three tokens of a text.
func Runs(tokens []string) map[string]int {
	out := map[string]int{}
	for i := range tokens {
		for n := 1; n <= runLength && i+n <= len(tokens); n++ {
			out[strings.Join(tokens[i:i+n], separator)]++
		}
	}
	return out
}

// differ lists the runs that may give a pair away, sorted by run.
func differ(pair Pair) (out []differing) {
	all := maps.Clone(pair[0])
	maps.Copy(all, pair[1])
	for _, run := range slices.Sorted(maps.Keys(all)) { // floating-point sums depend on their order
		if n := [2]int{pair[0][run], pair[1][run]}; n[0] != n[1] {
			out = append(out, differing{run, n})
		}
	}
	return out
}

// guess is positive when the guess for a learnt pair is right, negative when it is wrong, and 0 when there is
// no evidence for either half. The pair itself is left out.
func (g *Guesser) guess(pair []differing) int {
	sum := 0.0
	for _, d := range pair {
		safe, vulnerable := g.count[0][d.run]-d.n[0], g.count[1][d.run]-d.n[1]
		sum += weight(d, safe, vulnerable)
	}
	const noise = 1e-9
	if math.Abs(sum) < noise {
		return 0
	}
	return cmp.Compare(sum, 0)
}

// weight is the contribution of a run to a guess, given how often other pairs have it in safe and in vulnerable
// halves.
func weight(d differing, safe, vulnerable int) float64 {
	return float64(d.n[1]-d.n[0]) * math.Log(float64(vulnerable+1)/float64(safe+1))
}

// Score is the evidence for the vulnerable half of a pair that is not learnt: the lower it is, the less likely
// is a right guess.
func (g *Guesser) Score(pair Pair) (sum float64) {
	for _, d := range differ(pair) {
		sum += weight(d, g.count[0][d.run], g.count[1][d.run])
	}
	return sum
}

// excess is the number of right guesses minus that of wrong ones.
func (g *Guesser) excess() (n int) {
	for _, p := range g.pairs {
		n += g.guess(p.differ)
	}
	return n
}

// featuresOf returns the features of a pair.
func featuresOf(pair Pair) features {
	f := features{pair: pair, differ: differ(pair)}
	tokens, bytes := 0, 0
	for _, d := range f.differ {
		if !strings.Contains(d.run, separator) && !strings.HasPrefix(d.run, marker) { // a single token
			tokens += d.n[1] - d.n[0]
			bytes += (d.n[1] - d.n[0]) * len(d.run)
		}
	}
	f.longer = [2]int{cmp.Compare(tokens, 0), cmp.Compare(bytes, 0)}
	return f
}

// only is 1 for a token that only the vulnerable half has, -1 for one that only the safe half has, and 0 for
// any other run.
func (d differing) only() int {
	switch {
	case strings.Contains(d.run, separator):
		return 0
	case d.n[0] == 0:
		return 1
	case d.n[1] == 0:
		return -1
	}
	return 0
}

// distinguishes reports whether a single token of a pair would distinguish the halves of too many pairs, and of more
// pairs than without this one.
func (g *Guesser) distinguishes(pair []differing) bool {
	return slices.ContainsFunc(pair, func(d differing) bool {
		bound := max(maxTokenPairs, len(g.pairs)/tokenShare)
		if strings.HasPrefix(d.run, marker) {
			bound = max(maxExcess, len(g.pairs)/excessShare)
		}
		was := g.exclusive[d.run]
		is := was + d.only()
		return max(is, -is) > bound && max(is, -is) > max(was, -was)
	})
}

// Take learns from a pair under a key that is not learnt, and returns true, unless the pair makes the flaws of
// the batch guessable, and more so than without it: by all runs together, by the halves' sizes, or by one
// token.
func (g *Guesser) Take(key string, pair Pair) bool {
	most := max(maxExcess, len(g.pairs)/excessShare)
	before, is := g.excess(), featuresOf(pair)
	for i, by := range is.longer {
		n := g.longer[i] + by
		if n = max(n, -n); n > most && n > max(g.longer[i], -g.longer[i]) {
			return false
		}
	}
	if g.distinguishes(is.differ) {
		return false
	}
	g.add(key, is)
	if after := g.excess(); after > most && after > before {
		g.Forget(key)
		return false
	}
	return true
}

// Fits reports whether [Guesser.Take] would take a pair. It does not change the model.
func (g *Guesser) Fits(pair Pair) bool {
	const key = "\x00"
	defer g.Forget(key)
	return g.Take(key, pair)
}

// Learn learns from a pair under a key that is not learnt, whether or not it can be guessed.
func (g *Guesser) Learn(key string, pair Pair) { g.add(key, featuresOf(pair)) }

func (g *Guesser) add(key string, is features) {
	if g.pairs == nil {
		g.pairs, g.exclusive = map[string]features{}, map[string]int{}
		g.count = [2]map[string]int{{}, {}}
	}
	g.pairs[key] = is
	g.sum(is, 1)
}

// Forget removes what was learnt under a key, if anything.
func (g *Guesser) Forget(key string) {
	if is, ok := g.pairs[key]; ok {
		delete(g.pairs, key)
		g.sum(is, -1)
	}
}

// sum adds the features of a pair to the model's counts, or with sign -1 subtracts them.
func (g *Guesser) sum(is features, sign int) {
	for half, runs := range is.pair {
		for run, n := range runs {
			g.count[half][run] += sign * n
		}
	}
	for _, d := range is.differ {
		g.exclusive[d.run] += sign * d.only()
	}
	for i, by := range is.longer {
		g.longer[i] += sign * by
	}
}
