package evm

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/crypto"
)

// A program is an attacker played by the host: its addresses are precompiled
// contracts, and a call to one makes the calls that the running transaction has for
// that moment (Tx.Back). It answers as a well-behaved recipient would.
type program struct {
	m     *machine
	steps [][]Tx // of the call in progress: for the first call back, for the second, …
	next  int
	made  int // calls in this transaction
	gas   uint64
	value bool // whether the frame that calls back may change state
	still int  // depth of the outermost STATICCALL, -1 for none
	depth int
	ret   []byte
}

// Bounds of one transaction of a program.
const (
	maxMade  = 64
	leastGas = 10_000 // with less, as with the 2,300 of transfer, it does nothing
)

// actor is the program at one address.
type actor struct {
	*program
	self common.Address
}

func (actor) Name() string { return "program" }

func (a actor) RequiredGas(input []byte) uint64 {
	s := a.program
	s.ret = recipientAnswer(input)
	gas, ret := s.gas, s.ret
	s.gas = 0 // the next frame sets it again
	if gas < leastGas || !s.value || s.next >= len(s.steps) {
		return 0
	}
	group := s.steps[s.next]
	s.next++
	used := uint64(0)
	for i := range group {
		if s.made++; s.made > maxMade || gas-used < leastGas {
			break
		}
		tx := &group[i]
		steps, next := s.steps, s.next
		s.steps, s.next = tx.Back, 0
		give := (gas - used) / 64 * 63
		_, left, _ := s.m.evm.Call(a.self, tx.To, tx.Input, vm.NewGasBudget(give, 0), &tx.Value)
		s.steps, s.next = steps, next
		used += give - left.ExecutionGas
	}
	s.ret = ret
	return used
}

func (a actor) Run([]byte) ([]byte, error) { return a.ret, nil }

// begin starts a transaction.
func (s *program) begin(tx *Tx) {
	s.steps, s.next, s.made, s.gas, s.still, s.depth = tx.Back, 0, 0, 0, -1, 0
}

func (s *program) enter(_ int, typ byte, _, _ common.Address, _ []byte, gas uint64, _ *big.Int) {
	op := vm.OpCode(typ)
	if op == vm.STATICCALL && s.still < 0 {
		s.still = s.depth
	}
	s.depth++
	s.gas, s.value = gas, op == vm.CALL && s.still < 0
}

func (s *program) exit(int, []byte, uint64, error, bool) {
	if s.depth--; s.depth <= s.still {
		s.still = -1
	}
}

// watching returns hooks that pass the frames to a program.
func (s *program) watching(opcode tracing.OpcodeHook) *tracing.Hooks {
	return &tracing.Hooks{OnEnter: s.enter, OnExit: s.exit, OnOpcode: opcode}
}

var (
	echoed = func() map[[4]byte]bool {
		out := map[[4]byte]bool{}
		for _, sig := range []string{"onERC721Received(address,address,uint256,bytes)",
			"onERC1155Received(address,address,uint256,uint256,bytes)",
			"onERC1155BatchReceived(address,address,uint256[],uint256[],bytes)",
			"onTransferReceived(address,address,uint256,bytes)",
			"onApprovalReceived(address,uint256,bytes)", "isValidSignature(bytes32,bytes)"} {
			out[[4]byte(selector(sig))] = true
		}
		return out
	}()
	lentSelector = [4]byte(selector("onFlashLoan(address,address,uint256,uint256,bytes)"))
	lentAnswer   = crypto.Keccak256([]byte("ERC3156FlashBorrower.onFlashLoan"))
)

// recipientAnswer returns the answer of a recipient that lets the caller continue.
func recipientAnswer(input []byte) []byte {
	if len(input) < 4 {
		return nil
	}
	switch sel := [4]byte(input[:4]); {
	case echoed[sel]:
		return common.RightPadBytes(sel[:], 32)
	case sel == lentSelector:
		return lentAnswer
	}
	return common.LeftPadBytes([]byte{1}, 32)
}
