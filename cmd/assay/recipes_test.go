package main

import (
	"encoding/csv"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// recipesRequired makes a recipe fail whose language is missing. Without it the test is skipped.
const recipesRequired = "ASSAY_REQUIRE_RECIPES"

// The recipes of docs/analysis.md run on the rows of a run, and count what the rows say.
func TestRecipes(t *testing.T) {
	dir := t.TempDir()
	for _, args := range [][]string{
		{"run", "--model", "builtin/static", "--model", "builtin/keyword", "--model", "builtin/oracle", "--variants", "no-comments", "--seed", "1", "--db", "a.db"},
		{"report", "--db", "a.db", "--format", "csv", "--output", "trials.csv"},
	} {
		cmd, out := program(t, dir, "", args...)
		if err := cmd.Run(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	want := rightOf(t, filepath.Join(dir, "trials.csv"))
	recipes, err := filepath.Abs("../../docs/recipes")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []struct {
		programs []string // the first that has what the recipe needs
		probe    []string
		packages string
		args     []string
		figures  int
	}{
		{[]string{"Rscript"}, []string{"-e", "library(lme4)"}, "r-base-core r-cran-lme4", []string{recipes + "/mixed_model.R", "trials.csv"}, 0},
		{
			[]string{"python3", "/usr/bin/python3"}, []string{"-c", "import statsmodels, pandas, matplotlib"},
			"python3-statsmodels python3-pandas python3-matplotlib", []string{recipes + "/figures.py", "trials.csv", "figures"}, 3,
		},
	} {
		t.Run(filepath.Base(r.args[0]), func(t *testing.T) {
			program := ""
			for _, p := range r.programs {
				if program == "" && exec.Command(p, r.probe...).Run() == nil {
					program = p
				}
			}
			if program == "" {
				why := "THE RECIPE WAS NOT RUN: apt-get install " + r.packages
				if os.Getenv(recipesRequired) != "" {
					t.Fatal(why)
				}
				t.Skip(why)
			}
			cmd := exec.Command(program, r.args...)
			cmd.Dir = dir
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			odds := 0
			got := map[string]bool{}
			for line := range strings.Lines(string(out)) {
				got[strings.TrimSpace(line)] = true
				if strings.HasPrefix(line, "odds ") {
					odds++
				}
			}
			for _, line := range want {
				if !got[line] {
					t.Errorf("no line %q", line)
				}
			}
			for _, suite := range []string{"blockbench", "tenantsql"} {
				if !got["left out "+suite+" builtin/oracle"] {
					t.Errorf("%s: the oracle has finite odds", suite)
				}
			}
			if odds != 8 {
				t.Errorf("%d odds, want 4 of each suite", odds)
			}
			if t.Failed() {
				t.Logf("%s", out)
			}
			pictures, _ := filepath.Glob(filepath.Join(dir, "figures", "*.png"))
			if len(pictures) < r.figures {
				t.Errorf("figures: %v", pictures)
			}
		})
	}
}

// rightOf returns the line of each suite and subject that a recipe prints: originals alone.
func rightOf(t *testing.T, file string) []string {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]int{}
	for i, name := range rows[0] {
		at[name] = i
	}
	right, all := map[string]int{}, map[string]int{}
	transformed := 0
	for _, row := range rows[1:] {
		if row[at["chain"]] != "" { // shown in figures, and no further observations of a text
			transformed++
			continue
		}
		who := row[at["suite"]] + " " + row[at["subject"]]
		all[who]++
		if row[at["verdict"]] == row[at["truth"]] {
			right[who]++
		}
	}
	var out []string
	for who, n := range all {
		out = append(out, fmt.Sprintf("right %s %d of %d", who, right[who], n))
	}
	if len(out) != 6 || transformed == 0 {
		t.Fatalf("%v, %d transformed texts", out, transformed)
	}
	return out
}
