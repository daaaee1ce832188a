//go:build unix

// Command faults attacks runs of assay and counts what happens to the answers that
// were paid for: processes are killed, PostgreSQL crashes, networks are cut, servers
// answer badly, disks are full. It builds the program, starts a model server on
// loopback that records its charges and a PostgreSQL on a disk, and compares the
// content of the database from outside with what the server sent.
// docs/scaling.md states the promises; this program exits with 1 when a
// promise is broken, and with 2 when it could not find out.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"assay/internal/proof/pgserver"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

var errInterrupted = errors.New("interrupted")

// options are the command line.
type options struct {
	minutes float64
	seed    uint64
	match   string
	assay   string // the program; "" builds it
	json    bool
	keep    bool
	short   bool // the test's sizes, one round each
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var o options
	f := flag.NewFlagSet("faults", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.Float64Var(&o.minutes, "minutes", 4, "how long all campaigns take together; each has one round at least")
	f.Uint64Var(&o.seed, "seed", 1, "of all that is random")
	f.StringVar(&o.match, "campaign", "", "only campaigns whose name contains this")
	f.StringVar(&o.assay, "assay", "", "attack this program instead of building it")
	f.BoolVar(&o.json, "json", false, "print JSON")
	f.BoolVar(&o.keep, "keep", false, "keep the files of rounds that broke a promise")
	f.BoolVar(&o.short, "short", false, "small rounds, one of each campaign")
	if err := f.Parse(args); err != nil || f.NArg() > 0 {
		return 2
	}
	rows, err := o.all(ctx, stderr)
	if len(rows) > 0 {
		write := print
		if o.json {
			write = func(w io.Writer, rows []row) error { return printJSON(w, o.seed, rows) }
		}
		err = errors.Join(err, write(stdout, rows))
	}
	if err != nil {
		fmt.Fprintln(stderr, "faults:", err)
		if errors.Is(err, errInterrupted) {
			return 130
		}
		return 2
	}
	code := 0
	for _, r := range rows {
		switch r.Verdict {
		case broken:
			return 1
		case notRun:
			code = 2
		}
	}
	return code
}

// all runs the selected campaigns. The rows are those that completed before an error.
func (o options) all(ctx context.Context, stderr io.Writer) (rows []row, err error) {
	var chosen []campaign
	for _, c := range campaigns {
		if strings.Contains(c.name, o.match) {
			chosen = append(chosen, c)
		}
	}
	if len(chosen) == 0 {
		return nil, fmt.Errorf("no campaign is called %q", o.match)
	}
	scratch, err := place()
	if err != nil {
		return nil, err
	}
	defer func() {
		if !o.keep {
			err = errors.Join(err, os.RemoveAll(scratch))
		}
	}()
	assay := o.assay
	if assay == "" {
		assay = filepath.Join(scratch, "assay")
		build := exec.CommandContext(ctx, "go", "build", "-o", assay, "assay/cmd/assay")
		if out, err := build.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("building assay: %w\n%s", err, out)
		}
	}
	fmt.Fprintf(stderr, "seed %d; files and PostgreSQL are in %s\n", o.seed, scratch)
	started := time.Now()
	for i, c := range chosen {
		// The remaining campaigns share the time that earlier ones saved or overran.
		left := time.Duration(o.minutes*float64(time.Minute)) - time.Since(started)
		r, err := o.campaign(ctx, c, assay, scratch, left/time.Duration(len(chosen)-i), stderr)
		if r.Rounds > 0 || r.Verdict == notRun {
			rows = append(rows, r)
		}
		if ctx.Err() != nil {
			return rows, errInterrupted
		}
		if err != nil {
			return rows, fmt.Errorf("%s: %w", c.name, err)
		}
	}
	return rows, nil
}

// campaign runs rounds of a campaign for its share of the time, at least one with a budget and one without.
func (o options) campaign(ctx context.Context, c campaign, assay, scratch string, share time.Duration,
	stderr io.Writer) (row, error) {
	out := row{Campaign: c.name, What: c.what, Exact: c.exact, Verdict: kept}
	if strings.HasPrefix(c.name, "postgres") {
		if err := pgserver.Available(ctx); err != nil {
			out.Verdict, out.Broken = notRun, []string{err.Error()}
			return out, nil
		}
	}
	s := c.size
	if o.short {
		s, share = c.short, 0
	}
	started := time.Now()
	for i := 0; ctx.Err() == nil; i++ {
		before := time.Now()
		seed := o.seed
		if i > 0 {
			h := fnv.New64a()
			fmt.Fprint(h, o.seed, i)
			seed = h.Sum64()>>32&^1 | (o.seed+uint64(i))&1 // in turn with and without a budget
		}
		r, err := c.play(ctx, assay, scratch, seed, s)
		if err != nil {
			return out, fmt.Errorf("seed %d: %w", seed, err)
		}
		out.add(r, seed)
		out.Seconds = time.Since(started).Seconds()
		fmt.Fprintf(stderr, "%s, seed %d: %d kills, %d crashes, %d trials, %d requests, %d lost, %.0f s\n", c.name, seed,
			r.kills, r.crashes, r.trials, r.requests, r.lostCount, time.Since(before).Seconds())
		for _, b := range r.broken {
			fmt.Fprintln(stderr, "   BROKEN:", b)
		}
		if !o.keep || len(r.broken) == 0 {
			if err := os.RemoveAll(r.dir); err != nil {
				return out, err
			}
		}
		if (i > 0 || o.short) && time.Since(started)+time.Since(before)/2 > share {
			break
		}
	}
	return out, nil
}

// place creates the directory for all files, on a disk, and makes the started
// servers use it.
func place() (string, error) {
	for _, parent := range []string{os.TempDir(), "/var/tmp", "."} {
		if inMemory(parent) {
			continue
		}
		dir, err := os.MkdirTemp(parent, "faults-")
		if err != nil {
			continue
		}
		if dir, err = filepath.Abs(dir); err != nil {
			return "", err
		}
		if err := os.Chmod(dir, 0o711); err != nil { // PostgreSQL does not run as root, and needs access
			return "", err
		}
		return dir, os.Setenv("TMPDIR", dir)
	}
	return "", errors.New("neither the temporary directory nor /var/tmp nor this one is on a disk that can be written " +
		"to; set TMPDIR to one that is")
}
