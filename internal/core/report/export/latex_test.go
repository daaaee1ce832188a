package export

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/report"
	"assay/internal/core/report/write"
	"assay/internal/test/corpustest"
)

// Every table is a rectangle, and braces match.
func TestLaTeXStructure(t *testing.T) {
	d := world()
	out := written(t, d, "latex", "")
	for _, id := range []string{"composition-demo", "performance-demo", "classes-demo", "codeacts-demo", "strategies-demo",
		"weights", "sui-demo"} {
		if !strings.Contains(out, "\\label{tab:"+id+"}") {
			t.Errorf("no table %s", id)
		}
		if one := written(t, d, "latex", strings.TrimSuffix(id, "-demo")); strings.Count(one, "\\begin{table}") != 1 ||
			!strings.Contains(out, one[strings.Index(one, "\\begin{table}"):strings.Index(one, "\\end{table}")]) {
			t.Errorf("table %s alone is another", id)
		}
	}
	bare := strings.NewReplacer("\\\\", "", "\\{", "", "\\}", "", "\\&",
		"").Replace(strings.ReplaceAll(out, "\\\\\n", "\n"))
	if strings.Count(bare, "{") != strings.Count(bare, "}") {
		t.Error("braces do not match")
	}
	spec := regexp.MustCompile(`\\begin\{tabular\}\{((?:[lrc]|@\{ \})+)\}`)
	columns := 0
	for _, l := range strings.Split(strings.ReplaceAll(out, "\\&", ""), "\n") {
		if m := spec.FindStringSubmatch(l); m != nil {
			columns = len(strings.ReplaceAll(m[1], "@{ }", ""))
		}
		if n := strings.Count(l, "&") + 1 + strings.Count(l, `\multicolumn{2}`); strings.HasSuffix(l, `\\`) &&
			!strings.Contains(l, `@{}p{`) && n != columns {
			t.Errorf("%d cells of %d: %s", n, columns, l)
		}
	}
	if !strings.Contains(out, "model/=two{[}{*}{]}") {
		t.Error("a name is not escaped")
	}
	if strings.Contains(out, "\\textbf{50.0}") {
		t.Error("a tie is bold")
	}
}

// hostileNames are what someone may call a suite, a subset or a subject.
var hostileNames = []string{
	`50%_of{all}\end{tabular}`, `$a^b~c$ & #1 | <b>"quoted"</b>`, "naïve–Öçşł ‘x’ 名前 Жук ąđ 🦊 \u202eabc",
	"--x--,,y''z``[1]*", strings.Repeat("a-very/long_name", 6),
}

// hostileWorld is the run of [world] with names that LaTeX would choke on, more
// of everything than fits a page, and two suites whose labels would be one.
func hostileWorld() *report.Data {
	d := world()
	d.RunID = "run\n\\bad 100%"
	for i := range d.Subjects {
		d.Subjects[i].Strategy = hostileNames[i+1]
	}
	for i, name := range hostileNames {
		d.Subjects = append(d.Subjects, bench.Subject{Name: name, Kind: "model",
			Strategy: hostileNames[(i+1)%len(hostileNames)]})
	}
	seen := map[string]*bench.Variant{}
	var more []bench.Trial
	for i, tr := range d.Trials {
		for s, suite := range []string{hostileNames[0], hostileNames[2], "名", "前"} {
			key := fmt.Sprint(s, tr.Variant.Key)
			if seen[key] == nil {
				v := *tr.Variant
				n := len(seen) / 8
				v.Key, v.Suite, v.Group, v.Class = key, suite, hostileNames[n%len(hostileNames)],
					bench.Class(fmt.Sprint(hostileNames[n%len(hostileNames)], n))
				if v.Twin != "" {
					v.Twin = fmt.Sprint(s, v.Twin)
				}
				seen[key] = &v
			}
			tr.Variant, tr.Key = seen[key], fmt.Sprint(s, i)
			more = append(more, tr)
			if tr.Subject == "builtin/one" {
				for _, name := range hostileNames {
					other := tr
					other.Subject, other.Key = name, name+tr.Key
					more = append(more, other)
				}
			}
		}
	}
	d.Trials = more
	return d
}

