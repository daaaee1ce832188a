package evm

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"sync/atomic"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/params"
	"github.com/holiman/uint256"
)

// This file and hooks.go hold everything that names core/vm, core/state,
// core/tracing or params: their signatures change from release to release
// (written against v1.17.10). Nothing else in the package imports them.

const chainID = 31337

// Forks names the rule sets Config.Fork accepts, oldest first. An older fork
// runs code compiled for it or for anything before it.
var Forks = []string{"homestead", "tangerineWhistle", "spuriousDragon", "byzantium", "constantinople", "petersburg", "istanbul",
	"berlin", "london", "paris", "shanghai", "cancun", "prague", "osaka"}

// chainConfig activates every fork up to and including the named one, from the first block on.
func chainConfig(fork string) (cfg *params.ChainConfig, merged bool, err error) {
	n := slices.Index(Forks, fork)
	if n < 0 {
		return nil, false, fmt.Errorf("unknown fork %q; known are %v", fork, Forks)
	}
	at := func(name string) bool { return slices.Index(Forks, name) <= n }
	block := func(name string) *big.Int {
		if at(name) {
			return new(big.Int)
		}
		return nil
	}
	stamp := func(name string) *uint64 {
		if at(name) {
			return new(uint64)
		}
		return nil
	}
	cfg = &params.ChainConfig{
		ChainID: big.NewInt(chainID), HomesteadBlock: block("homestead"),
		EIP150Block: block("tangerineWhistle"), EIP155Block: block("spuriousDragon"), EIP158Block: block("spuriousDragon"),
		ByzantiumBlock: block("byzantium"), ConstantinopleBlock: block("constantinople"), PetersburgBlock: block("petersburg"),
		IstanbulBlock: block("istanbul"), MuirGlacierBlock: block("istanbul"), BerlinBlock: block("berlin"), LondonBlock: block("london"),
		ShanghaiTime: stamp("shanghai"), CancunTime: stamp("cancun"), PragueTime: stamp("prague"), OsakaTime: stamp("osaka"),
	}
	if merged = at("paris"); merged {
		cfg.TerminalTotalDifficulty = new(big.Int)
	}
	return cfg, merged, nil
}

// A world is an immutable state of all accounts. Overlays read through to it,
// so starting again from it costs a few empty maps.
type world struct{ accounts map[common.Address]account }

type account struct {
	nonce    uint64
	balance  uint256.Int
	codeHash common.Hash
	code     []byte
	storage  map[common.Hash]common.Hash
}

// reader serves a world to a StateDB and notes which accounts were asked for.
type reader struct {
	w        *world
	accounts map[common.Address]bool // nil: do not note
	seen     func(common.Hash)       // nil, or told every stored word that is read
}

var _ state.Reader = (*reader)(nil)

func (r *reader) Account(addr common.Address) (*types.StateAccount, error) {
	if r.accounts != nil {
		r.accounts[addr] = true
	}
	a, ok := r.w.accounts[addr]
	if !ok {
		return nil, nil
	}
	return &types.StateAccount{Nonce: a.nonce, Balance: new(uint256.Int).Set(&a.balance), Root: types.EmptyRootHash, CodeHash: a.codeHash.Bytes()}, nil
}

func (r *reader) Storage(addr common.Address, slot common.Hash) (common.Hash, error) {
	v := r.w.accounts[addr].storage[slot]
	if r.seen != nil && v != (common.Hash{}) {
		r.seen(v)
	}
	return v, nil
}

func (r *reader) Has(addr common.Address, h common.Hash) bool     { return r.CodeSize(addr, h) > 0 }
func (r *reader) CodeSize(addr common.Address, h common.Hash) int { return len(r.Code(addr, h)) }
func (r *reader) Code(addr common.Address, h common.Hash) []byte {
	if a := r.w.accounts[addr]; a.codeHash == h {
		return a.code
	}
	return nil
}

// recorder notes every slot written, so that freeze can list them: a StateDB cannot be enumerated.
type recorder struct {
	*state.StateDB
	slots map[common.Address]map[common.Hash]bool
}

func (r *recorder) SetState(addr common.Address, key, value common.Hash) common.Hash {
	if r.slots[addr] == nil {
		r.slots[addr] = map[common.Hash]bool{}
	}
	r.slots[addr][key] = true
	return r.StateDB.SetState(addr, key, value)
}

