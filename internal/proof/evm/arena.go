package evm

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

// A Guise is the kind of account at the attacker's address while sequences are sent.
type Guise int

// Every guise holds what the attacker held after setUp.
const (
	Own      Guise = iota // its own contract
	Scripted              // a host program that makes the calls of Tx.Back when it is called
	Bare                  // an account without code, which signs its transactions itself
	Building              // a contract under construction: it has no code yet, and another account signs
)

// Guises lists all guises.
var Guises = []Guise{Own, Scripted, Bare, Building}

func (g Guise) String() string {
	return [...]string{"its own contract", "a scripted contract", "an account without code",
		"a contract under construction"}[g]
}

// A Tx is one transaction of a sequence, or one call that a scripted attacker makes.
// Without To it only lets time pass.
type Tx struct {
	From, To common.Address
	Input    []byte
	Value    uint256.Int
	Wait     uint64 // seconds that pass before it
	Blocks   uint64 // blocks that pass before it; Wait alone adds no blocks
	Back     [][]Tx // Scripted: the transactions of the first call back, of the second, …
}

// An Entry is a function that may be called or, with a zero Method, a transfer of
// ether alone.
type Entry struct {
	To     common.Address
	Method abi.Method
	Plain  bool
}

// A Sent is the result of a transaction.
type Sent struct {
	Landed   bool      // it did not revert
	New      bool      // it took a branch that no landed one took before, or took it more often or at another depth
	Compared []Unequal // if it reverted: its last comparisons, the last one first
}

// A Verdict is why a sequence that reaches the impact is not an attack, or Counts.
type Verdict string

const (
	Counts     Verdict = ""
	TimeAlone  Verdict = "time alone reaches the impact"
	Authority  Verdict = "the proof itself has to act"
	Unfounded  Verdict = "the impact does not count"
	Unmeasured Verdict = "the impact cannot be measured again"
)

// An Arena is a proof's world after setUp into which sequences of transactions are
// sent. Callers are the attacker and eight accounts of the attacker that hold nothing;
// their gains count as the attacker's.
type Arena struct {
	p       *Proof
	guise   Guise
	worlds  map[Guise]*world
	before  reading
	cover   *coverage
	fast    bool // without coverage
	program *program
	dict    dictionary
	entries []Entry
	exploit *observation
	honest  []step
	refused [][]step // of each test of refusals; nil without watched impacts
	tokens  []common.Address
	holds   []uint256.Int
	watches []watch // impacts to look for instead of the proof's own
	hit     int
}

// Play opens an arena for the duration of do. Config.Time counts once for every
// thousand sequences announced. Errors are those of Exploit; a failure of exploit()
// itself is not an error here.
func (p *Proof) Play(ctx context.Context, sequences int, do func(*Arena) error) error {
	a := &Arena{p: p, exploit: p.adopted}
	var err error
	if a.exploit == nil {
		if a.exploit, err = p.observe(ctx, "exploit", phaseExploit); fatal(err) {
			return err
		}
	}
	honest, err := p.observe(ctx, "test_Regular", phaseRegular)
	if fatal(err) {
		return err
	}
	a.honest = p.script(honest)
	if p.watched != nil { // a flaw allows the attacker calls that are refused to others
		for _, name := range p.refusals() {
			o, err := p.observe(ctx, strings.TrimSuffix(name, "()"), phaseRegular)
			if fatal(err) {
				return err
			}
			a.refused = append(a.refused, p.script(o))
		}
	}
	cfg, token := p.cfg, p.token
	for _, im := range append([]Impact{cfg.Impact}, p.watched...) {
		p.cfg.Impact = im
		if err := p.recordTargetCalls(ctx); err != nil {
			p.cfg.Impact = cfg.Impact
			return err
		}
	}
	p.cfg.Impact = cfg.Impact
	defer func() {
		p.cfg, p.token, p.allies, p.m.program = cfg, token, nil, nil
		for _, addr := range a.Callers() {
			delete(p.m.precompiles, addr)
		}
	}()
	p.cfg.Trace = false
	p.cfg.Time *= time.Duration(1 + sequences/1000)
	p.allies = puppets[:]
	_, err = p.run(ctx, func(*Result) error {
		if err := a.open(); err != nil {
			return err
		}
		return do(a)
	})
	return err
}

