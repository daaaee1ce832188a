package write

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"assay/internal/core/base/termtext"
	"assay/internal/core/stats"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// hostile is what a name may be; no format may read it as its own.
const hostile = "=1+1|<img src=x>\x1b[2J\u202e %_{}"

// example is a document with all that a table may hold.
func example() Document {
	rate := Value{Text: "37.5 %", Range: "[18.5, 61.4]", K: 6, N: 16, Warnings: []string{"4 of 16 trials have no answer"},
		Interval: &stats.Interval{Lo: 0.185, Hi: 0.614}}
	share := 0.375
	rate.Number = &share
	other := Figure("100.0 %", 1)
	other.Strong, other.Lines = true, []string{"p 0.01"}
	drawing := &Drawing{Title: "A line", Desc: "It rises.", Class: "wide", Width: 10, Height: 10}
	drawing.Line("axis", 0, 0, 10, 10)
	t := Table{ID: "example", Group: "demo", Of: "all", Title: "Shares", Census: "2 samples",
		Lead: []string{"What is shown."}, Says: []string{"One leads."}, Warnings: []string{"Few samples."},
		Drawings: []*Drawing{drawing}, Foot: []string{"How it is read."}, Main: true,
		Strip: &Strip{Marks: []string{"tdr", "tdr"}, Word: "why"},
		Columns: []Column{{Key: "id", Title: "id", Data: true}, {Key: "subject", Title: "Subject"},
			{Key: "tdr", Title: "TDR", Help: "what is found", Number: true, Dot: true},
			{Key: "gain", Title: "Gain", Number: true, Less: 1, Drop: &Drop{Lo: -2, Hi: 2,
				Band: &stats.Interval{Lo: -0.5, Hi: 1}}}, {Key: "why", Title: "Why", Text: true}}}
	t.Rows = []Row{
		{Part: "first", Cells: []Value{Text("1"), Text(hostile), rate, other, Text("because it is so")},
			Notes: []string{"a remark"}},
		{Part: "second", Cells: []Value{Text("2"), Text("plain"), Text(""), Int(-3)}, Folded: true},
		{Cells: []Value{Text("3"), Text("Total"), Blank, Int(7)}, Total: true},
	}
	return Document{Title: "A report", Run: "run-1", Answer: []string{"One does.", "The other does not."},
		Facts: []Fact{{Name: "Took", Text: "1 s"}}, Notes: []string{"It is not complete."}, Foot: []string{"The end."},
		Sections: []Section{{ID: "one", Title: "One", Lead: []string{"A section."},
			Facts: []Fact{{Name: "Judge", Text: "rule"}}, Tables: []Table{t, {ID: "said", Says: []string{"Only words."}}}}}}
}

// Each writer writes all of a document in its own notation.
func TestGolden(t *testing.T) {
	for name, to := range map[string]func(*strings.Builder) error{
		"terminal.txt": func(b *strings.Builder) error { return Terminal(b, example(), 80) },
		"narrow.txt":   func(b *strings.Builder) error { return Terminal(b, example().Main(), 60) },
		"list.txt":     func(b *strings.Builder) error { return List(b, &example().Sections[0].Tables[0], 0) },
		"page.html":    func(b *strings.Builder) error { return HTML(b, example()) },
		"table.md":     func(b *strings.Builder) error { return Markdown(b, example()) },
		"table.tex":    func(b *strings.Builder) error { return LaTeX(b, example()) },
		"table.csv":    func(b *strings.Builder) error { return CSV(b, example()) },
		"table.json":   func(b *strings.Builder) error { return json.NewEncoder(b).Encode(example().Sections) },
	} {
		var b strings.Builder
		if err := to(&b); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("testdata", name)
		got := b.String()
		if name == "page.html" { // the program's own style and script, and their hashes, are not the page's data
			got = regexp.MustCompile(`content="default-src [^"]*"`).ReplaceAllString(got, `content="…"`)
			got = strings.Replace(strings.Replace(got, style, "…", 1), script, "…", 1)
		}
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s (-update rewrites):\n%s", name, got)
		}
		if name != "table.json" && strings.ContainsAny(b.String(), "\x1b\u202e") && name != "table.csv" {
			t.Errorf("%s: a name steers the reader", name)
		}
	}
}

