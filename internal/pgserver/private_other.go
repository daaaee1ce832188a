//go:build !unix

package pgserver

import (
	"context"
	"errors"
)

type cluster struct{}

func (*Server) start(context.Context, Options) error {
	return errors.New("a private PostgreSQL is started on Unix only; give the URL of a server")
}

// Close implements the one that stops something.
func (*Server) Close() error { return nil }

// Restart implements the one that restarts something.
func (*Server) Restart(context.Context) error { return errors.New("nothing was started") }
