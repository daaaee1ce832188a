package cli

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"assay/internal/detect/imported"
	"assay/internal/interchange"
	"assay/internal/interchange/inspect"
	"assay/internal/interchange/lmeval"
	"assay/internal/interchange/promptfoo"
	"assay/internal/report/gate"
)

// answerFormats lists the programs whose recorded answers are read.
func answerFormats() []interchange.Answers {
	return []interchange.Answers{
		inspect.Answers(),
		lmeval.Answers(),
		promptfoo.Answers(),
	}
}

// answerImports makes a command of every format.
func answerImports() kong.Plugins {
	var fields []reflect.StructField
	for i, f := range answerFormats() {
		fields = append(fields, reflect.StructField{
			Name: fmt.Sprintf("Answers%d", i), Type: reflect.TypeFor[importAnswersCmd](),
			Tag: reflect.StructTag(fmt.Sprintf("cmd:\"\" name:%q help:%q", f.Name, strings.ToUpper(f.Doc[:1])+f.Doc[1:]+".")),
		})
	}
	return kong.Plugins{reflect.New(reflect.StructOf(fields)).Interface()}
}

type importAnswersCmd struct {
	scoring
	Files []string `arg:"" name:"file" help:"Files of recorded answers, or directories of them."`
	Name  string   `name:"subject" help:"Whose answers they are; by default the model that the files name." placeholder:"NAME"`
}

func (*importAnswersCmd) Help() string {
	return `Parses and scores answers that another program recorded; none of its scores is believed. Nobody is asked. What cannot be placed is
counted (docs/exchange.md).

Examples:

  assay import inspect logs/ --suite blockbench
  assay import lm-eval results/my__model/ --suite blockbench
  assay import promptfoo out.json --suite tenantsql --subject my-prompt`
}

func (c *importAnswersCmd) Run(ctx context.Context, env *Env, k *kong.Context) error {
	i := slices.IndexFunc(answerFormats(), func(f interchange.Answers) bool { return f.Name == k.Selected().Name })
	if i < 0 {
		return fmt.Errorf("no format of answers is called %s", k.Selected().Name)
	}
	gates, err := gate.Parse(c.FailUnder)
	if err != nil {
		return err
	}
	suites, err := c.Load(env.Env)
	if err != nil {
		return err
	}
	variants, drawn, err := c.Draw(suites, 1)
	if err != nil {
		return err
	}
	lines, err := c.read(env, answerFormats()[i])
	if err != nil {
		return usage("%v", err)
	}
	return c.score(ctx, env, gates, suites, variants, drawn, lines, strings.Join(c.Files, ", "))
}

// read returns the answers of all files, in order of their names, and says what else is in them.
func (c *importAnswersCmd) read(env *Env, f interchange.Answers) ([]imported.Line, error) {
	files, err := c.files(f)
	if err != nil {
		return nil, err
	}
	var lines []imported.Line
	left := map[string]int{}
	for _, name := range files {
		r, err := readAnswers(f, name, c.Name)
		if err != nil {
			return nil, err
		}
		lines = append(lines, r.Lines...)
		for kind, n := range r.Left {
			left[kind] += n
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(left)) {
		fmt.Fprintf(env.Stderr, "left out: %d %s\n", left[kind], kind)
	}
	if len(lines) == 0 {
		return nil, fmt.Errorf("%s: there is no answer in it", strings.Join(c.Files, ", "))
	}
	return lines, nil
}

// files returns the files that are named, and of directories those in the format.
func (c *importAnswersCmd) files(f interchange.Answers) ([]string, error) {
	var out []string
	for _, name := range c.Files {
		info, err := os.Stat(name)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			out = append(out, name)
			continue
		}
		before := len(out)
		err = filepath.WalkDir(name, func(p string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && f.Mine(d.Name()) {
				out = append(out, p)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		if len(out) == before {
			return nil, fmt.Errorf("%s: no file in it is a record of %s", name, f.Name)
		}
	}
	return out, nil
}

// maxBeside bounds a file that is read for what it says of another, in bytes.
const maxBeside = 64 << 20

func readAnswers(f interchange.Answers, name, subject string) (interchange.Record, error) {
	file, err := os.Open(name)
	if err != nil {
		return interchange.Record{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return interchange.Record{}, err
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return interchange.Record{}, err
	}
	return f.Read(interchange.File{
		Name: filepath.ToSlash(name), Data: file, Size: info.Size(), Parent: filepath.Base(filepath.Dir(abs)), Subject: subject,
		Beside: func(other string) []byte {
			p := filepath.Join(filepath.Dir(name), filepath.Base(other))
			if info, err := os.Stat(p); err != nil || !info.Mode().IsRegular() || info.Size() > maxBeside {
				return nil
			}
			b, err := os.ReadFile(p)
			if err != nil {
				return nil
			}
			return b
		},
	})
}
