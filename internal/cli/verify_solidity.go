package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"assay/internal/bench"
	"assay/internal/progress"
	"assay/internal/proof"
	"assay/internal/proof/solc"
	"assay/internal/proof/verify"
	"assay/internal/suite"
)

// target is one sample to verify.
type target struct {
	sample *suite.Sample
	x      suite.Executable
}

// outcome is what became of one target.
type outcome struct {
	target
	res verify.Result
}

// solidity executes the wanted Solidity samples and returns how many there were
// and how many are not proved.
func (c *verifyCmd) solidity(ctx context.Context, env *Env, list []*suite.Suite, want wanted) (n, failed int, err error) {
	var targets []target
	for _, st := range list {
		for i := range st.Samples {
			s := &st.Samples[i]
			if x, ok := st.Executable(s); ok && want(s.ID) {
				targets = append(targets, target{s, x})
			}
		}
	}
	if len(targets) == 0 {
		return 0, 0, nil
	}
	compiler, err := solc.New(solc.Options{Dir: c.Compilers, CacheDir: c.Cache})
	if err != nil {
		return 0, 0, err
	}
	defer compiler.Close()
	outcomes, err := c.verifyAll(ctx, env, compiler, targets)
	if err != nil || ctx.Err() != nil {
		return len(targets), 0, err
	}
	if c.JSON {
		err = printEvidence(env, outcomes)
	} else {
		c.print(env, outcomes)
	}
	if err == nil && c.Write {
		err = c.store(env, outcomes)
	}
	for _, o := range outcomes {
		if !o.res.Evidence.Proved {
			failed++
		}
	}
	return len(targets), failed, err
}

// verifyAll compiles every target, then runs them side by side. A sample that
// does not compile is an outcome; a compiler that is not there ends the command
// with the one line that gets all of them.
func (c *verifyCmd) verifyAll(ctx context.Context, env *Env, compiler *solc.Compiler, targets []target) ([]outcome, error) {
	progress := progress.New(env.Env, "sample")
	progress.Start(len(targets), 0, nil)
	defer progress.Finish()

	out := make([]outcome, len(targets))
	cases := make([]*verify.Case, len(targets))
	var missing []string
	for i, t := range targets {
		out[i].target = t
		cs, err := verify.Prepare(ctx, compiler, t.x)
		var me *solc.MissingError
		switch {
		case errors.As(err, &me):
			if !slices.Contains(missing, me.Version) {
				missing = append(missing, me.Version)
			}
		case err != nil:
			out[i].res.Evidence = unprepared(t.x, err)
		default:
			cases[i] = cs
		}
	}
	if len(missing) > 0 {
		slices.Sort(missing)
		return nil, fmt.Errorf("the compilers %s are missing; this gets them:\n\n  %s", strings.Join(missing, ", "), compiler.Install(missing...))
	}
	ready := slices.DeleteFunc(slices.Clone(cases), func(cs *verify.Case) bool { return cs == nil })

	var wg sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range next {
				out[i].res = cases[i].Run(ctx, compiler, ready, verify.Options{Fuzz: c.Fuzz, Seed: c.Seed, Trace: c.Verbose})
				progress.Ended(bench.Answered)
			}
		})
	}
	for i, cs := range cases {
		if cs != nil {
			next <- i
		}
	}
	close(next)
	wg.Wait()
	return out, nil
}

// unprepared is the evidence on a sample that does not compile.
func unprepared(x suite.Executable, err error) *proof.Evidence {
	return &proof.Evidence{Version: proof.Version, Sample: x.ID, Rules: x.Rules, Files: proof.Digest(x.Files()),
		Cells: []proof.Cell{{Kind: proof.Regular, Source: proof.Vulnerable, Failure: oneLine(err.Error())}}}
}

