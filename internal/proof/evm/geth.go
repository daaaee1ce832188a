package evm

import (
	"context"
	"errors"
	"fmt"
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

// This file, world.go, hooks.go, coverage.go and scripted.go contain all uses of
// core/vm, core/state, core/tracing and params, whose signatures change from release
// to release (written against v1.17.10). Nothing else in the package imports them.

const chainID = 31337

// Forks names the rule sets that Config.Fork accepts, oldest first. A fork runs code
// compiled for it or for any earlier one.
var Forks = []string{"homestead", "tangerineWhistle", "spuriousDragon", "byzantium", "constantinople", "petersburg",
	"istanbul", "berlin", "london", "paris", "shanghai", "cancun", "prague", "osaka"}

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
		ByzantiumBlock: block("byzantium"), ConstantinopleBlock: block("constantinople"),
		PetersburgBlock: block("petersburg"),
		IstanbulBlock:   block("istanbul"), MuirGlacierBlock: block("istanbul"), BerlinBlock: block("berlin"),
		LondonBlock:  block("london"),
		ShanghaiTime: stamp("shanghai"), CancunTime: stamp("cancun"), PragueTime: stamp("prague"), OsakaTime: stamp("osaka"),
	}
	if merged = at("paris"); merged {
		cfg.TerminalTotalDifficulty = new(big.Int)
	}
	return cfg, merged, nil
}

// A machine runs transactions on one overlay at a time. Not safe for
// concurrent use.
type machine struct {
	self        common.Address // of Proof
	config      *params.ChainConfig
	merged      bool
	rules       params.Rules
	db          state.Database
	jumps       jumpCache
	precompiles vm.PrecompiledContracts // modified: the cheat address and trampolines are added (hooks.go)
	active      []common.Address

	preimages map[common.Hash][]byte // of all recorded transactions

	reader *reader
	st     *overlay
	evm    *vm.EVM
	time   uint64
	number uint64

	stopper *stopper
	aborted bool // abort ended the running transaction

	hookState
}

func newMachine(fork string) (*machine, error) {
	cfg, merged, err := chainConfig(fork)
	if err != nil {
		return nil, err
	}
	m := &machine{self: usualProof, config: cfg, merged: merged, db: state.NewDatabaseForTesting(), jumps: jumpCache{},
		preimages: map[common.Hash][]byte{}}
	m.rules = cfg.Rules(big.NewInt(1), merged, 1)
	m.precompiles = vm.ActivePrecompiledContracts(m.rules)
	m.active = vm.ActivePrecompiles(m.rules)
	m.hooks = &tracing.Hooks{OnEnter: m.enter, OnExit: m.exit}
	return m, nil
}

// jumpCache keeps jump-destination analyses across transactions. Candidate code can
// create any amount of new code, hence the cap.
type jumpCache map[common.Hash]vm.BitVec

func (c jumpCache) Load(h common.Hash) (vm.BitVec, bool) { v, ok := c[h]; return v, ok }
func (c jumpCache) Store(h common.Hash, v vm.BitVec) {
	if len(c) < 512 {
		c[h] = v
	}
}

// reset starts a fresh overlay on w at the given time and block. With record set,
// freeze may be called later.
func (m *machine) reset(w *world, time, number uint64, record bool) {
	m.reader = &reader{w: w}
	db, _ := state.NewWithReader(types.EmptyRootHash, m.db, m.reader) // it only fills a struct and never fails
	m.st = &overlay{StateDB: db, self: m.self}
	m.time, m.number = time, number
	if record {
		m.reader.accounts, m.reader.slots = map[common.Address]bool{}, map[common.Address]map[common.Hash]bool{}
		m.st.slots, m.st.preimages = map[common.Address]map[common.Hash]bool{}, m.preimages
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
	m.evm = vm.NewEVM(block, m.st, m.config, vm.Config{EnablePreimageRecording: record})
	m.evm.SetJumpDestCache(m.jumps)
	m.evm.SetPrecompiles(m.precompiles)
	m.stopper.evm.Store(m.evm)
	m.clearHooks()
}

// setTime and setBlock move the clock, even in the middle of a transaction.
func (m *machine) setTime(t uint64) { m.time, m.evm.Context.Time = t, t }
func (m *machine) setBlock(n uint64) {
	m.number, m.evm.Context.BlockNumber = n, new(big.Int).SetUint64(n)
}

// A stopper ends one run of transactions from another goroutine. Each run has its own
// stopper, so that a timer that fires late cannot end the next run.
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

// begin starts a run that ends with ctx; call the returned function when it is over.
// reset must follow.
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
	static   bool           // a getter: any change of state fails
	discard  bool           // undo everything afterwards
	hooked   bool           // run with enter and exit hooks, which are slow
	tracer   *tracing.Hooks // without hooked: other hooks, or nil
}

// An outcome is the result of a message. err is nil on success, errRevert, errGas,
// errStopped, errAborted, or another failure of the EVM.
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

	errCodeSize = vm.ErrMaxCodeSizeExceeded
)

// exec runs one message. Unless discard or static is set, its effects are finalised,
// as at the end of a transaction. After errStopped or errAborted the overlay is in an
// undefined state and must be reset.
func (m *machine) exec(msg *message) outcome {
	if m.stopper.stopped.Load() {
		return outcome{err: errStopped}
	}
	e := m.evm
	e.SetTxContext(vm.TxContext{Origin: msg.origin, GasPrice: new(uint256.Int)})
	e.Config.Tracer = msg.tracer
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
	// Cancel makes the interpreter stop as if the code had succeeded: such a result must
	// not be read.
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
			panic(e) // our reader never fails; if it does, no result can be trusted
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
