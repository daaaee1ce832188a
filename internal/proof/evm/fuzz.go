package evm

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

const (
	maxSequence = 16        // transactions before the state is fresh again
	fuzzGas     = 5_000_000 // of one fuzzed transaction at most, so that one loop does not eat the time of a thousand calls
)

// second is the fresh account that joins the attacker. It owns nothing.
var second = common.HexToAddress("0x00000000000000000000000000000000005EC0ED")

// A FuzzResult says what random calls achieved. Not reaching the impact means
// that the code resists this many attempts; it is no proof of safety.
type FuzzResult struct {
	Result            // Succeeded: the impact was reached. Measured: of the sequence below
	Attempts   int    // transactions sent
	Landed     int    // of these, not reverted
	Seed       uint64 // as given
	Sequence   []string
	TimeAlone  int // sequences set aside because their moves in time alone reach the impact
	Unmeasured int // sequences after which a getter failed
	Functions  int // functions called at random; 0 means that only known calls and ether were sent
}

// Fuzz sends n random transactions, in sequences that each start from the
// state after setUp, and stops when one reaches the impact. Senders are the
// attacker's address, with what it holds, and now and then a second, empty
// account. Callees are the contracts created in setUp whose code is known: the
// ones under review with all functions, the attacker's own contract, and of
// the set-up's other contracts only what a token has for its holders, because
// the rest (mint, the wallets of honest people) is the set-up's own authority.
// Calls that the attacker made in exploit() are replayed and mutated too.
//
// The same seed gives the same calls. Config.Time counts once for every 10,000
// transactions begun.
func (p *Proof) Fuzz(ctx context.Context, seed uint64, n int) (FuzzResult, error) {
	out := FuzzResult{Seed: seed}
	cfg := p.cfg
	defer func() { p.cfg = cfg }()
	corpus, err := p.corpus(ctx)
	if err != nil {
		return out, err
	}
	p.cfg.Trace = false
	p.cfg.Time *= time.Duration(1 + n/10_000)
	res, err := p.run(ctx, func(res *Result) error {
		f := newFuzzer(p, seed, corpus)
		out.Functions = f.functions
		return f.hunt(res, &out, n)
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
	if s.from == second {
		who = "second account"
	}
	text := who + " calls " + p.describe(s.to, s.input)
	if !s.value.IsZero() {
		text += fmt.Sprintf(" {%s wei}", s.value.Dec())
	}
	return text
}

type fuzzTarget struct {
	addr    common.Address
	methods []abi.Method
	receive bool
}

// fuzzer is one hunt.
type fuzzer struct {
	p         *Proof
	rng       *rand.Rand
	targets   []fuzzTarget
	functions int
	corpus    []step
	dict      dictionary
	steps     []step
	arena     []byte // inputs of steps
	msg       message
}

func newFuzzer(p *Proof, seed uint64, corpus []step) *fuzzer {
	f := &fuzzer{p: p, rng: rand.New(rand.NewPCG(seed, 0)), corpus: corpus}
	f.dict.init(p)
	proofFile := p.abis.byName["Proof"].File
	for _, addr := range p.order {
		k := p.abis.byName[p.names[addr]]
		if k == nil || len(p.world.accounts[addr].code) == 0 {
			continue
		}
		t := fuzzTarget{addr: addr, receive: k.abi.HasReceive() || k.abi.HasFallback()}
		for _, m := range k.functions() {
			if k.File != proofFile || addr == p.attacker || holderFunction[m.RawName] {
				t.methods = append(t.methods, m)
			}
		}
		if len(t.methods) > 0 || t.receive {
			f.targets = append(f.targets, t)
			f.functions += len(t.methods)
		}
	}
	for _, s := range corpus {
		f.dict.feed(s.input[min(4, len(s.input)):])
	}
	return f
}

// holderFunction lists what any token lets its holders do.
var holderFunction = map[string]bool{"approve": true, "transfer": true, "transferFrom": true, "increaseAllowance": true,
	"decreaseAllowance": true, "setApprovalForAll": true, "safeTransferFrom": true, "burn": true}

// hunt runs sequences until n transactions are sent or the impact is reached.
func (f *fuzzer) hunt(res *Result, out *FuzzResult, n int) error {
	p := f.p
	f.fresh()
	before, err := p.measure()
	if err != nil {
		return err
	}
	if err := p.startable(before); err != nil {
		return err
	}
	for out.Attempts < n {
		f.fresh()
		f.steps, f.arena = f.steps[:0], f.arena[:0]
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
			landed, err := f.send(&s)
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
			} else if err != nil {
				out.Unmeasured++
				break
			}
			if !hit {
				continue
			}
			if alone, _, err := f.replay(before, func(s *step) bool { return s.move != nil }); err != nil || alone {
				out.TimeAlone++
				break
			}
			return f.report(res, out, before, after)
		}
	}
	return nil
}

