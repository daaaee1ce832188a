package archtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const module = "assay"

// layers orders the packages: a package imports only from lower layers. The
// longest matching prefix counts.
var layers = map[string]int{
	"internal/bench": 0,

	"internal/codetext":   1,
	"internal/command":    1,
	"internal/edit":       1,
	"internal/extension":  1,
	"internal/filecache":  1,
	"internal/jsonl":      1,
	"internal/pgserver":   1,
	"internal/outfile":    1,
	"internal/npmtest":    1, // for tests only
	"internal/corpustest": 1, // for tests only
	"internal/proof":      1,
	"internal/redact":     1,
	"internal/exit":       1,
	"internal/relay":      1,
	"internal/solidity":   1,
	"internal/sqltext":    1,
	"internal/sqltext/":   2,
	"internal/stats":      1,
	"internal/stats/":     1,
	"internal/taxonomy":   1,
	"internal/termtext":   1,
	"internal/wording":    1,

	"internal/config":         2,
	"internal/database":       2,
	"internal/prompt":         2,
	"internal/model":          2,
	"internal/detect":         2,
	"internal/answer":         2,
	"internal/judge":          2,
	"internal/metric":         2,
	"internal/metric/foreign": 3,
	"internal/proof/sqlproof": 2,
	"internal/transform":      2,

	"internal/transform/":  3,
	"internal/model/":      3,
	"internal/detect/":     3,
	"internal/detect/tool": 2,
	"internal/judge/":      3,
	"internal/proof/":      3,
	"internal/suite":       3,
	"internal/store":       3,
	"suites":               3,

	"internal/interchange":           3,
	"internal/interchange/croissant": 3,
	"internal/interchange/":          4,
	"internal/importer":              3,
	"internal/importer/":             4,
	"internal/archive":               4,
	"internal/board":                 4,
	"internal/split":                 4,
	"internal/detect/builtin":        4,
	"internal/detect/tool/all":       4,
	"internal/engine":                4,
	"internal/environ":               4,
	"internal/progress":              5,
	"internal/report":                4,
	"internal/report/export":         4,
	"internal/report/section":        4,
	"internal/report/write":          2,
	"internal/report/compare":        4,
	"internal/report/gate":           5,
	"internal/report/measure":        5,
	"internal/suite/audit":           4,
	"internal/suite/mutate":          3,
	"internal/proof/verify":          4,
	"internal/proof/certificate":     4,
	"internal/proof/adequacy":        4,
	"internal/proof/replay":          4,
	"internal/proof/sandbox":         4,
	"internal/proof/certify":         6,
	"internal/proof/proving":         6,
	"internal/generate":              3,
	"internal/generate/":             4,
	"internal/generate/batch":        5,
	"internal/transform/all":         4,

	"internal/run/session":                 6,
	"internal/run/subject":                 7,
	"internal/run/judges":                  8,
	"internal/run":                         9,
	"internal/run/results":                 9,
	"internal/run/exchange":                9,
	"internal/cli":                         10,
	"internal/proof/cli":                   11,
	"internal/author/cli":                  11,
	"internal/ext/cli":                     11,
	"internal/archtest":                    5, // for tests only
	"internal/proof/solc/solctest":         5, // for tests only
	"internal/detect/tool/tooltest":        5, // for tests only
	"internal/transform/transformtest":     5, // for tests only
	"internal/judge/llm/llmtest":           5, // for tests only
	"internal/pgserver/pgtest":             5, // for tests only
	"internal/interchange/interchangetest": 5, // for tests only
	"internal/importer/importertest":       5, // for tests only
	"internal/judge/exec":                  4,
	"internal/validate":                    5,
	"cmd/":                                 12,
	"internal/tools/":                      11,
	"tools/":                               11, // modules of their own
	"models":                               2,
	"internal/fleet":                       4,
	"internal/review":                      2,
	"internal/skeleton":                    4,
	"internal/web":                         4,
}

