package suite

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"assay/internal/bench"
	"assay/internal/core/suite/evidence"
)

// A till with two flaws: any caller sets the fee, and pays out before it counts.
const (
	till = `pragma solidity 0.8.30;
contract Jar {
    uint256 fee;
    mapping(address => uint256) kept;
    function setFee(uint256 to) external {
        fee = to; //~ ROOT_CAUSE#2 STATE_MOD nobody is asked
    }
    function take() external {
        uint256 n = kept[msg.sender]; //~ PREREQ#2 STORAGE_READ read once
        kept[msg.sender] = n / 2; //~ ROOT_CAUSE STATE_MOD half stays //~ INSUFF_GUARD#2 ARITHMETIC bounds nothing
    }
}
`
	tillFixed = `pragma solidity 0.8.30;
contract Jar {
    uint256 fee;
    mapping(address => uint256) kept;
    function setFee(uint256 to) external {
        fee = to > 9 ? 9 : to; //~ BENIGN STATE_MOD bounded
    }
    function take() external {
        uint256 n = kept[msg.sender];
        kept[msg.sender] = n - n; //~ BENIGN STATE_MOD nothing stays
    }
}
`
	furtherMeta = `further:
  - class: access_control
    severity: low
    impact: {kind: state_corrupted, asset: fair}
    root_cause: Nobody is asked.
    attack: Set it.
    fix: A bound.
`
)

// stripped is a source without its markers.
func stripped(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		code, _, _ := strings.Cut(l, "//~")
		lines[i] = strings.TrimRight(code, " \t")
	}
	return strings.Join(lines, "\n")
}

func tillFS(change map[string]string) fstest.MapFS {
	m := fstest.MapFS{}
	files := map[string]string{
		"sample.yaml": strings.Replace(goodMeta, "canary:", furtherMeta+"canary:", 1), "Jar.sol": till,
		"fixed/Jar.sol": tillFixed, "Proof.sol": jarProof,
		"fixed-2/Jar.sol": strings.Replace(stripped(till), "fee = to;", "fee = to > 9 ? 9 : to;", 1),
	}
	maps.Copy(files, change)
	for k, v := range files {
		if v != "" {
			m["ds/jar/"+k] = &fstest.MapFile{Data: []byte(v)}
		}
	}
	return m
}

func TestLabelSets(t *testing.T) {
	list, problems, err := Load(tillFS(nil), ".", "", "data")
	if err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	s := list[0]
	v, f := &s.Variants[0], &s.Variants[1]
	if !v.Several() || len(v.Documented()) != 2 || v.Further[0].Class != "access_control" || v.Further[0].Number != 2 ||
		v.Further[0].Secondary {
		t.Errorf("sets %+v", v.LabelSets())
	}
	if len(v.Labels) != 4 || v.Labels[0].Set != 2 || v.Labels[0].Class != "access_control" ||
		v.Labels[2].Class != "reentrancy" || v.Labels[2].Set != 0 {
		t.Errorf("labels %+v", v.Labels)
	}
	if a, b := v.Labels[2], v.Labels[3]; a.Span != b.Span || b.Name() != "INSUFF_GUARD#2" || a.Name() != "ROOT_CAUSE" {
		t.Errorf("two markers on one line: %+v %+v", a, b)
	}
	if one, two := v.TargetsOf(1), v.TargetsOf(2); len(one) != 1 || len(two) != 1 || one[0].Span.Line != 10 ||
		two[0].Span.Line != 6 {
		t.Errorf("targets %+v %+v", one, two)
	}
	if len(f.Further) != 1 || len(f.Targets()) != 0 {
		t.Errorf("the twin %+v", f)
	}
	x, ok := s.Executable(&s.Samples[0])
	if !ok || len(x.Parts) != 2 || x.Rules.Further != "2 state_corrupted fair -" {
		t.Fatalf("%+v", x)
	}
	bareText, fixedText := stripped(till), stripped(tillFixed)
	onlySecond := strings.Replace(bareText, "fee = to;", "fee = to > 9 ? 9 : to;", 1)
	onlyFirst := strings.Replace(bareText, "n / 2", "n - n", 1)
	for i, want := range []Part{{1, onlyFirst, onlySecond}, {2, onlySecond, onlyFirst}} {
		if x.Parts[i] != want {
			t.Errorf("part %d: %+v, want %+v", i+1, x.Parts[i], want)
		}
	}
	if files := x.Files(); files["fixed-2/Jar.sol"] != onlySecond || files["fixed/Jar.sol"] != fixedText {
		t.Errorf("evidence speaks of %v", slices.Sorted(maps.Keys(files)))
	}
	want := []evidence.Rules{{Impact: "ether_gained", Minimum: "1"}, {Impact: "state_corrupted", Asset: "fair", Flaw: 2}}
	for i, r := range x.Rules.Flaws() {
		if r.Impact != want[i].Impact || r.Asset != want[i].Asset || r.Minimum != want[i].Minimum || r.Flaw != want[i].Flaw ||
			r.Further != "" {
			t.Errorf("rules %d: %+v", i+1, r)
		}
	}

	// What is true and not documented is no target.
	secondary := strings.Replace(till, "ROOT_CAUSE#2", "SECONDARY_VULN#2", 1)
	list, problems, err = Load(tillFS(map[string]string{"Jar.sol": secondary}), ".", "", "data")
	if err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	if v := &list[0].Variants[0]; v.Several() || !v.Further[0].Secondary || len(v.Targets()) != 1 ||
		v.Labels[0].Function != bench.SecondaryVuln || v.Labels[0].Class != "access_control" {
		t.Errorf("%+v", v)
	}
	if list[0].Hash == s.Hash {
		t.Error("a suite whose labels changed keeps its hash")
	}
}

