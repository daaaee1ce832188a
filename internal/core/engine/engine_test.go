package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"assay/internal/bench"
	"assay/internal/core/detect"
	"assay/internal/core/judge"
	"assay/internal/core/judge/recorded"
	"assay/internal/core/model"
	"assay/internal/core/model/limit"
	"assay/internal/core/prompt"
	"assay/internal/core/store"
	"assay/internal/test/pgtest"
)

// fake is a detector made of a function.
type fake struct {
	name, kind string
	params     map[string]string
	prompt     string
	only       string // the language that it supports; "" is any
	detect     func(context.Context, bench.Task) (bench.Response, error)
}

func (f fake) Subject() bench.Subject {
	return bench.Subject{Name: f.name, Kind: f.kind, Version: "1", Params: f.params}
}
func (f fake) PromptHash(t bench.Task) (string, error) {
	if f.only != "" && f.only != t.Language {
		return "", fmt.Errorf("%s %w: it is for %s", f.name, detect.ErrNotApplicable, f.only)
	}
	return f.prompt, nil
}
func (f fake) Detect(ctx context.Context, t bench.Task) (bench.Response, error) {
	return f.detect(ctx, t)
}

const safeText = `{"verdict":"safe","confidence":0.9,"vulnerabilities":[]}`

func answers(text string) func(context.Context, bench.Task) (bench.Response, error) {
	return func(context.Context, bench.Task) (bench.Response, error) {
		return bench.Response{Text: text, Finish: bench.Answered, Attempts: 1}, nil
	}
}

func variants(n int) []*bench.Variant {
	var out []*bench.Variant
	for i := range n {
		out = append(out, &bench.Variant{Key: fmt.Sprintf("v%04d", i), Base: fmt.Sprint(i), Format: "blockbench",
			Truth: bench.Vulnerable,
			Task: bench.Task{Language: "solidity", Files: []bench.File{{Path: "A.sol",
				Text: fmt.Sprintf("contract C%d {}", i)}}}})
	}
	return out
}

// sink collects results.
type sink struct {
	mu  sync.Mutex
	got map[string]bench.Trial
	err error
}

func (s *sink) put(r bench.Trial) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return s.err
	}
	if s.got == nil {
		s.got = map[string]bench.Trial{}
	}
	if _, twice := s.got[r.Key]; twice {
		return fmt.Errorf("trial %s ended twice", r.Key)
	}
	s.got[r.Key] = r
	return nil
}

func mustPlan(t *testing.T, ds []detect.Detector, vs []*bench.Variant, epochs int) []Job {
	t.Helper()
	jobs, err := Plan(ds, vs, epochs)
	if err != nil {
		t.Fatal(err)
	}
	return jobs
}

func TestPlanKeys(t *testing.T) {
	vs := variants(2)
	base := fake{name: "m", kind: "model", params: map[string]string{"temperature": "0"}, prompt: "p"}
	key := func(f fake, v *bench.Variant, epochs int) string {
		jobs := mustPlan(t, []detect.Detector{f}, []*bench.Variant{v}, epochs)
		return jobs[len(jobs)-1].Key
	}
	seen := map[string]string{key(base, vs[0], 1): "base"}
	for what, k := range map[string]string{
		"other text":       key(base, vs[1], 1),
		"other repetition": key(base, vs[0], 2),
		"other prompt":     key(fake{name: "m", kind: "model", params: base.params, prompt: "q"}, vs[0], 1),
		"other parameter": key(fake{name: "m", kind: "model", params: map[string]string{"temperature": "1"}, prompt: "p"},
			vs[0], 1),
		"other subject": key(fake{name: "n", kind: "model", params: base.params, prompt: "p"}, vs[0], 1),
	} {
		if was, dup := seen[k]; dup {
			t.Errorf("%s has the key of %s", what, was)
		}
		seen[k] = what
	}
	// What cannot change an output does not change the key.
	relabelled := *vs[0]
	relabelled.Labels, relabelled.Class = []bench.Label{{Function: bench.RootCause}}, "reentrancy"
	if key(base, &relabelled, 1) != key(base, vs[0], 1) {
		t.Error("a label changes the key, so that correcting it would ask the model again")
	}
	if _, err := Plan([]detect.Detector{base, base}, vs, 1); err == nil {
		t.Error("planned one subject twice")
	}
}

