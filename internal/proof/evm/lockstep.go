package evm

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
)

// lockstep sends the same random transactions to two programs, a and b.
type lockstep struct {
	a, b *Proof
	m    *Mapping
	out  *Comparison

	rng     *rand.Rand
	dict    dictionary
	honest  []step
	senders []common.Address
	targets []fuzzTarget // of a
	added   []fuzzTarget // functions of b that a does not have
}

func (l *lockstep) run(seed uint64, n int, honest []step) error {
	l.rng = rand.New(rand.NewPCG(seed, 1))
	l.dict.init(l.a)
	l.dict.translated = l.m.Selectors
	l.honest = honest
	for _, s := range honest {
		l.dict.feed(s.input[min(4, len(s.input)):])
	}
	l.senders = append([]common.Address{l.a.attacker, l.a.attacker, l.a.m.self, puppets[0], puppets[1]}, l.a.pranked...)
	l.find()
	for l.out.Transactions < n && l.out.Difference == "" {
		if err := l.sequence(n); err != nil {
			return err
		}
	}
	return nil
}

// find collects what may be called.
func (l *lockstep) find() {
	for _, addr := range l.a.order {
		x, y := l.a.at[addr], l.b.at[addr]
		if x == nil || y == nil || len(l.a.world.accounts[addr].code) == 0 {
			continue
		}
		has := map[[4]byte]bool{}
		t := fuzzTarget{addr: addr}
		for _, m := range x.methods() {
			t.methods = append(t.methods, m)
			id := [4]byte(m.ID)
			if to, ok := l.m.Selectors[id]; ok {
				id = to
			}
			has[id] = true
		}
		l.targets = append(l.targets, t)
		more := fuzzTarget{addr: addr}
		for _, m := range y.methods() {
			if !has[[4]byte(m.ID)] {
				more.methods = append(more.methods, m)
			}
		}
		if len(more.methods) > 0 && l.m.Added {
			l.added = append(l.added, more)
		}
	}
}

// methods returns all functions of a contract, in a fixed order.
func (k *parsedContract) methods() []abi.Method {
	out := k.functions()
	for _, m := range k.abi.Methods {
		if m.IsConstant() {
			out = append(out, m)
		}
	}
	slices.SortFunc(out, func(x, y abi.Method) int { return slices.Compare(x.ID, y.ID) })
	return out
}

// sequence starts both programs from the state after setUp and finally compares the
// states that it left.
func (l *lockstep) sequence(n int) error {
	for _, p := range []*Proof{l.a, l.b} {
		p.m.reset(p.world, p.time, p.block, true)
	}
	l.a.m.reader.seen = l.dict.see
	l.dict.arena = l.dict.arena[:0]
	script := 0 // one sequence in four is random from the start
	if l.rng.IntN(4) == 0 {
		script = len(l.honest)
	}
	for left := 1 + l.rng.IntN(maxSequence); left > 0 && l.out.Transactions < n; {
		var s step
		switch {
		case script < len(l.honest):
			s = l.honest[script]
			script++
			if l.rng.IntN(8) == 0 {
				continue
			}
			if l.rng.IntN(6) == 0 {
				s = l.change(s)
			}
		default:
			s = l.draw()
			left--
		}
		if err := l.both(s); err != nil || l.out.Difference != "" {
			return err
		}
		for range l.rng.IntN(3) {
			if err := l.alone(); err != nil {
				return err
			}
		}
	}
	touched := l.a.m.touched()
	l.a.m.reader.seen = nil // freeze reads in no order
	logs, other := l.a.m.events(), l.b.m.events()
	if l.m.Added {
		other = l.ofOriginal(logs, other)
	}
	if l.out.Difference = l.m.logs(l.a, logs, other); l.out.Difference == "" {
		l.out.Difference = l.m.worlds(l.a, l.a.m.freeze(), l.b.m.freeze(), touched)
	}
	if l.out.Difference != "" {
		l.out.Difference = fmt.Sprintf("after random transaction %d: %s", l.out.Transactions, l.out.Difference)
	}
	return nil
}

// ofOriginal leaves out events that the first program cannot emit, and keeps the order
// of the others.
func (l *lockstep) ofOriginal(a, b []event) []event {
	var out []event
	for _, e := range b {
		if len(out) < len(a) && l.m.logs(l.a, a[len(out):len(out)+1], []event{e}) == "" || len(e.topics) == 0 || l.emits(e) {
			out = append(out, e)
		}
	}
	return out
}

