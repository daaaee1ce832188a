package write

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"assay/internal/core/base/termtext"
)

func gridOf(t *testing.T, width int, lines ...string) string {
	t.Helper()
	var b bytes.Buffer
	g := NewGrid(&b, width)
	fmt.Fprint(g, strings.Join(lines, "\n")+"\n")
	if err := g.Flush(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Where no screen is, columns are as wide as they are; numbers stand to the right.
func TestGrid(t *testing.T) {
	got := gridOf(t, 0, "NAME\tN\tWHAT", "a\t7\tone", "bb\t1234\ttwo and more", "", "sums below", "all\t1241\t")
	want := "NAME     N  WHAT\na        7  one\nbb    1234  two and more\n\nsums below\nall  1241\n"
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// No line is wider than a screen, and a name that would be cut to pieces has a line of
// its own, whole.
func TestGridFits(t *testing.T) {
	long := "anthropic/claude-sonnet-4-5@sql-pull-request"
	for _, width := range []int{60, 80} {
		got := gridOf(t, width, "SUBJECT\tTRIALS\tTOKENS\tCOST\tAT MOST", long+
			"\t372\t1490816\t$12.10 and more\tunknown to everybody", "b\t1\t2\tnone\tnone")
		for line := range strings.Lines(got) {
			if n := termtext.Columns(strings.TrimSuffix(line, "\n")); n > width {
				t.Errorf("%d columns of %d: %s", n, width, line)
			}
		}
		if own := strings.Contains(got, "\n"+long+"\n"); own != (width == 60) || !strings.Contains(got, "1490816") {
			t.Errorf("width %d:\n%s", width, got)
		}
	}
}
