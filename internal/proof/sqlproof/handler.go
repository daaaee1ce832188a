package sqlproof

import (
	"context"
	"maps"
	"slices"
)

// Runner calls the handlers of one stack.
type Runner interface {
	// Ready returns nil, or in one line what is missing and how to get it.
	Ready() error
	// Engine names the packages with their versions, as recorded in evidence.
	Engine() string
	// Signature returns the names of the client's parameters of the handler in code, and which of them may be omitted. The
	// error is a *SQLError if the code does not load.
	Signature(code string) (params, optional []string, err error)
	// Call calls the handler. The error is a *SQLError if the handler fails, a Stopped if it was stopped, otherwise a
	// problem of the machine.
	Call(ctx context.Context, request Request) (columns []string, rows [][]*string, err error)
	// Fresh reports whether each call gets a database of its own, so that a handler sees nothing of earlier ones.
	Fresh() bool
}

// Boxed is a [Runner] for handlers that a model wrote.
type Boxed interface {
	Runner
	Close()
}

// Stopped is the error of a handler that reached a limit: why.
type Stopped string

func (s Stopped) Error() string { return string(s) }

// Request is one call of a handler.
type Request struct {
	Code     string           `json:"code"`
	Database string           `json:"database"` // where its session is, as key=value words of libpq
	Before   string           `json:"before"`   // a statement that runs first in its transaction, "" for none
	Keep     bool             `json:"keep"`     // what it commits stays
	Me       map[string]Value `json:"me"`       // what the server derives from the session
	Params   map[string]Value `json:"params"`   // of the client
	Sockets  string           `json:"-"`        // the folder with the socket of Database
}

// Handler is [CompileIn] for a handler of a stack. The error is that of [Runner.Signature].
func Handler(code string, r Runner) (*Statement, error) {
	params, optional, err := r.Signature(code)
	return &Statement{Program: code, Runner: r, Params: params, Optional: optional}, err
}

// Handled reports whether the statement is a handler, which makes its own statements.
func (s *Statement) Handled() bool { return s.Runner != nil }

// Request returns the request of a call, without its database. Parameters that the handler does not have are left out.
func (s *Statement) Request(call *Call) Request {
	r := Request{Code: s.Program, Me: map[string]Value{}, Params: maps.Clone(call.Params)}
	for _, name := range call.context {
		r.Me[name] = call.Params[name]
	}
	maps.DeleteFunc(r.Params, func(name string, _ Value) bool { return !slices.Contains(s.Params, name) })
	return r
}
