package board

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/internal/bench"
	"assay/internal/core/answer"
	"assay/internal/core/engine"
	"assay/internal/core/judge"
	"assay/internal/core/prompt"
	"assay/internal/core/store"
)

// forged is a run that a test writes as an archive, record by record, so that each of them can be falsified.
type forged struct {
	id       string
	started  time.Time
	version  string // of the suite s
	variants []*bench.Variant
	subjects []bench.Subject
	epochs   int
	judging  bench.Judging

	says    func(sub int, v *bench.Variant, epoch int) string // the text of an answer; "" leaves the trial unasked
	request func(v *bench.Variant) []byte                     // nil sends none

	trial  func(*store.TrialRecord)           // changes a record before it is written; nil keeps all
	more   func(*store.TrialRecord) bool      // reports whether the same trial ends once more after it
	member func(name string, b []byte) []byte // changes a member after its hash is taken
	lie    func(index map[string]any)         // changes the index
}

// texts returns n pairs of a suite: a flaw in a function and its twin.
func texts(n int) []*bench.Variant {
	var out []*bench.Variant
	for i := range n {
		id := fmt.Sprintf("p%04d", i)
		code := func(fix string) []bench.File {
			return []bench.File{{Path: "A.sol", Text: fmt.Sprintf(
				"contract A%d {\n  function pay(uint a) public {\n%s    msg.sender.call{value: a}(\"\");\n  }\n}\n", i, fix)}}
		}
		bad := &bench.Variant{Key: "s/" + id, Suite: "s", Format: "blockbench", Sample: id, Base: id, Group: "tc", Tier: 2,
			Class: "reentrancy", Truth: bench.Vulnerable, Proof: bench.Proved, Twin: "s/" + id + "+fixed",
			Task: bench.Task{Language: "solidity", Files: code("")},
			Labels: []bench.Label{{Class: "reentrancy", Function: bench.RootCause,
				Span: bench.Span{File: "A.sol", Line: 3, EndLine: 3}, Scope: "pay"}}}
		good := *bad
		good.Key, good.Twin, good.Truth, good.Labels = "s/"+id+"+fixed", "", bench.Safe, nil
		good.Task = bench.Task{Language: "solidity", Files: code("    balance -= a;\n")}
		out = append(out, bad, &good)
	}
	return out
}

// Answers in the form that strategies request.
const (
	hit  = `{"verdict": "vulnerable", "confidence": 0.9, "vulnerabilities": [{"type": "reentrancy", "severity": "high", "location": "pay, line 3", "explanation": "The call comes before the state is written."}], "overall_explanation": "unsafe"}`
	safe = `{"verdict": "safe", "confidence": 0.8, "vulnerabilities": [], "overall_explanation": "fine"}`
)

// knowing returns answers that are right on a share of the texts and wrong on the others.
func knowing(share func(sub int) float64) func(int, *bench.Variant, int) string {
	return func(sub int, v *bench.Variant, epoch int) string {
		h := sha256.Sum256(fmt.Appendf(nil, "%d %s %d", sub, v.Base, epoch))
		right := float64(h[0])+float64(h[1])/256 < 256*share(sub)
		text := safe
		if (v.Truth == bench.Vulnerable) == right {
			text = hit
		}
		// so that no two answers are equal
		return strings.Replace(text, `on": "`, fmt.Sprintf(`on": "%d-%d-%s `, sub, epoch, v.Key), 1)
	}
}

// raw is a response in a provider's form.
func raw(text string) []byte {
	b, _ := json.Marshal(map[string]any{"id": "x", "choices": []any{map[string]any{"finish_reason": "stop",
		"message": map[string]any{"role": "assistant", "content": text}}}, "usage": map[string]int{"total_tokens": 9}})
	return b
}

