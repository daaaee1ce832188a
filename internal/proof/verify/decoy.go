package verify

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"assay/internal/core/suite/evidence"
	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
	"assay/internal/proof/evm"
	"assay/internal/proof/solc"
)

// Attacked is the result of an attack on a decoy.
type Attacked struct {
	Fell  bool   // the decoy did not resist
	Shown string // what was observed, on one line
}

// Decoy attacks a decoy in one of the two trees of a sample, in the world that the sample's own setUp makes and
// with the sample's own compiler.
//
// attack is Solidity without a pragma that declares contract Attempt with run(address target) and won() (bool). An
// ordinary account without a balance runs it, and runs it again an hour and a block later, on the contract that
// contains the decoy: the sample's target or, when that is another contract, the oldest one of the name. It gets
// one ether in advance. The attack succeeds when won() is true afterwards or ether is gone: the host reads both
// from state.
//
// An error means that there is no verdict: the attack does not compile, reverts, breaks a rule of package evm or
// exceeds its budget.
func Decoy(ctx context.Context, c *solc.Compiler, rules evidence.Rules, tree map[string]string, contract,
	attack string) (Attacked, error) {
	on := "address(target())"
	p, err := staged(ctx, c, rules, tree, attack, on)
	if err != nil {
		return Attacked{}, err
	}
	if at := p.Deployed(contract); len(at) > 0 && !slices.Contains(at, p.Target()) {
		on = fmt.Sprintf("address(%s)", at[0]) // contracts that the attack itself deploys are newer
		if p, err = staged(ctx, c, rules, tree, attack, on); err != nil {
			return Attacked{}, err
		}
	}
	res, err := p.Exploit(ctx)
	switch {
	case err != nil:
		return Attacked{}, err
	case res.Revert != "":
		return Attacked{}, fmt.Errorf("the attack reverts: %s", oneLine(res.Revert))
	case res.Succeeded, res.Void != "": // the attack itself reports that it has won
		return Attacked{Fell: true, Shown: "falls to the attack written for it"}, nil
	}
	return Attacked{Shown: "withstands the attack written for it"}, nil
}

// staged compiles a tree with an attack and runs its setUp. on is the contract
// that is attacked, as an expression.
func staged(ctx context.Context, c *solc.Compiler, rules evidence.Rules, tree map[string]string, attack,
	on string) (*evm.Proof, error) {
	texts, asset, err := stage(rules, tree, attack, on)
	if err != nil {
		return nil, err
	}
	out, err := compile(ctx, c, rules.Compiler, texts)
	if err != nil {
		return nil, fmt.Errorf("compiling the attack: %w", err)
	}
	return Load(ctx, evidence.Rules{Impact: "state_corrupted", Asset: asset, CapitalWei: "0"}, out, false)
}

const (
	proofFile   = "Proof.sol"
	attemptFile = "Attempt.sol"
)

// stage puts the attack into the proof of a tree: it renames the functions that the host calls there, and adds
// replacements. asset is the getter by which the host asks whether the decoy holds.
func stage(rules evidence.Rules, tree map[string]string, attack,
	on string) (texts map[string]string, asset string, err error) {
	names := solidity.Resolve(tree)
	free := func(name string) string {
		for names.Used(name) {
			name += "_"
		}
		return name
	}
	proofs := names.Named("Proof")
	if len(proofs) != 1 || proofs[0].Path != proofFile || tree[attemptFile] != "" {
		return nil, "", fmt.Errorf("%s must hold the only contract Proof, and %s must be free for the attack", proofFile,
			attemptFile)
	}
	was := map[string]string{"setUp": free("zqSetUp"), "exploit": free("zqExploit"), "attacker": free("zqAttacker")}
	edits, skipped := names.Rename(was)
	if len(skipped) > 0 {
		return nil, "", fmt.Errorf("the proof cannot be staged: %s", skipped[0])
	}
	asset = free("zqHolds")
	attempt := free("ZqAttempt")
	at := proofs[0].Node.End - 1
	edits[proofFile] = append(edits[proofFile], edit.Insert(at,
		hostFunctions(rules.Compiler, on, was["setUp"], asset, attempt, free)))
	if m := pragmaRE.FindStringIndex(tree[proofFile]); m != nil {
		edits[proofFile] = append(edits[proofFile], edit.Insert(m[1],
			fmt.Sprintf("\nimport {Attempt as %s} from \"./%s\";\n", attempt, attemptFile)))
	} else {
		return nil, "", fmt.Errorf("%s has no pragma", proofFile)
	}
	texts = map[string]string{attemptFile: "pragma solidity " + rules.Compiler + ";\n" + attack}
	for path, text := range tree {
		if texts[path], err = edit.Apply(text, edits[path]); err != nil {
			return nil, "", fmt.Errorf("%s: %w", path, err)
		}
	}
	return texts, asset, nil
}

var pragmaRE = regexp.MustCompile(`pragma\s+solidity[^;]*;`)

// hostFunctions returns the text of the functions that the host calls in the proof.
func hostFunctions(compiler, on, setUp, asset, attempt string, free func(string) string) string {
	cheat := func(signature, args string) string {
		call := fmt.Sprintf("address(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D).call(abi.encodeWithSignature(%q, %s))",
			signature, args)
		if strings.HasPrefix(compiler, "0.4.") {
			return "require(" + call + ");"
		}
		return "{ (bool zqOk, ) = " + call + "; require(zqOk); }"
	}
	return strings.NewReplacer(
		"SETUP", setUp, "HOLDS", asset, "ATTEMPT", attempt, "MADE", free("zqMade"), "ON", on, "START", free("zqStart"),
		"DEAL", cheat("deal(address,uint256)", free("zqAt")+", "+free("zqAt")+".balance + 1 ether"), "AT", free("zqAt"),
		"WARP", cheat("warp(uint256)", "block.timestamp + 3600"), "ROLL", cheat("roll(uint256)", "block.number + 1"),
	).Replace(`
    ATTEMPT private MADE;
    uint256 private START;

    function setUp() public {
        SETUP();
        MADE = new ATTEMPT();
        address AT = ON;
        DEAL
        START = AT.balance;
    }

    function exploit() public {
        MADE.run(ON);
        WARP
        ROLL
        MADE.run(ON);
    }

    function attacker() public view returns (address) { return address(MADE); }

    function HOLDS() public view returns (bool) { return !MADE.won() && ON.balance >= START; }
`)
}
