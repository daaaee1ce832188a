//go:build !unix

package postgres

import (
	"context"
	"errors"
)

const superuser = "assay"

type private struct{ dir string }

func startPrivate(context.Context, string) (*private, error) {
	return nil, errors.New("a private PostgreSQL is started on Unix only; give the URL of a server")
}

func (p *private) close() error { return nil }
