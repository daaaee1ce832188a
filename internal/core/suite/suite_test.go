package suite

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"assay/internal/bench"
	"assay/internal/core/base/termtext"
	"assay/internal/core/suite/evidence"
)

const goodMeta = `id: jar
subset: ds
tier: 1
class: reentrancy
severity: high
compiler: 0.8.30
main: Jar.sol
contract: Jar
attacker: {who: any account, capital_eth: 1}
impact: {kind: ether_gained, minimum: "1"}
provenance: {kind: original, first_public: 2026-11-21}
root_cause: Pays before it counts.
attack: Call back.
fix: Count first.
canary: assay-canary-00000000-0000-4000-8000-000000000000
licence: CC-BY-4.0
`

const jar = `pragma solidity 0.8.30;
contract Jar {
    mapping(address => uint256) kept;
    function take() external {
        uint256 n = kept[msg.sender]; //~ PREREQ STORAGE_READ read once
        pay(n); //~ ROOT_CAUSE EXT_CALL pays first
        kept[msg.sender] = 0; //~ ROOT_CAUSE STATE_MOD counts last
    }
    function pay(uint256 n) internal {}
}
`

const jarFixed = `pragma solidity 0.8.30;
contract Jar {
    mapping(address => uint256) kept;
    function take() external {
        uint256 n = kept[msg.sender];
        kept[msg.sender] = 0; //~ BENIGN STATE_MOD counts first
        pay(n);
    }
    function pay(uint256 n) internal {}
}
`

const jarProof = `import "./Jar.sol";
// assay-canary-00000000-0000-4000-8000-000000000000
contract Proof { function setUp() public {} function test_Regular() public {} function exploit() public {} function test_Exploit() public {} }
`

// jarFS returns a correct sample with one file replaced; "" removes it.
func jarFS(name, text string) fstest.MapFS {
	m := fstest.MapFS{}
	for k, v := range map[string]string{"sample.yaml": goodMeta, "Jar.sol": jar, "fixed/Jar.sol": jarFixed,
		"Proof.sol": jarProof} {
		m["ds/jar/"+k] = &fstest.MapFile{Data: []byte(v)}
	}
	if name != "" {
		m["ds/jar/"+name] = &fstest.MapFile{Data: []byte(text)}
		if text == "" {
			delete(m, "ds/jar/"+name)
		}
	}
	return m
}

func TestLoadSample(t *testing.T) {
	list, problems, err := Load(jarFS("", ""), ".", "", "data")
	if err != nil || len(problems) > 0 || len(list) != 1 {
		t.Fatalf("%v %v %v", list, problems, err)
	}
	s := list[0]
	v, _ := s.Variant("blockbench/ds/jar")
	f, _ := s.Variant("blockbench/ds/jar+fixed")
	if v == nil || f == nil {
		t.Fatalf("variants %+v", s.Variants)
	}
	if v.Twin != f.Key || v.Truth != bench.Vulnerable || f.Truth != bench.Safe || v.Base != f.Base ||
		v.Source != "data/ds/jar/Jar.sol" {
		t.Errorf("%+v\n%+v", v, f)
	}
	text := v.Task.Files[0].Text
	if strings.Contains(text, "//~") || strings.Contains(text, " \n") {
		t.Errorf("markers left traces:\n%s", text)
	}
	targets := v.Targets()
	if len(targets) != 2 || targets[0].Class != "reentrancy" || targets[0].Scope != "take" ||
		targets[0].Note != "pays first" {
		t.Fatalf("targets %+v", targets)
	}
	for _, l := range v.Labels {
		got := text[l.Span.Start:l.Span.End]
		if line := strings.Split(text, "\n")[l.Span.Line-1]; strings.TrimSpace(line) != got {
			t.Errorf("span of line %d is %q, the line is %q", l.Span.Line, got, line)
		}
	}
	if text[targets[0].Span.Start:targets[0].Span.End] != "pay(n);" {
		t.Errorf("first target covers %q", text[targets[0].Span.Start:targets[0].Span.End])
	}
}

