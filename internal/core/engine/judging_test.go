package engine_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/internal/bench"
	"assay/internal/core/engine"
	"assay/internal/core/judge"
	"assay/internal/core/judge/llm"
	"assay/internal/core/model"
	"assay/internal/core/model/limit"
	"assay/internal/core/model/openai"
	"assay/internal/core/prompt"
	"assay/internal/core/store"
	"assay/internal/core/suite"
	"assay/internal/test/corpustest"
	"assay/internal/test/llmtest"
	"assay/internal/test/pgtest"
	"assay/suites"
)

// golds returns the gold answers about one embedded sample and one SQL test, as answered
// trials.
func golds(t testing.TB) (out []gold) {
	t.Helper()
	list, problems, err := suite.Load(suites.FS, ".", "", "suites")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	for _, s := range list {
		n := 0
		for i := range s.Variants {
			v := &s.Variants[i]
			if g := judge.Golds(v); len(g) > 0 && n < 2 {
				n++
				for _, g := range g {
					out = append(out, gold{v, g})
				}
			}
		}
	}
	return out
}

type gold struct {
	v *bench.Variant
	judge.Gold
}

// text is the answer as a subject would have written it.
func (g gold) text(t testing.TB) string {
	var out any = map[string]any{"verdict": g.Answer.Verdict, "vulnerabilities": g.Answer.Findings,
		"overall_explanation": g.Answer.Explanation}
	if g.v.Format == "tenantsql" {
		var numbers []int
		for _, f := range g.Answer.Findings {
			numbers = append(numbers, f.Requirements...)
		}
		word := "good"
		if len(numbers) > 0 {
			word = "bad"
		}
		out = map[string]any{"assessment": word, "violated_requirements": numbers, "explanation": g.Answer.Explanation}
	}
	b, err := json.Marshal(out)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// stored puts the gold answers into a database as answered trials.
func stored(t testing.TB, path string, list []gold) (*store.Store, store.Run) {
	t.Helper()
	s, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	var plan []bench.Trial
	for _, g := range list {
		plan = append(plan, bench.Trial{Key: g.v.Key + g.Kind, Subject: g.Kind, Variant: g.v})
	}
	run, done, err := s.Begin(t.Context(), plan, bench.Manifest{StartedAt: time.Now()}, store.Again{})
	if err != nil {
		t.Fatal(err)
	}
	w := s.Writer(t.Context(), run)
	for i, p := range plan {
		if done[p.Key] {
			continue
		}
		res := p.Ended("", bench.Details{Response: bench.Response{Text: list[i].text(t), Finish: bench.Answered}})
		engine.Derive(prompt.ForVerdict, 0, &res, judge.Rule{})
		if res.Outcome != bench.Answered {
			t.Fatal(res.Reason)
		}
		if err := w.Write(res); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return s, run
}

// askedAt returns a judge behind the server, with retries and limits as a run has them.
func askedAt(t testing.TB, url, name string) judge.Referee {
	t.Helper()
	base, err := openai.New(openai.Config{BaseURL: url + "/v1", APIKey: "sk-secret-of-the-judge"})
	if err != nil {
		t.Fatal(err)
	}
	m := model.Retry(limit.New(limit.Config{Start: 4, Max: 4, MaxPause: time.Millisecond}).Model(base),
		model.Policy{Attempts: 4, Sleep: func(context.Context, time.Duration) error { return nil }})
	j, err := llm.New(llm.Config{Model: m, Name: "openai/" + name, ID: name})
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func hold(t testing.TB, s *store.Store, run store.Run, referees ...judge.Referee) (engine.JudgeSummary, int) {
	t.Helper()
	list, done, err := engine.JudgeJobs(t.Context(), s, run, referees)
	if err != nil {
		t.Fatal(err)
	}
	w := s.Writer(t.Context(), run)
	sum, err := judgeAll(t.Context(), nil, list, engine.JudgeConfig{PerModel: 8, Sink: w.Judged})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return sum, done
}

// judgeServer is a server of judge models: each behaves as its name says.
type judgeServer struct {
	requests atomic.Int64
	mu       sync.Mutex
	seen     map[string]int // by question
}

func (c *judgeServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.requests.Add(1)
	name, q, err := llmtest.Question(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	c.mu.Lock()
	if c.seen == nil {
		c.seen = map[string]int{}
	}
	c.seen[name+q]++
	first := c.seen[name+q] == 1
	c.mu.Unlock()
	a, err := llmtest.Judge(q)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	switch {
	case name == "busy" && first:
		w.Header().Set("Retry-After", "0")
		http.Error(w, `{"error":{"message":"slow down"}}`, http.StatusTooManyRequests)
		return
	case name == "cut" && first:
		w.Header().Set("Content-Length", "1000")
		io.WriteString(w, `{"choices":[{"mess`)
		panic(http.ErrAbortHandler)
	case name == "down":
		http.Error(w, `{"error":{"message":"overloaded"}}`, http.StatusInternalServerError)
		return
	case name == "wrong-key":
		http.Error(w, `{"error":{"message":"Incorrect API key provided"}}`, http.StatusUnauthorized)
		return
	case name == "garbage":
		llmtest.Write(w, name, "I would say that these are fine findings.")
		return
	case name == "generous": // calls every finding the target, including the planted one
		for i := range a.Findings {
			a.Findings[i].Class = bench.TargetMatch
		}
	case name == "grudging": // finds nothing
		for i := range a.Findings {
			a.Findings[i].Class = bench.Hallucinated
		}
	}
	llmtest.Write(w, name, a.JSON())
}

// A good judge reaches the known verdict on every gold answer, whatever its server does:
// hits if the finding is the label, none without findings, none on wrong answers, and no
// decision if the answer addresses the judge.
func TestJudgesOverHTTP(t *testing.T) {
	srv := httptest.NewServer(&judgeServer{})
	defer srv.Close()
	list := golds(t)
	for _, name := range []string{"good", "busy", "cut"} {
		pgtest.Engines(t, func(t *testing.T, at string) {
			s, run := stored(t, at, list)
			ref := askedAt(t, srv.URL, name)
			sum, done := hold(t, s, run, ref)
			if done != 0 || sum.Planned != len(list) || sum.Pending != 0 || sum.Ended[store.Failed] != 0 {
				t.Errorf("%s: %+v, %d done", name, sum, done)
			}
			rec, err := engine.NewRecord(judge.Rule{}, []judge.Referee{ref})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := engine.Rescore(t.Context(), s, run, rec, false); err != nil {
				t.Fatal(err)
			}
			i := 0
			store.Each(s.Trials(t.Context(), run, store.Wanted{Columns: store.Everything}), func(x bench.Trial) error {
				if g := list[i]; x.Verdict == nil || x.Judge != ref.Name() || x.Verdict.Strict != g.Strict {
					t.Errorf("%s, %s, %s: %+v by %s, want %s", name, g.v.Key, g.Kind, x.Verdict, x.Judge, g.Strict)
				}
				i++
				return nil
			})
			if sum, done := hold(t, s, run, ref); sum.Planned != 0 || done != len(list) {
				t.Errorf("%s: judged again: %+v, %d done", name, sum, done)
			}
			s.Close()
			if held := pgtest.Contents(t, at); !strings.Contains(held, list[0].v.Key) ||
				strings.Contains(held, "sk-secret-of-the-judge") {
				t.Error("the database holds the key, or nothing")
			}
		})
	}
}

// If a judge fails, the trial stays answered and is unscored by that judge. The judge is
// asked again if it gave no reply, and not if its reply made no sense.
func TestJudgesThatFail(t *testing.T) {
	c := &judgeServer{}
	srv := httptest.NewServer(c)
	defer srv.Close()
	list := golds(t)
	ask := 0 // answers that a model must be asked about
	for _, g := range list {
		if len(g.Answer.Findings) > 0 {
			ask++
		}
	}
	for _, k := range []struct {
		name, outcome string
		again         int // requests of the second start
		stopped       bool
	}{{"down", store.Failed, 4 * ask, false}, {"garbage", store.Unscored, 0, false},
		{"generous", store.Unscored, 0, false}, {"wrong-key", "", 0, true}} {
		pgtest.Engines(t, func(t *testing.T, at string) {
			s, run := stored(t, at, list)
			ref := askedAt(t, srv.URL, k.name)
			sum, _ := hold(t, s, run, ref)
			if stopped := sum.ErrStopped() != nil; stopped != k.stopped || k.outcome != "" && sum.Ended[k.outcome] < ask {
				t.Errorf("%s: %+v", k.name, sum)
			}
			if k.outcome == store.Failed && !strings.Contains(sum.Failure, "500") {
				t.Errorf("%s: failure %q", k.name, sum.Failure)
			}
			before := c.requests.Load()
			hold(t, s, run, ref)
			if n := int(c.requests.Load() - before); n < k.again || k.again == 0 && n > 0 {
				t.Errorf("%s: %d requests of a second start, want %d", k.name, n, k.again)
			}
			rec, _ := engine.NewRecord(judge.Rule{}, []judge.Referee{ref})
			if _, err := engine.Rescore(t.Context(), s, run, rec, true); err != nil {
				t.Fatal(err)
			}
			store.Each(s.Trials(t.Context(), run, store.Wanted{Columns: store.Everything}), func(x bench.Trial) error {
				if x.Answer != nil && len(x.Answer.Findings) > 0 && (!x.Verdict.Unscored || x.Verdict.Strict != bench.Unscored ||
					x.Verdict.Reason == "") {
					t.Errorf("%s: %s", k.name, x.Verdict.Strict)
				}
				return nil
			})
		})
	}
}

// Two of three judges decide; a missing vote is not guessed; the verdicts of all judges are
// kept. A panel of even size is an error.
func TestPanelOfRecord(t *testing.T) {
	pgtest.Engines(t, func(t *testing.T, at string) {
		srv := httptest.NewServer(&judgeServer{})
		defer srv.Close()
		list := golds(t)
		s, run := stored(t, at, list)
		panel := []judge.Referee{askedAt(t, srv.URL, "good"), askedAt(t, srv.URL, "grudging"), askedAt(t, srv.URL, "busy")}
		if _, err := engine.NewRecord(judge.Rule{}, panel[:2]); err == nil {
			t.Error("a panel of two")
		}
		if _, err := engine.NewRecord(judge.Rule{}, []judge.Referee{panel[0], panel[0], panel[0]}); err == nil {
			t.Error("a panel of one judge three times")
		}
		rec, err := engine.NewRecord(judge.Rule{}, panel)
		if err != nil {
			t.Fatal(err)
		}
		check := func(when string, want func(g gold) bench.Decision) {
			t.Helper()
			if _, err := engine.Rescore(t.Context(), s, run, rec, false); err != nil {
				t.Fatal(err)
			}
			i := 0
			store.Each(s.Trials(t.Context(), run, store.Wanted{Columns: store.Everything}), func(x bench.Trial) error {
				if g := list[i]; x.Verdict == nil || x.Verdict.Strict != want(g) ||
					!strings.HasPrefix(x.Judge, "panel(llm:openai/good/") {
					t.Errorf("%s, %s, %s: %+v by %s", when, g.v.Key, g.Kind, x.Verdict, x.Judge)
				}
				i++
				return nil
			})
		}
		hold(t, s, run, panel[:2]...)
		check("one vote missing", func(g gold) bench.Decision {
			if g.Kind == "correct" {
				return bench.Unscored // one to one: the missing vote decides
			}
			return g.Strict
		})
		hold(t, s, run, panel...)
		check("three votes", func(g gold) bench.Decision { return g.Strict })
		all, err := s.Judgements(t.Context(), run)
		for id, js := range all {
			if len(js) != 3 || err != nil {
				t.Errorf("trial %d has %d judgements (%v)", id, len(js), err)
			}
		}
	})
}

// Stored replies that the current version parses in another way are parsed again, from
// their text and without a request.
func TestRescoreReadsRepliesAgain(t *testing.T) {
	pgtest.Engines(t, func(t *testing.T, at string) {
		c := &judgeServer{}
		srv := httptest.NewServer(c)
		list := golds(t)
		s, run := stored(t, at, list)
		ref := askedAt(t, srv.URL, "good")
		hold(t, s, run, ref)
		srv.Close()
		js, err := s.Judgements(t.Context(), run)
		if err != nil {
			t.Fatal(err)
		}
		var spoilt []store.Judgement
		for _, list := range js {
			for _, j := range list {
				if j.Asked {
					j.Outcome, j.Reason, j.Verdict = store.Unscored, "an older version could not read it",
						&bench.Verdict{Judge: j.Judge, Unscored: true}
					spoilt = append(spoilt, j)
				}
			}
		}
		if err := s.Rejudge(t.Context(), spoilt); err != nil {
			t.Fatal(err)
		}
		rec, err := engine.NewRecord(judge.Rule{}, []judge.Referee{llm.Reader("openai/good")})
		if err != nil {
			t.Fatal(err)
		}
		before := c.requests.Load()
		n, err := engine.Rescore(t.Context(), s, run, rec, true)
		if err != nil || n.Reread != len(spoilt) || n.Revised != len(spoilt) || n.Derived != len(list) || len(spoilt) == 0 {
			t.Errorf("%+v of %d, %v", n, len(spoilt), err)
		}
		after, err := s.Judgements(t.Context(), run)
		if diff := cmp.Diff(js, after); err != nil || diff != "" {
			t.Errorf("%v (-before +after)\n%s", err, diff)
		}
		if n := c.requests.Load() - before; n != 0 {
			t.Errorf("%d requests", n)
		}
		i := 0
		store.Each(s.Trials(t.Context(), run, store.Wanted{Columns: store.Everything}), func(x bench.Trial) error {
			if g := list[i]; x.Verdict == nil || x.Verdict.Strict != g.Strict {
				t.Errorf("%s, %s: %+v", g.v.Key, g.Kind, x.Verdict)
			}
			i++
			return nil
		})
		if n, err := engine.Rescore(t.Context(), s, run, rec, true); n.Revised != 0 || n.Changed != 0 || err != nil {
			t.Errorf("once more: %+v %v", n, err)
		}
	})
}

// Killed at any moment, judging loses no stored judgement, asks for none of them again, and
// ends with one judgement for each answer.
func TestKilledWhileJudging(t *testing.T) {
	corpustest.Turn(t, 3)
	pgtest.Engines(t, func(t *testing.T, at string) {
		c := &judgeServer{}
		srv := httptest.NewServer(c)
		defer srv.Close()
		list := golds(t)
		s, run := stored(t, at, list)
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		killed := 0
		for i := 0; ; i++ {
			if i > 200 {
				t.Fatal("the child does not get on")
			}
			before := c.requests.Load()
			cmd := exec.Command(self, at)
			cmd.Env = append(os.Environ(), judgingVar+"="+srv.URL)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			go func() { ended <- cmd.Wait() }()
			for over := false; !over; {
				select {
				case err := <-ended:
					if err != nil {
						t.Fatal(err)
					}
					over = true
				case <-time.After(time.Millisecond):
					if c.requests.Load() >= before+3 {
						cmd.Process.Kill()
						<-ended
						killed++
						over = true
					}
				}
			}
			left, done, err := engine.JudgeJobs(t.Context(), s, run, []judge.Referee{llm.Reader("openai/good")})
			if err != nil {
				t.Fatal(err)
			}
			if len(left) == 0 {
				if done != len(list) {
					t.Errorf("%d judgements of %d", done, len(list))
				}
				break
			}
		}
		js, err := s.Judgements(t.Context(), run)
		if err != nil || len(js) != len(list) {
			t.Errorf("judgements of %d trials, want %d (%v)", len(js), len(list), err)
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		for q, n := range c.seen {
			if n > killed+1 {
				t.Errorf("asked %d times after %d kills: %.60q", n, killed, q)
			}
		}
		if killed == 0 {
			t.Error("the child was never killed")
		}
	})
}

const judgingVar = "ASSAY_ENGINE_TEST_JUDGING"

// judgingChild processes the jobs of the newest run in a database.
func judgingChild(url, path string) error {
	ctx := context.Background()
	s, err := store.Open(ctx, path)
	if err != nil {
		return err
	}
	run, err := s.Run(ctx, "")
	if err != nil {
		return err
	}
	base, err := openai.New(openai.Config{BaseURL: url + "/v1", APIKey: "k"})
	if err != nil {
		return err
	}
	j, err := llm.New(llm.Config{Model: base, Name: "openai/good", ID: "good"})
	if err != nil {
		return err
	}
	list, _, err := engine.JudgeJobs(ctx, s, run, []judge.Referee{j})
	if err != nil {
		return err
	}
	w := s.Writer(ctx, run)
	if _, err := judgeAll(ctx, nil, list, engine.JudgeConfig{PerModel: 1, Sink: w.Judged}); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return s.Close()
}

// A stop sends no further requests and loses nothing, and the rest is planned again.
func TestJudgingStops(t *testing.T) {
	pgtest.Engines(t, func(t *testing.T, at string) {
		c := &judgeServer{}
		srv := httptest.NewServer(c)
		defer srv.Close()
		list := golds(t)
		s, run := stored(t, at, list)
		ref := askedAt(t, srv.URL, "good")
		jobs, _, err := engine.JudgeJobs(t.Context(), s, run, []judge.Referee{ref})
		if err != nil {
			t.Fatal(err)
		}
		stop := make(chan struct{})
		var once sync.Once
		w := s.Writer(t.Context(), run)
		sum, err := judgeAll(t.Context(), stop, jobs, engine.JudgeConfig{PerModel: 1, Sink: w.Judged,
			Ended: func(string) { once.Do(func() { close(stop) }) }})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		judged := sum.Planned - sum.Pending
		if sum.Pending == 0 || judged == 0 || sum.ErrStopped() != nil {
			t.Errorf("%+v", sum)
		}
		if sum, done := hold(t, s, run, ref); done != judged || sum.Pending != 0 {
			t.Errorf("afterwards %+v, %d done of %d judged", sum, done, judged)
		}
	})
}

// judgeAll processes the jobs of a list.
func judgeAll(ctx context.Context, stop <-chan struct{}, list []engine.JudgeJob,
	cfg engine.JudgeConfig) (engine.JudgeSummary, error) {
	c := engine.NewJudgeRunner(ctx, stop, cfg)
	c.Add(list...)
	return c.Close()
}
