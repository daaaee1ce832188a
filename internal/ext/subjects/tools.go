package subjects

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/base/command"
	"assay/internal/core/base/environ"
	"assay/internal/core/base/exit"
	"assay/internal/core/detect"
	"assay/internal/core/report/write"
	"assay/internal/core/run/subject"
	"assay/internal/ext/tool"
	"assay/internal/ext/tool/all"
	"assay/internal/ext/tool/replay"
	"assay/internal/ext/tool/sarif"
	"assay/internal/proof/verify"
)

// ownTools is the file of tools that is read by default if it exists.
const ownTools = "assay-tools.yaml"

// ownFile is the user's file of tools; the zero value means no file.
type ownFile struct {
	name     string
	text     []byte
	commands map[string]string // by tool: commands that the file contains or affects
}

// toolConfigs returns every adapter by name, with the settings of the user's file.
func toolConfigs(file string) (map[string]tool.Adapter, ownFile, error) {
	adapters := map[string]tool.Adapter{"sarif": sarif.Adapter()}
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
		return shareChecks(adapters), ownFile{}, nil
	case err != nil:
		return nil, ownFile{}, exit.Usage("%v", err)
	}
	out := ownFile{name: name, text: text, commands: map[string]string{}}
	own, err := tool.ReadOwn(name, text)
	if err != nil {
		return nil, out, exit.Usage("%v", err)
	}
	for _, t := range slices.Sorted(maps.Keys(own)) {
		a, ok := adapters[t]
		if !ok {
			return nil, out, exit.Usage("%s: unknown tool %q; choose %s", name, t,
				strings.Join(slices.Sorted(maps.Keys(adapters)), ", "))
		}
		if a.Config, err = a.Config.With(own[t]); err != nil {
			return nil, out, exit.Usage("%s: %v", name, err)
		}
		adapters[t] = a
		if o := own[t]; len(o.Command)+len(o.Arguments)+len(o.VersionArgs)+len(o.Files)+len(o.Environment) > 0 {
			line := slices.Concat(a.Config.Command, a.Config.Arguments)
			for _, k := range slices.Sorted(maps.Keys(o.Environment)) {
				line = slices.Insert(line, 0, k+"="+o.Environment[k])
			}
			out.commands[t] = strings.Join(line, " ")
		}
	}
	return shareChecks(adapters), out, nil
}

// shareChecks gives the format SARIF the meaning of the checks of every tool that has an adapter.
func shareChecks(adapters map[string]tool.Adapter) map[string]tool.Adapter {
	a := adapters["sarif"]
	a.Config.Maps = map[string]map[string]bench.Class{}
	for name, other := range adapters {
		if name != "sarif" && name != "smartbugs" {
			a.Config.Maps[name] = other.Config.Checks
		}
	}
	adapters["sarif"] = a
	return adapters
}

// newTool returns the detector of one static analyser. Its transactions may be replayed on the
// samples of the suites in use.
func newTool(ctx context.Context, s *subject.Maker, name string) (detect.Detector, error) {
	threshold, err := tool.ParseConfidence(s.ToolConfidence)
	if err != nil {
		return nil, exit.Usage("--tool-confidence: %v", err)
	}
	adapters, own, err := toolConfigs(s.ToolsFile)
	if err != nil {
		return nil, err
	}
	line, anySARIF := strings.CutPrefix(name, subject.SarifPrefix)
	which := strings.TrimPrefix(name, subject.ToolPrefix)
	if anySARIF {
		which = "sarif"
	}
	if its, ok := own.commands[which]; ok && (s.ToolsFile == "" || !s.Env.Given("tools-file", s.ToolsFile).From.Trusted) {
		if err := s.Env.MayRun(own.name, "--tools-file", own.text, []string{its}); err != nil {
			return nil, err
		}
	}
	if anySARIF {
		return sarifOf(ctx, s, name, line, adapters["sarif"], threshold)
	}
	a, ok := adapters[which]
	if !ok || a.Config.Tool == "sarif" {
		return nil, exit.Usage(
			"unknown analyser %s; `assay models` lists the static analysers, and sarif:COMMAND runs any that writes SARIF", name)
	}
	opts := tool.Options{Threshold: threshold, Env: s.Env.Children(), Keys: s.Env.Keys()}
	if a.Config.Tool == "mythril" {
		stage := replay.New(compilerOf(s), s.Suites)
		opts.Replay, opts.Replays = stage.Replay, verify.Engine()
	}
	d := tool.New(ctx, a, opts)
	warnMissing(s.Env, name, a.Config)
	return d, nil
}

