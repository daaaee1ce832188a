package solidity

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"assay/internal/author/generate"
	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/core/suite/evidence"
	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
	"assay/internal/proof/solc"
)

// Bounds of the search for harmless edits of one pair.
const (
	maxForms    = 32 // edits that are scored at each step
	maxShown    = 4  // of these, the best that are disguised
	maxHarmless = 4  // edits that a pair has at the end
	maxExecuted = 4  // forms of a pair that are executed
)

// A harmless is an edit without an effect in one half of a pair, so that the code which an operator always adds
// or removes does not distinguish the halves.
type harmless struct {
	harmlessEdit
	vulnerable bool   // the half that has it
	function   string // that contains it
}

func (x harmless) String() string {
	half := "safe"
	if x.vulnerable {
		half = "vulnerable"
	}
	return x.kind + " in the " + half + " half"
}

// harmless lists what may be added to a pair, one edit or two of a kind, sorted by how similar in length they make the
// halves. Of two, each is in one half, so that its kind is in as many safe halves as vulnerable ones.
func (p *pair) harmless() (one, two [][]harmless) {
	src := p.h.text.src
	hunks := suite.Hunks(p.text, src)
	by := growth(src, []edit.Edit{{Start: 0, End: len(src), New: p.text}})
	var out []harmless
	for _, vulnerable := range []bool{true, false} {
		t := p.h.text
		if vulnerable {
			t = read(p.h.x.Main, with(p.h.x.Fixed, p.h.x.Main, p.text), t.checked)
		}
		for _, e := range t.harmlessEdits(near(hunks, vulnerable)) {
			if f, ok := solidity.Enclosing(solidity.Functions(t.src), e.edit.Start); ok {
				out = append(out, harmless{e, vulnerable, f.Name})
			}
		}
	}
	left := func(list []harmless) int {
		n := by
		for _, x := range list {
			if x.vulnerable {
				n += x.by
			} else {
				n -= x.by
			}
		}
		return max(n, -n)
	}
	for _, x := range out {
		one = append(one, []harmless{x})
		for _, y := range out {
			if x.vulnerable && !y.vulnerable && x.kind == y.kind && x.function != y.function {
				two = append(two, []harmless{x, y})
			}
		}
	}
	for _, list := range []*[][]harmless{&one, &two} {
		slices.SortStableFunc(*list, func(a, b []harmless) int { return cmp.Compare(left(a), left(b)) })
		*list = (*list)[:min(len(*list), maxForms)]
	}
	return one, two
}

// with returns the pair with harmless edits; ok is false where they overlap each other or a label, or where two
// of them are in one function, since the sample names each function once.
func (p *pair) with(list []harmless) (out *pair, ok bool) {
	q := *p
	q.parts = map[string]string{}
	var edits [2][]edit.Edit // of the vulnerable half and of the safe one
	for _, x := range list {
		if q.parts[x.function] != "" {
			return nil, false
		}
		q.parts[x.function] = x.String()
		i := 1
		if x.vulnerable {
			i = 0
		}
		edits[i] = append(edits[i], x.edit)
	}
	q.correct = p.h.text.src
	for i, text := range []*string{&q.text, &q.correct} {
		slices.SortFunc(edits[i], func(a, b edit.Edit) int { return cmp.Compare(a.Start, b.Start) })
		after, err := edit.Apply(*text, edits[i])
		if err != nil {
			return nil, false
		}
		labels := []*[]bench.Label{&q.vulnerable, &q.fixed}[i]
		mapper := edit.NewMapper(edits[i])
		moved := make([]bench.Label, len(*labels))
		for j, l := range *labels {
			start, end, kept := mapper.Map(l.Span.Start, l.Span.End)
			if !kept {
				return nil, false
			}
			l.Span = span(p.h.x.Main, after, start, end)
			moved[j] = l
		}
		*text, *labels = after, moved
	}
	return &q, true
}

// balance looks for harmless edits that make the flaws of the batch unguessable, one at a time, the best first,
// and proves the pair with them; ok is false where there are none. The model keeps what it learnt of the pair.
func (g *Generator) balance(ctx context.Context, guess *generate.Guesser, c *candidate, r result,
	o generate.Options) (out result, ok bool, err error) {
	if r.Raw == nil {
		return out, false, nil
	}
	p, err := r.Raw.pair(c, o.Seed)
	if err != nil {
		return out, false, err
	}
	seed := c.seed(o.Seed)
	if _, err := p.show(seed); err != nil {
		return out, false, err
	}
	one, two := p.harmless()
	var chosen []harmless
	executed := 0
	for len(chosen) < maxHarmless {
		list := p.nextForms(guess, chosen, one)
		if (len(list) == 0 || !list[0].fits) && len(chosen)+2 <= maxHarmless {
			if pairs := p.nextForms(guess, chosen, two); len(pairs) > 0 && (len(list) == 0 || pairs[0].fits) {
				list = pairs
			}
		}
		for _, x := range list[:min(len(list), maxShown)] {
			if !x.fits {
				break
			}
			s, err := x.pair.show(seed)
			if _, ok := errors.AsType[rejected](err); ok {
				continue
			}
			if err != nil {
				return out, false, err
			}
			if !guess.Take(c.key(o.Seed), mark(halves(s.files), x.edits)) {
				continue
			}
			done := result{ID: s.sample.ID, Files: s.files, Code: r.Code, Stage: r.Stage}
			key := c.key(o.Seed)
			for _, e := range x.edits {
				key = fmt.Sprintf("%s %v %+v", key, e, e.edit)
			}
			if !o.Journal.Find(key, &done) {
				if done.Why, err = g.holds(ctx, p, x.pair, s, seed); err == nil {
					err = o.Journal.Note(key, done)
				}
				if err != nil {
					return out, false, err
				}
			}
			if done.Why == "" {
				return done, true, nil
			}
			guess.Forget(c.key(o.Seed))
			if executed++; executed == maxExecuted {
				return out, false, nil
			}
		}
		if len(list) == 0 {
			break
		}
		chosen = slices.MinFunc(list, func(a, b form) int { return cmp.Compare(a.score, b.score) }).edits
	}
	return out, false, nil
}

