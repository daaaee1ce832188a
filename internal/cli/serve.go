package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"syscall"

	"assay/internal/report"
	"assay/internal/run/results"
	"assay/internal/store"
	"assay/internal/web"
)

type serveCmd struct {
	DB     string `name:"db" help:"Results database: a file, or the URL of one on a PostgreSQL." default:"${dbdefault}" placeholder:"FILE|URL"`
	Listen string `help:"Address to answer on." default:"127.0.0.1:8484" placeholder:"ADDR"`
	Token  string `help:"Who does not know it is not let in; at least 16 characters. ASSAY_TOKEN works too, and stays out of lists of processes." placeholder:"TOKEN"`
}

func (*serveCmd) Help() string {
	return `Shows runs, samples, trials and leaderboards in a browser, follows runs that are under way, and lets experts review answers blind. Only this
machine can reach it, unless --listen says otherwise; that takes a token.

Example:

  assay serve --listen 127.0.0.1:8484`
}

// minToken is the shortest token that is taken.
const minToken = 16

func (c *serveCmd) Run(ctx context.Context, env *Env) error {
	token := c.Token
	if token == "" {
		token = env.Get("ASSAY_TOKEN")
	}
	switch {
	case token != "" && len(token) < minToken:
		return usage("a token has at least %d characters; `openssl rand -hex 16` makes one", minToken)
	case token == "" && !web.Loopback(c.Listen):
		return usage("%s can be reached from other machines: give --token or ASSAY_TOKEN, or listen on 127.0.0.1", c.Listen)
	}
	s, err := env.serving(ctx, c.DB)
	if err != nil {
		return err
	}
	defer s.Close()
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", c.Listen)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%s is taken, perhaps by another assay serve; --listen chooses another address", c.Listen)
	}
	if err != nil {
		return usage("listening on %s: %v", c.Listen, err)
	}
	ctx, stop := env.Interruptible(ctx)
	defer stop()
	fmt.Fprintf(env.Stderr, "http://%s shows %s; Ctrl-C stops\n", l.Addr(), s.Name())
	load := func(ctx context.Context, run string) (*report.Data, error) { return results.LoadStored(ctx, s, run) }
	return web.New(web.Config{Store: s, Token: token, Load: load,
		Log: slog.New(slog.NewTextHandler(env.Stderr, nil))}).Serve(ctx, l)
}

// serving opens a database for reading and, where that can be done, for reviews. It is
// not migrated: who looks changes nothing.
func (e *Env) serving(ctx context.Context, where string) (*store.Store, error) {
	s, err := e.reading(ctx, where)
	if err != nil {
		return nil, err
	}
	writing, err := e.writing(ctx, where)
	if err != nil {
		fmt.Fprintf(e.Stderr, "assay: reviews cannot be stored: %v\n", err)
		return s, nil
	}
	return writing, s.Close()
}
