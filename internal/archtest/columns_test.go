package archtest

import (
	"go/ast"
	"go/token"
	"os"
	"strings"
	"testing"
	"unicode/utf8"
)

// columns is the maximum number of characters in a line of Go; a tab counts as one.
const columns = 120

// A longer line must contain text that cannot be broken: a raw string or a tag, or a text of a test.
func TestColumns(t *testing.T) {
	fset, list := files(t)
	for _, f := range list {
		text, err := os.ReadFile(f.path)
		if err != nil {
			t.Fatal(err)
		}
		whole := map[int]bool{} // the lines with such a literal
		ast.Inspect(f.ast, func(n ast.Node) bool {
			if s, ok := n.(*ast.BasicLit); ok && s.Kind == token.STRING && stays(s.Value, f.test) {
				for line := fset.Position(s.Pos()).Line; line <= fset.Position(s.End()).Line; line++ {
					whole[line] = true
				}
			}
			return true
		})
		for i, line := range strings.Split(string(text), "\n") {
			if n := utf8.RuneCountInString(line); n > columns && !whole[i+1] {
				t.Errorf("%s:%d has %d characters, more than %d", f.path, i+1, n, columns)
			}
		}
	}
}

// stays reports whether a string cannot be broken into lines, or has its own line breaks.
func stays(literal string, test bool) bool {
	const long = 20
	return strings.HasPrefix(literal, "`") || test && len(literal) > long
}
