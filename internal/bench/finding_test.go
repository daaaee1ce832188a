package bench

import "testing"

// Every class is one of the five of Appendix G; what of a partial match is found
// decides which.
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
