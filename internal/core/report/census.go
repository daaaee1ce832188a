package report

import (
	"fmt"
	"maps"
	"slices"

	"assay/internal/bench"
)

// Census counts the contents of a suite, without transformed texts. Every number is computed from the variants
// that the run planned.
type Census struct {
	Samples, Variants, Bases int
	Vulnerable, Safe         int
	Unproved                 int // samples with a variant that is not proved by execution
	Transformed              int // variants made by chains, which no other count includes
	Groups                   []Group
}

// Group is one subset or application, with its samples.
type Group struct {
	Name    string
	Samples int
}

// Census returns the counts of the suite.
func (s *Suite) Census() Census {
	var c Census
	samples, bases, unproved, groups := map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]int{}
	for _, v := range s.Variants {
		c.Variants++
		bases[v.Base] = true
		if v.Truth == bench.Vulnerable {
			c.Vulnerable++
		} else {
			c.Safe++
		}
		if v.Proof != bench.Proved {
			unproved[v.Sample] = true
		}
		if !samples[v.Sample] {
			samples[v.Sample] = true
			groups[v.Group]++
		}
	}
	c.Samples, c.Bases, c.Unproved, c.Transformed = len(samples), len(bases), len(unproved), len(s.Transformed)
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		c.Groups = append(c.Groups, Group{name, groups[name]})
	}
	return c
}

// String returns the census on one line.
func (c Census) String() string {
	out := fmt.Sprintf("%s, %s (%d vulnerable, %d safe), %s", Plural(c.Samples, "sample"), Plural(c.Variants, "variant"),
		c.Vulnerable, c.Safe, Plural(c.Bases, "cluster"))
	for i, g := range c.Groups {
		sep := ", "
		if i == 0 {
			sep = " · "
		}
		name := g.Name
		if name == "" {
			name = "no group"
		}
		out += fmt.Sprintf("%s%s %d", sep, name, g.Samples)
	}
	if c.Samples > 0 {
		out += " · " + c.proved()
	}
	return out
}

// proved says how many samples are proved.
func (c Census) proved() string {
	if c.Unproved == 0 {
		return "all proved"
	}
	return fmt.Sprintf("%d proved", c.Samples-c.Unproved)
}
