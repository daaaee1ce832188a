package suite

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"assay/internal/bench"
	proof "assay/internal/core/suite/evidence"
)

// A variant is vouched for by evidence on exactly its text, made from exactly these originals, when the originals
// are proved themselves.
func TestVouch(t *testing.T) {
	list, _, err := Load(jarFS("", ""), ".", "", "data")
	if err != nil {
		t.Fatal(err)
	}
	x, _ := list[0].Executable(&list[0].Samples[0])
	encode := func(b []byte, err error) []byte {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	evidence := encode((&proof.Evidence{Version: proof.Version, Rules: x.Rules, Files: proof.Digest(x.Files()),
		Proved: true}).Encode())

	variant := func(text string) *bench.Variant {
		v, _ := list[0].Variant("blockbench/ds/jar")
		out := *v
		out.Chain, out.Seed, out.Proof = "chameleon", 7, bench.Unproved
		out.Task.Files = []bench.File{{Path: "Jar.sol", Text: text}}
		return &out
	}
	good, weak := variant("contract Urn {}"), variant("contract Pot {}")
	stored := proof.Variants{Version: proof.VariantsVersion, Sample: x.ID, Rules: &x.Rules, Files: proof.Digest(x.Files()),
		Variants: []proof.Variant{
			{Chain: "chameleon", Seed: 7, Half: proof.Vulnerable, Task: good.Task.Hash(), Certificate: "C3", Promised: "C3",
				Shown: "equal"},
			{Chain: "chameleon", Seed: 7, Half: proof.Fixed, Task: weak.Task.Hash(), Certificate: "C5", Promised: "C3",
				Failure: "C5 is weaker than C3"},
		}}
	variants := encode(stored.Encode())

	load := func(change func(fstest.MapFS)) *Suite {
		t.Helper()
		m := jarFS("evidence.json", string(evidence))
		m["ds/jar/variants.json"] = &fstest.MapFile{Data: variants}
		change(m)
		list, problems, err := Load(m, ".", "", "data")
		if err != nil || len(problems) > 0 {
			t.Fatal(err, problems)
		}
		return list[0]
	}
	s := load(func(fstest.MapFS) {})
	if why := s.Vouch(good); why != "" || good.Proof != bench.Proved || good.Certificate != "C3" ||
		good.Evidence != "C3: equal" {
		t.Errorf("%q, %+v", why, good)
	}
	other, seed, lost := variant("contract Vase {}"), variant("contract Urn {}"), variant("contract Urn {}")
	seed.Seed, lost.Sample = 8, "ds/pot"
	for _, c := range []struct {
		name   string
		v      *bench.Variant
		change func(fstest.MapFS)
		want   string
	}{
		{"weak", weak, func(fstest.MapFS) {}, "C5 is weaker"},
		{"other text", other, func(fstest.MapFS) {}, "no stored evidence on this text"},
		{"other seed", seed, func(fstest.MapFS) {}, "no stored evidence on this text"},
		{"other sample", lost, func(fstest.MapFS) {}, "has no sample"},
		{"no file", variant("contract Urn {}"), func(m fstest.MapFS) { delete(m, "ds/jar/variants.json") },
			"`assay variants build --chain chameleon --seed 7 --write`"},
		{"stale", variant("contract Urn {}"), func(m fstest.MapFS) {
			m["ds/jar/Proof.sol"].Data = append(
				m["ds/jar/Proof.sol"].Data, '\n')
		}, "no evidence on variants"},
		{"cut", variant("contract Urn {}"), func(m fstest.MapFS) {
			m["ds/jar/variants.json"].Data = variants[:len(
				variants)-20]
		}, "not a variants.json"},
		{"original unproved", variant("contract Urn {}"), func(m fstest.MapFS) { delete(m, "ds/jar/evidence.json") },
			"is not proved itself"},
	} {
		s := load(c.change)
		if why := s.Vouch(c.v); !strings.Contains(why, c.want) || c.v.Proof != bench.Unproved || c.v.Certificate != "" {
			t.Errorf("%s: %q, %+v", c.name, why, c.v.Proof)
		}
		if c.name == "stale" && (len(s.Notes) != 2 || !strings.Contains(s.Notes[1],
			"variants.json is out of date (Proof.sol changed)")) {
			t.Errorf("notes %q", s.Notes)
		}
	}
	m := jarFS("evidence.json", string(evidence))
	m["ds/jar/variants.json"] = &fstest.MapFile{Data: []byte(`{"trust": "me"}`)}
	if _, problems, _ := Load(m, ".", "", "data"); len(problems) != 1 ||
		!strings.Contains(problems[0].String(), "assay variants build") {
		t.Errorf("malformed: %v", problems)
	}
}

// An application says for each requirement of SPEC.md what it is about; one that says nothing is noted.
func TestAccepted(t *testing.T) {
	const missing = "acceptance.yaml is missing"
	for rules, want := range map[string]string{
		"":                                       missing,
		"acceptance: {1: [{at_most: 1}], 2: []}": "",
		"acceptance: {1: [{at_most: 1}]}":        "requirement 2 of SPEC.md has no acceptance",
		"acceptance: [":                          "", // an error of verify
	} {
		files := map[string]string{"fixtures.sql": "SELECT 1;", "proof.yaml": "requirements: {1: all, 2: all}"}
		if rules != "" {
			files["acceptance.yaml"] = rules
		}
		list, problems, err := Load(sqlFS(files), ".", "", "data")
		if err != nil {
			t.Fatal(err)
		}
		said := fmt.Sprint(problems)
		if len(problems) == 0 {
			said = fmt.Sprint(list[0].Notes)
		}
		if want == "" && (len(problems) > 0 || strings.Contains(said, missing)) || !strings.Contains(said, want) {
			t.Errorf("%s: %s", rules, said)
		}
	}
}

// What excuses a part of a condition is read, and names a good test.
func TestExcused(t *testing.T) {
	for conditions, want := range map[string]string{
		`q-01-good: [{without: "a = 1", because: "none has it, and none could"}]`: "",
		`q-01-good: [{without: "a = 1", because: none has it, and none could}]`:   "unknown field",
		`q-09-good: [{without: "a = 1", because: none}]`:                          `"q-09-good" is no good test that is executed`,
	} {
		files := map[string]string{"fixtures.sql": "SELECT 1;", "conditions.yaml": conditions}
		_, problems, err := Load(sqlFS(files), ".", "", "data")
		if err != nil {
			t.Fatal(err)
		}
		if said := fmt.Sprint(problems); want == "" && len(problems) > 0 || !strings.Contains(said, want) {
			t.Errorf("%s: %s", conditions, said)
		}
	}
}

// SQL tests of one query share the query's file.
func TestVouchSQL(t *testing.T) {
	list, _, err := Load(sqlFS(map[string]string{"fixtures.sql": "SELECT 1;"}), ".", "", "data")
	if err != nil {
		t.Fatal(err)
	}
	app := list[0].Apps[0]
	q := &app.Queries[0]
	evidence := proof.SQLEvidence{Version: proof.SQLVersion, Files: proof.Digest(app.Files(q)), Proved: true,
		Tests: q.Labels()}
	for i := range evidence.Tests {
		evidence.Tests[i].Proved = true
	}
	e, err := evidence.Encode()
	if err != nil {
		t.Fatal(err)
	}
	v, _ := list[0].Variant(list[0].Samples[2].Keys[0])
	now := *v
	now.Chain, now.Seed = "no-comments", 1
	stored := proof.Variants{Version: proof.VariantsVersion, Sample: "app/q", Files: proof.Digest(app.Files(q)),
		Variants: []proof.Variant{
			{Chain: "no-comments", Seed: 1, Test: "q-03-bad", Task: now.Task.Hash(), Certificate: "C1", Promised: "C1",
				Shown: "same tree"}}}
	b, err := stored.Encode()
	if err != nil {
		t.Fatal(err)
	}
	list, problems, err := Load(sqlFS(map[string]string{"fixtures.sql": "SELECT 1;", "q.evidence.json": string(e),
		"q.variants.json": string(b)}), ".", "", "data")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	if why := list[0].Vouch(&now); why != "" || now.Certificate != "C1" {
		t.Errorf("%q: %+v", why, now)
	}
}