// below names the only imports between packages of one layer, each with its reason.
var below = map[string]string{
	"internal/model/openai -> internal/model/chat":     "one wire shape, several providers",
	"internal/model/openrouter -> internal/model/chat": "one wire shape, several providers",
	"internal/board -> internal/archive":               "a board is made of archives",
	"internal/board -> internal/engine": "answers are read and " +
		"judged again as a run does it",
	"internal/board -> internal/report":                    "numbers are written as reports write them",
	"internal/fleet -> internal/engine":                    "a shard is run as a plan is",
	"internal/solidity -> internal/edit":                   "a renaming is a list of edits",
	"internal/stats/agree -> internal/stats":               "an agreement has an interval",
	"internal/stats/calib -> internal/stats":               "a calibration has an interval",
	"internal/stats/rank -> internal/stats":                "ranks come from joint resamples",
	"internal/model/chat -> internal/model/exchange":       "what every HTTP provider shares",
	"internal/model/openrouter -> internal/model/exchange": "what every HTTP provider shares",
	"internal/judge/exec -> internal/transform/all":        "a variant's program is made again, for its hidden proof",
	"internal/judge/exec -> internal/proof/verify":         "an answer is held to the cells of a proof",
	"internal/proof/adequacy -> internal/proof/verify":     "a deletion is held to the cells of a proof",
	"internal/proof/replay -> internal/proof/verify":       "transactions are an attack like any other",
	"internal/proof/sandbox -> internal/proof/verify":      "an agent visits a case that is compiled already",
	"internal/proof/fuzz -> internal/proof/evm":            "a search plays in the arena of a machine",
	"internal/generate/solidity -> internal/proof/verify":  "a fresh pair is held to the cells of a proof",
	"internal/generate/solidity -> internal/transform/all": "a disguise is a chain of transformations",
	"internal/proof/certificate -> internal/proof/verify":  "a variant is held to the cells of a proof",
	"internal/report/compare -> internal/report":           "what is compared is what reports show",
	"internal/report/export -> internal/report/section":    "formats of the sections of a report",
	"internal/report/section -> internal/report":           "sections show what a report computes",
	"internal/web -> internal/report/section":              "pages show the sections of a report",
	"internal/report/export -> internal/report":            "formats of one report",
	"internal/detect/tool -> internal/detect": "tools are one kind of detector, and " +
		"their adapters stand below them",
	"internal/detect/outside -> internal/detect/agent":    "agents of others get the tools of models",
	"internal/model/anthropic -> internal/model/exchange": "what every HTTP provider shares",
	"internal/model/gemini -> internal/model/exchange":    "what every HTTP provider shares",
	"internal/importer -> internal/suite":                 "what is written is what the loader reads",
	"internal/interchange -> internal/store":              "a run on its way out is what was stored",
	"internal/interchange -> internal/detect/imported":    "answers of others are lines of one kind",
	"internal/web -> internal/report":                     "pages and reports colour and compare code alike",
}

// pure lists the packages that decide numbers: no clock, network, process or file system.
var pure = []string{"internal/bench", "internal/solidity", "internal/sqltext", "internal/sqltext/pgtree",
	"internal/stats", "internal/prompt", "internal/detect",
	"internal/detect/builtin", "internal/answer", "internal/judge", "internal/taxonomy", "internal/metric",
	"internal/metric/foreign", "internal/proof", "internal/proof/sqlproof", "internal/report", "internal/report/compare",
	"internal/report/export", "internal/report/gate", "internal/report/section", "internal/report/write",
	"internal/suite/audit",
	"internal/edit", "internal/wording", "internal/transform", "internal/detect/builtin/tenantcolumn",
	"internal/review", "internal/importer"}

var impureImports = map[string]bool{"net": true, "net/http": true, "os": true, "os/exec": true, "io/ioutil": true,
	"syscall": true, "os/signal": true}

type goFile struct {
	pkg  string // directory relative to the module root
	path string
	ast  *ast.File
	test bool
}

