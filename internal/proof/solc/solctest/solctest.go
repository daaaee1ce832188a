// Package solctest gets tests the Solidity compilers that tools/solc pins. It is
// for tests only and looks at nothing outside the repository.
package solctest

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/internal/proof/solc"
)

// Required is the environment variable that turns every skip of this package,
// but that of -short, into a failure: for a machine that is meant to have it all.
const Required = "ASSAY_REQUIRE_SOLC"

var install = sync.OnceValues(ensure)

// Dir returns a directory for solc.Options.Dir that holds the compilers of
// tools/solc, and installs them first where they are absent or stale. The test is
// skipped, saying why, under -short, without Node.js, and without the registry;
// an installation that fails otherwise fails the test.
func Dir(t testing.TB) string {
	t.Helper()
	if testing.Short() {
		t.Skip("-short runs no compiler")
	}
	dir, err := install()
	var lacking *lackError
	switch {
	case errors.As(err, &lacking) && os.Getenv(Required) == "":
		t.Skipf("SKIPPED, NOTHING WAS COMPILED: %v", err)
	case err != nil:
		t.Fatal(err)
	}
	return dir
}

// New returns a compiler over Dir, closed with the test. Its results are kept
// from one test run to the next, until the compilers are installed anew.
func New(t testing.TB) *solc.Compiler {
	t.Helper()
	dir := Dir(t)
	c, err := solc.New(solc.Options{Dir: dir, CacheDir: filepath.Join(dir, "node_modules", ".assay-compiled")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// lackError is what the machine, not the repository, is to blame for.
type lackError struct{ what string }

func (e *lackError) Error() string { return e.what }

func ensure() (string, error) {
	dir, err := toolsDir()
	if err != nil {
		return "", err
	}
	for _, tool := range []string{"node", "npm"} {
		if _, err := exec.LookPath(tool); err != nil {
			return "", &lackError{fmt.Sprintf("%s is not on PATH; install Node.js 18 or newer with npm (https://nodejs.org, or: apt-get install nodejs npm)", tool)}
		}
	}
	if stale, err := isStale(dir); err != nil || !stale {
		return dir, err
	}
	unlock, err := lock(filepath.Join(os.TempDir(), fmt.Sprintf("assay-solc-%x.lock", sha256.Sum256([]byte(dir)))))
	if err != nil {
		return "", err
	}
	defer unlock()
	if stale, err := isStale(dir); err != nil || !stale {
		return dir, err // another test binary was faster
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "npm", "ci", "--prefix", dir, "--no-audit", "--no-fund")
	cmd.Dir, cmd.WaitDelay = dir, time.Second
	out, err := cmd.CombinedOutput()
	switch {
	case err == nil:
		return dir, nil
	case ctx.Err() != nil || network.Match(out):
		return "", &lackError{fmt.Sprintf("the npm registry cannot be reached (%s); when it can: npm ci --prefix %s", lineWith(network, out), dir)}
	default:
		return "", fmt.Errorf("npm ci --prefix %s: %w\n%s", dir, err, out)
	}
}

var network = regexp.MustCompile(`ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT|network`)

// lineWith returns the first line that re matches, or that time ran out.
func lineWith(re *regexp.Regexp, out []byte) string {
	for line := range strings.Lines(string(out)) {
		if re.MatchString(line) {
			return strings.TrimSpace(line)
		}
	}
	return "it took too long"
}

// toolsDir finds tools/solc from the package directory, where go test runs.
func toolsDir() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if b, err := os.ReadFile(filepath.Join(dir, "go.mod")); err == nil && strings.HasPrefix(string(b), "module assay\n") {
			return filepath.Join(dir, "tools", "solc"), nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("no go.mod of module assay above the working directory")
		}
		dir = parent
	}
}

// isStale reports whether node_modules lacks a version that package.json pins.
func isStale(dir string) (bool, error) {
	var want struct {
		Dependencies map[string]string `json:"dependencies"`
	}
	b, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err == nil {
		err = json.Unmarshal(b, &want)
	}
	if err != nil {
		return false, fmt.Errorf("reading what compilers the tests pin: %w", err)
	}
	if len(want.Dependencies) == 0 {
		return false, fmt.Errorf("%s pins no compiler", filepath.Join(dir, "package.json"))
	}
	// npm writes this file last: without it an installation was broken off.
	if _, err := os.Stat(filepath.Join(dir, "node_modules", ".package-lock.json")); err != nil {
		return true, nil
	}
	for name, version := range want.Dependencies {
		var have struct {
			Version string `json:"version"`
		}
		b, err := os.ReadFile(filepath.Join(dir, "node_modules", name, "package.json"))
		if err != nil || json.Unmarshal(b, &have) != nil || have.Version != strings.TrimPrefix(version, "npm:solc@") {
			return true, nil
		}
	}
	return false, nil
}

// lock makes the test binaries of several packages take turns. A lock older than
// an installation can take was left by a process that is gone.
func lock(file string) (unlock func(), err error) {
	const stale = 6 * time.Minute
	for {
		f, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		if err == nil {
			f.Close()
			return func() { os.Remove(file) }, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, fmt.Errorf("taking turns at installing compilers: %w", err)
		}
		if info, err := os.Stat(file); err == nil && time.Since(info.ModTime()) > stale {
			os.Remove(file)
			continue
		}
		time.Sleep(100 * time.Millisecond)
	}
}
