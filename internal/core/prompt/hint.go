package prompt

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
)

// HintFactor is the factor for how much a question reveals about a possible flaw. Every strategy that asks
// about code has it, without a change of its templates: a hint follows the question.
const HintFactor = "hint"

// Levels of the hint. Each reveals what its name says, and nothing that belongs to another level.
const (
	HintNone      = "none"
	HintFamily    = "family"
	HintFunction  = "function"
	HintClass     = "class-and-function"
	HintRootCause = "root-cause"
)

// hintLead precedes every hint. It makes no claim, because both halves of a pair get the same hint.
const hintLead = "A hint, given before anybody knew whether this code has a flaw. If it has one: "

// Hinted returns s at a level of the hint, with the level in its name.
func (s Strategy) Hinted(level string) (Strategy, error) { return s.named(HintFactor, level) }

// named returns s at a level of a factor of [FlagFactors], with the level in its name.
func (s Strategy) named(factorName, level string) (Strategy, error) {
	name := s.Name
	s, err := s.with(map[string]string{factorName: level})
	if err != nil {
		return Strategy{}, fmt.Errorf("strategy %s: %w", name, err)
	}
	if level != factorNamed(factorName).Levels[0] {
		s.Name, s.Default = name+","+factorName+"="+level, false
	}
	return s, nil
}

// Hints returns the hints from the labels of a vulnerable variant, by level. Its twin gets the same ones. A
// level without a matching label is missing.
func Hints(v *bench.Variant) map[string]string {
	out := map[string]string{}
	family, class := "", ""
	if k, ok := v.Class.Info(); ok && v.Class != "other" {
		family, class = strings.ReplaceAll(string(k.Family), "_", " "), k.Title
	}
	place := placeOf(v)
	if family != "" {
		out[HintFamily] = "it is of the family \"" + family + "\"."
	}
	if place != "" {
		out[HintFunction] = "it is in " + place + "."
		if v.Task.Spec != "" {
			out[HintFunction] = "it violates " + place + "."
		}
	}
	if class != "" && place != "" {
		out[HintClass] = strings.TrimSuffix(out[HintFunction], ".") + ", and its class is \"" + class + "\"."
		if v.RootCause != "" {
			out[HintRootCause] = out[HintClass] + " Its root cause: " + strings.Join(strings.Fields(v.RootCause), " ")
		}
	}
	return out
}

// placeOf returns the functions of the labelled root cause, or the violated requirements.
func placeOf(v *bench.Variant) string {
	var names []string
	what := "the function"
	for _, l := range v.Targets() {
		if v.Task.Spec != "" {
			what = "requirement"
			for _, n := range l.Requirements {
				names = append(names, fmt.Sprint(n))
			}
			continue
		}
		names = append(names, cmp.Or(l.Scope, "(outside of functions)"))
	}
	slices.Sort(names)
	names = slices.Compact(names)
	if len(names) == 0 {
		return ""
	}
	return what + " " + strings.Join(names, ", ")
}
