package evm

import (
	"bytes"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/params"
	"github.com/holiman/uint256"
)

// How cheat codes act on the interpreter, with exported means only:
//
//   - The cheat address is a precompiled contract of ours (cheatCode).
//   - prank must change the caller that CALL and CREATE hand on. While a prank
//     waits, an opcode hook runs; on such an instruction it swaps the frame's
//     Contract for one with the pranked address, and enter swaps it back.
//   - expectRevert must turn a reverting call into a succeeding one. enter
//     makes the callee a precompiled contract for this one call (trampoline),
//     which runs the real call and reports what the expectation says. CREATE
//     looks no precompile up: there the word it pushed is patched afterwards.

// hookState is the state that hooks keep between the events of one transaction.
type hookState struct {
	hooks   *tracing.Hooks
	onCheat func(c frame) ([]byte, bool) // returns the answer and whether it succeeded
	onFrame func(f frame)                // every call, creation and selfdestruct
	onLeave func(output []byte, gas uint64, err error)

	cheat  frame // the call to the cheat address that is being entered
	prank  *prank
	swap   swap
	expect *expectation // applies to the next call at its depth
	armed  *trampoline
	patch  *patch
	notes  []note
	failed string // a rule of expectRevert was broken: the transaction fails with this message

	program *program // the scripted attacker, or nil

	peek func(common.Address) // nil, or called with the account whose code is about to be read or hashed

	instead []replacement // replacements of creation code
}

// A replacement is creation code that runs in place of any creation code that begins with old.
type replacement struct{ old, code []byte }

// A frame is one call, creation or selfdestruct being entered.
type frame struct {
	kind     string // CALL, STATICCALL, DELEGATECALL, CALLCODE, CREATE, CREATE2, SELFDESTRUCT
	depth    int    // 0 is the transaction itself
	from, to common.Address
	input    []byte // borrowed
	gas      uint64
	value    *big.Int // nil counts as 0
}

func (f *frame) creates() bool { return f.kind == "CREATE" || f.kind == "CREATE2" }

type prank struct {
	by, as common.Address
	origin *common.Address
	depth  int
	sticky bool // startPrank
	used   bool
}

type expectation struct {
	depth int
	exact bool   // data must match
	data  []byte // the reason, or the complete revert data
}

type swap struct {
	scope      *vm.ScopeContext
	orig, fake *vm.Contract
}

type patch struct {
	depth int
	value uint64
	kill  bool
}

type note struct {
	hidden  bool // not shown: the outer half of a trampoline
	origin  *common.Address
	created *expectation
}

func (m *machine) clearHooks() {
	m.prank, m.expect, m.armed, m.patch, m.swap, m.failed = nil, nil, nil, nil, swap{}, ""
	m.notes = m.notes[:0]
	m.peek = nil
	m.wantOpcodes()
}

// guard makes peek receive every account whose code a transaction is about to copy or
// hash, until the next reset.
func (m *machine) guard(peek func(common.Address)) {
	m.peek = peek
	m.wantOpcodes()
}

// isPrecompile reports whether the fork has a precompiled contract at addr.
func (m *machine) isPrecompile(addr common.Address) bool {
	_, ours := m.precompiles[addr].(cheatCode)
	_, ok := m.precompiles[addr]
	return ok && !ours
}

// cheatCode is a precompiled contract that answers through onCheat.
type cheatCode struct{ m *machine }

func (cheatCode) Name() string              { return "cheat" }
func (cheatCode) RequiredGas([]byte) uint64 { return 0 }
func (c cheatCode) Run(input []byte) ([]byte, error) {
	call := c.m.cheat
	call.input = input
	c.m.cheat = frame{}
	out, ok := c.m.onCheat(call)
	if !ok {
		return out, vm.ErrExecutionReverted
	}
	return out, nil
}