// report fills in what was found, with the sequence cut to the steps it needs.
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
	res.Measured = &Measured{Kind: p.cfg.Impact.Kind, Before: p.show(before), After: p.show(after)}
	if kinds[p.cfg.Impact.Kind].amount {
		res.Measured.Minimum = p.cfg.Impact.Minimum.String()
	}
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

// send executes one step and reports whether it landed.
func (f *fuzzer) send(s *step) (bool, error) {
	p := f.p
	p.rules = rules{phase: phaseFuzz}
	f.msg = message{from: s.from, to: s.to, origin: s.from, input: s.input, value: s.value, gas: min(p.cfg.Gas, fuzzGas)}
	out := p.m.exec(&f.msg)
	p.spent += out.gas
	if errors.Is(out.err, errStopped) {
		return false, fmt.Errorf("%w: stopped after %s", ErrTime, p.cfg.Time)
	}
	if out.err == nil {
		f.dict.feed(out.ret)
	}
	return out.err == nil, nil
}

func (f *fuzzer) hit(before reading) (bool, reading, error) {
	after, err := f.p.measure()
	if err != nil {
		return false, after, err
	}
	return f.p.reached(before, after), after, nil
}

// replay runs the steps that keep accepts, from a fresh state.
func (f *fuzzer) replay(before reading, keep func(*step) bool) (bool, reading, error) {
	f.fresh()
	for i := range f.steps {
		s := &f.steps[i]
		switch {
		case !keep(s):
		case s.move != nil:
			s.move.apply(f.p.m)
		default:
			if _, err := f.send(s); err != nil {
				return false, reading{}, err
			}
		}
	}
	return f.hit(before)
}

// next draws a step.
func (f *fuzzer) next() step {
	p, r := f.p, f.rng
	switch x := r.IntN(100); {
	case x < 8:
		return step{move: f.dict.moveInTime(r, p.m)}
	case x < 30 && len(f.corpus) > 0:
		return f.vary(f.corpus[r.IntN(len(f.corpus))], 2)
	}
	s := step{from: p.attacker}
	if r.IntN(8) == 0 {
		s.from = second
	}
	if len(f.targets) == 0 {
		s.to = p.target
		f.dict.value(r, p.m.balance(s.from), &s.value)
		return s
	}
	t := &f.targets[r.IntN(len(f.targets))]
	s.to = t.addr
	i := r.IntN(len(t.methods) + 1)
	if i == len(t.methods) { // plain ether, or nothing
		f.dict.value(r, p.m.balance(s.from), &s.value)
		return s
	}
	m := &t.methods[i]
	start := len(f.arena)
	f.arena = append(f.arena, m.ID...)
	f.arena = f.dict.arguments(r, f.arena, m.Inputs)
	s.input = f.arena[start:len(f.arena):len(f.arena)]
	if m.IsPayable() {
		f.dict.value(r, p.m.balance(s.from), &s.value)
	}
	return s
}

// vary returns a known step, one time in rarely with a word or the value changed.
func (f *fuzzer) vary(s step, rarely int) step {
	r, m := f.rng, f.p.m
	if s.move != nil {
		to := m.time + s.move.to
		if s.move.roll {
			to = m.number + s.move.to
		}
		return step{move: &move{s.move.roll, to}}
	}
	start := len(f.arena)
	f.arena = append(f.arena, s.input...)
	s.input = f.arena[start:len(f.arena):len(f.arena)]
	if n := (len(s.input) - 4) / 32; n > 0 && r.IntN(rarely) == 0 {
		i := 4 + 32*r.IntN(n)
		w := f.dict.word(r)
		copy(s.input[i:i+32], w[:])
	}
	if balance := m.balance(s.from); s.value.Gt(balance) || !s.value.IsZero() && r.IntN(rarely) == 0 {
		f.dict.value(r, balance, &s.value)
	}
	return s
}

// corpus runs exploit() once and returns what the attacker did, in order: its
// calls, and by how much time moved between them (move.to is the difference).
func (p *Proof) corpus(ctx context.Context) ([]step, error) {
	var out []step
	time, number := p.time, p.block
	p.listen = func(f frame, mv *move) {
		switch {
		case len(out) >= 64:
		case mv != nil && mv.roll:
			out = append(out, step{move: &move{true, mv.to - number}})
			number = mv.to
		case mv != nil:
			out = append(out, step{move: &move{false, mv.to - time}})
			time = mv.to
		case f.kind == "CALL" && (f.from == p.attacker || p.rules.created[f.from]) && f.to != p.attacker && p.names[f.to] != "":
			s := step{from: p.attacker, to: f.to, input: common.CopyBytes(f.input[:min(len(f.input), 1<<12)])}
			s.value.SetFromBig(f.value)
			out = append(out, s)
		}
	}
	_, err := p.Exploit(ctx)
	p.listen = nil
	if errors.Is(err, ErrTime) || errors.Is(err, ErrHost) {
		return nil, err
	}
	// Whatever else went wrong with exploit() is its own verdict; the fuzzer needs only the calls.
	return out, nil
}