// mark notes in a pair which edits its halves have. Some are seen in one half alone, such as a check that stands twice.
func mark(is generate.Pair, edits []harmless) generate.Pair {
	for _, x := range edits {
		is.Mark(x.vulnerable, x.kind)
	}
	return is
}

// A form is a pair with harmless edits.
type form struct {
	pair  *pair
	edits []harmless
	score float64 // evidence for its vulnerable half
	fits  bool    // with it, the flaws of the batch cannot be guessed
}

// nextForms lists the forms of a pair with one of the given edits, or two, more than the chosen ones: first those that
// fit, and of these first the ones with the least evidence for their vulnerable half. The texts are taken with the
// names of the disguise that the pair has without edits: to disguise each form would take longer than all the other
// work.
func (p *pair) nextForms(guess *generate.Guesser, chosen []harmless,
	more [][]harmless) []form {
	var out []form
	counted := map[string]map[string]int{} // most forms have a half that others have too
	tokens := func(text string) map[string]int {
		if counted[text] == nil {
			counted[text] = runs(text)
		}
		return maps.Clone(counted[text])
	}
	for _, x := range more {
		list := append(slices.Clone(chosen), x...)
		if q, ok := p.with(list); ok {
			safe, vulnerable := bare(q.correct, p.names), bare(q.text, p.names)
			is := mark(different(safe, vulnerable, generate.Pair{tokens(safe), tokens(vulnerable)}), list)
			score, fits := guess.Fits(is)
			out = append(out, form{q, list, score, fits})
		}
	}
	slices.SortStableFunc(out, func(a, b form) int {
		if a.fits != b.fits {
			return map[bool]int{true: -1, false: 1}[a.fits]
		}
		return cmp.Compare(a.score, b.score)
	})
	return out
}

// holds returns the reason why a pair with harmless edits, q, is no sample, or "": an edit has an effect, or a
// check fails. The evidence is added to the files. The proof is compiled once where the host's texts may be compiled
// without it: those of the pair without edits were compiled before.
func (g *Generator) holds(ctx context.Context, p, q *pair, s shown, seed uint64) (string, error) {
	if err := p.h.prepare(ctx, g.Compiler); err != nil {
		return "", err
	}
	tree := with(p.h.x.Fixed, "Proof.sol", p.proof)
	var base *solc.Output
	if p.h.separate {
		out, err := p.h.compile(ctx, g.Compiler, "", p.proof, true)
		if l, ok := errors.AsType[rejected](broken(err, "its proof does not compile")); ok {
			return l.why, nil
		} else if err != nil {
			return "", err
		}
		base = out
		delete(tree, "Proof.sol")
	}
	for _, half := range [][2]string{{p.text, q.text}, {p.h.text.src, q.correct}} {
		if half[0] == half[1] {
			continue
		}
		equal, err := same(ctx, g.Compiler, p.rules(), base, with(tree, p.h.x.Main, half[0]),
			with(tree, p.h.x.Main, half[1]), seed)
		if err != nil || !equal {
			return "a harmless edit has an effect", err
		}
	}
	err := proven(ctx, g.Compiler, s)
	if l, ok := errors.AsType[rejected](err); ok {
		return l.why, nil
	}
	return "", err
}

// raw is the result of a search for a pair. The rest follows from the candidate.
type raw struct {
	Proof   string   `json:"proof"`
	Steps   []string `json:"steps"`
	Missed  []string `json:"missed,omitempty"`
	Holds   []string `json:"holds,omitempty"`
	Kind    string   `json:"kind"`
	Asset   string   `json:"asset"`
	Minimum *big.Int `json:"minimum,omitempty"`
}

// pair rebuilds the pair of a candidate.
func (r *raw) pair(c *candidate, seed uint64) (*pair, error) {
	edits, _ := c.h.text.orphans(c.m.edits)
	text, err := edit.Apply(c.h.text.src, edits)
	if err != nil {
		return nil, err
	}
	vulnerable, fixed, _ := c.h.label(&c.m, edits, text)
	p := &pair{h: c.h, m: &c.m, op: c.op.name, text: text, vulnerable: vulnerable, fixed: fixed, proof: r.Proof,
		steps: r.Steps, missed: r.Missed, holds: r.Holds,
		canary: canaryOf(c.seed(seed))}
	p.im.Kind, p.im.Asset, p.im.Minimum = r.Kind, r.Asset, r.Minimum
	return p, nil
}

// rules are the rules of the undisguised pair.
func (p *pair) rules() evidence.Rules {
	r := p.h.x.Rules
	r.Impact, r.Asset, r.Minimum = p.im.Kind, p.im.Asset, ""
	if p.im.Minimum != nil {
		r.Minimum = p.im.Minimum.String()
	}
	return r
}
