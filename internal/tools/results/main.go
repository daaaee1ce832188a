// Command results writes the page on the models that were asked for real, from their archived answers.
//
//	go run ./internal/tools/results > docs/results.md
//
// It imports every archive of internal/ext/recorded into a database of its own, scores it again and prints parts of its
// report. models.json there says what was served. Then it lets the rule judge decide on answers whose value is known.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"assay/internal/author/mutate"
	"assay/internal/core/base/environ"
	"assay/internal/core/cli"
	"assay/internal/core/judge"
	"assay/internal/core/run"
	"assay/internal/core/stats"
	proof "assay/internal/proof/cli"
)

func main() {
	if err := page("internal/ext/recorded", os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "results:", err)
		os.Exit(2)
	}
}

// served is a model as it was served.
type served struct {
	Model, Licence, File, SHA256, Quantisation, Server string
	Parameters, Context                                int
	Archives                                           []struct{ File, Title, Note string } // of runs
}

const head = `# Results of models that were asked for real

<!-- go run ./internal/tools/results > docs/results.md -->

Every number on this page is computed from the archives in [internal/ext/recorded](../internal/ext/recorded), whose
answers are scored again. "assay import FILE" and "assay serve" show every transcript. The models are small enough for
a machine without a graphics card; their rows show what answers at or below chance look like. The same answers are a
built-in subject, by name: "assay run --model builtin/smollm2-135m --suite tenantsql".
`

// page writes the page for the archives in a directory.
func page(dir string, w io.Writer) error {
	proof.Register(mutate.Deletions) // repairs of answers are executed
	text, err := os.ReadFile(filepath.Join(dir, "models.json"))
	if err != nil {
		return err
	}
	var models []served
	if err := json.Unmarshal(text, &models); err != nil {
		return fmt.Errorf("models.json: %w", err)
	}
	fmt.Fprint(w, head)
	for _, m := range models {
		fmt.Fprintf(w, "\n## %s\n\n| | |\n|---|---|\n", m.Model)
		fmt.Fprintf(w, "| weights | `%s`, %d parameters, %s; %s |\n", m.File, m.Parameters, m.Quantisation, m.Licence)
		fmt.Fprintf(w, "| SHA-256 | `%s` |\n| server | %s, context of %d tokens |\n", m.SHA256, m.Server, m.Context)
		for _, a := range m.Archives {
			parts, err := scored(filepath.Join(dir, a.File))
			if err != nil {
				return fmt.Errorf("%s: %w", a.File, err)
			}
			fmt.Fprintf(w, "\n### %s\n\n[%s](../internal/ext/recorded/%s). %s\n%s", a.Title, a.File, a.File, a.Note, parts)
		}
	}
	return known(w)
}

const knownHead = `
## Errors of the rule judge

What models decided as judges is above. The rule judge decides here on **gold** answers, which are made from the executed
labels of all proved texts of a suite ([judges.md](judges.md#calibration)). Each is counted by itself. The answers were
known when the judge was written, so this is the least it errs; on answers of models it errs more
([judges.md](judges.md#the-rule-judge)).

| suite | gold answer | wrong | of | percent, 95 % interval |
|---|---|---:|---:|---|
`

// known writes how often the rule judge is wrong about answers whose value is known.
func known(w io.Writer) error {
	fmt.Fprint(w, knownHead)
	for _, name := range run.Embedded {
		list, problems, err := run.ReadSuite(name)
		if err != nil || len(problems) > 0 {
			return fmt.Errorf("%s: %v %v", name, problems, err)
		}
		for _, k := range judge.CalibrateRule(list[0].Variants).Kinds {
			i, _ := stats.Wilson(k.Wrong, k.N)
			fmt.Fprintf(w, "| %s | %s | %d | %d | %.1f \\[%.1f, %.1f\\] |\n", name, k.Kind, k.Wrong, k.N,
				100*float64(k.Wrong)/float64(k.N), 100*i.Lo, 100*i.Hi)
		}
	}
	return nil
}

// wanted are the sections of the report on the page.
var wanted = map[string]bool{"Headline": true, "Pair outcomes": true, "Outcomes and cost": true, "Manifest": true,
	"Knowledge": true, "Executed explanations": true, "Attacks, repairs and tests": true}

// scored imports an archive and returns the wanted sections of its report, with their headings two levels deeper.
func scored(file string) (string, error) {
	db, err := os.MkdirTemp("", "results")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(db)
	db = filepath.Join(db, "results.db")
	if _, err := assay("import", file, "--db", db); err != nil {
		return "", err
	}
	text, err := assay("report", "--db", db, "--format", "md")
	if err != nil {
		return "", err
	}
	var out strings.Builder
	for _, section := range strings.Split(text, "\n## ")[1:] {
		name, _, _ := strings.Cut(section, "\n")
		if wanted[name] || name == "Judges" && strings.Contains(section, "llm:") {
			section = strings.ReplaceAll("## "+strings.TrimSpace(section), "\n#", "\n###")
			fmt.Fprintf(&out, "\n##%s\n", section)
		}
	}
	return out.String(), nil
}

// assay runs a command in this process, without the variables of its environment, and returns its output.
func assay(args ...string) (string, error) {
	var out, errs bytes.Buffer
	status := cli.Main(context.Background(), args, &environ.Env{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs,
		Getenv: func(string) string { return "" }})
	if status != 0 {
		return "", errors.New(strings.TrimSpace(errs.String()))
	}
	return out.String(), nil
}