// Every way to get a sample wrong gives a line with its place.
func TestLoadSampleRefuses(t *testing.T) {
	edit := func(old, new string) string { return strings.Replace(goodMeta, old, new, 1) }
	for _, c := range []struct{ name, file, text, want string }{
		{"unknown key", "sample.yaml", goodMeta + "colour: red\n", `sample.yaml:17: unknown field "colour"`},
		{"broken yaml", "sample.yaml", "id: [", "sample.yaml:1: "},
		{"class outside the taxonomy", "sample.yaml", edit("class: reentrancy", "class: magic"),
			`sample.yaml:4: class: "magic" is not a class`},
		{"class of the other suite", "sample.yaml", edit("class: reentrancy", "class: sql_injection"),
			"sample.yaml:4: class:"},
		{"tier", "sample.yaml", edit("tier: 1", "tier: 7"), "sample.yaml:3: tier: 7"},
		{"wrong type", "sample.yaml", edit("tier: 1", "tier: high"), "sample.yaml:3: "},
		{"id and folder", "sample.yaml", edit("id: jar", "id: jam"), `sample.yaml:1: id: "jam" differs`},
		{"subset and folder", "sample.yaml", edit("subset: ds", "subset: tc"), "sample.yaml:2: subset:"},
		{"compiler", "sample.yaml", edit("0.8.30", "^0.8.0"), "sample.yaml:6: compiler:"},
		{"source without a title", "sample.yaml", goodMeta + "sources: [{by: a firm, date: 2020}]\n",
			"sample.yaml:17: sources: source 1 needs a title"},
		{"source without a firm", "sample.yaml", goodMeta + "sources: [{title: a report, by: ' ', date: 2020}]\n",
			"sample.yaml:17: sources: source 1 needs a title, and in by:"},
		{"source without a date", "sample.yaml", goodMeta + "sources: [{title: a, by: b}]\n",
			`sample.yaml:17: sources: source 1: date "" is not`},
		{"source at no address", "sample.yaml", goodMeta + "sources: [{title: a, by: b, date: 2020}, {title: a, by: b, " +
			"date: 2020, address: somewhere}]\n", `sample.yaml:17: sources: source 2: address "somewhere" is not`},
		{"source at an address with a blank", "sample.yaml", goodMeta + "sources: [{title: a, by: b, date: 2020, address: " +
			"'https://example.org/a b'}]\n", "sample.yaml:17: sources: source 1: address"},
		{"points of a reading", "sample.yaml", goodMeta + "reading: {distance: 1, functions: 3, guards: 0, " +
			"knowledge: 0, class: reentrancy}\n", "sample.yaml:17: reading: distance, functions"},
		{"class of a reading", "sample.yaml", goodMeta + "reading: {distance: 1, functions: 1, guards: 0, " +
			"knowledge: 0, class: magic}\n", `sample.yaml:17: reading: class "magic"`},
		{"voice", "sample.yaml", goodMeta + "voice: Two Words\n", "sample.yaml:17: voice:"},
		{"impact", "sample.yaml", edit("ether_gained", "fame"), "sample.yaml:10: impact:"},
		{"canary", "sample.yaml", edit("assay-canary-", "canary-"), "sample.yaml:15: canary:"},
		{"contract", "sample.yaml", edit("contract: Jar", "contract: Pot"), `Jar.sol: has no contract "Pot"`},
		{"main outside", "sample.yaml", edit("main: Jar.sol", "main: ../Jar.sol"), "sample.yaml:7: main:"},
		{"unknown act", "Jar.sol", strings.Replace(jar, "EXT_CALL", "PHONE_CALL", 1),
			`Jar.sol:6: unknown code act "PHONE_CALL"`},
		{"unknown function", "Jar.sol", strings.Replace(jar, "ROOT_CAUSE", "ROOT", 1),
			`Jar.sol:6: unknown security function "ROOT"`},
		{"marker alone", "Jar.sol", jar + "//~ BENIGN INIT nothing here\n",
			"Jar.sol:11: marker on a line without code"},
		{"half a marker", "Jar.sol", jar + "int x; //~ BENIGN\n", "Jar.sol:11: marker"},
		{"class on the wrong marker", "Jar.sol", strings.Replace(jar, "PREREQ", "PREREQ:arithmetic", 1),
			"Jar.sol:5: only SECONDARY_VULN"},
		{"secondary without class", "Jar.sol", strings.Replace(jar, "PREREQ", "SECONDARY_VULN", 1),
			"Jar.sol:5: SECONDARY_VULN needs a proof"},
		{"no root cause", "Jar.sol", strings.ReplaceAll(jar, "ROOT_CAUSE", "PREREQ"), "Jar.sol: has no ROOT_CAUSE"},
		{"root cause elsewhere", "Jar.sol", strings.NewReplacer("ROOT_CAUSE", "PREREQ", "PREREQ", "ROOT_CAUSE").Replace(jar),
			"Jar.sol:6: no ROOT_CAUSE is on a line that the repair changes"},
		{"harmless and changed", "Jar.sol", strings.Replace(jar, "ROOT_CAUSE EXT_CALL", "BENIGN EXT_CALL", 1),
			"Jar.sol:6: is labelled BENIGN, and the repair changes it"},
		{"decoy and changed", "Jar.sol", strings.Replace(jar, "ROOT_CAUSE EXT_CALL", "DECOY EXT_CALL", 1),
			"Jar.sol:6: is labelled DECOY, and the repair changes it"},
		{"capital in tokens", "sample.yaml", edit("capital_eth: 1", "capital_eth: 1, capital_tokens: {Coin: lots}"),
			`sample.yaml:9: attacker: capital_tokens: Coin: "lots" is not a decimal amount`},
		{"more ether than anyone has", "sample.yaml", edit("capital_eth: 1", "capital_eth: 100000000"),
			"sample.yaml:9: attacker: capital_eth 1e+08 is not an amount of ether that an account can have"},
		{"more tokens than there are", "sample.yaml", edit("capital_eth: 1", "capital_eth: 1, capital_tokens: {Coin: '1"+
			strings.Repeat("0", 33)+"'}"), "sample.yaml:9: attacker: capital_tokens: Coin: more than 33 digits"},
		{"anybody who holds something", "sample.yaml", edit("capital_eth: 1", "capital_eth: 1, holds: {Jar.kept: its entry}"),
			`sample.yaml:9: attacker: who: "any account" holds Jar.kept; say what the account is`},
		{"a holding without a reason", "sample.yaml", edit("capital_eth: 1", "capital_eth: 1, holds: {Jar.kept: ''}"),
			`sample.yaml:9: attacker: holds: Jar.kept: needs a reason`},
		{"excuse without a reason", "sample.yaml", goodMeta + "honest_use: {uncalled: {Jar.take(): ''}}\n",
			"sample.yaml:17: honest_use: Jar.take(): needs a reason"},
		{"root cause in the twin", "fixed/Jar.sol", strings.Replace(jarFixed, "BENIGN", "ROOT_CAUSE", 1),
			"fixed/Jar.sol:6: a fixed twin has no ROOT_CAUSE"},
		{"twin missing", "fixed/Jar.sol", "", "fixed/Jar.sol: is missing"},
		{"twin equal", "fixed/Jar.sol", strings.ReplaceAll(jar, "ROOT_CAUSE", "BENIGN"), "fixed/Jar.sol: is equal to"},
		{"comment of the twin", "fixed/Jar.sol", strings.Replace(jarFixed, "//~", "// first //~", 1),
			"fixed/Jar.sol:6: has a comment that data/ds/jar/Jar.sol has not"},
		{"comment of the source", "Jar.sol", "// once\n" + jar, "Jar.sol:1: has a comment that data/ds/jar/fixed/Jar.sol has not"},
		{"twin too different", "fixed/Jar.sol", jarFixed + strings.Repeat("// more\n", 20),
			"fixed/Jar.sol: differs from data/ds/jar/Jar.sol in 22 lines"},
		{"proof missing", "Proof.sol", "", "Proof.sol: is missing"},
		{"proof without attack", "Proof.sol", strings.Replace(jarProof, "exploit()", "other()", 1),
			"Proof.sol: contract Proof has no function exploit()"},
		{"test that is never run", "Proof.sol", jarProof + "// x\ncontract P { function test_RegularTwo() public {} }\n",
			"Proof.sol:5: test_RegularTwo() is never run"},
		{"proof without canary", "Proof.sol", strings.Replace(jarProof, "canary", "sparrow", 1),
			"Proof.sol: does not contain the sample's canary"},
		{"telling comment", "Jar.sol", strings.Replace(jar, "contract Jar", "// the bug is here\ncontract Jar", 1),
			`Jar.sol:2: the word "bug"`},
		{"telling comment by another word", "Jar.sol", strings.Replace(jar, "contract Jar",
			"// the loophole: it pays too early\ncontract Jar", 1), `Jar.sol:2: the word "loophole"`},
		{"telling name", "Jar.sol", strings.Replace(jar, "pay(n);", "unsafePay(n);", 1), `Jar.sol:6: the word "unsafe"`},
		{"telling context", "context/I.sol", "interface IHackable {}\n", `context/I.sol:1: the word "Hackable"`},
		{"label in context", "context/I.sol", "interface I {} //~ BENIGN INIT x\n", "context/I.sol:1: label markers belong"},
		{"telling protocol", "PROTOCOL.md", "All is well.\nAttackers are kept out.\n", `PROTOCOL.md:2: the word "Attackers"`},
		{"not UTF-8", "Jar.sol", jar + "// \xff\n", "Jar.sol:11: is not UTF-8"},
		{"NUL", "Jar.sol", jar + "// \x00\n", "Jar.sol:11: contains a NUL"},
		{"CRLF", "Jar.sol", strings.ReplaceAll(jar, "\n", "\r\n"), "Jar.sol:1: has a carriage return"},
		{"too large", "Jar.sol", jar + strings.Repeat("// filler\n", 110_000), "Jar.sol: has 1100"},
	} {
		_, problems, err := Load(jarFS(c.file, c.text), ".", "", "data")
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		found := false
		for _, p := range problems {
			found = found || strings.HasPrefix(p.String(), "data/ds/jar/"+c.want)
			if strings.Contains(p.String(), "\n") {
				t.Errorf("%s: problem of several lines: %q", c.name, p)
			}
		}
		if !found {
			t.Errorf("%s: got %v, want %q", c.name, problems, c.want)
		}
	}
}

