package web

import (
	"context"
	"fmt"
	"html/template"
	"time"

	"assay/internal/bench"
	"assay/internal/report"
	"assay/internal/report/section"
	"assay/internal/report/write"
)

// registration is the comparison of a run with its preregistration; it may still be being computed.
type registration struct {
	done chan struct{}
	says string
	list []report.HypothesisResult
	left report.LeftOut
	err  error
}

// registeredView is the part of it that the page of a run shows.
type registeredView struct {
	*bench.Registered
	Says    string
	Results []report.HypothesisResult
	Left    report.LeftOut
	Table   template.HTML // of both, as in reports
	State   string        // why no hypothesis is tested yet; "" when all are
	Failed  string        // why none can be tested
}

// registration starts the comparison of a run with its preregistration, once per snapshot. Hypotheses may be about
// any number of a report, so it reads the whole run, as a report does.
func (s *Server) registration(k *snapshot) *registration {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.registered == nil {
		r := &registration{done: make(chan struct{})}
		k.registered = r
		go func() {
			s.loading.Lock() // one run at a time: a large one fills the memory
			defer s.loading.Unlock()
			defer close(r.done)
			d, err := s.load(context.Background(), k.Run.ID)
			if err != nil {
				r.err = err
				return
			}
			d = d.Shared()
			r.says, r.list, r.left = report.Registration(d), report.Hypotheses(d), report.Exclusions(d)
		}()
	}
	return k.registered
}

// registered returns the view of a run's preregistration for its page, nil
// if there is none; complete is false while it is being computed.
func (s *Server) registered(k *snapshot) (v *registeredView, complete bool) {
	if v, complete = s.partial(k); v != nil {
		var err error
		if v.Table, err = write.Fragment(append([]write.Table{section.Hypotheses(v.Registered, v.Results)},
			section.Exclusions(v.Left)...)...); err != nil {
			s.log.Error("writing hypotheses", "run", k.Run.ID, "error", err)
		}
	}
	return v, complete
}

// partial compares a run with its preregistration, as far as the computation has come.
func (s *Server) partial(k *snapshot) (v *registeredView, complete bool) {
	stored := k.Run.Manifest.Preregistration
	if stored == nil || s.load == nil {
		return nil, true
	}
	v = &registeredView{Registered: stored, Says: report.Registration(&report.Data{Registered: stored})}
	for _, h := range stored.Hypotheses {
		v.Results = append(v.Results, report.HypothesisResult{ID: h.ID, Text: h.Text, Family: h.Family})
	}
	for _, e := range stored.Exclusions {
		v.Left.Exclusions = append(v.Left.Exclusions, report.ExclusionResult{Text: e.Text, Filter: e.Filter()})
	}
	if k.Run.Status == "running" {
		v.State = "The run has not ended; its hypotheses are tested when it has."
		return v, true
	}
	r := s.registration(k)
	select {
	case <-r.done:
	case <-time.After(s.patience):
		v.State = "The hypotheses are being tested."
		return v, false
	}
	if r.err != nil {
		s.log.Error("testing hypotheses", "run", k.Run.ID, "error", r.err)
		v.Failed = fmt.Sprintf("The hypotheses cannot be tested: %v.", r.err)
		return v, true
	}
	v.Says, v.Results, v.Left = r.says, r.list, r.left
	return v, true
}
