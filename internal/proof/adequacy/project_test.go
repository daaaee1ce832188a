package adequacy_test

import (
	"strings"
	"testing"

	"assay/internal/core/suite"
	"assay/internal/proof/adequacy"
	"assay/internal/test/solctest"
)

// A guard of a project is noticed if the proof of any claim notices, and stands in the report once.
func TestProject(t *testing.T) {
	t.Parallel()
	claim := func(id, proofText string, equivalent map[string]suite.Harmless) adequacy.Claim {
		x := jarSample(proofText)
		x.ID = id
		return adequacy.Claim{Sample: &suite.Sample{ID: id, Group: "club", Meta: &suite.Meta{Equivalent: equivalent}},
			Program: x}
	}
	blind := strings.Replace(jarProof, "test_RefusesStrangers", "strangers", 1)
	r, err := adequacy.Project(t.Context(), solctest.New(t), []adequacy.Claim{
		claim("club/one", blind, map[string]suite.Harmless{
			"Jar.appoint: helper_ == keeper":                {Because: "both are the same", Input: "the keeper"},
			"Jar.put: msg.value > 0":                        {Because: "it is nothing", Input: "zero"},
			"Jar.open, byKeeper: msg.sender == keeper":      {Because: "anybody may", Input: "anybody"},
			"Jar.shut: there is no such guard in this text": {Because: "…", Input: "…"},
		}),
		claim("club/two", jarProof, nil),
	})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]adequacy.Deletion{}
	for _, d := range r.Deletions {
		if _, twice := got[d.Taken()]; twice || d.Unit != "club" || d.Text != "Jar.sol" || d.Line == 0 {
			t.Errorf("%v", d)
		}
		got[d.Taken()] = d
	}
	for name, want := range map[string]struct {
		verdict adequacy.Verdict
		why     string
	}{
		"Jar.close, byKeeper: msg.sender == keeper": {adequacy.Noticed, "club/two: "}, // the first proof never tries
		"Jar.put: msg.value > 0":                    {adequacy.Noticed, "club/one: "},
		"Jar._check: msg.sender != helper":          {adequacy.Survived, ""},
		"Jar.open, byKeeper: msg.sender == keeper":  {adequacy.Survived, ""}, // no reason excuses a guard on the caller
		"Jar.appoint: helper_ == keeper":            {adequacy.Equivalent, "both are the same"},
	} {
		if d := got[name]; d.Verdict != want.verdict || !strings.HasPrefix(d.Why, want.why) {
			t.Errorf("%s: %s, %q", name, d.Verdict, d.Why)
		}
	}
	if len(r.Problems) != 3 {
		t.Errorf("problems: %q", r.Problems)
	}
}