// Adopt makes arenas use the attack recorded with another proof of the same sample, on whose source
// it succeeds: on a twin the attack may stop at its first step. If setUp does not create the same
// contracts at the same addresses, the proof keeps its own recording.
func (p *Proof) Adopt(ctx context.Context, from *Proof) error {
	if p.attacker != from.attacker || p.target != from.target || !slices.Equal(p.order, from.order) {
		return nil
	}
	o, err := from.observe(ctx, "exploit", phaseExploit)
	if fatal(err) {
		return err
	}
	p.adopted = o
	return nil
}

func (a *Arena) open() error {
	p := a.p
	a.worlds = map[Guise]*world{Own: p.world}
	for g, code := range map[Guise][]byte{Scripted: {0}, Bare: nil, Building: nil} {
		w := &world{accounts: maps.Clone(p.world.accounts)}
		at := w.accounts[p.attacker]
		at.code, at.codeHash, at.storage = code, types.EmptyCodeHash, nil
		if len(code) > 0 {
			at.codeHash = crypto.Keccak256Hash(code)
		}
		w.accounts[p.attacker] = at
		a.worlds[g] = w
	}
	a.program = &program{m: p.m}
	codes := map[common.Hash][]byte{}
	var constants []common.Hash
	for _, addr := range p.order {
		if at := p.world.accounts[addr]; len(at.code) > 0 && p.reviewed(addr) {
			if codes[at.codeHash] == nil {
				constants = append(constants, pushed(at.code)...)
			}
			codes[at.codeHash] = at.code
		}
	}
	a.cover = newCoverage(codes)
	f := newFuzzer(p, 0, nil)
	a.dict = f.dict
	for _, t := range f.targets {
		for _, m := range t.methods {
			a.entries = append(a.entries, Entry{To: t.addr, Method: m})
		}
		if t.receive {
			a.entries = append(a.entries, Entry{To: t.addr, Plain: true})
		}
	}
	for _, c := range constants[:min(len(constants), maxSeen/4)] {
		a.dict.see(c)
	}
	if p.watched != nil {
		if err := a.watch(); err != nil {
			return err
		}
		a.Reset(Own)
		return a.hold()
	}
	a.Reset(Own)
	var err error
	if a.before, err = p.initial(); err != nil {
		return err
	}
	return a.hold()
}

// Callers returns the accounts that transactions may come from, the attacker first.
func (a *Arena) Callers() []common.Address {
	return append([]common.Address{a.p.attacker}, puppets[:]...)
}

// Entries lists what may be called: every state-changing function of the contracts
// under review and of the attacker, and the functions of tokens for their holders.
func (a *Arena) Entries() []Entry { return a.entries }

// Reset returns to the state after setUp, with the given guise.
func (a *Arena) Reset(g Guise) {
	p := a.p
	a.guise = g
	p.m.program = nil
	for _, addr := range a.Callers() {
		delete(p.m.precompiles, addr)
		if g == Scripted {
			p.m.precompiles[addr] = actor{a.program, addr}
			p.m.program = a.program
		}
	}
	p.m.reset(a.worlds[g], p.time, p.block, false)
	p.m.reader.seen = a.dict.see
}

// Send sends a transaction. One that reverts has no effect except that time passes. An
// error comes from the host or means that time ran out.
func (a *Arena) Send(tx *Tx) (Sent, error) { return a.send(tx, false) }