// emits reports whether the contract that emitted e declares its event in the first program.
func (l *lockstep) emits(e event) bool {
	k := l.a.at[e.from]
	if k == nil {
		return true
	}
	for _, ev := range k.abi.Events {
		id := [32]byte(ev.ID)
		if to, ok := l.m.Topics[id]; ok {
			id = to
		}
		if id == e.topics[0] {
			return true
		}
	}
	return false
}

// draw returns a made-up transaction.
func (l *lockstep) draw() step {
	r := l.rng
	switch x := r.IntN(100); {
	case x < 6:
		return step{move: l.dict.moveInTime(r, l.a.m)}
	case x < 40 && len(l.honest) > 0:
		return l.change(l.honest[r.IntN(len(l.honest))])
	}
	return l.dict.call(r, l.a, l.senders[r.IntN(len(l.senders))], l.targets, true)
}

// change returns s with another sender, word or value.
func (l *lockstep) change(s step) step {
	r := l.rng
	if r.IntN(3) == 0 {
		s.from = l.senders[r.IntN(len(l.senders))]
	}
	s.input = slices.Clone(s.input)
	if n := (len(s.input) - 4) / 32; n > 0 && r.IntN(3) > 0 {
		w := l.dict.word(r)
		i := r.IntN(n)
		if !l.a.takesBytes(s, i) {
			w = l.dict.number(w)
		}
		copy(s.input[4+32*i:], w[:])
	}
	if balance := l.a.m.balance(s.from); s.value.Gt(balance) || !s.value.IsZero() && r.IntN(3) == 0 {
		l.dict.value(r, balance, &s.value)
	}
	return s
}

// takesBytes reports whether a word of a step's arguments is the value of a bytesN, which may hold a selector. It does
// not look into dynamic arguments.
func (p *Proof) takesBytes(s step, word int) bool {
	m := p.method(s.to, s.input)
	if m == nil {
		return false
	}
	var head []*abi.Type
	for i := range m.Inputs {
		head = appendHead(head, &m.Inputs[i].Type)
	}
	return word < len(head) && head[word].T == abi.FixedBytesTy
}

// appendHead appends the type of each word that the head of an encoding has for t.
func appendHead(head []*abi.Type, t *abi.Type) []*abi.Type {
	switch {
	case isDynamic(t):
		return append(head, t)
	case t.T == abi.ArrayTy:
		for range t.Size {
			head = appendHead(head, t.Elem)
		}
		return head
	case t.T == abi.TupleTy:
		for _, e := range t.TupleElems {
			head = appendHead(head, e)
		}
		return head
	}
	return append(head, t)
}

// both executes a step on both programs and compares how it ends.
func (l *lockstep) both(s step) error {
	if s.move != nil {
		s.move.apply(l.a.m)
		s.move.apply(l.b.m)
		return nil
	}
	l.out.Transactions++
	x, err := l.send(l.a, s.from, s.to, s.input, &s)
	if err != nil {
		return err
	}
	y, err := l.send(l.b, s.from, s.to, l.m.translate(l.m.retypeInput(l.a, s.to, s.input)), &s)
	if err != nil {
		return err
	}
	if x.err == nil {
		l.out.Landed++
		l.dict.feed(x.ret)
	}
	switch how, now := ending(x.err), ending(y.err); {
	case how != now:
		l.out.Difference = fmt.Sprintf("random transaction %d, %s: %s and %s", l.out.Transactions, s.describe(l.a), how, now)
	case !l.m.sameOutput(l.a, s.to, s.input, x.ret, y.ret):
		l.out.Difference = fmt.Sprintf("random transaction %d, %s: %s, with other data", l.out.Transactions, s.describe(l.a),
			how)
	}
	return nil
}

// alone calls a function that only the second program has, without ether.
func (l *lockstep) alone() error {
	if len(l.added) == 0 {
		return nil
	}
	s := l.dict.call(l.rng, l.a, l.senders[l.rng.IntN(len(l.senders))], l.added, false)
	l.out.Added++
	_, err := l.send(l.b, s.from, s.to, s.input, &s)
	return err
}

func (l *lockstep) send(p *Proof, from, to common.Address, input []byte, s *step) (outcome, error) {
	p.rules = rules{phase: phaseFuzz}
	return p.try(&message{from: from, to: to, origin: from, input: input, value: s.value, gas: min(p.cfg.Gas, fuzzGas)})
}
