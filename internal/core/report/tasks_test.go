package report

import (
	"strings"
	"testing"

	"assay/internal/bench"
)

// taskWorld is one model that reviews, attacks and repairs three samples.
func taskWorld() *Data {
	d := &Data{Subjects: []bench.Subject{{Name: "m", Kind: "model", Model: "m"},
		{Name: "m@exploit", Kind: "model", Model: "m", Strategy: "exploit"},
		{Name: "m@patch", Kind: "model", Model: "m", Strategy: "patch"}}}
	vs := variants("blockbench", "blockbench", 3)
	did := func(subject string, v *bench.Variant, says bench.Truth, e *bench.Executed) bench.Trial {
		t := say(subject, v, says, e != nil && e.Step == bench.StepSpecific)
		t.Verdict.Executed = e
		return t
	}
	all, half := 1.0, 0.5
	d.Trials = append(d.Trials,
		say("m", vs[0], bench.Vulnerable, true), say("m", vs[1], bench.Safe, false),
		did("m@exploit", vs[0], bench.Vulnerable, &bench.Executed{Step: bench.StepSpecific, Works: true, Gain: &all}),
		did("m@exploit", vs[2], bench.Vulnerable, &bench.Executed{Step: bench.StepMeets, Works: true, OnTwin: true,
			Gain: &half}),
		did("m@exploit", vs[4], bench.Vulnerable, &bench.Executed{Step: bench.StepParses, OnTwin: true}),
		did("m@exploit", vs[1], bench.Vulnerable, nil), did("m@exploit", vs[3], bench.Safe, nil),
		did("m@patch", vs[0], bench.Vulnerable, &bench.Executed{Step: bench.StepRepairs, Works: true, Changed: 3,
			TwinDiff: 2}),
		did("m@patch", vs[2], bench.Vulnerable, &bench.Executed{Step: bench.StepHonest, Changed: 90, TwinDiff: 2}),
		did("m@patch", vs[4], bench.Safe, nil))
	return d
}

func TestTasks(t *testing.T) {
	d := taskWorld()
	s, ok := buildTasks(d)
	if !ok || len(s.Tables) != 2 {
		t.Fatalf("%d tables", len(s.Tables))
	}
	line := func(i int) string {
		var out []string
		for _, c := range s.Tables[i].Rows[0].Cells[1:] {
			text := c.Count()
			if text == "" {
				text = c.Text
			}
			out = append(out, text)
		}
		return strings.Join(out, " | ")
	}
	if got, want := line(0), "3/3 | 2/3 | 2/3 | 2/3 | 2/3 | 1/3 | 0.75 | 1 | 1 | 1 | 0 | 1/2"; got != want {
		t.Errorf("attacks: %s, want %s", got, want)
	}
	if got, want := line(1), "2/3 | 2/3 | 2/3 | 1/3 | 3 | 2 | –"; got != want {
		t.Errorf("repairs: %s, want %s", got, want)
	}
	if foot := strings.Join(s.Tables[0].Foot, " "); !strings.Contains(foot, "ALARM: 1 attack worked on the twin only") {
		t.Errorf("no alarm: %s", foot)
	}
	if _, ok := buildTasks(world()); ok {
		t.Error("attacks where nobody attacks")
	}
	// Trials of different tasks share no table, and no rate.
	var names []string
	for _, part := range d.Suites() {
		names = append(names, part.Name)
		if n := len(d.SubjectsOf(&part)); n != 1 {
			t.Errorf("%s has %d subjects", part.Name, n)
		}
	}
	if got := strings.Join(names, "; "); got != "blockbench; blockbench, exploit; blockbench, repair" {
		t.Errorf("parts: %s", got)
	}
}

// What was planned and could not be executed has no rate of zero and no dash: its cells are not measured, with the
// reason in the cell.
func TestNotExecuted(t *testing.T) {
	d := taskWorld()
	for i, r := range d.Trials {
		if r.Subject == "m@exploit" && r.Variant.Truth == bench.Vulnerable {
			d.Trials[i] = bench.Trial{ID: r.ID, Subject: r.Subject, Variant: r.Variant}
		}
	}
	s, ok := buildTasks(d)
	if !ok {
		t.Fatal("no table")
	}
	const why = "not measured: 3 of 5 trials not executed"
	for i, c := range s.Tables[0].Rows[0].Cells[1:7] {
		if c.Text != "not measured" || c.NotMeasured != why || c.Number != nil {
			t.Errorf("column %d: %q, %q", i, c.Text, c.NotMeasured)
		}
	}
	for _, part := range d.Suites() {
		for _, l := range HeadlineOf(d, &part).Lines {
			if got := l.Cells[0].Value.NotMeasured; (got == why) != (l.Subject.Name == "m@exploit") {
				t.Errorf("%s: %q", l.Subject.Name, got)
			}
		}
	}
}
