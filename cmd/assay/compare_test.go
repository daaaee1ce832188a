package main

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"assay/internal/core/stats"
	"assay/internal/test/corpustest"
)

// inspectLog is a log of Inspect about 200 questions, of which a model answers all but every n-th.
func inspectLog(t *testing.T, model string, n int) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	put := func(name, text string) {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	put("header.json", fmt.Sprintf(`{"version":2,"status":"success","eval":{"task":"capitals","model":%q}}`, model))
	for i := range 200 {
		value := "C"
		if i%n == 0 {
			value = "I"
		}
		failed := "null"
		if n == 5 && i == 199 {
			failed = `{"message":"the connection was closed"}`
		}
		put(fmt.Sprintf("samples/%d_epoch_1.json", i), fmt.Sprintf(`{"id":%d,"epoch":1,"input":"Question %d?","target":"yes",`+
			`"metadata":{"country":"c%d"},"scores":{"match":{"value":%q}},"error":%s}`, i, i, i/4, value, failed))
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The page about comparing logs is followed with two logs of Inspect beside it.
func TestComparePage(t *testing.T) {
	text, err := os.ReadFile("../../docs/compare.md")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"a.eval": inspectLog(t, "openai/alpha", 3), "b.eval": inspectLog(t, "openai/beta", 5)}
	if err := attemptWith(t, string(text), files); err != nil {
		t.Error(err)
	}
}

// scoresTable is a table of scores of two or three subjects on n items, of which perCluster form a cluster; 0 is none.
func scoresTable(n, subjects, perCluster int, graded bool) string {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(perCluster)))
	var b strings.Builder
	b.WriteString("item,subject,score,cluster\n")
	for i := range n {
		ease, cluster := rng.Float64(), ""
		if perCluster > 0 {
			cluster = fmt.Sprint("c", i/perCluster)
		}
		for s := range subjects {
			x := min(1, max(0, ease+0.03*float64(s)+0.3*(rng.Float64()-0.5)))
			if !graded {
				x = math.Round(x)
			}
			fmt.Fprintf(&b, "q%d,m%d,%v,%s\n", i, s, x, cluster)
		}
	}
	return b.String()
}

// drawsOf returns the resampled differences of a table with two subjects and without clusters, as JSON.
func drawsOf(t *testing.T, table string) []byte {
	t.Helper()
	records, err := csv.NewReader(strings.NewReader(table)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]float64
	for i := 1; i < len(records); i += 2 {
		a, errA := strconv.ParseFloat(records[i][2], 64)
		b, errB := strconv.ParseFloat(records[i+1][2], 64)
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		rows = append(rows, []float64{b - a, 1})
	}
	var draws []float64
	stats.Resample(rows, 1, func(sums []float64) { draws = append(draws, sums[0]/sums[1]) })
	out, err := json.Marshal(draws)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Every closed form is equal to that of SciPy and statsmodels, and so is an interval on the same resamples.
func TestRecipesCompare(t *testing.T) {
	corpustest.Turn(t, 3)
	out, err := exec.Command("/usr/bin/python3", "-c",
		"import statsmodels, scipy; print(statsmodels.__version__ + ', SciPy ' + scipy.__version__)").CombinedOutput()
	if err != nil {
		why := "THE COMPARISON WITH STATSMODELS WAS NOT RUN: apt-get install python3-statsmodels"
		if os.Getenv(recipesRequired) != "" {
			t.Fatalf("%s\n%s", why, out)
		}
		t.Skip(why)
	}
	script, err := filepath.Abs("testdata/compare.py")
	if err != nil {
		t.Fatal(err)
	}
	tables := map[string]struct {
		table  string
		margin string
	}{
		"yes and no":              {scoresTable(300, 2, 0, false), "2"},
		"yes and no, many pairs":  {scoresTable(120, 4, 0, false), "0"},
		"yes and no, large":       {scoresTable(20_000, 2, 0, false), "1"},
		"yes and no, clusters":    {scoresTable(120, 2, 8, false), "5"},
		"graded":                  {scoresTable(15, 2, 0, true), "3"},
		"graded, clusters":        {scoresTable(90, 3, 7, true), "0"},
		"graded, many":            {scoresTable(5000, 2, 0, true), "1"},
		"graded, many clusters":   {scoresTable(9000, 2, 3, true), "4"},
		"graded, unequal cluster": {scoresTable(100, 2, 7, true), "3"},
	}
	for name, c := range tables {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "s.csv"), []byte(c.table), 0o644); err != nil {
				t.Fatal(err)
			}
			cmd, out := program(t, dir, "http://127.0.0.1:1", "compare", "s.csv", "--format", "json", "--output", "c.json",
				"--margin", c.margin)
			if err := cmd.Run(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			py := exec.Command("/usr/bin/python3", script, "s.csv", "c.json")
			if name == "graded" {
				if err := os.WriteFile(filepath.Join(dir, "draws.json"), drawsOf(t, c.table), 0o644); err != nil {
					t.Fatal(err)
				}
				py.Args = append(py.Args, "draws.json")
			}
			py.Dir = dir
			text, err := py.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			t.Logf("%s", text)
		})
	}
	if os.Getenv(worldFolder) != "" && !t.Failed() {
		summary(t, "statsmodels", strings.TrimSpace(string(out)),
			fmt.Sprintf("the closed forms of compare for %d tables", len(tables)), "each equal, and an interval on the same resamples")
	}
}

