package environ

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"assay/internal/core/base/exit"
	"assay/internal/core/base/termtext"
	"assay/internal/core/database"
)

// MayRun returns nil if the commands of a file that the user did not name may run: the
// user allows them now, or has allowed them once for this working directory, in which
// they run, this name of the file and this content. flag is the flag that names such a file.
func (e *Env) MayRun(file, flag string, text []byte, commands []string) error {
	here, err := workingDirectory()
	if err != nil {
		return err
	}
	state := e.Getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(state) { // as the XDG specification requires
		state = filepath.Join(cmp.Or(e.Getenv("HOME"), e.Getenv("USERPROFILE")), ".local", "state")
	}
	sum := sha256.Sum256([]byte(here + "\x00" + file + "\x00" + string(text)))
	mark := filepath.Join(state, "assay", "allowed", hex.EncodeToString(sum[:]))
	if e.Allow {
		if !filepath.IsAbs(mark) {
			return exit.Usage("--allow-commands has no place to remember what is allowed: set HOME or XDG_STATE_HOME")
		}
		err := os.MkdirAll(filepath.Dir(mark), 0o700)
		if err == nil {
			err = os.WriteFile(mark, []byte(filepath.Join(here, file)+"\n"), 0o600)
		}
		if err != nil {
			return fmt.Errorf("remembering that the commands of %s are allowed: %w", file, err)
		}
		e.Once(fmt.Sprintf("the commands of %s are allowed until it changes", file))
		return nil
	}
	if _, err := os.Stat(mark); err == nil && filepath.IsAbs(mark) {
		return nil
	}
	quoted := make([]string, len(commands))
	for i, c := range commands {
		quoted[i] = strconv.Quote(c) // escapes what a terminal would interpret
	}
	return exit.Usage("%s was found here and would run %s; if you trust it, give "+
		"--allow-commands once, or name it with %s %s",
		file, strings.Join(quoted, ", "), flag, file)
}

// MayWrite returns nil if a file that the user did not name may direct output to this path or database.
func (e *Env) MayWrite(flag, to string) error {
	where := fmt.Sprintf("%s in %s", flag, e.Settings.File)
	trust := fmt.Sprintf("name the file with --config %s if you trust it", e.Settings.File)
	if database.IsURL(to) {
		address := termtext.Plain(database.Redact(to))
		if database.Lends(to) {
			return exit.Usage("nothing is sent: %s would send a password that is not in it to %s; %s", where, address, trust)
		}
		e.Once(fmt.Sprintf("results go to %s (%s)", address, where))
		return nil
	}
	below, err := isBelow(to)
	if err != nil {
		return err
	}
	if !below {
		return exit.Usage("%s would write to %q, which is not below this directory; give --%s, or %s", where, to, flag, trust)
	}
	return nil
}

// MayRead returns nil if a file that the user did not name may direct this content to a
// model: the names of strategies, and files below the working directory.
func (e *Env) MayRead(flag, from string) error {
	below, err := isBelow(from)
	if err != nil {
		return err
	}
	if !below {
		return exit.Usage("%s in %s would send %q, which is not below this directory, to a model; give --%s, or name the "+
			"file with --config %s if you trust it",
			flag, e.Settings.File, from, flag, e.Settings.File)
	}
	return nil
}

// workingDirectory returns the path of the working directory without symbolic links.
func workingDirectory() (string, error) {
	here, err := filepath.Abs(".")
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(here)
}

// isBelow reports whether a path leads to a place below the working directory,
// following all symbolic links.
func isBelow(path string) (bool, error) {
	if !filepath.IsLocal(path) {
		return false, nil
	}
	here, err := workingDirectory()
	if err != nil {
		return false, err
	}
	for at := path; ; at = filepath.Dir(at) { // up to the first that exists
		if _, err := os.Lstat(at); err != nil {
			continue
		}
		real, err := filepath.EvalSymlinks(at)
		if err != nil {
			return false, nil // a dangling link, whose target could be created later
		}
		if real, err = filepath.Abs(real); err != nil {
			return false, err
		}
		rel, err := filepath.Rel(here, real)
		return err == nil && filepath.IsLocal(rel), nil
	}
}
