package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"syscall"

	"assay/internal/core/store"
	"assay/internal/core/web"
)

type serveCmd struct {
	DB     string `name:"db" help:"Results database: a file, or the URL of a PostgreSQL database." default:"${dbdefault}" placeholder:"FILE|URL"`
	Listen string `help:"Address to listen on." default:"127.0.0.1:8484" placeholder:"ADDR"`
	Token  string `help:"Access token that clients must send; at least 16 characters. The variable ASSAY_TOKEN also sets it and does not show in process lists." placeholder:"TOKEN"`
}

func (*serveCmd) Help() string {
	return `Shows runs, samples, trials and leaderboards in a browser, follows runs in progress, and lets experts review answers blind. Only this
machine can reach it, unless --listen names another address; that requires a token.

Example:

  assay serve --listen 127.0.0.1:8484`
}

// minToken is the minimum length of a token.
const minToken = 16

func (c *serveCmd) Run(ctx context.Context, env *Env) error {
	token := cmp.Or(c.Token, env.Get("ASSAY_TOKEN"))
	switch {
	case token != "" && len(token) < minToken:
		return usage("a token needs at least %d characters; generate one with `openssl rand -hex 16`", minToken)
	case token == "" && !web.Loopback(c.Listen):
		return usage("other machines can reach %s: set --token or ASSAY_TOKEN, or listen on 127.0.0.1", c.Listen)
	}
	s, err := env.serving(ctx, c.DB)
	if err != nil {
		return err
	}
	defer s.Close()
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", c.Listen)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%s is in use, perhaps by another assay serve; choose another address with --listen", c.Listen)
	}
	if err != nil {
		return usage("listening on %s: %v", c.Listen, err)
	}
	ctx, stop := env.Interruptible(ctx)
	defer stop()
	fmt.Fprintf(env.Stderr, "http://%s serves %s; stop with Ctrl-C\n", l.Addr(), s.Name())
	return web.New(web.Config{Store: s, Token: token, Log: slog.New(slog.NewTextHandler(env.Stderr, nil))}).Serve(ctx, l)
}

// serving opens a database for reading and, if possible, for reviews. It does not migrate
// the database, since reading must not change it.
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
