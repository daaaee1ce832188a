package judge_test

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/lang/transform"
	"assay/internal/lang/transform/all"
	"assay/internal/proof/certify"
	"assay/internal/proof/judge"
	"assay/internal/proof/verify"
	"assay/internal/test/corpustest"
	"assay/internal/test/solctest"
)

var word = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*`)

// renamed returns a text with the names that a chain gave to the names of its program.
func renamed(text string, r *transform.Result) string {
	return word.ReplaceAllStringFunc(text, r.Name)
}

// varied returns the variants of a sample that a chain makes, with what it did.
func varied(t *testing.T, st *suite.Suite, key, chain string) (*suite.Varied, *transform.Result) {
	t.Helper()
	c, err := transform.ParseChain(chain, all.Transformations())
	if err != nil {
		t.Fatal(err)
	}
	v := variant(t, st, key)
	selected := []*bench.Variant{v}
	if v.Twin != "" {
		selected = append(selected, variant(t, st, v.Twin))
	}
	r, err := transform.Apply(c, 1, verify.Program(st, v))
	if err != nil {
		t.Fatal(err)
	}
	own := *st
	if len(st.StoredChains(1)) == 0 { // it is not one of ours
		var out bytes.Buffer
		if err := certify.Write(&out, st, st.Programs(selected), []transform.Chain{c}, 1, nil); err != nil {
			t.Fatal(err)
		}
		stored, err := suite.ReadVariants(out.Bytes(), "variants")
		if err != nil {
			t.Fatal(err)
		}
		own.AddVariants(stored)
	}
	made, err := suite.Vary([]*suite.Suite{&own}, selected, []string{c.String()}, 1)
	if err != nil {
		t.Fatal(err)
	}
	return made, r
}

// An attack on a variant, and its repair, are executed with the names of the variant, not with those of the
// original.
func TestVariants(t *testing.T) {
	corpustest.Turn(t, 5)
	st := blockbench(t)
	j := judge.New(solctest.New(t), []*suite.Suite{st})
	for _, chain := range []string{"chameleon", "false-prophet"} {
		made, r := varied(t, st, sample, chain)
		if len(made.Variants) != 2 || made.Unproved[made.Variants[0].Key] != nil {
			t.Fatalf("%s: %d variants, %v", chain, len(made.Variants), made.Unproved)
		}
		v, twin := made.Variants[0], made.Variants[1]
		path := "./" + v.Task.Files[0].Path
		own := strings.ReplaceAll(renamed(attack, r), "./Replica.sol", path)
		type row struct {
			name   string
			v      *bench.Variant
			a      bench.Answer
			strict bench.Decision
			class  bench.FindingClass
			reason string
		}
		rows := []row{
			{"an attack in its own names", v, exploit(own), bench.Hit, bench.TargetMatch, "the repaired source resists it"},
			{"the attack on its twin", twin, exploit(own), "", bench.Hallucinated, "does not work"},
			{"its twin as a repair", v, patch(twin.Task.Files[0].Text), bench.Hit, bench.TargetMatch, "honest use"},
			{"no change as a repair", v, patch(v.Task.Files[0].Text), bench.Miss, bench.Mischaracterized, "exploit"},
			{"a repair of its twin", twin, patch("no"), "", bench.Hallucinated, "not broken"},
		}
		if len(r.Renames) > 0 {
			rows = append(rows,
				row{"an attack in the names of the original", v, exploit(attack), bench.Miss, bench.Hallucinated, "Attacker.sol"},
				row{"the original's twin as a repair", v, patch(variant(t, st, sample+"+fixed").Task.Files[0].Text), bench.Miss,
					bench.Mischaracterized, "is not among the sources given"})
		}
		for _, k := range rows {
			check(t, j, chain+": "+k.name, k.v, k.a, k.strict, k.class, k.reason)
		}
	}
	// The flaw is removed: there is nothing left to attack or to repair.
	made, r := varied(t, st, sample, "differential")
	v := made.Variants[0]
	check(t, j, "differential", v, exploit(renamed(attack, r)), "", bench.Hallucinated, "does not work")
	check(t, j, "differential", v, patch("no"), "", bench.Hallucinated, "not broken")

	changed := *v
	changed.Task.Files = []bench.File{{Path: v.Task.Files[0].Path, Text: v.Task.Files[0].Text + " "}}
	got, err := j.Judge(t.Context(), &changed, exploit(attack))
	if err != nil || !got.Verdict.Unscored || !strings.Contains(got.Verdict.Reason, "has changed") {
		t.Errorf("another text under the key of the variant: %+v %v", got.Verdict, err)
	}
	unproved := *v
	unproved.Proof = bench.Unproved
	a, _ := j.Question(v, exploit(attack))
	if b, _ := j.Question(&unproved, exploit(attack)); a == b {
		t.Error("a variant that was vouched for since is not asked about again")
	}
}

func check(t *testing.T, j *judge.Judge, name string, v *bench.Variant, a bench.Answer, strict bench.Decision,
	class bench.FindingClass, reason string) {
	t.Helper()
	got, err := j.Judge(t.Context(), v, a)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	d := got.Verdict
	if d.Strict != strict || len(d.Findings) != 1 || d.Findings[0].Class != class || d.Unscored ||
		!strings.Contains(d.Reason, reason) {
		t.Errorf("%s: %+v", name, d)
	}
	if !got.Asked {
		return
	}
	again, ok := judge.New(nil, nil).Read(v, a, got.Response)
	if !ok || again.Strict != d.Strict || again.Reason != d.Reason {
		t.Errorf("%s: read again as %+v", name, again)
	}
}

// Where a contract trusts tx.origin, the attack uses the transaction of a trusted account, as the sample's own
// attack does.
func TestTrustedOrigin(t *testing.T) {
	corpustest.Turn(t, 5)
	st := blockbench(t)
	j := judge.New(solctest.New(t), []*suite.Suite{st})
	const key = "blockbench/ds/ridgeway-hut-pass"
	const wall = `pragma solidity 0.6.12;
