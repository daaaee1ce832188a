package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// released writes a checkout in which three judges judged four texts in each of
// two cells: one judge uses the older key.
func released(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for judge, says := range map[string][]string{
		"glm-4.7":       {`"complete_found": true`, `"partial_found": true`, `"complete_found": false`, `"found": true`},
		"mimo-v2-flash": {`"complete_found": true`, `"complete_found": false`, `"complete_found": false`, `"found": true`},
		"mistral-large": {`"complete_found": false`, `"complete_found": true`, `"found": true`, `"found": true`},
	} {
		for i, s := range says {
			for _, at := range []string{"ds/tier1", "tc/sanitized", "gs/direct"} {
				path := filepath.Join(dir, "results", "detection_evaluation", "llm-judge", judge, "m", at,
					fmt.Sprintf("j_%d.json", i))
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(`{"target_assessment": {`+s+`}}`), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	return dir
}

const trials = `variant,base,group,tier,chain,truth,subject,repetition,outcome,verdict,findings,strict,lenient
a,a,ds,1,,vulnerable,m,0,answered,vulnerable,1,hit,hit
b,b,ds,1,,vulnerable,m,0,answered,vulnerable,1,miss,hit
c,c,ds,1,,vulnerable,m,0,answered,safe,0,miss,miss
d,d,ds,1,,vulnerable,m,0,unparsed,,0,,
a~s,a,tc,,sanitize,vulnerable,m,0,answered,vulnerable,1,hit,hit
b~s,b,tc,,sanitize,vulnerable,m,0,answered,vulnerable,1,hit,hit
a+,a,tc,,,safe,m,0,answered,vulnerable,1,,
b+,b,tc,,,safe,m,0,answered,safe,0,,
`

func TestWrite(t *testing.T) {
	votes, err := readVotes(released(t))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "trials.csv")
	if err := os.WriteFile(path, []byte(trials), 0o600); err != nil {
		t.Fatal(err)
	}
	ours, err := readTrials(path)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	cells := []cell{{place{"ds", "m", "tier1"}, 75}, {place{"tc", "m", "sanitized"}, 50}, {place{"tc", "m", "trojan"}, 50},
		{place{"ds", "m", "tier1"}, 60}, {place{"gs-alone", "m", "direct"}, 25}, {place{"gs-alone", "m", "direct"}, 50},
		{place{"ds-pair", "m", "nobody"}, 2}, {place{"ds-pair", "nobody", "m"}, 1}}
	if err := write(&b, cells, votes, ours, nil); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| m | tier 1 | 75.0 | 50.0 | 50.0 | 25.0 [4.6, 69.9] | 1 answer that cannot be read, counted as not found |",
		"| m | sanitize | 50.0 | 50.0 | 100.0 | 100.0 [34.2, 100.0] | the older key counts as a miss: with it 75.0 |",
		"| m | trojan | 50.0 | – | – | – | not in the data |",
		"| m | tier 1 | 60.0 | 50.0 | 50.0 | 25.0 [4.6, 69.9] | neither count gives it: 50.0 " +
			"without, 75.0 with the older key |",
		"Of 2 cells 1 equal what was recorded, 0 equal it only where judgements with the older key count as " +
			"a miss, and 1 equal neither.",
		"| m | 1 of 2: 50.0 [9.5, 90.5] |  |",
		"2 rates of gs by strategy, where mimo-v2-flash decides alone and a flaw counts that was found completely, 1 of which",
		"alone was right, 2 counts, 1 of them equal",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("missing %q", want)
		}
	}
	if t.Failed() {
		t.Log(b.String())
	}
}

// The committed page contains the numbers of printed.csv.
func TestPage(t *testing.T) {
	cells, err := printed()
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../../docs/reproduction.md")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, c := range cells {
		for _, col := range columns {
			if col.table == c.table && col.column == c.column {
				n++
				if want := fmt.Sprintf("| %s | %s | %.1f |", c.model, col.title, c.printed); !bytes.Contains(page, []byte(want)) {
					t.Errorf("the page lacks %q", want)
				}
			}
		}
	}
	if n != 77+35 {
		t.Errorf("%d cells", n)
	}
}
