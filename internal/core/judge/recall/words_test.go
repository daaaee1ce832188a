package recall

import (
	"testing"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/suites"
)

// Compares the root cause of every sample with every sample's description of its attack: nearly all are
// accepted for their own incident, and hardly any for another.
func TestMechanismsApart(t *testing.T) {
	list, problems, err := suite.Load(suites.FS, ".", "", "suites")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	var causes, attacks []string
	for _, s := range list {
		for i := range s.Samples {
			if m := s.Samples[i].Meta; m != nil && len(m.Knowledge) > 0 {
				attack := m.Attack
				for _, f := range m.Knowledge {
					attack += " " + f.Answer
				}
				causes, attacks = append(causes, m.RootCause), append(attacks, attack)
			}
		}
	}
	own, others := 0, 0
	for i, said := range causes {
		for k, truth := range attacks {
			if !tells(truth, said) {
				continue
			}
			if i == k {
				own++
			} else {
				others++
			}
		}
	}
	n := len(causes)
	t.Logf("%d of %d of its own, %d of %d of another", own, n, others, n*(n-1))
	if n < 30 || 10*own < 8*n || 50*others > n*(n-1) {
		t.Errorf("%d of %d of its own, %d of %d of another", own, n, others, n*(n-1))
	}
}

func TestTells(t *testing.T) {
	const truth = "The initializer left the zero root trusted, so that a message which nobody had proved was " +
		"accepted and the bridge paid it out."
	for said, want := range map[string]bool{
		"An upgrade marked the zero root as trusted; any unproved message was then accepted by the bridge.": true,
		"Reentrancy in the withdraw function let the attacker drain the contract.":                          false,
		"zero root": false, // too few words
		"The attacker called a function of the contract and stole all funds of the users.": false,
		"": false,
	} {
		if got := tells(truth, said); got != want {
			t.Errorf("%q: %v", said, got)
		}
	}
}

func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		truth, said string
		want        bool
	}{
		{"splitDAO(), which called withdrawRewardFor()", "It was splitDAO.", true},
		{"splitDAO(), which called withdrawRewardFor()", "the withdrawRewardFor function", true},
		{"splitDAO(), which called withdrawRewardFor()", "splitting the DAO and a reward", false},
		{"arithmetic overflow of the bonding curve", "The bonding curve overflowed.", true},
		{"arithmetic overflow of the bonding curve", "a reentrant call", false},
		{"about 100", "about 100", false}, // no telling words
	} {
		if got := answers(c.truth, c.said); got != c.want {
			t.Errorf("%q for %q: %v", c.said, c.truth, got)
		}
	}
}

// The mechanism is a second fact in addition to one that the name does not reveal. With the class only, there
// is no such fact. A sample's own questions do not count towards K.
func TestMechanismIsAFact(t *testing.T) {
	truth := Incident{Name: "x", Date: "2022-08-01", Class: "initialization",
		Mechanism: "the zero root was trusted, and a message without proof accepted",
		Questions: []bench.IncidentQuestion{{Text: "Which function?", Answer: "process()"},
			{Text: "Why?", Answer: "the root of zero was trusted"}}}
	told := Claim{Known: true, Mechanism: "a zero root was trusted, so messages without proof were accepted",
		Answers: []string{"process", "bad luck", "more than was asked"}}
	k := Assess(truth, told)
	if len(k.Right) != 1 || k.Right[0] != Mechanism || k.Verified || k.Answered != 2 || k.AnsweredRight != 1 {
		t.Errorf("%+v", k)
	}
	told.Date = "2022-08"
	if k = Assess(truth, told); !k.Verified || len(k.Right) != 2 {
		t.Errorf("with the date: %+v", k)
	}
	told.Mechanism = "somebody entered again and again before balances were cleared"
	if k = Assess(truth, told); k.Verified || len(k.Wrong) != 1 || k.Wrong[0] != Mechanism {
		t.Errorf("another mechanism: %+v", k)
	}
	if k = Assess(Incident{Foil: true}, Claim{Answers: []string{"", "cook()"}}); !k.False {
		t.Error("an answer to a question about an invented incident is not told")
	}
}
