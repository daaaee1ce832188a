// Package exit gives an error the exit code that it ends the program with. Code that
// knows what kind of failure it saw says so with the error; package cli returns the code.
package exit

import (
	"errors"
	"fmt"
)

// Exit codes of the program.
const (
	OK        = 0
	Failed    = 1   // some trials failed, none was answered, or the command could not do its work
	BadUsage  = 2   // wrong arguments or bad data; nothing was written
	Gate      = 3   // a --fail-under gate was not met
	Budget    = 4   // the budget does not allow the next trial
	Interrupt = 130 // stopped by Ctrl-C; what was done is kept
)

// Error is an error with an exit code.
type Error struct {
	Code int
	Err  error
}

// Error implements error.
func (e *Error) Error() string { return e.Err.Error() }

// Unwrap returns the error without its code.
func (e *Error) Unwrap() error { return e.Err }

// Usage returns an error about wrong arguments or bad data.
func Usage(format string, args ...any) error { return With(BadUsage, format, args...) }

// With returns an error that ends the program with code.
func With(code int, format string, args ...any) error {
	return &Error{code, fmt.Errorf(format, args...)}
}

// CodeOf returns the code that an error ends the program with: OK for nil, Failed for an
// error without a code.
func CodeOf(err error) int {
	var e *Error
	switch {
	case err == nil:
		return OK
	case errors.As(err, &e):
		return e.Code
	}
	return Failed
}
