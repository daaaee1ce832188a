package verifysuite

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"assay/internal/core/base/command"
	"assay/internal/core/base/exit"
	"assay/internal/core/suite"
	"assay/internal/proof/runtimes/knex"
	"assay/internal/proof/solc"
	"assay/internal/proof/verify"
)

// Lack is what was not executed since compilers or packages are missing. The zero value is nothing.
type Lack struct {
	Samples []string // ids of samples and SQL tests
	Needs   []string // in words, sorted
}

func (l *Lack) add(samples []string, needs ...string) {
	l.Samples = append(l.Samples, samples...)
	l.Needs = slices.Compact(slices.Sorted(slices.Values(append(l.Needs, needs...))))
}

// Add adds another lack.
func (l *Lack) Add(other Lack) { l.add(other.Samples, other.Needs...) }

// Without returns what is wanted and not lacking.
func (l *Lack) Without(want Wanted) Wanted {
	return func(id string) bool { return want(id) && !slices.Contains(l.Samples, id) }
}

// Install gets the compilers and packages that executing the suites needs and that are missing, with npm, and returns
// them. say gets the command before it runs; with dry it does not run. What is missing afterwards is an error.
func (c *Options) Install(ctx context.Context, list []*suite.Suite, dry bool, say io.Writer) (
	missing []string, err error) {
	compiler, err := solc.New(solc.Options{Dir: c.Compilers, CacheDir: c.Cache})
	if err != nil {
		return nil, err
	}
	defer compiler.Close()
	everything := func(string) bool { return true }
	look := func() (needs, packages []string) {
		found := map[string]bool{}
		for _, t := range targetsOf(list, everything) {
			for _, n := range verify.Needs(ctx, compiler, t.x) {
				found[n] = true
			}
		}
		apps, _ := appsOf(list, everything)
		var absent *knex.MissingError
		if m, err := c.maker(apps); errors.As(err, &absent) {
			packages = m.Packages()
		}
		return slices.Sorted(maps.Keys(found)), packages
	}
	stacks, err := c.installStacks(ctx, list, dry, say)
	if err != nil {
		return stacks, err
	}
	needs, packages := look()
	if missing = append(solc.Words(needs), packages...); len(missing) == 0 {
		return stacks, nil
	}
	fmt.Fprintf(say, "%s\n", compiler.Install(needs, packages...))
	defer func() { missing = append(missing, stacks...) }()
	if dry {
		return missing, nil
	}
	for _, tool := range []string{"node", "npm"} {
		if _, err := exec.LookPath(tool); err != nil {
			return missing, exit.With(exit.Lacking, "%s is not on PATH: install Node.js 18 or newer with npm", tool)
		}
	}
	args := append(compiler.InstallArgs(needs, packages...), "--ignore-scripts", "--no-audit", "--no-fund")
	if err := os.MkdirAll(filepath.Dir(compiler.Modules()), 0o755); err != nil {
		return missing, fmt.Errorf("making the directory of compilers: %w", err)
	}
	r, err := command.Run(ctx, command.Spec{Args: args, Limit: 1 << 20})
	if err == nil && r.Status != 0 {
		err = fmt.Errorf("%s%s", r.State, r.Stderr)
	}
	if err != nil {
		return missing, fmt.Errorf("npm: %w; repeat the command when the registry can be reached", err)
	}
	if needs, packages := look(); len(needs)+len(packages) > 0 {
		return missing, fmt.Errorf("npm ended without an error, and these are still missing: %s",
			strings.Join(append(solc.Words(needs), packages...), ", "))
	}
	return missing, nil
}

// installStacks gets the runtimes of handlers that are missing, each by the commands of its stack.yaml, and returns
// their packages.
func (c *Options) installStacks(ctx context.Context, list []*suite.Suite, dry bool, say io.Writer) (
	missing []string, err error) {
	apps, _ := appsOf(list, func(string) bool { return true })
	runners, err := c.runners(apps)
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(runners)) {
		r := runners[name]
		defer r.Close()
		if r.Ready() == nil {
			continue
		}
		missing = append(missing, r.Packages()...)
		for _, words := range r.Commands() {
			fmt.Fprintln(say, strings.Join(words, " "))
			if dry {
				continue
			}
			done, err := command.Run(ctx, command.Spec{Args: words, Limit: 1 << 20})
			if err == nil && done.Status != 0 {
				err = fmt.Errorf("%s%s", done.State, done.Stderr)
			}
			if err != nil {
				return missing, fmt.Errorf("%s: %w", words[0], err)
			}
		}
		if err := r.Ready(); err != nil && !dry {
			return missing, err
		}
	}
	return missing, nil
}
