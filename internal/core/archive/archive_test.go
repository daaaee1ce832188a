package archive

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/internal/bench"
	"assay/internal/core/base/redact"
	"assay/internal/core/review"
	"assay/internal/core/store"
	"assay/internal/test/pgtest"
)

const secret = "sk-0123456789abcdef"

func newStore(t testing.TB) (*store.Store, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "r.db")
	s, err := store.Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s, path
}

func planOf(n int) []bench.Trial {
	var out []bench.Trial
	for i := range n {
		v := &bench.Variant{Key: fmt.Sprintf("s/%03d", i), Suite: "s", Base: "b", Truth: bench.Vulnerable,
			Task: bench.Task{Language: "sql", Files: []bench.File{{Path: "q.sql",
				Text: fmt.Sprint("select ", i, " -- <ünï> \x01")}}}}
		key := bench.TrialKey{Version: bench.KeyVersion, Task: v.Task.Hash(), Subject: "m"}
		out = append(out, bench.Trial{Key: key.Hash(), Parts: &key, Subject: "m", Variant: v})
	}
	return out
}

func resultOf(p bench.Trial, text string) bench.Trial {
	cost := 0.1
	t := p.Ended(bench.Answered, bench.Details{Parser: "1", Judge: "rule/1", Response: bench.Response{
		Text: text, Finish: bench.Answered, FinishRaw: "stop", Model: "m-1", Attempts: 2,
		Usage:      bench.Usage{InputTokens: 10, OutputTokens: 20, ReasoningTokens: 5, CachedTokens: 1, CostUSD: &cost},
		RawRequest: []byte{0, 1, 255}, RawResponse: []byte("raw " + text),
		Started: time.UnixMicro(1_700_000_000_000_001), Elapsed: 1500 * time.Microsecond,
	}})
	t.Answer, t.Verdict = &bench.Answer{Verdict: bench.Safe, Explanation: "fine"},
		&bench.Verdict{Judge: "rule/1", Strict: bench.Miss}
	return t
}

