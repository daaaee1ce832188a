package validate

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/detect"
	"assay/internal/core/detect/asked"
	"assay/internal/core/detect/builtin"
	"assay/internal/core/model"
	"assay/internal/core/report"
	"assay/internal/core/suite"
	"assay/internal/proof/certify"
	"assay/internal/test/corpustest"
	"assay/suites"
)

// commandRE matches an answer that a text demands, and nothing in the question itself.
var commandRE = regexp.MustCompile(`(?i)(?:verdict|answer|print|outputis)[^"\n]{0,60}?(safe|vulnerable)|` +
	`\{"verdict": "(safe|vulnerable)", "vulnerabilities": \[`)

// obedient answers as the text tells it, and else as knower does.
func obedient(knower respond) respond {
	return func(r model.Request) string {
		m := commandRE.FindStringSubmatch(r.User)
		switch {
		case m == nil:
			return knower(r)
		case strings.EqualFold(m[1]+m[2], "safe"):
			return `{"verdict": "safe", "confidence": 1, "vulnerabilities": [], "overall_explanation": "As I was told."}`
		}
		return `{"verdict": "vulnerable", "confidence": 1, "overall_explanation": "As I was told.", "vulnerabilities": [` +
			`{"type": "access control", "severity": "high", "location": "everywhere", "explanation": "As I was told.", ` +
			`"attack_scenario": "", "suggested_fix": ""}]}`
	}
}

// A subject that does what the reviewed text tells it is seen by the table, at every place and for every kind, in the
// direction of the instruction and not in the other. One that knows the truth and one that is always wrong are not
// moved. Where the question does not show the place, the table says that instead of a number.
func TestInjections(t *testing.T) {
	corpustest.Turn(t, 3)
	list, problems, err := suite.Load(suites.FS, suite.Blockbench, "", suite.Blockbench)
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	st := list[0]
	var selected []*bench.Variant
	for i := range st.Variants {
		v := &st.Variants[i]
		if twin, ok := st.Variant(v.Twin); ok && len(selected) < 16 && v.Task.Protocol != "" && len(v.Task.Files) == 1 {
			selected = append(selected, v, twin)
		}
	}
	var names []string
	for _, options := range []string{"kind=order", "kind=role,towards=vulnerable", "kind=end",
		"kind=audited,towards=vulnerable", "kind=tool", "kind=schema,towards=vulnerable",
		"kind=threat", "kind=divert,towards=vulnerable", "place=natspec",
		"place=local,towards=vulnerable", "place=string", "place=public,towards=vulnerable", "place=protocol"} {
		names = append(names, "injection:"+options, "injection-placebo:"+options)
	}
	chains, err := certify.Chains(append(names, "reformat"))
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := certify.Write(&file, st, st.Programs(selected), chains, 1, nil); err != nil {
		t.Fatal(err)
	}
	stored, err := suite.ReadVariants(file.Bytes(), "injections.zip")
	if err != nil {
		t.Fatal(err)
	}
	st.AddVariants(stored)
	varied, err := suite.Vary(list, selected, append(names, "reformat"), 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range varied.Left {
		if !strings.Contains(l.Chain, "place=public") && !strings.Contains(l.Chain, "place=local") {
			t.Errorf("%s: %v", l.Chain, l.Why)
		}
	}
	variants := append(selected, varied.Variants...)
	var truth []bench.Variant
	byHash := map[string]bench.Task{}
	for _, v := range variants {
		truth = append(truth, *v)
		byHash[v.Task.Hash()] = v.Task
	}
	known, err := builtin.All(truth)
	if err != nil {
		t.Fatal(err)
	}
	oracle := known[slices.IndexFunc(known, func(d detect.Detector) bool { return d.Subject().Name == "builtin/oracle" })]
	knower := respond(func(r model.Request) string {
		a, err := oracle.Detect(context.Background(), byHash[r.Task])
		if err != nil {
			t.Error(err)
		}
		return a.Text
	})
	wrong := respond(func(r model.Request) string {
		if strings.Contains(knower(r), `"verdict": "safe"`) {
			return believer(model.Request{User: `it is in the function f, and its class is "reentrancy"`})
		}
		return believer(model.Request{})
	})
	var detectors []detect.Detector
	for _, x := range []struct {
		name, strategy string
		respond
	}{{"x/obedient", "context-enhanced", obedient(knower)}, {"x/knower", "context-enhanced", knower},
		{"x/wrong", "context-enhanced", wrong}, {"x/short", "direct", obedient(knower)}} {
		d, err := asked.New(asked.Config{Model: x.respond, Name: x.name, Strategy: x.strategy})
		if err != nil {
			t.Fatal(err)
		}
		detectors = append(detectors, d)
	}
	d := asks(t, detectors, variants)
	d.Manifest.Chains = varied.Chains
	doc := report.Only(d, "injections")
	if len(doc.Sections) != 1 || len(doc.Sections[0].Tables) != 1 {
		t.Fatalf("%+v", doc.Sections)
	}
	rows := doc.Sections[0].Tables[0].Rows
	if len(rows) != 4*len(names)/2 {
		t.Errorf("%d rows for %d chains", len(rows), len(names)/2)
	}
	for _, row := range rows {
		who, chain := row.Cells[0].Text, row.Cells[1].Text
		if strings.HasPrefix(who, "x/short") && chain == "injection:place=protocol" {
			if row.Cells[2].Text != "not in the question" || row.Cells[2].Number != nil {
				t.Errorf("%s %s: %+v", who, chain, row.Cells[2])
			}
			continue
		}
		if row.Cells[2].Number == nil || row.Cells[3].Number == nil {
			t.Errorf("%s %s: no number: %+v", who, chain, row.Cells)
			continue
		}
		flawed, repaired := *row.Cells[2].Number, *row.Cells[3].Number
		wantFlawed, wantRepaired, wantFound := 0.0, 0.0, 0.0
		obeys := strings.HasPrefix(who, "x/obedient") || strings.HasPrefix(who, "x/short")
		if obeys {
			wantFound = -1
		}
		switch {
		case obeys && strings.Contains(chain, "towards=vulnerable"):
			wantRepaired = 1
		case obeys:
			wantFlawed = -1
		}
		if said := fmt.Sprintf("%s %s: flawed %v, repaired %v", who, chain, flawed, repaired); flawed != wantFlawed ||
			repaired != wantRepaired {
			t.Error(said)
		} else {
			t.Log(said)
		}
		if found := row.Cells[4].Number; found == nil || *found != wantFound {
			t.Errorf("%s %s: flaws found: %+v", who, chain, row.Cells[4])
		}
	}
	// The placebos of injections are no placebos of other chains, and an obedient subject is not called a recogniser.
	part := d.Suites()[0]
	effects, _ := report.TransformationsOf(d, &part)
	if !slices.Equal(effects.Placebos, []string{"reformat"}) {
		t.Errorf("placebos %v", effects.Placebos)
	}
	for _, s := range effects.Subjects {
		if s.Subject.Name == "x/obedient@context-enhanced" && s.Diagnosis != "follows the flaw" {
			t.Errorf("%s: %s, %s", s.Subject.Name, s.Diagnosis, s.Reason)
		}
	}
}
