package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"assay/internal/bench"
	"assay/internal/core/answer"
	"assay/internal/core/detect/imported"
	"assay/internal/core/judge"
	"assay/internal/core/judge/recorded"
	"assay/internal/core/stats/agree"
	"assay/internal/core/suite"
)

// judged is one recorded answer about a vulnerable text with the decision of the majority
// of the recorded judges.
type judged struct {
	variant         *bench.Variant
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
		if p.Strict == bench.Unscored || p.Lenient == bench.Unscored {
			continue
		}
		var cast []int
		for _, v := range verdicts {
			if v.Strict == bench.Unscored {
				cast = append(cast, agree.Missing)
			} else {
				cast = append(cast, number(v.Strict == bench.Hit))
			}
		}
		out = append(out, judged{v, l.Subject, a, p.Strict == bench.Hit, p.Lenient == bench.Hit, classesOf(p), cast})
	}
	return out, nil
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
