package solc

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// Imports are followed into the packages installed with the compilers, and nowhere else.
func TestWithLibraries(t *testing.T) {
	dir := t.TempDir()
	modules := filepath.Join(dir, "node_modules")
	for name, text := range map[string]string{
		"@a/lib/x/One.sol":         "import \"./Two.sol\"; import {Z} from '../../other/Z.sol';",
		"@a/lib/x/Two.sol":         "import \"@a/lib/Three.sol\";",
		"@a/lib/Three.sol":         "contract Three {}",
		"@a/other/Z.sol":           "contract Z {}",
		"@a/lib/notes.txt":         "no source",
		"solc-0.8.9/package.json":  `{"version": "0.8.9"}`,
		"solc-0.8.9/soljson.js":    "",
		"solc-0.8.10/package.json": `{"version": "0.8.10"}`,
		"solc-0.8.10/soljson.js":   "",
		"solc/package.json":        `{"version": "0.8.10"}`,
		"solc/soljson.js":          "",
		"solc-typed/package.json":  `{"version": "18.0.1"}`,
		"solc-typed/soljson.js":    "",
	} {
		file := filepath.Join(modules, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, file, text)
	}
	write(t, filepath.Join(dir, "Secret.sol"), "contract Secret {}")
	if err := os.Symlink(filepath.Join(dir, "Secret.sol"), filepath.Join(modules, "@a", "Link.sol")); err != nil {
		t.Fatal(err)
	}
	c, err := New(Options{Dir: dir, CacheDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	own := map[string]string{"p/Main.sol": "import \"@a/lib/x/One.sol\"; import \"./Beside.sol\"; " +
		"import \"@a/lib/notes.txt\";",
		"p/Beside.sol": "import \"../../Secret.sol\"; import \"@a/Link.sol\"; import " +
			"\"@a/lib/x/../Three.sol\"; import \"absent.sol\";"}
	all, missing := c.WithLibraries(own)
	var names []string
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	if want := []string{"@a/lib/Three.sol", "@a/lib/x/One.sol", "@a/lib/x/Two.sol", "@a/other/Z.sol", "p/Beside.sol",
		"p/Main.sol"}; !reflect.DeepEqual(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
	if want := []string{"../Secret.sol", "@a/Link.sol", "@a/lib/notes.txt", "@a/lib/x/../Three.sol",
		"absent.sol"}; !reflect.DeepEqual(missing, want) {
		t.Errorf("missing %q, want %q", missing, want)
	}
	if len(own) != 2 {
		t.Error("the given sources were changed")
	}
	if got := c.Versions(); !reflect.DeepEqual(got, []string{"0.8.10", "0.8.9"}) {
		t.Error(got)
	}
}

// An import of a library with a version is followed into that version, by every compilation; a
// library that is not installed is named with the command that installs it.
func TestPinnedLibraries(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"@a/lib-1.0.0/Owned.sol":        "contract Old {}",
		"@a/lib-2.0.0/Owned.sol":        "import \"./Base.sol\"; contract New is Base {}",
		"@a/lib-2.0.0/Base.sol":         "contract Base {}",
		"@a/lib-2.0.0/package.json":     `{"version": "2.0.0"}`,
		"@a/upgrades-2.0.0/Proxied.sol": "import \"@a/lib/Base.sol\"; contract Proxied is Base {}",
		"@a/lib/Base.sol":               "contract Wrong {}",
	} {
		file := filepath.Join(dir, "node_modules", name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, file, text)
	}
	c, err := New(Options{Dir: dir, CacheDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	all, err := c.pinnedLibraries("0.8.30",
		map[string]string{"A.sol": `import "@a/lib@2.0.0/Owned.sol"; import "@a/upgrades@2.0.0/Proxied.sol"; import "@a/lib/Base.sol";`})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"@a/lib@2.0.0/Owned.sol":        "import \"./Base.sol\"; contract New is Base {}",
		"@a/lib@2.0.0/Base.sol":         "contract Base {}",
		"@a/upgrades@2.0.0/Proxied.sol": "import \"@a/lib/Base.sol\"; contract Proxied is Base {}",
		"@a/lib/Base.sol":               "contract Base {}",
	}
	delete(all, "A.sol")
	if !reflect.DeepEqual(all, want) {
		t.Errorf("%q, want %q", all, want)
	}
	_, err = c.Compile(t.Context(),
		Input{Version: "0.8.30",
			Sources: map[string]string{"A.sol": `import "@a/lib@3.1.0/Owned.sol"; import "@a/lib@3.1.0/Base.sol";`}})
	if want := "@a/lib@3.1.0 is not installed; get it with: npm install --prefix " + dir + " solc@" + wrapperVersion +
		" solc-0.8.30@npm:solc@0.8.30 @a/lib-3.1.0@npm:@a/lib@3.1.0"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	_, err = c.Compile(t.Context(),
		Input{Version: "0.8.30", Sources: map[string]string{"A.sol": `import "@a/lib@2.0.0/None.sol";`}})
	if want := `@a/lib@2.0.0 has no file "None.sol"`; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if got, want := c.Missing("0.8.30", "@a/lib@3.1.0", "0.8.30").Error(),
		"solc 0.8.30, @a/lib@3.1.0 are missing; this gets them: npm install"; !strings.HasPrefix(got, want) {
		t.Errorf("%s, want %s…", got, want)
	}
}
