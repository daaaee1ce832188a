package preregister

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/metric"
)

// directions lists the directions that a test may claim for a difference.
var directions = []string{"lower", "higher", "different"}

// sanitized is the chain that others are compared with. If it has nothing to remove from
// a text, its result would be the original, which then replaces it.
const sanitized = "minimal-sanitized"

// form checks what can be checked of a test without a plan.
func form(t bench.HypothesisTest) error {
	m, ok := metric.ByID(t.Metric)
	switch {
	case !ok:
		var ids []string
		for _, m := range append(metric.All(), metric.PerTarget()...) {
			ids = append(ids, m.ID)
		}
		return fmt.Errorf("there is no metric %q; there are %s", t.Metric, strings.Join(ids, ", "))
	case t.Against == "" && t.AgainstSubject == "":
		return errors.New("nothing to compare with; add against: CHAIN (or original), or against_subject: SUBJECT")
	case t.Against != "" && t.AgainstSubject != "":
		return errors.New("against and against_subject exclude each other; write two hypotheses")
	case t.Against != "" && t.Chain == "":
		return fmt.Errorf("no chain is compared with %s; add chain: CHAIN", t.Against)
	case t.Against != "" && t.Against == t.Chain:
		return fmt.Errorf("%s is compared with itself; name another in against", t.Chain)
	case t.Chain == bench.OriginalTexts:
		return errors.New("chain must be a chain of the plan; original belongs in against, and without chain subjects " +
			"are compared on the original texts")
	case t.AgainstSubject != "" && t.AgainstSubject == t.Subject:
		return fmt.Errorf("%s is compared with itself; name another in against_subject", t.Subject)
	case (t.Direction == "") == (t.Equivalent == nil):
		return errors.New("give either direction: lower, higher or different, or equivalent: POINTS")
	case t.Direction != "" && !slices.Contains(directions, t.Direction):
		return fmt.Errorf("direction %q is not lower, higher or different", t.Direction)
	case t.Equivalent != nil && !(*t.Equivalent > 0 && *t.Equivalent < 100):
		return fmt.Errorf("a margin of %g points does not lie between 0 and 100", *t.Equivalent)
	case t.Equivalent != nil && m.Scale == metric.Amount:
		return fmt.Errorf("%s is not measured in points; state a direction instead of equivalent", m.ID)
	}
	return nil
}

// Bind checks the tests of a draft against the planned run: every suite, chain and subject that they name must be
// in it. If a test names no suite, it gets the suite that has both sides of the comparison. name is for messages.
func Bind(name string, d Draft, m bench.Manifest) (Draft, error) {
	d.Hypotheses = slices.Clone(d.Hypotheses)
	for i := range d.Hypotheses {
		h := &d.Hypotheses[i]
		if h.Test == nil {
			continue
		}
		t, err := bind(*h.Test, m)
		if err != nil {
			return d, fmt.Errorf("%s: hypothesis %s: test: %w", name, h.ID, err)
		}
		h.Test = &t
	}
	for i, e := range d.Exclusions {
		if err := cmp.Or(planHasSubject(e.Subject, m), planHasSuite(e.Suite, m)); err != nil {
			return d, fmt.Errorf("%s: exclusion %d: %w", name, i+1, err)
		}
	}
	return d, nil
}

func bind(t bench.HypothesisTest, m bench.Manifest) (bench.HypothesisTest, error) {
	for _, s := range []string{t.Subject, t.AgainstSubject} {
		if err := planHasSubject(s, m); err != nil {
			return t, err
		}
	}
	if t.AgainstSubject != "" && t.Subject == "" && len(m.Subjects) < 2 {
		return t, fmt.Errorf("the plan has no subject to compare with %s; add one with --model", t.AgainstSubject)
	}
	suites := slices.Sorted(maps.Keys(m.Suites))
	if err := planHasSuite(t.Suite, m); err != nil {
		return t, err
	}
	if t.Suite != "" {
		suites = []string{t.Suite}
	}
	for _, chain := range []string{t.Chain, t.Against} {
		if chain == "" || chain == bench.OriginalTexts {
			continue
		}
		suites = slices.DeleteFunc(suites, func(s string) bool {
			return !slices.ContainsFunc(m.Chains, func(u bench.ChainUse) bool {
				return u.Suite == s && u.Chain == chain && (u.Applied > 0 || chain == t.Against && chain == sanitized)
			})
		})
		if len(suites) == 0 {
			return t, fmt.Errorf("the plan has no text under chain %q%s; %s", chain, onSuite(t.Suite), planned(m))
		}
	}
	if len(suites) > 1 {
		return t, fmt.Errorf("it could be of %s; add suite: NAME, and make one hypothesis for each",
			strings.Join(suites, " or "))
	}
	t.Suite = suites[0]
	return t, nil
}

func onSuite(name string) string {
	if name == "" {
		return ""
	}
	return " on " + name
}

// planned describes the chains of a plan, or how to add some.
func planned(m bench.Manifest) string {
	if list := chains(m); len(list) > 0 {
		return "its chains are " + strings.Join(list, ", ")
	}
	return "it has no chains, --variants adds them"
}
