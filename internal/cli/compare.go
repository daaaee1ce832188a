package cli

import (
	"context"
	"errors"
	"slices"
	"strings"

	"assay/internal/metric"
	"assay/internal/report"
	"assay/internal/report/compare"
	"assay/internal/run/results"
	"assay/internal/store"
)

type compareCmd struct {
	A      string   `arg:"" help:"A run, a subject, or SUBJECT@RUN."`
	B      string   `arg:"" help:"What is compared with it, named alike."`
	RunID  string   `name:"run" help:"Run that subjects are taken from; the newest by default." placeholder:"ID"`
	Metric []string `help:"Compare this number only. Repeatable: what is tested together is one family." placeholder:"ID" sep:"none"`
	DB     string   `name:"db" help:"Results database: a file, or the URL of one on a PostgreSQL." default:"${dbdefault}" placeholder:"FILE|URL"`
	JSON   bool     `name:"json" help:"Print the comparison as JSON on standard output, and nothing else there."`
}

func (*compareCmd) Help() string {
	return `Compares two runs, or two subjects, on the texts that both were asked about: B against A, with the paired interval of the difference, a
test adjusted for all tests of the comparison, and beside what is not significant the smallest difference that would have shown.

A run is named by its id or the end of it. Two runs are compared subject by subject.

Examples:

  assay compare builtin/keyword builtin/static
  assay compare 20261121-134537-be37a2 20261121-140210-0c19d5 --metric tdr
  assay compare openai/gpt-x@be37a2 openai/gpt-x@0c19d5 --json`
}

func (c *compareCmd) Run(ctx context.Context, env *Env) error {
	metrics := compare.Metrics()
	if len(c.Metric) > 0 {
		metrics = nil
	}
	for _, id := range c.Metric {
		m, ok := metric.ByID(id)
		if !ok {
			return usage("there is no metric %q", id)
		}
		if !slices.ContainsFunc(metrics, func(o metric.Metric) bool { return o.ID == id }) {
			metrics = append(metrics, m)
		}
	}
	s, err := env.reading(ctx, c.DB)
	if err != nil {
		return err
	}
	defer s.Close()
	loader := sides{ctx: ctx, store: s, say: env.say, loaded: map[string]*report.Data{}, subjectsOf: c.RunID}
	a, err := loader.side(c.A)
	if err != nil {
		return err
	}
	b, err := loader.side(c.B)
	if err != nil {
		return err
	}
	out, err := compare.Compare(a, b, metrics)
	if err != nil {
		return usage("%v", err)
	}
	if c.JSON {
		return out.JSON(env.data())
	}
	return env.document(out.Document())
}

// sides reads what the arguments of compare name; a run is read once.
type sides struct {
	ctx        context.Context
	store      *store.Store
	runs       []store.Run // newest first
	loaded     map[string]*report.Data
	subjectsOf string
	say        func(string)
}

// side reads a run, a subject of the run at hand, or SUBJECT@RUN, in this order.
func (s *sides) side(name string) (compare.Side, error) {
	if s.runs == nil {
		var err error
		if s.runs, err = s.store.Runs(s.ctx); err != nil {
			return compare.Side{}, err
		}
		if len(s.runs) == 0 {
			return compare.Side{}, usage("%v", store.ErrNone)
		}
	}
	id, err := s.find(name)
	if err == nil {
		d, err := s.load(id)
		return compare.Side{Data: d}, err
	}
	if errors.Is(err, errAmbiguous) {
		return compare.Side{}, usage("run %q: %v", name, err)
	}
	if subject, run, ok := cutLast(name, "@"); ok {
		if id, err := s.find(run); err == nil {
			d, err := s.load(id)
			return compare.Side{Data: d, Subject: subject}, err
		}
	}
	id = s.runs[0].ID
	if s.subjectsOf != "" {
		if id, err = s.find(s.subjectsOf); err != nil {
			return compare.Side{}, usage("run %q: %v; `assay report --list` shows the runs", s.subjectsOf, err)
		}
	}
	d, err := s.load(id)
	if err != nil {
		return compare.Side{}, err
	}
	var subjects []string
	for _, sub := range d.Subjects {
		if sub.Name == name {
			return compare.Side{Data: d, Subject: name}, nil
		}
		subjects = append(subjects, sub.Name)
	}
	return compare.Side{}, usage("%q is no run (`assay report --list` shows them) and no subject of run %s, which has %s", name, id, strings.Join(subjects, ", "))
}

var (
	errNoRun     = errors.New("there is none")
	errAmbiguous = errors.New("more than one ends so")
)

// find returns the run of that id, or the one whose id ends so, after a dash.
func (s *sides) find(name string) (string, error) {
	var found []string
	for _, r := range s.runs {
		if r.ID == name {
			return name, nil
		}
		if name != "" && strings.HasSuffix(r.ID, "-"+name) {
			found = append(found, r.ID)
		}
	}
	switch len(found) {
	case 0:
		return "", errNoRun
	case 1:
		return found[0], nil
	}
	return "", errAmbiguous
}

func (s *sides) load(id string) (*report.Data, error) {
	if d := s.loaded[id]; d != nil {
		return d, nil
	}
	d, err := results.Load(s.ctx, s.store, id, s.say)
	if err != nil {
		return nil, err
	}
	s.loaded[id] = d
	return d, nil
}

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}
