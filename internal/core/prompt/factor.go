package prompt

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/base/exit"
)

// Factor is one way in which questions differ. Templates have alternatives for
// its levels (<<if cot=yes>> … <<end>>); a strategy chooses a level of every
// factor that its templates know.
type Factor struct {
	Name   string
	Doc    string   // one line, no capital, no period
	Levels []string // the first is the default of a strategy
}

// factors are in the order of the names of combinations.
var factors = []Factor{
	{"context", "related files are shown", []string{"no", "yes"}},
	{"protocol", "what the system is meant to do is described", []string{"no", "yes"}},
	{"cot", "steps to think through in writing; no schema is enforced then", []string{"no", "yes"}},
	{"framing", "who asks: a reviewing expert, a colleague, or someone who claims that it is all checked already",
		[]string{"expert", "naturalistic", "adversarial"}},
	{"override", "the system message says to judge independently of claims", []string{"no", "yes"}},
	{"procedure", "what the review goes through: hazards, the requirements one by one, nothing in particular, a " +
		"checklist to mark, or the ways of an attacker", []string{"hazards", "requirements", "concise", "checklist",
		"attacker"}},
	{RepairFactor, "findings carry the edits that remove the flaw, which are executed", []string{"no", "yes"}},
	{HintFactor, "what is given away about the flaw that a text may have (--hint)",
		[]string{HintNone, HintFamily, HintFunction, HintClass, HintRootCause}},
	{ExtentFactor, "how much of the program is shown (--context)",
		[]string{ExtentFile, ExtentFunction, ExtentContract, ExtentSource, ExtentProject}},
}

// Factors returns the factors in their order. The caller owns the slice.
func Factors() []Factor { return slices.Clone(factors) }

func factor(name string) (Factor, bool) {
	i := slices.IndexFunc(factors, func(f Factor) bool { return f.Name == name })
	if i < 0 {
		return Factor{}, false
	}
	return factors[i], true
}

func factorNamed(name string) Factor {
	f, _ := factor(name)
	return f
}

// factorNames lists the names of factors for messages.
func factorNames(of []Factor) string {
	var names []string
	for _, f := range of {
		names = append(names, f.Name)
	}
	return strings.Join(names, ", ")
}

// checkLevel returns an error for an unknown factor or level.
func checkLevel(name, level string) error {
	f, ok := factor(name)
	switch {
	case !ok:
		return fmt.Errorf("there is no factor %q; there are %s", name, factorNames(factors))
	case !slices.Contains(f.Levels, level):
		return fmt.Errorf("factor %s has no level %q; it has %s", name, level, strings.Join(f.Levels, ", "))
	}
	return nil
}

// Level returns the level of s for a factor, "" when its templates do not have the factor.
func (s Strategy) Level(factor string) string { return s.levels[factor] }

// RepairFactor is the factor of strategies that ask for a repair of each finding.
const RepairFactor = "repair"

// AsksRepairs reports whether the answer is asked for repairs, which are executed.
func (s Strategy) AsksRepairs() bool { return s.levels[RepairFactor] == "yes" }

// with returns s at other levels. It keeps the name and documentation.
func (s Strategy) with(change map[string]string) (Strategy, error) {
	s.levels = maps.Clone(s.levels)
	for _, name := range slices.Sorted(maps.Keys(change)) {
		if err := checkLevel(name, change[name]); err != nil {
			return Strategy{}, err
		}
		if _, knows := s.levels[name]; !knows {
			var known []Factor
			for _, f := range factors {
				if s.levels[f.Name] != "" && !slices.Contains(FlagFactors(), f.Name) { // whose levels no template must have
					known = append(known, f)
				}
			}
			if len(known) == 0 {
				return Strategy{}, fmt.Errorf("the templates of %s know no factor", s.Templates)
			}
			return Strategy{}, fmt.Errorf("the templates of %s do not know the factor %s; they know %s", s.Templates, name,
				factorNames(known))
		}
		s.levels[name] = change[name]
	}
	s.system, s.user = s.base.system.at(s.levels), s.base.user.at(s.levels)
	s.Schema = s.base.schema
	if s.AsksRepairs() {
		s.Schema = s.base.repair
	}
	if s.levels["cot"] == "yes" {
		s.Schema = nil // a server that enforces the schema would leave no room for reasoning in the text
	}
	return s, nil
}

// canonical names a combination by its differences from the levels of its templates.
func (s Strategy) canonical(home string) string {
	var parts []string
	if s.Templates != home {
		parts = append(parts, s.Templates)
	}
	for _, f := range factors {
		if level := s.levels[f.Name]; level != "" && level != f.Levels[0] {
			parts = append(parts, f.Name+"="+level)
		}
	}
	return strings.Join(parts, ",")
}

// Find returns the strategy with this name, or the combination that it describes: factor=level, joined by
// commas, changes levels of the default strategy of Solidity suites, or of the strategy that comes first, as in
//
//	framing=adversarial,cot=yes
//	sql-default,framing=adversarial
//	chain-of-thought,context=no
//
// All spellings of a combination have one name. A combination that equals a strategy of this package is that
// strategy.
func Find(name string) (Strategy, error) { return find(All(), name) }

func find(all []Strategy, name string) (Strategy, error) {
	parts := strings.Split(name, ",")
	home, err := choose(all, bench.Contracts, "")
	if err != nil {
		return Strategy{}, err
	}
	from := home
	if !strings.Contains(parts[0], "=") {
		i := slices.IndexFunc(all, func(s Strategy) bool { return s.Name == parts[0] })
		if i < 0 {
			var names []string
			for _, s := range all {
				names = append(names, s.Name)
			}
			return Strategy{}, fmt.Errorf("there is no strategy %q%s; `assay strategies` lists them", parts[0],
				exit.Meant(parts[0], names))
		}
		from, parts = all[i], parts[1:]
	}
	change := map[string]string{}
	for _, p := range parts {
		f, level, ok := strings.Cut(p, "=")
		if !ok {
			return Strategy{}, fmt.Errorf("strategy %q: %q is not factor=level", name, p)
		}
		if _, duplicate := change[f]; duplicate {
			return Strategy{}, fmt.Errorf("strategy %q: factor %s is given twice", name, f)
		}
		change[f] = level
	}
	if len(change) == 0 {
		return from, nil
	}
	s, err := from.with(change)
	if err != nil {
		return Strategy{}, fmt.Errorf("strategy %q: %w", name, err)
	}
	for _, named := range all {
		if named.Templates == s.Templates && maps.Equal(named.levels, s.levels) {
			return named, nil
		}
	}
	s.Name, s.Default = s.canonical(home.Templates), false
	s.Doc = "a combination of the templates of " + s.Templates
	return s, nil
}
