package board

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/internal/bench"
	"assay/internal/core/store"
	"assay/internal/core/suite"
)

func build(t testing.TB, opt Options, inputs ...Input) *Board {
	t.Helper()
	if opt.Limit == 0 {
		opt.Limit = 1 << 30
	}
	b, err := Build(t.Context(), inputs, opt)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// entryOf returns the entry of a subject in the archive with the given name.
func entryOf(t testing.TB, b *Board, archive, subject string) *Entry {
	t.Helper()
	for _, table := range b.Tables {
		for _, e := range table.Entries {
			if e.Archive.Name == archive && e.Subject.Name == subject {
				return e
			}
		}
	}
	t.Fatalf("no entry of %s in %s", subject, archive)
	return nil
}

func (e *Entry) kinds() string {
	var out []string
	for _, m := range e.Marks {
		s := string(m.Kind)
		if m.Barred {
			s += "!"
		}
		out = append(out, s)
	}
	return strings.Join(out, ", ")
}

// Two valid runs share a table: the numbers are those of the raw answers, and the subject that knows more is
// first.
func TestRanks(t *testing.T) {
	a, b := forgedRun("run-a", "lab/good", "lab/bad"), forgedRun("run-b", "lab/other")
	b.started, b.says = day.Add(time.Hour), knowing(func(int) float64 { return 1 })
	board := build(t, Options{}, b.input(t, "b.zip"), a.input(t, "a.zip"))
	if len(board.Tables) != 1 || board.Kept() != 2 || board.Tables[0].Texts != 20 {
		t.Fatalf("%d tables of %d archives", len(board.Tables), board.Kept())
	}
	var order []string
	for _, e := range board.Tables[0].Entries {
		order = append(order, e.Subject.Name)
		if got := e.kinds(); got != "" || !e.Ranked() || e.Trials != 20 {
			t.Errorf("%s: %q, ranked %v, %d trials", e.Subject.Name, got, e.Ranked(), e.Trials)
		}
	}
	if !slices.Equal(order, []string{"lab/other", "lab/good", "lab/bad"}) {
		t.Errorf("order %v", order)
	}
	e := entryOf(t, board, "b.zip", "lab/other")
	if e.Diagnosis != "follows the flaw in 100 %" {
		t.Errorf("the diagnosis is %q", e.Diagnosis)
	}
	if v := e.Values[0]; v.K != 10 || v.N != 10 || v.Interval == nil || e.Places[0].Rank != 1 {
		t.Errorf("%+v %+v", v, e.Places[0])
	}
	if a := e.Archive; a.Rescored != 20 || a.Altered+a.Unconfirmed+a.Rawless+a.Older+a.Again+a.Foreign != 0 {
		t.Errorf("%+v", a)
	}
}

// The board does not rely on what an archive stores: each kind of tampering is detected, and bars the entry
// from a rank.
func TestMarks(t *testing.T) {
	const m = "lab/m"
	for name, tt := range map[string]struct {
		change func(*forged)
		want   string
	}{
		"nothing": {func(*forged) {}, ""},
		"a verdict that the text does not give": {func(f *forged) {
			f.trial = func(r *store.TrialRecord) {
				if r.Verdict.Strict == bench.Miss {
					v := *r.Verdict
					v.Strict = bench.Hit
					r.Verdict = &v
				}
			}
		}, "altered!"},
		"an answer that the text does not give": {func(f *forged) {
			f.trial = func(r *store.TrialRecord) { r.Answer = &bench.Answer{Verdict: 3 - r.Answer.Verdict} }
		}, "altered!"},
		"an outcome that the text does not give": {func(f *forged) {
			f.trial = func(r *store.TrialRecord) { r.Outcome = string(bench.Refused) }
		}, "altered!"},
		"a text that is not the raw response": {func(f *forged) {
			f.trial = func(r *store.TrialRecord) { r.Response = raw("I cannot help with that.") }
		}, "unconfirmed!"},
		"no raw response": {func(f *forged) { f.trial = func(r *store.TrialRecord) { r.Response = nil } }, "no raw response"},
		"another parser":  {func(f *forged) { f.trial = func(r *store.TrialRecord) { r.Parser, r.Answer = "0", nil } }, ""},
		"another judge": {func(f *forged) {
			f.trial = func(r *store.TrialRecord) { r.Judge, r.Verdict = "llm:x/1", &bench.Verdict{Strict: bench.Unscored} }
		}, ""},
		"an answer that was asked for again": {func(f *forged) {
			f.more = func(r *store.TrialRecord) bool { r.Round++; return true }
		}, "asked again"},
		"trials that were not asked": {func(f *forged) {
			says := f.says
			f.says = func(sub int, v *bench.Variant, epoch int) string {
				if v.Sample == "p0003" {
					return ""
				}
				return says(sub, v, epoch)
			}
		}, "partial!, partial!"},
		"an answer to next to nothing": {func(f *forged) {
			f.says = func(int, *bench.Variant, int) string { return "I cannot help." }
		}, "partial!"},
		"texts that are left out": {func(f *forged) { f.variants = f.variants[:10] }, "partial!"},
	} {
		t.Run(name, func(t *testing.T) {
			whole, f := forgedRun("whole", "lab/whole"), forgedRun("run", m)
			whole.says = knowing(func(int) float64 { return 0.5 })
			tt.change(&f)
			b := build(t, Options{Suites: []*suite.Suite{suiteOf(texts(10))}}, whole.input(t, "whole.zip"), f.input(t, "f.zip"))
			e := entryOf(t, b, "f.zip", m)
			if got := e.kinds(); got != tt.want {
				t.Errorf("marked %q, want %q", got, tt.want)
			}
			if e.Ranked() != !strings.Contains(tt.want, "!") {
				t.Errorf("ranked: %v", e.Ranked())
			}
			if other := entryOf(t, b, "whole.zip", "lab/whole"); other.kinds() != "" || !other.Ranked() {
				t.Errorf("the other archive is marked %q", other.kinds())
			}
			honest := build(t, Options{Suites: []*suite.Suite{suiteOf(texts(10))}}, forgedRun("run", m).input(t, "f.zip"))
			if tt.want == "altered!" && e.Values[0].K != entryOf(t, honest, "f.zip", m).Values[0].K {
				t.Error("the number is not that of the raw answers")
			}
		})
	}
}

func suiteOf(list []*bench.Variant) *suite.Suite {
	s := &suite.Suite{Name: "s", Hash: "v1"}
	for _, v := range list {
		s.Variants = append(s.Variants, *v)
	}
	return s
}

// A text or a label that is not the suite's is detected, by comparison with the suite or with what most
// archives have.
func TestForeignTexts(t *testing.T) {
	f := forgedRun("changed", "lab/m")
	easy := *f.variants[0]
	easy.Labels = []bench.Label{{Class: "reentrancy", Function: bench.RootCause,
		Span: bench.Span{File: "A.sol", Line: 1, EndLine: 9}, Scope: "pay"}}
	f.variants[0] = &easy
	others := []Input{f.input(t, "f.zip")}
	for _, id := range []string{"one", "two"} {
		other := forgedRun(id, "lab/"+id)
		other.started = day.Add(time.Hour)
		others = append(others, other.input(t, id+".zip"))
	}
	for _, opt := range []Options{{}, {Suites: []*suite.Suite{suiteOf(texts(10))}}} {
		b := build(t, opt, others...)
		if got := entryOf(t, b, "f.zip", "lab/m").kinds(); !strings.Contains(got, "other texts!") || b.Archives[0].Foreign+
			b.Archives[1].Foreign+b.Archives[2].Foreign != 1 {
			t.Errorf("%d suites: marked %q", len(opt.Suites), got)
		}
		if got := entryOf(t, b, "one.zip", "lab/one").kinds(); strings.Contains(got, "other texts") {
			t.Errorf("%d suites: the honest one is marked %q", len(opt.Suites), got)
		}
	}
}

// Repeated answers are a duplicate, also under another name; a partial repetition is reported.
func TestDuplicates(t *testing.T) {
	a, again := forgedRun("a", "lab/m"), forgedRun("again", "lab/m")
	again.started = day.Add(time.Hour)
	half := forgedRun("half", "lab/m")
	half.started = day.Add(2 * time.Hour)
	says := half.says
	half.says = func(sub int, v *bench.Variant, epoch int) string {
		if v.Sample < "p0005" {
			return says(sub, v, epoch)
		}
		return says(sub+7, v, epoch)
	}
	file := a.input(t, "a.zip")
	part := a
	part.says = func(sub int, v *bench.Variant, epoch int) string {
		if v.Sample == "p0000" {
			return ""
		}
		return a.says(sub, v, epoch)
	}
	b := build(t, Options{}, half.input(t, "half.zip"), part.input(t, "earlier.zip"), again.input(t, "again.zip"), file,
		Input{"copy.zip", file.At, file.Size})
	if got := entryOf(t, b, "a.zip", "lab/m").kinds(); got != "" {
		t.Errorf("the first is marked %q", got)
	}
	if e := entryOf(t, b, "again.zip", "lab/m"); e.kinds() != "duplicate!" || e.Ranked() {
		t.Errorf("again: %q", e.kinds())
	}
	if e := entryOf(t, b, "half.zip", "lab/m"); e.kinds() != "shared answers" || !e.Ranked() {
		t.Errorf("half: %q", e.kinds())
	}
	why := map[string]string{}
	for _, a := range b.Archives {
		why[a.Name] = a.Rejected
	}
	if why["a.zip"] != "" || why["copy.zip"] != "the same archive as a.zip" ||
		why["earlier.zip"] != "a copy of the run in a.zip, which has at least as many finished trials" {
		t.Errorf("%q", why)
	}
}

// A file that is not what it claims to be is rejected with a reason, and does not affect the others.
func TestRejected(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(*forged)
		want   string
	}{
		"another member than the index says": {func(f *forged) {
			f.member = func(name string, b []byte) []byte {
				if name == "trials.jsonl" {
					return bytes.Replace(b, []byte("reentrancy"), []byte("Reentrancy"), 1)
				}
				return b
			}
		}, "trials.jsonl is not what archive.json says"},
		"a plan that lacks trials": {func(f *forged) {
			f.lie = func(index map[string]any) { index["run"].(map[string]any)["plan"] = strings.Repeat("0", 32) }
		}, "the plan is incomplete"},
		"a trial of another subject": {func(f *forged) { f.trial = func(r *store.TrialRecord) { r.Subject = "lab/x" } },
			"trials.jsonl:1: trial "},
		"a trial that was not planned": {func(f *forged) {
			f.trial = func(r *store.TrialRecord) { r.Key = strings.Repeat("a", 32) }
		}, "is finished but was not planned"},
		"an outcome that is none": {func(f *forged) { f.trial = func(r *store.TrialRecord) { r.Outcome = "won" } },
			`has the unknown outcome "won"`},
		"two endings of one round": {func(f *forged) { f.more = func(*store.TrialRecord) bool { return true } },
			"two endings of round 0"},
		"a version that is not known here": {func(f *forged) { f.lie = func(index map[string]any) { index["version"] = 99 } },
			"version 99; this program reads version 1"},
	} {
		t.Run(name, func(t *testing.T) {
			f, ok := forgedRun("run", "lab/m"), forgedRun("ok", "lab/ok")
			tt.change(&f)
			b := build(t, Options{}, f.input(t, "bad.zip"), ok.input(t, "ok.zip"), Input{"none.zip", strings.NewReader("PK"), 2})
			why := map[string]string{}
			for _, a := range b.Archives {
				why[a.Name] = a.Rejected
			}
			if !strings.Contains(why["bad.zip"], tt.want) || strings.Contains(why["bad.zip"], "\n") {
				t.Errorf("%q, want %q", why["bad.zip"], tt.want)
			}
			if why["ok.zip"] != "" || why["none.zip"] == "" || b.Kept() != 1 {
				t.Errorf("%q", why)
			}
		})
	}
}

