// Package solidity makes fresh samples of blockbench's format: an operator puts one
// flaw into a correct text, a search finds an attack on it that gains nothing on the
// correct one, and what verify proves of the pair, under other names, is a sample.
package solidity

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"assay/internal/edit"
	"assay/internal/generate"
	"assay/internal/proof/solc"
	"assay/internal/proof/verify"
	"assay/internal/suite"
)

// Generator makes samples from the correct texts of suites.
type Generator struct {
	Suites   []*suite.Suite
	Compiler *solc.Compiler
	Only     []string // operators to use; nil is all
}

// Operators lists the names of all operators with what they do, those first that find
// most.
func Operators() (out [][2]string) {
	for _, op := range operators() {
		out = append(out, [2]string{op.name, op.doc})
	}
	return out
}

// share is the largest part of a batch that one operator may make.
const share = 5

// candidate is one mutant of one host.
type candidate struct {
	h  *host
	op operator
	m  mutant
	at int // number of the mutant among those of the operator and host
	by int // bytes, blanks apart, that the mutant has more than the correct text
}

// shape says whether a mutant is shorter than the correct text, longer, or neither.
func (c *candidate) shape() int { return cmp.Compare(c.by, 0) }

// growth counts the bytes, blanks apart, that edits add.
func growth(src string, edits []edit.Edit) (n int) {
	solid := func(s string) int { return len(strings.Join(strings.Fields(s), "")) }
	for _, e := range edits {
		n += solid(e.New) - solid(src[e.Start:e.End])
	}
	return n
}

// result is what became of a candidate.
type result struct {
	id    string
	files map[string]string
	code  string // of the mutant, "" when it was not compiled
	why   string // it was thrown away
	err   error
}

// Generate is described at [generate.Generator].
func (g *Generator) Generate(ctx context.Context, o generate.Options) (*generate.Batch, error) {
	b := &generate.Batch{FormatVersion: generate.FormatVersion, Suite: "blockbench", Seed: o.Seed, Asked: o.Count}
	all := hosts(g.Suites)
	if err := g.missing(ctx, all); err != nil {
		return nil, err
	}
	list := candidates(all, o.Seed, g.Only)
	most := max((o.Count+share-1)/share, 1)
	if len(g.Only) > 0 {
		most = max(most, (o.Count+len(g.Only)-1)/len(g.Only))
	}
	half := (o.Count + 1) / 2                                // that are shorter, and that are longer: which half of a pair is the shorter one must not tell
	perHost := (3*o.Count + len(all) - 1) / max(len(all), 1) // three times its part
	ctx, stop := context.WithCancel(ctx)
	defer stop()

	var mu sync.Mutex
	operators, ofHost, shapes, ids := map[string]int{}, map[*host]int{}, map[int]int{}, map[string]bool{}
	type mutated struct {
		h    *host
		code string
	}
	seen := map[mutated]bool{}
	full := func(c *candidate) bool {
		mu.Lock()
		defer mu.Unlock()
		return operators[c.op.name] >= most || ofHost[c.h] >= perHost || c.shape() != 0 && shapes[c.shape()] >= half
	}
	results := make([]chan result, len(list))
	for i := range results {
		results[i] = make(chan result, 1)
	}
	// What is worked on ahead of the decisions is bounded, so that little is in vain.
	workers := runtime.GOMAXPROCS(0)
	ahead := make(chan struct{}, 2*workers)
	next := make(chan int)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer stop()
	for range workers {
		wg.Go(func() {
			for i := range next {
				c := &list[i]
				if full(c) { // then it is so when its turn comes
					results[i] <- result{}
					continue
				}
				results[i] <- g.try(ctx, c, i, o.Seed)
			}
		})
	}
	wg.Go(func() {
		defer close(next)
		for i := range list {
			select {
			case ahead <- struct{}{}:
			case <-ctx.Done():
				return
			}
			select {
			case next <- i:
			case <-ctx.Done():
				return
			}
		}
	})
	for i := range list {
		if len(b.Samples) == o.Count {
			break
		}
		var r result
		select {
		case r = <-results[i]:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
		<-ahead
		c := &list[i]
		switch {
		case full(c):
			continue
		case r.err != nil:
			return nil, fmt.Errorf("%s: %w", c.h.sample.ID, r.err)
		case r.code != "" && seen[mutated{c.h, r.code}]:
			r.why = "another mutant has its code"
		case r.why == "" && ids[r.id]:
			r.why = "its name is taken"
		}
		seen[mutated{c.h, r.code}] = true
		if o.Log != nil {
			o.Log(fmt.Sprintf("%s %s %d: %s", c.op.name, c.h.sample.ID, c.at+1, cmp.Or(r.why, generate.Proved+" as "+r.id)))
		}
		if r.why != "" {
			b.Count(c.op.name, c.h.sample.ID, r.why)
			continue
		}
		b.Count(c.op.name, c.h.sample.ID, generate.Proved)
		mu.Lock()
		operators[c.op.name]++
		ofHost[c.h]++
		shapes[c.shape()]++
		mu.Unlock()
		ids[r.id] = true
		for _, p := range paths(r.files) {
			file := filepath.Join(o.Dir, filepath.FromSlash(p))
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				return nil, err
			}
			if err := os.WriteFile(file, []byte(r.files[p]), 0o644); err != nil {
				return nil, err
			}
		}
		b.Samples = append(b.Samples, generate.Sample{ID: r.id, Class: c.m.class, Operator: c.op.name, Host: c.h.sample.ID})
		if o.Progress != nil {
			o.Progress()
		}
	}
	return b, nil
}