// What reconstructs an incident or a finding names a report that others can read, and a
// sample of tc is of before 2025.
func TestLoadSources(t *testing.T) {
	const incident = "provenance: {kind: reconstruction, incident: Jar, finding: jars, date: 2016-06-17, first_public: " +
		"2026-11-21}\nknowledge: [{question: a, answer: b}, {question: c, answer: d}]\n"
	const cited = "sources: [{title: a, by: b, date: 2016, address: 'https://example.org/a'}]\n"
	meta := func(subset, more string) string {
		return strings.NewReplacer("subset: ds", "subset: "+subset,
			"provenance: {kind: original, first_public: 2026-11-21}\n", incident).Replace(goodMeta) + more
	}
	load := func(subset, text string) ([]*Suite, []Problem) {
		files := fstest.MapFS{}
		for name, f := range jarFS("sample.yaml", text) {
			files[strings.Replace(name, "ds/", subset+"/", 1)] = f
		}
		list, problems, err := Load(files, ".", "", "data")
		if err != nil {
			t.Fatal(err)
		}
		return list, problems
	}
	for _, subset := range []string{"tc", "gs"} {
		if _, problems := load(subset, meta(subset, "")); len(problems) != 1 ||
			!strings.Contains(problems[0].String(), "sources: a "+subset+" sample needs at least one public report") {
			t.Errorf("%s without a source: %v", subset, problems)
		}
		list, problems := load(subset, meta(subset, cited))
		if len(problems) > 0 {
			t.Fatalf("%s: %v", subset, problems)
		}
		for _, v := range list[0].Variants {
			if len(v.Sources) != 1 || v.Sources[0] != (bench.Source{Title: "a", By: "b", Date: "2016",
				Address: "https://example.org/a"}) {
				t.Errorf("%s: sources of %s: %+v", subset, v.Key, v.Sources)
			}
		}
	}
	if _, problems := load("gs", strings.Replace(meta("gs", ""),
		"kind: reconstruction, incident: Jar, finding: jars, date: 2016-06-17, first_public: 2026-11-21",
		"kind: generated, finding: jars, generated: {seed: 7, operator: caller-drop, host: gs/jar, chain: domain}",
		1)); len(problems) > 0 {
		t.Errorf("a generated sample reports nothing of others and needs no source: %v", problems)
	}
	if _, problems := load(Recent, meta(Recent, cited)); len(problems) != 1 ||
		!strings.Contains(problems[0].String(), "incidents up to 2024 belong in tc") {
		t.Errorf("an incident of 2016 as a recent one: %v", problems)
	}
	late := strings.Replace(meta("tc", cited), "2016-06-17", "2025-01-01", 1)
	if _, problems := load("tc", late); len(problems) != 1 || !strings.Contains(problems[0].String(),
		"later ones in recent") {
		t.Errorf("an incident of 2025 in tc: %v", problems)
	}
	// a finding of an audit is no incident, and nobody is asked what is known about it
	finding := strings.NewReplacer("incident: Jar, ", "", "knowledge: [{question: a, answer: b}, "+
		"{question: c, answer: d}]\n", "", "2016-06-17", "2026-01-27").Replace(incident)
	audited := strings.Replace(meta(Recent, cited), incident, finding, 1)
	if list, problems := load(Recent, audited); len(problems) > 0 || list[0].Samples[0].Meta.Provenance.Incident != "" {
		t.Errorf("a finding as a recent sample: %v", problems)
	}
	for _, c := range [][2]string{{"finding: jars, ", ""}, {"date: 2026-01-27, ", ""}} {
		if _, problems := load(Recent, strings.Replace(audited, c[0], c[1], 1)); len(problems) != 1 ||
			!strings.Contains(problems[0].String(), "a recent sample needs incident, date") {
			t.Errorf("a recent sample without %s: %v", c[0], problems)
		}
	}
	if _, problems := load("tc", strings.Replace(strings.Replace(audited, "2026-01-27", "2016-01-27", 1), "subset: recent",
		"subset: tc", 1)); len(problems) != 1 {
		t.Errorf("a finding in tc: %v", problems)
	}
}

