package transform

import (
	"fmt"

	"assay/internal/bench"
	"assay/internal/lang/solidity"
	"assay/internal/lang/sqltext"
)

// SyntaxError is the place where code cannot be parsed.
type SyntaxError struct {
	File         string
	Line, Column int // from 1; columns in bytes
	Message      string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Message)
}

// checkSyntax finds the first place of the shown code that every compiler would reject: bytes
// outside the language, an unterminated string, brackets that do not match.
func (c *cache) checkSyntax(t bench.Task) error {
	for _, files := range [][]bench.File{t.Files, t.Context} {
		for _, f := range files {
			if c.passed(t.Language, f.Text) {
				continue
			}
			var toks []solidity.Token
			if t.Language == "solidity" {
				toks = c.outline(f.Text).Tokens
			}
			if err := checkText(t.Language, f, toks); err != nil {
				return err
			}
			c.pass(t.Language, f.Text)
		}
	}
	return nil
}

// CheckSyntax returns the first place of a shown text that no front end can read, as a [*SyntaxError], nil without
// one: an unterminated string, bytes outside the language, brackets that do not match.
func CheckSyntax(t bench.Task) error { return newCache(nil).checkSyntax(t) }

// passed reports whether checkText found nothing in the text before.
func (c *cache) passed(language, text string) bool {
	c = c.of(text)
	defer c.mu.Unlock()
	as, ok := c.sound.get(text)
	return ok && as == language
}

func (c *cache) pass(language, text string) {
	c = c.of(text)
	defer c.mu.Unlock()
	c.sound.remember(text, func() string { return language })
}

// checkText is the driver's check of one file: a [*SyntaxError], or nil. toks are the
// tokens of a Solidity text; texts in a language without a front end pass.
func checkText(language string, f bench.File, toks []solidity.Token) error {
	var b brackets
	fail := func(at int, message string) error {
		line := lineAt(f.Text, at)
		column := 1
		for i := at - 1; i >= 0 && f.Text[i] != '\n'; i-- {
			column++
		}
		return &SyntaxError{f.Path, line, column, message}
	}
	switch {
	case language == "solidity":
		for _, t := range toks {
			switch text := t.Text(f.Text); t.Kind {
			case solidity.Invalid:
				return fail(t.Start, fmt.Sprintf("%.20q cannot be read: an unterminated string, or not Solidity", text))
			case solidity.BlockComment:
				if len(text) < 4 || text[len(text)-2:] != "*/" {
					return fail(t.Start, "the comment does not end")
				}
			case solidity.Punct:
				if !b.next(text, t.Start) {
					return fail(t.Start, fmt.Sprintf("%q has no partner", text))
				}
			}
		}
	case IsSQL(language):
		for _, t := range sqltext.Lex(f.Text) {
			switch {
			case t.Kind == sqltext.Invalid:
				return fail(t.Start, fmt.Sprintf("%.20q cannot be read: an unterminated quote, or not SQL", t.Text(f.Text)))
			case t.Kind == sqltext.Punct && !b.next(t.Text(f.Text), t.Start):
				return fail(t.Start, fmt.Sprintf("%q has no partner", t.Text(f.Text)))
			}
		}
	default:
		return nil
	}
	if n := len(b.open); n > 0 {
		at := b.open[n-1].at
		return fail(at, fmt.Sprintf("%q has no partner", f.Text[at:at+1]))
	}
	return nil
}

// brackets checks nesting.
type brackets struct {
	open []bracket
}

type bracket struct {
	at   int
	mate byte // the bracket that closes it
}

// next reports whether the operator may be at this offset.
func (b *brackets) next(text string, at int) bool {
	if len(text) != 1 {
		return true
	}
	switch text[0] {
	case '(':
		b.open = append(b.open, bracket{at, ')'})
	case '[':
		b.open = append(b.open, bracket{at, ']'})
	case '{':
		b.open = append(b.open, bracket{at, '}'})
	case ')', ']', '}':
		n := len(b.open)
		if n == 0 || b.open[n-1].mate != text[0] {
			return false
		}
		b.open = b.open[:n-1]
	}
	return true
}