// A machine runs transactions on one overlay at a time. Not safe for
// concurrent use.
type machine struct {
	config      *params.ChainConfig
	merged      bool
	rules       params.Rules
	db          state.Database
	jumps       jumpCache
	precompiles vm.PrecompiledContracts // ours to change: the cheat address, and trampolines (hooks.go)
	active      []common.Address

	reader *reader
	rec    *recorder // nil unless the overlay will be frozen
	st     *state.StateDB
	evm    *vm.EVM
	time   uint64
	number uint64

	stopper *stopper
	aborted bool // the running transaction was ended by abort

	hookState
}

func newMachine(fork string) (*machine, error) {
	cfg, merged, err := chainConfig(fork)
	if err != nil {
		return nil, err
	}
	m := &machine{config: cfg, merged: merged, db: state.NewDatabaseForTesting(), jumps: jumpCache{}}
	m.rules = cfg.Rules(big.NewInt(1), merged, 1)
	m.precompiles = vm.ActivePrecompiledContracts(m.rules)
	m.active = vm.ActivePrecompiles(m.rules)
	m.hooks = &tracing.Hooks{OnEnter: m.enter, OnExit: m.exit}
	return m, nil
}

// jumpCache keeps jump-destination analyses across transactions. Candidate
// code can make new code at will, hence the cap.
type jumpCache map[common.Hash]vm.BitVec

func (c jumpCache) Load(h common.Hash) (vm.BitVec, bool) { v, ok := c[h]; return v, ok }
func (c jumpCache) Store(h common.Hash, v vm.BitVec) {
	if len(c) < 512 {
		c[h] = v
	}
}

// reset starts a fresh overlay on w at the given time and block. With record, freeze can follow.
func (m *machine) reset(w *world, time, number uint64, record bool) {
	m.reader = &reader{w: w}
	m.st, _ = state.NewWithReader(types.EmptyRootHash, m.db, m.reader) // it only fills a struct and never fails
	m.time, m.number, m.rec = time, number, nil
	var db vm.StateDB = m.st
	if record {
		m.reader.accounts = map[common.Address]bool{}
		m.rec = &recorder{StateDB: m.st, slots: map[common.Address]map[common.Hash]bool{}}
		db = m.rec
	}
	block := vm.BlockContext{
		CanTransfer: func(db vm.StateDB, from common.Address, v *uint256.Int) bool { return db.GetBalance(from).Cmp(v) >= 0 },
		Transfer:    m.transfer,
		GetHash:     func(n uint64) common.Hash { return crypto.Keccak256Hash([]byte(fmt.Sprint(n))) }, // as Foundry
		GasLimit:    1 << 30, BlockNumber: new(big.Int).SetUint64(number), Time: time,
		Difficulty: new(big.Int), BaseFee: new(big.Int), BlobBaseFee: big.NewInt(1),
	}
	if m.merged {
		block.Random = new(common.Hash)
	}
	if m.evm != nil {
		m.evm.Release()
	}
	m.evm = vm.NewEVM(block, db, m.config, vm.Config{})
	m.evm.SetJumpDestCache(m.jumps)
	m.evm.SetPrecompiles(m.precompiles)
	m.stopper.evm.Store(m.evm)
	m.clearHooks()
}

// setTime and setBlock move the clock, also in the middle of a transaction.
func (m *machine) setTime(t uint64) { m.time, m.evm.Context.Time = t, t }
func (m *machine) setBlock(n uint64) {
	m.number, m.evm.Context.BlockNumber = n, new(big.Int).SetUint64(n)
}

// A stopper ends one run of transactions from another goroutine. Each run has
// its own, so that a timer which fires late cannot end the next run.
type stopper struct {
	stopped atomic.Bool
	evm     atomic.Pointer[vm.EVM]
}

func (s *stopper) stop() {
	s.stopped.Store(true)
	if e := s.evm.Load(); e != nil {
		e.Cancel()
	}
}

// begin starts a run that ends with ctx; call the returned function when it is over. reset must follow.
func (m *machine) begin(ctx context.Context) func() bool {
	m.stopper = &stopper{}
	return context.AfterFunc(ctx, m.stopper.stop)
}

// abort ends the running transaction from inside a hook.
func (m *machine) abort() { m.aborted = true; m.evm.Cancel() }

