package recall_test

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"assay/internal/core/judge/recall"
)

var nomad = recall.Incident{Name: "Nomad bridge", Date: "2022-08-01", LossUSD: 190_000_000, Chain: "ethereum",
	Class: "initialization"}

func usd(x float64) *float64 { return &x }

func TestAssess(t *testing.T) {
	type facts = []recall.Fact
	for _, c := range []struct {
		name         string
		truth        recall.Incident
		claim        recall.Claim
		right, wrong facts
		verified     bool
	}{
		{"all right", nomad, recall.Claim{Known: true, Date: "2022-08-01", LossUSD: usd(190e6), Chain: "Ethereum mainnet",
			Class: "Improper initialization"},
			facts{recall.Date, recall.Loss, recall.Class, recall.Chain}, nil, true},
		{"nothing said", nomad, recall.Claim{}, nil, nil, false},
		{"what the name gives away is not knowledge", nomad, recall.Claim{Known: true, Chain: "ETH", Class: "access control"},
			facts{recall.Class, recall.Chain}, nil, false},
		{"one fact alone", nomad, recall.Claim{Known: true, Date: "2022-08"}, facts{recall.Date}, nil, false},
		{"a hard and an easy one", nomad, recall.Claim{Known: true, LossUSD: usd(160e6), Chain: "L1"},
			facts{recall.Loss, recall.Chain}, nil, true},
		{"31 days early", nomad, recall.Claim{Date: "2022-07-01"}, facts{recall.Date}, nil, false},
		{"32 days early", nomad, recall.Claim{Date: "2022-06-30"}, nil, facts{recall.Date}, false},
		{"31 days late", nomad, recall.Claim{Date: "2022-09-01"}, facts{recall.Date}, nil, false},
		{"with a time", nomad, recall.Claim{Date: "2022-08-01T00:00:00Z"}, facts{recall.Date}, nil, false},
		{"32 days late", nomad, recall.Claim{Date: "2022-09-02"}, nil, facts{recall.Date}, false},
		{"the month before, whole", nomad, recall.Claim{Date: "2022-06"}, nil, facts{recall.Date}, false},
		{"a month within reach", nomad, recall.Claim{Date: "2022-07"}, facts{recall.Date}, nil, false},
		{"the year is no date", nomad, recall.Claim{Date: "2022"}, nil, facts{recall.Date}, false},
		{"20 percent less", nomad, recall.Claim{LossUSD: usd(152e6)}, facts{recall.Loss}, nil, false},
		{"more than 20 percent less", nomad, recall.Claim{LossUSD: usd(151.9e6)}, nil, facts{recall.Loss}, false},
		{"no number", nomad, recall.Claim{LossUSD: usd(math.NaN())}, nil, facts{recall.Loss}, false},
		{"another flaw", nomad, recall.Claim{Class: "reentrancy"}, nil, facts{recall.Class}, false},
		{"no name of a flaw", nomad, recall.Claim{Class: "it was bad"}, nil, facts{recall.Class}, false},
		{"another chain", nomad, recall.Claim{Chain: "Base"}, nil, facts{recall.Chain}, false},
		{"what is not known cannot be wrong", recall.Incident{Name: "x", Date: "2020-01"},
			recall.Claim{Date: "2020-02-28", LossUSD: usd(1), Chain: "bsc", Class: "dos"}, facts{recall.Date}, nil, false},
	} {
		got := recall.Assess(c.truth, c.claim)
		if !reflect.DeepEqual(got.Right, []recall.Fact(c.right)) || !reflect.DeepEqual(got.Wrong, []recall.Fact(c.wrong)) ||
			got.Verified != c.verified || got.False {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
	foil := recall.Incident{Name: "Nobody", Foil: true}
	for _, c := range []struct {
		claim recall.Claim
		want  bool
	}{{recall.Claim{}, false}, {recall.Claim{Known: true}, true}, {recall.Claim{Date: "2021-01"}, true},
		{recall.Claim{LossUSD: usd(1)}, true}, {recall.Claim{Chain: "ethereum"}, false}} {
		if got := recall.Assess(foil, c.claim); got.False != c.want || got.Verified {
			t.Errorf("foil, %+v: %+v", c.claim, got)
		}
	}
}

func TestParse(t *testing.T) {
	c, err := recall.Parse("Sure.\n```json\n{\"known\": true, \"date\": \"2022-08-01\", \"loss_usd\": 190000000, " +
		"\"chain\": null, \"vulnerability\": \"x\", \"mechanism\": \"y\"}\n```")
	if err != nil || !c.Known || c.Date != "2022-08-01" || *c.LossUSD != 190e6 || c.Chain != "" || c.Class != "x" ||
		c.Mechanism != "y" {
		t.Errorf("%+v %v", c, err)
	}
	for _, text := range []string{"", "I do not know it.", "{}", `{"known": "yes"}`,
		`{"known": true, "loss_usd": "190 million"}`, "{", "}{"} {
		if c, err := recall.Parse(text); err == nil {
			t.Errorf("%q: %+v", text, c)
		}
	}
}

func TestFoils(t *testing.T) {
	a, b := recall.Foils(7, 20, nil), recall.Foils(7, 20, nil)
	if !reflect.DeepEqual(a, b) || len(a) != 20 {
		t.Fatalf("%d and %d foils, equal %v", len(a), len(b), reflect.DeepEqual(a, b))
	}
	seen := map[string]bool{}
	for _, f := range recall.Foils(1, 1000, []string{"quillmere bridge"}) {
		if seen[f.Name] || !f.Foil || f.Name == "Quillmere Bridge" {
			t.Errorf("%+v", f)
		}
		seen[f.Name] = true
	}
	if len(seen) != 199 {
		t.Errorf("%d names", len(seen))
	}
	if fmt.Sprint(recall.Foils(8, 5, nil)) == fmt.Sprint(a[:5]) {
		t.Error("another seed gives the same names")
	}
}

func FuzzParse(f *testing.F) {
	f.Add(`{"known": true, "date": "2022-08-01", "loss_usd": 1e9, "chain": "eth", "vulnerability": "", "mechanism": ""}`)
	f.Add("{{}}")
	f.Fuzz(func(t *testing.T, text string) {
		if c, err := recall.Parse(text); err == nil {
			recall.Assess(nomad, c)
		}
	})
}
