package bench

import "testing"

// Every class maps to one of the five of Appendix G; for a partial match,
// FindingVerdict.Found decides which.
func TestCoarse(t *testing.T) {
	for _, c := range []struct {
		f    FindingVerdict
		want FindingClass
	}{
		{FindingVerdict{Class: TargetMatch}, TargetMatch},
		{FindingVerdict{Class: PartialMatch, Type: MatchPartial, Location: MatchExact}, TargetMatch},
		{FindingVerdict{Class: PartialMatch, Type: MatchWrong, Location: MatchExact}, Mischaracterized},
		{FindingVerdict{Class: Mischaracterized}, Mischaracterized},
		{FindingVerdict{Class: BonusValid}, BonusValid},
		{FindingVerdict{Class: DesignChoice}, SecurityTheater},
		{FindingVerdict{Class: OutOfScope}, SecurityTheater},
		{FindingVerdict{Class: Informational}, SecurityTheater},
		{FindingVerdict{Class: SecurityTheater}, SecurityTheater},
		{FindingVerdict{Class: Hallucinated}, Hallucinated},
		{FindingVerdict{}, ""},
	} {
		if got := c.f.Coarse(); got != c.want {
			t.Errorf("%+v is %q, want %q", c.f, got, c.want)
		}
	}
}

func TestFindingNames(t *testing.T) {
	for _, c := range []struct {
		f        Finding
		function string
		want     bool
	}{
		{Finding{Scopes: []string{"a", "b"}}, "b", true},
		{Finding{Location: "withdraw and deposit functions"}, "deposit", true},
		{Finding{Location: "what Bank.withdraw pays"}, "withdraw", true},
		{Finding{Location: "withdrawAll, _withdraw"}, "withdraw", false},
		{Finding{Location: "withdrawAll, withdraw"}, "withdraw", true},
		{Finding{Location: "Fallback function"}, "fallback", true},
		{Finding{Location: "Withdraw"}, "withdraw", false},
		{Finding{Location: "anything", Scopes: []string{""}}, "", false},
		{Finding{}, "withdraw", false},
	} {
		if got := c.f.Names(c.function); got != c.want {
			t.Errorf("%+v names %q: %t, want %t", c.f, c.function, got, c.want)
		}
	}
}
