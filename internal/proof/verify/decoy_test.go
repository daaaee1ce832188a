package verify_test

import (
	"strings"
	"testing"

	"assay/internal/core/suite/evidence"
	"assay/internal/proof/verify"
	"assay/internal/test/solctest"
)

const decoyJar = `pragma solidity 0.8.30;
contract Base { function free() external { payable(msg.sender).transfer(address(this).balance); } }
contract Jar { bool public zqHolds; }
`

const decoyProof = `pragma solidity 0.8.30;
import "./Jar.sol";
contract Proof {
    Jar jar; Base public attempt;
    function setUp() public { jar = new Jar(); attempt = new Base(); }
    function test_Regular() public {}
    function exploit() public { revert("not this one"); }
    function target() public view returns (address) { return address(jar); }
    function attacker() public view returns (address) { return address(attempt); }
}
`

func TestDecoy(t *testing.T) {
	c := solctest.New(t)
	attempt := func(body string) string {
		return "contract Attempt { bool public won; function run(address target) external { " + body +
			" } receive() external payable {} }"
	}
	for _, k := range []struct {
		name, proof, contract, attack string
		fell                          bool
		err                           string
	}{
		{"nothing", decoyProof, "Jar", attempt(""), false, ""},
		{"says so", decoyProof, "Jar", attempt("won = target.code.length > 0;"), true, ""},
		{"takes ether, and is silent", decoyProof, "Base", attempt(
			"(bool ok, ) = target.call(abi.encodeWithSignature(\"free()\")); ok;"), true, ""},
		{"there is nothing to take there", decoyProof, "Jar", attempt(
			"(bool ok, ) = target.call(abi.encodeWithSignature(\"free()\")); ok;"), false, ""},
		{"an hour later", decoyProof, "Jar", attempt("won = block.timestamp > 3600 && block.number > 1;"), true, ""},
		{"reverts", decoyProof, "Jar", attempt("require(false, \"no way\");"), false, "the attack reverts: \"no way\""},
		{"does not compile", decoyProof, "Jar", attempt("nonsense;"), false, "compiling the attack"},
		{"no proof", strings.ReplaceAll(decoyProof, "contract Proof", "contract Prof"), "Jar", attempt(""), false,
			"must hold the only contract Proof"},
	} {
		t.Run(k.name, func(t *testing.T) {
			got, err := verify.Decoy(t.Context(), c, evidence.Rules{Compiler: "0.8.30"},
				map[string]string{"Jar.sol": decoyJar, "Proof.sol": k.proof}, k.contract, k.attack)
			if k.err != "" {
				if err == nil || !strings.Contains(err.Error(), k.err) {
					t.Errorf("%+v, %v, want %q", got, err, k.err)
				}
				return
			}
			if err != nil || got.Fell != k.fell || got.Shown == "" {
				t.Errorf("%+v, %v, want %t", got, err, k.fell)
			}
		})
	}
}
