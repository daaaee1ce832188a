package audit

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// shortcut is one method of answering without understanding.
type shortcut struct {
	info     Classifier
	answer   func(bad []bool) []bool // out of base
	describe func(k *Classifier, bad []bool)
}

// battery holds all data of a suite that shortcuts use. It does not depend on the truths, so that one battery
// serves many labellings.
type battery struct {
	c         *corpus
	shortcuts []shortcut

	// quick leaves out intervals when the estimate is not above the bar, because no conviction is possible then. For
	// simulations.
	quick bool
}

func newBattery(c *corpus) *battery {
	b := &battery{c: c}
	always := func(vulnerable bool) {
		b.shortcuts = append(b.shortcuts, shortcut{
			Classifier{ID: "always-" + truthName(vulnerable), Title: "always " + truthName(vulnerable),
				Doc: "a constant answer"},
			func(bad []bool) []bool {
				return slices.Repeat([]bool{vulnerable}, len(bad))
			}, nil})
	}
	search := func(info Classifier, features func(*text, func(string)), wording string) {
		p := newPresence(c, features)
		b.shortcuts = append(b.shortcuts, shortcut{info,
			func(bad []bool) []bool { return p.outOfBase(c, bad) },
			func(k *Classifier, bad []bool) { p.describe(c, k, bad, wording) }})
	}
	threshold := func(info Classifier, unit string, integer bool, of func(*text) float64) {
		m := newMeasure(c, unit, integer, of)
		b.shortcuts = append(b.shortcuts, shortcut{info,
			func(bad []bool) []bool { return m.outOfBase(c, bad) },
			func(k *Classifier, bad []bool) { m.describe(c, k, bad) }})
	}
	bayes := func(info Classifier, g *grams) {
		b.shortcuts = append(b.shortcuts, shortcut{info,
			func(bad []bool) []bool { return g.outOfBase(c, bad) },
			func(k *Classifier, bad []bool) { k.Tells = g.tells(c, bad) }})
	}

	always(true)
	always(false)
	search(Classifier{ID: "keyword", Title: "one keyword", Doc: "the word, or piece of a compound " +
		"word, whose presence tells best"},
		keywordFeatures, "contains %q")
	search(Classifier{ID: "comment-pattern", Title: "one comment pattern",
		Doc: "the regular expression that tells best by matching a comment"},
		commentFeatures, "a comment matches %s")
	threshold(Classifier{ID: "length-bytes", Title: "length in bytes",
		Doc: "a threshold on the bytes of the code shown, comments included"},
		"bytes", true, bytesOf)
	threshold(Classifier{ID: "length-code", Title: "length of the code",
		Doc: "a threshold on the bytes of the code without comments and blank space"},
		"bytes of code", true, codeBytesOf)
	threshold(Classifier{ID: "length-lines", Title: "length in lines", Doc: "a threshold on the lines of the code shown"},
		"lines", true, linesOf)
	threshold(Classifier{ID: "length-tokens", Title: "length in tokens",
		Doc: "a threshold on the tokens of the code without comments"},
		"tokens", true, tokensOf)
	threshold(Classifier{ID: "comment-density", Title: "comment density",
		Doc: "a threshold on the share of comments in the bytes shown"},
		"% comments", false, densityOf)
	bayes(Classifier{ID: "bayes-characters", Title: "naive Bayes, characters",
		Doc: "multinomial naive Bayes over runs of 3 to 5 characters"},
		characterGrams(c))
	bayes(Classifier{ID: "bayes-tokens", Title: "naive Bayes, tokens",
		Doc: "multinomial naive Bayes over runs of 1 to 3 tokens, the words of comments included"},
		tokenGrams(c))
	bayes(Classifier{ID: "bayes-style", Title: "naive Bayes, style",
		Doc: "the same over habits of writing: layout, forms of comments, errors and names, spelling"},
		styleGrams(c))
	centre := func(info Classifier, middle []bool) {
		b.shortcuts = append(b.shortcuts, shortcut{info, func([]bool) []bool { return middle }, nil})
	}
	centre(Classifier{ID: "centre", Title: "centre of near-duplicates", Doc: "of three or more near-identical texts of " +
		"a base the one in the middle is safe; needs all texts, and no label"},
		centres(c, c.code(written), distance))
	centre(Classifier{ID: "centre-words", Title: "centre, in any order", Doc: "the same by the tokens that texts have " +
		"in common, wherever these stand, without case, brackets and short names"},
		centres(c, c.code(folded), bagDistance))
	return b
}

// run applies every shortcut to one labelling.
func (b *battery) run(bad []bool, seed uint64) []Classifier {
	var out []Classifier
	suspects := false
	for _, s := range b.shortcuts {
		k := s.info
		says := s.answer(bad)
		if b.quick && b.c.point(bad, says) <= Bar {
			out = append(out, k)
			continue
		}
		b.c.grade(&k, bad, says, seed)
		if s.describe != nil && !b.quick {
			s.describe(&k, bad)
		}
		suspects = suspects || k.suspect()
		out = append(out, k)
	}
	if suspects {
		b.confirm(out, bad, seed)
	}
	return out
}

func (k *Classifier) suspect() bool { return k.Defined && k.Interval != nil && k.Interval.Lo > Bar }

// confirm convicts the suspects that are better than anything that the whole battery finds where there is nothing
// to find (the maximum over shortcuts, after Westfall and Young 1993). It stops when no suspect can be convicted
// any more.
func (b *battery) confirm(list []Classifier, bad []bool, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 0x72656c6162656c73))
	runs, open := 0, true
	as := make([]int, len(list))
	most := 0.0
	for i := range list {
		if list[i].suspect() {
			most = max(most, list[i].Balanced)
		}
	}
	for runs < Relabellings && open {
		dealt := b.c.relabel(bad, rng)
		best := 0.0
		for _, s := range b.shortcuts {
			if best = max(best, b.c.point(dealt, s.answer(dealt))); best >= most {
				break // as good as every suspect
			}
		}
		runs++
		open = false
		for i := range list {
			if !list[i].suspect() {
				continue
			}
			if best >= list[i].Balanced {
				as[i]++
			}
			open = open || as[i] == 0
		}
	}
	for i := range list {
		k := &list[i]
		if !k.suspect() {
			continue
		}
		k.Relabelled = &Relabelled{runs, as[i]}
		if as[i] > 0 {
			k.Warnings = append(k.Warnings, fmt.Sprintf(
				"above %g %%, but chance reaches it in this suite: in %d of %d runs with random labels", 100*Bar, as[i],
				runs))
			continue
		}
		k.Convicted = true
		k.Reason = fmt.Sprintf("above %g %%, and reached in none of %d runs with random labels", 100*Bar, runs)
	}
}

// relabel shuffles the truths within each base, and among the bases that have one truth only.
func (c *corpus) relabel(bad []bool, rng *rand.Rand) []bool {
	out := make([]bool, len(bad))
	var single []int
	for b, members := range c.members {
		if !slices.ContainsFunc(members, func(i int) bool { return bad[i] != bad[members[0]] }) {
			single = append(single, b)
			continue
		}
		for n, at := range rng.Perm(len(members)) {
			out[members[at]] = bad[members[n]]
		}
	}
	for n, at := range rng.Perm(len(single)) {
		truth := bad[c.members[single[n]][0]]
		for _, i := range c.members[single[at]] {
			out[i] = truth
		}
	}
	return out
}
