package cli

import (
	"strings"

	"assay/internal/core/base/extension"
	"assay/internal/core/detect/asked"
	"assay/internal/core/judge/llm"
	"assay/internal/core/model/exec"
	"assay/internal/core/run/judges"
	"assay/internal/core/run/subject"
)

// Permissions of a setting from a file that was found in the working directory: every flag
// with a text declares one in its tag "found".
const (
	isData    = "data"    // may only change the measured data
	isSubject = "subject" // may run a command, if it is exec: or sarif:
	isProgram = "program" // may name programs that are run
	isOutput  = "output"  // may be written to
	isInput   = "input"   // may be read and sent to a model
	isTools   = "tools"   // may name a file with commands: see subject.ToolConfigs
	isAddress = "address" // may be sent a key: see session.Settings.Connect
)

// judgeFound checks the settings of a file that the user did not name: commands run only if
// they are allowed, files are written only below the working directory, and a database gets
// no password that is not in its address.
func (c configured) judgeFound(env *Env) error {
	env.Allow = c.AllowCommands
	if env.Settings == nil || env.Named {
		return nil
	}
	var commands []string
	for _, f := range env.flags {
		if !env.Settings.Used(f) {
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
				for _, name := range subject.SplitNames([]string{text}) {
					if runs(name) {
						commands = append(commands, name)
					}
					if _, path := judges.SplitWords(name); path != "" {
						if err := env.MayRead(f.Name, path); err != nil {
							return err
						}
					}
				}
			case isProgram:
				commands = append(commands, f.Name+" of "+text)
			case isInput:
				if err := env.MayRead(f.Name, text); err != nil {
					return err
				}
			case isOutput:
				if err := env.MayWrite(f.Name, text); err != nil {
					return err
				}
			}
		}
	}
	if len(commands) == 0 {
		return nil
	}
	return env.MayRun(env.Settings.File, "--config", env.text, commands)
}

// runs reports whether a subject or a judge is a command; a judge in a folder counts as one.
func runs(name string) bool {
	if extension.IsPath(name) {
		return true
	}
	name = strings.TrimPrefix(name, llm.Prefix)
	if line, ok := strings.CutPrefix(name, subject.SarifPrefix); ok {
		return !subject.IsReport(line)
	}
	prefix, _, ok := asked.Cut(name)
	return ok && (prefix == exec.Name || prefix == asked.External)
}