// transfer moves ether once: a trampoline's outer call leaves the transfer to the inner one.
func (m *machine) transfer(db vm.StateDB, from, to common.Address, v *uint256.Int, _ *params.Rules) {
	if m.armed != nil && !m.armed.passed {
		m.armed.passed = true
		return
	}
	db.SubBalance(from, v, tracing.BalanceChangeTransfer)
	db.AddBalance(to, v, tracing.BalanceChangeTransfer)
}

func (m *machine) setPrank(p *prank) { m.prank = p; m.wantOpcodes() }

func (m *machine) wantOpcodes() {
	m.hooks.OnOpcode = nil
	if m.prank != nil || m.patch != nil || m.peek != nil || m.instead != nil {
		m.hooks.OnOpcode = m.opcode
	}
}

func (m *machine) opcode(_ uint64, op byte, _, _ uint64, scope tracing.OpContext, _ []byte, depth int, err error) {
	if err != nil {
		return
	}
	sc := scope.(*vm.ScopeContext)
	if m.peek != nil && (vm.OpCode(op) == vm.EXTCODECOPY || vm.OpCode(op) == vm.EXTCODEHASH) {
		if stack := sc.StackData(); len(stack) > 0 {
			m.peek(common.Address(stack[len(stack)-1].Bytes20()))
		}
	}
	if m.instead != nil && (vm.OpCode(op) == vm.CREATE || vm.OpCode(op) == vm.CREATE2) {
		m.replace(sc)
	}
	if p := m.patch; p != nil && depth == p.depth {
		stack := sc.StackData()
		stack[len(stack)-1].SetUint64(p.value)
		if p.kill {
			sc.Contract.Gas.ExecutionGas = 0 // the next instruction ends the frame
		}
		m.patch = nil
		m.wantOpcodes()
	}
	p := m.prank
	if p == nil || depth != p.depth || sc.Address() != p.by {
		return
	}
	switch vm.OpCode(op) {
	case vm.CALL, vm.STATICCALL:
		stack := sc.StackData()
		to := common.Address(stack[len(stack)-2].Bytes20())
		if _, special := m.precompiles[to]; special {
			return
		}
	case vm.CREATE, vm.CREATE2:
	default:
		return
	}
	fake := vm.NewContract(sc.Contract.Caller(), p.as, sc.CallValue(), sc.Contract.Gas, m.jumps)
	m.swap = swap{sc, sc.Contract, fake}
	sc.Contract = fake
}

// replace makes the creation that is about to start run other code, if there is a
// replacement, which is written after all memory in use, with the same arguments. If
// several apply, the one for the longest code is used.
func (m *machine) replace(sc *vm.ScopeContext) {
	stack, memory := sc.StackData(), sc.Memory
	if len(stack) < 3 {
		return
	}
	offset, size := &stack[len(stack)-2], &stack[len(stack)-3]
	if !offset.IsUint64() || !size.IsUint64() || size.Uint64() > uint64(memory.Len()) ||
		offset.Uint64() > uint64(memory.Len())-size.Uint64() {
		return
	}
	code := memory.GetCopy(offset.Uint64(), size.Uint64())
	var best *replacement
	for i := range m.instead {
		if r := &m.instead[i]; bytes.HasPrefix(code, r.old) && (best == nil || len(r.old) > len(best.old)) {
			best = r
		}
	}
	if best == nil {
		return
	}
	code = append(slices.Clone(best.code), code[len(best.old):]...)
	at := uint64(memory.Len())
	memory.Resize((at + uint64(len(code)) + 31) / 32 * 32)
	memory.Set(at, uint64(len(code)), code)
	offset.SetUint64(at)
	size.SetUint64(uint64(len(code)))
}