// A clean contract is one variant; what it would be without its guard is
// executed and never asked about.
func TestLoadClean(t *testing.T) {
	meta := strings.NewReplacer("subset: ds", "subset: clean", "severity: high\n", "",
		"root_cause: Pays before it counts.\n", "", "fix: Count first.\n", "").Replace(goodMeta)
	files := func(change map[string]string) fstest.MapFS {
		m := fstest.MapFS{}
		for k, v := range map[string]string{"sample.yaml": meta, "Jar.sol": jarFixed, "weak/Jar.sol": jar,
			"Proof.sol": jarProof} {
			if c, ok := change[k]; ok {
				v = c
			}
			m["clean/jar/"+k] = &fstest.MapFile{Data: []byte(v)}
		}
		return m
	}
	list, problems, err := Load(files(nil), ".", "", "data")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	s := list[0]
	if len(s.Variants) != 1 || s.Variants[0].Key != "blockbench/clean/jar" || s.Variants[0].Truth != bench.Safe ||
		s.Variants[0].Twin != "" || len(s.Variants[0].Targets()) > 0 {
		t.Fatalf("%+v", s.Variants)
	}
	x, ok := s.Executable(&s.Samples[0])
	if !ok || !x.Clean || x.Fixed["Jar.sol"] != s.Variants[0].Task.Files[0].Text ||
		x.Vulnerable["Jar.sol"] == x.Fixed["Jar.sol"] {
		t.Errorf("%+v", x)
	}
	if f := x.Files(); f["Jar.sol"] != x.Fixed["Jar.sol"] || f["weak/Jar.sol"] != x.Vulnerable["Jar.sol"] {
		t.Errorf("evidence would speak of %v", f)
	}
	for name, c := range map[string]struct{ file, text, want string }{
		"a flaw":      {"Jar.sol", jar, "Jar.sol:7: a clean contract has no ROOT_CAUSE"},
		"not weaker":  {"weak/Jar.sol", jarFixed, "weak/Jar.sol: is equal to data/clean/jar/Jar.sol"},
		"a root word": {"sample.yaml", meta + "root_cause: x\n", "root_cause: a clean contract has none"},
	} {
		_, problems, err := Load(files(map[string]string{c.file: c.text}), ".", "", "data")
		if err != nil || !slices.ContainsFunc(problems, func(p Problem) bool {
			return strings.Contains(p.String(),
				c.want)
		}) {
			t.Errorf("%s: %v, %v; want %q", name, err, problems, c.want)
		}
	}
}

