package cli

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"io"
	"os"
	"testing"

	"github.com/jackc/pgx/v5/stdlib"

	"assay/internal/core/base/environ"
	"assay/internal/core/engine"
	"assay/internal/core/model"
	"assay/internal/core/run/session"
	"assay/internal/core/store"
	"assay/internal/ext/fleet"
	"assay/internal/test/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m, os.Stderr)) }

// breaking makes connections of which one breaks when the n-th query of all is sent.
type breaking struct {
	driver.Connector
	n, sent int
}

func (b *breaking) Connect(ctx context.Context) (driver.Conn, error) {
	c, err := b.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &breakingConn{c.(*stdlib.Conn), b}, nil
}

type breakingConn struct {
	*stdlib.Conn
	b *breaking
}

func (c *breakingConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if c.b.sent++; c.b.sent == c.b.n {
		return nil, io.ErrUnexpectedEOF
	}
	return c.Conn.QueryContext(ctx, query, args)
}

// A run goes on when its connection breaks while it waits for workers, whichever of its reads that is.
func TestOverBrokenConnection(t *testing.T) {
	s, err := store.Open(t.Context(), pgtest.URL(t))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := fleet.Prepare(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	whole := s.Database().R
	defer func() { s.Database().R = whole }()
	for n, reads := 1, 6; ; n++ {
		b := &breaking{Connector: stdlib.GetConnector(*s.Database().Config()), n: n}
		s.Database().R = sql.OpenDB(b)
		err := (&shards{}).Await(t.Context(), nil, &environ.Env{Stderr: io.Discard}, s, store.Run{ID: "r", Plan: "p"}, nil,
			nil, &session.Accounts{Budget: &model.Budget{}}, nil, &engine.Summary{})
		s.Database().R.Close()
		if err != nil {
			t.Fatalf("the connection breaks at read %d: %v", n, err)
		}
		if b.sent < n {
			if n <= reads {
				t.Errorf("only %d reads", b.sent)
			}
			break
		}
	}
}