func (a *Arena) send(tx *Tx, watched bool) (Sent, error) {
	p, m := a.p, a.p.m
	if tx.Wait > 0 {
		m.setTime(m.time + tx.Wait)
	}
	if tx.Blocks > 0 {
		m.setBlock(m.number + tx.Blocks)
	}
	if tx.To == (common.Address{}) {
		return Sent{Landed: true}, nil
	}
	p.rules = rules{phase: phaseFuzz}
	if watched {
		p.rules.phase = phaseExploit
	}
	origin := outsider // the account that calls the contract; an account without code signs itself
	if a.guise == Bare || a.guise != Scripted && tx.From != p.attacker {
		origin = tx.From
	}
	msg := message{from: tx.From, to: tx.To, origin: origin, input: tx.Input, value: tx.Value,
		gas: min(p.cfg.Gas, fuzzGas), hooked: watched}
	switch {
	case watched:
	case a.guise == Scripted && a.fast:
		msg.tracer = a.program.watching(nil)
	case a.guise == Scripted:
		msg.tracer = a.program.watching(a.cover.opcode)
	case !a.fast:
		msg.tracer = a.cover.hooks
	}
	a.program.begin(tx)
	a.cover.begin()
	out, err := p.try(&msg)
	if err != nil {
		return Sent{}, err
	}
	sent := Sent{Landed: out.err == nil}
	sent.New = a.cover.end(sent.Landed)
	if sent.Landed {
		a.dict.feed(out.ret)
	} else {
		sent.Compared = a.cover.compared()
	}
	return sent, nil
}

// Reached reports whether the impact is reached now. ok is false if it cannot be measured.
func (a *Arena) Reached() (reached, ok bool, err error) {
	if a.p.watched != nil {
		return a.anyReached()
	}
	after, err := a.p.measure()
	if fatal(err) {
		return false, false, err
	}
	return err == nil && a.p.reached(a.before, after), err == nil, nil
}

// Replay sends a sequence from the state after setUp and reports whether the impact is
// reached after it.
func (a *Arena) Replay(g Guise, seq []Tx) (bool, error) {
	a.Reset(g)
	for i := range seq {
		if _, err := a.send(&seq[i], false); err != nil {
			return false, err
		}
	}
	hit, _, err := a.Reached()
	return hit, err
}

// Judge replays a sequence that reached the impact, without coverage hooks and under
// the rules of an attack, and decides whether it is one: time alone does not reach the
// impact, the proof itself does not act for it, and the impact is founded.
func (a *Arena) Judge(g Guise, seq []Tx) (Verdict, error) {
	if a.p.watched != nil {
		return a.judgeAny(g, seq)
	}
	return a.judge(g, seq)
}

// judge does the work of Judge for the impact that is measured now.
func (a *Arena) judge(g Guise, seq []Tx) (Verdict, error) {
	p := a.p
	var waits []Tx
	for i := range seq {
		waits = append(waits, Tx{Wait: seq[i].Wait, Blocks: seq[i].Blocks})
	}
	if alone, err := a.Replay(g, waits); err != nil || alone {
		return TimeAlone, err
	}
	a.Reset(g)
	if p.cfg.Impact.Kind == "ownership_taken" {
		p.m.reset(a.worlds[g], p.time, p.block, true)
	}
	p.acts = p.newActs()
	defer func() { p.acts = nil }()
	for i := range seq {
		if _, err := a.send(&seq[i], true); err != nil {
			return Unmeasured, err
		}
		if p.rules.refusal != "" || !p.rules.granted.IsZero() {
			return Authority, nil
		}
	}
	if p.tampered() != "" {
		return Authority, nil
	}
	after, err := p.measure()
	if fatal(err) {
		return Unmeasured, err
	}
	if err != nil || !p.reached(a.before, after) {
		return Unmeasured, nil
	}
	why, err := p.unfounded(after)
	switch {
	case fatal(err):
		return Unmeasured, err
	case err != nil:
		return Unmeasured, nil
	case why != "":
		return Unfounded, nil
	}
	return Counts, nil
}

// Cover turns coverage on, which is the default, or off, which is faster: then
// Sent.New is false and Sent.Compared is empty.
func (a *Arena) Cover(on bool) { a.fast = !on }

