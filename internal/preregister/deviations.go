package preregister

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/bench"
)

// Deviations lists every difference between a run, given by its manifest and the hash of
// its plan, and the registered one. It is empty if there is none.
func Deviations(p bench.Preregistration, m bench.Manifest, plan string) []string {
	var out []string
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	for _, name := range slices.Sorted(maps.Keys(union(p.Plan.Suites, m.Suites))) {
		was, is := p.Plan.Suites[name], m.Suites[name]
		switch {
		case was == is:
		case is == "":
			say("suite %s was registered and is not run", name)
		case was == "":
			say("suite %s was not registered", name)
		default:
			say("suite %s was changed: its content hashes to %.12s, not to %.12s", name, is, was)
		}
	}
	subjects(p.Plan.Subjects, m.Subjects, say)
	if m.Epochs != p.Repetitions {
		say("everything is asked %d times, not %d", m.Epochs, p.Repetitions)
	}
	is := chains(m)
	for _, c := range p.Plan.Chains {
		if !slices.Contains(is, c) {
			say("chain %s was registered and is not run", c)
		}
	}
	for _, c := range is {
		if !slices.Contains(p.Plan.Chains, c) {
			say("chain %s was not registered", c)
		}
	}
	if m.Seed != p.Plan.Seed {
		say("the seed is %d, not %d", m.Seed, p.Plan.Seed)
	}
	if judge := m.Judging.String(); judge != p.Plan.Judge {
		say("the judge is %s, not %s", judge, p.Plan.Judge)
	}
	if m.Parser != p.Plan.Parser {
		say("the parser is version %s, not %s", m.Parser, p.Plan.Parser)
	}
	if m.Variants != p.Plan.Variants {
		say("%d texts are shown, not %d", m.Variants, p.Plan.Variants)
	}
	if m.Trials != p.Plan.Trials {
		say("%d trials are planned, not %d", m.Trials, p.Plan.Trials)
	}
	if plan != p.Plan.Hash && len(out) == 0 {
		say("the plan is another: other texts were selected, or questions are put otherwise")
	}
	return out
}

func subjects(was, is []bench.Subject, say func(string, ...any)) {
	find := func(list []bench.Subject, name string) *bench.Subject {
		if i := slices.IndexFunc(list, func(s bench.Subject) bool { return s.Name == name }); i >= 0 {
			return &list[i]
		}
		return nil
	}
	for _, s := range was {
		now := find(is, s.Name)
		switch {
		case now == nil:
			say("subject %s was registered and is not asked", s.Name)
		case now.Version != s.Version:
			say("subject %s is of version %s, not %s", s.Name, now.Version, s.Version)
		case now.Strategy != s.Strategy:
			say("subject %s is asked with strategy %q, not %q", s.Name, now.Strategy, s.Strategy)
		case !maps.Equal(now.Params, s.Params):
			say("subject %s is asked with other settings: %s, not %s", s.Name, settings(now.Params), settings(s.Params))
		}
	}
	for _, s := range is {
		if find(was, s.Name) == nil {
			say("subject %s was not registered", s.Name)
		}
	}
}

func settings(params map[string]string) string {
	var out []string
	for _, k := range slices.Sorted(maps.Keys(params)) {
		out = append(out, k+"="+params[k])
	}
	if len(out) == 0 {
		return "none"
	}
	return strings.Join(out, " ")
}

func union(a, b map[string]string) map[string]string {
	out := maps.Clone(a)
	if out == nil {
		out = map[string]string{}
	}
	maps.Copy(out, b)
	return out
}