// warnMissing reports once, before the run, the failure that every trial would report.
func warnMissing(env *environ.Env, name string, c tool.Config) {
	if _, err := tool.Find(c); err != nil {
		fmt.Fprintf(env.Stderr, "%s is %v; its trials fail and count\n", name, err)
	}
}

// sarifOf returns the detector of a recorded report, or of a command that writes one.
func sarifOf(ctx context.Context, s *subject.Maker, name, line string, a tool.Adapter,
	threshold tool.Confidence) (detect.Detector, error) {
	if subject.IsReport(line) {
		info, err := os.Stat(line)
		if err != nil {
			return nil, exit.Usage("%v", err)
		}
		if info.Size() > int64(a.Config.MaxOutput) {
			return nil, exit.Usage("%s has %d bytes; at most %d are read (tools.sarif.max_output in %s)", line, info.Size(),
				a.Config.MaxOutput, ownTools)
		}
		text, err := os.ReadFile(line)
		if err != nil {
			return nil, exit.Usage("%v", err)
		}
		d, err := sarif.NewRecorded(name, a.Config, text, threshold, addressesOf(s.Truth))
		if err != nil {
			return nil, exit.Usage("%s: %v", line, err)
		}
		if all, stray, first := d.Stray(tasksOf(s.Truth)); stray > 0 {
			fmt.Fprintf(s.Env.Stderr, "%s: %d of %d results are about none of the texts and are in no count; "+
				"the first is about %s\n", name, stray, all, cmp.Or(first, "no file"))
		}
		return d, nil
	}
	if strings.HasSuffix(line, ".sarif") && !strings.Contains(line, " ") {
		return nil, exit.Usage("report %s does not exist", line)
	}
	words, err := command.Split(line)
	if err == nil && len(words) == 0 {
		err = errors.New("the command is empty")
	}
	if err == nil && !strings.Contains(line, "{file}") {
		err = errors.New("the command must contain {file} for the path of the code")
	}
	if err != nil {
		return nil, exit.Usage("%s: %v", name, err)
	}
	a.Config.Command, a.Config.Arguments = words[:1], words[1:]
	name = s.Env.Clean(name) // the command may contain a key
	d := tool.New(ctx, a, tool.Options{Name: name, Threshold: threshold, Env: s.Env.Children(), Keys: s.Env.Keys()})
	warnMissing(s.Env, name, a.Config)
	return d, nil
}

func tasksOf(variants []bench.Variant) iter.Seq[bench.Task] {
	return func(yield func(bench.Task) bool) {
		for _, v := range variants {
			if !yield(v.Task) {
				return
			}
		}
	}
}

// addressesOf returns the paths that a report may give for the code of a task: the path in
// our own reports or, for a text that was not transformed, the file it was read from,
// beginning with the directory of the sample.
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

// ListTools prints the static analysers and whether each is installed, with the user's settings in a file, "" for the
// default.
func ListTools(w *write.Grid, file string) error {
	adapters, _, err := toolConfigs(file)
	if err != nil {
		return err
	}
	fmt.Fprintln(w, "\nSTATIC ANALYSER\tINSTALLED\tDESCRIPTION")
	for _, a := range all.Adapters() {
		c := adapters[a.Config.Tool].Config
		found := "yes"
		if _, err := tool.Find(c); err != nil {
			found = "no: " + c.Install
		}
		fmt.Fprintf(w, "%s%s\t%s\t%s\n", subject.ToolPrefix, c.Tool, found, c.Doc)
	}
	fmt.Fprintf(w, "sarif:COMMAND, sarif:FILE\t-\t%s\n", adapters["sarif"].Config.Doc)
	return w.Flush()
}