// files parses every Go file of the module.
func files(t *testing.T) (*token.FileSet, []goFile) {
	t.Helper()
	root := filepath.Join("..", "..")
	fset := token.NewFileSet()
	var out []goFile
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if p != root && (strings.HasPrefix(name, ".") || name == "testdata" || name == "node_modules") {
				return fs.SkipDir
			}
			return nil
		}
		if filepath.Ext(name) != ".go" {
			return nil
		}
		f, err := parser.ParseFile(fset, p, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, filepath.Dir(p))
		if err != nil {
			return err
		}
		out = append(out, goFile{filepath.ToSlash(rel), p, f, strings.HasSuffix(name, "_test.go")})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out) < 50 {
		t.Fatalf("only %d Go files found; is the test looking in the right place?", len(out))
	}
	return fset, out
}

// No tracked file is a symbolic link: a clone would carry one that leads out of
// it. The tree is walked, since a run of git would be hidden from the test cache.
func TestNoLinks(t *testing.T) {
	root := filepath.Join("..", "..")
	seen := 0
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		switch d.Name() {
		case ".git", ".tools", "node_modules": // not tracked
			if d.IsDir() {
				return fs.SkipDir
			}
		}
		seen++
		if d.Type()&fs.ModeSymlink != 0 {
			t.Errorf("%s is a symbolic link; put the file itself there, or remove it", p)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 50 {
		t.Fatalf("only %d files found; is the test looking in the right place?", seen)
	}
}

func layerOf(pkg string) (int, bool) {
	best, layer := -1, 0
	for prefix, l := range layers {
		if (pkg == prefix || strings.HasSuffix(prefix, "/") && strings.HasPrefix(pkg, prefix)) && len(prefix) > best {
			best, layer = len(prefix), l
		}
	}
	return layer, best >= 0
}

func TestImports(t *testing.T) {
	_, all := files(t)
	for _, f := range all {
		from, ok := layerOf(f.pkg)
		if !ok {
			t.Errorf("%s: package %s is in no layer; add it to archtest", f.path, f.pkg)
			continue
		}
		for _, imp := range f.ast.Imports {
			p, _ := strconv.Unquote(imp.Path.Value)
			to, local := strings.CutPrefix(p, module+"/")
			if !local || f.test {
				continue
			}
			l, ok := layerOf(to)
			switch {
			case !ok:
				t.Errorf("%s: imports %s, which is in no layer", f.path, to)
			case l < from, below[f.pkg+" -> "+to] != "":
			case l == from:
				t.Errorf("%s: %s imports its sibling %s; move what both need below them", f.path, f.pkg, to)
			default:
				t.Errorf("%s: %s (layer %d) imports %s (layer %d); imports point inwards to bench", f.path, f.pkg, from, to, l)
			}
		}
	}
}

// writers lists the packages that create or rename files themselves. They write into directories of their own, which
// nobody else fills; a file that a user names is written by outfile, which replaces no device, pipe or link.
var writers = map[string]string{
	"internal/outfile":            "the one writer",
	"internal/board":              "files of a new directory, which replaces what outfile.Dir found",
	"internal/split":              "files of a new directory, which replaces what outfile.Dir found",
	"internal/generate":           "files of a new directory, which replaces what outfile.Dir found",
	"internal/generate/solidity":  "files of a new directory",
	"internal/generate/tenantsql": "files of a new directory",
	"internal/run/exchange":       "files of a new directory, which nothing existing becomes",
	"internal/filecache":          "entries of a cache",
	"internal/environ":            "marks in the user's cache",
	"internal/detect/tool":        "files of a temporary directory",
	"internal/pgserver":           "files of a temporary directory",
}

// TestWriters finds files that are written without outfile.
func TestWriters(t *testing.T) {
	fset, all := files(t)
	seen := map[string]bool{}
	for _, f := range all {
		if f.test || strings.HasPrefix(f.pkg, "internal/tools/") || strings.HasSuffix(f.pkg, "test") {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			x, ok := sel.X.(*ast.Ident)
			if !ok || x.Name != "os" {
				return true
			}
			switch sel.Sel.Name {
			case "Create", "CreateTemp", "Rename", "WriteFile":
				seen[f.pkg] = true
				if writers[f.pkg] == "" {
					t.Errorf("%s: os.%s: write what a user names with outfile", fset.Position(n.Pos()), sel.Sel.Name)
				}
			}
			return true
		})
	}
	for pkg := range writers {
		if !seen[pkg] {
			t.Errorf("%s writes no file any more; remove it from the list", pkg)
		}
	}
}

