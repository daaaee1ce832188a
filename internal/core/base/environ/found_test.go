package environ

import (
	"os"
	"testing"
)

// A file that was found may write only below the working directory.
func TestIsBelow(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, dir := range []string{"here/a", "there"} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir("here")
	for link, to := range map[string]string{"out": "../there", "in": "a", "nowhere": "../nothing"} {
		if err := os.Symlink(to, link); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]bool{"x": true, "a/x": true, "b/c/x": true, "in/x": true, "a/../x": true,
		"../x": false, "/tmp/x": false, "out/x": false, "out/b/x": false, "nowhere": false, "nowhere/x": false,
		"a/../../x": false, "": false} {
		if got, err := isBelow(path); got != want || err != nil {
			t.Errorf("%q: %v, %v", path, got, err)
		}
	}
}
