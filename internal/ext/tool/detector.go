package tool

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
	"strings"
	"time"

	"assay/internal/bench"
	"assay/internal/core/base/command"
	"assay/internal/core/base/redact"
	"assay/internal/core/detect"
)

// Options are the settings of a measurement.
type Options struct {
	Name      string     // of the subject, "" for "tool/" and the adapter's name
	Threshold Confidence // lower findings do not count; Unreported is Low
	// Replay executes the transactions of a finding on a task and returns the result in one line; nil executes
	// nothing. Replays names the code that executes.
	Replay  func(ctx context.Context, task bench.Task, s Sequence) string
	Replays string
	Env     []string     // of the tool, without that of its configuration; nil for [command.Environment]
	Keys    *redact.Keys // removed from its output and messages
}

// Detector runs one tool. It is safe for concurrent use.
type Detector struct {
	adapter Adapter
	options Options
	timeout time.Duration
	program string // path, "" when it is missing
	missing error  // why there is no program
	subject bench.Subject
}

var _ detect.Detector = (*Detector)(nil)

// New returns the detector of a tool. It looks for the program and asks for its version. When the program is
// missing, every trial fails with that reason.
func New(ctx context.Context, a Adapter, o Options) *Detector {
	if o.Threshold == Unreported {
		o.Threshold = Low
	}
	o.Name = cmp.Or(o.Name, "tool/"+a.Config.Tool)
	d := &Detector{adapter: a, options: o}
	d.timeout, _ = time.ParseDuration(a.Config.Timeout) // check has validated it
	version := "missing"
	if d.program, d.missing = Find(a.Config); d.missing == nil {
		version = d.askVersion(ctx)
	}
	d.subject = bench.Subject{
		Name: o.Name, Kind: "tool", Doc: a.Config.Doc,
		Version: version + "+" + a.Config.Digest(a.Version),
		Params:  map[string]string{"confidence": o.Threshold.String()},
	}
	if o.Replay != nil {
		d.subject.Params["replay"] = o.Replays
	}
	return d
}

// Find returns the path of a tool's program, or an error with the reason why there is none.
func Find(c Config) (string, error) {
	missing := func(why string) error {
		if c.Install != "" {
			why += "; to install it: " + c.Install
		}
		return &detect.ToolError{Kind: detect.Missing, Why: why}
	}
	if len(c.Command) == 0 {
		return "", missing("no command is configured for " + c.Tool)
	}
	path, err := exec.LookPath(c.Command[0])
	if err == nil {
		path, err = filepath.Abs(path) // because it runs in another directory
	}
	if err != nil {
		var pe *exec.Error
		if errors.As(err, &pe) {
			err = pe.Err
		}
		return "", missing(fmt.Sprintf("%s: %v", c.Command[0], err))
	}
	return path, nil
}

// versionTime limits the time for reporting the version.
const versionTime = 30 * time.Second

var versionRE = regexp.MustCompile(`\d+(?:\.\d+)+[0-9A-Za-z.+-]*`)

// askVersion returns the version that the tool reports, "unknown" when it reports none.
func (d *Detector) askVersion(ctx context.Context) string {
	if len(d.adapter.Config.VersionArgs) == 0 {
		return "unknown"
	}
	res, err := command.Run(ctx, command.Spec{
		Args: d.args(d.adapter.Config.VersionArgs), Env: d.environment(""), Timeout: versionTime, Limit: 64 << 10,
	})
	if err != nil {
		return "unknown"
	}
	return cmp.Or(versionRE.FindString(string(res.Stdout)), versionRE.FindString(res.Stderr), "unknown")
}

func (d *Detector) args(rest []string) []string {
	return slices.Concat([]string{d.program}, d.adapter.Config.Command[1:], rest)
}

// environment returns the tool's environment.
func (d *Detector) environment(dir string) []string {
	env := slices.Clone(d.options.Env)
	if d.options.Env == nil {
		env = command.Environment()
	}
	for name, value := range d.adapter.Config.Environment {
		env = append(env, name+"="+value)
	}
	if dir != "" {
		env = append(env, "PWD="+dir)
	}
	return env
}

// Subject implements [detect.Detector].
func (d *Detector) Subject() bench.Subject { return d.subject }

// PromptHash implements [detect.Detector]; no question is sent. A language that the tool does not support gives
// [detect.ErrNotApplicable].
func (d *Detector) PromptHash(task bench.Task) (string, error) {
	if !slices.Contains(d.adapter.Config.Languages, task.Language) {
		return "", fmt.Errorf("%s %w: it does not read the language %q", d.subject.Name, detect.ErrNotApplicable,
			task.Language)
	}
	return "", nil
}

// outputFile is the file name for {output}. The text after {output} in the argument is part of the name,
// because tools choose the format by the extension.
const outputFile = "assay-report"

var outputRE = regexp.MustCompile(`\{output\}([.\w]*)`)

