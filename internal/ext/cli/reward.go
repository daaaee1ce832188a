package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"assay/internal/bench"
	"assay/internal/core/base/exit"
	"assay/internal/core/base/jsonl"
	"assay/internal/core/base/progress"
	"assay/internal/core/cli"
	"assay/internal/core/engine"
	"assay/internal/core/judge"
	"assay/internal/core/prompt"
	"assay/internal/core/run"
	"assay/internal/core/run/exchange"
	"assay/internal/core/run/judges"
	"assay/internal/core/run/subject"
	"assay/internal/core/suite"
	"assay/internal/ext/interchange/grade"
)

type rewardCmd struct {
	run.Selection
	Strategy  string `help:"Strategy of the questions, as for assay export suite; by default one that fits each suite." placeholder:"NAME"`
	Question  string `help:"Hash of the one question that --answer answers." placeholder:"HASH"`
	Answer    string `help:"Grade the answer in this file to --question, instead of lines on standard input." placeholder:"FILE" type:"path"`
	Postgres  string `help:"PostgreSQL to execute SQL on, as a role that may create databases and roles; a private one is started by default." placeholder:"URL" env:"ASSAY_POSTGRES" found:"program"`
	Compilers string `help:"Directory with the Solidity compilers' node_modules." placeholder:"DIR" type:"path" found:"program"`
	Box       bool   `help:"Execute handlers that an answer repairs, in a box (bubblewrap)." found:"program"`
}

func (*rewardCmd) Help() string {
	return `Grades answers to the questions that assay export suite wrote, one JSON object a line, as they arrive on standard input:
{"prompt": "HASH", "text": "the answer", "finish": "stop"}. Each grade is a line on standard output. The reward is 1 for a documented flaw that was found
with its place, an attack that works, a repair that ends the flaw and breaks nothing, or the right word that there is nothing to do; else 0. Attacks and repairs
are executed. A line that cannot be graded has an error, and no reward (docs/exchange.md).

Examples:

  assay reward --suite tenantsql < answers.jsonl
  assay reward --suite tenantsql --strategy sql-repair < answers.jsonl
  assay reward --suite tenantsql --question HASH --answer answer.txt`
}

func (c *rewardCmd) Run(ctx context.Context, env *cli.Env) error {
	if (c.Question == "") != (c.Answer == "") {
		return exit.Usage("--question and --answer belong together: a hash and a file")
	}
	suites, err := c.Load(env.Env)
	if err != nil {
		return err
	}
	variants, err := c.Variants(suites)
	if err != nil {
		return err
	}
	asked, err := ask(suites, variants, c.Strategy, c.Box)
	if err != nil {
		return err
	}
	exec, end, err := c.executor(asked, suites)
	if err != nil {
		return err
	}
	fmt.Fprintf(env.Stderr, "grading answers to %s\n", progress.Counted(len(asked), "question"))
	grader := grade.New(asked, exec)
	if c.Answer == "" {
		return errors.Join(answers(ctx, env.Stdin, env.Data(), grader), end())
	}
	text, err := readAnswer(c.Answer)
	if err == nil {
		out := grader.Grade(ctx, grade.Answer{Prompt: c.Question, Text: text})
		err = exchange.JSONL(env.Data(), []grade.Grade{out})
	}
	return errors.Join(err, end())
}

// readAnswer reads a file that an agent may have written: a regular one, of at most the length of a line.
func readAnswer(name string) (string, error) {
	info, err := os.Lstat(name)
	switch {
	case err != nil:
		return "", exit.Usage("%v", err)
	case !info.Mode().IsRegular():
		return "", exit.Usage("%s is not a regular file", name)
	case info.Size() > jsonl.MaxLine:
		return "", exit.Usage("%s has more than %d bytes", name, jsonl.MaxLine)
	}
	b, err := os.ReadFile(name)
	return string(b), err
}

// ask returns the questions about variants with a strategy, as a run asks them.
func ask(suites []*suite.Suite, variants []*bench.Variant, strategy string, box bool) ([]exchange.Asked, error) {
	if st, err := prompt.Find(strategy); err == nil && st.Boxed() && !box {
		return nil, exit.Usage("strategy %q asks for code that is executed in a box only; add --box", strategy)
	}
	if box || engine.AsksFor(strategy).Kind() != "" {
		variants = subject.Worlds(suites, variants, box)
	}
	return exchange.Ask(variants, strategy)
}

// executor returns the judge that executes, if a question asks for code, and how to end it.
func (c *rewardCmd) executor(asked []exchange.Asked, suites []*suite.Suite) (judge.Referee, func() error, error) {
	for _, q := range asked {
		if q.Asks.Kind() != "" {
			x, err := (&judges.Options{Postgres: c.Postgres, Compilers: c.Compilers, Box: c.Box}).Executor(suites)
			if err != nil {
				return nil, nil, err
			}
			return x, x.Close, nil
		}
	}
	return nil, func() error { return nil }, nil
}

// answers grades each line of r on w, before it reads the next.
func answers(ctx context.Context, r io.Reader, w io.Writer, g *grade.Grader) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, jsonl.MaxLine)
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var out grade.Grade
		if in, err := jsonl.Parse[grade.Answer](lines.Bytes(), "an answer"); err != nil {
			out.Error = fmt.Sprintf("line %d: %v", n, err)
		} else {
			out = g.Grade(ctx, in)
		}
		if err := exchange.JSONL(w, []grade.Grade{out}); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return exit.Usage("standard input: a line is longer than %d bytes", jsonl.MaxLine)
	}
	return lines.Err()
}

// rewardFlags returns the flags with which assay reward grades the questions of a selection. Suites in directories are
// named by absolute paths, since the program that asks runs elsewhere.
func rewardFlags(s run.Selection, strategy string, box bool, suites []*suite.Suite) ([]string, error) {
	names := s.Suite
	if len(names) == 0 {
		names = []string{"tests"} // the default of Load, unless it took the embedded ones
		if slices.Contains(run.Embedded, suites[0].Name) {
			names = run.Embedded
		}
	}
	var out []string
	for _, name := range names {
		if !slices.Contains(run.All, name) {
			abs, err := filepath.Abs(name)
			if err != nil {
				return nil, err
			}
			name = abs
		}
		out = append(out, "--suite", name)
	}
	for _, x := range s.Subset {
		out = append(out, "--subset", x)
	}
	for _, x := range s.Filter {
		out = append(out, "--filter", x)
	}
	if s.Limit > 0 {
		out = append(out, "--limit", strconv.Itoa(s.Limit))
	}
	if strategy != "" {
		out = append(out, "--strategy", strategy)
	}
	if box {
		out = append(out, "--box")
	}
	return out, nil
}