// Sides counts the sides of conditional jumps in the code under review: those that
// landed transactions took since the arena was opened, and all.
func (a *Arena) Sides() (seen, all int) { return a.cover.sides() }

// Arguments draws the call data for a call of an entry.
func (a *Arena) Arguments(r *rand.Rand, e *Entry) []byte {
	if e.Plain {
		return nil
	}
	return a.dict.arguments(r, slices.Clone(e.Method.ID), e.Method.Inputs)
}

// Word draws a random word, Value an amount of ether that an account has now, and Wait
// a period in seconds. Words come from round numbers, addresses, constants in the
// code, storage and return values.
func (a *Arena) Word(r *rand.Rand) [32]byte { return a.dict.word(r) }

// Value is described with Word.
func (a *Arena) Value(r *rand.Rand, of common.Address) (v uint256.Int) {
	a.dict.value(r, a.p.m.balance(of), &v)
	return v
}

// Wait is described with Word.
func (a *Arena) Wait(r *rand.Rand) uint64 {
	return a.dict.waits[r.IntN(len(a.dict.waits))] * uint64(1+r.IntN(3))
}

// Now returns the time of the current block.
func (a *Arena) Now() uint64 { return a.p.m.time }

// Balance returns an account's ether.
func (a *Arena) Balance(of common.Address) uint256.Int { return *a.p.m.balance(of) }

// IsAddress reports whether a word is the address of an account, a known address or a puppet's.
func (a *Arena) IsAddress(w []byte) bool {
	addr := common.BytesToAddress(w)
	_, exists := a.p.world.accounts[addr]
	return exists || slices.Contains(a.dict.addresses, addr) || slices.Contains(puppets[:], addr)
}

// Honest returns the calls of honest use, made by the attacker.
func (a *Arena) Honest() []Tx { return a.byAttacker(a.honest) }

// Refused returns the calls of each test of refusals, made by the attacker. It returns
// none unless impacts are watched.
func (a *Arena) Refused() (out [][]Tx) {
	for _, steps := range a.refused {
		out = append(out, a.byAttacker(steps))
	}
	return out
}

func (a *Arena) byAttacker(steps []step) []Tx {
	var out []Tx
	for _, s := range steps {
		if a.p.reviewed(s.to) { // contracts of the proof obey the attacker
			out = append(out, Tx{From: a.p.attacker, To: s.to, Input: s.input, Value: s.value})
		}
	}
	return out
}

// Recorded returns what the attacker did in exploit(): the calls that it received from
// the proof, and the calls that it made, with what it did when it was called back.
// Contracts that it created act as its accounts.
func (a *Arena) Recorded() (received, made []Tx) { return a.recorded(false) }

// AttackerCalls returns the calls that the attacker made, as [Arena.Recorded] does, but with
// the time that the proof lets pass before it calls the attacker; Recorded has that
// time in its first list.
func (a *Arena) AttackerCalls() []Tx {
	_, made := a.recorded(true)
	return made
}

