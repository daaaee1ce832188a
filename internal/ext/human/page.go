package human

import (
	_ "embed"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

var (
	//go:embed page.html
	pageText string
	//go:embed style.css
	style string

	page = template.Must(template.New("page").Parse(pageText))
)

const (
	maxAnswer = 4 << 20 // bytes of a form
	patience  = 2 * time.Second
	// policy allows only the page's own style and form.
	policy = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

// handler serves the page of the open question.
func (p *provider) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+p.path+"{$}", p.show)
	mux.HandleFunc("POST "+p.path+"{$}", p.take)
	mux.HandleFunc("GET "+p.path+"style.css", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
		fmt.Fprint(w, style)
	})
	return http.NewCrossOriginProtection().Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-store")
		r.Body = http.MaxBytesReader(w, r.Body, maxAnswer)
		mux.ServeHTTP(w, r)
	}))
}

// current returns the open question and marks it as shown. If none is open, it waits
// briefly for the next and then returns nil.
func (p *provider) current(r *http.Request) *question {
	p.mu.Lock()
	if p.open == nil {
		next := p.opened
		p.mu.Unlock()
		select {
		case <-next:
		case <-r.Context().Done():
		case <-time.After(patience):
		}
		p.mu.Lock()
	}
	defer p.mu.Unlock()
	if p.open != nil && p.open.shown.IsZero() {
		p.open.shown = time.Now()
	}
	return p.open
}

// view holds the content of the page.
type view struct {
	Question *question // nil when none is open
	Note     string
	Inputs   []input
	Missing  int // number of invalid fields
}

// input is a field with its value, its error, and the rows of a group.
type input struct {
	field
	Path, Value, Wrong string
	Rows               [][]input
}

// inputs returns the inputs of the form with the submitted values. A group has two
// blank rows after those filled in.
func (f form) inputs(sent url.Values, path string, wrong map[string]string) []input {
	var out []input
	for _, x := range f {
		at := path
		if x.Name != "" {
			at += "." + x.Name
		}
		in := input{field: x, Path: at, Value: sent.Get(at), Wrong: wrong[at]}
		if x.Kind == kindGroups {
			last := 0
			for i := range maxGroups {
				if !x.Fields.blank(sent, fmt.Sprintf("%s.%d", at, i)) {
					last = i + 1
				}
			}
			for i := range min(last+2, maxGroups) {
				in.Rows = append(in.Rows, x.Fields.inputs(sent, fmt.Sprintf("%s.%d", at, i), wrong))
			}
		}
		out = append(out, in)
	}
	return out
}

func (p *provider) show(w http.ResponseWriter, r *http.Request) {
	p.render(w, p.current(r), http.StatusOK, nil, nil, "")
}

func (p *provider) render(w http.ResponseWriter, q *question, status int, sent url.Values, wrong map[string]string,
	note string) {
	v := view{Question: q, Note: note, Missing: len(wrong)}
	if q != nil {
		v.Inputs = q.form.inputs(sent, "answer", wrong)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_ = page.Execute(w, v)
}

// take passes an answer to the open question. It rejects an answer to another question,
// from an outdated page.
func (p *provider) take(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		http.Error(w, "this form cannot be read", http.StatusBadRequest)
		return
	}
	q := p.current(r)
	if q == nil || strconv.Itoa(q.Number) != r.PostForm.Get("question") {
		p.render(w, q, http.StatusConflict, nil, nil,
			"That question is closed: it was answered before, or the run stopped. Nothing was taken.")
		return
	}
	a := reply{declined: r.PostForm.Get("do") == "decline"}
	if !a.declined {
		text, wrong := q.form.read(r.PostForm)
		if len(wrong) > 0 || r.PostForm.Get("do") == "more" {
			if r.PostForm.Get("do") == "more" {
				wrong = nil
			}
			p.render(w, q, http.StatusUnprocessableEntity, r.PostForm, wrong, "")
			return
		}
		a.text = text
	}
	select {
	case q.answer <- a:
	default: // sent twice
	}
	http.Redirect(w, r, p.path, http.StatusSeeOther)
}
