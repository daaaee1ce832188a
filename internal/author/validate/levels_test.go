package validate

import (
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"testing"

	"assay/internal/bench"
	"assay/internal/bench/transcript"
	"assay/internal/core/detect"
	"assay/internal/core/detect/asked"
	"assay/internal/core/detect/builtin"
	"assay/internal/core/engine"
	"assay/internal/core/metric"
	"assay/internal/core/model"
	"assay/internal/core/prompt"
	"assay/internal/core/report"
	"assay/internal/core/suite"
	"assay/internal/ext/agent"
	"assay/internal/ext/agent/player"
	"assay/suites"
)

// respond is a model that computes its answer from a request.
type respond func(model.Request) string

// Generate implements [model.Model].
func (f respond) Generate(_ context.Context, r model.Request) (bench.Response, error) {
	return bench.Response{Text: f(r), Finish: bench.Answered, FinishRaw: "stop", Attempts: 1}, nil
}

var hintRE = regexp.MustCompile(`it is in the function ([^.]+), and its class is "([^"]+)"`)

// believer repeats what a hint tells it, and finds nothing without one.
func believer(r model.Request) string {
	m := hintRE.FindStringSubmatch(r.User)
	if m == nil {
		return `{"verdict": "safe", "confidence": 1, "vulnerabilities": [], "overall_explanation": "Nothing."}`
	}
	b, err := json.Marshal(map[string]any{"verdict": "vulnerable", "confidence": 1,
		"overall_explanation": "As I was told.", "vulnerabilities": []any{map[string]any{
			"type": m[2], "severity": "high", "location": m[1], "explanation": "As I was told.", "attack_scenario": "",
			"suggested_fix": ""}}})
	if err != nil {
		panic(err)
	}
	return string(b)
}

// pairs returns the first vulnerable contracts of the suite and their twins, with hints and
// parts of the code.
func pairs(t *testing.T, n int) []*bench.Variant {
	t.Helper()
	list, problems, err := suite.Load(suites.FS, suite.Blockbench, "", suite.Blockbench)
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	var out []*bench.Variant
	for i := range list[0].Variants {
		v := list[0].Variants[i]
		twin, ok := list[0].Variant(v.Twin)
		if v.Truth != bench.Vulnerable || !ok || len(prompt.Hints(&v)) < 4 || len(out) == 2*n {
			continue
		}
		safe := *twin
		for _, half := range []struct{ v, other *bench.Variant }{{&v, twin}, {&safe, &v}} {
			aids := map[string]string{}
			for level, text := range prompt.Hints(&v) {
				aids[bench.AidHint+level] = text
			}
			for level, text := range prompt.Extents(half.v, half.other) {
				aids[bench.AidExtent+level] = text
			}
			half.v.Task.Aids = aids
		}
		out = append(out, &v, &safe)
	}
	return out
}

// asks plans the trials of detectors on variants and executes them, like any run.
func asks(t *testing.T, detectors []detect.Detector, variants []*bench.Variant) *report.Data {
	t.Helper()
	jobs, err := engine.Plan(detectors, variants, 1)
	if err != nil {
		t.Fatal(err)
	}
	w := &World{data: &report.Data{RunID: "levels", Complete: true}}
	for _, d := range detectors {
		w.data.Subjects = append(w.data.Subjects, d.Subject())
	}
	if err := w.ask(t.Context(), jobs); err != nil {
		t.Fatal(err)
	}
	return w.data
}

