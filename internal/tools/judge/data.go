package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/answer"
	"assay/internal/core/detect/imported"
	"assay/internal/core/judge"
	"assay/internal/core/judge/recorded"
	"assay/internal/core/stats/agree"
	"assay/internal/core/suite"
)

// judged is one recorded answer about a vulnerable text with the decision of the majority
// of the recorded judges on one of its documented flaws.
type judged struct {
	variant         *bench.Variant
	flaw            int            // its number, where the text has several; 0
	alone           *bench.Variant // the variant as if this were its only flaw
	subject         string
	answer          bench.Answer
	strict, lenient bool
	classes         []bench.FindingClass
	votes           []int // of the judges, on the strict match: 0, 1 or agree.Missing
}

// read returns the answers of a subset that an importer wrote to dir, as far as a
// majority of judges decided on them.
func read(dir, subset string, judges []string) ([]judged, error) {
	suites, problems, err := suite.Load(os.DirFS(dir), ".", filepath.Base(dir), dir)
	if err != nil {
		return nil, err
	}
	if len(problems) > 0 {
		return nil, fmt.Errorf("%s", problems[0])
	}
	variants := map[string]*bench.Variant{}
	for _, s := range suites {
		for i := range s.Variants {
			if v := &s.Variants[i]; v.Group == subset && v.Truth == bench.Vulnerable {
				variants[v.Key] = v
			}
		}
	}
	answers, err := load(filepath.Join(dir, "responses.jsonl"), imported.Read)
	if err != nil {
		return nil, err
	}
	judgements, err := load(filepath.Join(dir, "judgements.jsonl"), recorded.Read)
	if err != nil {
		return nil, err
	}
	type about struct {
		sample, subject string
		repetition      int
	}
	votes := map[about]map[string][]recorded.Judgement{}
	for _, j := range judgements {
		a := about{j.Sample, j.Subject, j.Repetition}
		if votes[a] == nil {
			votes[a] = map[string][]recorded.Judgement{}
		}
		votes[a][j.Judge] = append(votes[a][j.Judge], j)
	}
	var out []judged
	for _, l := range answers {
		v := variants[l.Sample]
		if v == nil {
			continue
		}
		a, _, ok := answer.Parse(l.Text, l.Finish == bench.Truncated)
		if !ok {
			continue
		}
		var verdicts []bench.Verdict
		for _, name := range judges {
			list := votes[about{l.Sample, l.Subject, l.Repetition}][name]
			if list == nil {
				verdicts = append(verdicts, judge.Undecided(name, v, "not recorded"))
				continue
			}
			ref := recorded.Named(recorded.Prefix + name)
			verdict, ok := ref.Read(v, a, recorded.Reply(list...))
			if !ok {
				verdict = judge.Undecided(name, v, "unreadable")
			}
			verdicts = append(verdicts, verdict)
		}
		p, err := judge.Panel(verdicts)
		if err != nil {
			return nil, err
		}
		for _, of := range flaws(v, p) {
			if of.Strict == bench.Unscored || of.Lenient == bench.Unscored {
				continue
			}
			out = append(out, judged{variant: v, flaw: of.Target, alone: alone(v, of.Target), subject: l.Subject, answer: a,
				strict: of.Strict == bench.Hit, lenient: of.Lenient == bench.Hit, classes: classesOf(p),
				votes: cast(verdicts, of.Target)})
		}
	}
	return out, nil
}

// flaws returns the decisions of a verdict on each documented flaw that was asked about: the recorded judges were asked
// about one flaw at a time, and an answer that finds another one is a miss for them.
func flaws(v *bench.Variant, d bench.Verdict) []bench.TargetVerdict {
	if !v.Several() {
		return []bench.TargetVerdict{{Strict: d.Strict, Lenient: d.Lenient}}
	}
	return d.Targets
}

// on returns the decision of a verdict on one flaw.
func (j judged) on(d bench.Verdict) bench.TargetVerdict {
	list := flaws(j.variant, d)
	if i := slices.IndexFunc(list, func(t bench.TargetVerdict) bool { return t.Target == j.flaw }); i >= 0 {
		return list[i]
	}
	return bench.TargetVerdict{Strict: bench.Unscored, Lenient: bench.Unscored}
}

// cast returns the votes of judges on one flaw.
func cast(verdicts []bench.Verdict, flaw int) (out []int) {
	for _, v := range verdicts {
		d := v.Strict
		if flaw > 0 {
			d = bench.Unscored
			for _, t := range v.Targets {
				if t.Target == flaw {
					d = t.Strict
				}
			}
		}
		if d == bench.Unscored {
			out = append(out, agree.Missing)
		} else {
			out = append(out, number(d == bench.Hit))
		}
	}
	return out
}

// alone returns the variant as if one of several flaws were the only one.
func alone(v *bench.Variant, flaw int) *bench.Variant {
	if flaw == 0 {
		return v
	}
	out := *v
	sets := v.LabelSets()
	set := sets[slices.IndexFunc(sets, func(s bench.LabelSet) bool { return s.Number == flaw })]
	out.Class, out.Severity, out.RootCause, out.Attack, out.Fix, out.Further = set.Class, set.Severity, set.RootCause,
		set.Attack, set.Fix, nil
	out.Labels = nil
	for _, l := range v.Labels {
		if l.Number() == flaw {
			l.Set = 0
			out.Labels = append(out.Labels, l)
		}
	}
	return &out
}

// load reads a file of JSON lines.
func load[T any](file string, parse func(r io.Reader, name string) ([]T, error)) ([]T, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return parse(f, file)
}

func classesOf(v bench.Verdict) (out []bench.FindingClass) {
	for _, f := range v.Findings {
		out = append(out, f.Class)
	}
	return out
}
