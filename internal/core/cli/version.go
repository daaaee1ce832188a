package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/answer"
	"assay/internal/core/judge"
	"assay/suites"
)

// Version is set by a release build: -ldflags "-X assay/internal/core/cli.Version=v1.2.3".
var Version = "devel"

type build struct {
	version, commit string
	date            string // of the commit, RFC 3339; "" if unknown
	dirty           bool   // the sources differ from the commit
}

// buildInfo reads the data that the go command stamped into the binary.
func buildInfo() build {
	b := build{version: Version}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.commit = s.Value
		case "vcs.time":
			b.date = s.Value
		case "vcs.modified":
			b.dirty = s.Value == "true"
		}
	}
	return b
}

// manifest returns the manifest of a run by this program, with the fields that the program alone determines.
func (b build) manifest() bench.Manifest {
	return bench.Manifest{Program: b.version, Commit: b.commit, Dirty: b.dirty, Go: runtime.Version()}
}

// String returns the line that --version prints.
func (b build) String() string {
	var of []string
	if b.commit != "" {
		of = append(of, fmt.Sprintf("%.12s", b.commit))
	}
	if b.date != "" {
		of = append(of, b.date)
	}
	if b.dirty {
		of = append(of, "modified")
	}
	if len(of) == 0 {
		return "assay " + b.version
	}
	return "assay " + b.version + " (" + strings.Join(of, ", ") + ")"
}

type versionCmd struct {
	JSON bool `help:"Print JSON."`
}

// versions is what version --json prints.
type versions struct {
	Version  string           `json:"version"`
	Commit   string           `json:"commit,omitempty"`
	Date     string           `json:"date,omitempty"`
	Modified bool             `json:"modified,omitempty"`
	Go       string           `json:"go"`
	Platform string           `json:"platform"`
	Parser   string           `json:"parser"`
	Judge    string           `json:"judge"`
	TrialKey int              `json:"trial_key"`
	Suites   []suites.Version `json:"suites"`
}

func (*versionCmd) Help() string { return "Examples:\n\n  assay version\n  assay version --json" }

func (c *versionCmd) Run(env *Env) error {
	b := buildInfo()
	v := versions{
		Version: b.version, Commit: b.commit, Date: b.date, Modified: b.dirty, Go: runtime.Version(), Platform: runtime.GOOS +
			"/" + runtime.GOARCH,
		Parser: answer.Version, Judge: judge.Rule{}.Name(), TrialKey: bench.KeyVersion, Suites: suites.Versions(),
	}
	if c.JSON {
		return WriteJSON(env, v)
	}
	fmt.Fprintf(env.Stdout, "%s\n%s %s, parser %s, judge %s, trial key %d\n", b, v.Go, v.Platform, v.Parser, v.Judge,
		v.TrialKey)
	for _, s := range v.Suites {
		fmt.Fprintf(env.Stdout, "suite %s %.16s, %d samples\n", s.Name, s.Hash, s.Samples)
	}
	return nil
}
