package jsonl_test

import (
	"errors"
	"strings"
	"testing"

	"assay/internal/core/base/jsonl"
)

type row struct {
	N int `json:"n"`
}

// Good lines are passed on with their numbers, and each bad one is reported with its place.
func TestRead(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"{\"n\":1}\n\n {\"n\":3}", ""},
		{"", "f: contains no row"},
		{"{\"n\":1}\n{\"m\":2}", "f:2: not a row: unknown field \"m\""},
		{"{\"n\":1} {}", "f:1: more than one value on a line"},
		{"{\"n\":\"\xff\"}", "f:1: not UTF-8"},
		{"{\"n\":-1}\n{\"n\":-2}", "f:1: negative\nf:2: negative"},
		{strings.Repeat("x\n", 30), ""},
	} {
		var lines []int
		err := jsonl.Read(strings.NewReader(c.text), "f", "a row", func(n int, r row) error {
			if r.N < 0 {
				return errors.New("negative")
			}
			lines = append(lines, n*10+r.N)
			return nil
		})
		switch {
		case strings.HasPrefix(c.text, "x\n"):
			if n := strings.Count(err.Error(), "f:"); n != 10 {
				t.Errorf("%d problems of 30 bad lines, want 10", n)
			}
		case err == nil && (c.want != "" || len(lines) != 2 || lines[0] != 11 || lines[1] != 33):
			t.Errorf("%q: took %v, want %q", c.text, lines, c.want)
		case err != nil && err.Error() != c.want:
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("{\"n\":1}\n")
	f.Fuzz(func(t *testing.T, text string) {
		n := 0
		err := jsonl.Read(strings.NewReader(text), "f", "a row", func(int, row) error { n++; return nil })
		if err == nil && n == 0 {
			t.Error("nothing was taken and nothing said")
		}
	})
}
