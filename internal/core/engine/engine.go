// Package engine runs plans: it lists the trials of a plan, selects the remaining ones,
// runs many of them concurrently and records how each ends. Package model/limit, below it,
// limits the concurrent requests of each account.
//
// A trial either ends with exactly one outcome or stays pending. It stays pending when the
// run is interrupted, or when its subject is stopped because no request of it can work or
// be paid for. The next run of the same plan asks the pending trials.
package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"assay/internal/bench"
	"assay/internal/core/answer"
	"assay/internal/core/detect"
	"assay/internal/core/judge"
	"assay/internal/core/model"
)

// Job is one planned trial with the detector that answers it.
type Job struct {
	bench.Trial
	Detector detect.Detector
}

// Plan lists the trials of every detector on every applicable variant
// ([detect.ErrNotApplicable]), epochs times, in that order of nesting. It returns an error
// if a question cannot be made, if two detectors have the same name, or if none of the
// variants is applicable to a detector.
func Plan(detectors []detect.Detector, variants []*bench.Variant, epochs int) ([]Job, error) {
	var jobs []Job
	names := map[string]bool{}
	hashes := make([]string, len(variants)) // one string for all trials of a variant
	for i, v := range variants {
		hashes[i] = v.Task.Hash()
	}
	for _, d := range detectors {
		s := d.Subject()
		if names[s.Name] {
			return nil, fmt.Errorf("%s is given twice", s.Name)
		}
		names[s.Name] = true
		before := len(jobs)
		var notFor error
		for i, v := range variants {
			prompt, err := d.PromptHash(v.Task)
			if errors.Is(err, detect.ErrNotApplicable) {
				notFor = err
				continue
			}
			if err != nil {
				return nil, fmt.Errorf("asking %s about %s: %w", s.Name, v.Key, err)
			}
			for rep := range epochs {
				key := keyOf(s, v, hashes[i], prompt, rep)
				jobs = append(jobs, Job{bench.Trial{Key: key.Hash(), Parts: &key, Subject: s.Name, Variant: v, Repetition: rep}, d})
			}
		}
		if len(jobs) == before && notFor != nil {
			return nil, fmt.Errorf("no question is possible about the %d selected variants: %w", len(variants), notFor)
		}
	}
	return jobs, nil
}

// KeyOf returns the key that [Plan] gives a trial.
func KeyOf(d detect.Detector, v *bench.Variant, repetition int) (bench.TrialKey, error) {
	prompt, err := d.PromptHash(v.Task)
	if err != nil {
		return bench.TrialKey{}, err
	}
	return keyOf(d.Subject(), v, v.Task.Hash(), prompt, repetition), nil
}

func keyOf(s bench.Subject, v *bench.Variant, task, prompt string, repetition int) bench.TrialKey {
	return bench.TrialKey{
		Version: bench.KeyVersion, Task: task, Chain: v.Chain, Seed: v.Seed,
		Subject: s.Name, SubjectVer: s.Version, Strategy: s.Strategy, Prompt: prompt, Params: s.Params,
		Repetition: repetition,
	}
}

// Config is the configuration of a run. Sink must be safe for concurrent use.
type Config struct {
	Judge judge.Judge
	// maximum concurrent trials of one model, at least 1; the limit of the account decides how many of them may send
	PerModel int
	Sink     func(bench.Trial) error // receives every ended trial; an error stops the run
	Ended    func(bench.Outcome)     // called after Sink, for progress; may be nil, must be safe for concurrent use
	Now      func() time.Time        // nil is time.Now
	// EndTooLong ends a trial whose question does not fit the context of the model as failed; else it stays pending.
	EndTooLong bool
}

// Summary holds the counts of a run.
type Summary struct {
	Planned int                   // questions
	Done    int                   // ended by an earlier run
	Ended   map[bench.Outcome]int // ended by this run
	Pending int                   // not asked
	Spared  int                   // not asked and not pending: what they could decide is decided
	Lacking int                   // of those, not asked because something is missing on this machine
	Stopped map[string]error      // subjects that were stopped, with the reason
	Why     map[Ending]int        // trials without an answer that this run ended or could not ask, by how they ended
}

// Ending is how a trial without an answer ended.
type Ending struct {
	Outcome bench.Outcome   // "" if the question does not fit the context of the model: it was not asked
	Kind    model.ErrorKind // of a failed trial; "" if the failure was not of a request
	Reason  string
}

// Commonest returns the endings with one outcome, the most frequent first, and the number
// of trials that ended with it.
func (s Summary) Commonest(o bench.Outcome) (list []Ending, trials int) {
	for e, n := range s.Why {
		if e.Outcome == o {
			list = append(list, e)
			trials += n
		}
	}
	slices.SortFunc(list, func(a, b Ending) int {
		return cmp.Or(cmp.Compare(s.Why[b], s.Why[a]), cmp.Compare(a.Reason, b.Reason))
	})
	return list, trials
}

// Add adds the endings of a further part of a run.
func (s *Summary) Add(part Summary) {
	for o, n := range part.Ended {
		s.Ended[o] += n
	}
	for e, n := range part.Why {
		s.Why[e] += n
	}
	s.Lacking += part.Lacking
	maps.Copy(s.Stopped, part.Stopped)
}

// TooLong counts the pending trials whose question does not fit the context of the model.
func (s Summary) TooLong() int {
	_, n := s.Commonest("")
	return n
}

// Questions counts the distinct keys of jobs. Transformations can turn two variants into
// the same text: it is asked once, and both variants share the answer.
func Questions(jobs []Job) int {
	keys := make(map[string]bool, len(jobs))
	for _, j := range jobs {
		keys[j.Key] = true
	}
	return len(keys)
}