// missing says which compilers are not there, and what gets them.
func (g *Generator) missing(ctx context.Context, all []*host) error {
	var versions []string
	for _, h := range all {
		v := h.x.Rules.Compiler
		if slices.Contains(versions, v) {
			continue
		}
		var me *solc.MissingError
		switch err := g.Compiler.Available(ctx, v); {
		case errors.As(err, &me):
			versions = append(versions, v)
		case err != nil:
			return err
		}
	}
	if len(versions) == 0 {
		return nil
	}
	slices.Sort(versions)
	return fmt.Errorf("the compilers %s are missing; this gets them: %s", strings.Join(versions, ", "), g.Compiler.Install(versions...))
}

// candidates lists the mutants of all hosts in the order in which they are tried: the
// operators take turns, and so do hosts within an operator, in an order that the seed
// decides.
func candidates(hosts []*host, seed uint64, only []string) []candidate {
	var queues [][]candidate
	texts := map[string]bool{}
	var turns []int
	longest := 0
	for n, op := range operators() {
		if only != nil && !slices.Contains(only, op.name) {
			continue
		}
		var queue []candidate
		for _, h := range hosts {
			changed := published(h)
			for i, m := range op.find(h.text) {
				if slices.ContainsFunc(m.edits, changed) {
					continue
				}
				if text, err := edit.Apply(h.text.src, m.edits); err == nil && !texts[text] { // of two operators that make one text the first names it
					texts[text] = true
					queue = append(queue, candidate{h, op, m, i, growth(h.text.src, m.edits)})
				}
			}
		}
		r := rand.New(rand.NewPCG(seed, uint64(1000+n)))
		r.Shuffle(len(queue), func(i, j int) { queue[i], queue[j] = queue[j], queue[i] })
		queues = append(queues, spread(queue))
		turns = append(turns, 1+op.more)
		longest = max(longest, len(queue))
	}
	var out []candidate
	for range longest {
		for i := range queues {
			n := min(turns[i], len(queues[i]))
			out = append(out, queues[i][:n]...)
			queues[i] = queues[i][n:]
		}
	}
	return out
}

