//go:build !unix

package pgserver

import (
	"context"
	"errors"
)

type cluster struct{}

func (*Server) start(context.Context, Options) error {
	return errors.New("a private PostgreSQL can be started only on Unix; give the URL of a server")
}

// Close does nothing: no server was started.
func (*Server) Close() error { return nil }

// Restart returns an error: no server was started.
func (*Server) Restart(context.Context) error { return errors.New("nothing was started") }
