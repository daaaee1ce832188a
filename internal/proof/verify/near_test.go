package verify_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"assay/internal/core/suite/evidence"
	"assay/internal/proof/evm"
	"assay/internal/proof/search"
	"assay/internal/proof/verify"
	"assay/internal/test/corpustest"
	"assay/internal/test/solctest"
)

// till pays out to any caller. Its twins avoid the attack of tillProof.
const till = `// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;
contract Till {
    address public keeper = msg.sender;
    constructor() payable {}
    function pay(address payable to, uint256 amount) external {
        /*check*/
        (bool ok, ) = to.call{value: amount}("");
        require(ok, "not paid");
    }
}
`

const tillProof = `// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;
import "./Till.sol";
interface Vm { function deal(address who, uint256 wei_) external; }
contract Attacker {
    Till internal till;
    constructor(Till till_) { till = till_; }
    function run() external { till.pay(payable(address(this)), 20 ether); }
    receive() external payable {}
}
contract Proof {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    Till internal till;
    Attacker internal thief;
    function setUp() public {
        vm.deal(address(this), 30 ether);
        till = new Till{value: 30 ether}();
        thief = new Attacker(till);
    }
    function test_Regular() public { till.pay(payable(address(0xADA)), 1 ether); }
    function exploit() public { thief.run(); }
    function test_Exploit() public { exploit(); }
    function target() public view returns (address) { return address(till); }
    function attacker() public view returns (address) { return address(thief); }
}
`

// On a twin that avoids the attack by the size of an amount, by refusing contracts, by the caller or by the number
// of calls, a neighbour of the attack succeeds.
func TestDodgingTwins(t *testing.T) {
	rules := evidence.Rules{Compiler: "0.8.30", Contract: "Till", Impact: "ether_gained", Minimum: "15000000000000000000",
		CapitalWei: "0"}
	for _, c := range []struct {
		name, check, want string
		before            bool // certified without the neighbourhood
	}{
		{"it refuses contracts", "require(to.code.length == 0, \"no contracts\");", "by an account without code", true},
		{"it refuses callers with code", "require(msg.sender.code.length == 0 || msg.sender == keeper, \"no contracts\");",
			"by an account without code", false},
		{"it caps an amount", "require(amount <= 15 ether, \"too much\");", "all amounts × 1/2", true},
		{"it knows the amount", "require(amount != 20 ether, \"known\");", "all amounts × 1/2", false},
		{"it refuses to pay the caller", "require(to != msg.sender, \"not yourself\");", "", false},
		{"it wants a signature of the sender", "require(msg.sender == tx.origin || msg.sender == keeper, \"no contracts\");",
			"by an account without code", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			x := jar(till, strings.Replace(till, "/*check*/", c.check, 1), tillProof)
			x.ID, x.Main, x.Rules = "doc/till", "Till.sol", rules
			for _, tree := range []map[string]string{x.Vulnerable, x.Fixed} {
				tree["Till.sol"] = tree["Jar.sol"]
				delete(tree, "Jar.sol")
			}
			e := run(t, x).Evidence
			for _, f := range e.Failures() {
				if !strings.HasPrefix(f, "near on") && (c.before || !strings.HasPrefix(f, "fuzz on")) {
					t.Errorf("another check turns it away: %s", f)
				}
			}
			if c.want != "" {
				turnedAway(t, e, "near on the fixed source: the attack reaches its impact by ")
				turnedAway(t, e, c.want)
			}
			if e.Proved {
				t.Error("proved")
			}
		})
	}
	x := jar(till, strings.Replace(till, "/*check*/", "require(msg.sender == keeper, \"not you\");", 1), tillProof)
	x.Main, x.Rules = "Till.sol", rules
	for _, tree := range []map[string]string{x.Vulnerable, x.Fixed} {
		tree["Till.sol"] = tree["Jar.sol"]
		delete(tree, "Jar.sol")
	}
	if e := run(t, x).Evidence; !e.Proved {
		t.Errorf("a repaired twin: %q", e.Failures())
	}
}

