package generate

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"assay/internal/author/audit"
)

// A Guesser holds the models of the pairs of a batch that guess for each pair, from all others, which half is the
// vulnerable one. One is naive Bayes: it learns which runs of tokens occur in vulnerable halves. The others are the
// orders by difference of the audit, one for each kind of run that the pairs have. The zero value has learnt nothing.
// It is not safe for concurrent use.
type Guesser struct {
	count  [2]map[string]int   // runs of tokens, in safe and in vulnerable halves
	pairs  map[string]features // by key
	longer [2]int              // vulnerable halves that are longer minus those that are shorter, in tokens and in bytes
	// by token, pairs that have it only in the vulnerable half minus those that have it only in the safe one
	exclusive map[string]int
	// orders by difference of the pairs that are learnt, by kind; not known when there was a change
	orders []order
	known  bool
}

// A Pair counts how often each run of tokens occurs in the safe half and in the vulnerable one, by [Runs]. It may
// have runs of other kinds too, by [Pair.Add].
type Pair [2]map[string]int

// features are a pair with what may give it away.
type features struct {
	pair   Pair
	differ []differing        // runs of tokens, and marks
	leans  [kinds][]differing // runs that orders by difference go by, none for a pair without runs of other kinds
	longer [2]int             // whether the vulnerable half is longer, 1, or shorter, -1, in tokens and in bytes
}

// ordered reports whether a pair has runs of other kinds than tokens.
func (f features) ordered() bool { return f.leans[Shapes] != nil || f.leans[Characters] != nil }

// differing is a run that one half of a pair has more often than the other.
type differing struct {
	run string
	n   [2]int // in the safe half and in the vulnerable one
}

// Bounds of what the audit would see in a batch. An order may be right on more pairs than it is wrong on, and one half
// be longer than the other, by a number that a batch of any size tolerates, or by one in a share of its pairs. One in
// 10 is 55 % of right guesses, and an audit convicts an interval above that.
const (
	maxExcess       = 4 // of naive Bayes, and of longer vulnerable halves or shorter ones
	excessShare     = 16
	maxDifference   = 6 // of an order by difference
	differenceShare = 10
	maxTokenPairs   = 4 // pairs with a token only in the one half, more often one way than the other
	tokenShare      = 16
	maxMarks        = 2 // the same of a mark
	markShare       = 32
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

// Kinds of runs that an order by difference goes by.
const (
	Tokens     = iota
	Shapes     // of the kinds of tokens, up to four
	Characters // of three to five bytes
	kinds
)

// kindMark begins a run that is not one of tokens, followed by its kind.
const kindMark = "\x02"

// Add counts runs of a kind other than [Tokens], of the given lengths, in both halves.
func (p Pair) Add(kind, shortest, longest int, safe, vulnerable []string) {
	mark := kindMark + string(rune('0'+kind))
	count(p[0], mark, shortest, longest, safe)
	count(p[1], mark, shortest, longest, vulnerable)
}

// Runs counts the runs of at most three tokens of a text.
func Runs(tokens []string) map[string]int {
	out := map[string]int{}
	count(out, "", 1, runLength, tokens)
	return out
}

// count counts the runs of some lengths in out, under a mark.
func count(out map[string]int, mark string, shortest, longest int, parts []string) {
	for i := range parts {
		for n := shortest; n <= longest && i+n <= len(parts); n++ {
			out[mark+strings.Join(parts[i:i+n], separator)]++
		}
	}
}

// differ lists the runs that may give a pair away, sorted by run.
func differ(pair Pair) (out []differing) {
	for half, runs := range pair {
		for run, n := range runs {
			if other := pair[1-half][run]; n != other && (half == 1 || other == 0) {
				out = append(out, differing{run, [2]int{pair[0][run], pair[1][run]}})
			}
		}
	}
	// floating-point sums depend on their order
	slices.SortFunc(out, func(a, b differing) int { return cmp.Compare(a.run, b.run) })
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
func (g *Guesser) Score(pair Pair) (sum float64) { return g.score(featuresOf(pair)) }

func (g *Guesser) score(is features) (sum float64) {
	for _, d := range is.differ {
		sum += weight(d, g.count[0][d.run], g.count[1][d.run])
	}
	for kind, o := range g.byDifference() {
		sum += evidence * o.margin(is.leans[kind])
	}
	return sum
}

// evidence is the weight of an order by difference next to the logarithms of naive Bayes.
const evidence = 8

// An order is an order by difference of the pairs that are learnt.
type order struct {
	excess  int                // right guesses minus wrong ones, each by a model of the other pairs
	weights map[string]float64 // of the model of all
}

// margin is positive when the guess of the model for a pair that is not learnt is right.
func (o order) margin(leans []differing) (sum float64) {
	n := 0.0
	for _, d := range leans {
		if w, ok := o.weights[d.run]; ok {
			sum += w * float64(cmp.Compare(d.n[1], d.n[0]))
			n++
		}
	}
	return sum / math.Sqrt(max(n, 1))
}

// byDifference returns the orders by difference.
func (g *Guesser) byDifference() []order {
	if g.known {
		return g.orders
	}
	g.orders, g.known = nil, true
	keys := slices.Sorted(maps.Keys(g.pairs))
	keys = slices.DeleteFunc(keys, func(k string) bool { return !g.pairs[k].ordered() })
	var base []int
	for i := range keys {
		base = append(base, i)
	}
	for kind := range kinds {
		type at struct{ pair, by int }
		in := map[string][]at{}
		norm, kernel := make([]float64, len(keys)), make([][]float64, len(keys))
		for i, k := range keys {
			kernel[i] = make([]float64, len(keys))
			for _, d := range g.pairs[k].leans[kind] {
				if g.count[0][d.run]+g.count[1][d.run] > d.n[0]+d.n[1] { // another pair has it too
					in[d.run] = append(in[d.run], at{i, cmp.Compare(d.n[1], d.n[0])})
					norm[i]++
				}
			}
		}
		for _, list := range in {
			for _, x := range list {
				for _, y := range list {
					kernel[x.pair][y.pair] += float64(x.by * y.by)
				}
			}
		}
		for i := range keys {
			norm[i] = math.Sqrt(max(norm[i], 1))
		}
		for i, row := range kernel {
			for j := range row {
				row[j] /= norm[i] * norm[j]
			}
		}
		o := order{weights: map[string]float64{}}
		for _, margin := range audit.OutOfBase(kernel, base) {
			o.excess += cmp.Compare(margin, 0)
		}
		dual, _ := audit.Fit(kernel, func(int) bool { return true })
		for run, list := range in {
			for _, x := range list {
				o.weights[run] += dual[x.pair] / norm[x.pair] * float64(x.by)
			}
		}
		g.orders = append(g.orders, o)
	}
	return g.orders
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
	f := features{pair: pair}
	for _, d := range differ(pair) {
		kind := Tokens
		if after, ok := strings.CutPrefix(d.run, kindMark); ok {
			kind = int(after[0] - '0')
		} else {
			f.differ = append(f.differ, d)
		}
		if !strings.HasPrefix(d.run, marker) {
			f.leans[kind] = append(f.leans[kind], d)
		}
	}
	if !f.ordered() {
		f.leans[Tokens] = nil
	}
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
			bound = max(maxMarks, len(g.pairs)/markShare)
		}
		was := g.exclusive[d.run]
		is := was + d.only()
		return max(is, -is) > bound && max(is, -is) > max(was, -was)
	})
}

