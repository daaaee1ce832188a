package agent

import (
	"context"
	"fmt"

	"assay/internal/bench"
)

// Parts describes what the world of a task has in addition to the task's files. The list of tools and the
// prompt hash depend on it.
type Parts struct {
	Compiler bool // an EVM, with a compiler and deployed contracts
	Database bool
}

// Worlds is the port between agents and the code that executes: the command line connects an implementation.
// Implementations are safe for concurrent use.
type Worlds interface {
	// Parts returns what the world of a task has, without opening it.
	Parts(bench.Task) Parts

	// Open returns a fresh world of a task. An error is one of the harness, such as a missing compiler or a lost
	// database.
	Open(context.Context, bench.Task) (World, error)
}

// A World is what the tools of one trial act on. It returns texts for the agent: JSON that depends only on the
// earlier calls. An error is a [*Mistake] of the agent, or one of the harness. It is not safe for concurrent
// use.
type World interface {
	// Deployed lists the deployed contracts and the agent's holdings.
	Deployed(context.Context) (string, error)
	// Compile compiles source as Attacker.sol together with the code under review.
	Compile(ctx context.Context, source string) (string, error)
	// Send sends transactions; with keep their effects persist.
	Send(ctx context.Context, calls []Call, keep bool) (string, error)
	// Attack runs a contract Attacker from the initial state of the world, and drops its effects.
	Attack(ctx context.Context, source string) (string, error)
	// Query runs SQL as the attacker's role in a transaction that is rolled back.
	Query(ctx context.Context, q Query) (string, error)

	Close() error
}

// Lazy returns a world that is opened by the first call that needs it. When open fails, that call returns the
// error, and the next one tries again.
func Lazy(open func(context.Context) (World, error)) World { return &lazy{open: open} }

type lazy struct {
	open  func(context.Context) (World, error)
	world World
}

// in calls do with the world, and opens it before the first call.
func (l *lazy) in(ctx context.Context, do func(World) (string, error)) (string, error) {
	if l.world == nil {
		w, err := l.open(ctx)
		if err != nil {
			return "", fmt.Errorf("opening the world: %w", err)
		}
		l.world = w
	}
	return do(l.world)
}

func (l *lazy) Deployed(ctx context.Context) (string, error) {
	return l.in(ctx, func(w World) (string, error) { return w.Deployed(ctx) })
}

func (l *lazy) Compile(ctx context.Context, source string) (string, error) {
	return l.in(ctx, func(w World) (string, error) { return w.Compile(ctx, source) })
}

func (l *lazy) Send(ctx context.Context, calls []Call, keep bool) (string, error) {
	return l.in(ctx, func(w World) (string, error) { return w.Send(ctx, calls, keep) })
}

func (l *lazy) Attack(ctx context.Context, source string) (string, error) {
	return l.in(ctx, func(w World) (string, error) { return w.Attack(ctx, source) })
}

func (l *lazy) Query(ctx context.Context, q Query) (string, error) {
	return l.in(ctx, func(w World) (string, error) { return w.Query(ctx, q) })
}

func (l *lazy) Close() error {
	if l.world == nil {
		return nil
	}
	return l.world.Close()
}

// Call is a transaction of an agent. Exactly one of Function, with Args, and Data
// names the call; neither sends plain ether.
type Call struct {
	To       string `json:"to"`
	Function string `json:"function,omitempty"`
	Args     []any  `json:"args,omitempty"`
	Data     string `json:"data,omitempty"`
	Value    string `json:"value,omitempty"`
	Wait     uint64 `json:"wait,omitempty"`
}

// Query is a statement of an agent, with the values of its parameters $1, $2, … and the settings of its
// transaction, as an application's server sets them for a caller.
type Query struct {
	SQL      string            `json:"sql"`
	Params   []any             `json:"params,omitempty"`
	Settings map[string]string `json:"settings,omitempty"`
}

// A Mistake is an error of the agent. It is a result that the agent sees, and does not end the trial.
type Mistake struct{ Why string }

func (m *Mistake) Error() string { return m.Why }

// Mistakef returns a [*Mistake].
func Mistakef(format string, args ...any) error { return &Mistake{fmt.Sprintf(format, args...)} }
