package web

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"assay/internal/bench"
	"assay/internal/core/database"
	"assay/internal/core/metric"
	"assay/internal/core/report"
	"assay/internal/core/store"
)

// page is the data of a template.
type page struct {
	Name  string // of the template
	Title string
	Run   string // id, "" outside a run
	Here  string // entry of the navigation
	Bare  bool   // without navigation
	Live  string // address of the events that make the page stale
	Again bool   // the page is not complete yet
	Data  any
}

// statusError is an error with its HTTP status.
type statusError struct {
	status int
	err    error
}

func (e *statusError) Error() string { return e.err.Error() }

func notFound(format string, args ...any) error {
	return &statusError{http.StatusNotFound, fmt.Errorf(format, args...)}
}

func badRequest(format string, args ...any) error {
	return &statusError{http.StatusBadRequest, fmt.Errorf(format, args...)}
}

// parse reads the templates: each page is base.html, parts.html and its own.
func parse() map[string]*template.Template {
	funcs := template.FuncMap{
		"when": report.When, "span": report.Span, "dollars": report.Dollars, "visible": report.Visible,
		"clipped": func(s string) string { return shown([]byte(s[:min(len(s), 16<<10)])) }, "count": report.Count[int],
		"title": func(c bench.Class) string { return c.Title() }, "lower": strings.ToLower,
		"class": func(id string) string { return bench.Class(id).Title() }, "trim": strings.TrimSpace,
		"deref": func(x *float64) float64 { return *x }, "add": func(a, b int) int { return a + b },
		"runURL": func(run string, parts ...string) string { return runURL(run, parts...) },
		"query":  query, "short": func(key string) string { return key[:min(len(key), 8)] },
		"column": func(o order, id, title string, down bool, class string) heading {
			return heading{Order: o, ID: id, Title: title, Down: down, Class: class}
		},
		"metricColumn": func(o order, m metric.Metric) heading {
			return heading{Order: o, ID: m.ID, Title: m.Title, Doc: m.Doc, Class: "num", Down: !m.Lower, Lower: m.Lower}
		},
		"percent": func(x *float64) string {
			if x == nil {
				return "–"
			}
			return strconv.FormatFloat(100**x, 'f', 1, 64) + " %"
		},
		"violated": report.ViolatedBy, "labelStyle": report.LabelStyle, "labelMeaning": report.LabelMeaning,
		"clock": func(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 UTC") },
	}
	out := map[string]*template.Template{}
	entries, err := files.ReadDir("templates")
	if err != nil {
		panic("web: embedded templates: " + err.Error()) // the templates are fixed at build time
	}
	for _, e := range entries {
		name, _ := strings.CutSuffix(e.Name(), ".html")
		if name == "base" || name == "parts" {
			continue
		}
		out[name] = template.Must(template.New("base.html").Funcs(funcs).ParseFS(files, "templates/base.html",
			"templates/parts.html", "templates/"+e.Name()))
	}
	return out
}

// runURL returns the address of a page of a run; after an optional path, parts are
// pairs of parameter and value: runURL(id, "board", "suite", "x").
func runURL(run string, parts ...string) string {
	out := "/runs/" + url.PathEscape(run)
	if len(parts)%2 == 1 {
		out += "/" + parts[0]
		parts = parts[1:]
	}
	return out + query(parts...)
}

// query encodes the parameters that have a value, as "?a=1&b=2" or "".
func query(pairs ...string) string {
	q := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			q.Set(pairs[i], pairs[i+1])
		}
	}
	if len(q) == 0 {
		return ""
	}
	return "?" + q.Encode()
}

// render returns a handler that writes the page or the error of f.
func (s *Server) render(f func(*http.Request) (*page, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r, old := marking(r)
		p, err := f(r)
		if err != nil {
			s.fail(w, r, err)
			return
		}
		p.Again = p.Again || old.Load()
		s.write(w, http.StatusOK, p)
	})
}

// changing returns a handler for a form: it redirects to the page that f returns, or writes the error.
func (s *Server) changing(f func(*http.Request) (string, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next, err := f(r)
		if err != nil {
			s.fail(w, r, err)
			return
		}
		http.Redirect(w, r, next, http.StatusSeeOther)
	})
}

func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	status := http.StatusInternalServerError
	var se *statusError
	switch {
	case r.Context().Err() != nil:
		return // the reader has left
	case errors.As(err, &se):
		status = se.status
	case errors.Is(err, database.ErrReadOnly):
		status = http.StatusForbidden
	case errors.Is(err, store.ErrNone):
		status = http.StatusNotFound
	default:
		s.log.Error("request", "path", r.URL.Path, "error", err)
	}
	s.write(w, status, &page{Name: "error", Title: http.StatusText(status), Data: err.Error()})
}

// write executes the whole template before it sends the first byte, so that an error never leaves half a page.
func (s *Server) write(w http.ResponseWriter, status int, p *page) {
	var b bytes.Buffer
	if err := s.pages[p.Name].Execute(&b, p); err != nil {
		s.log.Error("template", "name", p.Name, "error", err)
		http.Error(w, "this page could not be made", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	w.Write(b.Bytes()) // an error means that the reader has left
}

// runOf returns the run that a request names in its path or, failing that, in its parameter; the newest for "".
func (s *Server) runOf(r *http.Request) (store.Run, error) {
	id := r.PathValue("run")
	if id == "" {
		id = r.FormValue("run")
	}
	run, err := s.store.Run(r.Context(), id)
	if err != nil && id != "" && r.Context().Err() == nil {
		return run, notFound("there is no run %q", id)
	}
	return run, err
}

// pageSize is the number of rows of most lists.
const pageSize = 50

// pager is the navigation through a list.
type pager struct {
	From, To, Total int // 1-based, inclusive
	Prev, Next      string
}

// paged returns the page of a list that a request selects, of at most size rows.
func paged[T any](r *http.Request, list []T, size int) ([]T, pager) {
	from, to, p := pagerOf(r, len(list), size)
	return list[from:to], p
}

// pagerOf returns the part of a list of n rows that a request selects.
func pagerOf(r *http.Request, n, size int) (from, to int, p pager) {
	at, err := strconv.Atoi(r.URL.Query().Get("page"))
	if err != nil || at < 1 {
		at = 1
	}
	last := max(1, (n+size-1)/size)
	at = min(at, last)
	from, to = (at-1)*size, min(at*size, n)
	link := func(page int) string {
		q := r.URL.Query()
		q.Set("page", strconv.Itoa(page))
		return r.URL.Path + "?" + q.Encode()
	}
	p = pager{From: min(from+1, n), To: to, Total: n}
	if at > 1 {
		p.Prev = link(at - 1)
	}
	if at < last {
		p.Next = link(at + 1)
	}
	return from, to, p
}
