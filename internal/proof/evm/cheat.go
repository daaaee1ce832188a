package evm

import (
	"crypto/ecdsa"
	"encoding/binary"
	"fmt"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

// A cheat is one cheat code. run returns its answer, or why it fails.
type cheat struct {
	signature string
	words     int // minimum number of argument words
	run       func(p *Proof, c frame, a args) (answer []byte, why string)
}

// args holds the words after the selector.
type args []byte

func (a args) word(i int) []byte         { return a[32*i : 32*i+32] }
func (a args) big(i int) *big.Int        { return new(big.Int).SetBytes(a.word(i)) }
func (a args) addr(i int) common.Address { return common.BytesToAddress(a.word(i)) }
func (a args) uint64(i int) (uint64, bool) {
	v := a.big(i)
	return v.Uint64(), v.IsUint64()
}

// bytes decodes a dynamic argument; false if it is out of bounds.
func (a args) bytes(i int) ([]byte, bool) {
	off, ok := a.uint64(i)
	if !ok || off > uint64(len(a)) || uint64(len(a))-off < 32 {
		return nil, false
	}
	n := new(big.Int).SetBytes(a[off : off+32])
	if !n.IsUint64() || n.Uint64() > uint64(len(a))-off-32 {
		return nil, false
	}
	return a[off+32 : off+32+n.Uint64()], true
}

var cheats = func() map[[4]byte]*cheat {
	list := []cheat{
		{"deal(address,uint256)", 2, func(p *Proof, _ frame, a args) ([]byte, string) {
			p.m.setBalance(a.addr(0), new(uint256.Int).SetBytes(a.word(1)))
			return nil, ""
		}},
		{"warp(uint256)", 1, func(p *Proof, _ frame, a args) ([]byte, string) { return p.travel(a, false) }},
		{"roll(uint256)", 1, func(p *Proof, _ frame, a args) ([]byte, string) { return p.travel(a, true) }},
		{"prank(address)", 1, prankCode(false, false)},
		{"prank(address,address)", 2, prankCode(true, false)},
		{"startPrank(address)", 1, prankCode(false, true)},
		{"startPrank(address,address)", 2, prankCode(true, true)},
		{"stopPrank()", 0, func(p *Proof, _ frame, _ args) ([]byte, string) {
			if p.m.prank == nil {
				return nil, "stopPrank: no prank is active"
			}
			p.m.setPrank(nil)
			return nil, ""
		}},
		{"expectRevert()", 0, func(p *Proof, c frame, _ args) ([]byte, string) {
			return p.expectRevert(&expectation{depth: c.depth})
		}},
		{"expectRevert(bytes4)", 1, func(p *Proof, c frame, a args) ([]byte, string) {
			return p.expectRevert(&expectation{depth: c.depth, exact: true, data: common.CopyBytes(a.word(0)[:4])})
		}},
		{"expectRevert(bytes)", 1, func(p *Proof, c frame, a args) ([]byte, string) {
			data, ok := a.bytes(0)
			if !ok {
				return nil, "expectRevert: malformed argument"
			}
			return p.expectRevert(&expectation{depth: c.depth, exact: true, data: common.CopyBytes(data)})
		}},
		{"addr(uint256)", 1, func(p *Proof, _ frame, a args) ([]byte, string) {
			key, err := p.key(a.word(0))
			if err != nil {
				return nil, "addr: not a private key"
			}
			return common.LeftPadBytes(crypto.PubkeyToAddress(key.PublicKey).Bytes(), 32), ""
		}},
		{"sign(uint256,bytes32)", 2, func(p *Proof, _ frame, a args) ([]byte, string) {
			key, err := p.key(a.word(0))
			if err != nil {
				return nil, "sign: not a private key"
			}
			sig, err := crypto.Sign(a.word(1), key)
			if err != nil {
				return nil, "sign: " + err.Error()
			}
			out := make([]byte, 96) // v, r, s
			out[31] = sig[64] + 27
			copy(out[32:], sig[:64])
			return out, ""
		}},
		{"getNonce(address)", 1, func(p *Proof, _ frame, a args) ([]byte, string) {
			return binary.BigEndian.AppendUint64(make([]byte, 24, 32), p.m.nonce(a.addr(0))), ""
		}},
		{"assume(bool)", 1, func(_ *Proof, _ frame, a args) ([]byte, string) {
			if a.big(0).Sign() == 0 {
				return nil, "assume: the assumption does not hold"
			}
			return nil, ""
		}},
	}
	out := map[[4]byte]*cheat{}
	for i := range list {
		out[[4]byte(selector(list[i].signature))] = &list[i]
	}
	return out
}()

// onCheat answers a call to the cheat address, or refuses it.
func (p *Proof) onCheat(c frame) ([]byte, bool) {
	if p.rules.candidate {
		return p.askWorld(c)
	}
	var sel [4]byte
	copy(sel[:], c.input)
	ch := cheats[sel]
	name := foreign[sel]
	if ch != nil {
		name = ch.signature
	} else if name == "" {
		name = fmt.Sprintf("%x", sel)
	}
	fail := func(why string) ([]byte, bool) { return cheatError(why), false }

	switch {
	case p.rules.phase == phaseFuzz:
		return nil, false
	case p.rules.phase == phaseGetter:
		p.refuseNow("a getter calls the cheat code %s", name)
		return nil, false
	case c.from != p.m.self || c.kind != "CALL" && c.kind != "STATICCALL":
		p.refuseNow("%s calls the cheat code %s; only Proof may", p.name(c.from), name)
		return nil, false
	case ch == nil:
		if p.rules.phase == phaseExploit {
			p.refuseNow("the exploit uses the cheat code %s", name)
			return nil, false
		}
		return fail(name + " is not offered here")
	case p.rules.phase == phaseExploit && ch.signature != "warp(uint256)" && ch.signature != "roll(uint256)":
		p.refuseNow("the exploit uses the cheat code %s", name)
		return nil, false
	case p.rules.phase == phaseExploit && c.depth != 1:
		p.refuseNow("the exploit calls %s in the middle of the attacker's own call", name)
		return nil, false
	case len(c.input) < 4+32*ch.words:
		return fail(name + ": malformed call")
	}
	out, why := ch.run(p, c, args(c.input[4:]))
	if why != "" {
		return fail(why)
	}
	return out, true
}

// key returns the private key that stands for the one of the proof.
func (p *Proof) key(word []byte) (*ecdsa.PrivateKey, error) {
	if p.cfg.Shift.Self {
		word = crypto.Keccak256([]byte("other"), word)
	}
	return crypto.ToECDSA(word)
}

func (p *Proof) travel(a args, roll bool) ([]byte, string) {
	v, ok := a.uint64(0)
	if !ok {
		return nil, "warp and roll take at most 2^64-1 here"
	}
	now, shift := p.m.time, p.cfg.Shift.Time
	if roll {
		now, shift = p.m.number, p.cfg.Shift.Block
	}
	if v < now && now-v > shift/2 { // a fixed time of the proof, not one that it computes from the present
		v += shift
	}
	if p.rules.phase == phaseExploit {
		if !roll && v < p.m.time || roll && v < p.m.number {
			p.refuseNow("the exploit turns time back")
			return nil, ""
		}
		if !roll && v-min(v, p.time) > maxLapse || roll && v-min(v, p.block) > maxLapse/perBlock {
			p.refuseNow("the exploit lets more than twenty years pass")
			return nil, ""
		}
		p.rules.moves = append(p.rules.moves, move{roll, v})
		if p.listen != nil {
			p.listen(frame{}, &move{roll, v})
		}
	}
	move{roll, v}.apply(p.m)
	return nil, ""
}

// prankCode returns the cheat codes of the prank family. withOrigin means that the second argument is tx.origin.
func prankCode(withOrigin, sticky bool) func(p *Proof, c frame, a args) ([]byte, string) {
	return func(p *Proof, c frame, a args) ([]byte, string) {
		if !withOrigin {
			return p.startPrank(c, a.addr(0), nil, sticky)
		}
		origin := a.addr(1)
		return p.startPrank(c, a.addr(0), &origin, sticky)
	}
}

// userCode is the code of a user with Shift.Code. It accepts every call and returns the selector, as a receiver of
// tokens does, so that contracts which ask for that can be used by it. It is as large as code may be: what refuses an
// attacker for the size of its code refuses it, too.
var userCode = slices.Concat([]byte{byte(vm.PUSH1), 0, byte(vm.CALLDATALOAD), byte(vm.PUSH32), 0xff, 0xff, 0xff, 0xff},
	make([]byte, 28), []byte{byte(vm.AND), byte(vm.PUSH1), 0, byte(vm.MSTORE), byte(vm.PUSH1), 32, byte(vm.PUSH1), 0,
		byte(vm.RETURN)}, make([]byte, 24_000))

func (p *Proof) startPrank(c frame, as common.Address, origin *common.Address, sticky bool) ([]byte, string) {
	if old := p.m.prank; old != nil && (!old.sticky || !old.used || !sticky) {
		return nil, "a prank is already active: use it, or end it with stopPrank"
	}
	if p.rules.phase == phaseSetUp {
		p.pranked = append(p.pranked, as)
	}
	if p.cfg.Shift.Code && len(p.m.code(as)) == 0 {
		p.m.setCode(as, userCode)
	}
	if p.m.nonce(as) < p.cfg.Shift.Nonce {
		p.m.setNonce(as, p.cfg.Shift.Nonce)
	}
	p.m.setPrank(&prank{by: c.from, as: as, origin: origin, depth: c.depth, sticky: sticky})
	return nil, ""
}

func (p *Proof) expectRevert(e *expectation) ([]byte, string) {
	if p.m.expect != nil {
		return nil, "expectRevert: the one before it is still waiting for a call"
	}
	p.m.expect = e
	return nil, ""
}

// foreign names cheat codes of Foundry that are not offered.
var foreign = func() map[[4]byte]string {
	out := map[[4]byte]string{}
	for _, s := range []string{"store(address,bytes32,bytes32)", "load(address,bytes32)", "etch(address,bytes)",
		"ffi(string[])", "label(address,string)", "mockCall(address,bytes,bytes)", "clearMockedCalls()",
		"expectCall(address,bytes)", "expectEmit()", "expectEmit(bool,bool,bool,bool)", "setNonce(address,uint64)",
		"chainId(uint256)", "fee(uint256)", "coinbase(address)", "prevrandao(bytes32)", "prevrandao(uint256)",
		"difficulty(uint256)", "setBlockhash(uint256,bytes32)", "snapshot()", "snapshotState()", "revertTo(uint256)",
		"revertToState(uint256)", "skip(bool)", "hoax(address)", "recordLogs()", "getCode(string)", "deployCode(string)",
		"envUint(string)", "readFile(string)", "writeFile(string,string)", "broadcast()", "startBroadcast()",
		"createSelectFork(string)", "rollFork(uint256)", "txGasPrice(uint256)", "toString(uint256)",
		"computeCreateAddress(address,uint256)"} {
		out[[4]byte(selector(s))] = s
	}
	return out
}()