// spread has hosts take turns, and keeps the order otherwise.
func spread(queue []candidate) []candidate {
	round := map[*host]int{}
	rounds := make([]int, len(queue))
	order := make([]int, len(queue))
	for i, c := range queue {
		rounds[i], order[i] = round[c.h], i
		round[c.h]++
	}
	slices.SortStableFunc(order, func(a, b int) int { return rounds[a] - rounds[b] })
	out := make([]candidate, len(queue))
	for i, at := range order {
		out[i] = queue[at]
	}
	return out
}

// published returns whether an edit touches what the host's own repair changed: that
// flaw is public.
func published(h *host) func(edit.Edit) bool {
	if h.x.Clean {
		return func(edit.Edit) bool { return false }
	}
	src := h.text.src
	hunks := suite.Hunks(h.x.Vulnerable[h.x.Main], src)
	return func(e edit.Edit) bool {
		from, to := lineOf(src, e.Start)-1, lineOf(src, e.End)
		return slices.ContainsFunc(hunks, func(h suite.Hunk) bool { return h.At < to && from < h.Until })
	}
}

// try makes a sample of a candidate, or says why there is none.
func (g *Generator) try(ctx context.Context, c *candidate, number int, seed uint64) result {
	var r result
	r.id, r.files, r.err = g.make(ctx, c, number, seed, &r.code)
	var l lost
	if errors.As(r.err, &l) {
		r.why, r.err = l.why, nil
	}
	return r
}

// make is try with what throws a mutant away as an error, a lost. It fills in the
// mutant's code on the way.
func (g *Generator) make(ctx context.Context, c *candidate, number int, seed uint64, code *string) (string, map[string]string, error) {
	h := c.h
	edits, ok := h.text.orphans(c.m.edits)
	if !ok {
		return "", nil, lost{"it leaves a variable unused"}
	}
	text, err := edit.Apply(h.text.src, edits)
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w", c.op.name, err)
	}
	vulnerable, fixed, ok := h.label(&c.m, edits, text)
	if !ok {
		return "", nil, lost{"no line bears the root cause"}
	}
	if err := h.prepare(ctx, g.Compiler); err != nil {
		return "", nil, err
	}
	if h.why != "" {
		return "", nil, lost{"no host: " + h.why}
	}
	out, err := h.compile(ctx, g.Compiler, text, h.searched, true)
	if err != nil {
		return "", nil, broken(err, "it does not compile")
	}
	*code = h.code(out)
	if h.codes[*code] {
		return "", nil, lost{"its code is known already"}
	}
	p, err := verify.Load(ctx, h.x.Rules, out, false)
	if err != nil {
		return "", nil, lost{"set-up fails"}
	}
	gone, err := p.Failing(ctx)
	if err != nil {
		return "", nil, err
	}
	if slices.Contains(gone, "test_Regular") {
		return "", nil, lost{"honest use notices"}
	}
	use, err := p.Honest(ctx, h.x.Main)
	if err != nil || h.shows(use) {
		return "", nil, lost{"honest use shows it"}
	}
	of := seedOf(seed, h.sample.ID, c.op.name, c.at)
	if err := h.prepareSearch(ctx); err != nil {
		return "", nil, err
	}
	if h.why != "" {
		return "", nil, lost{"no host: " + h.why}
	}
	f, im, err := h.attack(ctx, out, of)
	if ctx.Err() != nil {
		return "", nil, context.Cause(ctx)
	}
	if err != nil {
		return "", nil, lost{"the search fails"}
	}
	if f == nil {
		return "", nil, lost{"no attack found"}
	}
	canary := canaryOf(of)
	src, err := h.proof.prove(p, f.Finding, im, gone, [2]string{h.sample.Meta.Canary, canary})
	if err != nil {
		return "", nil, lost{err.Error()}
	}
	pr := &pair{h: h, m: &c.m, op: c.op.name, n: number, im: im, text: text, vulnerable: vulnerable, fixed: fixed, proof: src, steps: f.Steps, canary: canary}
	return pr.emit(ctx, g.Compiler, of)
}