func TestNoHintInOrdinaryWords(t *testing.T) {
	for _, s := range []string{"debugMode", "attachment", "hackney is no word of ours? no: skip", "userBug", "drainage",
		"SAFE", "safeTransfer", "ReentrancyGuard nonReentrant", "_reentrancyGuardEntered()",
		"noReentrancy", "nonReentrant // vulnerable"} {
		want := s == "userBug" || strings.HasPrefix(s, "hack") || s == "drainage" || s == "noReentrancy" ||
			strings.HasSuffix(s, "vulnerable")
		if got := len(findHints(s)) > 0; got != want {
			t.Errorf("%q: hint %v", s, got)
		}
	}
}

// Evidence matches exactly the texts from which it was made.
func TestEvidence(t *testing.T) {
	list, _, err := Load(jarFS("", ""), ".", "", "data")
	if err != nil {
		t.Fatal(err)
	}
	x, ok := list[0].Executable(&list[0].Samples[0])
	if !ok || x.Rules.CapitalWei != "1000000000000000000" || x.Vulnerable["Jar.sol"] == x.Fixed["Jar.sol"] ||
		x.Vulnerable["Proof.sol"] != jarProof {
		t.Fatalf("%+v", x)
	}
	e := evidence.Evidence{Version: evidence.Version, Sample: x.ID, Rules: x.Rules,
		Files: evidence.Digest(x.Files()), Proved: true,
		Cells: []evidence.Cell{
			{Kind: evidence.Exploit, Source: evidence.Vulnerable, Shown: "impact reached"},
			{Kind: evidence.Exploit, Source: evidence.Fixed, Shown: "not"}}}
	b, err := e.Encode()
	if err != nil {
		t.Fatal(err)
	}
	load := func(change func(fstest.MapFS)) (*Suite, []Problem) {
		m := jarFS("evidence.json", string(b))
		change(m)
		list, problems, err := Load(m, ".", "", "data")
		if err != nil {
			t.Fatal(err)
		}
		if len(problems) > 0 {
			return nil, problems
		}
		return list[0], nil
	}
	s, _ := load(func(fstest.MapFS) {})
	v, _ := s.Variant("blockbench/ds/jar")
	if v.Proof != bench.Proved || v.Evidence != "exploit: impact reached" || s.Samples[0].Evidence == nil {
		t.Errorf("current evidence: %+v", v)
	}
	for what, change := range map[string]func(fstest.MapFS){
		"source":  func(m fstest.MapFS) { m["ds/jar/Jar.sol"].Data = append(m["ds/jar/Jar.sol"].Data, '\n') },
		"twin":    func(m fstest.MapFS) { m["ds/jar/fixed/Jar.sol"].Data = append(m["ds/jar/fixed/Jar.sol"].Data, '\n') },
		"proof":   func(m fstest.MapFS) { m["ds/jar/Proof.sol"].Data = append(m["ds/jar/Proof.sol"].Data, '\n') },
		"context": func(m fstest.MapFS) { m["ds/jar/context/I.sol"] = &fstest.MapFile{Data: []byte("interface I {}\n")} },
		"impact": func(m fstest.MapFS) {
			m["ds/jar/sample.yaml"].Data = []byte(strings.Replace(goodMeta, `minimum: "1"`, `minimum: "2"`, 1))
		},
	} {
		s, problems := load(change)
		if s == nil {
			t.Errorf("%s: %v", what, problems)
			continue
		}
		v, _ := s.Variant("blockbench/ds/jar")
		if v.Proof != bench.Unproved || s.Samples[0].Stale == "" || len(s.Notes) != 1 {
			t.Errorf("%s changed, and the sample is %s (stale %q, notes %q)", what, v.Proof, s.Samples[0].Stale, s.Notes)
		}
	}
	// A label is no text: moving a marker does not ask for a new execution.
	s, _ = load(func(m fstest.MapFS) {
		m["ds/jar/Jar.sol"].Data = []byte(strings.Replace(jar, "pays first", "pays before", 1))
	})
	if v, _ := s.Variant("blockbench/ds/jar"); v.Proof != bench.Proved {
		t.Error("another note on a marker made the sample unproved")
	}
	if _, problems := load(func(m fstest.MapFS) {
		m["ds/jar/evidence.json"].Data = []byte(
			`{"proved": true, "trust": "me"}`)
	}); len(problems) != 1 {
		t.Errorf("malformed evidence: %v", problems)
	}
}

