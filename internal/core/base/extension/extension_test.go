package extension

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for p, text := range files {
		p = filepath.Join(dir, p)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

type thing struct {
	Name    string   `yaml:"name"`
	Command []string `yaml:"command"`
	hash    string
}

func read(f Folder) (thing, error) {
	var x thing
	err := f.Decode("thing.yaml", &x, &x.Name)
	if err == nil {
		x.Command, err = f.Command(x.Command)
	}
	if err == nil {
		x.hash, err = f.Hash()
	}
	return x, err
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"b/thing.yaml": "name: b\ncommand: [python3, run.py, lib/x.py, -v, ../a/run.py, \"\"]\n", "b/run.py": "1",
		"b/lib/x.py":   "2",
		"a/thing.yaml": "name: a\ncommand: [true]\n", "none/other.yaml": "",
	})
	list, err := Open(dir, "thing.yaml", "docs/add-a-thing.md", read)
	if err != nil || len(list) != 2 || list[0].Name != "a" || list[1].Name != "b" {
		t.Fatalf("%+v, %v", list, err)
	}
	b := filepath.Join(dir, "b")
	if want := []string{"python3", filepath.Join(b, "run.py"), filepath.Join(b, "lib", "x.py"), "-v", "../a/run.py",
		""}; !slices.Equal(list[1].Command, want) {
		t.Errorf("%q, want %q", list[1].Command, want)
	}
	one, err := Open(b, "thing.yaml", "", read)
	if err != nil || one[0].hash != list[1].hash {
		t.Errorf("%+v, %v", one, err)
	}
	write(t, dir, map[string]string{"b/__pycache__/x.pyc": "3", "b/.cache": "4"})
	if one, _ = Open(b, "thing.yaml", "", read); one[0].hash != list[1].hash {
		t.Error("a cache of an interpreter changes the version")
	}
	write(t, dir, map[string]string{"b/lib/x.py": "5"})
	if one, _ = Open(b, "thing.yaml", "", read); one[0].hash == list[1].hash {
		t.Error("a changed file does not change the version")
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"other/thing.yaml": "name: that\n", "key/thing.yaml": "name: key\ncomand: [x]\n", "syntax/thing.yaml": "name: [",
		"empty/thing.yaml": "",
		"bare/thing.yaml":  "name: bare\n", "a b/thing.yaml": "name: a b\n", "many/x/thing.yaml": "name: y\n",
		"nothing/x.txt": "",
	})
	for name, want := range map[string]string{
		"other": `thing.yaml: name is "that", and the folder is called "other"`,
		"key":   `thing.yaml:2: unknown field "comand"`, "syntax": "thing.yaml:1: ",
		"empty": `name is "", and`, "bare": "command: the program is missing", "a b": "is not a name",
		"many":    "x: thing.yaml: name is",
		"nothing": "neither it nor a folder in it contains thing.yaml; docs/add-a-thing.md has an example", "gone": "gone",
	} {
		if _, err := Open(filepath.Join(dir, name), "thing.yaml", "docs/add-a-thing.md", read); err == nil ||
			!strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

// A link that leads out of the folder is not followed.
func TestLink(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"secret": "sesame", "a/thing.yaml": "name: a\ncommand: [cat, link]\n"})
	if err := os.Symlink(filepath.Join(dir, "secret"), filepath.Join(dir, "a", "link")); err != nil {
		t.Skip(err)
	}
	list, err := Open(filepath.Join(dir, "a"), "thing.yaml", "", read)
	if err != nil || list[0].Command[1] != "link" {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestIsPath(t *testing.T) {
	for word, want := range map[string]bool{"./a": true, "../a": true, "/a": true, ".": true, "a": false,
		"openai/x": false, "rule": false} {
		if IsPath(word) != want {
			t.Errorf("%s is a path: %t", word, !want)
		}
	}
}
