package archive

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"maps"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/store"
)

// The targets of this file read without a database; TestThereAndBack shows that
// what is read can be stored.

// collected is a [store.Receiver] that keeps the lines of each member.
type collected map[Member]string

func (c collected) add(name Member, record any) error {
	b, err := line(record)
	c[name] += string(b)
	return err
}

func (c collected) Variant(meta []byte) error               { c[Variants] += string(meta) + "\n"; return nil }
func (c collected) Planned(r store.PlannedRecord) error     { return c.add(Plan, r) }
func (c collected) Trial(r store.TrialRecord) error         { return c.add(Trials, r) }
func (c collected) Judgement(r store.JudgementRecord) error { return c.add(Judgements, r) }
func (c collected) Review(r store.ReviewRecord) error       { return c.add(Reviews, r) }

// seed returns members with records of every kind, and bytes that are not text.
func seed(t testing.TB) collected {
	t.Helper()
	cost, half, yes := 0.1, 0.5, true
	trial := store.TrialRecord{Key: "k", Subject: "m", Variant: "v", Parser: "1", Judge: "rule/1",
		Answer: &bench.Answer{Verdict: bench.Vulnerable,
			Findings: []bench.Finding{{Type: "x", Lines: []bench.Range{{From: 1, To: 2}}}}},
		Verdict: &bench.Verdict{Judge: "rule/1", Strict: bench.Hit}}
	trial.Outcome, trial.CostUSD = "answered", &cost
	trial.Request, trial.Response, trial.Text = store.Raw("\x00\xff"), store.Raw("{}"), store.Raw("ünï")
	judgement := store.JudgementRecord{Key: "k", Judge: "llm:x/1", Question: "q",
		Verdict: &bench.Verdict{Judge: "llm:x/1", RCIR: &half}}
	judgement.Outcome = "decided"
	out := collected{}
	for _, err := range []error{
		out.Variant([]byte(`{"key":"s/1"}`)),
		out.Planned(store.PlannedRecord{Key: "k", Variant: "v", Parts: &bench.TrialKey{Version: 1, Subject: "m"}}),
		out.Planned(store.PlannedRecord{Key: "l", Variant: "v", Repetition: 1}),
		out.Trial(trial), out.Judgement(judgement),
		out.Review(store.ReviewRecord{Key: "k", Expert: "ann", AtUS: 1, Found: &yes, RCIR: &half, Note: "n"}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// text is the content of a member.
type text string

func (x text) Open() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(string(x))), nil }

// again returns what is read from members, whose hashes are first made correct.
func again(in collected) (collected, error) {
	a := &Archive{files: map[Member]file{}, index: index{Members: map[Member]member{}}}
	for _, name := range members {
		sum := sha256.Sum256([]byte(in[name]))
		records := strings.Count(in[name], "\n")
		if in[name] != "" && !strings.HasSuffix(in[name], "\n") {
			records++
		}
		a.files[name] = text(in[name])
		a.index.Members[name] = member{Bytes: int64(len(in[name])), Records: records, SHA256: hex.EncodeToString(sum[:])}
	}
	out := collected{}
	return out, a.fill(out)
}

// Records that are read from members of any text can be written, and are then read unchanged.
func FuzzRead(f *testing.F) {
	s := seed(f)
	if got, err := again(s); err != nil || !maps.Equal(got, s) {
		f.Fatalf("the seed is read as %q, %v", got, err)
	}
	f.Add(s[Variants], s[Plan], s[Trials], s[Judgements], s[Reviews])
	f.Fuzz(func(t *testing.T, variants, plan, trials, judgements, reviews string) {
		read, err := again(collected{Variants: variants, Plan: plan, Trials: trials, Judgements: judgements,
			Reviews: reviews})
		if err != nil {
			return
		}
		if twice, err := again(read); err != nil || !maps.Equal(read, twice) {
			t.Fatalf("what was read is written as\n%q\nand that is read as\n%q, %v", read, twice, err)
		}
	})
}

// Reading any bytes terminates, with or without an error.
func FuzzOpen(f *testing.F) {
	var b bytes.Buffer
	w := &writer{zip: zip.NewWriter(&b), index: index{Archive: kind, Version: Version, Run: runRecord{ID: "r"},
		Members: map[Member]member{}}}
	s := seed(f)
	for _, name := range members {
		for l := range strings.Lines(s[name]) {
			if err := w.line(name, []byte(l)); err != nil {
				f.Fatal(err)
			}
		}
	}
	if err := w.close(); err != nil {
		f.Fatal(err)
	}
	if a, err := Open(bytes.NewReader(b.Bytes()), int64(b.Len()), 1<<16); err != nil || a.fill(collected{}) != nil {
		f.Fatalf("the seed is not read: %v", err)
	}
	f.Add(b.Bytes())
	f.Add([]byte("PK\x05\x06"))
	f.Fuzz(func(_ *testing.T, b []byte) {
		if a, err := Open(bytes.NewReader(b), int64(len(b)), 1<<16); err == nil {
			_ = a.fill(collected{})
		}
	})
}