func (m *machine) enter(depth int, typ byte, from, to common.Address, input []byte, gas uint64, value *big.Int) {
	if m.program != nil {
		m.program.enter(depth, typ, from, to, input, gas, value)
	}
	var n note
	if s := m.swap; s.scope != nil {
		s.orig.Gas, s.scope.Contract, m.swap = s.fake.Gas, s.orig, swap{}
		if p := m.prank; p != nil {
			p.used = true
			if p.origin != nil {
				old := m.evm.Origin
				n.origin = &old
				m.evm.Origin = *p.origin
			}
			if !p.sticky {
				m.setPrank(nil)
			}
		}
	}
	op := vm.OpCode(typ)
	f := frame{op.String(), depth, from, to, input, gas, value}
	if to == cheatAddress && op != vm.SELFDESTRUCT {
		m.cheat = f
	} else if e := m.expect; e != nil && depth == e.depth {
		switch op {
		case vm.CREATE, vm.CREATE2:
			n.created, m.expect = e, nil
		case vm.CALL, vm.STATICCALL:
			m.expect, n.hidden = nil, true
			t := &trampoline{m: m, e: e, frame: f}
			t.prev, t.had = m.precompiles[to]
			m.precompiles[to], m.armed = t, t
			t.passed = op == vm.STATICCALL
		}
	}
	m.notes = append(m.notes, n)
	if !n.hidden {
		m.onFrame(f)
	}
}

func (m *machine) exit(_ int, output []byte, gas uint64, err error, _ bool) {
	if m.program != nil {
		m.program.exit(0, nil, 0, nil, false)
	}
	if len(m.notes) == 0 {
		return
	}
	n := m.notes[len(m.notes)-1]
	m.notes = m.notes[:len(m.notes)-1]
	if n.origin != nil {
		m.evm.Origin = *n.origin
	}
	if n.created != nil {
		why := n.created.judge(err, output)
		if why != "" {
			m.failed = why
		}
		m.patch = &patch{depth: n.created.depth, value: 1, kill: why != ""}
		m.wantOpcodes()
	}
	if n.hidden {
		if m.armed != nil && m.armed.depth == len(m.notes) { // the call never reached the trampoline (balance, depth)
			m.armed.disarm()
		}
		return
	}
	if m.onLeave != nil {
		m.onLeave(output, gas, plain(err))
	}
}

// A trampoline replaces the callee of one call that is expected to revert.
type trampoline struct {
	frame
	m      *machine
	e      *expectation
	prev   vm.PrecompiledContract
	had    bool
	passed bool // the outer transfer has been skipped
	out    []byte
	err    error
}

func (t *trampoline) Name() string { return "expectRevert" }

func (t *trampoline) disarm() {
	t.m.armed = nil
	delete(t.m.precompiles, t.to)
	if t.had {
		t.m.precompiles[t.to] = t.prev
	}
}

// RequiredGas makes the real call, because its gas must be known before Run.
func (t *trampoline) RequiredGas(input []byte) uint64 {
	t.disarm()
	var left vm.GasBudget
	if t.kind == "STATICCALL" {
		t.out, left, t.err = t.m.evm.StaticCall(t.from, t.to, input, vm.NewGasBudget(t.gas, 0))
	} else {
		t.out, left, t.err = t.m.evm.Call(t.from, t.to, input, vm.NewGasBudget(t.gas, 0), uint256.MustFromBig(t.value))
	}
	if why := t.e.judge(t.err, t.out); why != "" {
		t.m.failed = why
		t.out, t.err = cheatError(why), vm.ErrExecutionReverted
	} else {
		t.out, t.err = make([]byte, 8192), nil // zeros, which decode as any type, as in Foundry
	}
	return t.gas - left.ExecutionGas
}

func (t *trampoline) Run([]byte) ([]byte, error) { return t.out, t.err }

// judge returns what is wrong with a call's end, "" if nothing.
func (e *expectation) judge(err error, output []byte) string {
	switch {
	case err == nil:
		return "the call did not revert as expected"
	case !e.exact || bytes.Equal(output, e.data):
		return ""
	}
	if msg, ok := errorString(output); ok && msg == string(e.data) {
		return ""
	}
	return "the call reverted with " + reason(output, nil) + " instead of " + expected(e.data)
}
