package bench

import (
	"encoding/json"
	"testing"
)

func TestExclusionFits(t *testing.T) {
	v := func(public string) *Variant {
		return &Variant{Suite: "s", Group: "tc", Sample: "a", Class: "reentrancy", Tier: 2, Proof: Proved, Public: public}
	}
	for _, c := range []struct {
		e          Exclusion
		public     string
		fits, open bool
	}{
		{Exclusion{Text: "words"}, "", false, false},
		{Exclusion{Suite: "s", Subset: "tc", Sample: "a", Class: "reentrancy", Tier: 2, Proof: Proved, Subject: "m",
			Outcome: Refused}, "", true, false},
		{Exclusion{Suite: "other", Outcome: Refused}, "", false, false},
		{Exclusion{Subset: "ds"}, "", false, false},
		{Exclusion{Sample: "b"}, "", false, false},
		{Exclusion{Class: "access_control"}, "", false, false},
		{Exclusion{Tier: 3}, "", false, false},
		{Exclusion{Proof: Unproved}, "", false, false},
		{Exclusion{Subject: "n"}, "", false, false},
		{Exclusion{Outcome: Answered}, "", false, false},
		{Exclusion{Before: "2024-03-15"}, "2024-03-14", true, false},
		{Exclusion{Before: "2024-03-15"}, "2024-03-15", false, false},
		{Exclusion{Before: "2024-03-15"}, "2024-02", true, false},
		{Exclusion{Before: "2024-03-15"}, "2024-03", false, true}, // part of the month is before the day
		{Exclusion{Before: "2024-03-15"}, "2024-04", false, false},
		{Exclusion{Before: "2024-03-15"}, "2023", true, false},
		{Exclusion{Before: "2024-03-15"}, "2024", false, true},
		{Exclusion{Before: "2024-01-01"}, "2024", false, false},
		{Exclusion{Before: "2024-03-15"}, "", false, true},
		{Exclusion{Before: "2024-03-15", Tier: 3}, "", false, false}, // the date does not matter
	} {
		if fits, open := c.e.Fits(v(c.public), "m", Refused); fits != c.fits || open != c.open {
			t.Errorf("%+v on %q: fits %v, open %v", c.e, c.public, fits, open)
		}
	}
}

func TestExclusionAsJSON(t *testing.T) {
	for _, c := range []struct {
		e    Exclusion
		json string
	}{
		{Exclusion{Text: "drafts"}, `"drafts"`},
		{Exclusion{Text: "why", Tier: 4, Outcome: Refused}, `{"text":"why","tier":4,"outcome":"refused"}`},
	} {
		b, err := json.Marshal(c.e)
		if err != nil || string(b) != c.json {
			t.Errorf("%s, %v", b, err)
		}
		var back Exclusion
		if err := json.Unmarshal(b, &back); err != nil || back != c.e {
			t.Errorf("%+v, %v", back, err)
		}
	}
	if got := (Exclusion{Text: "why", Suite: "s", Tier: 4,
		Before: "2024-01-01"}).Filter(); got != "suite: s, tier: 4, before: 2024-01-01" {
		t.Error(got)
	}
}