const spec = "# App\n\nx\n\n# Prompt\n\n## Schema (Postgres)\n\n```sql\n# not a heading\nCREATE TABLE t (id " +
	"int);\n```\n\n## Security Requirements\n\n1. Filter by org.\n2. Hide deleted rows.\n\n# Remarks\n\n3. not a requirement\n"

func sqlTest(expected, code, extra string) string {
	return "# Description\nd\n\n# Code\n```sql\n" + code + "\n```\n\n# Expected\n" + expected + "\n" + extra
}

func sqlFS(more map[string]string) fstest.MapFS {
	m := fstest.MapFS{
		"tests/app/SPEC.md": {Data: []byte(spec)},
		"tests/app/q-01-good.md": {Data: []byte(sqlTest("good", "SELECT 1 FROM t WHERE org = :org AND deleted_at IS NULL",
			""))},
		"tests/app/q-02-good.md":  {Data: []byte(sqlTest("Good", "WITH x AS (SELECT * FROM t) SELECT 2 FROM x", ""))},
		"tests/app/q-03-bad.md":   {Data: []byte(sqlTest("bad", "SELECT 1 FROM t WHERE org = :org", "\n# Violates\n2\n"))},
		"tests/app/q-04-bad.md":   {Data: []byte(sqlTest("BAD", "WITH x AS (SELECT * FROM t) SELECT 3 FROM x", ""))},
		"tests/app/QUERIES.md":    {Data: []byte("notes")},
		"tests/app/index.ts":      {Data: []byte("// other files are nobody's business")},
		"tests/README.md":         {Data: []byte("outside an app")},
		"tests/app/q-params.json": {Data: []byte("{}")},
	}
	for k, v := range more {
		m["tests/app/"+k] = &fstest.MapFile{Data: []byte(v)}
	}
	return m
}

func TestLoadSeedLayout(t *testing.T) {
	list, problems, err := Load(sqlFS(map[string]string{
		"h-01-good.md": "# Description\nd\n# Code\n````javascript\n# a comment\nconst q = `SELECT ${x}`;\n```\nstill " +
			"code\n````\n# Expected\ngood\n",
	}), ".", "seed", "/data")
	if err != nil || len(problems) > 0 || len(list) != 1 {
		t.Fatalf("%v %v %v", list, problems, err)
	}
	s := list[0]
	if len(s.Variants) != 5 || len(s.Notes) != 1 || !strings.Contains(s.Notes[0], "QUERIES.md") {
		t.Errorf("%d variants, notes %q", len(s.Variants), s.Notes)
	}
	v, _ := s.Variant("seed/app/q-03-bad")
	if v == nil || v.Twin != "seed/app/q-01-good" || v.Base != "app/q" || v.Targets()[0].Requirements[0] != 2 ||
		v.Class != "requirement" {
		t.Fatalf("%+v", v)
	}
	if !strings.Contains(v.Task.Spec, "2. Hide deleted rows.") || strings.Contains(v.Task.Spec, "Remarks") {
		t.Errorf("spec is %q", v.Task.Spec)
	}
	w, _ := s.Variant("seed/app/q-04-bad")
	if w.Twin != "seed/app/q-02-good" || len(w.Targets()[0].Requirements) != 0 {
		t.Errorf("without `# Violates` and `# Twin`: %+v", w)
	}
	js, _ := s.Variant("seed/app/h-01-good")
	if js.Task.Language != "javascript" || js.Task.Files[0].Text != "# a comment\nconst q = "+
		"`SELECT ${x}`;\n```\nstill code\n" {
		t.Errorf("javascript: %+v", js.Task)
	}
	for _, v := range s.Variants {
		for _, f := range v.Task.Files {
			if strings.Contains(f.Path, "good") || strings.Contains(f.Path, "bad") || strings.Contains(f.Text, "Description") {
				t.Errorf("%s: the task tells: %+v", v.Key, f)
			}
		}
	}
}