// A message is one transaction, or one call by the host.
type message struct {
	from, to common.Address
	origin   common.Address
	input    []byte
	value    uint256.Int
	gas      uint64
	static   bool // a getter: any change of state fails
	discard  bool // undo everything afterwards
	hooked   bool // run with enter and exit hooks, which cost speed
}

// An outcome is what came of a message. err is nil on success, errRevert,
// errGas, errStopped, errAborted, or another failure of the EVM.
type outcome struct {
	ret []byte
	gas uint64
	err error
}

var (
	errRevert  = errors.New("reverted")
	errGas     = errors.New("out of gas")
	errStopped = errors.New("stopped from outside")
	errAborted = errors.New("aborted by the host")
)

// exec runs one message. Without discard or static its effects are finalised,
// as at the end of a transaction. After errStopped or errAborted the overlay
// is in an undefined state and must be reset.
func (m *machine) exec(msg *message) outcome {
	if m.stopper.stopped.Load() {
		return outcome{err: errStopped}
	}
	e := m.evm
	e.SetTxContext(vm.TxContext{Origin: msg.origin, GasPrice: new(uint256.Int)})
	e.Config.Tracer = nil
	if msg.hooked {
		e.Config.Tracer = m.hooks
	}
	m.aborted = false
	m.st.Prepare(m.rules, msg.origin, common.Address{}, &msg.to, m.active, nil)
	snap := m.st.Snapshot()
	var (
		ret  []byte
		left vm.GasBudget
		err  error
	)
	if msg.static {
		ret, left, err = e.StaticCall(msg.from, msg.to, msg.input, vm.NewGasBudget(msg.gas, 0))
	} else {
		ret, left, err = e.Call(msg.from, msg.to, msg.input, vm.NewGasBudget(msg.gas, 0), &msg.value)
	}
	out := outcome{ret: ret, gas: msg.gas - left.ExecutionGas, err: plain(err)}
	// Cancel makes the interpreter stop as if the code had succeeded: never read such a result.
	switch {
	case m.aborted:
		return outcome{gas: out.gas, err: errAborted}
	case e.Cancelled() || m.stopper.stopped.Load():
		return outcome{gas: out.gas, err: errStopped}
	}
	if msg.static || msg.discard {
		m.st.RevertToSnapshot(snap)
	} else {
		if e := m.st.Error(); e != nil {
			panic(e) // our reader never fails; if it does, no result may be trusted
		}
		m.st.Finalise(m.rules)
	}
	return out
}

// plain maps the EVM's errors to ours.
func plain(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, vm.ErrExecutionReverted):
		return errRevert
	case errors.Is(err, vm.ErrOutOfGas), errors.Is(err, vm.ErrCodeStoreOutOfGas), errors.Is(err, vm.ErrGasUintOverflow):
		return errGas
	}
	return err
}

// freeze returns the overlay, which was reset with record, as a world.
func (m *machine) freeze() *world {
	w := &world{accounts: maps.Clone(m.reader.w.accounts)}
	for addr := range m.reader.accounts {
		if !m.st.Exist(addr) {
			delete(w.accounts, addr)
			continue
		}
		a := account{nonce: m.st.GetNonce(addr), balance: *m.st.GetBalance(addr), codeHash: m.st.GetCodeHash(addr),
			code: m.st.GetCode(addr), storage: map[common.Hash]common.Hash{}}
		for k := range w.accounts[addr].storage {
			a.storage[k] = m.st.GetState(addr, k)
		}
		for k := range m.rec.slots[addr] {
			a.storage[k] = m.st.GetState(addr, k)
		}
		w.accounts[addr] = a
	}
	return w
}

func (m *machine) balance(a common.Address) *uint256.Int { return m.st.GetBalance(a) }
func (m *machine) nonce(a common.Address) uint64         { return m.st.GetNonce(a) }
func (m *machine) code(a common.Address) []byte          { return m.st.GetCode(a) }
func (m *machine) setCode(a common.Address, code []byte) {
	m.st.SetCode(a, code, tracing.CodeChangeUnspecified)
}
func (m *machine) setNonce(a common.Address, n uint64) {
	m.st.SetNonce(a, n, tracing.NonceChangeUnspecified)
}
func (m *machine) setBalance(a common.Address, v *uint256.Int) {
	m.st.SetBalance(a, v, tracing.BalanceChangeUnspecified)
}