func (a *Arena) recorded(timed bool) (received, made []Tx) {
	p := a.p
	if a.exploit == nil {
		return nil, nil
	}
	side := map[common.Address]common.Address{p.attacker: p.attacker}
	for _, c := range a.exploit.calls {
		if c.creates() && side[c.from] != (common.Address{}) {
			side[c.to] = puppets[(len(side)-1)%len(puppets)]
		}
	}
	type open struct {
		depth int
		tx    *Tx // a call that the attacker made, or nil: a call back to it
	}
	var stack []open
	root := &Tx{Back: [][]Tx{nil}}
	var wait, blocks uint64
	now, number := p.time, p.block
	total := 0
	for i := range a.exploit.calls {
		c := &a.exploit.calls[i]
		for len(stack) > 0 && stack[len(stack)-1].depth >= c.depth {
			stack = stack[:len(stack)-1]
		}
		if c.to == cheatAddress {
			switch mv := c.move(); {
			case mv == nil:
			case mv.roll:
				blocks, number = blocks+mv.to-min(number, mv.to), mv.to
			default:
				wait, now = wait+mv.to-min(now, mv.to), mv.to
			}
			continue
		}
		if c.kind != "CALL" || len(c.input) > 1<<12 {
			continue
		}
		from, to := side[c.from], side[c.to]
		tx := Tx{From: from, To: c.to, Input: slices.Clone(c.input), Wait: wait, Blocks: blocks}
		tx.Value.SetFromBig(c.value)
		replaceAddresses(tx.Input, side)
		switch {
		case from == (common.Address{}) && to != (common.Address{}): // a call by the proof, or a call back
			if c.from == p.m.self && len(stack) == 0 {
				tx.From, tx.To, tx.Value = p.attacker, to, uint256.Int{}
				received = append(received, tx)
				if !timed {
					wait, blocks = 0, 0
				}
			} else if len(stack) > 0 {
				in := stack[len(stack)-1].tx
				in.Back = append(in.Back, nil)
			}
		case from != (common.Address{}) && to == (common.Address{}) && p.at[c.to] != nil:
			if total++; total > maxMade {
				continue
			}
			in := root
			if len(stack) > 0 {
				if in = stack[len(stack)-1].tx; len(in.Back) == 0 {
					continue
				}
				tx.Wait, tx.Blocks = 0, 0
			} else {
				wait, blocks = 0, 0
			}
			group := len(in.Back) - 1
			if cap(in.Back[group]) == 0 {
				in.Back[group] = make([]Tx, 0, maxMade) // fixed capacity, so that pointers from the stack stay valid
			}
			in.Back[group] = append(in.Back[group], tx)
			stack = append(stack, open{c.depth, &in.Back[group][len(in.Back[group])-1]})
		}
	}
	return received, root.Back[0]
}

// replaceAddresses replaces the addresses of contracts in the words of a call by those
// of their stand-ins.
func replaceAddresses(input []byte, by map[common.Address]common.Address) {
	for at := 4; at+32 <= len(input); at += 32 {
		if to := by[common.BytesToAddress(input[at:at+32])]; to != (common.Address{}) && allZero(input[at:at+12]) {
			copy(input[at+12:at+32], to[:])
		}
	}
}

func allZero(b []byte) bool { return !slices.ContainsFunc(b, func(x byte) bool { return x != 0 }) }

// Holdings lists the tokens that the attacker itself holds after setUp, with the amounts.
func (a *Arena) Holdings() (tokens []common.Address, amounts []uint256.Int) { return a.tokens, a.holds }

// hold computes the values of Holdings.
func (a *Arena) hold() error {
	p := a.p
	p.acts = p.newActs()
	defer func() { p.acts = nil }()
	for _, token := range p.tokens() {
		v, err := p.balanceOf(token, p.attacker)
		if errors.Is(err, ErrTime) {
			return err
		}
		if err == nil && v.Sign() > 0 {
			a.tokens, a.holds = append(a.tokens, token), append(a.holds, *uint256.MustFromBig(v))
		}
	}
	return nil
}

// Describe formats a transaction, with the calls made when it calls back, in one line.
func (a *Arena) Describe(tx *Tx) string {
	var b strings.Builder
	if tx.Wait > 0 {
		fmt.Fprintf(&b, "after %d s ", tx.Wait)
	}
	if tx.Blocks > 0 {
		fmt.Fprintf(&b, "after %d blocks ", tx.Blocks)
	}
	if tx.To == (common.Address{}) {
		return b.String() + "nothing"
	}
	s := step{from: tx.From, to: tx.To, input: tx.Input, value: tx.Value}
	b.WriteString(s.describe(a.p))
	for _, group := range tx.Back {
		if len(group) == 0 {
			continue
		}
		b.WriteString(" and when called back (")
		for i := range group {
			if i > 0 {
				b.WriteString("; ")
			}
			b.WriteString(a.Describe(&group[i]))
		}
		b.WriteString(")")
	}
	return b.String()
}
