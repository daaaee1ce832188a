package solc

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/core/base/filecache"
)

func quoteJSON(b []byte) string {
	q, _ := json.Marshal(string(b))
	return string(q)
}

func TestInputRefused(t *testing.T) {
	ok := "contract A {}\n"
	one := func(name, text string) Input {
		return Input{Version: "0.8.30", Sources: map[string]string{name: text, "dir/lib.sol": ok, "z.sol": ok}}
	}
	with := func(change func(*Input)) Input {
		in := one("a.sol", ok)
		change(&in)
		return in
	}
	for _, test := range []struct {
		name string
		in   Input
		want string // "" means accepted
	}{
		{"plain", one("a.sol", ok), ""},
		{"sibling", one("dir/a.sol", "import \"./lib.sol\"; import {A as B} from '../z.sol'; import * as C from \"z.sol\";"),
			""},
		{"word in comment", one("a.sol",
			"// import \"/etc/passwd\";\n/* import 'x' */ contract A { string s = \"import 'y'\"; }"), ""},
		{"word in a name", one("a.sol", "contract important { string importer = \"x.sol\"; }"), ""},
		{"import without a string", one("a.sol", "import; contract A { string s = \"x.sol\"; }"), ""},

		{"outside", one("a.sol", "\n\nimport \"./b.sol\";"),
			`a.sol:3: imports "./b.sol", which is not among the sources given`},
		{"renaming", one("a.sol", "import {A,\n B as C}\nfrom\n'./b.sol';"), `a.sol:1: imports "./b.sol", which`},
		{"second", one("a.sol", "import \"z.sol\"; import \"y.sol\";"), `a.sol:1: imports "y.sol"`},
		{"absolute", one("a.sol", "import \"/etc/passwd\";"), `a.sol:1: imports "/etc/passwd", an absolute or escaped path`},
		{"escape", one("dir/a.sol", "import \"../../z.sol\";"),
			`dir/a.sol:1: imports "../../z.sol", which leaves the directory`},
		{"escape and return", one("a.sol", "import \"./../a.sol\";"), "which leaves the directory"},
		{"direct path is not resolved", one("a.sol", "import \"dir/../z.sol\";"), "not among the sources"},
		{"address", one("a.sol", "import \"https://example.org/a.sol\";"), "an address"},
		{"package", one("a.sol", "import \"@openzeppelin/contracts/token/ERC20/ERC20.sol\";"), "not among the sources"},
		{"string escapes", one("a.sol", `import "\x2e/b.sol";`), "an absolute or escaped path"},
		{"after a Unicode line break", one("a.sol", "// harmless\u2028import \"b.sol\";"), `imports "b.sol"`},
		{"after a comment that looks open", one("a.sol", "/*/ x */ import \"b.sol\";"), `imports "b.sol"`},
		{"after an open string", one("a.sol", "string s = \"x\nimport 'b.sol';"), `a.sol:2: imports "b.sol"`},
		{"after a byte order mark", one("a.sol", "\ufeffimport \"b.sol\";"), `a.sol:1: imports "b.sol"`},
		{"unterminated", one("a.sol", "import \"b.sol"), `imports "b.sol"`},
		{"carriage return", one("a.sol", "// x\rimport \"b.sol\";"), `imports "b.sol"`},

		{"absolute name", one("/a.sol", ok), "not a clean relative path"},
		{"name above", one("../a.sol", ok), "not a clean relative path"},
		{"unclean name", one("./a.sol", ok), "not a clean relative path"},
		{"address name", one("https://a.sol", ok), "not a clean relative path"},
		{"windows name", one(`dir\a.sol`, ok), "not a clean relative path"},
		{"not UTF-8", one("a.sol", "\xff"), "a.sol: is not valid UTF-8"},
		{"no sources", Input{Version: "0.8.30"}, "no sources"},

		{"too old", with(func(in *Input) { in.Version = "0.4.10" }), "too old"},
		{"never published", with(func(in *Input) { in.Version = "0.4.12" }), "pin 0.4.11 or 0.4.13"},
		{"a range", with(func(in *Input) { in.Version = "^0.8.0" }), "not of the form"},
		{"a path", with(func(in *Input) { in.Version = "0.8.30/../x" }), "not of the form"},
		{"early viaIR", with(func(in *Input) { in.Version, in.ViaIR = "0.8.12", true }), "viaIR needs solc 0.8.13"},
		{"viaIR", with(func(in *Input) { in.Version, in.ViaIR = "0.8.13", true }), ""},
		{"early AST", with(func(in *Input) { in.Version, in.AST = "0.4.17", true }), "no syntax tree"},
	} {
		_, _, err := test.in.standard()
		var refused *InputError
		switch {
		case test.want == "" && err != nil:
			t.Errorf("%s: %v", test.name, err)
		case test.want != "" && (!errors.As(err, &refused) || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
}

// Every field of Input affects the key; the order of a map does not.
func TestKeyCoversInput(t *testing.T) {
	base := func() Input {
		return Input{Version: "0.8.30", Sources: map[string]string{"a.sol": "contract A {}", "b.sol": "contract B {}",
			"c.sol": ""}}
	}
	key := func(in Input) string {
		_, b, err := in.standard()
		if err != nil {
			t.Fatal(err)
		}
		return filecache.Dir{Format: format}.Key(in.Version, b)
	}
	seen := map[string]string{key(base()): "base"}
	for name, change := range map[string]func(*Input){
		"version":  func(in *Input) { in.Version = "0.8.29" },
		"text":     func(in *Input) { in.Sources["a.sol"] += " " },
		"name":     func(in *Input) { in.Sources["d.sol"] = in.Sources["c.sol"]; delete(in.Sources, "c.sol") },
		"optimize": func(in *Input) { in.Optimize = true },
		"viaIR":    func(in *Input) { in.ViaIR = true },
		"AST":      func(in *Input) { in.AST = true },
	} {
		in := base()
		change(&in)
		if other := seen[key(in)]; other != "" {
			t.Errorf("%s has the key of %s", name, other)
		}
		seen[key(in)] = name
	}
	for range 20 {
		if seen[key(base())] != "base" {
			t.Fatal("equal inputs have different keys")
		}
	}
}

// No compiler reads a byte order mark, which may begin a file; places in the text stay. Elsewhere it is no blank.
func TestMark(t *testing.T) {
	_, b, err := Input{Version: "0.8.30", Sources: map[string]string{"a.sol": "\ufeffenum A {\ufeff}"}}.standard()
	if err != nil || !strings.Contains(string(b), "\"   enum A {\ufeff}\"") {
		t.Errorf("%s %v", b, err)
	}
}

// The metadata settings by version: an older compiler rejects an unknown key.
func TestMetadataSettings(t *testing.T) {
	for v, want := range map[string]string{
		"0.5.17": "", "0.6.0": `"metadata":{"bytecodeHash":"none"}`, "0.8.17": `"metadata":{"bytecodeHash":"none"}`,
		"0.8.18": `"metadata":{"bytecodeHash":"none","appendCBOR":false}`,
	} {
		_, b, err := Input{Version: v, Sources: map[string]string{"a.sol": ""}}.standard()
		if err != nil || !strings.Contains(string(b), want) || want == "" && strings.Contains(string(b), "bytecodeHash") {
			t.Errorf("%s: %v %s", v, err, b)
		}
	}
}

// The place of a message: from its byte offset, else from its formatted text.
func TestDiagnosticPlace(t *testing.T) {
	in := Input{Version: "0.4.17", Sources: map[string]string{"d/a.sol": "é\n  x\n"}}
	for raw, want := range map[string]string{
		`{"severity":"error","message":"two\nlines","sourceLocation":{"file":"d/a.sol","start":5}}`:                                    "d/a.sol:2: two lines",
		`{"severity":"error","message":"m","sourceLocation":{"file":"d/a.sol","start":-1}}`:                                            "d/a.sol: m",
		`{"severity":"error","message":"m","sourceLocation":{"file":"d/a.sol","start":99}}`:                                            "d/a.sol: m",
		`{"severity":"error","message":"m","sourceLocation":{"file":"","start":-1}}`:                                                   "m",
		`{"severity":"error","message":"m","formattedMessage":"d/a.sol:2:3: DeclarationError: m\n  x\n"}`:                              "d/a.sol:2: m",
		`{"severity":"error","message":"m","formattedMessage":"other.sol:2:3: DeclarationError: m"}`:                                   "m",
		`{"severity":"warning","message":"w"},{"severity":"error","message":"\u001b[31mred\u0007"},{"severity":"error","message":"n"}`: "[31mred",
	} {
		_, err := read(in, []byte(`{"errors":[`+raw+`]}`))
		var ce *CompileError
		if !errors.As(err, &ce) || err.Error() != want {
			t.Errorf("%s: %q, want %q", raw, err, want)
		}
	}
	_, err := read(in, []byte(
		`{"errors":[{"severity":"error","message":"m","sourceLocation":{"file":"d/a.sol","start":5}}]}`))
	if d := err.(*CompileError).First(); d.Column != 3 {
		t.Errorf("column %d, want 3", d.Column)
	}
}

func TestMissing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "it's here")
	c, err := New(Options{Dir: dir, CacheDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	inner, err := New(Options{Dir: filepath.Join(dir, "node_modules") + "/", CacheDir: t.TempDir()})
	if err != nil || inner.Modules() != c.Modules() {
		t.Errorf("%v: node_modules itself leads to %s, want %s", err, inner.Modules(), c.Modules())
	}
	inner.Close()
	t.Setenv("PATH", "")
	_, err = c.Compile(t.Context(), Input{Version: "0.7.6", Sources: map[string]string{"a.sol": ""}})
	var missing *MissingError
	if !errors.As(err, &missing) || missing.Version != "0.7.6" || !missing.NoNode ||
		!strings.Contains(err.Error(), "Node.js is not on PATH") {
		t.Fatalf("%v, want a MissingError", err)
	}
	bin := t.TempDir()
	write(t, filepath.Join(bin, "node"), "#!/bin/sh\n")
	if err := os.Chmod(filepath.Join(bin, "node"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin)
	command := "npm install --prefix '" + strings.ReplaceAll(dir, "'", `'\''`) + "' solc@" + wrapperVersion +
		" solc-0.7.6@npm:solc@0.7.6"
	c.sums = nil // the files below are empty
	err = c.Available(t.Context(), "0.7.6")
	if !errors.As(err, &missing) || missing.NoNode || missing.Command != command ||
		err.Error() != "solc 0.7.6 is not installed; get it with: "+command {
		t.Errorf("%v\nwant the command %s", err, command)
	}
	if got := c.Install([]string{"0.7.6", "0.8.30"}); got != command+" solc-0.8.30@npm:solc@0.8.30" {
		t.Errorf("Install: %s", got)
	}
	// An incomplete installation does not count; the newest compiler contains its own wrapper.
	write(t, filepath.Join(dir, "node_modules/solc-0.7.6/package.json"), `{"version":"0.7.6"}`)
	write(t, filepath.Join(dir, "node_modules/solc-0.7.6/soljson.js"), "")
	if err := c.Available(t.Context(), "0.7.6"); !errors.As(err, &missing) {
		t.Errorf("without the wrapper: %v", err)
	}
	write(t, filepath.Join(dir, "node_modules/solc/wrapper.js"), "")
	write(t, filepath.Join(dir, "node_modules/solc/soljson.js"), "")
	write(t, filepath.Join(dir, "node_modules/solc/package.json"), `{"version":"0.8.37"}`)
	for version, there := range map[string]bool{"0.7.6": true, "0.8.37": true, "0.8.36": false} {
		if err := c.Available(t.Context(), version); (err == nil) != there {
			t.Errorf("%s: %v", version, err)
		}
	}
}
