package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"

	"assay/internal/bench"
	"assay/internal/command"
	"assay/internal/detect"
	"assay/internal/detect/tool"
	"assay/internal/detect/tool/all"
	"assay/internal/detect/tool/sarif"
	"assay/internal/detect/tool/smartbugs"
	"assay/internal/proof/replay"
	"assay/internal/proof/solc"
	"assay/internal/proof/verify"
	"assay/internal/suite"
)

// How tools are written for --model.
const (
	toolPrefix  = "tool/"
	sarifPrefix = "sarif:"
	bugsPrefix  = "smartbugs:"
)

// ownTools is the file of tools that is read when it exists.
const ownTools = "assay-tools.yaml"

// tooling is how static analysers are run.
type tooling struct {
	ToolConfidence string `help:"Findings of static analysers below it do not count: low, medium or high." default:"low" placeholder:"LEVEL" found:"data"`
	ToolsFile      string `help:"What you say of static analysers: commands, arguments, what their checks mean; assay-tools.yaml, where it exists, by default." placeholder:"FILE" found:"tools"`

	compilers []func() // close those that were made
}

// closeTools ends what the tools of a run have made.
func (o *tooling) closeTools() {
	for _, f := range o.compilers {
		f()
	}
}

func isTool(name string) bool {
	return strings.HasPrefix(name, toolPrefix) || strings.HasPrefix(name, sarifPrefix) || strings.HasPrefix(name, bugsPrefix)
}

// ownFile is what the user says of tools; the zero value is no file.
type ownFile struct {
	name     string
	text     []byte
	commands map[string]string // by tool: those that stand in it, or that it changes what they do
}

// toolConfigs returns every adapter by name, with what the user's file says.
func toolConfigs(file string) (map[string]tool.Adapter, ownFile, error) {
	adapters := map[string]tool.Adapter{"sarif": sarif.Adapter(), "smartbugs": {Config: smartbugs.Config(), Version: smartbugs.Version}}
	for _, a := range all.Adapters() {
		adapters[a.Config.Tool] = a
	}
	name := file
	if name == "" {
		name = ownTools
	}
	text, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && file == "":
		return adapters, ownFile{}, nil
	case err != nil:
		return nil, ownFile{}, usage("%v", err)
	}
	out := ownFile{name: name, text: text, commands: map[string]string{}}
	own, err := tool.ReadOwn(name, text)
	if err != nil {
		return nil, out, usage("%v", err)
	}
	for _, t := range sortedKeys(own) {
		a, ok := adapters[t]
		if !ok {
			return nil, out, usage("%s: there is no tool %q; there are %s", name, t, strings.Join(sortedKeys(adapters), ", "))
		}
		if a.Config, err = a.Config.With(own[t]); err != nil {
			return nil, out, usage("%s: %v", name, err)
		}
		adapters[t] = a
		if o := own[t]; len(o.Command)+len(o.Arguments)+len(o.VersionArgs)+len(o.Files)+len(o.Environment) > 0 {
			line := slices.Concat(a.Config.Command, a.Config.Arguments)
			for _, k := range sortedKeys(o.Environment) {
				line = slices.Insert(line, 0, k+"="+o.Environment[k])
			}
			out.commands[t] = strings.Join(line, " ")
		}
	}
	return adapters, out, nil
}

// tool returns the detector of one static analyser. whole are the suites in use,
// whose samples its transactions may be replayed on with the compilers of dir;
// variants are what may be asked about.
func (o *tooling) tool(ctx context.Context, env *Env, name, dir string, whole []*suite.Suite, variants []bench.Variant) (detect.Detector, error) {
	threshold, err := tool.ParseConfidence(o.ToolConfidence)
	if err != nil {
		return nil, usage("--tool-confidence: %v", err)
	}
	adapters, own, err := toolConfigs(o.ToolsFile)
	if err != nil {
		return nil, err
	}
	if dir, ok := strings.CutPrefix(name, bugsPrefix); ok {
		return bugsTool(name, dir, adapters, threshold, variants)
	}
	line, anySARIF := strings.CutPrefix(name, sarifPrefix)
	which := strings.TrimPrefix(name, toolPrefix)
	if anySARIF {
		which = "sarif"
	}
	if its, ok := own.commands[which]; ok && (o.ToolsFile == "" || !env.given("tools-file", o.ToolsFile).from.trusted) {
		if err := env.mayRun(own.name, "--tools-file", own.text, []string{its}); err != nil {
			return nil, err
		}
	}
	if anySARIF {
		return sarifTool(ctx, env, name, line, adapters["sarif"], threshold, variants)
	}
	a, ok := adapters[which]
	if !ok || a.Config.Tool == "sarif" || a.Config.Tool == "smartbugs" {
		return nil, usage("there is no %s; `assay models` lists the static analysers, and sarif:COMMAND runs any that writes SARIF", name)
	}
	opts := tool.Options{Threshold: threshold, Env: env.children(), Keys: env.keys()}
	if a.Config.Tool == "mythril" {
		stage := replay.New(o.compiler(dir), whole)
		opts.Replay, opts.Replays = stage.Replay, verify.Engine()
	}
	d := tool.New(ctx, a, opts)
	warnMissing(env, name, a.Config)
	return d, nil
}

// warnMissing says at once what every trial will say.
func warnMissing(env *Env, name string, c tool.Config) {
	if _, err := tool.Find(c); err != nil {
		fmt.Fprintf(env.Stderr, "%s is %v; its trials fail, and count\n", name, err)
	}
}