// A subject that believes hints finds everything with one and nothing without, and the
// numbers show it: it alarms on every repaired text too, and the headline reports that it
// finds nothing. A subject that knows the truth finds everything at every level of hints
// and of context, and never alarms: code shown in part keeps its line numbers.
func TestLevels(t *testing.T) {
	variants := pairs(t, 40)
	var truth []bench.Variant
	byHash := map[string]bench.Task{}
	for _, v := range variants {
		truth = append(truth, *v)
		byHash[v.Task.Hash()] = v.Task
	}
	known, err := builtin.All(truth)
	if err != nil {
		t.Fatal(err)
	}
	oracle := known[slices.IndexFunc(known, func(d detect.Detector) bool { return d.Subject().Name == "builtin/oracle" })]
	knower := respond(func(r model.Request) string {
		a, err := oracle.Detect(context.Background(), byHash[r.Task])
		if err != nil {
			t.Error(err)
		}
		return a.Text
	})
	for factor, levels := range map[string][]string{
		prompt.HintFactor:   {"", "function", "class-and-function", "root-cause"},
		prompt.ExtentFactor: {"", "function", "contract"},
	} {
		var detectors []detect.Detector
		for name, m := range map[string]model.Model{"x/believer": respond(believer), "x/knower": knower} {
			for _, level := range levels {
				strategy := ""
				if level != "" {
					strategy = "direct," + factor + "=" + level
				}
				d, err := asked.New(asked.Config{Model: m, Name: name, Strategy: strategy})
				if err != nil {
					t.Fatal(err)
				}
				detectors = append(detectors, d)
			}
		}
		d := asks(t, detectors, variants)
		parts := d.Suites()
		if len(parts) != 1 {
			t.Fatalf("%s: %d parts", factor, len(parts))
		}
		if names := report.HeadlineOf(d, &parts[0]).Names(); len(names) != 2 {
			t.Errorf("%s: the headline has %q", factor, names)
		}
		lines := report.LevelsOf(d, &parts[0], factor)
		if len(lines) != 2 {
			t.Fatalf("%s: %d lines", factor, len(lines))
		}
		for _, l := range lines {
			for i, level := range report.Levels(factor) {
				found, alarm := l.Found[i].Value, l.Alarm[i].Value
				if found.N == 0 {
					continue
				}
				t.Logf("%s %s=%s: found %d/%d, alarms %d/%d", l.Subject, factor, level, found.K, found.N, alarm.K, alarm.N)
				told := factor == prompt.HintFactor && (level == prompt.HintClass || level == prompt.HintRootCause)
				switch {
				case found.N < 35 || found.N != alarm.N:
					t.Errorf("%s %s=%s: %d texts", l.Subject, factor, level, found.N)
				case l.Subject == "x/knower" && (found.Point != 1 || alarm.Point != 0):
					t.Errorf("%s %s=%s: found %v, alarms %v", l.Subject, factor, level, found.Point, alarm.Point)
				case l.Subject == "x/believer" && told && (found.Point < 0.9 || alarm.Point != 1):
					t.Errorf("%s %s=%s: found %v, alarms %v", l.Subject, factor, level, found.Point, alarm.Point)
				case l.Subject == "x/believer" && !told && (found.Point != 0 || alarm.Point != 0):
					t.Errorf("%s %s=%s: found %v, alarms %v", l.Subject, factor, level, found.Point, alarm.Point)
				}
				if lost := l.Lost[i]; i != l.From && (lost.P == nil || (lost.Point < -0.9 &&
					*lost.P < 1e-6) != (l.Subject == "x/believer" && told)) {
					t.Errorf("%s %s=%s: lost %+v", l.Subject, factor, level, lost)
				}
			}
		}
	}
}

// nowhere is a world without anything but the files.
type nowhere struct{ agent.World }

func (nowhere) Parts(bench.Task) agent.Parts                          { return agent.Parts{} }
func (nowhere) Open(context.Context, bench.Task) (agent.World, error) { return nowhere{}, nil }
func (nowhere) Close() error                                          { return nil }

// The numbers show that agents that cannot find anything find nothing: one calls tools that
// do not exist, one never submits. Their trials keep their endings, stay in every
// denominator, and whether they raise alarms is not measured.
func TestIdleAgents(t *testing.T) {
	variants := pairs(t, 6)
	react, err := agent.FindScaffold("react")
	if err != nil {
		t.Fatal(err)
	}
	var detectors []detect.Detector
	for _, name := range []string{"builtin/hallucinator", "builtin/never-submits"} {
		p, ok := player.Find(name)
		if !ok {
			t.Fatal(name)
		}
		q, err := asked.New(asked.Config{Model: p, Name: p.Name})
		if err != nil {
			t.Fatal(err)
		}
		d, err := agent.New(agent.Config{Model: p, Question: q, Scaffold: react, Limits: transcript.Limits{Turns: 8},
			Worlds: nowhere{},
			Check:  func(text string) (string, bool) { return engine.Readable(prompt.ForVerdict, text) }})
		if err != nil {
			t.Fatal(err)
		}
		detectors = append(detectors, d)
	}
	d := asks(t, detectors, variants)
	part := d.Suites()[0]
	for _, l := range report.HeadlineOf(d, &part).Lines {
		rows := part.Headline(l.Subject.Name)
		for _, r := range rows {
			if r.Answer != nil || r.Outcome != bench.Truncated || bench.EndingOfTrial(r.Outcome, r.Reason) != bench.TurnLimit {
				t.Errorf("%s on %s: %s, %s", l.Subject.Name, r.Variant.Key, r.Outcome, r.Reason)
			}
		}
		found, alarm := metric.TDR.Compute(rows), metric.FalseAlarm.Compute(rows)
		if found.K != 0 || found.N != 6 || alarm.NotMeasured == "" {
			t.Errorf("%s: found %d of %d, alarms %+v", l.Subject.Name, found.K, found.N, alarm)
		}
	}
}
