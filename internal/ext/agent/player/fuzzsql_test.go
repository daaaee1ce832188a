package player_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/bench/transcript"
	"assay/internal/core/engine"
	"assay/internal/ext/agent"
	"assay/internal/ext/agent/player"
)

// desk is a world with a table of notes. The result of the statement for note 7 depends on notes of another
// tenant, or on none.
type desk struct {
	agent.World
	leaks  bool
	broken bool
	asked  *int
}

func (d desk) Query(_ context.Context, q agent.Query) (string, error) {
	*d.asked++
	row := []string{"0:", "0:", "0:"}
	switch {
	case d.broken:
		return "", agent.Mistakef("relation does not exist")
	case strings.Contains(q.SQL, "information_schema"):
		row = []string{"note id integer\nnote org_id integer\nnote note_no integer\nnote removed_at timestamp with time zone"}
	case strings.HasPrefix(q.SQL, "/* note_no */"):
		row = []string{"6\n7"}
	case strings.Contains(q.SQL, "note_no = '7'"):
		if !strings.Contains(q.SQL, "WITH note AS (SELECT * FROM public.note WHERE (org_id IS NULL OR org_id = '1'))") {
			return "", agent.Mistakef("the rows of other tenants are not hidden: %s", q.SQL)
		}
		row = []string{"1:aa", "1:aa", "1:aa"}
		if d.leaks {
			row[1] = "0:"
		}
	}
	b, err := json.Marshal(map[string]any{"columns": []string{"a"}, "rows": [][]string{row}})
	return string(b), err
}

func (d desk) Close() error { return nil }

type desks struct{ desk }

func (w desks) Parts(bench.Task) agent.Parts { return agent.Parts{Database: true} }

func (w desks) Open(context.Context, bench.Task) (agent.World, error) {
	if w.asked == nil {
		return nil, errors.New("no PostgreSQL")
	}
	return w.desk, nil
}

const notes = "SELECT body -- of :nobody\nFROM note WHERE note_no = :note_no AND org_id::text <> ':x';"

// attack runs the fuzzer on a statement.
func attack(t *testing.T, d desk, code, world string) (bench.Response, *bench.Answer, error) {
	t.Helper()
	p, _ := player.Find("builtin/fuzzer")
	sc, err := agent.FindScaffold("react")
	if err != nil {
		t.Fatal(err)
	}
	asks := engine.AsksFor("sql-exploit")
	a, err := agent.New(agent.Config{Model: p, Question: question{"sql-exploit"}, Scaffold: sc,
		Limits: transcript.Limits{Turns: 30}, Worlds: desks{d},
		Check: func(text string) (string, bool) { return engine.Readable(asks, text) }})
	if err != nil {
		t.Fatal(err)
	}
	v := &bench.Variant{Truth: bench.Vulnerable, Task: bench.Task{Language: "sql",
		Files: []bench.File{{Path: "notes.sql", Text: code}},
		Spec:  "## Requirements\n\n1. Only notes of the tenant are read.\n", Aids: map[string]string{bench.AidWorld: world}}}
	r, err := a.Detect(t.Context(), v.Task)
	if err != nil {
		return r, nil, err
	}
	trial := bench.Trial{Variant: v, Details: &bench.Details{Response: r}}
	engine.Derive(asks, 0, &trial, silent{})
	if trial.Outcome != bench.Answered {
		t.Fatalf("%s: %s", trial.Outcome, trial.Reason)
	}
	return r, trial.Answer, nil
}

// The fuzzer submits the call whose result depends on rows of another tenant, twice with the same bytes. It
// makes no claim where no row matters, or where there is nothing to try.
func TestFuzzerOnQueries(t *testing.T) {
	const world = "## Principals\n\nWhat the server derives from the session of each:\n\n- ann: now: 2025-01-01 " +
		"00:00:00+00, org_id: 1, user_id: 5"
	asked := 0
	r, a, err := attack(t, desk{leaks: true, asked: &asked}, notes, world)
	if err != nil || a.Verdict != bench.Vulnerable || len(a.Findings) != 1 ||
		!strings.Contains(a.Findings[0].Attack, `{"as":"ann","params":{"note_no":"7"}}`) {
		t.Fatalf("%v %+v", err, a)
	}
	again, _, err := attack(t, desk{leaks: true, asked: &asked}, notes, world)
	if err != nil || again.Text != r.Text {
		t.Errorf("two runs differ: %v\n%s\n%s", err, r.Text, again.Text)
	}
	for name, tt := range map[string]struct {
		d           desk
		code, world string
		says        string
		calls       bool
	}{
		"a good test": {desk{}, notes, world, "showed nothing wrong", true},
		"a function": {desk{leaks: true}, "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'", world,
			"nothing was tried", false},
		"no parameters":       {desk{leaks: true}, "SELECT body FROM note", world, "showed nothing wrong", true},
		"no principals":       {desk{leaks: true}, notes, "## Principals\n\nThere are none.", "nothing to try", false},
		"no database answers": {desk{broken: true}, notes, world, "nothing to try", true},
	} {
		asked := 0
		tt.d.asked = &asked
		_, a, err := attack(t, tt.d, tt.code, tt.world)
		if err != nil || a.Verdict != bench.Safe || !strings.Contains(fmt.Sprint(a.Explanation), tt.says) ||
			(asked > 0) != tt.calls {
			t.Errorf("%s: %v, %d calls, %+v", name, err, asked, a)
		}
	}
	if _, _, err := attack(t, desk{}, notes, world); err == nil || !strings.Contains(err.Error(), "no PostgreSQL") {
		t.Errorf("a world that does not open: %v", err)
	}
}