// A subject's repair that stops the known attack alone is none, and one that ends the flaw in
// another way than the twin is one.
func TestDodgingRepairs(t *testing.T) {
	corpustest.Turn(t, 3)
	with := func(check string) string { return strings.Replace(till, "/*check*/", check, 1) }
	x := jar(till, with("require(msg.sender == keeper, \"not you\");"), tillProof)
	x.ID, x.Main = "doc/till", "Till.sol"
	x.Rules = evidence.Rules{Compiler: "0.8.30", Contract: "Till", Impact: "ether_gained", Minimum: "15000000000000000000",
		CapitalWei: "0"}
	for _, tree := range []map[string]string{x.Vulnerable, x.Fixed} {
		tree["Till.sol"] = tree["Jar.sol"]
		delete(tree, "Jar.sol")
	}
	c := solctest.New(t)
	cs, err := verify.Prepare(t.Context(), c, x)
	if err != nil {
		t.Fatal(err)
	}
	for check, want := range map[string]string{
		"if (msg.sender != keeper) revert();":             "",
		"require(to.code.length == 0, \"no contracts\");": "near: the attack reaches its impact by an account without code",
		"require(amount <= 15 ether, \"too much\");":      "near: the attack reaches its impact",
		"require(amount != 20 ether, \"known\");":         "fuzz: ",
	} {
		r, err := cs.Repair(t.Context(), c, with(check), verify.Options{Fuzz: 200, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(r.Failures(), "\n"); r.Works() != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: works %v, failures:\n%s\nwant %q", check, r.Works(), got, want)
		}
	}
}

// arena lends out the world of one source of the worked example.
func playJar(t *testing.T, vulnerable bool, sequences int, do func(*evm.Arena) error) {
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
	s := evidence.Fixed
	if vulnerable {
		s = evidence.Vulnerable
	}
	p, err := cs.World(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Play(context.Background(), sequences, do); err != nil {
		t.Fatal(err)
	}
}

// The recorded re-entrant attack, replayed by a script of the host, works on the
// vulnerable source: that shows that calls back are recorded, made and judged.
func TestNearReplays(t *testing.T) {
	playJar(t, true, 10, func(a *evm.Arena) error {
		received, made := a.Recorded()
		if len(received) != 1 || len(made) != 2 || len(made[1].Back) != 1 || len(made[1].Back[0]) != 1 {
			t.Fatalf("received %v, made %v", received, made)
		}
		for _, x := range []struct {
			g    evm.Guise
			seq  []evm.Tx
			want bool
		}{{evm.Scripted, made, true}, {evm.Own, received, true}, {evm.Bare, made, false}, {evm.Building, made, false}} {
			hit, err := a.Replay(x.g, x.seq)
			if err != nil || hit != x.want {
				t.Errorf("%s: %v, %v", x.g, hit, err)
			}
			if v, err := a.Judge(x.g, x.seq); err != nil || (v == evm.Counts) != x.want {
				t.Errorf("%s: judged %q, %v", x.g, v, err)
			}
		}
		return nil
	})
}

// A hunt finds the re-entrancy on the vulnerable source and nothing on its twin, the
// same each time, and guidance covers more with fewer reverts than chance.
func TestHunt(t *testing.T) {
	hunt := func(vulnerable bool, o search.Options) (rep search.Report) {
		playJar(t, vulnerable, o.Sequences, func(a *evm.Arena) (err error) {
			rep, err = search.Hunt(a, o)
			return err
		})
		return rep
	}
	found := hunt(true, search.Options{Seed: 1, Sequences: 2000})
	if found.Found == nil {
		t.Fatalf("not found: %+v", found)
	}
	if again := hunt(true, search.Options{Seed: 1, Sequences: 2000}); strings.Join(again.Found.Steps,
		";") != strings.Join(found.Found.Steps, ";") || again.Transactions != found.Transactions {
		t.Errorf("another run of the same seed: %+v and %+v", again, found)
	}
	if len(found.Found.Sequence) != 2 {
		t.Errorf("not minimal: %q", found.Found.Steps)
	}
	if twin := hunt(false, search.Options{Seed: 1, Sequences: 500}); twin.Found != nil || twin.Sequences != 500 ||
		twin.Corpus == 0 {
		t.Errorf("on the twin: %+v", twin)
	}
	t.Logf("found by %q", found.Found.Steps)
}

// lock opens for who meets one condition after another.
const lock = `// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;
contract Till {
    uint256 internal stage;
    uint256 internal code = 0x7264921735;
    uint256 internal opened;
    constructor() payable {}
    function first(uint256 guess) external { require(stage == 0 && guess == code); stage = 1; code = code * 31 + 7; }
    function second(uint256 guess) external { require(stage == 1); require(guess > code); require(guess < code + 3); stage = 2; opened = block.timestamp + 1234567; }
    function third() external { require(stage == 2); require(block.timestamp >= opened); stage = 3; }
    function pay(address payable to, uint256 amount) external {
        require(stage == 3, "closed");
        require(amount <= address(this).balance);
        (bool ok, ) = to.call{value: amount}("");
        require(ok, "not paid");
    }
}
`

// What guides a hunt opens a lock that chance does not: it takes a value of storage,
// a number between two others, a moment, and the stages in their order.
func TestGuidance(t *testing.T) {
	c := solctest.New(t)
	proofText := strings.Replace(tillProof, "{ till.pay(payable(address(0xADA)), 1 ether); }", "{}", 1)
	x := jar(lock, lock, proofText)
	x.Main, x.Rules = "Till.sol", evidence.Rules{Compiler: "0.8.30", Contract: "Till", Impact: "ether_gained",
		Minimum: "15000000000000000000", CapitalWei: "0"}
	for _, tree := range []map[string]string{x.Vulnerable, x.Fixed} {
		tree["Till.sol"] = tree["Jar.sol"]
		delete(tree, "Jar.sol")
	}
	cs, err := verify.Prepare(t.Context(), c, x)
	if err != nil {
		t.Fatal(err)
	}
	first, err := cs.Campaign(t.Context(), 1, 5000)
	if err != nil || first.Resists() || first.Landed == 0 || first.Sides == 0 {
		t.Fatalf("a campaign: %+v, %v", first, err)
	}
	again, err := cs.Campaign(t.Context(), 1, 5000)
	if a, b := encoded(t, first), encoded(t, again); err != nil || a != b {
		t.Errorf("two campaigns of one seed: %s and %s, %v", a, b, err)
	}
	if why := first.Stale(x.Rules, x.Files(), 1, 5000); why != "" {
		t.Errorf("a fresh campaign is out of date: %s", why)
	}
	hunt := func(blind bool) (rep search.Report) {
		p, err := cs.World(t.Context(), evidence.Vulnerable)
		if err == nil {
			err = p.Play(t.Context(), 5000, func(a *evm.Arena) (err error) {
				rep, err = search.Hunt(a, search.Options{Seed: 1, Sequences: 5000, Blind: blind})
				return err
			})
		}
		if err != nil {
			t.Fatal(err)
		}
		return rep
	}
	guided, blind := hunt(false), hunt(true)
	if guided.Found == nil || len(guided.Found.Sequence) != 4 || blind.Found != nil {
		t.Errorf("guided %+v, blind %+v", guided, blind)
	}
	if reverted(blind) < 0.8 || reverted(guided) >= reverted(blind) || guided.Sides <= blind.Sides {
		t.Errorf("guided: %d sides, %.2f reverted; blind: %d, %.2f", guided.Sides, reverted(guided), blind.Sides,
			reverted(blind))
	}
	t.Logf("after %d sequences: guided %d of %d sides, %.2f reverted; blind %d, %.2f", guided.Sequences, guided.Sides,
		guided.AllSides, reverted(guided), blind.Sides, reverted(blind))
	if guided.Found != nil {
		t.Logf("%q", guided.Found.Steps)
	}
}

func encoded(t *testing.T, c *evidence.Campaign) string {
	t.Helper()
	b, err := c.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// reverted is the share of transactions that reverted.
func reverted(r search.Report) float64 { return 1 - float64(r.Landed)/float64(r.Transactions) }
