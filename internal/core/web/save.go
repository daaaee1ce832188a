package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"time"

	"assay/internal/core/report"
	"assay/internal/core/review"
	"assay/internal/core/store"
)

// saved is the result of handling a form.
type saved struct {
	next    string // the page that follows
	version string // of the review that is now stored
	choice  *page  // where the expert decides, because another page saved first; then nothing was written
}

// reviewSave stores the content of a form. With a script it sends a short text;
// without, it redirects to the next page.
func (s *Server) reviewSave(w http.ResponseWriter, r *http.Request) {
	script := r.Header.Get("Accept") == "text/plain"
	done, err := s.save(r)
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
	case script && done.choice != nil:
		http.Error(w, "this answer was saved by another page in the meantime; Save shows both and lets you decide",
			http.StatusConflict)
	case script:
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("Assay-Version", done.version)
		fmt.Fprintf(w, "Saved %s", report.When(s.now()))
	case done.choice != nil:
		s.write(w, http.StatusConflict, done.choice)
	default:
		http.Redirect(w, r, done.next, http.StatusSeeOther)
	}
}

func (s *Server) save(r *http.Request) (saved, error) {
	if err := r.ParseForm(); err != nil {
		return saved{}, badRequest("the form cannot be read: %v", err)
	}
	w, err := s.reviewing(r)
	if err != nil {
		return saved{}, err
	}
	if w.Expert, err = review.Name(w.Expert); err != nil {
		return saved{}, badRequest("%v", err)
	}
	q := w.queueOf
	var trial int64
	// Find the answer of the form anywhere: while a run goes on, answers move, even out of the queue.
	for _, n := range []int{q.N, 0} {
		for _, it := range w.snap.queue(queueOf{N: n, Seed: q.Seed, Builtin: q.Builtin}, w.cast) {
			if q.tag(it.Trial) == r.PostFormValue("tag") {
				trial = it.Trial
			}
		}
		if trial != 0 {
			break
		}
	}
	if trial == 0 {
		return saved{}, &statusError{http.StatusConflict, fmt.Errorf(
			"this answer is no longer part of the run; load the page again")}
	}
	at, err := strconv.Atoi(r.PostFormValue("i"))
	if err != nil {
		return saved{}, badRequest("%q is not a position", r.PostFormValue("i"))
	}
	var seen time.Time
	if x := r.PostFormValue("version"); x != "" {
		us, err := strconv.ParseInt(x, 10, 64)
		if err != nil {
			return saved{}, badRequest("%q is not a version", x)
		}
		seen = time.UnixMicro(us)
	}
	m, err := markOf(r.PostForm)
	if err != nil {
		return saved{}, err
	}
	rev := review.Review{Trial: trial, Expert: q.Expert, At: s.now().UTC(), Mark: m}
	if m.Complete() {
		rev.Seconds = since(r.PostFormValue("opened"), rev.At)
	}
	if err := rev.Validate(); err != nil {
		return saved{}, badRequest("%v", err)
	}
	rev.At, err = s.store.PutReview(r.Context(), rev, seen)
	if errors.Is(err, store.ErrStale) {
		var other review.Review
		if other, err = s.reviewOf(r.Context(), w.run, q.Expert, trial); err != nil {
			return saved{}, err
		}
		if !reflect.DeepEqual(other.Mark, m) { // else both pages hold the same
			p, err := s.item(r.Context(), w, trial, at)
			if err != nil {
				return saved{}, err
			}
			v := p.Data.(itemView)
			v.Yours = &m
			p.Data = v
			return saved{choice: p}, nil
		}
		rev = other
	}
	if err != nil {
		return saved{}, err
	}
	out := saved{next: q.Item(at), version: version(rev)}
	if r.PostForm.Has("next") {
		out.next = q.Numbers()
		if at < len(w.queue()) {
			out.next = q.Item(at + 1)
		}
	}
	return out, nil
}

// since returns the seconds since a page was opened. It returns nil if the form has no such
// value or an implausible one: a page left open for a day does not measure work.
func since(opened string, now time.Time) *float64 {
	us, err := strconv.ParseInt(opened, 10, 64)
	if err != nil {
		return nil
	}
	took := now.Sub(time.UnixMicro(us))
	if took < 0 || took > 24*time.Hour {
		return nil
	}
	s := took.Round(time.Millisecond).Seconds()
	return &s
}

// reviewOf returns the stored record of an expert's review.
func (s *Server) reviewOf(ctx context.Context, run store.Run, expert string, trial int64) (review.Review, error) {
	records, err := s.store.Reviews(ctx, run)
	if err != nil {
		return review.Review{}, err
	}
	for _, x := range records {
		if x.Expert == expert && x.Trial == trial {
			return x.Review, nil
		}
	}
	return review.Review{}, &statusError{http.StatusConflict, fmt.Errorf("this answer was replaced; load the page again")}
}

// version identifies a state of a review for the form: its time, "" before the first.
func version(r review.Review) string {
	if r.At.IsZero() {
		return ""
	}
	return strconv.FormatInt(r.At.UnixMicro(), 10)
}

// markOf reads the fields of the form; an empty field is undecided.
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
