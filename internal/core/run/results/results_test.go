//go:build unix

package results

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/internal/bench"
	"assay/internal/core/answer"
	"assay/internal/core/database"
	"assay/internal/core/engine"
	"assay/internal/core/judge"
	"assay/internal/core/report"
	"assay/internal/core/report/export"
	"assay/internal/core/run/judges"
	"assay/internal/core/store"
)

// Trials read without texts give the same reports as complete trials.
func TestLoad(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.db")
	generateMany(t, path, 8, 2, 2)
	ctx := context.Background()
	s, err := store.Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	run, err := s.Run(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	run.Manifest.Subjects[1].Kind = "tool" // so that its answers are compared, finding by finding
	if err := s.SetManifest(ctx, run.ID, run.Manifest); err != nil {
		t.Fatal(err)
	}
	if err := s.Database().Write(ctx, 0, func(tx *database.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE body SET text = $1 WHERE trial_id IN (SELECT id FROM trial WHERE subject = $2)`,
			`{"tool": {"mapped": {"a": 1}, "unmapped": {"style": 2}}}`, run.Manifest.Subjects[1].Name)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	both := func() (brief, whole *report.Data) {
		t.Helper()
		if brief, err = Load(ctx, s, "", nil); err != nil {
			t.Fatal(err)
		}
		whole = new(*brief)
		whole.Trials, whole.Whole = nil, nil
		if err := store.Each(s.Trials(ctx, run, store.Wanted{Columns: store.Everything}), func(x bench.Trial) error {
			whole.Trials = append(whole.Trials, x)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if brief.Whole == nil || brief.Trials[0].Response.Text != "" || brief.Trials[0].Answer.Explanation != "" ||
			whole.Trials[0].Response.Text == "" || whole.Trials[0].Answer.Explanation == "" ||
			len(brief.Trials) != len(whole.Trials) || len(whole.Trials) < 600 {
			t.Fatalf("brief %+v, whole %+v", brief, whole)
		}
		return brief, whole
	}
	compare := func(formats ...string) { // all formats without arguments
		t.Helper()
		brief, whole := both()
		brief, whole = brief.Shared(), whole.Shared()
		written := map[string]func(io.Writer, *report.Data) error{"terminal": func(w io.Writer,
			d *report.Data) error {
			return report.Terminal(w, d, 120)
		}}
		for _, f := range export.Formats() {
			if len(formats) == 0 || slices.Contains(formats, f.Name) {
				written[f.Name] = func(w io.Writer, d *report.Data) error { return f.Write(w, d, "") }
			}
		}
		for name, write := range written {
			var a, b bytes.Buffer
			if err := write(&a, brief); err != nil {
				t.Fatal(err)
			}
			if err := write(&b, whole); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(a.Bytes(), b.Bytes()) || a.Len() == 0 {
				t.Errorf("%s differs: %d and %d bytes", name, a.Len(), b.Len())
			}
			if name == "json" && !bytes.Contains(a.Bytes(), []byte(`"style"`)) {
				t.Error("the notes of the analyser are not counted")
			}
		}
	}
	compare()

	// Values that another parser derived are derived again, also those that are printed.
	var old []bench.Trial
	if err := store.Each(s.Trials(ctx, run, store.Wanted{Columns: store.Everything}), func(x bench.Trial) error {
		if x.Outcome == bench.Answered && len(old) < 5 {
			x.Parser = "0"
			x.Answer = &bench.Answer{Verdict: bench.Safe, Explanation: "of long ago"}
			old = append(old, x)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := s.Rederive(ctx, run, old); err != nil {
		t.Fatal(err)
	}
	var said []string
	again, err := Load(ctx, s, "", func(what string) { said = append(said, what) })
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range old {
		i := slices.IndexFunc(again.Trials, func(y bench.Trial) bool { return y.Key == x.Key })
		whole, err := again.Whole([]string{x.Key})
		if y := again.Trials[i]; err != nil || y.Parser != answer.Version || y.Response.Text != "" ||
			y.Answer.Explanation != "" || whole[x.Key].Answer.Explanation == x.Answer.Explanation {
			t.Errorf("%s is read as %+v and %+v (%v)", x.Key, y, whole[x.Key].Answer, err)
		}
	}
	if len(said) != 1 || !strings.Contains(said[0], fmt.Sprintf("%d answers of run %s", len(old), run.ID)) ||
		!strings.Contains(said[0], "assay score --run "+run.ID) {
		t.Errorf("it said %q", said)
	}
	if _, err := loadStored(ctx, s, ""); !errors.Is(err, errStale) {
		t.Errorf("a reader stored it: %v", err)
	}
	if _, err := LoadScored(ctx, s, ""); err != nil {
		t.Fatal(err)
	}
	if err := store.Each(s.Trials(ctx, run, store.Wanted{Columns: store.Everything}), func(x bench.Trial) error {
		rec, err := judges.RecordOf(run.Manifest)
		if err != nil || engine.Stale(x.Outcome, x.Parser, x.Judge, rec) {
			t.Errorf("%s is as another version left it (%v)", x.Key, err)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	compare("csv")
}

// Trials on incidents are kept apart, with their texts.
func TestLoadTakesIncidentsApart(t *testing.T) {
	ctx := t.Context()
	s, err := store.Open(ctx, filepath.Join(t.TempDir(), "r.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	began := time.Unix(1_700_000_000, 0).UTC()
	m := bench.Manifest{Program: "test", Judging: bench.Judging{Rule: judge.Rule{}.Name()}, Parser: answer.Version,
		StartedAt: began, Subjects: []bench.Subject{{Name: "m", Kind: "model"}, {Name: "m@knowledge", Kind: "model"}}}
	var plan []bench.Trial
	for i := range 6 {
		v := &bench.Variant{Key: fmt.Sprint("s/", i), Suite: "s", Format: "blockbench", Sample: fmt.Sprint(i),
			Base: fmt.Sprint(i), Truth: bench.Vulnerable, Proof: bench.Proved}
		subject := "m"
		if i%2 == 1 {
			v.Key, v.Format, v.Incident, subject = v.Key+"?incident", bench.Incidents,
				&bench.Incident{Name: "Nomad", Date: "2022-08-01", LossUSD: 190_000_000, Chain: "ethereum"}, "m@knowledge"
		}
		plan = append(plan, bench.Trial{Key: fmt.Sprint("k", i), Subject: subject, Variant: v})
	}
	run, _, err := s.Begin(ctx, plan, m, store.Again{})
	if err != nil {
		t.Fatal(err)
	}
	w := s.Writer(ctx, run)
	for i, p := range plan[:5] {
		r := p.Ended(bench.Answered, bench.Details{Parser: answer.Version, Judge: m.Judging.Rule,
			Response: bench.Response{Text: `{"known":true,"date":"2022-08","loss_usd":190000000}`, Attempts: i + 1,
				Started: began.Add(time.Duration(i) * 25 * time.Second)}})
		r.Answer, r.Verdict = &bench.Answer{Verdict: bench.Vulnerable},
			&bench.Verdict{Judge: m.Judging.Rule, Strict: bench.Miss, Lenient: bench.Miss}
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	d, err := Load(ctx, s, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	var want report.Data
	if err := store.Each(s.Trials(ctx, run, store.Wanted{Columns: store.Everything}), func(x bench.Trial) error {
		if x.Variant.Incident != nil {
			want.Recalls = append(want.Recalls, x)
			return nil
		}
		// without the text
		x.Details = &bench.Details{Reason: x.Reason, Parser: x.Parser, Judge: x.Judge,
			Response: bench.Response{Model: x.Response.Model, Attempts: x.Response.Attempts}}
		want.Trials = append(want.Trials, x)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.Recalls, d.Recalls); diff != "" || len(want.Recalls) != 3 ||
		d.Recalls[1].Response.Text == "" {
		t.Errorf("%d questions about incidents (-want +got):\n%s", len(want.Recalls), diff)
	}
	if diff := cmp.Diff(want.Trials, d.Trials); diff != "" || len(want.Trials) != 3 {
		t.Errorf("%d trials on code (-want +got):\n%s", len(want.Trials), diff)
	}
}