// The tables compile in a document with the preamble that docs/export.md gives,
// and each fits its page.
func TestLaTeXCompiles(t *testing.T) {
	corpustest.Turn(t, 3)
	engine := latexEngine(t)
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "docs", "export.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(page), "```latex\n")
	document, _, ok2 := strings.Cut(rest, "```")
	if !ok || !ok2 || !strings.Contains(document, `\input{tables}`) {
		t.Fatal("docs/export.md shows no document")
	}
	many := world() // so many suites that their tables do not fit a few pages
	for i := range 12 {
		for _, tr := range world().Trials {
			v := *tr.Variant
			v.Suite, v.Key, v.Twin = fmt.Sprint("demo", i), fmt.Sprint(i, v.Key), ""
			tr.Variant = &v
			many.Trials = append(many.Trials, tr)
		}
	}
	for name, d := range map[string]*report.Data{"world": world(), "hostile": hostileWorld(), "many": many} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			compileLaTeX(t, engine, document, written(t, d, "latex", ""))
		})
	}
	d := world()
	for _, id := range report.Tables() {
		if len(report.Only(d, id).Sections) == 0 {
			continue // the run has nothing for it
		}
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			compileLaTeX(t, engine, document, written(t, d, "latex", id))
		})
	}
	// Every character that is written as it stands has a glyph.
	t.Run("letters", func(t *testing.T) {
		t.Parallel()
		var all strings.Builder
		for r := rune(1); r < 0x2300; r++ {
			all.WriteString(string(r) + " ")
		}
		var b strings.Builder
		if err := write.LaTeX(&b, write.Document{Sections: []write.Section{{Lead: strings.SplitAfter(all.String(),
			"0 ")}}}); err != nil {
			t.Fatal(err)
		}
		compileLaTeX(t, engine, document, "\\raggedright\n"+b.String())
	})
}

// latexRequired turns the skip for the lack of an engine into a failure: for a
// machine that is meant to have one.
const latexRequired = "ASSAY_REQUIRE_LATEX"

func latexEngine(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("-short compiles no document")
	}
	engine, err := exec.LookPath("pdflatex")
	if err != nil {
		if os.Getenv(latexRequired) != "" {
			t.Fatal("there is no pdflatex; `make deps` installs it")
		}
		t.Skip("SKIPPED, NO LATEX TABLE WAS COMPILED: there is no pdflatex")
	}
	return engine
}

var (
	latexComplaint = regexp.MustCompile(
		`(?m)^(!|(LaTeX|Package|Class|pdfTeX|LaTeX Font)\b.*[Ww]arning|Missing character|.*Undefined control sequence).*$`)
	latexOverfull = regexp.MustCompile(`(?m)^Overfull \\[hv]box \(([0-9.]+)pt too .*$`)
)

// compileLaTeX compiles tables within a document, twice for its labels, and
// fails the test for whatever LaTeX says against it.
func compileLaTeX(t *testing.T, engine, document, tables string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"paper.tex": document, "tables.tex": tables} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		cmd := exec.Command(engine, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "paper.tex")
		// Fonts that are made on the way stay in here, and lines of the log are whole.
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "TEXMFVAR="+dir, "max_print_line=10000")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	log, err := os.ReadFile(filepath.Join(dir, "paper.log"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range latexComplaint.FindAll(log, -1) {
		t.Errorf("%s", m)
	}
	for _, m := range latexOverfull.FindAllSubmatch(log, -1) {
		if pt, err := strconv.ParseFloat(string(m[1]), 64); err != nil || pt > 1 {
			t.Errorf("%s", m[0])
		}
	}
	if pdf, err := os.ReadFile(filepath.Join(dir, "paper.pdf")); err != nil || !strings.HasPrefix(string(pdf), "%PDF-") {
		t.Errorf("no PDF: %v", err)
	}
}