// filled returns a store with a run that has every kind of record: a trial that was not asked, one that ended
// twice, bytes that are not text, judgements, gold answers and a review.
func filled(t testing.TB) (*store.Store, store.Run) {
	t.Helper()
	ctx := context.Background()
	s, _ := newStore(t)
	plan := planOf(4)
	m := bench.Manifest{Program: "test", Judging: bench.Judging{Asked: []string{"llm:x/1"}}, Trials: len(plan),
		StartedAt: time.Unix(1_700_000_000, 0).UTC()}
	r, _, err := s.Begin(ctx, plan, m, store.Again{})
	if err != nil {
		t.Fatal(err)
	}
	w := s.Writer(ctx, r)
	for i, p := range plan[:3] {
		if err := w.Commit(resultOf(p, fmt.Sprintf("text %d \xff", i))); err != nil {
			t.Fatal(err)
		}
	}
	var first int64
	if err := store.Each(s.Trials(ctx, r, store.Wanted{Columns: store.Everything}), func(x bench.Trial) error {
		if first == 0 {
			first = x.ID
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for _, j := range []store.Judgement{
		{TrialID: first, Judge: "llm:x/1", Question: "q", Outcome: store.Decided, Asked: true,
			Verdict: &bench.Verdict{Judge: "llm:x/1", Strict: bench.Hit}, Response: resultOf(plan[0], "judge").Response},
		{Gold: "right", Variant: "s/000", Judge: "llm:x/1", Question: "q", Outcome: store.Unscored, Reason: "why",
			Response: resultOf(plan[0], "gold").Response},
	} {
		if err := w.Judged(j); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	yes, half := true, 0.5
	if _, err := s.PutReview(ctx, review.Review{Trial: first, Expert: "ann", At: time.Unix(1_700_000_000, 0),
		Seconds: &half, Mark: review.Mark{Found: &yes, RCIR: &half, Note: "n"}}, time.Time{}); err != nil {
		t.Fatal(err)
	}
	again := r
	if again, _, err = s.Begin(ctx, plan, m,
		store.Again{Outcomes: map[bench.Outcome]bool{bench.Answered: true}}); err != nil {
		t.Fatal(err)
	}
	w = s.Writer(ctx, again)
	if err := w.Commit(resultOf(plan[1], "second")); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.End(ctx, r.ID, true, time.Unix(1_700_000_100, 5000)); err != nil {
		t.Fatal(err)
	}
	if r, err = s.Run(ctx, r.ID); err != nil {
		t.Fatal(err)
	}
	return s, r
}

func write(t testing.TB, s *store.Store, r store.Run) []byte {
	t.Helper()
	var b bytes.Buffer
	if _, err := Write(context.Background(), &b, s, r, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func read(s *store.Store, b []byte) (*Archive, error) {
	return Read(context.Background(), bytes.NewReader(b), int64(len(b)), 1<<20, s)
}

func everything(t *testing.T, s *store.Store, r store.Run) (out []any) {
	t.Helper()
	run, err := s.Run(t.Context(), r.ID)
	if err != nil {
		t.Fatal(err)
	}
	out = append(out, run.Plan, run.Round, run.Status, run.Started, run.Ended, run.Manifest)
	byID := map[int64]string{}
	if err := store.Each(s.Trials(t.Context(), run, store.Wanted{Columns: store.Everything}), func(x bench.Trial) error {
		byID[x.ID] = x.Key
		x.ID = 0
		out = append(out, x)
		if x.Outcome != "" {
			req, resp, err := s.Body(t.Context(), x.Key)
			out = append(out, req, resp)
			return err
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	js, err := s.Judgements(t.Context(), run)
	if err != nil {
		t.Fatal(err)
	}
	for id, list := range js {
		for _, j := range list {
			j.TrialID = 0
			out = append(out, byID[id], j)
		}
	}
	gold, err := s.Calibration(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	reviews, err := s.Reviews(t.Context(), run)
	if err != nil {
		t.Fatal(err)
	}
	for i := range reviews {
		reviews[i].Trial = 0
	}
	return append(out, gold, reviews)
}

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m, os.Stderr)) }

func TestThereAndBack(t *testing.T) { pgtest.Engines(t, thereAndBack) }

func thereAndBack(t *testing.T, at string) {
	s, r := filled(t)
	b := write(t, s, r)
	if !bytes.Equal(b, write(t, s, r)) {
		t.Error("the same run gives other bytes")
	}
	back, err := store.Open(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	defer back.Close()
	got, err := read(back, b)
	if err != nil {
		t.Fatal(err)
	}
	if got.Run().ID != r.ID || got.Records(Trials) != 4 || got.Records(Judgements) != 2 || got.Records(Reviews) != 1 {
		t.Errorf("read %+v", got)
	}
	was, is := everything(t, s, r), everything(t, back, r)
	if len(was) < 15 {
		t.Fatalf("only %d things compared", len(was))
	}
	if d := cmp.Diff(was, is, cmp.AllowUnexported(store.Run{})); d != "" {
		t.Error(d)
	}
	if !bytes.Equal(b, write(t, back, r)) {
		t.Error("what was read back gives another archive")
	}
	// A trial that was not asked is still asked when the run is resumed.
	_, done, err := back.Begin(t.Context(), planOf(4), r.Manifest, store.Again{})
	if err != nil || len(done) != 3 {
		t.Errorf("%d done, %v; want 3", len(done), err)
	}
}

// Every column of the tables is in the records, or is listed as omitted.
func TestColumns(t *testing.T) {
	_, path := newStore(t)
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	exchange := "outcome reason finish finish_raw model attempts input_tokens output_tokens reasoning_tokens " +
		"cached_tokens cost_usd started_us elapsed_us cached"
	for table, want := range map[string]string{
		"run":     "id plan round status started_us ended_us manifest",
		"planned": "run_id seq trial_key subject variant_id repetition",
		"trial":   "id key round subject variant_id repetition " + exchange,
		"body":    "trial_id request response text codec",
		"derived": "trial_id parser judge said strict lenient explanation answer verdict",
		"judgement": "id trial_id gold variant judge question outcome reason injected verdict asked finish finish_raw " +
			"model attempts input_tokens output_tokens reasoning_tokens cached_tokens cost_usd started_us elapsed_us " +
			"cached text codec request response",
		"review": "trial_id expert at_us found type_right location_right rcir ava fsv note seconds",
	} {
		rows, err := db.Query(`SELECT name FROM pragma_table_info($1)`, table)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for rows.Next() {
			var name string
			if err := rows.Scan(&name); err != nil {
				t.Fatal(err)
			}
			got = append(got, name)
		}
		rows.Close()
		if d := cmp.Diff(wordSet(want), wordSet(strings.Join(got, " "))); d != "" {
			t.Errorf("table %s changed: carry the column through store.Dump and store.Restore, or name it here\n%s", table, d)
		}
	}
}

func wordSet(s string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(s) {
		out[w] = true
	}
	return out
}

func TestNoKey(t *testing.T) {
	s, _ := newStore(t)
	plan := planOf(2)
	r, _, err := s.Begin(t.Context(), plan, bench.Manifest{Command: []string{"--x", secret}}, store.Again{})
	if err != nil {
		t.Fatal(err)
	}
	w := s.Writer(t.Context(), r)
	for i, text := range []string{"it is " + secret, "it is " + secret + " \xff"} { // as text, and coded in base64
		if err := w.Commit(resultOf(plan[i], text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	n, err := Write(t.Context(), &b, s, r, redact.New(secret))
	if err != nil || n != 3 {
		t.Errorf("%d records redacted, %v; want 3", n, err)
	}
	back, _ := newStore(t)
	if _, err := read(back, b.Bytes()); err != nil {
		t.Fatal(err)
	}
	for _, p := range plan {
		_, resp, err := back.Body(t.Context(), p.Key)
		if err != nil || bytes.Contains(resp, []byte(secret)) || !bytes.Contains(resp, []byte("[key]")) {
			t.Errorf("%q, %v", resp, err)
		}
	}
	if got, _ := back.Run(t.Context(), r.ID); got.Manifest.Command[1] != "[key]" {
		t.Errorf("%q", got.Manifest.Command)
	}
}

// rezip writes an archive again, with members changed; a nil member is left out.
func rezip(t *testing.T, b []byte, change map[Member]func([]byte) []byte, extra ...Member) []byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	put := func(name string, data []byte) {
		f, err := w.Create(name)
		if err == nil {
			_, err = f.Write(data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if c := change[Member(f.Name)]; c != nil {
			if data = c(data); data == nil {
				continue
			}
		}
		put(f.Name, data)
	}
	for _, name := range extra {
		put(string(name), nil)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func replace(old, with string) func([]byte) []byte {
	return func(b []byte) []byte { return bytes.Replace(b, []byte(old), []byte(with), 1) }
}

// reindex updates the index to members that were changed.
func reindex(t *testing.T, b []byte) []byte {
	t.Helper()
	a, err := Open(bytes.NewReader(b), int64(len(b)), 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range members {
		f, err := a.files[name].Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(f)
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(data)
		a.index.Members[name] = member{int64(len(data)), bytes.Count(data, []byte("\n")), hex.EncodeToString(sum[:])}
	}
	return rezip(t, b, map[Member]func([]byte) []byte{indexFile: func([]byte) []byte {
		out, err := json.Marshal(a.index)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}})
}

func TestRefuses(t *testing.T) {
	s, r := filled(t)
	good := write(t, s, r)
	type changes = map[Member]func([]byte) []byte
	gone := func([]byte) []byte { return nil }
	for _, c := range []struct {
		name, says string
		b          []byte
	}{
		{"no zip", "not an archive", []byte("hello")},
		{"cut", "not an archive", good[:len(good)-30]},
		{"stranger", "is not a member", rezip(t, good, nil, "../../etc/passwd")},
		{"twice", "appears twice", rezip(t, good, nil, Plan)},
		{"member missing", "has no trials.jsonl", rezip(t, good, changes{Trials: gone})},
		{"other kind", "not an archive of a run", rezip(t, good, changes{indexFile: replace(kind, "something")})},
		{"newer version", "this program reads version 1", rezip(t, good,
			changes{indexFile: replace(`"version": 1`, `"version": 2`)})},
		{"unknown field", "unknown field", rezip(t, good, changes{indexFile: replace(`"status"`, `"state": 1, "status"`)})},
		{"changed text", "not what archive.json says", rezip(t, good,
			changes{Trials: replace(`"attempts":2`, `"attempts":3`)})},
		{"longer", "not what archive.json says", rezip(t, good, changes{Reviews: func(b []byte) []byte {
			return append(b,
				b...)
		}})},
		{"unknown field of a trial", "trials.jsonl:1: json: unknown field",
			reindex(t, rezip(t, good, changes{Trials: replace(`"round"`, `"rounds"`)}))},
		{"two values", "more follows", reindex(t, rezip(t, good, changes{Reviews: replace("\n", "{}\n")}))},
		{"plan cut", "plan of run", reindex(t, rezip(t, good, changes{Plan: func(
			b []byte) []byte {
			return b[:bytes.LastIndexByte(b[:len(b)-1], '\n')+1]
		}}))},
		{"other key", "not the hash of its parts", reindex(t, rezip(t, good,
			changes{Plan: replace(`"subject":"m","subject_version"`, `"subject":"n","subject_version"`)}))},
		{"other variant", "which is not there", reindex(t, rezip(t, good, changes{Variants: replace("ünï", "uni")}))},
		{"score", "from 0 to 1", reindex(t, rezip(t, good, changes{Reviews: replace(`"rcir":0.5`, `"rcir":7`)}))},
		{"bomb", "would expand to", rezip(t, good, changes{indexFile: replace(`"bytes": `, `"bytes": 9999999`)})},
	} {
		back, _ := newStore(t)
		_, err := read(back, c.b)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v; want %q", c.name, err, c.says)
		}
		if runs, _ := back.Runs(t.Context()); len(runs) > 0 {
			t.Errorf("%s: a run was stored all the same", c.name)
		}
	}
}

func TestMeetsOtherData(t *testing.T) {
	s, r := filled(t)
	b := write(t, s, r)
	if _, err := read(s, b); err == nil || !strings.Contains(err.Error(), "already") {
		t.Errorf("importing twice: %v", err)
	}

	// The same trials under another run: equal records are shared.
	shared, _ := newStore(t)
	if _, err := read(shared, b); err != nil {
		t.Fatal(err)
	}
	other, _, err := s.Begin(t.Context(), planOf(4)[:1], bench.Manifest{StartedAt: time.Unix(1_800_000_000, 0)},
		store.Again{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := read(shared, write(t, s, other)); err != nil {
		t.Errorf("a run of the same trials: %v", err)
	}

	// Different records would change the numbers of one of the two runs.
	for name, text := range map[string]string{"another answer": "else", "an answer to what was not asked": ""} {
		busy, _ := newStore(t)
		plan := planOf(4)
		if text == "" {
			plan = plan[3:]
		}
		run, _, err := busy.Begin(t.Context(), plan[:1], bench.Manifest{}, store.Again{})
		if err != nil {
			t.Fatal(err)
		}
		w := busy.Writer(t.Context(), run)
		if err := w.Commit(resultOf(plan[0], text)); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := read(busy, b); err == nil || !strings.Contains(err.Error(), "with --db") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
