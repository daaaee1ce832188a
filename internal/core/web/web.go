// Package web shows a results database in a browser: runs, samples, trials,
// leaderboards and comparisons, and lets experts review answers blind.
//
// html/template renders the pages on the server; everything that subjects, providers or suites wrote is data on
// each of them. A small script adds keys, autosave and live progress; every page works without it. Nothing is
// loaded from other sites, and the content security policy forbids it.
package web

import (
	"context"
	"crypto/rand"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"time"

	"assay/internal/core/store"
)

//go:embed static templates
var files embed.FS

// Config configures a server.
type Config struct {
	Store *store.Store
	Token string           // "" requires no token; only for loopback
	Now   func() time.Time // nil is time.Now
	Poll  time.Duration    // how often to check whether the database changed; 0 is once a second
	Log   *slog.Logger     // nil discards; never sees a token or a query
}

// Server answers requests. It is safe for concurrent use.
type Server struct {
	store  *store.Store
	token  string
	secret [32]byte // of this process's sessions
	now    func() time.Time
	poll   time.Duration
	log    *slog.Logger
	pages  map[string]*template.Template
	snaps  snapshots
	over   overview
	tries  tries // attempts to guess the token

	patience time.Duration // how long a page waits for new numbers if it has older ones to show
}

// New returns a server over an open store. It does not close the store.
func New(c Config) *Server {
	s := &Server{store: c.Store, token: c.Token, now: c.Now, poll: c.Poll, log: c.Log, pages: parse(),
		patience: patience}
	rand.Read(s.secret[:]) // never fails
	if s.now == nil {
		s.now = time.Now
	}
	if s.poll <= 0 {
		s.poll = time.Second
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	return s
}

// Handler returns the handler of the whole site.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	static, err := fs.Sub(files, "static")
	if err != nil {
		panic("web: embedded files: " + err.Error()) // the files are fixed at build time
	}
	mux.HandleFunc("GET /static/", http.NotFound) // no directory listing
	mux.Handle("GET /static/{file}", cached(http.StripPrefix("/static/", http.FileServerFS(static))))
	mux.HandleFunc("GET /login", s.loginPage)
	mux.HandleFunc("POST /login", s.login)
	show := func(pattern string, f func(*http.Request) (*page, error)) {
		mux.Handle(pattern, s.guarded(s.render(f)))
	}
	show("GET /{$}", s.runs)
	mux.Handle("GET /runs", http.RedirectHandler("/", http.StatusSeeOther)) // what the address of a run suggests
	show("GET /leaderboard", s.leaderboard)
	show("GET /runs/{run}", s.run)
	mux.Handle("POST /runs/{run}/note", s.guarded(s.changing(s.noteSave)))
	mux.Handle("POST /runs/{run}/delete", s.guarded(s.changing(s.runDelete)))
	show("GET /runs/{run}/board", s.board)
	show("GET /runs/{run}/samples", s.samples)
	show("GET /runs/{run}/sample", s.sample)
	show("GET /runs/{run}/variant", s.variant)
	show("GET /runs/{run}/compare", s.compare)
	show("GET /runs/{run}/pair", s.pair)
	show("GET /runs/{run}/search", s.search)
	show("GET /runs/{run}/judges", s.judges)
	show("GET /runs/{run}/knowledge", s.knowledge)
	show("GET /runs/{run}/trials/{key}", s.trial)
	mux.Handle("GET /runs/{run}/events", s.guarded(http.HandlerFunc(s.events)))
	show("GET /review", s.reviewStart)
	show("GET /review/item", s.reviewItem)
	show("GET /review/numbers", s.reviewNumbers)
	mux.Handle("POST /review/item", s.guarded(http.HandlerFunc(s.reviewSave)))
	mux.Handle("GET /review/export.csv", s.guarded(http.HandlerFunc(s.reviewExport)))
	mux.Handle("GET /review/export.json", s.guarded(http.HandlerFunc(s.reviewExport)))
	show("GET /", func(*http.Request) (*page, error) { return nil, notFound("there is no such page") })
	return s.secure(mux)
}

// Serve answers requests on l until ctx ends, then finishes running requests, for a few seconds at most.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	live, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	h := &http.Server{
		Handler:           s.Handler(),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      30 * time.Second, // event streams extend theirs
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		BaseContext:       func(net.Listener) context.Context { return live },
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
	}
	h.RegisterOnShutdown(stop) // ends the event streams
	failed := make(chan error, 1)
	go func() { failed <- h.Serve(l) }()
	go s.warm(live)
	select {
	case err := <-failed:
		return fmt.Errorf("serving: %w", err)
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := h.Shutdown(last); err != nil {
		h.Close()
	}
	return nil
}
