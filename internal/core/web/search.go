package web

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"assay/internal/bench"
)

type searchView struct {
	Run, Q, Subject string
	Subjects        []string
	Hits            []hit
	More            bool // there are more hits than shown
}

// hit is an answer that contains the query, with the surrounding text.
type hit struct {
	bench.Trial
	Before, Found, After string
}

const (
	maxHits   = 100
	maxQuery  = 200              // bytes
	longest   = 10 * time.Second // time limit of a search
	aroundHit = 80               // bytes shown on either side
)

// search finds the answers of a run that contain a text.
func (s *Server) search(r *http.Request) (*page, error) {
	run, err := s.runOf(r)
	if err != nil {
		return nil, err
	}
	v := searchView{Run: run.ID, Q: strings.TrimSpace(r.URL.Query().Get("q")), Subject: r.URL.Query().Get("subject")}
	known := v.Subject == ""
	for _, sub := range run.Manifest.Subjects {
		v.Subjects = append(v.Subjects, sub.Name)
		known = known || sub.Name == v.Subject
	}
	switch {
	case len(v.Q) > maxQuery:
		return nil, badRequest("a search text has at most %d bytes; this one has %d", maxQuery, len(v.Q))
	case v.Q != "" && utf8.RuneCountInString(v.Q) < 2:
		return nil, badRequest("a search text has at least two characters")
	case !utf8.ValidString(v.Q) || strings.ContainsRune(v.Q, 0):
		return nil, badRequest("a search text is UTF-8 without a zero byte")
	case !known:
		return nil, badRequest("run %s has no subject %q", run.ID, v.Subject)
	}
	if v.Q != "" {
		ctx, cancel := context.WithTimeout(r.Context(), longest)
		defer cancel()
		found, more, err := s.store.Search(ctx, run, v.Q, v.Subject, maxHits)
		if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return nil, badRequest("the search took longer than %s and was stopped; choose a subject", longest)
		}
		if err != nil {
			return nil, err
		}
		v.More = more
		for _, m := range found {
			v.Hits = append(v.Hits, around(m, v.Q))
		}
	}
	return &page{Name: "search", Title: "Search in answers", Run: run.ID, Here: "run", Data: v}, nil
}

// around returns the hit for the first occurrence of q in an answer.
func around(t bench.Trial, q string) hit {
	h, text := hit{Trial: t}, t.Response.Text
	at := strings.Index(lower(text), lower(q))
	if at < 0 { // the database folds more letters than ASCII
		h.After = cut(text, 2*aroundHit, false)
		return h
	}
	h.Before, h.Found, h.After = cut(text[:at], aroundHit, true), text[at:at+len(q)],
		cut(text[at+len(q):], aroundHit, false)
	return h
}

// lower folds ASCII letters only, so that every byte keeps its position.
func lower(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

// cut returns the end or the beginning of a text, at most n bytes, with an ellipsis for the omitted text.
func cut(s string, n int, end bool) string {
	if len(s) <= n {
		return s
	}
	if end {
		return "…" + strings.ToValidUTF8(s[len(s)-n:], "")
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}