// A detector is asked only about tasks that it supports, and about at least one.
func TestPlanNotApplicable(t *testing.T) {
	vs := variants(3)
	vs[1].Task.Language = "sql"
	jobs := mustPlan(t, []detect.Detector{fake{name: "a", only: "sql"}, fake{name: "b"}}, vs, 2)
	var got []string
	for _, j := range jobs {
		got = append(got, j.Subject+" "+j.Variant.Key)
	}
	want := []string{"a v0001", "a v0001", "b v0000", "b v0000", "b v0001", "b v0001", "b v0002", "b v0002"}
	if !slices.Equal(got, want) {
		t.Errorf("planned %q, want %q", got, want)
	}
	if _, err := Plan([]detect.Detector{fake{name: "b"}, fake{name: "c", only: "rust"}}, vs, 1); err == nil ||
		!strings.Contains(err.Error(), "it is for rust") {
		t.Errorf("a detector without a trial: %v", err)
	}
}

func TestRunEndsEveryTrialOnce(t *testing.T) {
	var running, peak atomic.Int64
	slow := fake{name: "slow", kind: "model", detect: func(context.Context, bench.Task) (bench.Response, error) {
		n := running.Add(1)
		for p := peak.Load(); n > p && !peak.CompareAndSwap(p, n); p = peak.Load() {
		}
		time.Sleep(time.Millisecond)
		running.Add(-1)
		return bench.Response{Text: safeText, Finish: bench.Answered}, nil
	}}
	quick := fake{name: "quick", kind: "builtin", detect: answers(safeText)}
	jobs := mustPlan(t, []detect.Detector{slow, quick}, variants(40), 2)
	done := map[string]bool{jobs[0].Key: true, jobs[100].Key: true}
	var s sink
	sum, err := Run(t.Context(), nil, jobs, done, Config{Judge: judge.Rule{}, PerModel: 8, Sink: s.put})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.got) != 158 || sum.Done != 2 || sum.Pending != 0 || sum.Ended[bench.Answered] != 158 {
		t.Errorf("%d results, summary %+v", len(s.got), sum)
	}
	if p := peak.Load(); p > 8 || p < 2 {
		t.Errorf("%d requests at once to a model that allows 8", p)
	}
}

// Two variants with the same text and chain are one question: it is asked once, and the
// answer ends both.
func TestRunAsksAQuestionOnce(t *testing.T) {
	vs := variants(3)
	vs[1].Task = vs[0].Task
	jobs := mustPlan(t, []detect.Detector{fake{name: "m", kind: "builtin", detect: answers(safeText)}}, vs, 1)
	if len(jobs) != 3 || Questions(jobs) != 2 {
		t.Fatalf("%d trials, %d questions", len(jobs), Questions(jobs))
	}
	var s sink // returns an error for a trial that ends twice
	sum, err := Run(t.Context(), nil, jobs, nil, Config{Judge: judge.Rule{}, Sink: s.put})
	if err != nil || sum.Planned != 2 || sum.Ended[bench.Answered] != 2 || sum.Pending != 0 {
		t.Errorf("%+v, %v", sum, err)
	}
	sum, err = Run(t.Context(), nil, jobs, map[string]bool{jobs[0].Key: true},
		Config{Judge: judge.Rule{}, Sink: new(sink).put})
	if err != nil || sum.Done != 1 || sum.Ended[bench.Answered] != 1 || sum.Pending != 0 {
		t.Errorf("resumed: %+v, %v", sum, err)
	}
	vs[1].Chain = "reformat"
	if n := Questions(mustPlan(t, []detect.Detector{fake{name: "m", kind: "builtin"}}, vs, 1)); n != 3 {
		t.Errorf("%d questions; another chain is another question", n)
	}
}

