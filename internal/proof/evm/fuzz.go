package evm

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

const (
	maxSequence = 16 // transactions before the state is reset
	// limit of one fuzzed transaction, so that one loop does not use up the time of a
	// thousand calls
	fuzzGas = 5_000_000
)

// puppets are fresh accounts that join the attacker, since anyone can open accounts. They
// own nothing.
var puppets = func() (out [8]common.Address) {
	for i := range out {
		out[i] = common.BytesToAddress([]byte{0x5E, 0xC0, 0xED, byte(i + 1)})
	}
	return out
}()

// A FuzzResult is the result of random calls. If they do not reach the impact, the
// code resists this many attempts, which does not prove that it is safe.
type FuzzResult struct {
	Result        // Succeeded: the impact was reached. Measured: of the sequence below
	Attempts  int // transactions sent
	Landed    int // number of Attempts that did not revert
	Sequence  []string
	TimeAlone int // sequences discarded because their moves in time alone reach the impact
	Authority int // sequences discarded because they need an act of Proof, which owns what it deployed
}

// Fuzz sends n random transactions, in sequences that each start from the state after
// setUp, and stops when one reaches the impact. Senders are the attacker's address,
// with what it holds, and sometimes one of eight empty accounts. Callees are the
// contracts created in setUp whose code is known: those under review with all
// functions, the attacker's own contract, and the set-up's other contracts only with a
// token's functions for its holders, because the other functions (mint, the wallets of
// honest people) act with the set-up's authority. Calls that the attacker made in
// exploit() are replayed and mutated too.
//
// The same seed gives the same calls. Config.Time counts once for every 10,000
// transactions started.
func (p *Proof) Fuzz(ctx context.Context, seed uint64, n int) (FuzzResult, error) {
	var out FuzzResult
	cfg := p.cfg
	defer func() { p.cfg = cfg }()
	p.cfg.Trace = false
	corpus, err := p.corpus(ctx)
	if err != nil {
		return out, err
	}
	p.cfg.Time *= time.Duration(1 + n/10_000)
	res, err := p.run(ctx, func(res *Result) error {
		return newFuzzer(p, seed, corpus).hunt(res, &out, n)
	})
	out.Result = res
	return out, err
}

// step is one transaction of a sequence, or one move in time.
type step struct {
	from, to common.Address
	input    []byte
	value    uint256.Int
	move     *move
}

func (s *step) describe(p *Proof) string {
	if s.move != nil {
		return s.move.String()
	}
	who := "attacker"
	if i := slices.Index(puppets[:], s.from); i >= 0 {
		who = fmt.Sprintf("account %d", i+1)
	}
	text := who + " calls " + p.describe(s.to, s.input)
	if !s.value.IsZero() {
		text += fmt.Sprintf(" {%s wei}", s.value.Dec())
	}
	return text
}

// fuzzer is the state of one hunt.
type fuzzer struct {
	p       *Proof
	rng     *rand.Rand
	targets []fuzzTarget
	corpus  []step
	dict    dictionary
	steps   []step
	msg     message
}

// hunt runs sequences until n transactions are sent or the impact is reached.
func (f *fuzzer) hunt(res *Result, out *FuzzResult, n int) error {
	p := f.p
	f.fresh()
	before, err := p.initial()
	if err != nil {
		return err
	}
	for out.Attempts < n {
		f.fresh()
		f.steps, f.dict.arena = f.steps[:0], f.dict.arena[:0]
		script := 0 // every fourth sequence starts with the attacker's own calls, some left out or changed
		if f.rng.IntN(4) != 0 {
			script = len(f.corpus)
		}
		for left := 1 + f.rng.IntN(maxSequence); left > 0 && out.Attempts < n; {
			var s step
			if script < len(f.corpus) {
				s = f.vary(f.corpus[script], 8)
				script++
				if f.rng.IntN(8) == 0 {
					continue
				}
			} else {
				s = f.next()
			}
			f.steps = append(f.steps, s)
			if s.move != nil {
				s.move.apply(p.m)
				continue
			}
			left--
			out.Attempts++
			landed, err := f.send(&s, false)
			if err != nil {
				return err
			}
			if !landed {
				f.steps = f.steps[:len(f.steps)-1]
				continue
			}
			out.Landed++
			hit, after, err := f.hit(before)
			if errors.Is(err, ErrTime) {
				return err
			} else if err != nil { // a getter failed
				break
			}
			if !hit {
				continue
			}
			if alone, _, err := f.replay(before, func(s *step) bool { return s.move != nil }); err != nil || alone {
				out.TimeAlone++
				break
			}
			if !f.lawful() {
				out.Authority++
				break
			}
			return f.report(res, out, before, after)
		}
	}
	return nil
}

// report fills in the result, with the sequence reduced to the steps it needs.
func (f *fuzzer) report(res *Result, out *FuzzResult, before, after reading) error {
	p := f.p
	for i := len(f.steps) - 1; i >= 0; i-- {
		gone := &f.steps[i]
		hit, r, err := f.replay(before, func(s *step) bool { return s != gone })
		if err == nil && hit {
			after = r
			f.steps = slices.Delete(f.steps, i, i+1)
		}
	}
	res.Succeeded = true
	res.Measured = p.measured(before, after)
	for i := range f.steps {
		out.Sequence = append(out.Sequence, f.steps[i].describe(p))
	}
	return nil
}

// fresh returns to the state after setUp.
func (f *fuzzer) fresh() {
	p := f.p
	p.m.reset(p.world, p.time, p.block, false)
	p.m.reader.seen = f.dict.see
}

// send executes one step and reports whether it landed. If watched, it runs slower and
// under the rules of exploit(): see lawful.
func (f *fuzzer) send(s *step, watched bool) (bool, error) {
	p := f.p
	p.rules = rules{phase: phaseFuzz}
	if watched {
		p.rules.phase = phaseExploit
	}
	f.msg = message{from: s.from, to: s.to, origin: s.from, input: s.input, value: s.value, gas: min(p.cfg.Gas, fuzzGas),
		hooked: watched}
	out, err := p.try(&f.msg)
	if err == nil && out.err == nil {
		f.dict.feed(out.ret)
	}
	return out.err == nil, err
}

func (f *fuzzer) hit(before reading) (bool, reading, error) {
	after, err := f.p.measure()
	if err != nil {
		return false, after, err
	}
	return f.p.reached(before, after), after, nil
}

// replay runs the steps that keep accepts, from the state after setUp.
func (f *fuzzer) replay(before reading, keep func(*step) bool) (bool, reading, error) {
	f.fresh()
	for i := range f.steps {
		s := &f.steps[i]
		switch {
		case !keep(s):
		case s.move != nil:
			s.move.apply(f.p.m)
		default:
			if _, err := f.send(s, false); err != nil {
				return false, reading{}, err
			}
		}
	}
	return f.hit(before)
}

// lawful replays the sequence and reports whether it succeeded without Proof: the
// attacker's code may call Proof back, and Proof may act for it as the owner.
func (f *fuzzer) lawful() bool {
	f.fresh()
	for i := range f.steps {
		s := &f.steps[i]
		if s.move != nil {
			s.move.apply(f.p.m)
			continue
		}
		if _, err := f.send(s, true); err != nil || f.p.rules.refusal != "" || !f.p.rules.granted.IsZero() {
			return false
		}
	}
	return f.p.tampered() == ""
}