// Take learns from a pair under a key that is not learnt, and returns true, unless the pair makes the flaws of
// the batch guessable, and more so than without it: by all runs together, by the halves' sizes, by one token, or by an
// order by difference.
func (g *Guesser) Take(key string, pair Pair) bool { return g.take(key, featuresOf(pair), true) }

func (g *Guesser) take(key string, is features, final bool) bool {
	most := max(maxExcess, len(g.pairs)/excessShare)
	for i, by := range is.longer {
		n := g.longer[i] + by
		if n = max(n, -n); n > most && n > max(g.longer[i], -g.longer[i]) {
			return false
		}
	}
	if g.distinguishes(is.differ) {
		return false
	}
	orders := g.byDifference()
	far := func(was, is int) bool { return is > max(maxDifference, len(g.pairs)/differenceShare) && is > was }
	for kind, o := range orders {
		if far(o.excess, o.excess+cmp.Compare(o.margin(is.leans[kind]), 0)) {
			return false
		}
	}
	before := g.excess()
	g.add(key, is)
	after := g.excess()
	ok := after <= most || after <= before
	if ok && final {
		for kind, o := range g.byDifference() {
			ok = ok && !far(orders[kind].excess, o.excess)
		}
	}
	if !ok || !final {
		g.Forget(key)
		g.orders, g.known = orders, true
	}
	return ok
}

// Fits returns the [Guesser.Score] of a pair, and whether [Guesser.Take] is likely to take it: orders by difference of
// the pairs before it are asked, and not those of all pairs with it. It does not change the model.
func (g *Guesser) Fits(pair Pair) (score float64, fits bool) {
	is := featuresOf(pair)
	return g.score(is), g.take("\x00", is, false)
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
	g.known = false
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
