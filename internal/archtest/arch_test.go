package archtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
)

const module = "assay"

// kinds are folders whose packages are one kind of thing each: none imports another one. between has the exceptions,
// besides model/exchange, what every HTTP provider shares.
var kinds = []string{"internal/core/model/", "internal/core/detect/builtin/", "internal/core/judge/", "internal/core/stats/",
	"internal/lang/transform/", "internal/author/importer/", "internal/ext/tool/", "internal/ext/interchange/"}

var between = map[string]string{
	"internal/core/model/openai -> internal/core/model/chat":                     "one wire shape, several providers",
	"internal/core/model/openrouter -> internal/core/model/chat":                 "one wire shape, several providers",
	"internal/ext/interchange/huggingface -> internal/ext/interchange/croissant": "a data set comes with its description",
}

// pure lists the packages that decide numbers: no clock, network, process or file system.
var pure = []string{"internal/bench", "internal/lang/solidity", "internal/lang/sqltext", "internal/proof/pgtree",
	"internal/core/stats", "internal/core/prompt", "internal/core/detect",
	"internal/core/detect/builtin", "internal/core/answer", "internal/core/judge", "internal/core/taxonomy", "internal/core/metric",
	"internal/core/metric/foreign", "internal/core/suite/evidence", "internal/proof/sqlproof", "internal/core/report", "internal/core/report/compare",
	"internal/core/report/export", "internal/core/report/gate", "internal/core/report/write",
	"internal/author/audit",
	"internal/lang/edit", "internal/lang/wording", "internal/lang/transform", "internal/core/detect/builtin/tenantcolumn",
	"internal/core/review", "internal/author/importer"}

var impureImports = map[string]bool{"net": true, "net/http": true, "os": true, "os/exec": true, "io/ioutil": true,
	"syscall": true, "os/signal": true}

type goFile struct {
	pkg  string // directory relative to the module root
	path string
	ast  *ast.File
	test bool
}

// files returns every Go file of the module, parsed once for all tests: they read it only.
func files(t *testing.T) (*token.FileSet, []goFile) {
	t.Helper()
	out, err := parsed()
	if err != nil {
		t.Fatal(err)
	}
	if len(out) < 50 {
		t.Fatalf("only %d Go files found; is the test looking in the right place?", len(out))
	}
	return fset, out
}

var fset = token.NewFileSet()

var parsed = sync.OnceValues(func() ([]goFile, error) {
	root := filepath.Join("..", "..")
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
			if _, err := os.Stat(filepath.Join(p, "go.mod")); p != root && err == nil { // another module
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
	return out, err
})

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

// A kind of thing that is added stands alone: it imports no other one of its kind.
func TestKindsStandAlone(t *testing.T) {
	_, all := files(t)
	found := map[string]bool{}
	for _, f := range all {
		for _, imp := range f.ast.Imports {
			to, _ := strings.CutPrefix(strings.Trim(imp.Path.Value, `"`), module+"/")
			for _, kind := range kinds {
				arrow := f.pkg + " -> " + to
				if f.test || to == f.pkg || !strings.HasPrefix(f.pkg, kind) || !strings.HasPrefix(to, kind) ||
					path.Base(f.pkg) == "all" || to == "internal/core/model/exchange" {
					continue
				}
				found[arrow] = true
				if between[arrow] == "" {
					t.Errorf("%s: %s; move what both need to %s", f.path, arrow, strings.TrimSuffix(kind, "/"))
				}
			}
		}
	}
	for arrow := range between {
		if !found[arrow] {
			t.Errorf("%s is no import any more: delete it from between", arrow)
		}
	}
}

// writers lists the packages that create or rename files themselves. They write into directories of their own, which
// nobody else fills; a file that a user names is written by outfile, which replaces no device, pipe or link.
var writers = map[string]string{
	"internal/core/base/outfile":         "the one writer",
	"internal/ext/board":                 "files of a new directory, which replaces what outfile.Dir found",
	"internal/author/split":              "files of a new directory, which replaces what outfile.Dir found",
	"internal/author/generate":           "files of a new directory, which replaces what outfile.Dir found",
	"internal/author/generate/solidity":  "files of a new directory",
	"internal/author/generate/tenantsql": "files of a new directory",
	"internal/core/run/exchange":         "files of a new directory, which nothing existing becomes",
	"internal/core/base/filecache":       "entries of a cache",
	"internal/core/base/environ":         "marks in the user's cache",
	"internal/ext/tool":                  "files of a temporary directory",
	"internal/proof/pgserver":            "files of a temporary directory",
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
		if f.pkg != "internal/ext/outside/relay" && f.pkg != "cmd/assay-mcp" || f.test {
			continue
		}
		seen++
		for _, imp := range f.ast.Imports {
			p, _ := strconv.Unquote(imp.Path.Value)
			first, _, _ := strings.Cut(p, "/")
			if (strings.Contains(first, ".") || first == module) && p != module+"/internal/ext/outside/relay" {
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
		if pkg == p || (p == "internal/core/detect/builtin" || p == "internal/core/stats" || p == "internal/lang/transform" ||
			p == "internal/author/importer") && strings.HasPrefix(pkg, p+"/") && pkg != "internal/test/transformtest" &&
			pkg != "internal/test/importertest" {
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
		if f.test || f.ast.Name.Name == "main" {
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
