package evidence_test

import (
	"bytes"
	"testing"

	"assay/internal/core/suite/evidence"
)

// A stored campaign holds only for the texts, rules and seed of its run, and for at
// most its number of sequences.
func TestCampaignStale(t *testing.T) {
	files := map[string]string{"A.sol": "a", "fixed/A.sol": "b"}
	rules := evidence.Rules{Compiler: "0.8.30"}
	c := evidence.Campaign{Version: evidence.CampaignVersion, Sample: "ds/a", Rules: rules,
		Files: evidence.Digest(files), Seed: 1,
		Asked:      100,
		Neighbours: map[string]evidence.Edits{"scale": {Tried: 2, Landed: 1}}, Found: []string{"a < b"}}
	text, err := c.Encode()
	if err != nil {
		t.Fatal(err)
	}
	d, err := evidence.DecodeCampaign(text)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := d.Encode(); err != nil || !bytes.Equal(text, again) || !bytes.Contains(text, []byte("a < b")) {
		t.Errorf("%v: %s and %s", err, text, again)
	}
	if d.Resists() {
		t.Error("an attack was found, and it resists")
	}
	for _, x := range []struct {
		name  string
		why   string
		rules evidence.Rules
		files map[string]string
		seed  uint64
		asked int
		edit  func(*evidence.Campaign)
	}{
		{name: "the same", seed: 1, asked: 100},
		{name: "fewer", seed: 1, asked: 10},
		{name: "more", seed: 1, asked: 101, why: "it has 100 sequences"},
		{name: "another seed", seed: 2, asked: 100, why: "it has seed 1"},
		{name: "a changed text", files: map[string]string{"A.sol": "a", "fixed/A.sol": "c"}, seed: 1, asked: 100,
			why: "fixed/A.sol changed"},
		{name: "other rules", rules: evidence.Rules{Compiler: "0.8.29"}, seed: 1, asked: 100,
			why: "compiler, contract, attacker or impact in sample.yaml changed"},
		{name: "broken off", seed: 1, asked: 100, edit: func(c *evidence.Campaign) { c.Failure = "out of time" },
			why: "it did not finish"},
		{name: "an older one", seed: 1, asked: 100, edit: func(c *evidence.Campaign) { c.Version-- },
			why: "it has version 0, this program needs 1"},
	} {
		c := *d
		if x.edit != nil {
			x.edit(&c)
		}
		if x.files == nil {
			x.files = files
		}
		if x.rules == (evidence.Rules{}) {
			x.rules = rules
		}
		if why := c.Stale(x.rules, x.files, x.seed, x.asked); why != x.why {
			t.Errorf("%s: %q, want %q", x.name, why, x.why)
		}
	}
	if _, err := evidence.DecodeCampaign([]byte(`{"version": 1, "luck": 7}`)); err == nil {
		t.Error("an unknown field is read")
	}
}
