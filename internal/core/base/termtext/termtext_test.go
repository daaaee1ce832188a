package termtext

import (
	"slices"
	"testing"
)

func TestColumns(t *testing.T) {
	for s, want := range map[string]int{"": 0, "abc": 3, "名前": 4, "e\u0301": 1, "…": 1} {
		if got := Columns(s); got != want {
			t.Errorf("Columns(%q) = %d, want %d", s, got, want)
		}
	}
}

func TestClipAndPad(t *testing.T) {
	for _, c := range []struct {
		s    string
		n    int
		want string
	}{{"abcdef", 6, "abcdef"}, {"abcdef", 4, "abc…"}, {"名前名前", 5, "名前…"}, {"名前名前", 4, "名…"}} {
		if got := Clip(c.s, c.n); got != c.want || Columns(got) > c.n {
			t.Errorf("Clip(%q, %d) = %q, want %q", c.s, c.n, got, c.want)
		}
	}
	if got := Pad("名", 4, true) + "|" + Pad("ab", 4, false) + "|" + Pad("long", 2, false); got != "  名|ab  |long" {
		t.Errorf("%q", got)
	}
}

func TestWrap(t *testing.T) {
	if got := Wrap("  one two\nthree averyverylongword x ", 9); !slices.Equal(got,
		[]string{"one two", "three", "averyverylongword", "x"}) {
		t.Errorf("%q", got)
	}
	if got := Wrap(" ", 9); len(got) != 0 {
		t.Errorf("%q", got)
	}
}

func TestPlain(t *testing.T) {
	if got := Plain("a\x1b[2J\u202eb\tc"); got != "a\ufffd[2J\ufffdb\ufffdc" {
		t.Errorf("%q", got)
	}
}

func TestMiddle(t *testing.T) {
	for _, c := range []struct {
		in   string
		n    int
		want string
	}{
		{"short", 5, "short"},
		{"openai/model-2026-04-23 direct", 16, "opena…-23 direct"},
		{"openai/model-2026-04-23 adversarial", 16, "opena…dversarial"},
		{"名名名名名", 7, "名…名名"},
		{"abc", 1, "…"},
	} {
		if got := Middle(c.in, c.n); got != c.want || Columns(got) > c.n {
			t.Errorf("Middle(%q, %d) = %q, want %q", c.in, c.n, got, c.want)
		}
	}
}
