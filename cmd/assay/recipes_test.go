package main

import (
	"encoding/csv"
	"fmt"
	"maps"
	"math"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"assay/internal/test/corpustest"
)

// recipesRequired makes a recipe fail if its language is missing. Without it the test is skipped.
const recipesRequired = "ASSAY_REQUIRE_RECIPES"

// The recipes of docs/reading-results.md run on the rows of a run, and their numbers match the rows.
func TestRecipes(t *testing.T) {
	corpustest.Turn(t, 3)
	dir := t.TempDir()
	srv := httptest.NewServer(&fakeServer{})
	defer srv.Close()
	for _, args := range [][]string{
		{"run", "--model", "builtin/keyword", "--model", "builtin/oracle", "--model",
			"builtin/slither", "--model", "builtin/tenant-column", "--model",
			"openai/moody", "--variants", "no-comments", "--seed", "1", "--db", "a.db"},
		{"report", "--db", "a.db", "--format", "csv", "--output", "trials.csv"},
	} {
		cmd, out := program(t, dir, srv.URL, args...)
		if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 1 { // some trials failed
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	rows := readRows(t, filepath.Join(dir, "trials.csv"))
	want := rightOf(t, rows)
	raw, extreme := oddsOf(rows)
	if len(raw) < 8 || !slices.Contains(extreme, "blockbench builtin/oracle") ||
		!slices.Contains(extreme, "tenantsql builtin/oracle") {
		t.Fatalf("%v, left out %q: the test asks too little", raw, extreme)
	}
	recipes, err := filepath.Abs("../../docs/recipes")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []struct {
		programs []string // the first with everything that the recipe needs
		probe    []string
		packages string
		args     []string
		figures  int
	}{
		{[]string{"Rscript"}, []string{"-e", "library(lme4)"}, "r-base-core r-cran-lme4",
			[]string{recipes + "/mixed_model.R", "trials.csv"}, 0},
		{
			[]string{"python3", "/usr/bin/python3"}, []string{"-c", "import statsmodels, pandas, matplotlib"},
			"python3-statsmodels python3-pandas python3-matplotlib", []string{recipes + "/figures.py", "trials.csv", "figures"},
			3,
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
				m := oddsRE.FindStringSubmatch(line)
				if m == nil {
					continue
				}
				odds++
				suite, term := m[1], termRE.Replace(m[2])
				est, _ := strconv.ParseFloat(m[3], 64)
				want, ok := raw[suite+" "+term]
				// A model with clusters is close to the plain odds, and on the same side of 1.
				if !ok || math.Abs(math.Log(want)) > 0.5 && (est > 1) != (want > 1) || math.Abs(math.Log(est/want)) > 1.5 {
					t.Errorf("%s %s: odds of %v, from counts %v", suite, term, est, want)
				}
			}
			for _, line := range want {
				if !got[line] {
					t.Errorf("no line %q", line)
				}
			}
			for _, who := range extreme {
				if !got["left out "+who] {
					t.Errorf("%s has finite odds", who)
				}
			}
			if odds != len(raw) {
				t.Errorf("%d odds, want %d", odds, len(raw))
			}
			if t.Failed() {
				t.Logf("%s", out)
			}
			pictures, _ := filepath.Glob(filepath.Join(dir, "figures", "*.png"))
			if len(pictures) < r.figures {
				t.Errorf("figures: %v", pictures)
			}
			if os.Getenv(worldFolder) != "" && !t.Failed() {
				version, _ := exec.Command(program, "--version").CombinedOutput()
				summary(t, filepath.Base(program), strings.TrimSpace(string(version)),
					"the rows of a run, by "+filepath.Base(r.args[0]),
					fmt.Sprintf("%d counts as the rows have them, %d odds on the side of the plain ones", len(want), odds))
			}
		})
	}
}

var (
	oddsRE = regexp.MustCompile(`^odds (\S+) (.+) ([0-9.e+-]+) \[`)
	// termRE converts the terms of both languages to one form.
	termRE = strings.NewReplacer("(Intercept)", "Intercept", "C(subject)[T.", "", "C(truth)[T.", "", "]", "", "subject",
		"", "truthvulnerable", "vulnerable")
)

// row is a trial, by column.
type row map[string]string

// readTable reads the rows of a CSV file.
func readTable(t *testing.T, file string) (out []row) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records[1:] {
		x := row{}
		for i, name := range records[0] {
			x[name] = r[i]
		}
		out = append(out, x)
	}
	return out
}

// readRows reads the trials on originals that were asked; some have no answer.
func readRows(t *testing.T, file string) []row {
	t.Helper()
	var out []row
	transformed := 0
	ended := map[string]int{}
	for _, x := range readTable(t, file) {
		if x["chain"] != "" { // shown in figures, and no further observations of a text
			transformed++
			continue
		}
		ended[x["outcome"]]++
		out = append(out, x)
	}
	if transformed == 0 || ended["failed"] == 0 || ended["refused"] == 0 || ended["truncated"] == 0 {
		t.Fatalf("%d transformed texts, %v: the test asks too little", transformed, ended)
	}
	return out
}

// rightOf returns the line of each suite and subject that a recipe prints: only
// originals count, and a trial without an answer is not right.
func rightOf(t *testing.T, rows []row) []string {
	right, all := map[string]int{}, map[string]int{}
	for _, x := range rows {
		who := x["suite"] + " " + x["subject"]
		all[who]++
		if x["verdict"] == x["truth"] {
			right[who]++
		}
	}
	var out []string
	for who, n := range all {
		out = append(out, fmt.Sprintf("right %s %d of %d", who, right[who], n))
	}
	if len(out) != 8 {
		t.Fatal(out)
	}
	return out
}

// oddsOf returns the odds of a right verdict from counts alone, by suite and term of a model with subject, truth and
// both, where the first subject and safe texts are the reference. extreme lists the suites and subjects that have no
// finite odds, because they are always right or always wrong on the vulnerable or the safe texts.
func oddsOf(rows []row) (out map[string]float64, extreme []string) {
	out = map[string]float64{}
	for _, suite := range []string{"blockbench", "tenantsql"} {
		odds := func(subject, truth string) float64 {
			right, wrong := 0.0, 0.0
			for _, x := range rows {
				switch {
				case x["suite"] != suite || x["subject"] != subject || x["truth"] != truth:
				case x["verdict"] == truth:
					right++
				default:
					wrong++
				}
			}
			return right / wrong
		}
		asked := map[string]bool{}
		for _, x := range rows {
			if x["suite"] == suite {
				asked[x["subject"]] = true
			}
		}
		var subjects []string
		for _, s := range slices.Sorted(maps.Keys(asked)) {
			safe, flawed := odds(s, "safe"), odds(s, "vulnerable")
			if math.IsInf(max(safe, flawed), 1) || min(safe, flawed) == 0 {
				extreme = append(extreme, suite+" "+s)
			} else {
				subjects = append(subjects, s)
			}
		}
		if len(subjects) < 2 {
			continue // the recipes say that there is no model
		}
		base, flawed := odds(subjects[0], "safe"), odds(subjects[0], "vulnerable")
		out[suite+" Intercept"], out[suite+" vulnerable"] = base, flawed/base
		for _, s := range subjects[1:] {
			own := odds(s, "safe") / base
			out[suite+" "+s] = own
			out[suite+" "+s+":vulnerable"] = odds(s, "vulnerable") / flawed / own
		}
	}
	return out, extreme
}
