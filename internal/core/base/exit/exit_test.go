package exit

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"
)

func TestCodeOf(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, OK},
		{errors.New("plain"), Failed},
		{Usage("no file %s", "x"), BadUsage},
		{fmt.Errorf("reading: %w", With(Budget, "spent")), Budget},
	} {
		if got := CodeOf(c.err); got != c.want {
			t.Errorf("CodeOf(%v) = %d, want %d", c.err, got, c.want)
		}
	}
	if err := Usage("%w", fs.ErrNotExist); !errors.Is(err, fs.ErrNotExist) || err.Error() != fs.ErrNotExist.Error() {
		t.Errorf("Usage hides its cause: %v", err)
	}
}

func TestNearest(t *testing.T) {
	words := []string{"suites", "models", "strategies", "max-connections", "db"}
	for word, want := range map[string]string{"suits": "suites", "modles": "models", "maxconnections": "max-connections",
		"bd": "db", "colour": "", "": ""} {
		if got := Nearest(word, words); got != want {
			t.Errorf("%q means %q, want %q", word, got, want)
		}
	}
}
