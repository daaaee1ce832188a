package pgserver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// MinVersion is the oldest major version that the suites support.
const MinVersion = 15

// ErrNotFound means that there is no PostgreSQL to start. Its text explains how to get one.
var ErrNotFound = errors.New("no PostgreSQL 15 or later found: install it (Debian: apt-get install postgresql; " +
	"macOS: brew install postgresql@17), or give the URL of a server")

// places are the directories of the binaries when they are not on PATH.
var places = []string{"/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/usr/local/pgsql/bin",
	"/opt/homebrew/opt/postgresql@*/bin", "/usr/local/opt/postgresql@*/bin"}

var versionRE = regexp.MustCompile(`\(PostgreSQL\) (\d+)`)

// findBinaries returns the directory that contains initdb and postgres: dir if it is given, else the one on
// PATH, else the newest of the known places.
func findBinaries(ctx context.Context, dir string) (string, error) {
	if dir != "" {
		return dir, checkBinaries(ctx, dir)
	}
	var candidates []string
	if p, err := exec.LookPath("postgres"); err == nil {
		if real, err := filepath.EvalSymlinks(p); err == nil {
			p = real
		}
		candidates = append(candidates, filepath.Dir(p))
	}
	var installed []string
	for _, pattern := range places {
		found, err := filepath.Glob(pattern)
		if err != nil {
			return "", fmt.Errorf("looking for PostgreSQL in %s: %w", pattern, err)
		}
		installed = append(installed, found...)
	}
	slices.SortStableFunc(installed, func(a, b string) int { return cmp.Compare(Version(b), Version(a)) })
	var reasons []string
	for _, c := range append(candidates, installed...) {
		err := checkBinaries(ctx, c)
		if err == nil {
			return c, nil
		}
		reasons = append(reasons, err.Error())
	}
	if len(reasons) > 0 {
		return "", fmt.Errorf("%w (%s)", ErrNotFound, strings.Join(reasons, "; "))
	}
	return "", ErrNotFound
}

// Version is the first number in a text: the major version that a server reports, or that is in the path of its
// binaries; 0 if there is none.
func Version(path string) int {
	digits := strings.FieldsFunc(path, func(r rune) bool { return r < '0' || r > '9' })
	if len(digits) == 0 {
		return 0
	}
	n, _ := strconv.Atoi(digits[0]) // digits only; an overlong run sorts last
	return n
}

func checkBinaries(ctx context.Context, dir string) error {
	if _, err := os.Stat(filepath.Join(dir, "initdb")); err != nil {
		return fmt.Errorf("%s has no initdb", dir)
	}
	cmd := exec.CommandContext(ctx, filepath.Join(dir, "postgres"), "--version")
	cmd.Env = environment()
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%s/postgres does not run: %w", dir, err)
	}
	m := versionRE.FindSubmatch(out)
	if m == nil {
		return fmt.Errorf("%s/postgres is not PostgreSQL: %q", dir, out)
	}
	if v, _ := strconv.Atoi(string(m[1])); v < MinVersion {
		return fmt.Errorf("%s is PostgreSQL %d", dir, v)
	}
	return nil
}

// Available returns nil when there are binaries that [Start] can start, and ErrNotFound when there are none.
func Available(ctx context.Context) error {
	_, err := findBinaries(ctx, "")
	return err
}

// environment is the environment of the server's programs: no secrets, and no variable that would change the
// server's behaviour (PGDATA, LC_ALL, …).
func environment() []string {
	return []string{"PATH=" + os.Getenv("PATH"), "TZ=UTC", "LANG=C", "LC_ALL=C"}
}
