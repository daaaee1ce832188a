package solc

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// ErrClosed is returned for a compilation that needs a compiler after Close.
var ErrClosed = errors.New("the compiler is closed")

// InputError means that an input was refused before a compiler saw it: a version out of range, an
// option that the version does not have, a source name or an import outside the given sources. File
// is "" and Line 0 if the error is not about a single place.
type InputError struct {
	File    string
	Line    int
	Message string
}

func (e *InputError) Error() string { return at(e.File, e.Line, e.Message) }

// CompileError means that the compiler rejected the sources. Diagnostics holds all its
// messages, warnings included, in its order; at least one is an error.
type CompileError struct {
	Version     string
	Diagnostics []Diagnostic
}

// First returns the compiler's first error.
func (e *CompileError) First() Diagnostic {
	for _, d := range e.Diagnostics {
		if d.Severity == "error" {
			return d
		}
	}
	return Diagnostic{Severity: "error", Message: "rejected without a message"}
}

// Error returns the compiler's first error as one line, "file:line: text".
func (e *CompileError) Error() string {
	d := e.First()
	return at(d.File, d.Line, d.Message)
}

// CrashError means that a compiler failed to do its work: it died, was killed, ran out
// of time or memory, stopped with an internal error, or returned an invalid answer. It
// does not show anything about the sources.
type CrashError struct {
	Version string
	Message string
	Err     error // the cause, or nil; context.DeadlineExceeded if time ran out
}

func (e *CrashError) Error() string {
	return fmt.Sprintf("solc %s crashed: %s", e.Version, oneLine(e.Message))
}

func (e *CrashError) Unwrap() error { return e.Err }

// LimitError means that foreign sources exceeded the limits of a compilation. It is cached, unless processor time ran
// out: another machine may be faster.
type LimitError struct {
	Version string
	Message string // outcome of the last compilation
	Err     error  // its cause, or nil
}

func (e *LimitError) Unwrap() error { return e.Err }

func (e *LimitError) Error() string {
	return fmt.Sprintf("does not compile within its limits of time and memory: solc %s: %s", e.Version, oneLine(e.Message))
}

// MissingError means that a compiler, or libraries that sources import, are not
// installed. Command is the one command that installs all of it, quoted for a POSIX
// shell. NoNode means that Node.js, which runs the compilers and that command, is
// missing as well.
type MissingError struct {
	Version string
	Needs   []string // in the form that [Compiler.Install] takes
	Command string
	NoNode  bool
	Altered error // why an installed compiler is not used; nil if none is installed
}

func (e *MissingError) Error() string {
	if e.Altered != nil {
		return e.Altered.Error()
	}
	if e.NoNode {
		return fmt.Sprintf("solc %s cannot run: Node.js is not on PATH (install Node.js 18 or newer with npm); "+
			"then get the compiler with: %s", e.Version, e.Command)
	}
	what := "solc " + e.Version
	if !slices.Contains(e.Needs, e.Version) {
		what = strings.Join(e.Needs, ", ")
	}
	return fmt.Sprintf("%s is not installed; get it with: %s", what, e.Command)
}

// Lacking tells the engine that the machine, and no subject, is at fault.
func (e *MissingError) Lacking() {}

func at(file string, line int, message string) string {
	switch message = oneLine(message); {
	case file == "":
		return message
	case line == 0:
		return file + ": " + message
	default:
		return fmt.Sprintf("%s:%d: %s", file, line, message)
	}
}

// oneLine folds blanks and drops control characters, since the text may quote a source.
func oneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r):
			return -1
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}
