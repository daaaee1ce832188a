// Package npmtest provides tests with the npm packages that a folder of tools pins, such as
// tools/solc. It is for tests only and uses nothing outside the repository.
package npmtest

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
)

var (
	mu        sync.Mutex
	installed = map[string]func() (string, error){} // by folder
)

// Dir returns tools/<folder> with the packages of its package.json, and installs them
// first if they are missing or outdated. The test is skipped with the reason, in a message
// that begins with loud, under -short, without Node.js, and without access to the
// registry, unless the variable required is set; any other installation error
// fails the test.
func Dir(t testing.TB, folder, required, loud string) string {
	t.Helper()
	if testing.Short() {
		t.Skipf("-short: %s", loud)
	}
	mu.Lock()
	if installed[folder] == nil {
		installed[folder] = sync.OnceValues(func() (string, error) { return ensure(folder) })
	}
	install := installed[folder]
	mu.Unlock()
	dir, err := install()
	var lacking *lackError
	switch {
	case errors.As(err, &lacking) && os.Getenv(required) == "":
		t.Skipf("SKIPPED, %s: %v", loud, err)
	case err != nil:
		t.Fatal(err)
	}
	return dir
}

// lackError is something missing on the machine, not an error of the repository.
type lackError struct{ what string }

func (e *lackError) Error() string { return e.what }

func ensure(folder string) (string, error) {
	dir, err := toolsDir(folder)
	if err != nil {
		return "", err
	}
	for _, tool := range []string{"node", "npm"} {
		if _, err := exec.LookPath(tool); err != nil {
			return "", &lackError{fmt.Sprintf(
				"%s is not on PATH; install Node.js 18 or newer with npm (https://nodejs.org, or: apt-get install nodejs npm)",
				tool)}
		}
	}
	if stale, err := isStale(dir); err != nil || !stale {
		return dir, err
	}
	unlock, err := lock(filepath.Join(os.TempDir(), fmt.Sprintf("assay-npm-%x.lock", sha256.Sum256([]byte(dir)))))
	if err != nil {
		return "", err
	}
	defer unlock()
	if stale, err := isStale(dir); err != nil || !stale {
		return dir, err // another test binary installed them first
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
		return "", &lackError{fmt.Sprintf("the npm registry cannot be reached (%s); when it can: npm ci --prefix %s",
			lineWith(network, out), dir)}
	default:
		return "", fmt.Errorf("npm ci --prefix %s: %w\n%s", dir, err, out)
	}
}

var network = regexp.MustCompile(
	`ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT|network`)

// lineWith returns the first line that re matches, or a message about the timeout.
func lineWith(re *regexp.Regexp, out []byte) string {
	for line := range strings.Lines(string(out)) {
		if re.MatchString(line) {
			return strings.TrimSpace(line)
		}
	}
	return "it took too long"
}

// toolsDir finds tools/<folder> from the package directory, where go test runs.
func toolsDir(folder string) (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if b, err := os.ReadFile(filepath.Join(dir, "go.mod")); err == nil && strings.HasPrefix(string(b), "module assay\n") {
			return filepath.Join(dir, "tools", folder), nil
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
		return false, fmt.Errorf("reading the pinned versions: %w", err)
	}
	if len(want.Dependencies) == 0 {
		return false, fmt.Errorf("%s pins no version", filepath.Join(dir, "package.json"))
	}
	// npm writes this file last: without it, an installation was interrupted.
	if _, err := os.Stat(filepath.Join(dir, "node_modules", ".package-lock.json")); err != nil {
		return true, nil
	}
	for name, version := range want.Dependencies {
		var have struct {
			Version string `json:"version"`
		}
		b, err := os.ReadFile(filepath.Join(dir, "node_modules", name, "package.json"))
		if err != nil || json.Unmarshal(b, &have) != nil || have.Version != version[strings.LastIndexByte(version, '@')+1:] {
			return true, nil
		}
	}
	return false, nil
}

// lock makes the test binaries of several packages take turns. A lock older than the
// longest installation was left by a dead process.
func lock(file string) (unlock func(), err error) {
	const stale = 6 * time.Minute
	for {
		f, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		if err == nil {
			f.Close()
			return func() { os.Remove(file) }, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, fmt.Errorf("waiting for another installation: %w", err)
		}
		if info, err := os.Stat(file); err == nil && time.Since(info.ModTime()) > stale {
			os.Remove(file)
			continue
		}
		time.Sleep(100 * time.Millisecond)
	}
}