func TestOutcomes(t *testing.T) {
	say := func(r bench.Response) fake {
		return fake{name: "m", kind: "builtin", detect: func(context.Context, bench.Task) (bench.Response, error) {
			return r,
				nil
		}}
	}
	for _, c := range []struct {
		name string
		f    fake
		want bench.Outcome
	}{
		{"answer", say(bench.Response{Text: safeText, Finish: bench.Answered}), bench.Answered},
		{"complete though cut", say(bench.Response{Text: safeText, Finish: bench.Truncated}), bench.Answered},
		{"cut", say(bench.Response{Text: safeText[:20], Finish: bench.Truncated}), bench.Truncated},
		{"cut, which only its count says", fake{name: "m", kind: "builtin", params: map[string]string{"max_tokens": "64"},
			detect: counting(safeText[:20], 64)}, bench.Truncated},
		{"complete, at the limit", fake{name: "m", kind: "builtin", params: map[string]string{"max_tokens": "64"},
			detect: counting(safeText, 64)}, bench.Answered},
		{"not cut", fake{name: "m", kind: "builtin", params: map[string]string{"max_tokens": "64"},
			detect: counting(safeText[:20], 63)}, bench.Unparsed},
		{"refusal field", say(bench.Response{Text: safeText, Finish: bench.Refused, FinishRaw: "refusal"}), bench.Refused},
		{"refusal in words", say(bench.Response{Text: "I'm sorry, I can't assist with that.", Finish: bench.Answered}),
			bench.Refused},
		{"filter", say(bench.Response{Finish: bench.Filtered, FinishRaw: "content_filter"}), bench.Filtered},
		{"prose", say(bench.Response{Text: "Looks fine to me.", Finish: bench.Answered}), bench.Unparsed},
		{"nothing", say(bench.Response{Finish: bench.Answered}), bench.Unparsed},
		{"error", fake{name: "m", kind: "builtin", detect: func(context.Context, bench.Task) (bench.Response, error) {
			return bench.Response{Attempts: 3}, &model.Error{Kind: model.ErrUnavailable, Status: 500, Err: errors.New("boom")}
		}}, bench.Failed},
		{"panic", fake{name: "m", kind: "builtin", detect: func(context.Context, bench.Task) (bench.Response,
			error) {
			panic("ouch")
		}}, bench.Failed},
	} {
		var s sink
		jobs := mustPlan(t, []detect.Detector{c.f}, variants(1), 1)
		sum, err := Run(t.Context(), nil, jobs, nil, Config{Judge: judge.Rule{}, Sink: s.put})
		got := s.got[jobs[0].Key]
		if err != nil || sum.Ended[c.want] != 1 || got.Outcome != c.want {
			t.Errorf("%s: %q (%v), want %q", c.name, got.Outcome, err, c.want)
		}
		if (got.Outcome == bench.Answered) != (got.Answer != nil && got.Verdict != nil && got.Reason == "") {
			t.Errorf("%s: answer %v, verdict %v, reason %q", c.name, got.Answer, got.Verdict, got.Reason)
		}
	}
}

// Only a larger limit would help an answer that was cut, and nothing one that repeats itself.
func TestCutInALoop(t *testing.T) {
	for text, want := range map[string]string{
		strings.Repeat("11. It is not a good one. ", 40): "cut at the output limit while it repeated itself: ",
		"First I look at the guards.":                    "cut at the output limit: ",
	} {
		want += "no JSON object with a verdict"
		st := bench.Trial{Variant: variants(1)[0]}.Ended("", bench.Details{Response: bench.Response{Text: text,
			Finish: bench.Truncated}})
		if Derive(prompt.ForVerdict, 0, &st, judge.Rule{}); st.Outcome != bench.Truncated || st.Reason != want {
			t.Errorf("%s, %q, want %q", st.Outcome, st.Reason, want)
		}
	}
}

// counting returns an answer with a token count but no report that it was cut.
func counting(text string, tokens int64) func(context.Context, bench.Task) (bench.Response, error) {
	return func(context.Context, bench.Task) (bench.Response, error) {
		return bench.Response{Text: text, Finish: bench.Answered, Attempts: 1, Usage: bench.Usage{OutputTokens: tokens}}, nil
	}
}

// A stored response is cut at the limit that its subject had.
func TestRederivesWhatWasCut(t *testing.T) {
	run := store.Run{Manifest: bench.Manifest{Subjects: []bench.Subject{{Name: "m",
		Params: map[string]string{"max_tokens": "64"}}, {Name: "n"}}}}
	d := newDeriver(run, ruleOnly(t), nil)
	for subject, want := range map[string]bench.Outcome{"m": bench.Truncated, "n": bench.Unparsed} {
		st := bench.Trial{Subject: subject, Variant: variants(1)[0]}.Ended("", bench.Details{
			Response: bench.Response{Text: safeText[:20], Finish: bench.Answered, Usage: bench.Usage{OutputTokens: 64}}})
		if d.read(&st, true); st.Outcome != want {
			t.Errorf("%s: %s, want %s", subject, st.Outcome, want)
		}
	}
}