// print writes a line a sample, what failed, and the sums.
func (c *verifyCmd) print(env *Env, outcomes []outcome) {
	w := tabwriter.NewWriter(env.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "SAMPLE\tSOLC\tHONEST USE\tATTACK\tON THE TWIN\tTIME ALONE\tTWIN RESISTS\tGAS\tTIME\t")
	for _, o := range outcomes {
		e := o.res.Evidence
		verdict := "proved"
		if !e.Proved {
			verdict = "FAILED"
		}
		word := func(k proof.Kind, ok string, sources ...proof.Source) string {
			for _, s := range sources {
				if _, has := e.Cell(k, s); !has {
					return "-"
				}
			}
			for _, cell := range e.Cells { // there is one for each label set
				if cell.Kind == k && slices.Contains(sources, cell.Source) && cell.Failure != "" {
					return "FAILED"
				}
			}
			return ok
		}
		attack, _ := e.Cell(proof.Exploit, proof.Vulnerable)
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%d\t%s\t%s\n", e.Sample, e.Rules.Compiler,
			word(proof.Regular, "passes", proof.Vulnerable, proof.Fixed), word(proof.Exploit, "works", proof.Vulnerable),
			word(proof.Exploit, "fails", proof.Fixed), word(proof.Null, "harmless", proof.Vulnerable, proof.Fixed),
			resisted(e), attack.Gas, o.res.Elapsed.Round(time.Millisecond), verdict)
	}
	w.Flush()
	for _, o := range outcomes {
		for _, f := range o.res.Evidence.Failures() {
			fmt.Fprintf(env.Stdout, "\n%s: %s\n", o.res.Evidence.Sample, f)
		}
		if c.Verbose {
			for _, k := range slices.Sorted(maps.Keys(o.res.Traces)) {
				fmt.Fprintf(env.Stdout, "\n%s: %s\n%s", o.res.Evidence.Sample, k, o.res.Traces[k])
			}
		}
	}
	sums(env, outcomes)
}

// resisted says how many attempts the twin withstood.
func resisted(e *proof.Evidence) string {
	n := 0
	for _, k := range []proof.Kind{proof.Exploit, proof.Cross, proof.Fuzz} {
		cell, has := e.Cell(k, proof.Fixed)
		switch {
		case !has:
		case cell.Failure != "":
			return "FAILED"
		case k == proof.Exploit:
			n++
		default:
			n += cell.Attempts
		}
	}
	return fmt.Sprintf("%d attempts", n)
}

// sums counts what is proved by subset and by class.
func sums(env *Env, outcomes []outcome) {
	proved, all := map[string]int{}, map[string]int{}
	for _, o := range outcomes {
		for _, k := range []string{"all", "subset " + suite.SubsetTitle(o.sample.Meta.Subset), "class " + string(o.sample.Meta.Class)} {
			all[k]++
			if o.res.Evidence.Proved {
				proved[k]++
			}
		}
	}
	fmt.Fprintln(env.Stdout)
	w := tabwriter.NewWriter(env.Stdout, 0, 0, 2, ' ', 0)
	for _, k := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(w, "%s\t%d of %d proved\n", k, proved[k], all[k])
	}
	w.Flush()
}

// printEvidence writes a JSON array with the evidence of every sample.
func printEvidence(env *Env, outcomes []outcome) error {
	list := make([]*proof.Evidence, len(outcomes))
	for i, o := range outcomes {
		list[i] = o.res.Evidence
	}
	return writeJSON(env, list)
}

// store writes evidence.json into every sample's folder; evidence of a failure
// is evidence too, and keeps the sample out of the headline.
func (c *verifyCmd) store(env *Env, outcomes []outcome) error {
	for _, o := range outcomes {
		b, err := o.res.Evidence.Encode()
		if err != nil {
			return err
		}
		file := filepath.Join(c.Path, filepath.FromSlash(o.sample.Dir), "evidence.json")
		if err := os.WriteFile(file, b, 0o644); err != nil {
			return fmt.Errorf("storing evidence: %w", err)
		}
	}
	fmt.Fprintf(env.Stderr, "stored the evidence of %d samples below %s\n", len(outcomes), c.Path)
	return nil
}
