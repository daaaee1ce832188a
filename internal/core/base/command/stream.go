package command

import (
	"bytes"
	"errors"
	"strings"
)

// bounded keeps up to limit bytes, and calls full when there are more. It does not embed
// its buffer: a promoted ReadFrom would bypass the limit.
type bounded struct {
	kept  bytes.Buffer
	limit int
	over  bool
	full  func() // called once when the limit is exceeded
}

// Write implements [io.Writer].
func (b *bounded) Write(p []byte) (int, error) {
	if b.kept.Len()+len(p) <= b.limit {
		return b.kept.Write(p)
	}
	b.over = true
	b.full()
	return 0, errors.New("command: too much output")
}

// tail keeps the last bytes: programs report the cause of a failure at the end.
type tail struct {
	last  []byte
	limit int
}

// Write implements [io.Writer].
func (t *tail) Write(p []byte) (int, error) {
	t.last = append(t.last, p...)
	if len(t.last) > t.limit {
		t.last = bytes.Clone(t.last[len(t.last)-t.limit:])
	}
	return len(p), nil
}

// String returns the tail as the end of a message, on one line, "" if it is empty.
func (t *tail) String() string {
	s := strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(string(t.last), "?"))), " ")
	if s == "" {
		return ""
	}
	if r := []rune(s); len(r) > 300 {
		s = "…" + string(r[len(r)-300:])
	}
	return ": " + s
}

// Split splits a command line into words at spaces; single or double quotes or a
// backslash keep a word together. Nothing is expanded.
func Split(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	started, escaped := false, false
	quote := rune(0)
	for _, r := range line {
		switch {
		case escaped:
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quote != '\'':
			started, escaped = true, true
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			started, quote = true, r
		case r == ' ' || r == '\t' || r == '\n':
			if started {
				words = append(words, word.String())
				word.Reset()
				started = false
			}
		default:
			started = true
			word.WriteRune(r)
		}
	}
	if quote != 0 || escaped {
		return nil, errors.New("the command ends within quotes")
	}
	if started {
		words = append(words, word.String())
	}
	return words, nil
}

// Join is the inverse of [Split]: a command line of these words.
func Join(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		var b strings.Builder
		for _, r := range w {
			if strings.ContainsRune(" \t\n\\'\"", r) {
				b.WriteByte('\\')
			}
			b.WriteRune(r)
		}
		if quoted[i] = b.String(); w == "" {
			quoted[i] = "''"
		}
	}
	return strings.Join(quoted, " ")
}
