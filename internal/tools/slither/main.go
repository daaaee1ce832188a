// Command slither records what Slither reports about the texts of blockbench and their stored variants, for
// builtin/slither. It needs Python with slither-analyzer, Node.js, and the compilers and libraries of tools/solc: make
// slither gets them and runs it. Texts in the record keep the date of the record until others are added. An interrupted
// run keeps the batches that are done.
//
// A text that Slither cannot analyse is printed and has no record. Texts that are recorded already are kept, unless the
// version differs or -all is set.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/ext/tool"
	"assay/internal/ext/tool/slither"
	"assay/internal/proof/solc"
	"assay/suites"
)

//go:embed record.py
var script string

// batch is the number of texts that one Python process analyses: Slither's memory grows with them.
const batch = 40

func main() {
	python := flag.String("python", "python3", "Python with slither-analyzer")
	date := flag.String("date", "", "today, YYYY-MM-DD")
	jobs := flag.Int("jobs", 2, "processes at a time")
	all := flag.Bool("all", false, "analyse every text again")
	out := flag.String("out", "internal/ext/tool/slither/recorded.json.zst", "the record")
	flag.Parse()
	if err := run(context.Background(), *python, *date, *jobs, *all, *out); err != nil {
		fmt.Fprintln(os.Stderr, "slither:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, python, date string, jobs int, all bool, out string) error {
	tasks, todo, err := texts()
	if err != nil {
		return err
	}
	rec := tool.Results{Tool: "Slither", Date: date, Texts: map[string][]tool.Result{}, Checks: map[string]tool.Check{}}
	if old, err := os.ReadFile(out); err == nil && !all {
		was, err := tool.ReadResults(old)
		if err != nil {
			return err
		}
		for _, t := range tasks {
			if r, ok := was.Texts[tool.ResultKey(t)]; ok {
				rec.Texts[tool.ResultKey(t)] = r
			}
		}
		rec.Version, rec.Date, rec.Checks = was.Version, was.Date, was.Checks
	}
	todo = slices.DeleteFunc(todo, func(r request) bool { _, ok := rec.Texts[r.Hash]; return ok })
	fmt.Fprintf(os.Stderr, "%d texts, %d to analyse\n", len(tasks), len(todo))
	var wg sync.WaitGroup
	var mu sync.Mutex
	var failed error
	slots := make(chan bool, jobs)
	for len(todo) > 0 { // one compiler a process
		n := 1
		for n < min(len(todo), batch) && todo[n].Version == todo[0].Version {
			n++
		}
		part := todo[:n]
		todo = todo[n:]
		slots <- true // in this order: what is interrupted has the originals
		wg.Go(func() {
			defer func() { <-slots }()
			err := analyse(ctx, python, part, func(a answer) error {
				mu.Lock()
				defer mu.Unlock()
				return add(&rec, tasks[a.Hash], a)
			})
			mu.Lock()
			defer mu.Unlock()
			rec.Date = cmp.Or(date, rec.Date)
			failed = errors.Join(failed, err, write(out, rec, len(tasks)))
		})
	}
	wg.Wait()
	return failed
}

func write(file string, rec tool.Results, tasks int) error {
	text, err := rec.Encode()
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "%d of %d texts recorded, %d bytes\n", len(rec.Texts), tasks, len(text))
	return os.WriteFile(file, text, 0o644)
}

// request is what record.py reads, answer what it writes with a report.
type (
	request struct {
		Hash    string `json:"hash"`
		Version string `json:"version"`
		Wrapper string `json:"wrapper"`
		Soljson string `json:"soljson"`
		Input   string `json:"input"`
	}
	answer struct {
		Hash    string `json:"hash"`
		Version string `json:"version"`
		report  []byte
	}
)

// texts returns the tasks of blockbench and of the variants that change names, comments and shape, by key, and the
// requests for them in a fixed order.
func texts() (map[string]bench.Task, []request, error) {
	list, problems, err := suite.Load(suites.FS, suite.Blockbench, "", suite.Blockbench)
	if err != nil || len(problems) > 0 {
		return nil, nil, fmt.Errorf("%w, %v", err, problems)
	}
	var all []*bench.Variant
	for i := range list[0].Variants {
		all = append(all, &list[0].Variants[i])
	}
	var chains []string
	for _, c := range list[0].StoredChains(1) {
		for _, kind := range []string{"chameleon", "sanitize", "shapeshifter"} {
			if strings.HasPrefix(c.Chain, kind) {
				chains = append(chains, c.Chain)
			}
		}
	}
	varied, err := suite.Vary(list, all, chains, 1)
	if err != nil {
		return nil, nil, err
	}
	c, err := solc.New(solc.Options{Dir: "tools/solc"})
	if err != nil {
		return nil, nil, err
	}
	compilers := map[string]string{}
	for _, s := range list[0].Samples {
		compilers[s.ID] = s.Meta.Compiler
	}
	tasks := map[string]bench.Task{}
	var todo []request
	order := append(all, varied.Variants...)
	rank := func(v *bench.Variant) int { // originals, then what takes little time, in the order of the chains
		n := slices.Index(chains, v.Chain) + 1
		if n > 0 && strings.Contains(v.Task.Files[0].Text, "@openzeppelin/") {
			n += len(chains)
		}
		return n
	}
	slices.SortStableFunc(order, func(a, b *bench.Variant) int { // few compilers a process
		return cmp.Or(rank(a)-rank(b), cmp.Compare(compilers[a.Sample], compilers[b.Sample]))
	})
	for _, v := range order {
		key := tool.ResultKey(v.Task)
		if _, ok := tasks[key]; ok {
			continue
		}
		tasks[key] = v.Task
		r, err := requestFor(c, v.Task, compilers[v.Sample])
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", v.Key, err)
		}
		todo = append(todo, r)
	}
	return tasks, todo, nil
}

