package verify_test

import (
	"os"
	"strings"
	"testing"

	"assay/internal/core/suite"
	"assay/internal/proof/solc"
	"assay/internal/proof/verify"
	"assay/internal/test/corpustest"
	"assay/internal/test/solctest"
	"assay/suites"
)

// jarCase is the worked example of docs/proofs.md, compiled.
func jarCase(t *testing.T) (*solc.Compiler, *verify.Case, map[string]string) {
	t.Helper()
	text, err := os.ReadFile("../../../docs/proofs.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := map[string]string{}
	for _, m := range blockRE.FindAllStringSubmatch(string(text), -1) {
		blocks[m[1]] = markerRE.ReplaceAllString(m[2], "")
	}
	c := solctest.New(t)
	cs, err := verify.Prepare(t.Context(), c, jar(blocks["jar"], blocks["fixed"], blocks["proof"]))
	if err != nil {
		t.Fatal(err)
	}
	return c, cs, blocks
}

const attackHead = `// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;
import "./Jar.sol";
interface World {
    function target() external view returns (address);
    function asset() external view returns (address);
    function deployed(string calldata name) external view returns (address);
}
interface Other { function exploit() external; function setUp() external; function test_Regular() external; }
interface Vm { function deal(address who, uint256 amount) external; function prank(address who) external; }
`

// An attack is judged by what it does to the state, on both sources, and by the
// rules it keeps; what it says is not heard.
func TestAttack(t *testing.T) {
	c, cs, _ := jarCase(t)
	const receiver = `receive() external payable { if (address(jar).balance >= 1 ether) jar.take(); }`
	for _, k := range []struct {
		name, text      string
		works, specific bool
		want            string // in Why, Shown or Broke
	}{
		{"the known one", `contract Attacker { Jar jar;
			function step(uint256, address w) external returns (uint256) { jar = Jar(World(w).target()); jar.put{value: 1 ether}(); jar.take(); return 0; } ` + receiver + `}`,
			true, true, "impact reached"},
		{"in two steps, with time between", `contract Attacker { Jar jar; uint256 at;
			function step(uint256 n, address w) external returns (uint256) { jar = Jar(World(w).deployed("Jar"));
				if (n == 0) { at = block.timestamp; jar.put{value: 1 ether}(); return 86400; }
				require(block.timestamp == at + 86400 && block.number > 1 && address(jar) == World(w).target() && World(w).asset() == address(0) && World(w).deployed("Nobody") == address(0));
				jar.take(); return 0; } ` + receiver + `}`, true, true, "impact reached"},
		{"its first step succeeds, its second reverts", `contract Attacker { Jar jar;
			function step(uint256 n, address w) external returns (uint256) { require(n == 0, "enough"); jar = Jar(World(w).target()); jar.put{value: 1 ether}(); jar.take(); return 1; } ` + receiver + `}`,
			true, true, `reverts: step 1: "enough"`},
		{"only talks", `contract Attacker { event Stolen(uint256); function step(uint256, address) external returns (uint256) { emit Stolen(100 ether); return 0; } }`, false, false, "impact not reached"},
		{"honest use", `contract Attacker { receive() external payable {}
			function step(uint256, address w) external returns (uint256) { Jar jar = Jar(World(w).target()); jar.put{value: 1 ether}(); jar.take(); return 0; } }`, false, false, "impact not reached"},
		{"starts empty", `contract Attacker { uint256 kept; address jar;
			function step(uint256, address) external returns (uint256) { require(kept == 0 && jar == address(0), "storage is left"); require(address(this).balance == 1 ether, "no capital"); revert("as it should be"); } }`,
			false, false, `step 0: "as it should be"`},
		{"a cheat code", `contract Attacker { function step(uint256, address w) external returns (uint256) { Vm(w).deal(address(this), 99 ether); return 0; } }`, false, false, "cheat code deal"},
		{"a prank by low-level call",
			`contract Attacker { function step(uint256, address w) external returns (uint256) { w.call(abi.encodeWithSignature("prank(address)", w)); return 0; } }`, false, false, "cheat code prank"},
		{"lets the proof do it",
			`contract Attacker { function step(uint256, address) external returns (uint256) { Other(0x7FA9385bE102ac3EAc297483Dd6233D62b3e1496).exploit(); return 0; } }`, false, false, "calls exploit() of the proof"},
		{"sets the world up again",
			`contract Attacker { function step(uint256, address) external returns (uint256) { address(0x7FA9385bE102ac3EAc297483Dd6233D62b3e1496).call(abi.encodeWithSignature("setUp()")); return 0; } }`, false, false, "calls setUp() of the proof"},
		{"goes on for ever", `contract Attacker { function step(uint256, address) external returns (uint256) { return 1; } }`,
			false, false, "more than 64 steps"},
		{"waits for ever",
			`contract Attacker { function step(uint256, address) external returns (uint256) { return type(uint256).max; } }`,
			false, false, "it waits"},
		{"loops", `contract Attacker { function step(uint256, address) external returns (uint256) { while (true) {} return 0; } }`, false, false, "out of gas"},
		{"dies", `contract Attacker { function step(uint256, address) external returns (uint256) { selfdestruct(payable(address(1))); } }`, false, false, "impact not reached"},
		{"constructor reverts", `contract Attacker { constructor() { revert("not today"); } }`, false, false,
			`its constructor: "not today"`},
		{"no step", `contract Attacker { }`, false, false, "step 0"},
		{"another name", `contract Thief { }`, false, false, "there is no contract Attacker"},
		{"abstract", `abstract contract Attacker { function f() external virtual; }`, false, false, "abstract"},
		{"does not compile", `contract Attacker { function step() { } }`, false, false, "Attacker.sol:"},
		{"imports the proof", `import "./Proof.sol"; contract Attacker is Proof {}`, false, false,
			"imports \"./Proof.sol\", which is not among the sources given"},
		{"requests the model checker", `pragma experimental SMTChecker; contract Attacker { }`, false, false,
			"requests the model checker"},
		{"imports what is not there", `import "./Missing.sol"; contract Attacker {}`, false, false, "Missing.sol"},
	} {
		t.Run(k.name, func(t *testing.T) {
			a, err := cs.Attack(t.Context(), c, attackHead+k.text)
			if err != nil {
				t.Fatal(err)
			}
			said := a.Why + " | " + a.On.Shown + " | " + a.On.Broke
			if a.Works() != k.works || a.Specific() != k.specific || !strings.Contains(said, k.want) {
				t.Errorf("works %v, specific %v: %s\nwant %q", a.Works(), a.Specific(), said, k.want)
			}
		})
	}
}

// A repair has to end the attack and nothing else.
func TestRepair(t *testing.T) {
	c, cs, blocks := jarCase(t)
	edit := func(block, old, new string) string {
		if !strings.Contains(blocks[block], old) {
			t.Fatalf("%s has no %q", block, old)
		}
		return strings.Replace(blocks[block], old, new, 1)
	}
	for _, k := range []struct {
		name, text, want string // want is in the only failure, "" for a repair that works
	}{
		{"the twin", blocks["fixed"], ""},
		{"more than the twin", edit("fixed", "    function put()", "    event Put(uint256 amount);\n    uint256 public "+
			"count;\n    function counted() external view returns (uint256) { return count; }\n\n    function put()"), ""},
		{"nothing", blocks["jar"], "exploit: the attack still reaches its impact"},
		{"refuses everybody", edit("fixed", "uint256 amount = kept[msg.sender];",
			`revert("closed"); uint256 amount = kept[msg.sender];`), "regular: honest use does not pass"},
		{"drops the function", edit("fixed", "function take() external", "function takeAll() external"),
			"Jar: function take() is gone"},
		{"changes what a function is", edit("fixed", "function put() external payable",
			"function put() external payable returns (bool)"), "Jar: function put() has other outputs or mutability"},
		{"moves a variable", edit("fixed", "    mapping(address", "    uint256 public first;\n    mapping(address"),
			"Jar: kept was mapping(address => uint256) in slot 0 at byte 0 and is mapping(address => " +
				"uint256) in slot 1 at byte 0"},
		{"asks for a constructor argument", edit("fixed", "    mapping(address",
			"    constructor(uint256) {}\n    mapping(address"), "Jar: the constructor asks for something else"},
		{"renames the contract", edit("fixed", "contract Jar", "contract Pot"), "contract Jar is gone"},
		{"does not compile", "contract Jar {", "does not compile: Jar.sol:"},
	} {
		t.Run(k.name, func(t *testing.T) {
			r, err := cs.Repair(t.Context(), c, k.text, verify.Options{Fuzz: 300, Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			got := strings.Join(r.Failures(), "\n")
			if r.Works() != (k.want == "") || !strings.Contains(got, k.want) {
				t.Errorf("works %v, failures:\n%s\nwant %q", r.Works(), got, k.want)
			}
		})
	}
}

// One kind of flaw alone is reached only from another party's transaction; all
// other attacks work in a stranger's.
func TestCarried(t *testing.T) {
	corpustest.Turn(t, 3)
	c := solctest.New(t)
	list, problems, err := suite.Load(suites.FS, suite.Blockbench, "", "suites/blockbench")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	n := 0
	takes := corpustest.Every(t, 50)
	for i := range list[0].Samples {
		s := &list[0].Samples[i]
		x, ok := list[0].Executable(s)
		if !ok || !takes(i) && s.Class != "tx_origin" {
			continue
		}
		out, err := c.Compile(t.Context(), solc.Input{Version: x.Rules.Compiler, Sources: x.Vulnerable})
		if err != nil {
			t.Fatal(err)
		}
		p, err := verify.Load(t.Context(), x.Rules, out, false)
		if err != nil {
			t.Fatal(err)
		}
		carried, err := p.Carried(t.Context())
		if err != nil || carried != (s.Class == "tx_origin") {
			t.Errorf("%s, %s: carried %v, %v", s.ID, s.Class, carried, err)
		}
		if carried {
			n++
		}
	}
	if n == 0 {
		t.Error("no attack is carried by the transaction of somebody else")
	}
}
