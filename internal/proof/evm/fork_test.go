package evm

import (
	"bytes"
	"context"
	"encoding/binary"
	"math/big"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

var (
	here  = common.HexToAddress("0x1111")
	there = common.HexToAddress("0x2222")
)

// place returns a machine whose world holds code at the addresses, each with a balance of 100.
func place(t *testing.T, fork string, code map[common.Address][]byte) *machine {
	t.Helper()
	m, err := newMachine(fork)
	if err != nil {
		t.Fatal(err)
	}
	w := &world{accounts: map[common.Address]account{}}
	for addr, c := range code {
		w.accounts[addr] = account{nonce: 1, balance: *uint256.NewInt(100), code: c, codeHash: crypto.Keccak256Hash(c)}
	}
	m.begin(context.Background())
	m.reset(w, 1, 1, false)
	return m
}

func send(m *machine, to common.Address, gas uint64) outcome {
	return m.exec(&message{from: sender, to: to, gas: gas})
}

// caller returns code that calls addr with gas and value, and returns success followed
// by one word of output.
func caller(addr common.Address, gas uint32, value byte) []byte {
	c := []byte{0x60, 32, 0x60, 32, 0x60, 0, 0x60, 0, 0x60, value, 0x61} // out 32..64, no input, value, PUSH2 address
	c = append(c, addr[18:]...)
	c = binary.BigEndian.AppendUint32(append(c, 0x63), gas)
	return append(c, 0xf1, 0x60, 0, 0x52, 0x60, 64, 0x60, 0, 0xf3) // CALL, store, return 64
}

func TestSelfdestruct(t *testing.T) {
	die := []byte{0x33, 0xff} // CALLER SELFDESTRUCT
	// A contract that creates one whose creation code selfdestructs immediately.
	born := []byte{0x61, 0x33, 0xff, 0x60, 0, 0x52, 0x60, 2, 0x60, 30, 0x60, 0, 0xf0, 0x60, 0, 0x52, 0x60, 32, 0x60, 0,
		0xf3}
	for _, fork := range Forks {
		cancun := slices.Index(Forks, fork) >= slices.Index(Forks, "cancun")
		m := place(t, fork, map[common.Address][]byte{here: die})
		if out := send(m, here, 100_000); out.err != nil {
			t.Fatalf("%s: %v", fork, out.err)
		}
		if kept := len(m.code(here)) > 0; kept != cancun {
			t.Errorf("%s: code kept: %v, want %v", fork, kept, cancun)
		}
		if got := m.balance(sender).Uint64(); got != 100 {
			t.Errorf("%s: beneficiary got %d", fork, got)
		}
		// Created and destroyed in one transaction, it is gone under every fork, also for
		// the next transaction.
		m = place(t, fork, map[common.Address][]byte{here: born})
		out := send(m, here, 1_000_000)
		if out.err != nil {
			t.Fatalf("%s: %v", fork, out.err)
		}
		if child := common.BytesToAddress(out.ret); child == (common.Address{}) || m.nonce(child) != 0 {
			t.Errorf("%s: child %s has nonce %d", fork, child, m.nonce(child))
		}
	}
}

func TestStipend(t *testing.T) {
	log := []byte{0x60, 0, 0x60, 0, 0xa0}                // LOG0, fits into 2300
	store := []byte{0x60, 1, 0x60, 0, 0x55}              // SSTORE, does not fit
	load := bytes.Repeat([]byte{0x60, 9, 0x54, 0x50}, 3) // three SLOADs of one slot
	far := bytes.Repeat([]byte{0x5a, 0x54, 0x50}, 3)     // three SLOADs of different slots
	for _, c := range []struct {
		name, fork string
		code       []byte
		value      byte
		ok         bool
	}{
		{"an event", "osaka", log, 1, true},
		{"an event, without value there is no stipend", "osaka", log, 0, false},
		{"a store", "osaka", store, 1, false},
		{"a store", "byzantium", store, 1, false},
		{"cheap loads", "byzantium", load, 1, true},
		{"a load at 800", "istanbul", load[:4], 1, true},
		{"loads at 800", "istanbul", load, 1, false},
		{"a cold and two warm loads", "berlin", load, 1, false}, // 2100 + 100 + 100 and the pushes
		{"cold loads", "berlin", far, 1, false},
	} {
		m := place(t, c.fork, map[common.Address][]byte{here: caller(there, 0, c.value), there: c.code})
		out := send(m, here, 100_000)
		if out.err != nil || len(out.ret) != 64 || (out.ret[31] == 1) != c.ok {
			t.Errorf("%s on %s: %v, success %x, want %v", c.name, c.fork, out.err, out.ret, c.ok)
		}
	}
}

func TestSixtyFourth(t *testing.T) {
	gas := []byte{0x5a, 0x60, 0, 0x52, 0x60, 32, 0x60, 0, 0xf3} // returns the gas it finds
	const given = 6_400_000
	m := place(t, "osaka", map[common.Address][]byte{here: caller(there, 0xffffffff, 0), there: gas})
	out := send(m, here, given)
	if out.err != nil {
		t.Fatal(out.err)
	}
	found := new(big.Int).SetBytes(out.ret[32:]).Uint64()
	if most := uint64(given - given/64); found > most || found < most-3000 {
		t.Errorf("the callee found %d of %d, want just under %d", found, given, most)
	}
	// Before EIP-150, requesting more gas than there is fails.
	m = place(t, "homestead", map[common.Address][]byte{here: caller(there, 0xffffffff, 0), there: gas})
	if out := send(m, here, given); out.err != errGas {
		t.Errorf("homestead: %v", out.err)
	}
}

// TestBetweenTransactions: transient storage and selfdestruct must not leak into the
// next transaction.
func TestBetweenTransactions(t *testing.T) {
	// returns TLOAD(0), then TSTORE(0, 1)
	code := []byte{0x60, 0, 0x5c, 0x60, 0, 0x52, 0x60, 1, 0x60, 0, 0x5d, 0x60, 32, 0x60, 0, 0xf3}
	m := place(t, "cancun", map[common.Address][]byte{here: code})
	for i := range 3 {
		if out := send(m, here, 100_000); out.err != nil || new(big.Int).SetBytes(out.ret).Sign() != 0 {
			t.Errorf("transaction %d reads %x, %v", i, out.ret, out.err)
		}
	}
	if out := place(t, "shanghai", map[common.Address][]byte{here: code}); send(out, here, 100_000).err == nil {
		t.Error("TLOAD runs on shanghai")
	}
}

// TestFreeze: a frozen world equals the state from which it was taken, even if
// accounts died and were created again.
func TestFreeze(t *testing.T) {
	m, _ := newMachine("shanghai")
	store := func(slot, v byte) []byte { return []byte{0x60, v, 0x60, slot, 0x55} }
	w := &world{accounts: map[common.Address]account{
		here: {nonce: 1, code: store(1, 5), codeHash: crypto.Keccak256Hash(store(1, 5)),
			storage: map[common.Hash]common.Hash{{31: 9}: {31: 3}}},
		there: {nonce: 1, code: []byte{0x33, 0xff}, codeHash: crypto.Keccak256Hash([]byte{0x33, 0xff}),
			storage: map[common.Hash]common.Hash{{31: 1}: {31: 7}}},
	}}
	m.begin(context.Background())
	m.reset(w, 1, 1, true)
	for _, to := range []common.Address{here, there} {
		if out := send(m, to, 100_000); out.err != nil {
			t.Fatal(out.err)
		}
	}
	m.setNonce(there, 1) // created again, with other code and storage
	m.setCode(there, store(2, 6))
	if out := send(m, there, 100_000); out.err != nil {
		t.Fatal(out.err)
	}
	got := m.freeze()
	if s := got.accounts[here].storage; s[common.Hash{31: 1}] != (common.Hash{31: 5}) ||
		s[common.Hash{31: 9}] != (common.Hash{31: 3}) {
		t.Errorf("storage of here: %v", s)
	}
	if s := got.accounts[there].storage; s[common.Hash{31: 2}] != (common.Hash{31: 6}) ||
		s[common.Hash{31: 1}] != (common.Hash{}) {
		t.Errorf("storage of there: %v", s)
	}
	if len(w.accounts[here].storage) != 1 {
		t.Error("the world below changed")
	}
}