func TestLabelSetProblems(t *testing.T) {
	second := strings.Replace(stripped(till), "fee = to;", "fee = to > 9 ? 9 : to;", 1)
	meta := strings.Replace(goodMeta, "canary:", furtherMeta+"canary:", 1)
	for _, c := range []struct{ name, file, text, want string }{
		{"no repair", "fixed-2/Jar.sol", "", "ds/jar/fixed-2/Jar.sol: is missing"},
		{"equal", "fixed-2/Jar.sol", stripped(till), "is equal to data/ds/jar/Jar.sol; it must repair label set 2"},
		{"another repair", "fixed-2/Jar.sol", strings.Replace(second, "to > 9 ? 9 : to", "to > 8 ? 8 : to", 1),
			"fixed-2/Jar.sol:6: is not changed in the same way in data/ds/jar/fixed/Jar.sol"},
		{"all of it", "fixed-2/Jar.sol", stripped(tillFixed), "fixed/Jar.sol: repairs nothing beyond the further label sets"},
		{"markers", "fixed-2/Jar.sol", strings.Replace(second, "fee = to > 9 ? 9 : to;",
			"fee = to > 9 ? 9 : to; //~ BENIGN STATE_MOD x", 1), "fixed-2/Jar.sol:6: nobody is shown this file"},
		{"no marker", "Jar.sol", strings.Replace(till, "ROOT_CAUSE#2", "PREREQ#2", 1),
			"Jar.sol: has no marker ROOT_CAUSE#2 and no SECONDARY_VULN#2"},
		{"both", "Jar.sol", strings.Replace(till, "PREREQ#2", "SECONDARY_VULN#2", 1),
			"label set 2 has ROOT_CAUSE and SECONDARY_VULN"},
		{"of another set", "Jar.sol", strings.Replace(strings.Replace(till, "ROOT_CAUSE S", "ROOT_CAUSE#2 S", 1),
			"ROOT_CAUSE#2 STATE_MOD nobody", "ROOT_CAUSE STATE_MOD nobody", 1),
			"Jar.sol:6: is labelled as label set 1, and the repair of label set 2 changes it"},
		{"beside the repair", "Jar.sol", strings.Replace(strings.Replace(till, " //~ ROOT_CAUSE#2 STATE_MOD nobody is asked",
			"", 1), "PREREQ#2", "ROOT_CAUSE#2", 1), "no marker of label set 2 stands on a line that its repair changes"},
		{"a number too far", "Jar.sol", strings.Replace(till, "PREREQ#2", "PREREQ#3", 1),
			"Jar.sol:9: sample.yaml has no label set 3 under further:"},
		{"number one", "Jar.sol", strings.Replace(till, "PREREQ#2", "PREREQ#1", 1),
			`Jar.sol:9: "#1" is not a label set: the first has no number`},
		{"no number", "Jar.sol", strings.Replace(till, "PREREQ#2", "PREREQ#", 1), `Jar.sol:9: "#" is not a label set`},
		{"number and class", "Jar.sol", strings.Replace(till, "PREREQ#2", "SECONDARY_VULN#2:arithmetic", 1),
			"Jar.sol:9: SECONDARY_VULN#2 uses the class of its label set"},
		{"in the twin", "fixed/Jar.sol", strings.Replace(tillFixed, "BENIGN STATE_MOD bounded",
			"SECONDARY_VULN#2 STATE_MOD bounded", 1), "a fixed twin has no ROOT_CAUSE"},
		{"class", "sample.yaml", strings.Replace(meta, "access_control", "nonsense", 1),
			`further: label set 2: class "nonsense" is not a class`},
		{"impact", "sample.yaml", strings.Replace(meta, "state_corrupted", "sadness", 1),
			"further: label set 2: impact: needs a kind"},
		{"words", "sample.yaml", strings.Replace(meta, "    attack: Set it.\n", "", 1),
			"further: label set 2: attack is empty"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, problems, err := Load(tillFS(map[string]string{c.file: c.text}), ".", "", "data")
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range problems {
				if strings.Contains(p.String(), c.want) {
					return
				}
			}
			t.Errorf("problems %v, want %s", problems, c.want)
		})
	}
}

// The hash of a suite without label sets is what it was before there were any.
func TestHashWithoutSets(t *testing.T) {
	labels := []bench.Label{{Class: "reentrancy", Function: bench.RootCause, Act: "EXT_CALL",
		Span: bench.Span{File: "a", Line: 3}, Note: "x y"}, {Function: bench.Benign, Requirements: []int{1, 2}}}
	const want = "[{reentrancy ROOT_CAUSE EXT_CALL {a 0 0 3 0}  x y []} { BENIGN  { 0 0 0 0}   [1 2]}]"
	if got := fmt.Sprint(hashed(labels)); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	labels[1].Set = 2
	if fmt.Sprint(hashed(labels)) == want {
		t.Error("the set does not count")
	}
}
