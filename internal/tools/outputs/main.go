// Command outputs compares the outputs of two builds of assay. A change that is meant to
// change no number must prove with it that both are equal.
//
//	go run ./internal/tools/outputs record ASSAY DIR
//	go run ./internal/tools/outputs compare [-renames FILE] [-ignore SUBJECT] OLD NEW
//
// record runs a binary on the embedded suites and stores what it prints: the
// numbers of run, report, audit and verify, every trial, and every transformed
// text. compare exits with 1 when a number or a text of OLD is missing from NEW or
// differs. NEW may have more keys, sections and rows.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "outputs:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	const usage = "want `record ASSAY DIR` or `compare [-renames FILE] [-ignore SUBJECT] OLD NEW`"
	switch {
	case len(args) == 3 && args[0] == "record":
		return record(args[1], args[2])
	case len(args) > 0 && args[0] == "compare":
		f := flag.NewFlagSet("compare", flag.ContinueOnError)
		renames := f.String("renames", "", "lines of `old new`: words of OLD and their names in NEW")
		ignore := f.String("ignore", "builtin/slither", "a subject whose numbers may differ")
		if err := f.Parse(args[1:]); err != nil {
			return err
		}
		if f.NArg() != 2 {
			return errors.New(usage)
		}
		words, err := readRenames(*renames)
		if err != nil {
			return err
		}
		return compare(f.Arg(0), f.Arg(1), words, *ignore)
	}
	return errors.New(usage)
}