// A text is found in a response in any form in which a provider writes it.
func TestStands(t *testing.T) {
	text := "é <b> \"q\"\nline"
	escaped := `{"choices":[{"message":{"content":"\u00e9 \u003cb\u003e \"q\"\nline"}}]}`
	parts := `{"content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"é <b> "},{"type":"text","text":"\"q\"\nline"}]}`
	for _, response := range []string{text, "  " + text + "\n", escaped, parts, string(raw(text))} {
		if !inResponse([]byte(text), []byte(response)) {
			t.Errorf("not in %s", response)
		}
	}
	for _, response := range []string{"", "{}", `{"content":"é <b>"}`, string(raw("another answer"))} {
		if inResponse([]byte(text), []byte(response)) {
			t.Errorf("in %s", response)
		}
	}
}

// A submission is accepted as it was packed, and refused when any part of it was changed.
func TestSubmission(t *testing.T) {
	f := forgedRun("run", "lab/m")
	in := f.input(t, "run.assay.zip")
	alone := build(t, Options{}, in)
	pack := func(words Words) ([]byte, error) {
		var b bytes.Buffer
		err := Pack(&b, alone, words, in.At, in.Size)
		return b.Bytes(), err
	}
	packed, err := pack(Words{By: "Example Lab", Note: "all <defaults>", Date: "2026-08-02"})
	if err != nil {
		t.Fatal(err)
	}
	b := build(t, Options{}, Input{"sub.zip", bytes.NewReader(packed), int64(len(packed))})
	e := entryOf(t, b, "sub.zip", "lab/m")
	if e.Archive.By() != "Example Lab" || e.Archive.SHA256 != alone.Archives[0].SHA256 || e.kinds() != "" || !e.Ranked() {
		t.Errorf("%+v, marked %q", e.Archive, e.kinds())
	}
	for from, to := range map[string]string{`"value": 1`: `"value": 0`, `"archive_sha256": "`: `"archive_sha256": "0`,
		`"run": "run"`: `"run": "ran"`, `"version": 1,
  "by"`: `"version": 2,
  "by"`} {
		changed := rewrite(t, packed, from, to)
		b := build(t, Options{}, Input{"sub.zip", bytes.NewReader(changed), int64(len(changed))})
		if from == `"value": 1` {
			if got := entryOf(t, b, "sub.zip", "lab/m").kinds(); got != "other scores" {
				t.Errorf("%s: marked %q", from, got)
			}
		} else if b.Kept() != 0 || b.Archives[0].Rejected == "" {
			t.Errorf("%s is accepted", from)
		}
	}
	for _, w := range []Words{{Date: "2026-08-02"}, {By: "a\nb", Date: "2026-08-02"}, {By: "a", Date: "today"},
		{By: "a", Date: "2026-08-02", Note: strings.Repeat("x", 401)}} {
		if _, err := pack(w); err == nil {
			t.Errorf("%+v is packed", w)
		}
	}
}

