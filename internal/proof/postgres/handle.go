package postgres

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"assay/internal/proof/sqlproof"
)

// door is a socket in a directory of its own, through which a handler begins sessions of one role in one database of
// the server, and reaches nothing else.
type door struct {
	dir      string
	list     net.Listener
	user, db string
	open     sync.WaitGroup

	mu      sync.Mutex
	clients map[net.Conn]bool // nil once it is closed
}

// socketName is the name that clients of PostgreSQL give to the socket of port 5432.
const socketName = ".s.PGSQL.5432"

// maxSessions is how many sessions a handler has at once.
const maxSessions = 8

// newDoor opens a door to a database for the application's role.
func (s *Server) newDoor(db string) (*door, error) {
	dir, err := os.MkdirTemp("", "assay-db-")
	if err != nil {
		return nil, fmt.Errorf("making a directory for a socket: %w", err)
	}
	d := &door{dir: dir, user: s.prefix + "_app", db: db, clients: map[net.Conn]bool{}}
	if d.list, err = net.Listen("unix", filepath.Join(dir, socketName)); err != nil {
		os.RemoveAll(dir)
		return nil, fmt.Errorf("opening a socket for handlers: %w", err)
	}
	network, address := pgconn.NetworkAddress(s.base.Host, s.base.Port)
	d.open.Go(func() {
		for {
			client, err := d.list.Accept()
			if err != nil { // it was closed
				return
			}
			d.mu.Lock()
			enters := d.clients != nil && len(d.clients) < maxSessions
			if enters {
				d.clients[client] = true
				d.open.Go(func() { d.pass(client, network, address) })
			}
			d.mu.Unlock()
			if !enters {
				client.Close()
			}
		}
	})
	return d, nil
}

// pass copies both ways until the server ends the session.
func (d *door) pass(client net.Conn, network, address string) {
	defer func() {
		client.Close()
		d.mu.Lock()
		delete(d.clients, client)
		d.mu.Unlock()
	}()
	first, ok := d.asks(client)
	if !ok {
		return
	}
	server, err := net.Dial(network, address)
	if err != nil {
		return // the handler sees a lost connection
	}
	defer server.Close()
	if _, err := server.Write(first); err != nil {
		return
	}
	go func() {
		io.Copy(server, client) // ends with the client
		if half, ok := server.(interface{ CloseWrite() error }); ok {
			half.CloseWrite() // the server ends the session after its last statement
		}
	}()
	io.Copy(client, server)
	io.Copy(io.Discard, server)
}

// asks reads how a client begins, and reports whether it asks for a session of the role in the database. It is told
// that there is no encryption, and cannot cancel what others do.
func (d *door) asks(client net.Conn) (first []byte, ok bool) {
	client.SetReadDeadline(time.Now().Add(10 * time.Second))
	defer client.SetReadDeadline(time.Time{})
	for range 3 {
		head := make([]byte, 8)
		if _, err := io.ReadFull(client, head); err != nil {
			return nil, false
		}
		size, code := binary.BigEndian.Uint32(head), binary.BigEndian.Uint32(head[4:])
		if size == 8 && (code == 80877103 || code == 80877104) { // SSLRequest, GSSENCRequest
			client.Write([]byte("N")) // a client that is gone sends nothing more
			continue
		}
		if code>>16 != 3 || size <= 8 || size > 10_000 {
			return nil, false
		}
		rest := make([]byte, size-8)
		if _, err := io.ReadFull(client, rest); err != nil {
			return nil, false
		}
		asked, words := map[string]string{}, strings.Split(string(rest), "\x00")
		for i := 0; i+1 < len(words) && words[i] != ""; i += 2 {
			asked[words[i]] = words[i+1]
		}
		if asked["user"] == d.user && asked["database"] == d.db && asked["replication"] == "" {
			return append(head, rest...), true
		}
		why := "SFATAL\x00C28000\x00Mthis socket leads to one database, for one role\x00\x00"
		client.Write(append(binary.BigEndian.AppendUint32([]byte("E"), uint32(len(why)+4)), why...))
		return nil, false
	}
	return nil, false
}

// close ends the sessions, and waits until the server has ended what they do: by itself, or as end demands.
func (d *door) close(end func()) {
	d.list.Close()
	d.mu.Lock()
	for client := range d.clients {
		client.Close()
	}
	d.clients = nil
	d.mu.Unlock()
	late := time.AfterFunc(200*time.Millisecond, end)
	d.open.Wait()
	late.Stop()
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
	limit := 4*s.opt.Timeout + 5*time.Second
	if st.Runner.Fresh() { // it limits each call itself, since what it starts first takes longer on a busy machine
		limit = 5 * time.Minute
	}
	return l.limited(ctx, st, limit, sqlproof.NoEnd, func(ctx context.Context) (*sqlproof.Result, error) {
		begun, err := query(ctx, l.reader, horizon)
		if err != nil {
			return nil, err
		}
		out := &sqlproof.Result{}
		for _, call := range calls {
			d, err := s.newDoor(l.db)
			if err != nil {
				return nil, err
			}
			r := st.Request(call)
			r.Database, r.Sockets, r.Before, r.Keep = s.conninfo(d, l.db), d.dir, before, before == ""
			columns, rows, err := st.Runner.Call(ctx, r)
			d.close(func() { s.expel(ctx, l.db) })
			var failed *sqlproof.SQLError
			var ended sqlproof.Stopped
			switch {
			case errors.As(err, &ended):
				return nil, fault(ended)
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
		l.dirty = l.dirty || st.Runner.Fresh()
		return out, err
	})
}

// horizon is the query of a text that every write changes: the first transaction that has not ended, of those that
// write, and the positions of all sequences.
const horizon = "SELECT pg_snapshot_xmax(pg_current_snapshot()) || ' ' || (" + marks + ")"
