package verify_test

import (
	"os"
	"strings"
	"testing"

	"assay/internal/core/suite"
	"assay/internal/core/suite/evidence"
)

// A chest that anybody may put into and look into. Its twin differs in ways that
// the cases choose.
const chest = `// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;
contract Chest {
    uint256 public constant TERM = 30 days;
    mapping(address => uint256) public kept;
    address public lastVisitor;
    event Put(address indexed by, uint256 amount);
    function put() external payable { kept[msg.sender] += msg.value; emit Put(msg.sender, msg.value); }
    function visit() external { lastVisitor = msg.sender; }
    function take() external {
        uint256 amount = kept[msg.sender];
        kept[msg.sender] = 0;
        payable(msg.sender).transfer(amount);
    }
}
`

// chestProof has holes for what a case brings along.
const chestProof = `// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;
import "./Chest.sol";
interface Vm { function deal(address who, uint256 wei_) external; function prank(address who) external; }
contract Coin {
    address internal minter = msg.sender;
    mapping(address => uint256) public balanceOf;
    function mint(address to, uint256 amount) external { /*mint*/require(msg.sender == minter); balanceOf[to] += amount; }
    function transfer(address to, uint256 amount) external { balanceOf[msg.sender] -= amount; balanceOf[to] += amount; }
}
contract Faucet {
    constructor() payable {}
    function give() external { payable(msg.sender).transfer(address(this).balance); }
}
contract Attacker {
    Chest internal chest;
    Faucet internal faucet;
    Coin internal coin;
    bool public flag;
    constructor(Chest chest_, Faucet faucet_, Coin coin_) { (chest, faucet, coin) = (chest_, faucet_, coin_); }
    function run() external { /*run*/ }
    receive() external payable {}
}
contract Proof {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address constant ADA = address(0xADA);
    Chest internal chest;
    Faucet internal faucet;
    Coin public coin;
    Attacker internal thief;
    function setUp() public {
        vm.deal(address(this), 20 ether);
        vm.deal(ADA, 10 ether);
        chest = new Chest();
        faucet = new Faucet{value: 10 ether}();
        coin = new Coin();
        thief = new Attacker(chest, faucet, coin);
        vm.prank(ADA);
        chest.put{value: 10 ether}();
        /*setUp*/
    }
    function test_Regular() public {
        /*regular*/
        vm.prank(ADA);
        chest.visit();
        vm.prank(ADA);
        chest.take();
        require(ADA.balance == 10 ether, "an owner gets everything back");
    }
    function exploit() public { thief.run(); }
    function test_Exploit() public { exploit(); }
    function target() public view returns (address) { return address(chest); }
    function attacker() public view returns (address) { return address(thief); }
    /*views*/
}
`