// An answer with a repair keeps how much of the code its question showed; other answers need not know.
func TestKeepsWhatWasShown(t *testing.T) {
	const answer = `{"verdict":"vulnerable","confidence":0.9,"vulnerabilities":[{"type":"reentrancy","severity":"high",` +
		`"location":"f","explanation":"e","attack_scenario":"a","suggested_fix":"s"%s}],"overall_explanation":"o"}`
	for _, c := range []struct{ strategy, repair, want string }{
		{"direct-2,extent=function", `,"repair":[{"old":"a;","new":"b;"}]`, "function"},
		{"direct-2,extent=contract", `,"repair":[{"old":"a;","new":"b;"}]`, "contract"},
		{"direct-2,extent=project", `,"repair":[{"old":"a;","new":"b;"}]`, ""},
		{"direct-2", `,"repair":[{"old":"a;","new":"b;"}]`, ""},
		{"direct-2,extent=function", "", ""},
	} {
		run := store.Run{Manifest: bench.Manifest{Subjects: []bench.Subject{{Name: "m", Strategy: c.strategy}}}}
		st := bench.Trial{Subject: "m", Variant: variants(1)[0]}.Ended("", bench.Details{
			Response: bench.Response{Text: fmt.Sprintf(answer, c.repair), Finish: bench.Answered}})
		newDeriver(run, ruleOnly(t), nil).read(&st, true)
		if st.Answer == nil || st.Answer.Extent != c.want {
			t.Errorf("%s: %+v %s, want %q", c.strategy, st.Answer, st.Reason, c.want)
		}
	}
}

// An answer that an earlier version did not show to its judge is judged now; one without
// findings, about which no judge is asked, is not judged again.
func TestFindsNoRefusedJudgement(t *testing.T) {
	for _, c := range []struct {
		outcome string
		asked   bool
		want    bool
	}{{store.Unscored, false, false}, {store.Unscored, true, true}, {store.Decided, true, true},
		{store.Decided, false, true}} {
		list := []store.Judgement{{Judge: "llm:a/b/1", Question: "q", Injected: "target match", Outcome: c.outcome,
			Asked: c.asked}}
		if got := find(list, "llm:a/b/1", "q") != nil; got != c.want {
			t.Errorf("%+v: found %v", c, got)
		}
	}
}

// A judgement that was recorded about an answer stays its judgement when a later parser reads more of the answer, under
// whatever question an earlier version stored it, and is read again with what is read now.
func TestRecordedJudgementOfAnyReading(t *testing.T) {
	no := false
	line := recorded.Judgement{Sample: "s", Subject: "m", Judge: "j", Found: &no,
		Findings: []recorded.JudgedFinding{{Finding: 1, Class: bench.BonusValid}}}
	ref := recorded.Named("imported:j/1")
	rec, err := NewRecord(judge.Rule{}, []judge.Referee{ref})
	if err != nil {
		t.Fatal(err)
	}
	v := &bench.Variant{Key: "s", Truth: bench.Vulnerable}
	list := []store.Judgement{{TrialID: 1, Judge: ref.Name(), Question: "0123", Outcome: store.Decided,
		Response: recorded.Reply(line), Verdict: &bench.Verdict{Judge: ref.Name(), Strict: bench.Miss,
			Findings: make([]bench.FindingVerdict, 1)}}}
	a := bench.Answer{Verdict: bench.Vulnerable, Findings: make([]bench.Finding, 2)}
	got := rec.Verdict(v, a, list)
	if got.Strict != bench.Miss || len(got.Findings) != 2 || got.Findings[1].Class != bench.BonusValid {
		t.Errorf("%+v", got)
	}
	if all := rec.All(v, a, list); len(all) != 2 || all[1].Verdict.Strict != bench.Miss {
		t.Errorf("all judges: %+v", all)
	}
	list[0].Response.Text = "unreadable"
	if got := rec.Verdict(v, a, list); !got.Unscored || got.Strict != bench.Unscored {
		t.Errorf("a judgement that cannot be read is %+v", got)
	}
}

