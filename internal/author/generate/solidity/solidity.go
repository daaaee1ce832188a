// Package solidity makes fresh samples in blockbench's format: an operator puts one flaw into a correct text, a
// search finds an attack on it that gains nothing on the correct one, and a pair that verify proves is, under
// other names, a sample.
package solidity

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"assay/internal/author/generate"
	"assay/internal/core/suite"
	"assay/internal/lang/edit"
	"assay/internal/proof/solc"
)

// Generator makes samples from the correct texts of suites.
type Generator struct {
	Suites   []*suite.Suite
	Compiler *solc.Compiler
	Only     []string // operators to use; nil is all
}

// Operators lists the names of all operators, the most productive ones first.
func Operators() (out []string) {
	for _, op := range operators() {
		out = append(out, op.name)
	}
	return out
}

// resists is the outcome of a mutant on which the search found nothing.
const resists = "no attack found"

// candidate is one mutant of one host.
type candidate struct {
	h  *host
	op operator
	m  mutant
	at int // index of the mutant among those of the operator and host
}

// growth counts the bytes that edits add, without whitespace.
func growth(src string, edits []edit.Edit) (n int) {
	solid := func(s string) int { return len(strings.Join(strings.Fields(s), "")) }
	for _, e := range edits {
		n += solid(e.New) - solid(src[e.Start:e.End])
	}
	return n
}

// result is the outcome of a candidate, as a journal stores it.
type result struct {
	ID    string            `json:"id,omitempty"`
	Files map[string]string `json:"files,omitempty"`
	Code  []byte            `json:"code,omitempty"`  // of the mutant, nil when it was not compiled
	Why   string            `json:"why,omitempty"`   // why it was rejected
	Stage int               `json:"stage,omitempty"` // of the search in which the attack was found, from 1
	Raw   *raw              `json:"raw,omitempty"`   // of a pair that was proved
	err   error
}