// rewrite replaces a text in the statements of a submission, which are stored uncompressed.
func rewrite(t testing.TB, packed []byte, from, to string) []byte {
	t.Helper()
	sub, inner, size, err := unpack(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.MarshalIndent(sub, "", "  ")
	if err != nil || !strings.Contains(string(text), from) {
		t.Fatalf("no %s in %s", from, text)
	}
	archive, err := io.ReadAll(io.NewSectionReader(inner, 0, size))
	if err != nil {
		t.Fatal(err)
	}
	return zipped(t, map[string][]byte{submissionFile: []byte(strings.Replace(string(text), from, to, 1)),
		packedFile: archive})
}

type file struct {
	bytes.Buffer
	to func([]byte)
}

func (f *file) Close() error { f.to(f.Bytes()); return nil }

// site returns the files of a board.
func site(t testing.TB, b *Board) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := b.Write(func(path string) (io.WriteCloser, error) {
		return &file{to: func(text []byte) { out[path] = string(text) }}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The site has the same bytes for any order of the archives; names that subjects and submitters chose appear
// only as text; every page has a policy, and loads nothing from elsewhere.
func TestSite(t *testing.T) {
	a, b := forgedRun("run-a", `lab/<script>alert(1)</script>`, "lab/b"), forgedRun("run-b", "lab/c")
	b.started = day.Add(time.Hour)
	x, y := a.input(t, "<b>a.zip"), b.input(t, "b.zip")
	one, two := site(t, build(t, Options{Title: "A & B"}, x, y)), site(t, build(t, Options{Title: "A & B"}, y, x))
	if len(one) != 4 || fmt.Sprint(one) != fmt.Sprint(two) {
		t.Errorf("%d files; equal: %v", len(one), fmt.Sprint(one) == fmt.Sprint(two))
	}
	for path, text := range one {
		if !strings.HasSuffix(path, ".html") {
			continue
		}
		for _, bad := range []string{"<script>alert", "<b>a.zip", "http://", "https://", "ZgotmplZ", "javascript:"} {
			if strings.Contains(text, bad) {
				t.Errorf("%s has %q", path, bad)
			}
		}
		if !strings.Contains(text, "Content-Security-Policy") || !strings.Contains(text, "style-src &#39;sha256-") {
			t.Errorf("%s has no policy", path)
		}
	}
	var out struct {
		Tables []struct {
			Entries []struct {
				Subject string
				Ranks   map[string]struct{ Rank float64 }
			}
		}
	}
	if err := json.Unmarshal([]byte(one["board.json"]), &out); err != nil || len(out.Tables) != 1 ||
		len(out.Tables[0].Entries) != 3 || len(out.Tables[0].Entries[0].Ranks) != ranked {
		t.Errorf("%v %+v", err, out)
	}
}
