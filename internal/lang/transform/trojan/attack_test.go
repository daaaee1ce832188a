package trojan_test

import (
	"fmt"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/suite/evidence"
	"assay/internal/lang/transform"
	"assay/internal/lang/transform/trojan"
	"assay/internal/proof/verify"
	"assay/internal/test/corpustest"
	"assay/internal/test/solctest"
)

const host = `pragma solidity %s;
contract Jar {
    mapping(address => uint256) public kept;
    uint256 public steward;

    function put() external payable {
        kept[msg.sender] += msg.value;
    }

    function take(uint256 amount) external {
        require(kept[msg.sender] >= amount);
        kept[msg.sender] -= amount;
        msg.sender.transfer(amount);
    }
}
`

const stage = `pragma solidity %s;
import "./Jar.sol";

contract Proof {
    Jar private jar;
    function setUp() public { jar = new Jar(); }
    function test_Regular() public {}
    function exploit() public {}
    function target() public view returns (address) { return address(jar); }
    function attacker() public view returns (address) { return address(0xB0B); }
}
`

// plant inserts a decoy of the kind, or its weakened version, into the host.
func plant(t *testing.T, tr transform.Transformation, kind, version string) (map[string]string, transform.Decoy) {
	t.Helper()
	text := fmt.Sprintf(host, version)
	if version > "0.8" {
		text = strings.Replace(text, "msg.sender.transfer", "payable(msg.sender).transfer", 1)
	}
	v := bench.Variant{Key: "k", Truth: bench.Vulnerable, Task: bench.Task{Language: "solidity",
		Files: []bench.File{{Path: "Jar.sol", Text: text}}}}
	chain, err := transform.ParseChain("trojan:kind="+kind, []transform.Transformation{tr})
	if err != nil {
		t.Fatal(err)
	}
	r, err := transform.Apply(chain, 1, transform.Program{Variant: &v})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Decoys) != 1 || r.Decoys[0].Kind != kind || r.Decoys[0].Contract != "Jar" {
		t.Fatalf("decoys %+v", r.Decoys)
	}
	return map[string]string{"Jar.sol": r.Variant.Task.Files[0].Text, "Proof.sol": fmt.Sprintf(stage, version)},
		r.Decoys[0]
}

// Every decoy resists the attack that was written for its kind, with a compiler of
// every generation; on the weakened decoy the same attack succeeds.
func TestAttacks(t *testing.T) {
	kinds, err := trojan.Kinds()
	if err != nil {
		t.Fatal(err)
	}
	c := solctest.New(t)
	takes, nth := corpustest.Every(t, 9), 0
	for _, k := range kinds {
		t.Run(k.Name, func(t *testing.T) {
			for _, version := range []string{"0.4.26", "0.5.17", "0.6.12", "0.7.6", "0.8.30"} {
				for _, weak := range []bool{false, true} {
					if weak && version != "0.4.26" && version != "0.8.30" {
						continue // the oldest and the newest are enough
					}
					if nth++; !takes(nth) {
						continue
					}
					tr := trojan.Transformation
					if weak {
						tr = trojan.Weak
					}
					tree, d := plant(t, tr, k.Name, version)
					attack, err := trojan.Attack(d, version)
					if err != nil {
						t.Fatal(err)
					}
					got, err := verify.Decoy(t.Context(), c, evidence.Rules{Compiler: version}, tree, d.Contract, attack)
					if err != nil || got.Fell != weak {
						t.Errorf("%s, weakened %t: %+v, %v\n%s\n%s", version, weak, got, err, tree["Jar.sol"], attack)
					}
				}
			}
		})
	}
}

func TestAttackRefuses(t *testing.T) {
	for want, d := range map[string]struct{ kind, compiler string }{
		"no decoy of the kind": {"bomb", "0.8.30"}, "0.4.22 is the oldest": {"memo", "0.4.11"},
	} {
		if _, err := trojan.Attack(transform.Decoy{Kind: d.kind}, d.compiler); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", d, err, want)
		}
	}
}
