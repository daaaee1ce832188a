package results

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"assay/internal/core/base/exit"
	"assay/internal/core/report"
	"assay/internal/core/report/compare"
	"assay/internal/core/store"
)

// Sides reads the arguments of compare. It reads each run once.
type Sides struct {
	Store      *store.Store
	Names      []string     // all arguments; a subject is of the newest run that has most of those that are subjects
	SubjectsOf string       // run of the subjects; "" is that one
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
			i := slices.IndexFunc(s.runs, func(r store.Run) bool { return r.ID == id })
			return s.of(ctx, s.runs[i], name[:at])
		}
	}
	runs := s.runs
	if s.SubjectsOf != "" {
		if id, err = Find(s.runs, s.SubjectsOf); err != nil {
			return compare.Side{}, exit.Usage("run %q: %v; `assay report --list` shows the runs", s.SubjectsOf, err)
		}
		i := slices.IndexFunc(s.runs, func(r store.Run) bool { return r.ID == id })
		runs = s.runs[i : i+1]
	}
	// The newest run that has most of the subjects: those of one run were asked the same.
	at, most := -1, 0
	for i, r := range runs {
		n := 0
		for _, other := range s.Names {
			if _, err := subjectOf(r, other); err == nil {
				n++
			}
		}
		if _, err := subjectOf(r, name); err != nil && !errors.Is(err, errAmbiguous) {
			continue
		}
		if at < 0 || n > most {
			at, most = i, n
		}
	}
	if at < 0 {
		var names []string
		for _, sub := range runs[0].Manifest.Subjects {
			names = append(names, sub.Name)
		}
		of := fmt.Sprintf("of one; the newest, %s, has", runs[0].ID)
		if s.SubjectsOf != "" {
			of = fmt.Sprintf("of run %s, which has", runs[0].ID)
		}
		return compare.Side{}, exit.Usage("%q is neither a run (`assay report --list` shows the runs) nor a subject %s %s",
			name, of, strings.Join(names, ", "))
	}
	return s.of(ctx, runs[at], name)
}

// of returns a subject of a run.
func (s *Sides) of(ctx context.Context, r store.Run, name string) (compare.Side, error) {
	subject, err := subjectOf(r, name)
	if errors.Is(err, errAmbiguous) {
		return compare.Side{}, exit.Usage("%q: several subjects of run %s begin with it: %s", name, r.ID, subject)
	} else if err != nil {
		subject = name // compare says what the run has
	}
	d, err := s.load(ctx, r.ID)
	return compare.Side{Data: d, Subject: subject}, err
}

// subjectOf returns the name of a run's subject: this name, or the only one that continues it with a strategy or task.
// Where several do, it returns their names and errAmbiguous.
func subjectOf(r store.Run, name string) (string, error) {
	var found []string
	for _, sub := range r.Manifest.Subjects {
		if sub.Name == name {
			return name, nil
		}
		if strings.HasPrefix(sub.Name, name+"@") {
			found = append(found, sub.Name)
		}
	}
	switch len(found) {
	case 0:
		return "", errNoRun
	case 1:
		return found[0], nil
	}
	return strings.Join(found, ", "), errAmbiguous
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
