package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"assay/internal/database"
	"assay/internal/fleet"
	"assay/internal/run"
	"assay/internal/run/session"
	"assay/internal/store"
)

type workerCmd struct {
	DB             string        `name:"db" help:"Database that the runs are in: the URL of one on a PostgreSQL." default:"${dbdefault}" placeholder:"URL"`
	MaxConnections int           `help:"Requests at once from this machine to one provider, for all its models and runs together." default:"100" placeholder:"N"`
	Rescue         time.Duration `help:"Silence after which a worker's shards go to others; the same for all workers." default:"60s" placeholder:"TIME"`
	Grace          time.Duration `help:"How long requests that are on their way may take when the worker is told to stop." default:"30s" placeholder:"TIME"`
	session.Passing
}

func (*workerCmd) Help() string {
	return `Asks the questions of runs that were started with assay run --distributed, until it is told to stop. Any number of workers on any number of machines share
the work; each needs the keys of the providers that it is to ask, and serves no others.

An interrupt or SIGTERM lets requests that are on their way finish, and gives back the rest. A worker that dies is noticed, and others do its work.

Example:

  assay worker --db postgres://assay@db.internal/assay --max-connections 200`
}

func (c *workerCmd) Run(ctx context.Context, env *Env) error {
	switch {
	case !database.IsURL(c.DB):
		return usage("workers meet in a PostgreSQL: give its URL with --db")
	case c.MaxConnections < 1:
		return usage("--max-connections is at least 1")
	case c.Rescue < time.Second:
		return usage("--rescue is at least 1s")
	case c.Grace < 0:
		return usage("--grace is not negative")
	}
	s, err := env.open(ctx, c.DB, database.Options{Refused: database.Patience}) // its machine may be up before the server
	if err != nil {
		return err
	}
	defer s.Close()
	log := slog.New(slog.NewTextHandler(&session.Redactor{To: env.Stderr, Keys: env.Keys()}, nil))
	stop, abandon, release := run.Interrupts(ctx, env.Env, nil)
	defer release()
	fmt.Fprintf(env.Stderr, "works for %s; Ctrl-C stops\n", s.Name())
	held := &session.Limiters{}
	err = fleet.Work(abandon, stop, fleet.Config{
		Store: s, Connections: c.MaxConnections, Rescue: c.Rescue, Grace: c.Grace, Log: log,
		Serves: func(queue string) bool { return run.Serves(env.Env, queue) },
		Open: func(_ context.Context, r store.Run, raw json.RawMessage, w *store.Writer) (*fleet.Desk, error) {
			return run.OpenDesk(ctx, env.Env, raw, c.MaxConnections, s, r, w, held, log)
		},
	})
	if err != nil {
		return fmt.Errorf("%w; what was stored before is kept, and other workers go on", err)
	}
	return nil
}
