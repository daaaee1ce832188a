// Package tenantsql generates fresh pairs of SQL tests: an operator of package mutate puts a flaw into a
// correct query of the suite, PostgreSQL shows that an attack succeeds on it where the correct query resists
// it, and both are rewritten in other words. The fixtures get other ids and names and another order.
package tenantsql

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"strings"

	"assay/internal/author/generate"
	"assay/internal/author/mutate"
	"assay/internal/bench"
	"assay/internal/core/suite"
	proof "assay/internal/core/suite/evidence"
	"assay/internal/lang/sqltext"
	"assay/internal/proof/adequacy"
	"assay/internal/proof/sqlproof"
)

// A Generator makes pairs from the correct texts of a suite. It implements [generate.Generator].
type Generator struct {
	Suite  *suite.Suite
	Files  fs.FS           // from which the suite was read
	Engine adequacy.Engine // a postgres.Server
	Only   []string        // names of operators; nil is all
}

const (
	maxRules  = 2 // requirements that one flaw may violate; a broader flaw gives no information about any of them
	perPair   = 6 // mutants that are executed at a time for each pair wanted
	minTrials = 12
	wordings  = 4  // surfaces of one text that are executed
	surfaces  = 12 // surfaces examined to find one with which the batch cannot be guessed
	rounds    = 3  // after these, flaws of any class are accepted
	operators = 5  // an operator makes at most this fraction (1/operators) of a batch
)

// Outcomes of mutants that do not become samples.
const (
	undetected = "no attack shows it"
	honest     = "honest use shows it"
	fails      = "the statement fails"
	stricter   = "it only gives less"
	broad      = "it violates more than two requirements"
	known      = "it is in the suite"
	same       = "it says what a correct text says"
	unworded   = "no wording of it holds"
	spare      = "proved, and not needed"
)

// Generate implements [generate.Generator]. In addition to the tests it writes the evidence of each query, and
// batch.json with the batch itself.
func (g *Generator) Generate(ctx context.Context, o generate.Options) (*generate.Batch, error) {
	b := &generate.Batch{FormatVersion: generate.FormatVersion, Suite: suite.TenantSQL, Seed: o.Seed, Asked: o.Count}
	wanted := g.apportion(o)
	used := map[string]int{} // operator → pairs
	var guess generate.Guesser
	owed := 0 // pairs that earlier applications could not give
	for i := range g.Suite.Apps {
		a := &g.Suite.Apps[i]
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(a.Queries, func(q sqlproof.Query) bool { return q.Programs() }) {
			continue // mutants are derived from SQL
		}
		m := &maker{Generator: g, batch: b, opt: o, app: a, used: used, guess: &guess, cells: wanted[a.Name],
			operatorCap: max(1, (o.Count+operators-1)/operators)}
		for _, n := range m.cells {
			m.need += n
		}
		if len(g.Only) > 0 {
			m.operatorCap = o.Count
		}
		if m.need += owed; m.need == 0 {
			continue
		}
		n, err := m.make(ctx)
		if err != nil {
			return nil, fmt.Errorf("application %s: %w", a.Name, err)
		}
		owed = m.need - n
	}
	return b, nil
}

// diceOf returns the random source of one choice.
func diceOf(seed uint64, parts ...string) *rand.Rand {
	h := sha256.New()
	fmt.Fprintf(h, "tenantsql %d", seed)
	for _, p := range parts {
		fmt.Fprintf(h, "\x00%s", p)
	}
	sum := h.Sum(nil)
	return rand.New(rand.NewPCG(binary.LittleEndian.Uint64(sum), binary.LittleEndian.Uint64(sum[8:])))
}