// The program that an agent starts contains no ground truth: no suite, no store, only the
// standard library.
func TestRelayHoldsNothing(t *testing.T) {
	_, all := files(t)
	seen := 0
	for _, f := range all {
		if f.pkg != "internal/relay" && f.pkg != "cmd/assay-mcp" || f.test {
			continue
		}
		seen++
		for _, imp := range f.ast.Imports {
			p, _ := strconv.Unquote(imp.Path.Value)
			first, _, _ := strings.Cut(p, "/")
			if (strings.Contains(first, ".") || first == module) && p != module+"/internal/relay" {
				t.Errorf("%s imports %s: an agent may read the program that it starts", f.path, p)
			}
		}
	}
	if seen < 2 {
		t.Errorf("only %d files of the relay were looked at", seen)
	}
}

func TestPure(t *testing.T) {
	fset, all := files(t)
	for _, f := range all {
		if f.test || !isPure(f.pkg) {
			continue
		}
		for _, imp := range f.ast.Imports {
			if p, _ := strconv.Unquote(imp.Path.Value); impureImports[p] {
				t.Errorf("%s: imports %q, but %s decides numbers", f.path, p, f.pkg)
			}
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := sel.X.(*ast.Ident); ok && x.Name == "time" &&
					(sel.Sel.Name == "Now" || sel.Sel.Name == "Since" || sel.Sel.Name == "Sleep") {
					t.Errorf("%s: time.%s, but %s decides numbers", fset.Position(n.Pos()), sel.Sel.Name, f.pkg)
				}
			}
			return true
		})
	}
}

func isPure(pkg string) bool {
	for _, p := range pure {
		if pkg == p || (p == "internal/detect/builtin" || p == "internal/stats" || p == "internal/transform" ||
			p == "internal/importer") && strings.HasPrefix(pkg, p+"/") && pkg != "internal/transform/transformtest" &&
			pkg != "internal/importer/importertest" {
			return true
		}
	}
	return false
}

// Every package has exactly one package comment, which starts as godoc wants.
func TestPackageComments(t *testing.T) {
	_, all := files(t)
	comments := map[string][]string{}
	for _, f := range all {
		if f.test {
			continue
		}
		if _, seen := comments[f.pkg]; !seen {
			comments[f.pkg] = nil
		}
		if f.ast.Doc == nil {
			continue
		}
		want := "Package " + f.ast.Name.Name + " "
		if f.ast.Name.Name == "main" {
			want = "Command " + path.Base(f.pkg) + " "
		}
		if text := f.ast.Doc.Text(); !strings.HasPrefix(text, want) {
			t.Errorf("%s: the package comment begins %q, want %q", f.path, fmt.Sprintf("%.30s", text), want)
		}
		comments[f.pkg] = append(comments[f.pkg], f.path)
	}
	for pkg, where := range comments {
		if len(where) != 1 {
			t.Errorf("package %s has %d package comments %v; it needs one", pkg, len(where), where)
		}
	}
}

// Only main uses the process's own streams and exit.
func TestNoGlobalsBelowMain(t *testing.T) {
	fset, all := files(t)
	for _, f := range all {
		if f.test || strings.HasPrefix(f.pkg, "cmd/") || strings.HasPrefix(f.pkg, "internal/tools/") {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			x, ok := sel.X.(*ast.Ident)
			if !ok {
				return true
			}
			switch x.Name + "." + sel.Sel.Name {
			case "os.Exit", "os.Args", "os.Stdout", "os.Stderr", "os.Stdin", "log.Fatal", "log.Fatalf", "fmt.Println",
				"fmt.Printf", "fmt.Print":
				t.Errorf("%s: %s.%s; streams and exits belong to main", fset.Position(n.Pos()), x.Name, sel.Sel.Name)
			}
			return true
		})
	}
}
