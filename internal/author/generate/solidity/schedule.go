package solidity

import (
	"slices"

	"assay/internal/author/generate"
)

// share is the largest part of a batch that one operator may make, and classShare that of one class.
const (
	share      = 5
	classShare = 3
)

// roundSize is the number of candidates tried before the next are picked.
const roundSize = 48

// expected is the number of pairs that an operator gives for prior, the cost of the first ten mutants or so, as far as
// earlier batches have shown; that of an operator that is not named is 1. It decides who begins: half of the turns of a
// batch of a hundred would otherwise go to operators of which two hundred pairs held none.
var expected = map[string]float64{
	"caller-drop": 3, "modifier-drop": 3, "lock-drop": 3, "overwrite": 3,
	"guard-hollow": 2, "state-drop": 2, "clear-skip": 2, "input-drop": 2, "visibility": 2,
	"accrue-late": 0.25, "alias": 0.25, "cast-narrow": 0.25, "domain-drop": 0.25, "guard-edge": 0.25, "key-other": 0.25,
	"nonce-skip": 0.25, "packed": 0.25, "payee-other": 0.5, "payer-other": 0.5, "return-ignored": 0.5,
	"round-down": 0.25, "round-up": 0.25, "unit": 0.25,
}

// A schedule picks the next mutant. Operators, hosts and classes that gave many pairs for their cost get more
// turns; none is left out before it had some.
type schedule struct {
	queues                    [][]*candidate // by operator
	turns                     []float64      // that each queue had, in units of its worth
	operators, hosts, classes map[string]*tally
	most, perHost, perClass   int
}

// A tally counts the outcomes of the candidates of one operator, host or class.
type tally struct {
	proved   int
	cost     float64
	expected float64 // pairs for prior, before any result is known
}

// Costs of a candidate, by its end: most are rejected once compiled and used, some only after the whole search
// failed, and a pair is compiled and verified again.
const (
	cheapCost    = 1
	searchedCost = 4
	pairCost     = 8
	prior        = 30 // cost of the expected pairs, before any result is known
)

// worth estimates the number of pairs per unit of cost.
func (t *tally) worth() float64 { return (float64(t.proved) + t.expected) / (t.cost + prior) }

func newSchedule(queues [][]*candidate, count, hosts, only int) *schedule {
	s := &schedule{queues: queues, turns: make([]float64, len(queues)), operators: map[string]*tally{},
		hosts: map[string]*tally{}, classes: map[string]*tally{}}
	s.most = max((count+share-1)/share, 1)
	s.perClass = max((count+classShare-1)/classShare, 2)
	if only > 0 {
		s.most = max(s.most, (count+only-1)/only)
		s.perClass = count
	}
	s.perHost = (3*count + hosts - 1) / hosts // three times its part
	for name, pairs := range expected {
		s.operators[name] = &tally{expected: pairs}
	}
	return s
}

func of(m map[string]*tally, name string) *tally {
	if m[name] == nil {
		m[name] = &tally{expected: 1}
	}
	return m[name]
}

// full reports whether the batch takes no more candidates of this kind.
func (s *schedule) full(c *candidate) bool {
	return of(s.operators, c.op.name).proved >= s.most || of(s.hosts, c.h.sample.ID).proved >= s.perHost ||
		of(s.classes, string(c.m.class)).proved >= s.perClass
}

// decided records the outcome of a candidate; why is "" for a pair.
func (s *schedule) decided(c *candidate, why string) {
	cost := float64(cheapCost)
	switch why {
	case "":
		cost = pairCost
		s.proved(c)
	case generate.Guessed:
		cost = pairCost
	case resists:
		cost = searchedCost
	}
	for _, t := range []*tally{of(s.operators, c.op.name), of(s.hosts, c.h.sample.ID), of(s.classes, string(c.m.class))} {
		t.cost += cost
	}
}

// proved records that a candidate is in the batch.
func (s *schedule) proved(c *candidate) {
	for _, t := range []*tally{of(s.operators, c.op.name), of(s.hosts, c.h.sample.ID), of(s.classes, string(c.m.class))} {
		t.proved++
	}
}

// round takes the next candidates out of the queues, none when the queues are empty. An operator gets turns in
// proportion to its worth; its candidate is the one whose host and class are worth most, with hosts already in
// this round last.
func (s *schedule) round() []*candidate {
	var out []*candidate
	used := map[*host]int{}
	for len(out) < roundSize {
		next := -1
		for i, q := range s.queues {
			if len(q) > 0 && (next < 0 || s.turns[i] < s.turns[next]) {
				next = i
			}
		}
		if next < 0 {
			break
		}
		s.queues[next] = slices.DeleteFunc(s.queues[next], s.full)
		best, at := 0.0, -1
		for i, c := range s.queues[next] {
			t := of(s.classes, string(c.m.class))
			w := of(s.hosts, c.h.sample.ID).worth() * t.worth() * (1 - float64(t.proved)/float64(s.perClass)) / float64(1+
				used[c.h])
			if at < 0 || w > best {
				best, at = w, i
			}
		}
		if at < 0 {
			continue
		}
		c := s.queues[next][at]
		s.queues[next] = slices.Delete(s.queues[next], at, at+1)
		s.turns[next] += 1 / of(s.operators, c.op.name).worth()
		used[c.h]++
		out = append(out, c)
	}
	return out
}