func (f forged) write(t testing.TB, w io.Writer) {
	t.Helper()
	z := zip.NewWriter(w)
	index := map[string]any{}
	members := map[string]any{}
	put := func(name string, each func(line func(any))) {
		var buf bytes.Buffer
		n := 0
		each(func(record any) {
			b, ok := record.([]byte)
			if !ok {
				var err error
				if b, err = json.Marshal(record); err != nil {
					t.Fatal(err)
				}
			}
			buf.Write(b)
			buf.WriteByte('\n')
			n++
		})
		sum := sha256.Sum256(buf.Bytes())
		members[name] = map[string]any{"bytes": buf.Len(), "records": n, "sha256": hex.EncodeToString(sum[:])}
		b := buf.Bytes()
		if f.member != nil {
			b = f.member(name, b)
		}
		m, err := z.Create(name)
		if err == nil {
			_, err = m.Write(b)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	ids := map[*bench.Variant]string{}
	put("variants.jsonl", func(line func(any)) {
		for _, v := range f.variants {
			b, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			sum := sha256.Sum256(b)
			ids[v] = hex.EncodeToString(sum[:16])
			line(b)
		}
	})
	type planned struct {
		store.PlannedRecord
		sub   int
		v     *bench.Variant
		epoch int
	}
	var plan []planned
	all := sha256.New()
	for i, sub := range f.subjects {
		for _, v := range f.variants {
			for epoch := range max(f.epochs, 1) {
				parts := bench.TrialKey{Version: bench.KeyVersion, Task: v.Task.Hash(), Subject: sub.Name, Repetition: epoch}
				p := planned{store.PlannedRecord{Key: parts.Hash(), Subject: sub.Name, Variant: ids[v], Repetition: epoch,
					Parts: &parts}, i, v, epoch}
				fmt.Fprintln(all, p.Key)
				plan = append(plan, p)
			}
		}
	}
	put("plan.jsonl", func(line func(any)) {
		for _, p := range plan {
			line(p.PlannedRecord)
		}
	})
	put("trials.jsonl", func(line func(any)) {
		for _, p := range plan {
			text := f.says(p.sub, p.v, p.epoch)
			if text == "" {
				continue
			}
			r := store.TrialRecord{Key: p.Key, Subject: p.Subject, Variant: p.Variant, Repetition: p.Repetition}
			r.Finish, r.Text, r.Response, r.Attempts, r.InputTokens, r.OutputTokens = string(bench.Answered), store.Raw(text),
				raw(text), 1, 900, 200
			if f.request != nil {
				r.Request = f.request(p.v)
			}
			d := bench.Trial{Variant: p.v, Details: &bench.Details{Response: bench.Response{Text: text, Finish: bench.Answered}}}
			engine.Derive(prompt.ForVerdict, 0, &d, judge.Rule{})
			r.Outcome, r.Reason, r.Parser, r.Judge, r.Answer, r.Verdict = string(d.Outcome), store.Raw(d.Reason), d.Parser,
				d.Judge, d.Answer, d.Verdict
			if f.trial != nil {
				f.trial(&r)
			}
			line(r)
			if f.more != nil && f.more(&r) {
				line(r)
			}
		}
	})
	for _, name := range []string{"judgements.jsonl", "reviews.jsonl"} {
		put(name, func(func(any)) {})
	}
	judging := f.judging
	if judging.Rule == "" {
		judging.Rule = judge.Rule{}.Name()
	}
	m := bench.Manifest{Program: "test", Command: []string{"run"}, Suites: map[string]string{"s": f.version},
		Subjects: f.subjects, Judging: judging, Parser: answer.Version, Epochs: max(f.epochs, 1), Variants: len(f.variants),
		Trials: len(plan), StartedAt: f.started}
	index["archive"], index["version"], index["members"] = "assay archive", 1, members
	index["run"] = map[string]any{"id": f.id, "plan": hex.EncodeToString(all.Sum(nil)[:16]), "round": 0, "status": "done",
		"started_us": f.started.UnixMicro(), "ended_us": f.started.Add(time.Hour).UnixMicro(), "manifest": m}
	if f.lie != nil {
		f.lie(index)
	}
	b, err := json.Marshal(index)
	if err != nil {
		t.Fatal(err)
	}
	x, err := z.Create("archive.json")
	if err == nil {
		_, err = x.Write(b)
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// input returns the archive as input of a board.
func (f forged) input(t testing.TB, name string) Input {
	t.Helper()
	var b bytes.Buffer
	f.write(t, &b)
	return Input{Name: name, At: bytes.NewReader(b.Bytes()), Size: int64(b.Len())}
}

var day = time.Date(2026, 8, 1, 12, 0, 0, 0, time.UTC)

// forgedRun is a run of two subjects on ten pairs; the first subject knows more.
func forgedRun(id string, models ...string) forged {
	f := forged{id: id, started: day, version: "v1", variants: texts(10),
		says: knowing(func(sub int) float64 { return 0.6 - 0.4*float64(sub) })}
	for _, m := range models {
		f.subjects = append(f.subjects, bench.Subject{Name: m, Kind: "model", Version: "1", Model: m, Strategy: "direct"})
	}
	return f
}

// TestLarge writes three archives of ASSAY_BOARD trials each into a directory, to measure the program: it is
// skipped if the variable is not set.
func TestLarge(t *testing.T) {
	dir := os.Getenv("ASSAY_BOARD")
	if dir == "" {
		t.Skip("ASSAY_BOARD names no directory to write archives into")
	}
	for i := range 3 {
		f := forged{id: fmt.Sprintf("large-%d", i), started: day.Add(time.Duration(i) * time.Hour), version: "v1",
			variants: texts(1000)}
		for k := range 50 {
			name := fmt.Sprintf("lab%d/model-%02d", i, k)
			f.subjects = append(f.subjects, bench.Subject{Name: name, Kind: "model", Version: "1", Model: name,
				Strategy: "direct"})
		}
		say := knowing(func(sub int) float64 { return 0.3 + float64(sub%50)/100 })
		f.says = func(sub int, v *bench.Variant, epoch int) string { return say(sub+50*i, v, epoch) }
		if os.Getenv("ASSAY_BOARD_REQUESTS") != "" {
			f.request = func(v *bench.Variant) []byte {
				return bytes.Repeat([]byte(v.Task.Files[0].Text+"\nYou are an expert who reviews code. "), 20)
			}
		}
		w, err := os.Create(filepath.Join(dir, f.id+".assay.zip"))
		if err != nil {
			t.Fatal(err)
		}
		f.write(t, w)
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// zipped returns a zip of members that are stored uncompressed.
func zipped(t testing.TB, members map[string][]byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range members {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		if err == nil {
			_, err = w.Write(text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
