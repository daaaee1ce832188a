package cli

import (
	"context"

	"assay/internal/core/base/exit"
	"assay/internal/core/judge"
	"assay/internal/core/run"
	"assay/internal/core/run/judges"
	"assay/internal/core/suite"
	"assay/internal/proof/adequacy"
	"assay/internal/proof/changes"
	proof "assay/internal/proof/judge"
	"assay/internal/proof/runtimes/stack"
	"assay/internal/proof/solc"
)

// Register gives a program the judge that executes, and the changes of projects. removals finds the checks of SQL
// statements.
func Register(removals adequacy.Remover) {
	run.Changes = changes.Of
	judges.Add(judges.Executing{New: func(o judges.Options, suites []*suite.Suite) (judges.Executor, error) {
		return newExecutor(o, suites, removals)
	}, Reader: func() judge.Referee { return proof.New(nil, nil) }})
}

type running = proof.Judge // the name of an embedded field, which may not be Judge

// executor is the judge with its compiler.
type executor struct {
	*running
	compiler *solc.Compiler
}

func newExecutor(o judges.Options, suites []*suite.Suite, removals adequacy.Remover) (judges.Executor, error) {
	compiler, err := solc.New(solc.Options{Dir: o.Compilers})
	if err != nil {
		return nil, err
	}
	j := proof.New(compiler, suites)
	j.On(o.Postgres)
	j.Mutants(removals)
	if o.Box {
		box, err := stack.NewBox(context.Background())
		if err == nil {
			err = j.InBox(solc.Folder(o.Compilers), box)
		}
		if err != nil {
			return nil, exit.With(exit.Lacking, "--box: %w", err)
		}
	}
	return executor{j, compiler}, nil
}

// Close implements [judges.Executor].
func (x executor) Close() error {
	x.compiler.Close()
	return x.running.Close()
}
