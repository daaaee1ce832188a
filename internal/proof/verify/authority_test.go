package verify_test

import (
	"strings"
	"testing"

	"assay/internal/core/suite"
	"assay/internal/core/suite/evidence"
)

// An office with everything that an account can be given: a role, an allowance, an offered ownership, a signed
// payment, an entry. Nobody can take what is not theirs, except through open().
const office = `// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;
interface Token { function transferFrom(address from, address to, uint256 n) external; function transfer(address to, uint256 n) external; }
contract Office {
    address internal immutable treasurer;
    address public keeper;
    address public owner = msg.sender;
    address public offered;
    address public host;
    mapping(address => uint256) public kept;
    mapping(address => mapping(address => uint256)) public allowed;
    mapping(bytes32 => mapping(address => bool)) public roles;
    constructor(address keeper_, address treasurer_, address host_) payable { (keeper, treasurer, host) = (keeper_, treasurer_, host_); }
    function appoint(address keeper_) external { require(msg.sender == owner, "not the owner"); keeper = keeper_; }
    function grant(bytes32 role, address to) external { require(msg.sender == owner, "not the owner"); roles[role][to] = true; }
    function put() external payable { kept[msg.sender] += msg.value; }
    function putFor(address who) external payable { kept[who] += msg.value; }
    function take() external { uint256 n = kept[msg.sender]; kept[msg.sender] = 0; pay(msg.sender, n); }
    function allow(address who, uint256 amount) external { allowed[msg.sender][who] = amount; }
    function takeFrom(address from, uint256 amount) external {
        allowed[from][msg.sender] -= amount;
        kept[from] -= amount;
        pay(msg.sender, amount);
    }
    function sweep() external {
        require(msg.sender == keeper || msg.sender == treasurer || roles["sweeper"][msg.sender], "no role");
        pay(msg.sender, address(this).balance);
    }
    function offer(address to) external { require(msg.sender == owner, "not the owner"); offered = to; }
    function accept() external { require(msg.sender == offered, "no offer"); owner = offered; }
    function cash(uint256 amount, uint8 v, bytes32 r, bytes32 s) external {
        require(ecrecover(keccak256(abi.encode(msg.sender, amount)), v, r, s) == host, "not signed");
        pay(msg.sender, amount);
    }
    function buy(Token token, uint256 n) external { token.transferFrom(msg.sender, address(this), n); pay(msg.sender, n * 1 ether); }
    function giveBack(Token token) external { token.transfer(msg.sender, 9); }
    function open() external { pay(msg.sender, address(this).balance); }
    function pay(address to, uint256 amount) internal { (bool ok, ) = to.call{value: amount}(""); require(ok, "not paid"); }
}
`

const officeProof = `// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;
import "./Office.sol";
interface Vm {
    function deal(address who, uint256 wei_) external;
    function prank(address who) external;
    function addr(uint256 key) external returns (address);
    function warp(uint256 to) external;
    function roll(uint256 to) external;
    function sign(uint256 key, bytes32 digest) external returns (uint8, bytes32, bytes32);
}
contract Coin {
    address internal minter = msg.sender;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    function mint(address to, uint256 n) external { require(msg.sender == minter); balanceOf[to] += n; }
    function approve(address who, uint256 n) external { allowance[msg.sender][who] = n; }
    event Transfer(address indexed from, address indexed to, uint256 n);
    function transfer(address to, uint256 n) external {
        balanceOf[msg.sender] -= n;
        balanceOf[to] += n;
        emit Transfer(msg.sender, to, n);
    }
    function transferFrom(address from, address to, uint256 n) external {
        allowance[from][msg.sender] -= n;
        balanceOf[from] -= n;
        balanceOf[to] += n;
    }
}
contract Fool {
    Office internal office;
    constructor(Office office_) payable { office = office_; office.put{value: msg.value}(); }
    function obey() external { office.allow(msg.sender, 10 ether); }
}
contract Helper {
    function run(Office office) external { office.sweep(); payable(msg.sender).transfer(address(this).balance); }
    receive() external payable {}
}
contract Attacker {
    Office internal office;
    Coin internal coin;
    Fool internal fool;
    Helper public helper = new Helper();
    uint8 internal v;
    bytes32 internal r;
    bytes32 internal s;
    function learn(Office office_, Coin coin_, uint8 v_, bytes32 r_, bytes32 s_) external {
        (office, coin, v, r, s) = (office_, coin_, v_, r_, s_);
    }
    function put(uint256 n) external { office.put{value: n}(); }
    function bring(Coin coin_) external { coin_.transfer(address(office), 9); }
    function approve(Coin coin) external { coin.approve(address(office), 100); }
    function meet(Fool fool_) external { fool = fool_; }
    function early() external { office.accept(); }
    function run() external { /*run*/ }
    receive() external payable {}
}
contract Proof {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address constant ADA = address(0xADA);
    Office internal office;
    Coin public coin = new Coin();
    Attacker internal thief;
    function setUp() public {
        vm.deal(address(this), 30 ether);
        vm.deal(ADA, 10 ether);
        thief = new Attacker();
        office = new Office(/*keeper*/ADA, /*treasurer*/ADA, vm.addr(7));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(7, keccak256(abi.encode(address(thief), 10 ether)));
        thief.learn(office, coin, v, r, s);
        vm.prank(ADA);
        office.put{value: 10 ether}();
        /*setUp*/
    }
    function test_Regular() public { vm.prank(ADA); office.take(); }
    function exploit() public { /*exploit*/ thief.run(); }
    function test_Exploit() public { exploit(); }
    function target() public view returns (address) { return address(office); }
    function attacker() public view returns (address) { return address(thief); }
    function safe() public view returns (uint256) { return address(office).balance; }
}
`