// A strip has the numbers of its table: a mark where one is defined, at its place, and the word.
func TestStrip(t *testing.T) {
	d := example()
	got := strips(d)
	if len(got) != 1 || len(got[0].Rows) != 2 || len(got[0].Folded) != 1 {
		t.Fatalf("%+v", got)
	}
	row := got[0].Rows[0]
	if row.Name != hostile || row.Word != "because it is so" || len(row.Marks) != 2 ||
		row.Marks[0] != (stripMark{"dot", "37.50%", "18.50%", "61.40%", 5, true}) || row.Marks[1].Shape != "square" ||
		row.Marks[1].Y == row.Marks[0].Y {
		t.Errorf("%+v", row)
	}
	if row.Cells[0] != (stripCell{"tdr", "6/16", "37.5 %", "[18.5, 61.4]", ""}) {
		t.Errorf("%+v", row.Cells)
	}
	if f := got[0].Folded[0]; f.Name != "plain" || len(f.Marks) != 0 { // it has no TDR
		t.Errorf("%+v", f)
	}
}

// A cell has one mark at most, and notes that differ in numbers alone are one.
func TestNotesOfAPage(t *testing.T) {
	var n pageNotes
	for _, c := range []struct {
		warnings []string
		mark     int
	}{
		{nil, 0}, {[]string{"4 of 16 trials have no answer", "fewer than 10 clusters"}, 1}, {[]string{"fewer than 10 clusters"}, 2},
		{[]string{"fewer than 10 clusters", "12 of 16 trials have no answer"}, 1},
		{[]string{"fewer than 10 clusters", "fewer than 10 clusters"}, 2},
	} {
		if got := n.of(Value{Warnings: c.warnings}); got != c.mark {
			t.Errorf("%v: mark %d, want %d", c.warnings, got, c.mark)
		}
	}
	want := []string{"4 to 12 of 16 trials have no answer; fewer than 10 clusters", "fewer than 10 clusters"}
	if got := n.lines(); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Lines fit every width, and no row is lost.
func TestTerminalFits(t *testing.T) {
	for width := 60; width <= 140; width += 7 {
		var b strings.Builder
		if err := Terminal(&b, example(), width); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(b.String()) {
			if line = strings.TrimSuffix(line, "\n"); termtext.Columns(line) > width || strings.HasSuffix(line, " ") {
				t.Errorf("width %d: %q", width, line)
			}
		}
		for _, want := range []string{"plain", "6/16  37.5 %", "[18.5, 61.4]", "a remark", "Total", "4 of 16 trials",
			"One leads.", "Few samples.", "Only words."} {
			if !strings.Contains(b.String(), want) {
				t.Errorf("width %d: no %q in\n%s", width, want, b.String())
			}
		}
	}
}

// A table alone is without its section.
func TestOnly(t *testing.T) {
	d := example()
	if s := d.Only("example").Sections; len(s) != 1 || len(s[0].Tables) != 1 || s[0].Title != "" {
		t.Errorf("%+v", s)
	}
	if s := d.Only("example", "said").Sections; len(s) != 1 || len(s[0].Tables) != 2 || s[0].Title != "" {
		t.Errorf("%+v", s)
	}
	if d := d.Only("example"); len(d.Notes)+len(d.Foot) > 0 {
		t.Errorf("a table alone has the notes of the run: %q, %q", d.Notes, d.Foot)
	}
	if d := d.Only("none"); d.Sections != nil || !slices.Contains(d.Notes, "The run has nothing for none.") {
		t.Errorf("%+v", d)
	}
}

// A table that is split for width repeats every column that tells its rows apart.
func TestSplitRepeatsKeys(t *testing.T) {
	table := Table{Columns: []Column{{Key: "judge", Title: "Judge"}, {Key: "expert", Title: "Expert", Repeat: true}}}
	experts := []string{"ann", "bob", "an-expert-with-a-name-that-is-rather-long-too"}
	for _, name := range experts {
		table.Rows = append(table.Rows, Cells("of record: panel of three judges with long names", name))
	}
	for i := range 8 {
		table.Columns = append(table.Columns, Column{Title: fmt.Sprint("number ", i), Number: true})
		for r := range table.Rows {
			table.Rows[r].Cells = append(table.Rows[r].Cells, Text("6/16 37.5 %"))
		}
	}
	for _, width := range []int{60, 80, 100} {
		var b strings.Builder
		if err := Terminal(&b, Document{Sections: []Section{{Tables: []Table{table}}}}, width); err != nil {
			t.Fatal(err)
		}
		parts := strings.Split(strings.TrimSpace(b.String()), "\n\n")
		for _, part := range parts {
			for _, x := range []string{"Judge", "Expert", "ann", "bob", "an-e"} {
				if len(parts) < 2 || strings.Count(part, x) != 1 {
					t.Errorf("%d columns, %d parts: not one %q in\n%s", width, len(parts), x, part)
				}
			}
		}
		for line := range strings.Lines(b.String()) {
			if n := termtext.Columns(strings.TrimRight(line, "\n")); n > width {
				t.Errorf("a line of %d cells on %d: %s", n, width, line)
			}
		}
	}
}

// Four strategies of one long model name are four rows that a reader can tell apart, at
// any width.
func TestLongNamesStayApart(t *testing.T) {
	table := Table{ID: "names", Title: "Names", Columns: []Column{{Key: "subject", Title: "Subject"},
		{Key: "a", Title: "Detected of all", Number: true}, {Key: "b", Title: "Pairs right", Number: true},
		{Key: "c", Title: "False alarms", Number: true}}}
	strategies := []string{"direct", "adversarial", "chain-of-thought", "context-enhanced"}
	for _, s := range strategies {
		table.Rows = append(table.Rows, Row{Cells: []Value{Text(
			"openai/vendor/very-long-model-name-of-a-series-2026-04-23-preview+" + s), Text("6/16 37.5 %"), Text("6/16 37.5 %"),
			Text("6/16 37.5 %")}})
	}
	for _, width := range []int{60, 80, 100} {
		var b strings.Builder
		if err := Terminal(&b, Document{Sections: []Section{{Tables: []Table{table}}}}, width); err != nil {
			t.Fatal(err)
		}
		for _, s := range strategies {
			if !strings.Contains(b.String(), s) {
				t.Errorf("%d columns: no %q in\n%s", width, s, b.String())
			}
		}
		for line := range strings.Lines(b.String()) {
			if n := termtext.Columns(strings.TrimRight(line, "\n")); n > width {
				t.Errorf("a line of %d cells on %d: %s", n, width, line)
			}
		}
	}
}

// Colour adds escape sequences of its own and lets no other through.
func TestColoured(t *testing.T) {
	var plain, coloured strings.Builder
	if err := Terminal(&plain, example(), 80); err != nil {
		t.Fatal(err)
	}
	if err := Coloured(&coloured, example(), 80); err != nil {
		t.Fatal(err)
	}
	got := coloured.String()
	for _, x := range []string{"\x1b[1mONE\x1b[0m\n", "\x1b[33m! It is not complete.\x1b[0m\n",
		"\x1b[33m  ! Few samples.\x1b[0m\n"} {
		if !strings.Contains(got, x) {
			t.Errorf("no %q in\n%q", x, got)
		}
	}
	for _, x := range []string{"1", "2", "33", "0"} {
		got = strings.ReplaceAll(got, "\x1b["+x+"m", "")
	}
	if got != plain.String() {
		t.Errorf("without its colour the text is\n%q, want\n%q", got, plain.String())
	}
}

// A list fits the width of a terminal and loses no row; without a width it loses nothing.
func TestListFits(t *testing.T) {
	table := Table{Columns: Columns("ID", "Doc")}
	words := strings.Repeat("words that say a lot ", 12)
	table.Rows = []Row{Cells("a-very-long-identifier-of-a-thing/one", words),
		Cells("a-very-long-identifier-of-a-thing/two", "short")}
	for _, width := range []int{40, 80} {
		var b strings.Builder
		if err := List(&b, &table, width); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(b.String()) {
			if n := termtext.Columns(strings.TrimRight(line, "\n")); n > width {
				t.Errorf("a line of %d cells on %d: %s", n, width, line)
			}
		}
		for _, x := range []string{"/one", "/two", "short"} {
			if !strings.Contains(b.String(), x) {
				t.Errorf("%d columns: no %q in\n%s", width, x, b.String())
			}
		}
		if n := strings.Count(b.String(), "lot"); n != 12 {
			t.Errorf("%d columns: %d of 12 parts of the text\n%s", width, n, b.String())
		}
	}
	var b strings.Builder
	if err := List(&b, &table, 0); err != nil || strings.Count(b.String(), "\n") != 3 {
		t.Errorf("without a width: %v\n%s", err, b.String())
	}
}
