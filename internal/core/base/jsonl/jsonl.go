// Package jsonl reads user-supplied files of JSON lines strictly, and reports the
// position of every bad line.
package jsonl

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Limits of a file.
const (
	MaxLine     = 16 << 20 // bytes; no answer is that long
	maxProblems = 10
)

// Read decodes a T from each non-blank line, with no field that T lacks, and passes it
// to take with its line number, from 1; an error of take is a problem of the
// line. The error of Read names file:line for every problem, up to ten. what describes
// one value, as in "an answer". A file without any value is a problem too.
func Read[T any](r io.Reader, file, what string, take func(line int, v T) error) error {
	var problems []error
	sc := bufio.NewScanner(r)
	sc.Buffer(make([]byte, 0, 64<<10), MaxLine)
	n, taken := 0, 0
	for sc.Scan() && len(problems) < maxProblems {
		n++
		if len(bytes.TrimSpace(sc.Bytes())) == 0 {
			continue
		}
		v, err := Parse[T](sc.Bytes(), what)
		if err == nil {
			err = take(n, v)
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("%s:%d: %w", file, n, err))
			continue
		}
		taken++
	}
	if err := sc.Err(); err != nil {
		if errors.Is(err, bufio.ErrTooLong) {
			err = fmt.Errorf("longer than %d bytes", MaxLine)
		}
		problems = append(problems, fmt.Errorf("%s:%d: %w", file, n+1, err))
	}
	if len(problems) == 0 && taken == 0 {
		_, noun, _ := strings.Cut(what, " ")
		problems = append(problems, fmt.Errorf("%s: contains no %s", file, noun))
	}
	return errors.Join(problems...)
}

// Parse reads one line as [Read] does. Numbers that only Python writes are null.
func Parse[T any](b []byte, what string) (v T, err error) {
	if !utf8.Valid(b) {
		return v, errors.New("not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(Finite(b)))
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err != nil {
		return v, fmt.Errorf("not %s: %s", what, strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := d.Token(); err != io.EOF {
		return v, errors.New("more than one value on a line")
	}
	return v, nil
}
