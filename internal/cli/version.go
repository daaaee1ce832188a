package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"assay/internal/answer"
	"assay/internal/bench"
	"assay/internal/judge"
)

// Version is set by a release build: -ldflags "-X assay/internal/cli.Version=v1.2.3".
var Version = "devel"

type build struct {
	version, commit string
	dirty           bool
}

// buildInfo reads what the go command stamped into the binary.
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
		case "vcs.modified":
			b.dirty = s.Value == "true"
		}
	}
	return b
}

type versionCmd struct{}

func (*versionCmd) Help() string { return "Example:\n\n  assay version" }

func (*versionCmd) Run(env *Env) error {
	b := buildInfo()
	fmt.Fprintf(env.Stdout, "assay %s", b.version)
	if b.commit != "" {
		fmt.Fprintf(env.Stdout, " (%.12s", b.commit)
		if b.dirty {
			fmt.Fprint(env.Stdout, ", modified")
		}
		fmt.Fprint(env.Stdout, ")")
	}
	fmt.Fprintf(env.Stdout, "\n%s, parser %s, judge %s, trial key %d\n", runtime.Version(), answer.Version, judge.Rule{}.Name(), bench.KeyVersion)
	for _, name := range embedded {
		list, err := loadOne(env, name)
		if err != nil {
			return err
		}
		for _, s := range list {
			fmt.Fprintf(env.Stdout, "suite %s %.16s, %d samples\n", s.Name, s.Hash, len(s.Samples))
		}
	}
	return nil
}