// Each kind of false sample that docs/proofs.md lists is turned away, and why is said.
func TestFalseSamples(t *testing.T) {
	fill := func(text string, pairs ...string) string {
		for i := 0; i < len(pairs); i += 2 {
			if !strings.Contains(text, pairs[i]) {
				t.Fatalf("no %q", pairs[i])
			}
			text = strings.Replace(text, pairs[i], pairs[i+1], 1)
		}
		return text
	}
	ether := evidence.Rules{Impact: "ether_gained", Minimum: "1000000000000000000"}
	coin := evidence.Rules{Impact: "token_gained", Asset: "coin", Minimum: "1000"}
	destroyed := evidence.Rules{Impact: "value_destroyed", Asset: "recoverable", Minimum: "1"}
	for _, c := range []struct {
		name  string
		rules evidence.Rules
		twin  []string // replacements in the source
		proof []string // and in its proof
		want  string
	}{
		{"the money is the proof's own", ether, nil, []string{"/*run*/", "faucet.give();"},
			"exploit on the vulnerable source: the impact does not count: the attacker gains what nobody loses: the sample's " +
				"contracts and the people of setUp() lose 0 together, and contracts of the proof that the attacker " +
				"asked give 10000000000000000000"},
		{"the tokens come from nowhere", coin, nil, []string{"/*run*/", "coin.mint(address(this), 5000);",
			"/*mint*/require(msg.sender == minter);", ""},
			"exploit on the vulnerable source: the impact does not count: the attacker gains what nobody loses"},
		{"tokens for the asking", ether, nil, []string{"/*mint*/require(msg.sender == minter);", ""},
			"asking on the fixed source: the proof gives tokens away: every caller of Coin.mint("},
		{"a capital in tokens that nobody declared", ether, nil, []string{"/*setUp*/", "coin.mint(address(thief), 5e18);"},
			"exploit on the vulnerable source: refused: the attacker starts with 5000000000000000000 of " +
				"Coin, more than the capital of 0"},
		{"a view that reads the attacker's flag", destroyed, nil, []string{"/*run*/", "flag = true;", "/*views*/",
			"function recoverable() public view returns (uint256) { return thief.flag() ? 0 : 10 ether; }"},
			"exploit on the vulnerable source: the impact does not count: recoverable() depends on the attacker: without the " +
				"attacker's code, storage and balance it cannot be read"},
		{"a view that reads the attacker's balance", destroyed, nil,
			[]string{"/*run*/", "chest.put{value: 1}();", "/*setUp*/", "vm.deal(address(thief), 1 ether);",
				"/*views*/", "function recoverable() public view returns (uint256) { return address(thief).balance; }"},
			"exploit on the vulnerable source: the impact does not count: recoverable() depends on the attacker: without the " +
				"attacker's code, storage and balance it is 0"},
		{"a service that asks the attacker", evidence.Rules{Impact: "service_denied", Asset: "serve"}, nil,
			[]string{"/*run*/", "flag = true;", "/*views*/", `function serve() public { require(!thief.flag(), "closed"); }`},
			"serve() asks the attacker"},
		{"an invariant that honest use breaks", evidence.Rules{Impact: "state_corrupted", Asset: "whole"}, nil,
			[]string{"/*run*/", "chest.visit();", "/*views*/",
				"function whole() public view returns (bool) { return chest.lastVisitor() == address(0); }"},
			"invariant on the vulnerable source: the invariant whole() does not hold after test_Regular()"},
		{"a visitor book for an office", evidence.Rules{Impact: "ownership_taken", Asset: "lastVisitor"}, nil,
			[]string{"/*run*/", "chest.visit();"},
			"exploit on the vulnerable source: the impact does not count: lastVisitor() names the attacker, but no call was " +
				"found that this gives it the right to"},
		{"honest use that does nothing", ether, []string{"payable(msg.sender).transfer(amount);", `revert("closed");`},
			[]string{"/*regular*/", "if (address(chest) != address(0)) return;"},
			"honest use on the vulnerable source: test_Regular() calls no function under review that changes state"},
		{"a twin that breaks what honest use leaves out", ether, []string{"lastVisitor = msg.sender;", `revert("closed");`},
			[]string{"chest.visit();", "chest.kept(ADA);"},
			"honest use on the vulnerable source: honest use does not call Chest.visit()"},
		{"a twin that breaks a function", ether, []string{"lastVisitor = msg.sender;", `revert("closed");`}, nil,
			`regular on the fixed source: honest use does not pass: "closed"`},
		{"a twin with a renamed event", ether, []string{"event Put(", "event Placed(", "emit Put(", "emit Placed("}, nil,
			"honest use on the fixed source: honest use is not the same as on the vulnerable source: " +
				"Chest.Put(address,uint256): comes 1 times and 0; keep to the repair"},
		{"a twin with a renamed event and another constant", ether, []string{"event Put(", "event Placed(", "emit Put(",
			"emit Placed(", "TERM = 30 days", "TERM = 29 days"}, nil,
			"Chest.Put(address,uint256): comes 1 times and 0; also different: Chest.TERM(); keep to the repair"},
		{"a twin with another constant", ether, []string{"TERM = 30 days", "TERM = 29 days"}, nil,
			"honest use on the fixed source: honest use is not the same as on the vulnerable source: Chest.TERM(): is " +
				"(2592000) and (2505600) in the end"},
		{"a twin that does less", ether, []string{"kept[msg.sender] += msg.value; ", ""}, nil,
			"regular on the fixed source: honest use does not pass"},
		{"an excuse for what is called", evidence.Rules{Impact: "ether_gained", Minimum: "1", Uncalled: "Chest.visit()"}, nil,
			nil,
			"honest use on the vulnerable source: honest_use: uncalled: Chest.visit() is called"},
		{"an excuse for what is the same", evidence.Rules{Impact: "ether_gained", Minimum: "1", Changed: "Chest.visit()"}, nil,
			nil,
			"honest use on the fixed source: honest_use: changed: Chest.visit() is the same on both sources"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			proofText := fill(chestProof, c.proof...)
			x := suite.Executable{ID: "doc/chest", Main: "Chest.sol", Rules: c.rules,
				Vulnerable: map[string]string{"Chest.sol": chest, "Proof.sol": proofText},
				Fixed:      map[string]string{"Chest.sol": fill(chest, c.twin...) + "// the twin\n", "Proof.sol": proofText}}
			x.Rules.Compiler, x.Rules.Contract, x.Rules.CapitalWei = "0.8.30", "Chest", "1000000000000000000"
			turnedAway(t, run(t, x).Evidence, c.want)
		})
	}
}

// An edit of the twin that the attack does not ask for is none of the repair.
func TestUnrelatedEdit(t *testing.T) {
	text, err := os.ReadFile("../../../docs/proofs.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := map[string]string{}
	for _, m := range blockRE.FindAllStringSubmatch(string(text), -1) {
		blocks[m[1]] = markerRE.ReplaceAllString(m[2], "")
	}
	twin := strings.Replace(blocks["fixed"], "kept[msg.sender] += msg.value;",
		"kept[msg.sender] = kept[msg.sender] + msg.value;", 1)
	if twin == blocks["fixed"] {
		t.Fatal("the twin has no such line")
	}
	turnedAway(t, runJar(t, blocks["jar"], twin, blocks["proof"]),
		"minimal on the fixed source: the change in line 9 is not part of the repair: without it "+
			"the twin resists just the same")
	x := jar(blocks["jar"], twin, blocks["proof"])
	x.Rules.Parts = "put"
	if e := run(t, x).Evidence; !e.Proved {
		t.Errorf("a part of the repair with a reason: %q", e.Failures())
	}
	x.Rules.Parts = "put; take; nobody"
	turnedAway(t, run(t, x).Evidence, "fix_parts: the repair changes nothing in nobody")
}

func turnedAway(t *testing.T, e *evidence.Evidence, want string) {
	t.Helper()
	for _, f := range e.Failures() {
		if strings.Contains(f, want) && !e.Proved {
			return
		}
	}
	t.Errorf("proved=%v, failures\n%s\nwant %s", e.Proved, strings.Join(e.Failures(), "\n"), want)
}
