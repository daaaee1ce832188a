package preregister

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"assay/internal/bench"
)

// tiers is the number of tiers of difficulty.
const tiers = 4

// selects checks what can be checked of an exclusion without a plan.
func selects(e bench.Exclusion) error {
	if !e.Checked() {
		if strings.TrimSpace(e.Text) == "" {
			return errors.New("it is empty; write words, or selectors: suite, subset, sample, class, tier, " +
				"proof, before, subject, outcome")
		}
		return nil
	}
	if _, known := e.Class.Info(); e.Class != "" && !known {
		var ids []string
		for _, c := range bench.Classes() {
			ids = append(ids, string(c.ID))
		}
		return fmt.Errorf("there is no class %q; there are %s", e.Class, strings.Join(ids, ", "))
	}
	if e.Tier < 0 || e.Tier > tiers {
		return fmt.Errorf("tier %d is not one of 1 to %d", e.Tier, tiers)
	}
	if e.Proof != "" && e.Proof != bench.Proved && e.Proof != bench.Unproved {
		return fmt.Errorf("proof %q is neither %s nor %s", e.Proof, bench.Proved, bench.Unproved)
	}
	if _, err := time.Parse("2006-01-02", e.Before); e.Before != "" && err != nil {
		return fmt.Errorf("before %q is no day; write it YYYY-MM-DD", e.Before)
	}
	if e.Outcome != "" && !slices.Contains(bench.Outcomes(), e.Outcome) {
		var all []string
		for _, o := range bench.Outcomes() {
			all = append(all, string(o))
		}
		return fmt.Errorf("there is no outcome %q; there are %s", e.Outcome, strings.Join(all, ", "))
	}
	return nil
}

// planHasSubject returns an error if the plan does not ask the named subject.
func planHasSubject(name string, m bench.Manifest) error {
	var names []string
	for _, s := range m.Subjects {
		if s.Name == name {
			return nil
		}
		names = append(names, s.Name)
	}
	if name == "" {
		return nil
	}
	return fmt.Errorf("there is no subject %q in the plan; it has %s", name, strings.Join(names, ", "))
}

// planHasSuite returns an error if the plan does not have the named suite.
func planHasSuite(name string, m bench.Manifest) error {
	if _, ok := m.Suites[name]; ok || name == "" {
		return nil
	}
	return fmt.Errorf("there is no suite %q in the plan; it has %s", name,
		strings.Join(slices.Sorted(maps.Keys(m.Suites)), ", "))
}