// apportion returns how many pairs of each class an application gives: in proportion to its share of the bad
// tests of the suite. Remainders are drawn at random.
func (g *Generator) apportion(o generate.Options) map[string]map[bench.Class]int {
	type cell struct {
		app   string
		class bench.Class
	}
	count, total := map[cell]int{}, 0
	for i := range g.Suite.Variants {
		if v := &g.Suite.Variants[i]; v.Truth == bench.Vulnerable && v.Task.Language == "sql" {
			count[cell{v.Group, v.Class}]++
			total++
		}
	}
	cells := slices.SortedFunc(maps.Keys(count), func(a, b cell) int {
		return cmp.Or(cmp.Compare(a.app, b.app),
			cmp.Compare(a.class, b.class))
	})
	out := map[string]map[bench.Class]int{}
	left := o.Count
	give := func(c cell, n int) {
		if out[c.app] == nil {
			out[c.app] = map[bench.Class]int{}
		}
		out[c.app][c.class] += n
		left -= n
	}
	for _, c := range cells {
		give(c, o.Count*count[c]/total)
	}
	dice := diceOf(o.Seed, "cells")
	rest := map[cell]float64{} // remainder of each, and a random number to break ties
	for _, c := range cells {
		rest[c] = float64(o.Count*count[c]%total) + dice.Float64()
	}
	slices.SortFunc(cells, func(a, b cell) int { return cmp.Compare(rest[b], rest[a]) })
	for _, c := range cells[:min(left, len(cells))] {
		give(c, 1)
	}
	return out
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// host is a correct text into which flaws are put.
type host struct {
	query   int
	name    string // of the test
	minimal string
	mutants []mutate.Mutant // in the order in which they are tried
	next    int
}

// flaw is a mutant that an attack shows to be bad.
type flaw struct {
	mutate.Mutant
	host     *host
	class    bench.Class
	violates []int
	hit      proof.SQLCell
	name     string // of its test, once it is in the batch
}

// maker makes the pairs of one application.
type maker struct {
	*Generator
	batch       *generate.Batch
	opt         generate.Options
	app         *suite.App
	need        int
	cells       map[bench.Class]int // pairs still wanted, by class
	used        map[string]int      // operator → pairs, in the whole batch
	guess       *generate.Guesser   // of the pairs of the whole batch
	guessed     []string            // its keys of this application
	operatorCap int

	fresh   sqlproof.App // the application in its new world, without tests
	classes map[int]bench.Class
	hosts   []*host
	seen    map[string]string // canonical text → where it comes from
	pool    []*flaw           // proved, not yet chosen
	chosen  []*flaw
}

// make writes the application and returns the number of its pairs.
func (m *maker) make(ctx context.Context) (int, error) {
	if err := m.open(ctx); err != nil {
		return 0, err
	}
	var done *finished
	for {
		for round := 0; len(m.chosen) < m.need; round++ {
			if m.choose(round < rounds); len(m.chosen) == m.need {
				break
			}
			tried, err := m.try(ctx)
			if err != nil {
				return 0, err
			}
			if tried == 0 {
				m.choose(false)
				break
			}
		}
		var err error
		var lost []*flaw
		if done, lost, err = m.finish(ctx); err != nil {
			return 0, err
		}
		if len(lost) == 0 {
			break
		}
		for _, f := range lost {
			m.take(f, -1)
			m.count(f.Operator, f.host, unworded)
		}
		m.chosen = slices.DeleteFunc(m.chosen, func(f *flaw) bool { return slices.Contains(lost, f) })
	}
	for _, f := range m.pool {
		m.count(f.Operator, f.host, spare)
	}
	if len(m.chosen) == 0 {
		return 0, nil
	}
	return len(m.chosen), m.write(done)
}

// take adds a flaw to the batch's counts, n 1, or removes it, n -1.
func (m *maker) take(f *flaw, n int) {
	m.used[f.Operator] += n
	m.cells[f.class] -= n
}

func (m *maker) count(operator string, h *host, outcome string) {
	if m.opt.Log != nil {
		m.opt.Log(fmt.Sprintf("%s/%s: %s: %s", m.app.Name, h.name, operator, outcome))
	}
	m.batch.Count(operator, m.app.Name+"/"+h.name, outcome)
}

// open makes the new world and derives the mutants of every correct text.
func (m *maker) open(ctx context.Context) error {
	spec, err := fs.ReadFile(m.Files, path.Join(m.app.Dir, "SPEC.md"))
	if err != nil {
		return err
	}
	m.classes = suite.Hazards(string(spec))
	if err := m.renew(ctx); err != nil {
		return err
	}
	m.seen = map[string]string{}
	tables := sqltext.Tables(m.app.Schema)
	for qi := range m.app.Queries {
		for _, t := range m.app.Queries[qi].Tests {
			what := known
			if !t.Bad {
				what = same
			}
			m.seen[sqlproof.Canon(t.Pair())], m.seen[sqlproof.Canon(t.Code)] = what, what
			if t.Bad {
				continue
			}
			mutants, err := mutate.Derive(t.Pair(), tables)
			if err != nil {
				return fmt.Errorf("%s: %w", t.Name, err)
			}
			m.hosts = append(m.hosts, &host{query: qi, name: t.Name, minimal: t.Pair(), mutants: m.order(t.Name, mutants)})
		}
	}
	dice := diceOf(m.opt.Seed, m.app.Name, "hosts")
	dice.Shuffle(len(m.hosts), func(i, j int) { m.hosts[i], m.hosts[j] = m.hosts[j], m.hosts[i] })
	return nil
}

// order shuffles mutants so that operators take turns.
func (m *maker) order(name string, mutants []mutate.Mutant) []mutate.Mutant {
	dice := diceOf(m.opt.Seed, m.app.Name, name, "mutants")
	by := map[string][]mutate.Mutant{}
	for _, x := range mutants {
		by[x.Operator] = append(by[x.Operator], x)
	}
	names := sortedKeys(by)
	for _, n := range names {
		dice.Shuffle(len(by[n]), func(i, j int) { by[n][i], by[n][j] = by[n][j], by[n][i] })
	}
	var out []mutate.Mutant
	for len(out) < len(mutants) {
		dice.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		for _, n := range names {
			if len(by[n]) > 0 {
				out, by[n] = append(out, by[n][0]), by[n][1:]
			}
		}
	}
	return out
}

// renew puts the application into a new world in which its correct texts are proved. It leaves out a change
// under which they are not.
func (m *maker) renew(ctx context.Context) error {
	plain := worldOf(&m.app.App)
	plain.fixtures = withoutComments(plain.fixtures)
	changed := func(w world, i int) world {
		return changes[i].apply(w, &m.app.App, diceOf(m.opt.Seed, m.app.Name, changes[i].name))
	}
	bears := func(w world) (bool, error) {
		app := m.in(w)
		for i := range app.Queries {
			q := &app.Queries[i]
			q.Tests, q.Part = slices.Clone(m.app.Queries[i].Tests), true
			q.Tests = slices.DeleteFunc(q.Tests, func(t sqlproof.Test) bool { return t.Bad })
			for k := range q.Tests {
				q.Tests[k].Code, q.Tests[k].Minimal = q.Tests[k].Pair(), ""
			}
		}
		evidence, err := m.Engine.Verify(ctx, app)
		if err != nil {
			return false, err
		}
		return !slices.ContainsFunc(evidence, func(e proof.SQLEvidence) bool { return !e.Proved || len(e.Problems) > 0 }), nil
	}
	w := plain
	for i := range changes {
		w = changed(w, i)
	}
	if ok, _ := bears(w); !ok { // one change at a time, on accepted ones; an error may be unloadable fixtures
		if ok, err := bears(plain); !ok {
			return fmt.Errorf("its correct texts are not proved; run assay verify first: %w",
				cmp.Or(err, mutate.ErrUnproved))
		}
		w = plain
		for i, c := range changes {
			next := changed(w, i)
			if ok, _ := bears(next); ok {
				w = next
			} else if m.opt.Log != nil {
				m.opt.Log(fmt.Sprintf("%s: the fixtures keep their %s: the correct texts are not proved with others", m.app.Name,
					c.name))
			}
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	m.fresh = *m.in(w)
	return nil
}

// in returns the application in a world, without tests.
func (m *maker) in(w world) *sqlproof.App {
	app := m.app.App
	app.Fixtures, app.Shared, app.Queries = w.fixtures, nil, nil
	if m.app.Shared != nil {
		app.Shared = []byte(w.shared)
	}
	for _, q := range m.app.Queries {
		app.Queries = append(app.Queries, sqlproof.Query{Name: q.Name, Proof: []byte(w.queries[q.Name])})
	}
	return &app
}

// try executes the next mutants of the hosts, in turn, and returns how many there were.
func (m *maker) try(ctx context.Context) (int, error) {
	type trial struct {
		host   *host
		mutant mutate.Mutant
	}
	var list []trial
	quota := max(minTrials, perPair*(m.need-len(m.chosen)))
	for moved := true; moved && len(list) < quota; {
		moved = false
		for _, h := range m.hosts {
			if h.next == len(h.mutants) || len(list) == quota {
				continue
			}
			x := h.mutants[h.next]
			h.next++
			moved = true
			if m.used[x.Operator] >= m.operatorCap || len(m.Only) > 0 && !slices.Contains(m.Only, x.Operator) {
				continue
			}
			c := sqlproof.Canon(x.Code)
			if what := m.seen[c]; what != "" {
				m.count(x.Operator, h, what)
				continue
			}
			m.seen[c] = known
			list = append(list, trial{h, x})
		}
	}
	if len(list) == 0 {
		return 0, nil
	}
	app := m.fresh
	app.Queries = nil
	place := map[int]int{} // query → its index in app
	at := make([]int, len(list))
	name := func(i int) string { return fmt.Sprintf("mutant/%d", i) }
	for i, t := range list {
		k, ok := place[t.host.query]
		if !ok {
			k = len(app.Queries)
			place[t.host.query] = k
			q := m.fresh.Queries[t.host.query]
			q.Part = true
			for _, h := range m.hosts {
				if h.query == t.host.query {
					q.Tests = append(q.Tests, sqlproof.Test{Name: h.name, Code: h.minimal})
				}
			}
			app.Queries = append(app.Queries, q)
		}
		at[i] = k
		if _, err := sqlproof.Compile(t.mutant.Code); err != nil {
			m.count(t.mutant.Operator, t.host, fails)
			at[i] = -1
			continue
		}
		p, err := sqlproof.Parse(app.Shared, app.Queries[k].Proof)
		if err != nil {
			return 0, fmt.Errorf("the proof of %s: %w", app.Queries[k].Name, err)
		}
		app.Queries[k].Tests = append(app.Queries[k].Tests, sqlproof.Test{Name: name(i), Code: t.mutant.Code, Bad: true,
			Violates: probed(p), Twin: t.host.name})
	}
	evidence, err := m.Engine.Verify(ctx, &app)
	if err != nil {
		return 0, err
	}
	for i, t := range list {
		if at[i] < 0 {
			continue
		}
		seen, _ := evidence[at[i]].Test(name(i))
		f, why := m.judge(t.host, t.mutant, seen)
		if f == nil {
			m.count(t.mutant.Operator, t.host, why)
			continue
		}
		m.pool = append(m.pool, f)
	}
	return len(list), nil
}

// probed lists the requirements that an attack of the proof probes.
func probed(p *sqlproof.Proof) []int {
	var out []int
	for i := range p.Sets {
		if n := p.Sets[i].Requirement; n > 0 {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// judge returns the flaw of a mutant, or the reason why it has none.
func (m *maker) judge(h *host, x mutate.Mutant, seen proof.SQLTest) (*flaw, string) {
	violates, hits, reason := mutate.Judge(seen)
	less := slices.ContainsFunc(seen.Cells, func(c proof.SQLCell) bool {
		return c.Set == "" && strings.Contains(c.Failure, "it gives less than its twin")
	})
	switch {
	case reason == "" && less:
		return nil, stricter
	case reason == "" && len(violates) > maxRules:
		return nil, broad
	case reason == "":
		class := cmp.Or(m.classes[violates[0]], "requirement")
		return &flaw{Mutant: x, host: h, class: class, violates: violates, hit: hits[0]}, ""
	case len(hits) == 0 && !strings.Contains(reason, "honest use") && !strings.HasPrefix(reason, "resists"):
		return nil, fails
	case strings.Contains(reason, "honest use"):
		return nil, honest
	case strings.HasPrefix(reason, "resists"):
		return nil, undetected
	}
	return nil, fails
}

// choose moves flaws from the pool into the batch: those of classes that are still wanted, or any. The texts
// with the fewest flaws so far come first.
func (m *maker) choose(wanted bool) {
	for len(m.chosen) < m.need {
		load := map[*host]int{}
		for _, f := range m.chosen {
			load[f.host]++
		}
		best := -1
		for i, f := range m.pool {
			if m.used[f.Operator] >= m.operatorCap || wanted && m.cells[f.class] <= 0 {
				continue
			}
			if best < 0 || load[f.host] < load[m.pool[best].host] ||
				load[f.host] == load[m.pool[best].host] && len(f.violates) < len(m.pool[best].violates) {
				best = i
			}
		}
		if best < 0 {
			return
		}
		f := m.pool[best]
		m.pool = slices.Delete(m.pool, best, best+1)
		m.take(f, 1)
		m.chosen = append(m.chosen, f)
	}
}
