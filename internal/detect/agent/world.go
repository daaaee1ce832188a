package agent

import (
	"context"
	"fmt"

	"assay/internal/bench"
)

// Parts says what the world of a task has beside the task's files. Which tools
// there are depends on it, and so does the prompt hash.
type Parts struct {
	Compiler bool // and the deployed contracts: an EVM
	Database bool
}

// Worlds is where agents act. It is the port between agents and what executes: the
// command line connects an implementation. Implementations are safe for concurrent use.
type Worlds interface {
	// Parts says what the world of a task has, without opening it.
	Parts(bench.Task) Parts

	// Open returns a fresh world of a task. The error is the harness's: a missing
	// compiler, a database that is gone.
	Open(context.Context, bench.Task) (World, error)
}

// A World is what the tools of one trial act on. The texts that it returns are what
// the agent sees: JSON, which depends on the calls made before and on nothing else.
// An error is a [*Mistake] of the agent, or the harness's. Not safe for concurrent use.
type World interface {
	// Stands lists the deployed contracts, and what the agent has.
	Stands(context.Context) (string, error)
	// Compile compiles Attacker.sol, as source has it, beside the code under review.
	Compile(ctx context.Context, source string) (string, error)
	// Send sends transactions; with keep their effects stay.
	Send(ctx context.Context, calls []Call, keep bool) (string, error)
	// Attack runs a contract Attacker from the state in which the world was opened, and drops its effects.
	Attack(ctx context.Context, source string) (string, error)
	// Query runs SQL as the attacker's role in a transaction that is rolled back.
	Query(ctx context.Context, q Query) (string, error)

	Close() error
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

// Query is a statement of an agent, with what its parameters $1, $2, … are, and settings
// of its transaction, as an application's server makes them for a caller.
type Query struct {
	SQL      string            `json:"sql"`
	Params   []any             `json:"params,omitempty"`
	Settings map[string]string `json:"settings,omitempty"`
}

// A Mistake is what an agent did wrong. It is a result that the agent sees, and ends nothing.
type Mistake struct{ Why string }

func (m *Mistake) Error() string { return m.Why }

// Mistakef makes a [*Mistake].
func Mistakef(format string, args ...any) error { return &Mistake{fmt.Sprintf(format, args...)} }
