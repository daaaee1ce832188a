// Package pgserver finds an installed PostgreSQL (15 or later) and starts a
// private server from it: a throw-away cluster in a temporary directory that
// listens on a socket there and nowhere else, and goes when its process does,
// however that ends. It needs no rights beyond running the binaries.
//
// A private server forgets: it does not wait for disks, unless settings say so.
package pgserver

import (
	"context"
	"net/url"
)

// Options describe the server that is started. The zero value will do.
type Options struct {
	BinDir   string   // of initdb and postgres; else PATH and the usual places
	Parent   string   // directory to make the cluster's in; else memory, when there is room
	Settings []string // name=value, over the ones that make it fast and forgetful
}

// Superuser is the name of the first role of a private server. It has no password.
const Superuser = "assay"

// Server is a running private server. Close it.
type Server struct {
	bin, dir string
	cluster
}

// Start makes a server and waits until it answers. It is ErrNotFound when there
// is nothing to start.
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

// Dir returns the directory of the server, in which its socket stands.
func (s *Server) Dir() string { return s.dir }

// URL returns the address of a database on the server.
func (s *Server) URL(database string) string {
	q := url.Values{"host": {s.dir}, "sslmode": {"disable"}}
	return (&url.URL{Scheme: "postgres", User: url.User(Superuser), Path: "/" + database, RawQuery: q.Encode()}).String()
}
