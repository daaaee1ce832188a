package solc

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// wrapperVersion is the solc/wrapper that the install command installs; it drives
// every compiler back to 0.4.11. Any other installed version is used unchanged.
const wrapperVersion = "0.8.37"

// place holds the paths of the parts of a compiler in Node.
type place struct{ node, wrapper, soljson string }

// find looks for Node.js, the wrapper and the compiler, or returns a *MissingError.
func (c *Compiler) find(version string) (place, error) {
	var p place
	node, err := exec.LookPath("node")
	needs := []string{version}
	missing := &MissingError{Version: version, Needs: needs, Command: c.Install(needs), NoNode: err != nil}
	if err != nil {
		return p, missing
	}
	p.node, p.wrapper = node, filepath.Join(c.modules, "solc", "wrapper.js")
	for _, name := range []string{"solc-" + version, "solc"} {
		p.soljson = filepath.Join(c.modules, name, "soljson.js")
		if packageVersion(filepath.Dir(p.soljson)) == version && exists(p.soljson) && exists(p.wrapper) {
			if missing.Altered = c.check(version, p.soljson); missing.Altered != nil {
				return p, missing
			}
			return p, nil
		}
	}
	return p, missing
}

// checksums lists the compilers of tools/solc as npm publishes them: a version and the SHA-256 of its soljson.js. npm
// checks an archive when it installs it; this is what came out.
//
//go:embed checksums.txt
var checksums string

func knownSums() map[string]string {
	sums := map[string]string{}
	for line := range strings.Lines(checksums) {
		version, sum, _ := strings.Cut(strings.TrimSpace(line), " ")
		sums[version] = sum
	}
	return sums
}

// check returns an error if the file of a compiler is not what npm publishes as its version. It looks once at each
// file, and accepts versions whose checksum is not known.
func (c *Compiler) check(version, soljson string) error {
	want := c.sums[version]
	if want == "" {
		return nil
	}
	if before, ok := c.checked.Load(soljson); ok {
		err, _ := before.(error)
		return err
	}
	text, err := os.ReadFile(soljson)
	if sum := sha256.Sum256(text); err == nil && hex.EncodeToString(sum[:]) != want {
		err = fmt.Errorf("%s is not the solc %s that npm publishes: its SHA-256 is %x, not %s; remove %s, then: %s",
			soljson, version, sum, want, filepath.Dir(soljson), c.Install([]string{version}))
	}
	c.checked.Store(soljson, err)
	return err
}

// Modules returns the directory node_modules that holds the compilers.
func (c *Compiler) Modules() string { return c.modules }

// InstallArgs returns the command that installs compilers, each named by its version,
// libraries, such as "@openzeppelin/contracts@5.4.0", the wrapper that drives the
// compilers, and further packages in npm's notation.
func (c *Compiler) InstallArgs(needs []string, packages ...string) []string {
	args := []string{"npm", "install", "--prefix", filepath.Dir(c.modules), "solc@" + wrapperVersion}
	for _, n := range needs {
		alias, from := "solc-"+n, "solc@"+n
		if pkg, version, _, ok := pinned(n + "/x.sol"); ok {
			alias, from = versioned(pkg, version), n
		}
		args = append(args, alias+"@npm:"+from)
	}
	return append(args, packages...)
}

// Install is [Compiler.InstallArgs] as one line, quoted for a POSIX shell.
func (c *Compiler) Install(needs []string, packages ...string) string {
	args := c.InstallArgs(needs, packages...)
	for i := range args {
		args[i] = quote(args[i])
	}
	return strings.Join(args, " ")
}

// Words names compilers and libraries, in the form that [Compiler.Install] takes, for
// readers: sorted, each once.
func Words(needs []string) (out []string) {
	for _, n := range slices.Compact(slices.Sorted(slices.Values(needs))) {
		if !strings.HasPrefix(n, "@") {
			n = "solc " + n
		}
		out = append(out, n)
	}
	return out
}

// Missing returns the error that names compilers and libraries, in any order and in
// the form that [Compiler.Install] takes, with the command that installs them.
func (c *Compiler) Missing(needs ...string) error {
	for _, n := range needs {
		var missing *MissingError
		if _, err := c.find(n); errors.As(err, &missing) && missing.Altered != nil {
			return missing.Altered
		}
	}
	words := Words(needs)
	verb, what := "are", "them"
	if len(words) == 1 {
		verb, what = "is", "it"
	}
	needs = slices.Compact(slices.Sorted(slices.Values(needs)))
	return fmt.Errorf("%s %s missing; this gets %s: %s", strings.Join(words, ", "), verb, what, c.Install(needs))
}

var plainWord = regexp.MustCompile(`^[A-Za-z0-9_./:@%+=-]+$`)

func quote(s string) string {
	if plainWord.MatchString(s) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

func exists(file string) bool {
	info, err := os.Stat(file)
	return err == nil && info.Mode().IsRegular()
}

// packageVersion returns the version that an npm package directory states, or "".
func packageVersion(dir string) string {
	b, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err != nil {
		return ""
	}
	var p struct {
		Version string `json:"version"`
	}
	if json.Unmarshal(b, &p) != nil {
		return ""
	}
	return p.Version
}