// What setUp() gives the attacker is declared, or no other account could do the same: each kind of gift is noticed.
func TestAuthority(t *testing.T) {
	ether := evidence.Rules{Impact: "ether_gained", Minimum: "10000000000000000000"}
	capital := ether
	capital.Tokens = "Coin 10"
	coins := evidence.Rules{Impact: "token_gained", Asset: "coin", Minimum: "9", Tokens: "Coin 10"}
	owner := evidence.Rules{Impact: "ownership_taken", Asset: "owner"}
	const fails = "authority on the vulnerable source: a stranger fails: the attack needs what setUp() gives the " +
		"attacker, "
	for _, c := range []struct {
		name  string
		rules evidence.Rules
		proof []string // replacements in the proof
		holds string   // declared
		want  string   // a failure, or "" for none about authority
		shown string
	}{
		{"anybody", ether, []string{"/*run*/", "office.open();"}, "", "", "a stranger succeeds as well"},
		{"anybody, with an entry that is not needed", ether, []string{"/*run*/", "office.open();"}, "Office.kept",
			"attacker: holds: Office.kept: the attack works without it; remove the entry", ""},
		{"anybody with ten coins, who lets the office take them", capital, []string{"/*run*/",
			"office.buy(Token(address(coin)), 10);", "/*setUp*/", "coin.mint(address(thief), 10); thief.approve(coin);"}, "", "",
			"a stranger succeeds as well"},
		{"an allowance of coins, and coins", coins, []string{"/*run*/",
			"coin.transferFrom(address(0xADA), address(this), 9);", "/*setUp*/",
			"coin.mint(ADA, 9); coin.mint(address(thief), 10); vm.prank(ADA); coin.approve(address(thief), 9);"}, "",
			fails + "Coin.allowance;", ""},
		{"an allowance", ether, []string{"/*run*/", "office.takeFrom(address(0xADA), 10 ether);",
			"/*setUp*/", "vm.prank(ADA); office.allow(address(thief), type(uint256).max);"}, "",
			fails + "Office.allowed;", ""},
		{"a declared allowance", ether, []string{"/*run*/", "office.takeFrom(address(0xADA), 10 ether);",
			"/*setUp*/", "vm.prank(ADA); office.allow(address(thief), type(uint256).max);"}, "Office.allowed", "",
			"a stranger succeeds with what is declared: Office.allowed"},
		{"another declaration", ether, []string{"/*run*/", "office.takeFrom(address(0xADA), 10 ether);",
			"/*setUp*/", "vm.prank(ADA); office.allow(address(thief), type(uint256).max);"}, "Office.kept",
			fails + "Office.allowed;", ""},
		{"a role of the constructor", ether, []string{"/*run*/", "office.sweep();", "/*keeper*/ADA", "address(thief)"}, "",
			fails + "Office.keeper;", ""},
		{"a role in the code", ether, []string{"/*run*/", "office.sweep();", "/*treasurer*/ADA", "address(thief)"}, "",
			fails + "Office.code;", ""},
		{"one of two roles", ether, []string{"/*run*/", "office.sweep();", "/*treasurer*/ADA", "address(thief)",
			"/*keeper*/ADA", "address(thief)"}, "", fails + "Office.keeper;", ""},
		{"a role in a table", ether, []string{"/*run*/", "office.sweep();", "/*setUp*/",
			`office.grant("sweeper", address(thief));`}, "", fails + "Office.roles;", ""},
		{"a role of its helper", ether, []string{"/*run*/", "helper.run(office);", "/*setUp*/",
			`office.appoint(address(thief.helper()));`}, "", fails + "Office.keeper;", ""},
		{"an offered ownership", owner, []string{"/*run*/", "office.accept();", "/*setUp*/", "office.offer(address(thief));"},
			"", fails + "Office.offered;", ""},
		{"an accepted ownership", ether, []string{"/*run*/", "office.appoint(address(this)); office.sweep();", "/*setUp*/",
			"office.offer(address(thief)); thief.early();"}, "", fails + "Office.owner;", ""},
		{"a signed payment", ether, []string{"/*run*/", "office.cash(10 ether, v, r, s);"}, "", fails + "address;", ""},
		{"its own entry", ether, []string{"/*run*/", "office.take();", "/*setUp*/",
			"vm.deal(address(thief), 10 ether); thief.put(10 ether);"}, "Office.kept", "authority on the vulnerable source: " +
			"the attacker takes back what it paid in setUp(), and what others lose is less than the minimum; lower the " +
			"minimum, or say under attacker: holds: paid ether why", ""},
		{"its own entry, which counts as value destroyed", evidence.Rules{Impact: "value_destroyed", Asset: "safe",
			Minimum: "1"}, []string{"/*run*/", "office.take();", "/*setUp*/",
			"vm.deal(address(thief), 10 ether); thief.put(10 ether);"}, "Office.kept",
			"the attacker takes back what it paid", ""},
		{"its own coins", evidence.Rules{Impact: "token_gained", Asset: "coin", Minimum: "9"}, []string{"/*run*/",
			"office.giveBack(Token(address(coin)));", "/*setUp*/", "coin.mint(address(thief), 9); thief.bring(coin);"}, "",
			"lower the minimum, or say under attacker: holds: paid Coin", ""},
		{"its own entry and everybody else's", ether, []string{"/*run*/", "office.open();", "/*setUp*/",
			"vm.deal(address(thief), 10 ether); thief.put(10 ether);"}, "", "", "a stranger succeeds as well"},
		{"a foolish depositor of the proof", ether, []string{"/*run*/",
			"fool.obey(); office.takeFrom(address(fool), 10 ether);",
			"/*setUp*/", "thief.meet(new Fool{value: 10 ether}(office));"}, "", "authority on the vulnerable source: the " +
			"attacker calls Fool.obey() of Proof.sol, whose weakness would not be the sample's", ""},
		{"a declared call of the proof's contract", ether, []string{"/*run*/",
			"fool.obey(); office.takeFrom(address(fool), 10 ether);", "/*setUp*/",
			"thief.meet(new Fool{value: 10 ether}(office));"}, "Fool.obey()", "",
			"a stranger succeeds with what is declared: Fool.obey()"},
		{"20,000 years", ether, []string{"/*run*/", "office.open();", "/*exploit*/",
			"vm.warp(block.timestamp + 20000 * 365 days);"}, "", "the exploit lets more than twenty years pass", ""},
		{"a billion blocks", ether, []string{"/*run*/", "office.open();", "/*exploit*/", "vm.roll(1e9);"}, "",
			"the exploit lets more than twenty years pass", ""},
		{"the year 3000", ether, []string{"/*run*/", "office.open();", "/*setUp*/", "vm.warp(32503680000);"}, "",
			"setUp() ends at time 32503680000 in block 1; at most 4102444800 (the year 2100) and 1000000000", ""},
		{"twenty years", ether, []string{"/*run*/", "office.open();", "/*setUp*/", "vm.warp(4102444800);", "/*exploit*/",
			"vm.warp(block.timestamp + 20 * 365 days);"}, "", "", "a stranger succeeds as well"},
		{"an entry", ether, []string{"/*run*/", "office.take();", "/*setUp*/",
			"office.putFor{value: 10 ether}(address(thief));"}, "", fails + "Office.kept;", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			x := officeCase(t, c.rules, c.proof...)
			x.Rules.Holds = c.holds
			e := run(t, x).Evidence
			if c.want != "" {
				turnedAway(t, e, c.want)
				return
			}
			cell, _ := e.Cell(evidence.Authority, evidence.Vulnerable)
			if cell.Shown != c.shown || cell.Failure != "" {
				t.Errorf("%+v, %q", cell, e.Failures())
			}
		})
	}
}

// officeCase returns a sample in which the proof of the office has the given replacements.
func officeCase(t *testing.T, rules evidence.Rules, replace ...string) suite.Executable {
	t.Helper()
	proof := officeProof
	for i := 0; i < len(replace); i += 2 {
		if !strings.Contains(proof, replace[i]) {
			t.Fatalf("no %q", replace[i])
		}
		proof = strings.Replace(proof, replace[i], replace[i+1], 1)
	}
	x := suite.Executable{ID: "doc/office", Main: "Office.sol", Rules: rules,
		Vulnerable: map[string]string{"Office.sol": office, "Proof.sol": proof},
		Fixed:      map[string]string{"Office.sol": office, "Proof.sol": proof}} // compiled once
	x.Rules.Compiler, x.Rules.Contract, x.Rules.CapitalWei = "0.8.30", "Office", "0"
	return x
}