// compiler makes the compiler when it is first needed; closeTools closes it.
func (o *tooling) compiler(dir string) func() (*solc.Compiler, error) {
	var c *solc.Compiler
	o.compilers = append(o.compilers, func() {
		if c != nil {
			c.Close()
		}
	})
	return sync.OnceValues(func() (_ *solc.Compiler, err error) {
		c, err = solc.New(solc.Options{Dir: dir})
		return c, err
	})
}

// listTools writes what static analysers there are, and which are installed.
func listTools(w *tabwriter.Writer, file string) error {
	adapters, _, err := toolConfigs(file)
	if err != nil {
		return err
	}
	fmt.Fprintln(w, "\nSTATIC ANALYSER\tINSTALLED\tWHAT IT DOES")
	for _, a := range all.Adapters() {
		c := adapters[a.Config.Tool].Config
		found := "yes"
		if _, err := tool.Find(c); err != nil {
			found = "no: " + c.Install
		}
		fmt.Fprintf(w, "%s%s\t%s\t%s\n", toolPrefix, c.Tool, found, c.Doc)
	}
	fmt.Fprintf(w, "sarif:COMMAND, sarif:FILE\t-\t%s\n", adapters["sarif"].Config.Doc)
	fmt.Fprintf(w, "smartbugs:DIR\t-\t%s\n", adapters["smartbugs"].Config.Doc)
	return w.Flush()
}

// isReport reports whether what follows sarif: is a file, and no command.
func isReport(line string) bool {
	info, err := os.Stat(line)
	return err == nil && info.Mode().IsRegular() && slices.Contains([]string{".sarif", ".json"}, filepath.Ext(line))
}

// sarifTool is a recorded report, or a command that writes one.
func sarifTool(ctx context.Context, env *Env, name, line string, a tool.Adapter, threshold tool.Confidence, variants []bench.Variant) (detect.Detector, error) {
	if isReport(line) {
		info, err := os.Stat(line)
		if err != nil {
			return nil, usage("%v", err)
		}
		if info.Size() > int64(a.Config.MaxOutput) {
			return nil, usage("%s has %d bytes; at most %d are read (tools.sarif.max_output in %s)", line, info.Size(), a.Config.MaxOutput, ownTools)
		}
		text, err := os.ReadFile(line)
		if err != nil {
			return nil, usage("%v", err)
		}
		d, err := sarif.NewRecorded(name, a.Config, text, threshold, addressesOf(variants))
		if err != nil {
			return nil, usage("%s: %v", line, err)
		}
		return d, nil
	}
	if strings.HasSuffix(line, ".sarif") && !strings.Contains(line, " ") {
		return nil, usage("there is no report %s", line)
	}
	words, err := command.Split(line)
	if err == nil && len(words) == 0 {
		err = errors.New("there is no command")
	}
	if err == nil && !strings.Contains(line, "{file}") {
		err = errors.New("{file} has to stand where the path of the code goes")
	}
	if err != nil {
		return nil, usage("%s: %v", name, err)
	}
	a.Config.Command, a.Config.Arguments = words[:1], words[1:]
	name = env.clean(name) // the command may hold a key
	d := tool.New(ctx, a, tool.Options{Name: name, Threshold: threshold, Env: env.children(), Keys: env.keys()})
	warnMissing(env, name, a.Config)
	return d, nil
}

// bugsTool is what SmartBugs 2 recorded of one tool. What a check means is said by the
// adapter of the tool, if there is one.
func bugsTool(name, dir string, adapters map[string]tool.Adapter, threshold tool.Confidence, variants []bench.Variant) (detect.Detector, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, usage("%v", err)
	}
	defer root.Close()
	records, err := smartbugs.Read(root.FS())
	if err != nil {
		return nil, usage("%s: %v", dir, err)
	}
	ids := sortedKeys(records)
	if len(ids) > 1 {
		return nil, usage("%s holds results of %s; name the directory of one of them, such as %s%s", dir, strings.Join(ids, ", "), bugsPrefix, filepath.ToSlash(filepath.Join(dir, ids[0])))
	}
	a, ok := adapters[smartbugs.Family(ids[0])]
	if !ok || a.Config.Tool == "sarif" {
		a = adapters["smartbugs"]
	}
	return tool.NewRecorded(name, smartbugs.Version, a.Config, records[ids[0]], threshold, addressesOf(variants)), nil
}

// addressesOf says how a report may write the path of a task's code: as our own
// reports do, or, for a text that was not transformed, as the file it was read
// from, beginning with the directory of the sample.
func addressesOf(variants []bench.Variant) func(bench.Task) []string {
	names := map[string][]string{}
	for _, v := range variants {
		h := v.Task.Hash()
		names[h] = append(names[h], v.Key+"/"+v.Task.Files[0].Path)
		if v.Chain != "" {
			continue
		}
		source := path.Clean(filepath.ToSlash(v.Source))
		names[h] = append(names[h], source)
		parts := strings.Split(source, "/")
		id := v.Sample[strings.LastIndexByte(v.Sample, '/')+1:]
		if i := slices.Index(parts, id); i >= 0 && i < len(parts)-1 {
			names[h] = append(names[h], strings.Join(parts[i:], "/"))
		}
	}
	return func(t bench.Task) []string { return names[t.Hash()] }
}
