package main

import (
	_ "embed"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/metric"
)

// place is a cell of a printed table.
type place struct{ table, model, column string }

// cell is a printed number: a percentage, except for SUI and the reasoning scores.
type cell struct {
	place
	printed float64
}

//go:embed printed.csv
var printedCSV string

func printed() ([]cell, error) {
	rows, err := csv.NewReader(strings.NewReader(printedCSV)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("printed.csv: %w", err)
	}
	var out []cell
	for i, r := range rows[1:] {
		v, err := strconv.ParseFloat(r[3], 64)
		if err != nil {
			return nil, fmt.Errorf("printed.csv:%d: %w", i+2, err)
		}
		out = append(out, cell{place{r[0], r[1], r[2]}, v})
	}
	return out, nil
}

// judges are the three judges whose majority the authors count.
var judges = []string{"glm-4.7", "mimo-v2-flash", "mistral-large"}

// vote counts the judges that found the target in one recorded answer.
type vote struct {
	newer int // by the keys complete_found and partial_found
	both  int // by these, or by the older key found

	alone, complete bool // [single] judged the answer, and found the flaw completely
}

// single is the judge that decides alone in a table of the authors.
const single = "mimo-v2-flash"

// readVotes reads the recorded judgements of the three judges: the votes of each cell
// by the name of the sample's file.
func readVotes(checkout string) (map[place]map[string]vote, error) {
	out := map[place]map[string]vote{}
	for _, judge := range judges {
		root := filepath.Join(checkout, "results", "detection_evaluation", "llm-judge", judge)
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasPrefix(d.Name(), "j_") {
				return err
			}
			parts := strings.Split(filepath.ToSlash(path), "/")
			if len(parts) < 4 {
				return nil
			}
			at := place{parts[len(parts)-3], parts[len(parts)-4], parts[len(parts)-2]}
			if !slices.Contains([]string{"ds", "tc", "gs"}, at.table) {
				return nil
			}
			var j struct {
				Target struct {
					Complete bool `json:"complete_found"`
					Partial  bool `json:"partial_found"`
					Found    bool `json:"found"`
				} `json:"target_assessment"`
			}
			b, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			if json.Unmarshal(b, &j) != nil {
				return nil // a judge without valid JSON found nothing
			}
			if out[at] == nil {
				out[at] = map[string]vote{}
			}
			v := out[at][d.Name()]
			if judge == single {
				v.alone, v.complete = true, j.Target.Complete
			}
			if j.Target.Complete || j.Target.Partial {
				v.newer++
			}
			if j.Target.Complete || j.Target.Partial || j.Target.Found {
				v.both++
			}
			out[at][d.Name()] = v
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// majority returns the percentage of answers for which two judges found the target.
func majority(votes map[string]vote, count func(vote) int) (percent float64, ok bool) {
	k := 0
	for _, v := range votes {
		if count(v) >= 2 {
			k++
		}
	}
	return 100 * float64(k) / float64(len(votes)), len(votes) > 0
}

// chains and strategies map names in assay to the columns of the printed tables.
var (
	chains = map[string]string{
		"sanitize": "sanitized", "no-comments": "nocomments", "chameleon": "chameleon_medical",
		"shapeshifter-l3": "shapeshifter_l3", "trojan": "trojan", "false-prophet": "falseProphet",
	}
	strategies = map[string]string{
		"": "direct", "context-enhanced": "context_protocol", "chain-of-thought": "context_protocol_cot",
		"naturalistic": "context_protocol_cot_naturalistic", "adversarial": "context_protocol_cot_adversarial",
	}
)

// readTrials groups the trials of a run by cell. Trials on repaired code
// are in the column "repaired".
func readTrials(path string) (map[place][]bench.Trial, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	head, err := r.Read()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	at := func(row []string, name string) string {
		if i := slices.Index(head, name); i >= 0 {
			return row[i]
		}
		return ""
	}
	out := map[place][]bench.Trial{}
	for {
		row, err := r.Read()
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		p, ok := placeOf(at(row, "group"), at(row, "subject"), at(row, "tier"), at(row, "chain"), at(row, "truth"))
		if !ok {
			continue
		}
		t, err := trial(func(name string) string { return at(row, name) })
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		out[p] = append(out[p], t)
	}
}

func placeOf(group, subject, tier, chain, truth string) (p place, ok bool) {
	model, strategy, _ := strings.Cut(subject, "@")
	p = place{group, model, ""}
	switch {
	case group == "tc" && truth == "safe":
		p.column = "repaired"
	case group == "ds" && strategy == "" && chain == "":
		p.column = "tier" + tier
	case group == "tc" && strategy == "" && chain == "":
		p.column = "minimalsanitized"
	case group == "tc" && strategy == "":
		p.column = chains[chain]
	case group == "gs":
		p.column = strategies[strategy]
	}
	return p, p.column != ""
}

func trial(at func(string) string) (bench.Trial, error) {
	repetition, err := strconv.Atoi(at("repetition"))
	if err != nil {
		return bench.Trial{}, err
	}
	v := &bench.Variant{Key: at("variant"), Base: at("base"), Proof: bench.Unproved}
	if err := v.Truth.UnmarshalText([]byte(at("truth"))); err != nil {
		return bench.Trial{}, err
	}
	r := bench.Trial{Variant: v, Subject: at("subject"), Repetition: repetition, Outcome: bench.Outcome(at("outcome"))}
	if r.Outcome != bench.Answered {
		return r, nil
	}
	findings, err := strconv.Atoi(at("findings"))
	if err != nil {
		return bench.Trial{}, err
	}
	r.Answer, r.Verdict = &bench.Answer{Findings: make([]bench.Finding, findings)},
		&bench.Verdict{Strict: bench.Decision(at("strict")), Lenient: bench.Decision(at("lenient"))}
	if err := r.Answer.Verdict.UnmarshalText([]byte(at("verdict"))); err != nil {
		return bench.Trial{}, err
	}
	if v.Truth == bench.Vulnerable && r.Verdict.Strict == bench.Unscored {
		r.Verdict.Unscored = true
	}
	return r, nil
}

// subjectMetrics are the numbers of one subject over all texts.
type subjectMetrics map[string]metric.Value

// readReport reads the numbers of each subject from the JSON report.
func readReport(path string) (map[string]subjectMetrics, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var doc struct {
		Suites []struct {
			Subjects []struct {
				Name    string
				Metrics subjectMetrics
			}
		}
	}
	if err := json.Unmarshal(b, &doc); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	out := map[string]subjectMetrics{}
	for _, s := range doc.Suites {
		for _, x := range s.Subjects {
			out[x.Name] = x.Metrics
		}
	}
	return out, nil
}
