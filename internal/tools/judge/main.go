// Command judge creates the learned data of the rule judge, and measures the judge
// against the judgements of others.
//
//	judge words FILE             write the model of words, from our own texts
//	judge fit DIR SUBSET         fit the weights and thresholds to recorded judgements
//	judge agree DIR SUBSET ...   agreement with the majority of the recorded judges
//	judge measure DIR [FILE]     write it to FILE, or fail where internal/core/judge/measured.json differs
//
// DIR is the output of assay import blockbench-evaluation. Weights are fitted to the
// subset ds; tc and gs are held out.
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"assay/internal/core/judge"
)

func main() {
	judges := flag.String("judges", "glm-4.7,mimo-v2-flash,mistral-large", "whose majority decides")
	flag.Parse()
	if err := run(flag.Args(), strings.Split(*judges, ",")); err != nil {
		fmt.Fprintln(os.Stderr, "judge:", err)
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
	if len(args) != 2 && len(args) != 3 || args[0] != "measure" {
		return errors.New("usage: judge words FILE | fit DIR SUBSET | agree DIR SUBSET… | measure DIR [FILE]")
	}
	m, err := measure(args[1], judges)
	if err != nil {
		return err
	}
	if len(args) == 2 {
		return same(m, judge.RuleMeasured())
	}
	b, err := json.MarshalIndent(m, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(args[2], append(b, '\n'), 0o644)
}

// address names the recorded answers that are measured.
const address = "https://github.com/Block-Bench/evaluation, the parent of commit bd5e2c1f"

// measure computes the agreement on all subsets of an imported directory.
func measure(dir string, judges []string) (judge.Measurement, error) {
	m := judge.Measurement{Judge: judge.Rule{}.Name(), Hash: judge.Rule{}.Hash(), Address: address,
		Date: time.Now().UTC().Format(time.DateOnly)}
	h := sha256.New()
	for _, name := range []string{"responses.jsonl", "judgements.jsonl"} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return m, err
		}
		h.Write(b)
	}
	m.Digest = hex.EncodeToString(h.Sum(nil))
	for _, subset := range []string{"ds", "tc", "gs"} {
		data, err := read(dir, subset, judges)
		if err != nil {
			return m, err
		}
		m.Data = append(m.Data, measured(subset, data))
	}
	return m, nil
}

// same returns an error where a measurement has other numbers than the published one, or is of another judge.
func same(now, published judge.Measurement) error {
	if now.Judge == published.Judge && now.Hash == published.Hash && slices.Equal(now.Data, published.Data) {
		return nil
	}
	return fmt.Errorf("internal/core/judge/measured.json is out of date; write it with: go run ./internal/tools/judge "+
		"measure DIR internal/core/judge/measured.json\npublished %+v\nmeasured  %+v", published, now)
}
