// Package exit attaches to an error the exit code of the program. Code that knows the kind
// of failure sets the code in the error; package cli returns it.
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
	Lacking   = 5   // a compiler or a package is missing on this machine; the rest was done
	Worse     = 6   // compare --fail-if-worse: a subject is worse than its baseline
	Interrupt = 130 // stopped by Ctrl-C; completed work is kept
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

// CodeOf returns the exit code for an error: OK for nil, Failed for an
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
