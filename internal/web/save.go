package web

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"assay/internal/report"
	"assay/internal/review"
)

// reviewSave keeps what a form says. With a script it answers in a word;
// without, it leads to the next page.
func (s *Server) reviewSave(w http.ResponseWriter, r *http.Request) {
	script := r.Header.Get("Accept") == "text/plain"
	next, err := s.save(r)
	switch {
	case err != nil && script:
		status := http.StatusInternalServerError
		if se, ok := err.(*statusError); ok {
			status = se.status
		} else {
			s.log.Error("review", "error", err)
		}
		http.Error(w, err.Error(), status)
	case err != nil:
		s.fail(w, r, err)
	case script:
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		fmt.Fprintf(w, "Saved %s", report.When(s.now()))
	default:
		http.Redirect(w, r, next, http.StatusSeeOther)
	}
}

func (s *Server) save(r *http.Request) (next string, err error) {
	if err := r.ParseForm(); err != nil {
		return "", badRequest("the form cannot be read: %v", err)
	}
	q, run, err := s.parameters(r)
	if err != nil {
		return "", err
	}
	if q.Expert, err = review.Name(q.Expert); err != nil {
		return "", badRequest("%v", err)
	}
	snap, err := s.snapshot(r.Context(), run)
	if err != nil {
		return "", err
	}
	var trial int64
	at := 0
	// The answer of the form, wherever it stands now: a run that goes on moves it, out of the queue even.
	for _, n := range []int{q.N, 0} {
		for _, it := range snap.queue(queueOf{N: n, Seed: q.Seed}) {
			if q.tag(it.Trial) == r.PostFormValue("tag") {
				trial = it.Trial
			}
		}
		if trial != 0 {
			break
		}
	}
	if trial == 0 {
		return "", &statusError{http.StatusConflict, fmt.Errorf("this answer is no longer part of the run; load the page again")}
	}
	if at, err = strconv.Atoi(r.PostFormValue("i")); err != nil {
		return "", badRequest("%q is no position", r.PostFormValue("i"))
	}
	m, err := markOf(r.PostForm)
	if err != nil {
		return "", err
	}
	rev := review.Review{Trial: trial, Expert: q.Expert, At: s.now().UTC(), Mark: m}
	if err := rev.Validate(); err != nil {
		return "", badRequest("%v", err)
	}
	if err := s.store.PutReview(r.Context(), rev); err != nil {
		return "", err
	}
	if r.PostForm.Has("next") {
		if at >= len(snap.queue(q)) {
			return q.Numbers(), nil
		}
		at++
	}
	return q.Item(at), nil
}

// markOf reads the fields of the form; an empty one is undecided.
func markOf(form url.Values) (m review.Mark, err error) {
	for name, to := range map[string]**bool{"found": &m.Found, "type": &m.Type, "location": &m.Location} {
		switch x := form.Get(name); x {
		case "":
		case "yes", "no":
			b := x == "yes"
			*to = &b
		default:
			return m, badRequest("%s is yes, no or open, not %q", name, x)
		}
	}
	for name, to := range map[string]**float64{"rcir": &m.RCIR, "ava": &m.AVA, "fsv": &m.FSV} {
		if x := strings.TrimSpace(form.Get(name)); x != "" {
			f, err := strconv.ParseFloat(strings.Replace(x, ",", ".", 1), 64)
			if err != nil {
				return m, badRequest("%s is a number from 0 to 1, not %q", name, x)
			}
			*to = &f
		}
	}
	m.Note = strings.ReplaceAll(form.Get("note"), "\r\n", "\n")
	return m, nil
}
