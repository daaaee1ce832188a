package audit

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// measure is one number per text, to which a threshold may be applied.
type measure struct {
	*cutter
	unit    string
	integer bool
}

// cut is a threshold: the values from at on are labelled vulnerable, or safe. sep is its separation, 0 for a cut
// that does not separate.
type cut struct {
	at  float64
	sep int
}

func (c cut) vulnerable(x float64) bool { return c.sep == 0 || (x >= c.at) == (c.sep > 0) }

// cutter finds the best cut of one measure, with some texts left out.
type cutter struct {
	values []float64
	order  []int // of texts, by value
	upward bool  // only cuts that call the greater values vulnerable
}

func newCutter(values []float64, upward bool) *cutter {
	c := &cutter{values: values, order: make([]int, len(values)), upward: upward}
	for i := range c.order {
		c.order[i] = i
	}
	slices.SortStableFunc(c.order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	return c
}

// best returns the cut that separates best among the texts of bases other than without; the cut is half way
// between two values. Of equal cuts the lowest wins.
func (c *cutter) best(texts []text, bad []bool, without int) cut {
	nv, ns := 0, 0
	for i, b := range bad {
		switch {
		case texts[i].base == without:
		case b:
			nv++
		default:
			ns++
		}
	}
	var found cut
	v, s := nv, ns // at or above the cut
	last := math.NaN()
	for _, i := range c.order {
		if texts[i].base == without {
			continue
		}
		if x := c.values[i]; x > last {
			if d := separation(v, s, nv, ns); max(d, -d) > max(found.sep, -found.sep) && (d > 0 || !c.upward) {
				found = cut{last + (x-last)/2, d}
			}
		}
		last = c.values[i]
		if bad[i] {
			v--
		} else {
			s--
		}
	}
	return found
}

// outOfBase answers for every base with the cut that is best on all others.
func (c *cutter) outOfBase(k *corpus, bad []bool) []bool {
	says := make([]bool, len(bad))
	for b, members := range k.members {
		best := c.best(k.texts, bad, b)
		for _, i := range members {
			says[i] = best.vulnerable(c.values[i])
		}
	}
	return says
}

// describe describes the cut that is best on the whole suite.
func (m *measure) describe(c *corpus, k *Classifier, bad []bool) {
	best := m.best(c.texts, bad, -1)
	if best.sep == 0 {
		return
	}
	at := fmt.Sprintf("%.3g", best.at)
	if m.integer {
		at = fmt.Sprintf("%.0f", math.Ceil(best.at))
	}
	k.Rule = fmt.Sprintf("at least %s %s → %s", at, m.unit, truthName(best.sep > 0))
	nv, ns := truths(bad)
	k.Fitted = fitted(best.sep, nv, ns)
}

func newMeasure(c *corpus, unit string, integer bool, of func(*text) float64) *measure {
	return &measure{newCutter(c.measure(of), false), unit, integer}
}

// measure returns the number of every text.
func (c *corpus) measure(of func(*text) float64) []float64 {
	out := make([]float64, len(c.texts))
	for i := range c.texts {
		out[i] = of(&c.texts[i])
	}
	return out
}

func bytesOf(t *text) float64 { return float64(t.bytes) }
func linesOf(t *text) float64 { return float64(t.lines) }

// codeBytesOf leaves out comments and blank space, which a compiler ignores.
func codeBytesOf(t *text) float64 { return float64(tokenBytes(t, false)) }

func densityOf(t *text) float64 { return 100 * float64(tokenBytes(t, true)) / float64(max(t.bytes, 1)) }

// tokenBytes returns the bytes of the comments of a text, or of all other tokens.
func tokenBytes(t *text, comments bool) (n int) {
	for _, l := range t.tokens {
		if (l.kind == comment) == comments {
			n += len(l.text)
		}
	}
	return n
}

func tokensOf(t *text) float64 {
	n := 0
	for _, l := range t.tokens {
		if l.kind != comment {
			n++
		}
	}
	return float64(n)
}