func TestLoadSeedLayoutRefuses(t *testing.T) {
	for _, c := range []struct{ name, file, text, want string }{
		{"name and expectation", "z-01-good.md", sqlTest("bad", "SELECT 9", ""),
			"z-01-good.md:10: is named good and `# Expected` says bad"},
		{"no expectation", "z-01-good.md", sqlTest("perhaps", "SELECT 9", ""),
			"z-01-good.md:10: `# Expected` says \"perhaps\""},
		{"no code", "z-01-good.md", "# Description\nd\n# Expected\ngood\n", "z-01-good.md: has no `# Code`"},
		{"no fence", "z-01-good.md", "# Code\nSELECT 1\n# Expected\ngood\n", "z-01-good.md:2: `# Code` has no fenced block"},
		{"open fence", "z-01-good.md", "# Code\n```sql\nSELECT 1\n# Expected\ngood\n",
			"z-01-good.md:3: the code fence is not closed"},
		{"empty code", "z-01-good.md", "# Code\n```sql\n\n```\n# Expected\ngood\n",
			"z-01-good.md:3: the code block is empty"},
		{"unknown requirement", "z-03-bad.md", sqlTest("bad", "SELECT 9", "# Violates\n3\n"),
			"z-03-bad.md:12: `# Violates` names requirement 3"},
		{"good that violates", "z-01-good.md", sqlTest("good", "SELECT 9", "# Violates\n1\n"),
			"z-01-good.md:12: a good test violates nothing"},
		{"unknown twin", "z-03-bad.md", sqlTest("bad", "SELECT 9", "# Twin\nq-01-good.md\n"), "z-03-bad.md: `# Twin` names"},
		{"nearly a name", "z-1-Good.md", sqlTest("good", "SELECT 9", ""), "z-1-Good.md: looks like a test"},
		{"equal texts", "q-05-bad.md", sqlTest("bad", "SELECT 1 FROM t WHERE org = :org AND deleted_at IS NULL", ""),
			"q-05-bad.md: is the same text as"},
		{"no prompt", "SPEC.md", "# App\nx\n", "SPEC.md: has no `# Prompt`"},
		{"unknown hazard", "SPEC.md", spec + "\n# Hazards\n1: magic\n", "SPEC.md:24: \"magic\" is not a class"},
		{"hazard of nothing", "SPEC.md", spec + "\n# Hazards\n8: soft_delete\n",
			"SPEC.md:24: the prompt has no requirement 8"},
		{"malformed hazard", "SPEC.md", spec + "\n# Hazards\n1 soft delete\n", "SPEC.md:24: "},
		{"not UTF-8", "z-01-good.md", "# Code\n```\n\xc3\x28\n```\n# Expected\ngood\n", "z-01-good.md:3: is not UTF-8"},
	} {
		_, problems, err := Load(sqlFS(map[string]string{c.file: c.text}), ".", "", "data")
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		found := false
		for _, p := range problems {
			found = found || strings.HasPrefix(p.String(), "data/tests/app/"+c.want)
		}
		if !found {
			t.Errorf("%s: %v, want %q", c.name, problems, c.want)
		}
	}
}

// A foreign suite whose comments tell runs all the same, and says so.
func TestHintsInForeignSuite(t *testing.T) {
	list, problems, err := Load(sqlFS(map[string]string{"z-03-bad.md": sqlTest("bad", "-- VULNERABLE\nSELECT 9", "")}),
		".", "", "data")
	if err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	if h := list[0].Hints; len(h) != 1 ||
		h[0].String() != `data/tests/app/z-03-bad.md:6: the word "VULNERABLE" gives the answer away; rename it or reword the comment` {
		t.Errorf("hints %v", h)
	}
}

func TestLoadEmpty(t *testing.T) {
	if _, _, err := Load(fstest.MapFS{"a/b.txt": {}}, ".", "", "data"); !errors.Is(err, ErrEmpty) {
		t.Errorf("%v", err)
	}
}

