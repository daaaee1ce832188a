package archtest

import (
	"bytes"
	"flag"
	"fmt"
	"go/doc"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var writes = flag.Bool("write", false, "write the list of packages in docs/architecture.md")

// docs/architecture.md ends with the first sentence of every package and the names of its files, so that a reader
// finds a word of a task where the code is. With -write the list is written.
func TestPackages(t *testing.T) {
	_, all := files(t)
	said, names := map[string]string{}, map[string][]string{}
	for _, f := range all {
		if f.test || !strings.HasPrefix(f.pkg, "internal/") {
			continue
		}
		names[f.pkg] = append(names[f.pkg], "`"+strings.TrimSuffix(filepath.Base(f.path), ".go")+"`")
		if text := new(doc.Package).Synopsis(f.ast.Doc.Text()); text != "" || said[f.pkg] == "" {
			said[f.pkg] = text
		}
	}
	var list strings.Builder
	for _, pkg := range slices.Sorted(maps.Keys(said)) {
		text := said[pkg]
		for _, word := range []string{"Package", "Command"} {
			name := pkg[strings.LastIndexByte(pkg, '/')+1:]
			text = strings.TrimPrefix(text, word+" "+name+" ")
		}
		fmt.Fprintf(&list, "- `%s` %s", strings.TrimPrefix(pkg, "internal/"), text)
		slices.Sort(names[pkg])
		list.WriteString(" Files: " + strings.Join(names[pkg], " ") + "\n")
	}
	const page, title = "../../docs/architecture.md", "\n## Every package\n\n"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, _, ok := bytes.Cut(text, []byte(title))
	if !ok {
		t.Fatalf("%s has no section %q", page, strings.TrimSpace(title))
	}
	want := string(before) + title + "From each package's comment; `internal/` is left out, and so are tests.\n\n" + list.String()
	if string(text) == want {
		return
	}
	if !*writes {
		t.Fatalf("the list of packages in %s is stale: go test ./internal/archtest -run TestPackages -write", page)
	}
	if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}
