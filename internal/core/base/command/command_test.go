package command_test

import (
	"slices"
	"testing"

	"assay/internal/core/base/command"
)

func TestSplit(t *testing.T) {
	for line, want := range map[string][]string{
		``:                       nil,
		` a  b	c `:               {"a", "b", "c"},
		`a 'b c' "d e"`:          {"a", "b c", "d e"},
		`a'b'"c"d`:               {"abcd"},
		`'' ""`:                  {"", ""},
		`\  \' "\"" '\'`:         {" ", "'", `"`, `\`},
		`sh -c 'echo "$X" | wc'`: {"sh", "-c", `echo "$X" | wc`},
	} {
		if got, err := command.Split(line); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v", line, got, err)
		}
	}
	for _, line := range []string{`'`, `a "b`, `a\`} {
		if got, err := command.Split(line); err == nil {
			t.Errorf("%s: %q", line, got)
		}
	}
}

func TestJoin(t *testing.T) {
	words := []string{"python3", "/a b/it's.py", "", `back\slash`, `"quoted"`, "tab\tnew\nline", "ümlaut"}
	got, err := command.Split(command.Join(words))
	if err != nil || !slices.Equal(got, words) {
		t.Errorf("%q, %v; want %q", got, err, words)
	}
}