import "./NodeCredits.sol";
interface World { function target() external view returns (address); }
contract Attacker {
    receive() external payable {}
    function step(uint256, address w) external returns (uint256) {
        NodeCredits pass = NodeCredits(World(w).target());
        pass.deposit{value: 0.01 ether}();
        (uint256 credit, ) = pass.userInfo(tx.origin);
        pass.hand(tx.origin, address(this), credit);
        (credit, ) = pass.userInfo(address(this));
        pass.withdraw(credit);
        return 0;
    }
}`
	check(t, j, "the user calls", variant(t, st, key), exploit(wall), bench.Hit, bench.TargetMatch,
		"the repaired source resists it")
	check(t, j, "on the twin", variant(t, st, key+"+fixed"), exploit(wall), "", bench.Hallucinated, "not yours")
	made, r := varied(t, st, key, "differential")
	check(t, j, "without the flaw", made.Variants[0], exploit(renamed(wall, r)), "", bench.Hallucinated, "not yours")
}

var block = regexp.MustCompile("(?s)```(?:solidity|yaml) ?([a-z]*)\n(.*?)```")

// clean is the worked example of docs/proofs.md as a contract without a flaw, with its flawed counterpart,
// where the order of the two steps is reversed.
func clean(t *testing.T) *suite.Suite {
	t.Helper()
	text, err := os.ReadFile("../../../docs/proofs.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := map[string]string{}
	for _, m := range block.FindAllStringSubmatch(string(text), -1) {
		blocks[m[1]] = m[2]
	}
	const id = "assay-canary-5f1c0c5e-6a2e-4d0b-9a57-0c2f6f1f7d11"
	meta := fmt.Sprintf("id: jar\nsubset: clean\ntier: 1\nclass: reentrancy\ncompiler: "+
		"0.8.30\nmain: Jar.sol\ncontract: Jar\n"+
		"attacker: {who: any account, capital_eth: 1}\nimpact: {kind: ether_gained, minimum: \"5000000000000000000\"}\n"+
		"provenance: {kind: original, first_public: 2026-11-21}\nattack: It calls back while it is "+
		"paid.\ncanary: %s\nlicence: CC-BY-4.0\n", id)
	f := fstest.MapFS{}
	for name, data := range map[string]string{"sample.yaml": meta, "Proof.sol": blocks["proof"],
		"Jar.sol": blocks["fixed"], "weak/Jar.sol": strings.ReplaceAll(blocks["jar"], "ROOT_CAUSE", "UNRELATED")} {
		f["clean/jar/"+name] = &fstest.MapFile{Data: []byte(data)}
	}
	list, problems, err := suite.Load(f, ".", "", "data")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	return list[0]
}

// An attack on a contract without a flaw is executed against that contract, and not against its counterpart
// without the guard.
func TestCleanContract(t *testing.T) {
	st := clean(t)
	j := judge.New(solctest.New(t), []*suite.Suite{st})
	v := &st.Variants[0]
	const head = `pragma solidity 0.8.30; import "./Jar.sol"; interface World { function target() external view returns (address); }
contract Attacker { Jar jar; function step(uint256, address w) external returns (uint256) { jar = Jar(World(w).target()); jar.put{value: 1 ether}(); jar.take(); return 0; }`
	if len(st.Variants) != 1 || v.Truth != bench.Safe {
		t.Fatalf("%d variants, the first is %s", len(st.Variants), v.Truth)
	}
	check(t, j, "an attack that breaks the jar without its guard", v, exploit(head+" receive() external payable { if "+
		"(address(jar).balance >= 1 ether) jar.take(); } }"), "", bench.Hallucinated, "does not work: impact not reached")
	check(t, j, "a repair", v, patch(v.Task.Files[0].Text), "", bench.Hallucinated, "not broken")

	made, r := varied(t, st, v.Key, "chameleon")
	c := *made.Variants[0]
	c.Proof = bench.Proved // a suite of one sample has no stored evidence
	check(t, j, "on a variant of it", &c, exploit(renamed(head, r)+" receive() external payable {} }"), "",
		bench.Hallucinated, "does not work: impact not reached")
}
