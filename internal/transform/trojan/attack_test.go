package trojan_test

import (
	"fmt"
	"math/big"
	"testing"

	"assay/internal/bench"
	"assay/internal/proof/evm"
	"assay/internal/proof/solc"
	"assay/internal/proof/solc/solctest"
	"assay/internal/transform"
	"assay/internal/transform/trojan"
)

const host = `pragma solidity 0.8.30;
contract Jar {
    mapping(address => uint256) public kept;
    uint256 public total;

    function put() external payable {
        kept[msg.sender] += msg.value;
        total += msg.value;
    }

    function take(uint256 amount) external {
        kept[msg.sender] -= amount;
        total -= amount;
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok);
    }
}
`

const stage = `pragma solidity 0.8.30;
import "./Jar.sol";
import "./Attempt.sol";

interface Vm { function deal(address who, uint256 amount) external; }

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    Jar private jar;
    Attempt private attempt;

    function setUp() public {
        vm.deal(address(this), 9 ether);
        jar = new Jar();
        jar.put{value: 9 ether}();
        attempt = new Attempt();
    }

    function test_Regular() public { jar.take(1 ether); require(jar.total() == 8 ether); }
    receive() external payable {}

    function held() public view returns (uint256) {
        return address(jar).balance < jar.total() || jar.kept(address(this)) < 9 ether || jar.total() != 9 ether ? 0 : 1;
    }

    function exploit() public { attempt.run(address(jar)); }
    function target() public view returns (address) { return address(jar); }
    function attacker() public view returns (address) { return address(attempt); }
}
`

// Every decoy withstands the attack that was written for its kind: nothing that
// the host holds or has recorded changes.
func TestAttacksFail(t *testing.T) {
	kinds, err := trojan.Kinds()
	if err != nil {
		t.Fatal(err)
	}
	c := solctest.New(t)
	for _, k := range kinds {
		t.Run(k.Name, func(t *testing.T) {
			v := bench.Variant{Key: "k", Truth: bench.Vulnerable, Task: bench.Task{Language: "solidity", Files: []bench.File{{Path: "Jar.sol", Text: host}}}}
			chain, err := transform.ParseChain("trojan:kind="+k.Name, []transform.Transformation{trojan.Transformation})
			if err != nil {
				t.Fatal(err)
			}
			r, err := transform.Apply(chain, 1, transform.Program{Variant: &v})
			if err != nil {
				t.Fatal(err)
			}
			res := attack(t, c, r.Variant.Task.Files[0].Text, k.Attempt(transform.Dialect{Minor: 8, Patch: 30}, nil))
			if res.Succeeded || res.Revert != "" {
				t.Errorf("the attack on decoy %s ends with impact=%v, revert %q", k.Name, res.Succeeded, res.Revert)
			}
		})
	}
	// The stage can tell: a contract that lets anyone take everything loses.
	open := attack(t, c, `pragma solidity 0.8.30;
contract Jar {
    mapping(address => uint256) public kept;
    uint256 public total;
    function put() external payable { kept[msg.sender] += msg.value; total += msg.value; }
    function take(uint256 amount) external { total -= amount; payable(msg.sender).transfer(amount); }
}`, `contract Attempt { function run(address t) external { (bool ok, ) = t.call(abi.encodeWithSignature("take(uint256)", 1)); require(ok); } receive() external payable {} }`)
	if !open.Succeeded {
		t.Errorf("an open jar withstands too: %+v", open)
	}
}

func attack(t *testing.T, c *solc.Compiler, jar, attempt string) evm.Result {
	t.Helper()
	out, err := c.Compile(t.Context(), solc.Input{Version: "0.8.30", Sources: map[string]string{
		"Jar.sol": jar, "Attempt.sol": "pragma solidity 0.8.30;\n" + attempt, "Proof.sol": stage}})
	if err != nil {
		t.Fatal(err)
	}
	var contracts []evm.Contract
	for _, file := range []string{"Jar.sol", "Attempt.sol", "Proof.sol"} {
		for name, k := range out.Contracts[file] {
			contracts = append(contracts, evm.Contract{Name: name, File: file, Creation: k.Creation, ABI: k.ABI})
		}
	}
	p, err := evm.Load(t.Context(), contracts, evm.Config{Impact: evm.Impact{Kind: "value_destroyed", Asset: "held", Minimum: big.NewInt(1)}, Capital: new(big.Int)})
	if err != nil {
		t.Fatal(fmt.Errorf("set-up: %w", err))
	}
	regular, err := p.Regular(t.Context())
	if err != nil || !regular.Succeeded {
		t.Fatalf("honest use: %v %+v", err, regular)
	}
	res, err := p.Exploit(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return res
}