// A wrong key stops its own subject after the first answers, and no other subject.
func TestFatalStopsOneSubject(t *testing.T) {
	var calls atomic.Int64
	denied := fake{name: "denied", kind: "model", detect: func(context.Context, bench.Task) (bench.Response, error) {
		calls.Add(1)
		return bench.Response{}, &model.Error{Kind: model.ErrAuth, Status: 401, Err: errors.New("no such key")}
	}}
	fine := fake{name: "fine", kind: "builtin", detect: answers(safeText)}
	jobs := mustPlan(t, []detect.Detector{denied, fine}, variants(200), 1)
	var s sink
	sum, err := Run(t.Context(), nil, jobs, nil, Config{Judge: judge.Rule{}, PerModel: 4, Sink: s.put})
	if err != nil {
		t.Fatal(err)
	}
	if sum.Ended[bench.Answered] != 200 || sum.Pending != 200 || sum.Ended[bench.Failed] != 0 {
		t.Errorf("summary %+v", sum)
	}
	if n := calls.Load(); n > 12 {
		t.Errorf("%d requests with a key that does not work", n)
	}
	if err := sum.ErrStopped(); err == nil || !strings.Contains(err.Error(), "denied: ") {
		t.Errorf("reason %v", err)
	}
}

// A text that does not fit the context is not asked: it is no miss of the model.
func TestTooLongIsNotAsked(t *testing.T) {
	long := variants(1)[0].Task.Hash()
	f := fake{name: "m", kind: "model", detect: func(_ context.Context, task bench.Task) (bench.Response, error) {
		if task.Hash() == long {
			return bench.Response{Attempts: 1}, &model.Error{Kind: model.ErrTooLong, Status: 400, Err: errors.New("too long")}
		}
		return bench.Response{Text: safeText}, nil
	}}
	var s sink
	jobs := mustPlan(t, []detect.Detector{f}, variants(3), 1)
	sum, err := Run(t.Context(), nil, jobs, nil, Config{Judge: judge.Rule{}, PerModel: 1, Sink: s.put})
	if err != nil || sum.Ended[bench.Answered] != 2 || len(s.got) != 2 || sum.Pending != 1 || sum.TooLong() != 1 {
		t.Errorf("%+v, %v", sum, err)
	}
}

// When the budget is used up, no subject that costs money is asked; the reason is reported once.
func TestBudgetStops(t *testing.T) {
	over := &model.Error{Kind: model.ErrBudget, Err: errors.New("used up")}
	poor := func(name string) fake {
		var calls atomic.Int64
		return fake{name: name, kind: "model", detect: func(context.Context, bench.Task) (bench.Response, error) {
			if calls.Add(1) > 3 {
				return bench.Response{}, over
			}
			return bench.Response{Text: safeText}, nil
		}}
	}
	var s sink
	jobs := mustPlan(t, []detect.Detector{poor("a"), poor("b"),
		fake{name: "free", kind: "builtin", detect: answers(safeText)}}, variants(30), 1)
	sum, err := Run(t.Context(), nil, jobs, nil, Config{Judge: judge.Rule{}, PerModel: 4, Sink: s.put})
	if err != nil || sum.Ended[bench.Answered] != 36 || sum.Ended[bench.Failed] != 0 || sum.Pending != 54 {
		t.Errorf("%+v, %v", sum, err)
	}
	if got := sum.ErrStopped(); model.KindOf(got) != model.ErrBudget || got.Error() != "a, b: budget: used up" {
		t.Errorf("reason %q", got)
	}
}

// Stopping does not wait for trials that wait for a slot or for a retry.
func TestStopEndsWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := limit.New(limit.Config{Start: 1, Max: 1})
		calls := 0
		m := model.Retry(l.Model(modelFunc(func(context.Context) (bench.Response, error) {
			if calls++; calls == 1 {
				return bench.Response{Attempts: 1}, &model.Error{Kind: model.ErrRateLimit, RetryAfter: time.Hour,
					Err: errors.New("wait")}
			}
			return bench.Response{Text: safeText}, nil
		})), model.Policy{})
		f := fake{name: "m", kind: "model", detect: func(ctx context.Context, _ bench.Task) (bench.Response, error) {
			return m.Generate(ctx, model.Request{User: "x"})
		}}
		stop := make(chan struct{})
		go func() {
			time.Sleep(time.Minute)
			close(stop)
		}()
		start := time.Now()
		var s sink
		sum, err := Run(t.Context(), stop, mustPlan(t, []detect.Detector{f}, variants(20), 1), nil,
			Config{Judge: judge.Rule{}, PerModel: 8, Sink: s.put})
		if err != nil || sum.Pending != 20 || len(s.got) != 0 || time.Since(start) != time.Minute {
			t.Errorf("%+v, %v after %v", sum, err, time.Since(start))
		}
	})
}

type modelFunc func(context.Context) (bench.Response, error)

func (f modelFunc) Generate(ctx context.Context, _ model.Request) (bench.Response, error) {
	return f(ctx)
}

