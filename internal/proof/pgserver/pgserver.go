// Package pgserver finds an installed PostgreSQL (15 or later) and starts a private server from it: a
// throw-away cluster in a temporary directory that listens only on a socket there, and is removed when its
// process ends, in whatever way that happens. It needs no rights beyond running the binaries.
//
// A private server is not durable: it does not wait for disks, unless settings say so.
package pgserver

import (
	"context"
	"net/url"
)

// Options configures the server that is started. The zero value is valid.
type Options struct {
	BinDir   string   // of initdb and postgres; "" searches PATH and the usual places
	Parent   string   // parent of the cluster's directory; "" is memory, when there is room
	Settings []string // name=value, override the ones that make it fast and not durable
}

// Superuser is the name of the first role of a private server. It has no password.
const Superuser = "assay"

// Server is a running private server. Its user must close it.
type Server struct {
	bin, dir string
	cluster
}

// Start makes a server and waits until it answers. It returns ErrNotFound when there is no PostgreSQL to start.
func Start(ctx context.Context, opt Options) (*Server, error) {
	bin, err := findBinaries(ctx, opt.BinDir)
	if err != nil {
		return nil, err
	}
	s := &Server{bin: bin}
	if err := s.start(ctx, opt); err != nil {
		return nil, err
	}
	return s, nil
}

// Dir returns the directory of the server, which contains its socket.
func (s *Server) Dir() string { return s.dir }

// URL returns the address of a database on the server.
func (s *Server) URL(database string) string {
	q := url.Values{"host": {s.dir}, "sslmode": {"disable"}}
	return (&url.URL{Scheme: "postgres", User: url.User(Superuser), Path: "/" + database, RawQuery: q.Encode()}).String()
}
