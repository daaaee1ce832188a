package cli

import (
	"assay/internal/core/base/exit"
	"assay/internal/core/cli"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"assay/internal/core/database"
	"assay/internal/core/run"
	"assay/internal/core/run/session"
	"assay/internal/core/store"
	"assay/internal/ext/fleet"
)

type workerCmd struct {
	DB             string        `name:"db" help:"URL of the PostgreSQL database with the runs." default:"${dbdefault}" placeholder:"URL"`
	MaxConnections int           `help:"Maximum concurrent requests from this machine to one provider, for all its models and runs together." default:"100" placeholder:"N"`
	Rescue         time.Duration `help:"Rescue period: after this silence a worker's shards go to other workers. Use the same value for all workers." default:"60s" placeholder:"TIME"`
	Grace          time.Duration `help:"Time that requests in progress may take after the worker is told to stop." default:"30s" placeholder:"TIME"`
	session.Passing
}

func (*workerCmd) Help() string {
	return `Asks the questions of runs that were started with assay run --distributed, until it is stopped. Any number of workers on any number of machines share
the work. A worker asks only the providers for which it has keys.

After an interrupt or SIGTERM the worker finishes requests in progress and returns its other trials. The shards of a dead worker go to other workers.

Example:

  assay worker --db postgres://assay@db.internal/assay --max-connections 200`
}

func (c *workerCmd) Run(ctx context.Context, env *cli.Env) error {
	switch {
	case !database.IsURL(c.DB):
		return exit.Usage("workers share a PostgreSQL database: give its URL with --db")
	case c.MaxConnections < 1:
		return exit.Usage("--max-connections must be at least 1")
	case c.Rescue < time.Second:
		return exit.Usage("--rescue must be at least 1s")
	case c.Grace < 0:
		return exit.Usage("--grace must not be negative")
	}
	s, err := env.Open(ctx, c.DB, database.Options{Refused: database.Patience}) // the server may start later
	if err != nil {
		return err
	}
	defer s.Close()
	log := slog.New(slog.NewTextHandler(&session.Redactor{To: env.Stderr, Keys: env.Keys()}, nil))
	stop, abandon, release := run.Interrupts(ctx, env.Env, nil)
	defer release()
	fmt.Fprintf(env.Stderr, "working for %s; stop with Ctrl-C\n", s.Name())
	held := &session.Limiters{}
	err = fleet.Work(abandon, stop, fleet.Config{
		Store: s, Connections: c.MaxConnections, Rescue: c.Rescue, Grace: c.Grace, Log: log,
		Serves: func(queue string) bool { return serves(env.Env, queue) },
		Open: func(_ context.Context, r store.Run, raw json.RawMessage, w *store.Writer) (*fleet.Desk, error) {
			return openDesk(ctx, env.Env, raw, c.MaxConnections, s, r, w, held, log)
		},
	})
	if err != nil {
		return fmt.Errorf("%w; stored results are kept, and other workers continue", err)
	}
	return nil
}