func requestFor(c *solc.Compiler, task bench.Task, version string) (request, error) {
	sources := map[string]string{}
	for _, f := range slices.Concat(task.Context, task.Files) {
		sources[f.Path] = f.Text
	}
	sources, missing := c.WithLibraries(sources)
	if len(missing) > 0 {
		return request{}, fmt.Errorf("not found: %v", missing)
	}
	contents := map[string]any{}
	for name, text := range sources {
		contents[name] = map[string]string{"content": text}
	}
	input, err := json.Marshal(map[string]any{"language": "Solidity", "sources": contents, "settings": map[string]any{
		"outputSelection": map[string]any{"*": map[string][]string{"": {"ast"}, "*": {"abi"}}}}})
	return request{Hash: tool.ResultKey(task), Version: version, Wrapper: filepath.Join(c.Modules(), "solc", "wrapper.js"),
		Soljson: filepath.Join(c.Modules(), "solc-"+version, "soljson.js"), Input: string(input)}, err
}

// analyse hands requests to one process and each answer to add.
func analyse(ctx context.Context, python string, part []request, add func(answer) error) error {
	args := []string{"-c", script, "internal/proof/solc/worker.js"}
	for check, class := range slither.Adapter().Config.Checks {
		if class != "" {
			args = append(args, check)
		}
	}
	cmd := exec.CommandContext(ctx, python, args...)
	cmd.Env = append(os.Environ(), "PYTHONHASHSEED=0")
	var in bytes.Buffer
	enc := json.NewEncoder(&in)
	for _, r := range part {
		if err := enc.Encode(r); err != nil {
			return err
		}
	}
	cmd.Stdin, cmd.Stderr = &in, os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		a := answer{report: slices.Clone(lines.Bytes())}
		if err := json.Unmarshal(a.report, &a); err != nil {
			return err
		}
		if err := add(a); err != nil {
			return err
		}
	}
	return errors.Join(lines.Err(), cmd.Wait())
}

// add adds what is reported about one task to the record.
func add(rec *tool.Results, task bench.Task, a answer) error {
	if rec.Version != "" && rec.Version != a.Version {
		return fmt.Errorf("%s is installed and %s recorded; -all analyses every text again", a.Version, rec.Version)
	}
	rec.Version = a.Version
	issues, err := slither.Parse(a.report)
	if err != nil {
		fmt.Printf("%s %s: %v\n", a.Hash, task.Files[0].Path, err)
		return nil
	}
	results := []tool.Result{}
	for _, i := range issues {
		if i.File != task.Files[0].Path {
			continue
		}
		rec.Checks[i.Check] = tool.Check{Severity: i.Severity, Confidence: i.Confidence.String(), Text: i.Message}
		results = append(results, tool.Result{Check: i.Check, Function: i.Function, Lines: i.Lines})
	}
	rec.Texts[a.Hash] = tool.SortResults(results)
	return nil
}
