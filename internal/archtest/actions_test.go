package archtest

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	usesLine = regexp.MustCompile(`(?m)^\s*(?:- )?uses:\s*(.*)$`)
	pinned   = regexp.MustCompile(`^[\w.-]+(/[\w.-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$`)
)

// An action of others is named by the hash of a commit, with its version as a comment: a tag can be moved.
func TestActionsArePinned(t *testing.T) {
	root := filepath.Join("..", "..")
	seen := 0
	check := func(path string) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range usesLine.FindAllStringSubmatch(string(text), -1) {
			if seen++; !strings.HasPrefix(m[1], "./") && !pinned.MatchString(m[1]) {
				t.Errorf("%s: %s: name the commit: OWNER/NAME@HASH # vX.Y.Z", path, m[1])
			}
		}
	}
	check(filepath.Join(root, "action.yml"))
	for _, dir := range []string{".github", "docs"} {
		if err := filepath.WalkDir(filepath.Join(root, dir), func(p string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				check(p)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	if seen < 5 {
		t.Errorf("only %d uses of actions found", seen)
	}
}