// Detect implements [detect.Detector]: it runs the tool once on a copy of the task's files. The raw response is
// the tool's output.
func (d *Detector) Detect(ctx context.Context, task bench.Task) (bench.Response, error) {
	if d.missing != nil {
		return bench.Response{}, d.missing
	}
	dir, err := workingCopy(task, d.adapter.Config.Files)
	if dir != "" {
		defer os.RemoveAll(dir)
	}
	if err != nil {
		return bench.Response{}, fmt.Errorf("making a working copy: %w", err)
	}
	args := make([]string, len(d.adapter.Config.Arguments))
	toFile := ""
	for i, a := range d.adapter.Config.Arguments {
		if m := outputRE.FindStringSubmatch(a); m != nil {
			toFile = filepath.Join(dir, outputFile+m[1])
		}
		args[i] = strings.NewReplacer("{file}", "./"+task.Files[0].Path, "{output}", outputFile).Replace(a)
	}
	res, err := command.Run(ctx, command.Spec{
		Args: d.args(args), Dir: dir, Env: d.environment(dir), Timeout: d.timeout, Limit: d.adapter.Config.MaxOutput,
	})
	resp := bench.Response{Attempts: 1}
	if errors.Is(err, command.ErrNotStarted) {
		return resp, &detect.ToolError{Kind: detect.Missing, Why: OneLine(clean(dir, err.Error()))}
	}
	if err != nil {
		return resp, err
	}
	resp.Elapsed = res.Elapsed
	res.Stdout, res.Stderr = d.options.Keys.Body(res.Stdout), d.options.Keys.Message(res.Stderr)
	output := res.Stdout
	if toFile != "" && !res.Over {
		output, err = report(toFile, d.adapter.Config.MaxOutput)
		if err != nil && d.ended(res) == nil { // else the exit status is the better reason
			resp.RawResponse = res.Stdout[:min(len(res.Stdout), 64<<10)]
			return resp, toolError(err)
		}
		output = d.options.Keys.Body(output)
	}
	if err := d.ended(res); err != nil {
		resp.RawResponse = output[:min(len(output), 64<<10)]
		return resp, err
	}
	resp.RawResponse = output
	return d.answer(ctx, task, dir, output, resp)
}

// ended returns the error of a failed run, nil for a complete one.
func (d *Detector) ended(res command.Result) error {
	c := d.adapter.Config
	switch {
	case res.Over:
		return &detect.ToolError{Kind: detect.TooMuch, Why: fmt.Sprintf("more than %d bytes", c.MaxOutput)}
	case res.TimedOut:
		return &detect.ToolError{Kind: detect.TimedOut, Why: "killed after " + d.timeout.String()}
	case !slices.Contains(c.Exit, res.Status):
		return Crashedf("%s%s", res.State, OneLine(res.Stderr))
	case res.Failure != nil:
		return Crashedf("%s", OneLine(res.Failure.Error()))
	}
	return nil
}

// report reads the tool's report file.
func report(path string, limit int) ([]byte, error) {
	info, err := os.Lstat(path)
	switch {
	case err != nil || !info.Mode().IsRegular():
		return nil, Garbagef("it wrote no report")
	case info.Size() > int64(limit):
		return nil, &detect.ToolError{Kind: detect.TooMuch, Why: fmt.Sprintf("a report of %d bytes; at most %d are read",
			info.Size(), limit)}
	}
	return os.ReadFile(path)
}

// answer converts the tool's output into the response.
func (d *Detector) answer(ctx context.Context, task bench.Task, dir string, output []byte,
	resp bench.Response) (bench.Response, error) {
	issues, err := d.adapter.Parse(output)
	if err != nil {
		return resp, toolError(err)
	}
	claims, notes, err := d.adapter.Config.Sort(task, dir, issues, d.options.Threshold)
	if err == nil {
		err = d.adapter.Config.unknown(issues, formatOf(task))
	}
	if err != nil {
		return resp, err
	}
	if d.options.Replay != nil {
		for i := range claims {
			if s := claims[i].Steps; s != nil {
				claims[i].Attack = OneLine(d.options.Replay(ctx, task, *s))
			}
		}
		if ctx.Err() != nil {
			return resp, ctx.Err()
		}
	}
	out := d.adapter.Config.Reply(task, claims, notes)
	out.RawResponse, out.Attempts, out.Elapsed = output, resp.Attempts, resp.Elapsed
	out.Model, out.FinishRaw = d.subject.Version, "analysis ended"
	return out, nil
}

// workingCopy writes the files of a task and of the configuration into a new directory, which the caller
// removes even on an error.
func workingCopy(task bench.Task, own map[string]string) (string, error) {
	dir, err := os.MkdirTemp("", "assay-tool-")
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real // tools report resolved paths
	}
	written := map[string]bool{}
	write := func(name, text string) error {
		if !filepath.IsLocal(name) || strings.HasPrefix(name, outputFile) {
			return fmt.Errorf("a file cannot be called %q", name)
		}
		if written[name] {
			return nil // the code under review wins over a context file of the same path
		}
		written[name] = true
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		return os.WriteFile(path, []byte(text), 0o600)
	}
	for _, f := range slices.Concat(task.Files, task.Context) {
		if err := write(f.Path, f.Text); err != nil {
			return dir, err
		}
	}
	for name, text := range own {
		if written[name] {
			return dir, fmt.Errorf("%s is a file of the sample and of the tool", name)
		}
		if err := write(name, text); err != nil {
			return dir, err
		}
	}
	return dir, nil
}
