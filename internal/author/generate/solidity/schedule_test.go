package solidity

import (
	"fmt"
	"slices"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/suite"
)

// Productive operators are tried more often than unproductive ones, and every one is tried.
func TestSchedule(t *testing.T) {
	var queues [][]*candidate
	var shops []*host
	for i := range 40 {
		shops = append(shops, &host{sample: &suite.Sample{ID: fmt.Sprint("host", i)}})
	}
	for _, name := range []string{"good", "bad", "worse"} {
		var q []*candidate
		for i := range 2000 {
			q = append(q, &candidate{h: shops[i%len(shops)], op: operator{name: name},
				m: mutant{class: bench.Class(fmt.Sprint("class", i%8))}, at: i})
		}
		queues = append(queues, q)
	}
	s := newSchedule(queues, 200, len(shops), 0)
	tried := map[string]int{}
	pairs := 0
	for range 6 {
		round := s.round()
		if len(round) != roundSize {
			t.Fatalf("a round of %d", len(round))
		}
		used := map[*host]int{}
		for _, c := range round {
			if s.full(c) {
				continue
			}
			tried[c.op.name]++
			used[c.h]++
			why := resists
			if c.op.name == "good" && c.at%9 == 0 {
				why = ""
				pairs++
			}
			s.decided(c, why)
		}
		for h, n := range used {
			if n > 12 {
				t.Errorf("%d mutants of %s in one round", n, h.sample.ID)
			}
		}
	}
	if tried["good"] < 2*tried["bad"] || tried["bad"] < 20 || tried["worse"] < 20 {
		t.Errorf("tried: %v", tried)
	}
	if pairs > 200/share {
		t.Errorf("one operator made %d pairs, and may make %d", pairs, 200/share)
	}
}

// An operator that gave many pairs in earlier batches begins with more turns than one that gave none, until their
// results say something else.
func TestExpected(t *testing.T) {
	var queues [][]*candidate
	for _, op := range operators() {
		var q []*candidate
		for i := range 100 {
			q = append(q, &candidate{h: &host{sample: &suite.Sample{ID: fmt.Sprint("host", i)}}, op: op, at: i})
		}
		queues = append(queues, q)
	}
	for name := range expected {
		if !slices.Contains(Operators(), name) {
			t.Errorf("there is no operator %s", name)
		}
	}
	s := newSchedule(queues, 200, 400, 0)
	tried := map[string]int{}
	for range 2 {
		for _, c := range s.round() {
			tried[c.op.name]++
			s.decided(c, resists)
		}
	}
	if tried["caller-drop"] < 2*tried["copy"] || tried["alias"] > tried["copy"] || tried["alias"] == 0 {
		t.Errorf("tried: %v", tried)
	}
	for range 200 {
		s.decided(&candidate{h: queues[0][0].h, op: operator{name: "caller-drop"}}, resists)
	}
	if s.operators["caller-drop"].worth() > s.operators["alias"].worth() {
		t.Error("no result changes what was expected")
	}
}

// A class makes at most a third of a batch, an operator a fifth, and a host three times its share.
func TestFull(t *testing.T) {
	c := func(op, h, class string) *candidate {
		return &candidate{h: &host{sample: &suite.Sample{ID: h}}, op: operator{name: op},
			m: mutant{class: bench.Class(class)}}
	}
	s := newSchedule(nil, 20, 10, 0)
	for i := range 7 {
		s.decided(c(fmt.Sprint(i), fmt.Sprint(i), "a"), "")
	}
	if !s.full(c("x", "x", "a")) || s.full(c("x", "x", "b")) {
		t.Error("a class makes a third of a batch")
	}
	for range 6 {
		s.decided(c("y", "y", "y"), "")
	}
	if !s.full(c("z", "y", "z")) || !s.full(c("y", "z", "z")) || s.full(c("z", "z", "z")) {
		t.Error("an operator makes a fifth, and a host three times its part")
	}
}
