package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
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
