// Package search searches the world of a proof for sequences of transactions that reach its impact, in the
// neighbourhood of a known attack or anywhere. Hunt is guided by coverage and draws from a corpus; Near tries
// sequences close to a known attack. A seed alone determines what both do: the same world and seed give the
// same sequences.
//
// Whether a found sequence is an attack is decided by the proof (evm.Arena.Judge), not
// by this package. Finding nothing does not prove safety.
package search

import (
	"math/rand/v2"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"assay/internal/proof/evm"
)

// Options configures a hunt.
type Options struct {
	Seed      uint64
	Sequences int
	Guises    []evm.Guise // guises of the attacker to try; nil means all, its own contract most often
	Alone     bool        // the attacker's other accounts send no transactions
	Sparse    bool        // read the impact only after new coverage and at the end of a sequence
	Blind     bool        // no corpus and no repairs of reverted transactions: the baseline for the guidance
}

// A Finding is a sequence that reaches the impact, without unnecessary steps.
type Finding struct {
	Guise    evm.Guise
	Sequence []evm.Tx
	Steps    []string // the same as text
	Edit     string   // of Near: how it differs from the attack
}

// A Report is the result of a search.
type Report struct {
	Sequences    int
	Transactions int // number sent, without those of minimising
	Landed       int // number of Transactions that did not revert
	Sides        int // number of sides taken of conditional jumps in the code under review
	AllSides     int
	Corpus       int                 // sequences kept because they did something new
	SetAside     map[evm.Verdict]int // sequences that reach the impact but are not attacks
	Edits        map[string]Edits    // of Near, by kind
	Found        *Finding            // nil if none was found
}

// Edits counts the sequences of one kind of edit.
type Edits struct{ Tried, Landed int } // Landed: at least one transaction did not revert

const (
	maxLength  = 8 // transactions of a new sequence
	maxCorpus  = 512
	maxRepairs = 3 // of one transaction that reverted
)

// entry is a sequence of the corpus.
type entry struct {
	guise evm.Guise
	seq   []evm.Tx
}

type hunter struct {
	a      *evm.Arena
	r      *rand.Rand
	o      Options
	rep    *Report
	corpus []entry
	calls  map[function][]evm.Tx // honest, attacking or landed calls, by function
	stuck  map[function]int      // how often a function reverted before it first landed
	seeds  []entry               // the calls of the attack and of honest use, tried first
	guises []evm.Guise           // guises in which to try these, each once
}

// function identifies the function that a call calls.
type function struct {
	to       common.Address
	selector [4]byte
}

func called(tx *evm.Tx) (f function) {
	f.to = tx.To
	copy(f.selector[:], tx.Input)
	return f
}

// maxCalls bounds the calls kept for one function. A function that reverted more than
// stubborn times and never landed is called less often.
const (
	maxCalls = 16
	stubborn = 32
)

// keep stores a call as an example of how its function is called.
func (h *hunter) keep(tx *evm.Tx) {
	f := called(tx)
	h.stuck[f] = 0
	examples := h.calls[f]
	if len(examples) < maxCalls {
		h.calls[f] = append(examples, *tx)
	} else {
		examples[h.r.IntN(maxCalls)] = *tx
	}
}

// Hunt sends o.Sequences sequences and stops when one of them is an attack.
func Hunt(a *evm.Arena, o Options) (Report, error) {
	if len(o.Guises) == 0 {
		o.Guises = []evm.Guise{evm.Own, evm.Own, evm.Own, evm.Own, evm.Scripted, evm.Scripted, evm.Scripted, evm.Bare,
			evm.Bare, evm.Building}
	}
	rep := Report{SetAside: map[evm.Verdict]int{}}
	guises := slices.Compact(slices.Sorted(slices.Values(o.Guises)))
	h := &hunter{guises: guises, a: a, r: rand.New(rand.NewPCG(o.Seed, 20)), o: o, rep: &rep,
		calls: map[function][]evm.Tx{}, stuck: map[function]int{}}
	_, made := a.Recorded()
	for _, seq := range append([][]evm.Tx{made, a.Honest()}, a.Refused()...) {
		if len(seq) > 0 {
			h.seeds = append(h.seeds, entry{seq: seq})
			for i := range seq {
				h.keep(&seq[i])
			}
		}
	}
	for rep.Sequences < o.Sequences && rep.Found == nil {
		rep.Sequences++
		e := h.draw()
		if err := h.play(e); err != nil {
			return rep, err
		}
	}
	rep.Corpus = len(h.corpus)
	rep.Sides, rep.AllSides = a.Sides()
	return rep, nil
}

