package skeleton

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"assay/internal/proof/solc"
	"assay/internal/test/solctest"
)

const repository = "../../.."

// workshop copies the files of the repository that a kind's commands need.
func workshop(t *testing.T, paths ...string) string {
	t.Helper()
	root := t.TempDir()
	for _, p := range paths {
		err := filepath.WalkDir(filepath.Join(repository, p), func(from string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			rel, err := filepath.Rel(repository, from)
			if err != nil {
				return err
			}
			text, err := os.ReadFile(from)
			if err != nil {
				return err
			}
			to := filepath.Join(root, rel)
			if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
				return err
			}
			return os.WriteFile(to, text, 0o644)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func run(root string, args []string, out io.Writer, now time.Time) error {
	args = append(args, "", "")
	return Make(root, args[0], args[1], out, now)
}

func TestSample(t *testing.T) {
	root := workshop(t, "go.mod")
	var out strings.Builder
	if err := run(root, []string{"sample", "ds/spice-market"}, &out,
		time.Date(2026, 5, 4, 0, 0, 0, 0, time.UTC)); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(root, "suites/blockbench/ds/spice-market")
	texts := map[string]string{}
	for _, name := range []string{"sample.yaml", "Proof.sol", "SpiceMarket.sol", "fixed/SpiceMarket.sol"} {
		b, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(b)
		if strings.Contains(texts[name], "{{") || !strings.Contains(out.String(), name) {
			t.Errorf("%s: %s\n%s", name, texts[name], out.String())
		}
	}
	canary := regexp.MustCompile(`assay-canary-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`).FindString(texts["sample.yaml"])
	if canary == "" || !strings.Contains(texts["Proof.sol"], canary) ||
		!strings.Contains(texts["sample.yaml"], "first_public: 2026-05-04") ||
		!strings.Contains(texts["SpiceMarket.sol"], "contract SpiceMarket {") {
		t.Errorf("canary %q in %v", canary, texts)
	}
	c := solctest.New(t)
	if _, err := c.Compile(t.Context(), solc.Input{Version: "0.8.30",
		Sources: map[string]string{"SpiceMarket.sol": texts["SpiceMarket.sol"],
			"Proof.sol": texts["Proof.sol"]}}); err != nil {
		t.Error(err)
	}
}

func TestRefuses(t *testing.T) {
	root := workshop(t, "go.mod", "internal/lang/transform/all/all.go", "internal/lang/transform/reorder/reorder.go",
		"internal/lang/transform/trojan/library/memo.txtar")
	before, err := os.ReadFile(filepath.Join(root, "internal/lang/transform/all/all.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, want string }{
		{"transformation reorder", "internal/lang/transform/reorder already exists"},
		{"transformation", "assay new transformation NAME: the argument is missing"},
		{"transformation Shout", "lower-case words joined by dashes"},
		{"transformation shout_it", "is not a name"}, {"transformation -x", "is not a name"}, {"transformation x-", "is not a name"},
		{"transformation 9x", "is not a name"},
		{"transformation ../../x", "is not a name"}, {"transformation func", "no word of Go"},
		{"transformation test-data", "is not a name"},
		{"sample spice-market", "ds, tc or gs"}, {"sample xx/spice", "ds, tc or gs"}, {"sample ds/../../x", "ds, tc or gs"},
		{"potion x", `there is no kind "potion"; assay new can make decoy, importer, judge, metric, provider, sample, scaffold, strategy, tool, transformation`},
		{"decoy memo", "internal/lang/transform/trojan/library/memo.txtar already exists"},
		{"decoy two-words", "one lower-case word"},
	} {
		if err := run(root, strings.Fields(c.args), io.Discard, time.Time{}); err == nil ||
			!strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, want %q", c.args, err, c.want)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "internal/lang/transform/all/all.go"), []byte("package all\n"),
		0o644); err != nil {
		t.Fatal(err)
	}
	if err := run(root, []string{"transformation", "loud"}, io.Discard, time.Time{}); err == nil ||
		!strings.Contains(err.Error(), "add the line") {
		t.Errorf("a list that has changed: %v", err)
	}
	if _, err := os.Stat(filepath.Join(root, "internal/lang/transform/loud")); err == nil {
		t.Error("a folder was made although the list could not be changed")
	}
	if err := os.WriteFile(filepath.Join(root, "internal/lang/transform/all/all.go"), before, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"transformation", "loud"}, {"decoy", "postcard"}} {
		if err := run(root, args, io.Discard, time.Time{}); err != nil {
			t.Error(err)
		}
	}
	text, err := os.ReadFile(filepath.Join(root, "internal/lang/transform/trojan/library/postcard.txtar"))
	if err != nil || !strings.Contains(string(text), `function {{n "postcard"}}(bytes32 content) external {`) {
		t.Errorf("%v\n%s", err, text)
	}
}

func TestList(t *testing.T) {
	var out strings.Builder
	if err := List(&out); err != nil || !strings.Contains(out.String(), "sample SUBSET/ID") ||
		!regexp.MustCompile(`(?m)^metric NAME +a folder here +`).MatchString(out.String()) {
		t.Errorf("%v\n%s", err, out.String())
	}
}

// Every kind makes files without remains of a template, in a folder of the
// user's or in a checkout, and Go code in lists that gofmt leaves unchanged.
func TestKinds(t *testing.T) {
	kinds, err := loadKinds()
	if err != nil {
		t.Fatal(err)
	}
	root := workshop(t, "go.mod", "internal/lang/transform/all", "internal/ext/tool/all",
		"internal/core/run/session/providers.go",
		"internal/author/cli/import_suite.go", "internal/lang/transform/trojan/library/memo.txtar")
	for _, k := range kinds {
		name := "quaint"
		if k.name == "sample" {
			name = "ds/quaint"
		}
		dir := root
		if !k.Checkout {
			dir = t.TempDir()
		}
		var out strings.Builder
		if err := Make(dir, k.name, name, &out, time.Time{}); err != nil {
			t.Errorf("%s: %v", k.name, err)
			continue
		}
		if !strings.Contains(out.String(), "Now") || !strings.Contains(out.String(), "made") {
			t.Errorf("%s: %s", k.name, out.String())
		}
		for line := range strings.Lines(out.String()) {
			p, made := strings.CutPrefix(strings.TrimSpace(line), "made    ")
			if !made {
				continue
			}
			text, err := os.ReadFile(filepath.Join(dir, p))
			if err != nil || strings.Contains(string(text), "{{") && k.name != "decoy" || len(text) == 0 {
				t.Errorf("%s: %s: %v\n%s", k.name, p, err, text)
			}
		}
		if err := Make(dir, k.name, name, io.Discard, time.Time{}); err == nil ||
			!strings.Contains(err.Error(), "already exists") {
			t.Errorf("%s: twice: %v", k.name, err)
		}
	}
	if err := Make(t.TempDir(), "provider", "acme", io.Discard, time.Time{}); !errors.Is(err, ErrNoCheckout) {
		t.Errorf("a provider outside of a checkout: %v", err)
	}
}
