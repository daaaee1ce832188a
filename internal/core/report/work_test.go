package report

import (
	"bytes"
	"io"
	"runtime"
	"slices"
	"testing"

	"assay/internal/bench"
)

// Formats written from one view are those written from the data alone, whichever
// comes first and however many processors there are.
func TestViewIsData(t *testing.T) {
	formats := map[string]func(io.Writer, *Data) error{
		"wide":   func(w io.Writer, d *Data) error { return Terminal(w, d, 160) },
		"narrow": func(w io.Writer, d *Data) error { return Terminal(w, d, 60) },
		"JSON":   JSON, "HTML": HTML,
	}
	data := func() *Data { // a footnote belongs to a column that the narrow table leaves out
		d := changedWorld()
		d.Trials = slices.DeleteFunc(d.Trials, func(t bench.Trial) bool {
			return t.Subject == "builtin/slither" &&
				t.Variant.Truth == bench.Safe
		})
		return d
	}
	written := func(name string, d *Data) string {
		var b bytes.Buffer
		if err := formats[name](&b, d); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	want := map[string]string{}
	for name := range formats {
		want[name] = written(name, data())
	}
	for _, n := range []int{1, 3} {
		old := runtime.GOMAXPROCS(n)
		for _, order := range [][]string{{"wide", "narrow", "HTML", "JSON", "wide"}, {"HTML", "JSON", "wide", "HTML"}} {
			d := data().Shared()
			for _, name := range order {
				if written(name, d) != want[name] {
					t.Errorf("%s in %v on %d processors is another", name, order, n)
				}
			}
		}
		runtime.GOMAXPROCS(old)
	}
}
