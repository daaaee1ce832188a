package cli

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"assay/internal/database"
	"assay/internal/detect/asked"
	"assay/internal/detect/outside"
	"assay/internal/extension"
	"assay/internal/judge/llm"
	"assay/internal/model/exec"
	"assay/internal/termtext"
)

// What a setting may do when it stands in a file that was found in the working
// directory: every flag with a text says it in its tag "found".
const (
	isData    = "data"    // nothing but change what is measured
	isSubject = "subject" // run a command, if it is exec: or sarif:
	isProgram = "program" // hold programs that are run
	isOutput  = "output"  // be written to
	isInput   = "input"   // be read and sent to a model
	isTools   = "tools"   // name a file with commands: see tooling
	isAddress = "address" // be sent a key: see connect
)

// judgeFound holds the settings of a file that nobody named to what such a file may
// do: commands run when they are allowed, files are written below the working
// directory, a database gets no password that is not in its address.
func (c configured) judgeFound(env *Env) error {
	env.allow = c.AllowCommands
	if env.settings == nil || env.named {
		return nil
	}
	var commands []string
	for _, f := range env.flags {
		if !env.settings.Used(f) {
			continue
		}
		var texts []string
		switch t := f.Target.Interface().(type) {
		case string:
			texts = []string{t}
		case []string:
			texts = t
		}
		for _, text := range texts {
			switch f.Tag.Get("found") {
			case isSubject:
				for _, name := range names([]string{text}) {
					if runs(name) {
						commands = append(commands, name)
					}
					if _, path := judgeWords(name); path != "" {
						if err := env.mayRead(f.Name, path); err != nil {
							return err
						}
					}
				}
			case isProgram:
				commands = append(commands, f.Name+" of "+text)
			case isInput:
				if err := env.mayRead(f.Name, text); err != nil {
					return err
				}
			case isOutput:
				if err := env.mayWrite(f.Name, text); err != nil {
					return err
				}
			}
		}
	}
	if len(commands) == 0 {
		return nil
	}
	return env.mayRun(env.settings.File, "--config", env.text, commands)
}

// runs reports whether a subject or a judge is a command; a judge that is a folder is one.
func runs(name string) bool {
	if extension.IsPath(name) {
		return true
	}
	name = strings.TrimPrefix(name, llm.Prefix)
	if line, ok := strings.CutPrefix(name, sarifPrefix); ok {
		return !isReport(line)
	}
	prefix, _, ok := asked.Cut(name)
	return ok && (prefix == exec.Name || prefix == outside.Name)
}

// mayRun is nil when the commands of a file that nobody named may run: the user has
// allowed them once, for this working directory, in which they run, this name of the
// file and this content, or does now. flag is what names such a file.
func (e *Env) mayRun(file, flag string, text []byte, commands []string) error {
	here, err := workingDirectory()
	if err != nil {
		return err
	}
	state := e.Getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(state) { // as its specification has it
		state = filepath.Join(cmp.Or(e.Getenv("HOME"), e.Getenv("USERPROFILE")), ".local", "state")
	}
	sum := sha256.Sum256([]byte(here + "\x00" + file + "\x00" + string(text)))
	mark := filepath.Join(state, "assay", "allowed", hex.EncodeToString(sum[:]))
	if e.allow {
		if !filepath.IsAbs(mark) {
			return usage("--allow-commands has no place to remember what is allowed: set HOME or XDG_STATE_HOME")
		}
		err := os.MkdirAll(filepath.Dir(mark), 0o700)
		if err == nil {
			err = os.WriteFile(mark, []byte(filepath.Join(here, file)+"\n"), 0o600)
		}
		if err != nil {
			return fmt.Errorf("remembering that the commands of %s are allowed: %w", file, err)
		}
		e.once(fmt.Sprintf("the commands of %s are allowed until it changes", file))
		return nil
	}
	if _, err := os.Stat(mark); err == nil && filepath.IsAbs(mark) {
		return nil
	}
	quoted := make([]string, len(commands))
	for i, c := range commands {
		quoted[i] = strconv.Quote(c) // nothing that a terminal obeys
	}
	return usage("%s was found here and would run %s; if you trust it, give --allow-commands once, or name it with %s %s",
		file, strings.Join(quoted, ", "), flag, file)
}

// mayWrite is nil when a file that nobody named may say that this is written to.
func (e *Env) mayWrite(flag, to string) error {
	where := fmt.Sprintf("%s in %s", flag, e.settings.File)
	trust := fmt.Sprintf("name the file with --config %s if you trust it", e.settings.File)
	if database.IsURL(to) {
		address := termtext.Plain(database.Redact(to))
		if database.Lends(to) {
			return usage("nothing is sent: %s would send a password that is not in it to %s; %s", where, address, trust)
		}
		e.once(fmt.Sprintf("results go to %s (%s)", address, where))
		return nil
	}
	below, err := isBelow(to)
	if err != nil {
		return err
	}
	if !below {
		return usage("%s would write to %q, which is not below this directory; give --%s, or %s", where, to, flag, trust)
	}
	return nil
}

// mayRead is nil when a file that nobody named may say that this is shown to a model:
// the names of strategies, and what is below the working directory.
func (e *Env) mayRead(flag, from string) error {
	below, err := isBelow(from)
	if err != nil {
		return err
	}
	if !below {
		return usage("%s in %s would send %q, which is not below this directory, to a model; give --%s, or name the file with --config %s if you trust it",
			flag, e.settings.File, from, flag, e.settings.File)
	}
	return nil
}

// workingDirectory returns its path without links.
func workingDirectory() (string, error) {
	here, err := filepath.Abs(".")
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(here)
}

// isBelow reports whether a path leads to a place below the working directory,
// through whatever links.
func isBelow(path string) (bool, error) {
	if !filepath.IsLocal(path) {
		return false, nil
	}
	here, err := workingDirectory()
	if err != nil {
		return false, err
	}
	for at := path; ; at = filepath.Dir(at) { // up to what exists
		if _, err := os.Lstat(at); err != nil {
			continue
		}
		real, err := filepath.EvalSymlinks(at)
		if err != nil {
			return false, nil // a link to nowhere, where something could come to be
		}
		if real, err = filepath.Abs(real); err != nil {
			return false, err
		}
		rel, err := filepath.Rel(here, real)
		return err == nil && filepath.IsLocal(rel), nil
	}
}