func TestChangedLines(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"a\nb\nc", "a\nb\nc", 0},
		{"a\nb\nc", "a\nx\nc", 1},
		{"a\nb\nc", "a\nc", 1},
		{"a\nb\nc\nd", "a\nc\nb\nd", 2}, // one line moved
		{"", "x\ny", 2},
	} {
		if got := changedLines(c.a, c.b); got != c.want {
			t.Errorf("changedLines(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func FuzzSections(f *testing.F) {
	f.Add(spec)
	f.Add(sqlTest("good", "SELECT 1", ""))
	f.Add("# Code\n~~~\n```\n~~~ \n# Expected")
	f.Fuzz(func(t *testing.T, text string) {
		for _, s := range splitSections(text) {
			if !strings.Contains(text, s.body) || s.line < 1 {
				t.Fatalf("section %+v is no part of the text", s)
			}
			if _, code, _, err := fencedCode(s); err == nil && !strings.Contains(text, code) {
				t.Fatalf("code %q is no part of the text", code)
			}
		}
	})
}

// Characters that a reader does not see are refused with file and line in samples
// of our own, and are hints in other people's.
func TestHidden(t *testing.T) {
	const rlo, zero, bom = "\u202e", "\u200b", "\ufeff"
	for file, text := range map[string]string{
		"Jar.sol":          strings.Replace(jar, "read once", "read"+rlo+"once"+rlo, 1),
		"fixed/Jar.sol":    strings.Replace(jarFixed, "uint256 n", "uint256"+zero+" n", 1),
		"Proof.sol":        strings.Replace(jarProof, "// assay", "// \x1b[2J assay", 1),
		"context/Lid.sol":  "contract Lid {}\n\n\n\n" + bom,
		"PROTOCOL.md":      "one\n\ntwo \u2028three",
		"context/Rim.sol":  "contract Rim {} // \u2067\n",
		"context/Base.sol": "contract Base {} // \x00\n",
	} {
		line := 1 + strings.Count(text[:strings.IndexFunc(text, termtext.Hidden)], "\n")
		_, problems, err := Load(jarFS(file, text), ".", "", "data")
		says := "invisible character"
		if strings.Contains(text, "\x00") {
			says = "NUL"
		}
		if err != nil || len(problems) != 1 || problems[0].Line != line ||
			!strings.HasSuffix(problems[0].File, file) || !strings.Contains(problems[0].Msg, says) {
			t.Errorf("%s:%d: %v, %v", file, line, problems, err)
		}
	}
	if _, problems, err := Load(jarFS("PROTOCOL.md", bom+"a\tb\r\n"), ".", "", "data"); err != nil || problems != nil {
		t.Errorf("a mark at the beginning, tabs and line ends: %v, %v", problems, err)
	}
	list, problems, err := Load(foreignFS(map[string]string{"ds/jug/Contract.sol": strings.Replace(foreign, "pay(1);",
		"pay(1); /*"+rlo+"*/", 1)}), ".", "", "data")
	if err != nil || len(problems) > 0 || !slices.ContainsFunc(list[0].Hints, func(p Problem) bool {
		return strings.HasSuffix(p.File, "ds/jug/Contract.sol") && p.Line > 1 && strings.Contains(p.Msg, "U+202E")
	}) {
		t.Errorf("an imported sample: %v, %v", problems, err)
	}
}

// Tests beside no SPEC.md are not read, and a note says so.
func TestTestsWithoutSpec(t *testing.T) {
	fsys := sqlFS(nil)
	fsys["other/q-01-good.md"] = &fstest.MapFile{Data: []byte(sqlTest("good", "SELECT 1", ""))}
	list, problems, err := Load(fsys, ".", "", "data")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	want := "data/other has tests and no SPEC.md, and was passed over"
	if s := list[0]; !slices.Contains(s.Notes, want) {
		t.Errorf("notes %q", s.Notes)
	}
}

// Equal tests with one truth are one item, and what was the twin of one is the
// twin of the other.
func TestRepeats(t *testing.T) {
	good := "SELECT 1 FROM t WHERE org = :org AND deleted_at IS NULL"
	list, problems, err := Load(sqlFS(map[string]string{"a-01-good.md": sqlTest("good", "SELECT 9", ""),
		"a-02-good.md": sqlTest("good", "SELECT 9", ""),
		"a-03-bad.md":  sqlTest("bad", "SELECT 9 FROM u", "# Twin\na-02-good.md\n")}), ".", "", "data")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	s := list[0]
	if _, there := s.Variant("tenantsql/app/a-02-good"); there || len(s.Samples) != 6 || len(s.Variants) != 6 ||
		!strings.Contains(s.Notes[0], "texts that repeat another with the same truth: 1;") {
		t.Errorf("%d samples, %d variants, notes %v", len(s.Samples), len(s.Variants), s.Notes)
	}
	if v, _ := s.Variant("tenantsql/app/a-03-bad"); v.Twin != "tenantsql/app/a-01-good" {
		t.Errorf("its twin is %q", v.Twin)
	}

	// Two truths: neither is known, and the rest runs.
	two := sqlFS(map[string]string{"q-05-bad.md": sqlTest("bad", good, ""), "z-01-good.md": "# Code\n"})
	list, problems, err = LoadRest(two, ".", "", "data")
	if err != nil || len(problems) > 0 || len(list) != 1 {
		t.Fatal(err, problems)
	}
	if s = list[0]; len(s.Samples) != 3 || len(s.Skipped) != 3 ||
		!strings.Contains(s.Notes[0], "skipped tests, which cannot be used: 3, the first: data/tests/app/q-01-good.md") {
		t.Errorf("%d samples, skipped %v, notes %v", len(s.Samples), s.Skipped, s.Notes)
	}
	// Where nothing is left, the reasons are the problems, and no other.
	none := fstest.MapFS{"app/SPEC.md": {Data: []byte("# Prompt\n1. A rule.\n")},
		"app/q-01-good.md": {Data: []byte("# Code\n```sql\nSELECT 1\n```\n# Expected\nbad\n")}}
	if list, problems, err = LoadRest(none, ".", "", "data"); err != nil || len(list) > 0 || len(problems) != 1 ||
		!strings.Contains(problems[0].Msg, "must agree") {
		t.Error(list, problems, err)
	}
	// What is no test is refused as ever.
	if _, problems, _ = LoadRest(sqlFS(map[string]string{"SPEC.md": "# App\n"}), ".", "", "data"); len(problems) == 0 {
		t.Error("an application without a prompt is loaded")
	}
	// The SPEC.md of a whole project is no application.
	whole := sqlFS(nil)
	whole["SPEC.md"], whole["CLAUDE.md"] = &fstest.MapFile{Data: []byte("# Tool\n")},
		&fstest.MapFile{Data: []byte("# Rules\n")}
	if list, problems, err = Load(whole, ".", "", "data"); err != nil || len(problems) > 0 || len(list[0].Samples) != 4 {
		t.Error(err, problems)
	}
}
