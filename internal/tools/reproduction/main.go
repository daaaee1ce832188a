// Command reproduction compares the tables that the authors of BlockBench print with the
// numbers that their released answers and judgements give.
//
//	go run ./internal/tools/reproduction CHECKOUT TRIALS.csv REPORT.json > docs/reproduction.md
//
// CHECKOUT is a checkout of the released evaluation; the other two are the output of `assay
// report` for a run of its answers (docs/reproduction.md has the commands).
// printed.csv holds the printed numbers.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "reproduction:", err)
		os.Exit(2)
	}
}

func run(args []string, w io.Writer) error {
	if len(args) != 3 {
		return errors.New("usage: reproduction CHECKOUT TRIALS.csv REPORT.json")
	}
	cells, err := printed()
	if err != nil {
		return err
	}
	votes, err := readVotes(args[0])
	if err != nil {
		return err
	}
	ours, err := readTrials(args[1])
	if err != nil {
		return err
	}
	report, err := readReport(args[2])
	if err != nil {
		return err
	}
	return write(w, cells, votes, ours, report)
}
