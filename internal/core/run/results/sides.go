package results

import (
	"context"
	"errors"
	"strings"

	"assay/internal/core/base/exit"
	"assay/internal/core/report"
	"assay/internal/core/report/compare"
	"assay/internal/core/store"
)

// Sides reads the arguments of compare. It reads each run once.
type Sides struct {
	Store      *store.Store
	SubjectsOf string       // run of the subjects; "" is the newest
	Say        func(string) // called about results that differ from the stored ones

	runs   []store.Run // newest first
	loaded map[string]*report.Data
}

// Side reads a run, a subject of the run SubjectsOf, or SUBJECT@RUN, in this order of preference.
func (s *Sides) Side(ctx context.Context, name string) (compare.Side, error) {
	if s.runs == nil {
		var err error
		if s.runs, err = s.Store.Runs(ctx); err != nil {
			return compare.Side{}, err
		}
		if len(s.runs) == 0 {
			return compare.Side{}, exit.Usage("%v", store.ErrNone)
		}
	}
	id, err := Find(s.runs, name)
	if err == nil {
		d, err := s.load(ctx, id)
		return compare.Side{Data: d}, err
	}
	if errors.Is(err, errAmbiguous) {
		return compare.Side{}, exit.Usage("run %q: %v", name, err)
	}
	if at := strings.LastIndexByte(name, '@'); at >= 0 {
		if id, err := Find(s.runs, name[at+1:]); err == nil {
			d, err := s.load(ctx, id)
			return compare.Side{Data: d, Subject: name[:at]}, err
		}
	}
	id = s.runs[0].ID
	if s.SubjectsOf != "" {
		if id, err = Find(s.runs, s.SubjectsOf); err != nil {
			return compare.Side{}, exit.Usage("run %q: %v; `assay report --list` shows the runs", s.SubjectsOf, err)
		}
	}
	d, err := s.load(ctx, id)
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
	return compare.Side{}, exit.Usage(
		"%q is neither a run (`assay report --list` shows the runs) nor a subject of run %s, which has %s", name, id,
		strings.Join(subjects, ", "))
}

var (
	errNoRun     = errors.New("no such run")
	errAmbiguous = errors.New("more than one run has this ending")
)

// Find returns the run with that id, or the only one whose id ends in a dash and name.
func Find(runs []store.Run, name string) (string, error) {
	var found []string
	for _, r := range runs {
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

func (s *Sides) load(ctx context.Context, id string) (*report.Data, error) {
	if d := s.loaded[id]; d != nil {
		return d, nil
	}
	d, err := Load(ctx, s.Store, id, s.Say)
	if err != nil {
		return nil, err
	}
	if s.loaded == nil {
		s.loaded = map[string]*report.Data{}
	}
	s.loaded[id] = d
	return d, nil
}
