package verify

import (
	"context"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"assay/internal/core/suite/evidence"
	"assay/internal/proof/evm"
)

// Gold returns the attack of the sample's proof as a subject would write it: a contract Attacker that makes the
// same calls as the proof's own attacker, in the same order, with the same waits and the same actions in
// callbacks. why is "", or the reason why there is no such contract: the proof's attacker acts from several
// addresses, or asks the proof, or makes no call. Gold does not check that the attack works: it has to be executed
// like any other ([Case.Attack]).
func (cs *Case) Gold(ctx context.Context) (text, why string, err error) {
	if cs.vulnerable == nil {
		return "", "there is no vulnerable source", nil
	}
	p, err := Load(ctx, cs.X.Rules.Flaws()[0], cs.vulnerable, false)
	if err != nil {
		return "", "", fmt.Errorf("%s: %w", cs.X.ID, err)
	}
	var made []evm.Tx
	err = p.Play(ctx, 1, func(a *evm.Arena) error {
		made = a.AttackerCalls()
		return nil
	})
	if err != nil {
		return "", "", fmt.Errorf("%s: %w", cs.X.ID, err)
	}
	self, _ := p.Attacker()
	w := goldWriter{self: common.HexToAddress(self)}
	text, why = w.write(made, cs.X.Rules)
	return text, why, nil
}

// goldWriter writes a contract that makes recorded calls.
type goldWriter struct {
	self   common.Address
	calls  int             // numbered so far, from 1
	groups strings.Builder // functions, one for the calls made at one moment
	backs  strings.Builder // the functions that a callback runs
	n      int             // number of functions so far
	why    string
}

func (w *goldWriter) write(made []evm.Tx, rules evidence.Rules) (text, why string) {
	if len(made) == 0 {
		return "", "the proof's attacker makes no call"
	}
	var steps strings.Builder
	number := 0
	var same []evm.Tx
	flush := func(wait uint64) {
		fmt.Fprintf(&steps, "        if (number == %d) {\n", number)
		if len(same) > 0 {
			fmt.Fprintf(&steps, "            group%d();\n", w.group(same))
		}
		fmt.Fprintf(&steps, "            return %d;\n        }\n", wait)
		number++
		same = nil
	}
	for _, tx := range made {
		if wait := max(tx.Wait, tx.Blocks*secondsPerBlock); wait > 0 {
			flush(wait)
		}
		same = append(same, tx)
	}
	flush(0)
	if w.why != "" {
		return "", w.why
	}
	fallback := "fallback()"
	if v := rules.Compiler; strings.HasPrefix(v, "0.4.") || strings.HasPrefix(v, "0.5.") {
		fallback = "function ()"
	}
	return strings.NewReplacer("COMPILER", rules.Compiler, "FALLBACK", fallback, "STEPS", steps.String(), "GROUPS",
		w.groups.String(), "BACKS", w.backs.String()).Replace(goldText), ""
}

// secondsPerBlock converts blocks that pass to seconds.
const secondsPerBlock = 12

// group writes the calls made at one moment, and the actions of callbacks.
func (w *goldWriter) group(list []evm.Tx) int {
	w.n++
	n := w.n
	var b strings.Builder
	fmt.Fprintf(&b, "    function group%d() private {\n", n)
	for i := range list {
		tx := &list[i]
		switch {
		case tx.From != w.self:
			w.why = "the proof's attacker acts from several addresses"
		case tx.To == common.HexToAddress(evm.ProofAddress()):
			w.why = "the proof's attacker calls the proof"
		}
		w.calls++
		id := w.calls
		data := `""`
		if len(tx.Input) > 0 {
			data = `abi.encodePacked(hex"` + hex.EncodeToString(tx.Input) + `")`
		}
		fmt.Fprintf(&b, "        send(%d, %s, %s, %s);\n", id, "address(uint160("+tx.To.Big().String()+"))", tx.Value.Dec(),
			data)
		for at, back := range tx.Back {
			if len(back) > 0 {
				fmt.Fprintf(&w.backs, "            if (under == %d && back == %d) group%d();\n", id, at, w.group(back))
			}
		}
	}
	b.WriteString("    }\n\n")
	w.groups.WriteString(b.String())
	return n
}

// goldText is the contract. A callback counts itself by a call to the contract itself, which fails when state
// cannot change, and then nothing is done.
const goldText = `pragma solidity COMPILER;

contract Attacker {
    uint256 private under;
    uint256 private back;

    function step(uint256 number, address) external returns (uint256 wait) {
STEPS    }

    function next() external {
        require(msg.sender == address(this));
        back++;
    }

GROUPS    function send(uint256 id, address to, uint256 value, bytes memory data) private {
        uint256 was = under;
        uint256 at = back;
        under = id;
        back = 0;
        assembly {
            let ignored := call(0xffffffffffffffff, to, value, add(data, 32), mload(data), 0, 0)
        }
        under = was;
        back = at;
    }

    function calledBack() private {
        bytes memory data = abi.encodeWithSignature("next()");
        bool counted;
        address self = address(this);
        assembly {
            counted := call(0xffffffffffffffff, self, 0, add(data, 32), mload(data), 0, 0)
        }
        if (counted) {
            back--;
BACKS            back++;
        }
    }

    FALLBACK external payable {
        if (gasleft() > 60000) calledBack();
        if (msg.data.length < 4) return;
        bytes32 said = bytes32(uint256(1));
        bytes4 asks = msg.sig;
        if (asks == 0x150b7a02 || asks == 0xf23a6e61 || asks == 0xbc197c81 || asks == 0x88a7ca5c || asks == 0x7b04a2d0 || asks == 0x1626ba7e) said = bytes32(asks);
        if (asks == 0x23e30c8b) said = keccak256("ERC3156FlashBorrower.onFlashLoan");
        assembly {
            mstore(0, said)
            return(0, 32)
        }
    }
}
`
