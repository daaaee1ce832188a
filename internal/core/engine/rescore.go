package engine

import (
	"context"
	"reflect"

	"assay/internal/bench"
	"assay/internal/core/answer"
	"assay/internal/core/prompt"
	"assay/internal/core/store"
)

// Rescored holds the counts of [Rescore].
type Rescored struct {
	Derived int // trials that were parsed and judged again
	Changed int // of these, with a new outcome, answer or decision
	Reread  int // replies of judges that were parsed again
	Revised int // of these, with a new verdict
}

// rescoreBatch is the maximum number of trials in memory together.
const rescoreBatch = 500

// Rescore derives again, from the stored raw text, what another parser or another judge
// derived, and stores the result. With all it derives everything again, including the
// replies of judges. It sends no requests.
func Rescore(ctx context.Context, s *store.Store, r store.Run, rec Record, all bool) (Rescored, error) {
	var n Rescored
	judged := map[int64][]store.Judgement{}
	if len(rec.Referees()) > 0 {
		var err error
		if judged, err = s.Judgements(ctx, r); err != nil {
			return n, err
		}
	}
	d := newDeriver(r, rec, judged)
	var batch []bench.Trial
	var revised []store.Judgement
	flush := func() error {
		if len(revised) > 0 {
			if err := s.Rejudge(ctx, revised); err != nil {
				return err
			}
			revised = revised[:0]
		}
		if len(batch) == 0 {
			return nil
		}
		err := s.Rederive(ctx, r, batch)
		batch = batch[:0]
		return err
	}
	for t, err := range s.Trials(ctx, r, store.Wanted{Columns: store.Everything}) {
		if err != nil {
			return n, err
		}
		if !d.due(t, all) {
			continue
		}
		before := t
		d.read(&t, all)
		if t.Answer != nil && all {
			revised = append(revised, reread(rec, t, judged[t.ID], &n)...)
		}
		d.judge(&t)
		n.Derived++
		if sameDerived(&t, &before) {
			continue
		}
		if t.Outcome != before.Outcome || decided(&t) != decided(&before) {
			n.Changed++
		}
		if batch = append(batch, t); len(batch) == rescoreBatch {
			if err := flush(); err != nil {
				return n, err
			}
		}
	}
	return n, flush()
}

// deriver derives results from stored responses and judgements.
type deriver struct {
	asks       map[string]prompt.Asks // by subject
	strategies map[string]string      // by subject
	limits     map[string]int64       // of the output, by subject
	rec        Record
	judged     map[int64][]store.Judgement
}

func newDeriver(r store.Run, rec Record, judged map[int64][]store.Judgement) deriver {
	d := deriver{map[string]prompt.Asks{}, map[string]string{}, map[string]int64{}, rec, judged}
	for _, sub := range r.Manifest.Subjects {
		d.asks[sub.Name], d.limits[sub.Name] = AsksFor(sub.Strategy), LimitOf(sub.Params)
		d.strategies[sub.Name] = sub.Strategy
	}
	return d
}

// due reports whether deriving a trial again can change what is stored.
func (d deriver) due(t bench.Trial, all bool) bool {
	return t.Outcome != "" && t.Outcome != bench.Failed && (all || len(d.rec.Referees()) > 0 ||
		Stale(t.Outcome, t.Parser, t.Judge, d.rec))
}

// Unread reports whether another parser read the response of a trial: deriving it again needs the response's text.
func Unread(t bench.Trial) bool {
	return t.Outcome != "" && t.Outcome != bench.Failed && t.Parser != answer.Version
}

// read parses the response of a trial again: always with all, else if another parser did it.
func (d deriver) read(t *bench.Trial, all bool) {
	if all || Unread(*t) {
		Derive(d.asks[t.Subject], d.limits[t.Subject], t, d.rec.rule)
		shownIn(t, d.strategies[t.Subject])
	}
}

func (d deriver) judge(t *bench.Trial) {
	if t.Answer != nil {
		v := d.rec.Verdict(t.Variant, *t.Answer, d.judged[t.ID])
		own := *t.Details
		own.Judge = v.Judge
		t.Verdict, t.Details = &v, &own
	}
}

// Derived returns a function that updates a trial of a run as [Rescore] does, without
// storing it, for callers that only read. The function reports whether the trial changed.
func Derived(r store.Run, rec Record, judged map[int64][]store.Judgement) func(*bench.Trial) (changed bool) {
	d := newDeriver(r, rec, judged)
	return func(t *bench.Trial) bool {
		if !d.due(*t, false) {
			return false
		}
		before := *t
		d.read(t, false)
		d.judge(t)
		return !sameDerived(t, &before)
	}
}

// Stale reports whether another parser, or another judge than the rule judge of rec,
// derived the stored record of a trial with outcome o.
func Stale(o bench.Outcome, parser, judge string, rec Record) bool {
	return o != "" && o != bench.Failed && (parser != answer.Version || judge != rec.rule.Name())
}

// reread parses the replies to the current questions about a trial again. It returns the
// judgements that change, and updates them in list.
func reread(rec Record, t bench.Trial, list []store.Judgement, n *Rescored) []store.Judgement {
	var out []store.Judgement
	for _, ref := range rec.Referees() {
		q, ok := ref.Question(t.Variant, *t.Answer)
		if !ok {
			continue
		}
		j := find(list, ref.Name(), q)
		if j == nil || j.Outcome == store.Failed {
			continue
		}
		v, ok := ref.Read(t.Variant, *t.Answer, j.Response)
		if !ok {
			continue
		}
		n.Reread++
		if reflect.DeepEqual(&v, j.Verdict) {
			continue
		}
		n.Revised++
		j.Verdict = &v
		j.Outcome, j.Reason = outcomeOf(v)
		out = append(out, *j)
	}
	return out
}

// sameDerived reports whether the derived values of a trial are the same as before.
func sameDerived(t, before *bench.Trial) bool {
	return t.Outcome == before.Outcome && t.Parser == before.Parser && t.Judge == before.Judge &&
		reflect.DeepEqual(t.Answer, before.Answer) && reflect.DeepEqual(t.Verdict, before.Verdict)
}

// decided returns the decisions of a derivation: the verdict of the subject and the
// decisions of the judge.
func decided(d *bench.Trial) (s struct {
	truth           bench.Truth
	strict, lenient bench.Decision
}) {
	if d.Answer != nil {
		s.truth = d.Answer.Verdict
	}
	if d.Verdict != nil {
		s.strict, s.lenient = d.Verdict.Strict, d.Verdict.Lenient
	}
	return s
}