// Generate implements [generate.Generator]. It tries candidates in rounds: the candidates of a round depend
// only on the outcomes of all earlier ones.
func (g *Generator) Generate(ctx context.Context, o generate.Options) (*generate.Batch, error) {
	b := &generate.Batch{FormatVersion: generate.FormatVersion, Suite: suite.Blockbench, Seed: o.Seed, Asked: o.Count}
	all := hosts(g.Suites)
	if len(all) == 0 {
		return nil, errors.New("no sample of the suite has a proof and a correct text; one with both can be a host")
	}
	if err := g.missing(ctx, all); err != nil {
		return nil, err
	}
	s := newSchedule(candidates(all, o.Seed, g.Only), o.Count, len(all), len(g.Only))
	ids := map[string]bool{}
	type mutated struct {
		h    *host
		code string
	}
	seen := map[mutated]bool{}
	var guess generate.Guesser
	type spare struct { // proved, and guessable from the samples before it
		c     *candidate
		r     result
		pair  generate.Pair
		again int // number of samples from which on harmless edits are looked for again
	}
	var spares []*spare
	accept := func(c *candidate, r result) error {
		b.Count(c.op.name, c.h.sample.ID, generate.Proved)
		if err := put(o.Dir, r.Files); err != nil {
			return err
		}
		b.Samples = append(b.Samples, generate.Sample{ID: r.ID, Class: c.m.class, Operator: c.op.name, Host: c.h.sample.ID})
		if o.Progress != nil {
			o.Progress()
		}
		return nil
	}
	// retry takes the pairs that have a counterpart by now, or for which there are harmless edits.
	retry := func() (err error) {
		spares = slices.DeleteFunc(spares, func(x *spare) bool {
			if err != nil || len(b.Samples) == o.Count || s.full(x.c) {
				return false
			}
			ok := guess.Take(x.c.key(o.Seed), x.pair)
			if !ok && len(b.Samples) >= x.again {
				x.again = len(b.Samples) + growthOfBatch
				var balanced result
				if balanced, ok, err = g.balance(ctx, &guess, x.c, x.r, o); ok {
					x.r = balanced
				}
			}
			if ok && err == nil {
				s.proved(x.c)
				err = accept(x.c, x.r)
			}
			return ok && err == nil
		})
		return err
	}
	for len(b.Samples) < o.Count {
		round := s.round()
		if len(round) == 0 {
			break
		}
		for i, r := range inParallel(ctx, len(round), func(ctx context.Context, i int) result {
			return g.tryJournaled(ctx, round[i], o)
		}) {
			c := round[i]
			switch {
			case r.err != nil:
				return nil, fmt.Errorf("%s: %w", c.h.sample.ID, r.err)
			case s.full(c):
				continue
			case r.Code != nil && seen[mutated{c.h, string(r.Code)}]:
				r.Why = "another mutant has its code"
			case r.Why == "" && ids[r.ID]:
				r.Why = "its name is taken"
			}
			seen[mutated{c.h, string(r.Code)}] = true
			if r.Why == "" {
				ids[r.ID] = true
				if pair := halves(r.Files); !guess.Take(c.key(o.Seed), pair) {
					balanced, ok, err := g.balance(ctx, &guess, c, r, o)
					switch {
					case err != nil:
						return nil, err
					case ok:
						r = balanced
					default:
						spares = append(spares, &spare{c, r, pair, len(b.Samples) + growthOfBatch})
						r.Why = generate.Guessed
					}
				}
			}
			s.decided(c, r.Why)
			if o.Log != nil {
				o.Log(fmt.Sprintf("%s %s %d: %s", c.op.name, c.h.sample.ID, c.at+1,
					cmp.Or(r.Why, fmt.Sprintf("%s as %s, stage %d", generate.Proved, r.ID, r.Stage))))
			}
			switch {
			case r.Why == generate.Guessed: // counted at the end
			case r.Why != "":
				b.Count(c.op.name, c.h.sample.ID, r.Why)
			default:
				if err := accept(c, r); err != nil {
					return nil, err
				}
				if err := retry(); err != nil {
					return nil, err
				}
			}
			if len(b.Samples) == o.Count {
				break // unfinished work is not needed
			}
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	for _, x := range spares { // no candidate is left to try
		x.again = 0
	}
	if err := retry(); err != nil {
		return nil, err
	}
	for _, x := range spares {
		b.Count(x.c.op.name, x.c.h.sample.ID, generate.Guessed)
	}
	return b, nil
}

// growthOfBatch is the number of further samples after which a pair that waits gets another search for harmless edits:
// what a batch tolerates grows with it.
const growthOfBatch = 4

// inParallel yields i and do(i) for i from 0 to n-1, in this order, computed on all processors. The loop ends early
// when ctx is done. At its end, unfinished work is stopped and awaited.
func inParallel[T any](ctx context.Context, n int, do func(ctx context.Context, i int) T) iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		results := make([]chan T, n)
		for i := range results {
			results[i] = make(chan T, 1)
		}
		ctx, stop := context.WithCancel(ctx)
		var wg sync.WaitGroup
		defer wg.Wait()
		defer stop()
		next := make(chan int)
		for range runtime.GOMAXPROCS(0) + 1 { // one may wait for the compiler
			wg.Go(func() {
				for i := range next {
					results[i] <- do(ctx, i)
				}
			})
		}
		wg.Go(func() {
			defer close(next)
			for i := range n {
				select {
				case next <- i:
				case <-ctx.Done():
					return
				}
			}
		})
		for i := range n {
			select {
			case r := <-results[i]:
				if !yield(i, r) {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}
}

// tryJournaled returns the outcome of a candidate from the journal, or tries the candidate and records the outcome.
func (g *Generator) tryJournaled(ctx context.Context, c *candidate, o generate.Options) result {
	key := c.key(o.Seed)
	var r result
	if o.Journal.Find(key, &r) {
		return r
	}
	if r = g.try(ctx, c, o.Seed); r.err == nil {
		r.err = o.Journal.Note(key, r)
	}
	return r
}

// journalVersion is raised when the outcome of a candidate may differ from before.
const journalVersion = 4

// key names everything that determines the outcome of a candidate.
func (c *candidate) key(seed uint64) string {
	h := sha256.New()
	fmt.Fprintln(h, journalVersion, seed, c.op.name, c.at, c.h.sample.ID, c.m.class)
	for _, tree := range []map[string]string{c.h.x.Fixed, c.h.x.Vulnerable} {
		for _, p := range paths(tree) {
			fmt.Fprintf(h, "%s %d %s", p, len(tree[p]), tree[p])
		}
	}
	fmt.Fprintf(h, "%+v %+v", c.h.x.Rules, c.m.edits)
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// put writes files below a directory.
func put(dir string, files map[string]string) error {
	for _, p := range paths(files) {
		file := filepath.Join(dir, filepath.FromSlash(p))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(files[p]), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// missing returns an error that names the missing compilers and how to install them.
func (g *Generator) missing(ctx context.Context, all []*host) error {
	var versions []string
	for _, h := range all {
		v := h.x.Rules.Compiler
		if slices.Contains(versions, v) {
			continue
		}
		err := g.Compiler.Available(ctx, v)
		if _, ok := errors.AsType[*solc.MissingError](err); ok {
			versions = append(versions, v)
		} else if err != nil {
			return err
		}
	}
	if len(versions) == 0 {
		return nil
	}
	return g.Compiler.Missing(versions...)
}

// candidates lists the mutants of all hosts by operator, in an order that the seed determines, in which hosts
// take turns.
func candidates(hosts []*host, seed uint64, only []string) (queues [][]*candidate) {
	texts := map[string]bool{}
	for n, op := range operators() {
		if only != nil && !slices.Contains(only, op.name) {
			continue
		}
		var queue []*candidate
		for _, h := range hosts {
			changed := touchesPublicFlaw(h)
			for i, m := range op.find(h.text) {
				if slices.ContainsFunc(m.edits, changed) {
					continue
				}
				// if two operators make the same text, the first gets it
				if text, err := edit.Apply(h.text.src, m.edits); err == nil && !texts[text] {
					texts[text] = true
					queue = append(queue, &candidate{h, op, m, i})
				}
			}
		}
		r := rand.New(rand.NewPCG(seed, uint64(1000+n)))
		r.Shuffle(len(queue), func(i, j int) { queue[i], queue[j] = queue[j], queue[i] })
		queues = append(queues, spread(queue))
	}
	return queues
}

// spread makes hosts take turns, and otherwise keeps the order.
func spread(queue []*candidate) []*candidate {
	round := map[*host]int{}
	rounds := make([]int, len(queue))
	order := make([]int, len(queue))
	for i, c := range queue {
		rounds[i], order[i] = round[c.h], i
		round[c.h]++
	}
	slices.SortStableFunc(order, func(a, b int) int { return rounds[a] - rounds[b] })
	out := make([]*candidate, len(queue))
	for i, at := range order {
		out[i] = queue[at]
	}
	return out
}

// touchesPublicFlaw returns a function that reports whether an edit touches what the host's own repair changed: that
// flaw is public.
func touchesPublicFlaw(h *host) func(edit.Edit) bool {
	if h.x.Clean {
		return func(edit.Edit) bool { return false }
	}
	src := h.text.src
	hunks := suite.Hunks(h.x.Vulnerable[h.x.Main], src)
	return func(e edit.Edit) bool {
		from, to := lineOf(src, e.Start)-1, lineOf(src, e.End)
		return slices.ContainsFunc(hunks, func(h edit.Hunk) bool { return h.At < to && from < h.Until })
	}
}

// try makes a sample of a candidate, or returns the reason why there is none.
func (g *Generator) try(ctx context.Context, c *candidate, seed uint64) (r result) {
	err := g.make(ctx, c, seed, &r)
	if l, ok := errors.AsType[rejected](err); ok {
		r.Why = l.why
	} else {
		r.err = err
	}
	return r
}

// make does the work of try: it fills in r, and returns the reason for a rejection as a rejected error.
func (g *Generator) make(ctx context.Context, c *candidate, seed uint64, r *result) error {
	h := c.h
	edits, ok := h.text.orphans(c.m.edits)
	if !ok {
		return rejected{"it leaves a variable unused"}
	}
	text, err := edit.Apply(h.text.src, edits)
	if err != nil {
		return fmt.Errorf("%s: %w", c.op.name, err)
	}
	if _, _, ok := h.label(&c.m, edits, text); !ok {
		return rejected{"no line bears the root cause"}
	}
	if err := h.prepare(ctx, g.Compiler); err != nil {
		return err
	}
	if h.why != "" {
		return rejected{"no host: " + h.why}
	}
	out, err := h.mutant(ctx, g.Compiler, text)
	if err != nil {
		return broken(err, "it does not compile")
	}
	code := h.code(out)
	r.Code = []byte(code)
	if h.codes[code] {
		return rejected{"its code is known already"}
	}
	p, err := h.load(ctx, out)
	if err != nil {
		return rejected{"set-up fails"}
	}
	gone, err := p.Failing(ctx)
	if err != nil {
		return err
	}
	if slices.Contains(gone, "test_Regular") {
		return rejected{"honest use notices"}
	}
	use, err := p.Honest(ctx, h.x.Main)
	if err != nil || h.differs(use) {
		return rejected{"honest use shows it"}
	}
	of := c.seed(seed)
	if err := h.prepareSearch(ctx); err != nil {
		return err
	}
	if h.why != "" {
		return rejected{"no host: " + h.why}
	}
	f, im, err := h.attack(ctx, out, of)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		return rejected{"the search fails"}
	}
	if f == nil {
		return rejected{resists}
	}
	r.Stage = f.stage
	src, err := h.proof.prove(p, f.Finding, im, gone, [2]string{h.sample.Meta.Canary, canaryOf(of)})
	if err != nil {
		return rejected{err.Error()}
	}
	r.Raw = &raw{Proof: src, Steps: f.Steps, Missed: use.Missed, Kind: im.Kind, Asset: im.Asset, Minimum: im.Minimum}
	pr, err := r.Raw.pair(c, seed)
	if err != nil {
		return err
	}
	s, err := pr.show(of)
	if err != nil {
		return err
	}
	err = proven(ctx, g.Compiler, s)
	if n, ok := errors.AsType[needy](err); ok && pr.declare(n.names) {
		r.Raw.Holds = pr.holds
		if s, err = pr.show(of); err != nil {
			return err
		}
		err = proven(ctx, g.Compiler, s)
	}
	r.ID, r.Files = s.sample.ID, s.files
	return err
}

// seed derives the seed of a candidate's choices from that of the batch.
func (c *candidate) seed(batch uint64) uint64 {
	return seedOf(batch, c.h.sample.ID, c.op.name, c.at)
}