func TestStopFinishesWhatRuns(t *testing.T) {
	stop := make(chan struct{})
	started := make(chan struct{}, 100)
	release := make(chan struct{})
	f := fake{name: "m", kind: "model", detect: func(context.Context, bench.Task) (bench.Response, error) {
		started <- struct{}{}
		<-release
		return bench.Response{Text: safeText, Finish: bench.Answered}, nil
	}}
	go func() {
		for range 3 {
			<-started
		}
		close(stop)
		close(release)
	}()
	var s sink
	sum, err := Run(t.Context(), stop, mustPlan(t, []detect.Detector{f}, variants(50), 1), nil,
		Config{Judge: judge.Rule{}, PerModel: 3, Sink: s.put})
	if err != nil || sum.Ended[bench.Answered] < 3 || sum.Ended[bench.Answered] > 4 ||
		sum.Pending != 50-sum.Ended[bench.Answered] {
		t.Errorf("%+v, %v", sum, err)
	}
}

func TestCancelLeavesTrialsPending(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	f := fake{name: "m", kind: "model", detect: func(ctx context.Context, _ bench.Task) (bench.Response, error) {
		cancel()
		<-ctx.Done()
		return bench.Response{}, ctx.Err()
	}}
	var s sink
	sum, err := Run(ctx, nil, mustPlan(t, []detect.Detector{f}, variants(20), 1), nil,
		Config{Judge: judge.Rule{}, PerModel: 2, Sink: s.put})
	if err != nil || len(s.got) != 0 || sum.Pending != 20 {
		t.Errorf("%d results, %+v, %v: an abandoned request is no outcome", len(s.got), sum, err)
	}
}

func TestSinkErrorStopsTheRun(t *testing.T) {
	s := sink{err: errors.New("disk full")}
	f := fake{name: "m", kind: "builtin", detect: answers(safeText)}
	sum, err := Run(t.Context(), nil, mustPlan(t, []detect.Detector{f}, variants(5000), 1), nil,
		Config{Judge: judge.Rule{}, Sink: s.put})
	if err == nil || sum.Ended[bench.Answered] != 0 || sum.Pending != 5000 {
		t.Errorf("%+v, %v", sum, err)
	}
}

// Values that an older parser or judge derived are derived again from the stored text.
func TestRescore(t *testing.T) {
	pgtest.Engines(t, func(t *testing.T, at string) {
		s, err := store.Open(t.Context(), at)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		f := fake{name: "m", kind: "builtin", detect: answers(safeText)}
		jobs := mustPlan(t, []detect.Detector{f}, variants(3), 1)
		planned := []bench.Trial{jobs[0].Trial, jobs[1].Trial, jobs[2].Trial}
		run, _, err := s.Begin(t.Context(), planned, bench.Manifest{StartedAt: time.Now()}, store.Again{})
		if err != nil {
			t.Fatal(err)
		}
		w := s.Writer(t.Context(), run)
		if _, err := Run(t.Context(), nil, jobs, nil, Config{Judge: judge.Rule{}, Sink: func(r bench.Trial) error {
			if r.Key == jobs[1].Key { // as if an older parser could not parse it
				r = jobs[1].Ended(bench.Unparsed, bench.Details{Reason: "old", Parser: "0", Judge: "rule/0", Response: r.Response})
			}
			return w.Write(r)
		}}); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if n, err := Rescore(t.Context(), s, run, ruleOnly(t), false); n != (Rescored{Derived: 1, Changed: 1}) || err != nil {
			t.Errorf("rescored %+v (%v), want 1", n, err)
		}
		answered := 0
		store.Each(s.Trials(t.Context(), run, store.Wanted{Columns: store.Everything}), func(x bench.Trial) error {
			if x.Outcome == bench.Answered && x.Answer != nil {
				answered++
			}
			return nil
		})
		if answered != 3 {
			t.Errorf("%d of 3 answered after rescoring", answered)
		}
		if n, _ := Rescore(t.Context(), s, run, ruleOnly(t), false); n.Derived != 0 {
			t.Errorf("rescored %+v though all was current", n)
		}
		if n, err := Rescore(t.Context(), s, run, ruleOnly(t), true); n != (Rescored{Derived: 3}) || err != nil {
			t.Errorf("rescored %+v (%v), want all three, unchanged", n, err)
		}
	})
}

func ruleOnly(t testing.TB) Record {
	t.Helper()
	r, err := NewRecord(judge.Rule{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