// Run processes the jobs whose keys are not in done, once for each key. After stop is
// closed, requests in progress finish and nothing more is sent: trials that wait for a slot
// or for a retry stay pending. Cancelling ctx also abandons the requests. The returned
// error comes from Sink; all other failures are in the summary.
func Run(ctx context.Context, stop <-chan struct{}, jobs []Job, done map[string]bool, cfg Config) (Summary, error) {
	r := &run{cfg: cfg, sum: Summary{Planned: Questions(jobs), Ended: map[bench.Outcome]int{}, Stopped: map[string]error{},
		Why: map[Ending]int{}}}
	if r.cfg.Now == nil {
		r.cfg.Now = time.Now
	}
	work := newScheduler(ctx, stop, r.trial)
	bySubject := map[string][]Job{}
	var order []string
	taken := map[string]bool{}
	for _, j := range jobs {
		if taken[j.Key] {
			continue
		}
		taken[j.Key] = true
		if done[j.Key] {
			r.sum.Done++
			continue
		}
		if bySubject[j.Subject] == nil {
			order = append(order, j.Subject)
		}
		bySubject[j.Subject] = append(bySubject[j.Subject], j)
	}
	for _, name := range order {
		left := bySubject[name]
		workers := runtime.GOMAXPROCS(0)
		if left[0].Detector.Subject().Kind == "model" {
			workers = r.cfg.PerModel
		}
		work.add(name, workers, left...)
	}
	err := work.close()
	r.sum.Pending = r.sum.Planned - r.sum.Done
	for _, n := range r.sum.Ended {
		r.sum.Pending -= n
	}
	return r.sum, err
}

type run struct {
	cfg Config

	mu  sync.Mutex
	sum Summary
}

// stopSubject records why a subject is no longer asked; the first reason is kept.
func (r *run) stopSubject(name string, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.sum.Stopped[name] == nil {
		r.sum.Stopped[name] = err
	}
}

// lacks reports whether an error says that something is missing on this machine.
func lacks(err error) bool {
	var lacking interface {
		error
		Lacking()
	}
	return errors.As(err, &lacking)
}

// trial processes one trial. It returns false if no other trial of its subject can work.
// The error comes from Sink.
func (r *run) trial(ctx context.Context, j Job) (goOn bool, err error) {
	started := r.cfg.Now()
	resp, err := detectSafely(model.WithTrial(model.WithRepetition(ctx, j.Repetition), j.Key), j)
	resp.Started, resp.Elapsed = started, max(r.cfg.Now().Sub(started), 0)
	if err != nil && ctx.Err() != nil {
		return true, nil // abandoned: stays pending
	}
	switch {
	case lacks(err): // no answer, and no fault of the subject
		r.mu.Lock()
		r.sum.Lacking++
		r.mu.Unlock()
		return true, nil
	case model.KindOf(err) == model.ErrTooLong && !r.cfg.EndTooLong:
		r.mu.Lock()
		r.sum.Why[Ending{Kind: model.ErrTooLong, Reason: err.Error()}]++
		r.mu.Unlock()
		return true, nil
	case model.KindOf(err) == model.ErrHalted, model.KindOf(err) == model.ErrInFlight && model.Halted(ctx) != nil:
		return true, nil
	case model.KindOf(err) == model.ErrInFlight, // asked, but its answer is unavailable now, as for its others
		model.Fatal(err), model.KindOf(err) == model.ErrBudget:
		r.stopSubject(j.Subject, err)
		return false, nil
	}
	res := j.Trial.Ended("", bench.Details{Response: resp})
	if err != nil {
		res.Outcome, res.Reason = bench.Failed, err.Error()
		res.Parser, res.Judge = answer.Version, r.cfg.Judge.Name()
	} else {
		Derive(AsksFor(j.Parts.Strategy), LimitOf(j.Parts.Params), &res, r.cfg.Judge)
		shownIn(&res, j.Parts.Strategy)
	}
	if err := r.cfg.Sink(res); err != nil {
		return false, err
	}
	r.mu.Lock()
	r.sum.Ended[res.Outcome]++
	if res.Outcome != bench.Answered {
		r.sum.Why[Ending{res.Outcome, model.KindOf(err), res.Reason}]++
	}
	r.mu.Unlock()
	if r.cfg.Ended != nil {
		r.cfg.Ended(res.Outcome)
	}
	return true, nil
}

// detectSafely turns a panic of a detector into an error, so that one bad detector or one
// hostile sample does not end the other trials.
func detectSafely(ctx context.Context, j Job) (resp bench.Response, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the detector panicked: %v\n%s", p, debug.Stack())
		}
	}()
	return j.Detector.Detect(ctx, j.Variant.Task)
}

// ErrStopped joins the reasons for stopped subjects, each distinct reason once with all
// subjects that it stopped; nil without any.
func (s Summary) ErrStopped() error { return errStopped(s.Stopped) }

func errStopped(stopped map[string]error) error {
	type group struct {
		names []string
		err   error
	}
	var groups []group
	for _, name := range slices.Sorted(maps.Keys(stopped)) {
		err := stopped[name]
		i := slices.IndexFunc(groups, func(g group) bool { return g.err.Error() == err.Error() })
		if i < 0 {
			groups = append(groups, group{err: err})
			i = len(groups) - 1
		}
		groups[i].names = append(groups[i].names, name)
	}
	var errs []error
	for _, g := range groups {
		errs = append(errs, fmt.Errorf("%s: %w", strings.Join(g.names, ", "), g.err))
	}
	return errors.Join(errs...)
}