// play sends one sequence, repairs reverting calls if possible, and keeps sequences
// with new coverage.
func (h *hunter) play(e entry) error {
	h.a.Reset(e.guise)
	var done []evm.Tx
	fresh := 0              // length of the prefix that did something new
	var wait, blocks uint64 // time and blocks since the last transaction that landed
	for i := range e.seq {
		tx := e.seq[i]
		wait, blocks = wait+tx.Wait, blocks+tx.Blocks
		sent, err := h.send(&tx)
		if err != nil {
			return err
		}
		for n := 0; !h.o.Blind && !sent.Landed && n < maxRepairs; n++ {
			tx.Wait, tx.Blocks = 0, 0
			if !h.mend(&tx, sent.Compared) {
				break
			}
			wait, blocks = wait+tx.Wait, blocks+tx.Blocks
			if sent, err = h.send(&tx); err != nil {
				return err
			}
		}
		if !sent.Landed {
			if f := called(&tx); len(h.calls[f]) == 0 {
				h.stuck[f]++
			}
			continue
		}
		h.keep(&tx)
		tx.Wait, tx.Blocks, wait, blocks = wait, blocks, 0, 0
		done = append(done, tx)
		if sent.New {
			fresh = len(done)
		}
		if h.o.Sparse && !sent.New && i < len(e.seq)-1 {
			continue
		}
		hit, ok, err := h.a.Reached()
		if err != nil {
			return err
		}
		if !ok {
			h.rep.SetAside[evm.Unmeasured]++
			return nil
		}
		if !hit {
			continue
		}
		v, err := h.a.Judge(e.guise, done)
		if err != nil {
			return err
		}
		if v != evm.Counts {
			h.rep.SetAside[v]++
			break
		}
		h.rep.Found, err = minimise(h.a, e.guise, done)
		return err
	}
	if fresh > 0 && !h.o.Blind {
		if len(h.corpus) == maxCorpus {
			h.corpus = slices.Delete(h.corpus, 0, 1)
		}
		h.corpus = append(h.corpus, entry{e.guise, slices.Clone(done[:fresh])})
	}
	return nil
}

func (h *hunter) send(tx *evm.Tx) (evm.Sent, error) {
	sent, err := h.a.Send(tx)
	if tx.To != (common.Address{}) {
		h.rep.Transactions++
		if sent.Landed {
			h.rep.Landed++
		}
	}
	return sent, err
}

// minimise removes, from the end, every step that the attack does not need, then every
// unnecessary wait, and then unnecessary actions deep in callbacks.
func minimise(a *evm.Arena, g evm.Guise, seq []evm.Tx) (*Finding, error) {
	seq = slices.Clone(seq)
	try := func(shorter []evm.Tx) (bool, error) {
		hit, err := a.Replay(g, shorter)
		if err != nil || !hit {
			return false, err
		}
		v, err := a.Judge(g, shorter)
		return v == evm.Counts, err
	}
	for size := len(seq) / 2; size > 0; size /= 2 {
		for i := len(seq) - size; i >= 0; i-- {
			if i+size > len(seq) {
				continue
			}
			shorter := slices.Delete(slices.Clone(seq), i, i+size)
			ok, err := try(shorter)
			if err != nil {
				return nil, err
			}
			if ok {
				seq = shorter
			}
		}
	}
	for i := range seq {
		if seq[i].Wait == 0 && seq[i].Blocks == 0 {
			continue
		}
		simpler := slices.Clone(seq)
		simpler[i].Wait, simpler[i].Blocks = 0, 0
		ok, err := try(simpler)
		if err != nil {
			return nil, err
		}
		if ok {
			seq = simpler
		}
	}
	for i := range seq {
		for level := 0; level < deepest(&seq[i]); level++ {
			simpler := slices.Clone(seq)
			simpler[i] = cut(seq[i], level)
			ok, err := try(simpler)
			if err != nil {
				return nil, err
			}
			if ok {
				seq = simpler
				break
			}
		}
	}
	f := &Finding{Guise: g, Sequence: seq}
	for i := range seq {
		f.Steps = append(f.Steps, a.Describe(&seq[i]))
	}
	return f, nil
}

// deepest returns the number of levels of calls back.
func deepest(tx *evm.Tx) int {
	n := 0
	for _, group := range tx.Back {
		for i := range group {
			n = max(n, 1+deepest(&group[i]))
		}
	}
	return n
}

// cut removes the actions below a level of callbacks.
func cut(tx evm.Tx, level int) evm.Tx {
	if level == 0 {
		tx.Back = nil
		return tx
	}
	return inside(tx, func(in evm.Tx) evm.Tx { return cut(in, level-1) })
}

// inside returns tx with f applied to the calls that are made when it calls back.
func inside(tx evm.Tx, f func(evm.Tx) evm.Tx) evm.Tx {
	back := make([][]evm.Tx, len(tx.Back))
	for i, group := range tx.Back {
		for _, in := range group {
			back[i] = append(back[i], f(in))
		}
	}
	tx.Back = back
	return tx
}
