package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5/pgconn"

	"assay/internal/proof/sqlproof"
)

// door is a socket in a directory of its own, through which a handler reaches the server and nothing else.
type door struct {
	dir  string
	list net.Listener
	open sync.WaitGroup
}

// socketName is the name that clients of PostgreSQL give to the socket of port 5432.
const socketName = ".s.PGSQL.5432"

// newDoor opens a door to a server.
func newDoor(to *pgconn.Config) (*door, error) {
	dir, err := os.MkdirTemp("", "assay-db-")
	if err != nil {
		return nil, fmt.Errorf("making a directory for a socket: %w", err)
	}
	d := &door{dir: dir}
	if d.list, err = net.Listen("unix", filepath.Join(dir, socketName)); err != nil {
		os.RemoveAll(dir)
		return nil, fmt.Errorf("opening a socket for handlers: %w", err)
	}
	network, address := pgconn.NetworkAddress(to.Host, to.Port)
	d.open.Go(func() {
		for {
			client, err := d.list.Accept()
			if err != nil { // it was closed
				return
			}
			d.open.Go(func() { pass(client, network, address) })
		}
	})
	return d, nil
}

// pass copies both ways until either side ends.
func pass(client net.Conn, network, address string) {
	defer client.Close()
	server, err := net.Dial(network, address)
	if err != nil {
		return // the handler sees a lost connection
	}
	defer server.Close()
	done := make(chan struct{}, 2)
	for _, way := range [][2]net.Conn{{client, server}, {server, client}} {
		go func() {
			io.Copy(way[1], way[0]) // ends with the connection
			done <- struct{}{}
		}()
	}
	<-done
}

func (d *door) close() {
	d.list.Close()
	os.RemoveAll(d.dir)
}

// conninfo names a database behind the door, with the session of the application's role, in libpq's words.
func (s *Server) conninfo(d *door, db string) string {
	ms := s.opt.Timeout.Milliseconds()
	return fmt.Sprintf("host=%s port=5432 dbname=%s user=%s_app password=%s sslmode=disable options='%s'", d.dir, db,
		s.prefix, s.pass, strings.Join([]string{"-c timezone=UTC", "-c datestyle=ISO", "-c search_path=public",
			fmt.Sprintf("-c statement_timeout=%d", ms), fmt.Sprintf("-c lock_timeout=%d", ms)}, " "))
}

// handle calls a handler for each of the calls. What it commits stays until the changes are read, unless before runs
// first in its transaction, which is then rolled back.
func (l *lab) handle(ctx context.Context, st *sqlproof.Statement, calls []*sqlproof.Call,
	before string) (*sqlproof.Result, error) {
	s := l.world.server
	return l.limited(ctx, st, 4*s.opt.Timeout+5e9, sqlproof.NoEnd, func(ctx context.Context) (*sqlproof.Result, error) {
		d, err := newDoor(s.base)
		if err != nil {
			return nil, err
		}
		defer d.close()
		begun, err := query(ctx, l.reader, horizon)
		if err != nil {
			return nil, err
		}
		out := &sqlproof.Result{}
		for _, call := range calls {
			r := st.Request(call)
			r.Database, r.Before, r.Keep = s.conninfo(d, l.db), before, before == ""
			columns, rows, err := st.Runner.Call(ctx, r)
			var failed *sqlproof.SQLError
			switch {
			case errors.As(err, &failed) && stopped[failed.Code] != "":
				return nil, fault(stopped[failed.Code])
			case errors.As(err, &failed):
				out.Err = failed
			case err != nil:
				return nil, err
			}
			if len(out.Columns) == 0 {
				out.Columns = columns
			}
			out.Rows = append(out.Rows, rows...)
		}
		if len(out.Rows) > maxRows {
			return nil, fault(fmt.Sprintf("the handler returned more than %d rows", maxRows))
		}
		if before != "" {
			return out, nil
		}
		ended, err := query(ctx, l.reader, horizon)
		if err == nil && ended[0][0] != begun[0][0] {
			out.Changes, err = l.settle(ctx)
		}
		return out, err
	})
}

// horizon is the query of a text that every write changes: the first transaction that has not ended, of those that
// write, and the positions of all sequences.
const horizon = "SELECT pg_snapshot_xmax(pg_current_snapshot()) || ' ' || (" + marks + ")"
