// Command rulejudge creates the learned data of the rule judge, and measures the judge
// against the judgements of others.
//
//	rulejudge words FILE             write the model of words, from our own texts
//	rulejudge fit DIR SUBSET         fit the weights and thresholds to recorded judgements
//	rulejudge agree DIR SUBSET ...   agreement with the majority of the recorded judges
//
// DIR is the output of assay import blockbench-evaluation. Weights are fitted to the
// subset ds; tc and gs are held out.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
)

func main() {
	judges := flag.String("judges", "glm-4.7,mimo-v2-flash,mistral-large", "whose majority decides")
	flag.Parse()
	if err := run(flag.Args(), strings.Split(*judges, ",")); err != nil {
		fmt.Fprintln(os.Stderr, "rulejudge:", err)
		os.Exit(1)
	}
}

func run(args, judges []string) error {
	switch {
	case len(args) == 2 && args[0] == "words":
		f, err := os.Create(args[1])
		if err != nil {
			return err
		}
		return errors.Join(words(f), f.Close())
	case len(args) == 3 && args[0] == "fit":
		data, err := read(args[1], args[2], judges)
		if err != nil {
			return err
		}
		fit(os.Stdout, data)
		return nil
	case len(args) > 2 && args[0] == "agree":
		for _, subset := range args[2:] {
			data, err := read(args[1], subset, judges)
			if err != nil {
				return err
			}
			compare(os.Stdout, subset, data)
		}
		return nil
	}
	return errors.New("usage: rulejudge words FILE | fit DIR SUBSET | agree DIR SUBSET…")
}