// What cannot be compared is refused in one line.
func TestCompareRefuses(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"one.csv":   "item,subject,score\n1,m,1\n2,m,0\n",
		"twice.csv": "item,subject,score\n1,m,1\n1,m,0\n",
		"other.csv": "item,subject,score\nx,n,1\ny,n,0\n",
		"wide.csv":  "item,subject,score\n1,w,7\n2,w,0\n",
		"text.csv":  "item,subject,score,text\n1,t,1,a\n2,t,0,b\n",
		"texts.csv": "item,subject,score,text\n1,u,1,c\n2,u,0,d\n",
		"none.csv":  "item,subject,score\n1,e,\n",
		"empty.csv": "", "prose.txt": "Nothing to see.", "list.json": "[1, 2]", "cut.eval": "PK\x03\x04",
		"results.sqlite": "SQLite format 3\x00\x10\n,,,", "binary": "a,b\n\x00\x01,",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for args, want := range map[string]string{
		"one.csv":              "one.csv: there is one subject, m; two are needed",
		"twice.csv one.csv":    `twice.csv:3: item "1" of m, epoch 1, is there already`,
		"one.csv other.csv":    `m and n have no item in common: is the id of an item the same in all logs? m has "1", n has "x"`,
		"one.csv wide.csv":     "one.csv, wide.csv: w has scores outside [0, 1], such as 7, and m only yes and no",
		"text.csv texts.csv":   "t and u have no item in common: 2 items with equal ids have different texts",
		"one.csv none.csv":     "one.csv, none.csv: e has no score",
		"one.csv empty.csv":    "empty.csv: it is empty",
		"one.csv prose.txt":    "prose.txt: it is neither a run nor one of: a log of Inspect",
		"one.csv list.json":    "list.json: it is neither a run nor one of: a log of Inspect",
		"one.csv cut.eval":     "cut.eval: not a whole file",
		"results.sqlite":       "results.sqlite: it is a results database: name a run or a subject in it, with --db FILE",
		"one.csv binary":       "binary: it is no text and no zip file",
		"one.csv one.csv":      "one.csv is given twice",
		"one.csv gone.csv":     "gone.csv: there is no such file, and no database results.db that could have such a run",
		"one.csv --margin=-1":  "--margin must be positive",
		"one.csv --map=x=y":    `--map "x=y": "x" is not one of item, subject, score`,
		"one.csv --cluster=(":  "--cluster: error parsing regexp",
		"one.csv --format=pdf": `unknown format "pdf"; choose text, html, md, latex, csv or json`,
	} {
		cmd, out := program(t, dir, "http://127.0.0.1:1", append([]string{"compare"}, strings.Fields(args)...)...)
		_ = cmd.Run()
		got := strings.TrimSpace(out.String())
		code := cmd.ProcessState.ExitCode()
		if code != 2 || !strings.HasPrefix(got, "assay: "+want) || strings.Contains(got, "\n") {
			t.Errorf("%s: exit %d, %s\nwant %s", args, code, got, want)
		}
	}
}
