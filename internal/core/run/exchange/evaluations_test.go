package exchange

import (
	"database/sql"
	"os"
	"path/filepath"
	"testing"

	"assay/internal/bench"
)

// Recorded evaluations keep their model, prompt and order.
func TestEvaluations(t *testing.T) {
	file := filepath.Join(t.TempDir(), "old results.db")
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`CREATE TABLE evaluations (id INTEGER PRIMARY KEY, timestamp DATETIME, test_file TEXT, model_name TEXT,
		expected_result TEXT, actual_result TEXT, explanation TEXT, eval_prompt TEXT);
		INSERT INTO evaluations VALUES (1, '', '/x/tests/shop/list-01-good.md', 'v/m', 'good', 'bad', 'no "org"', 'concise.txt'),
		(2, '', '/x/tests/shop/list-01-good.md', 'v/m', 'good', 'good', '', 'concise.txt'),
		(3, '', '/x/tests/shop/list-01-good.md', 'v/m', 'good', 'good', '', NULL), (4, '', '/x/tests/shop/gone-01-good.md', 'v/m', 'good', NULL, '', '')`); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if ok, err := isSQLite(f); !ok || err != nil {
		t.Fatal(ok, err)
	}
	got, skipped, err := evaluations(file, []*bench.Variant{{Key: "tests/shop/list-01-good"}})
	if err != nil || skipped != 1 || len(got) != 3 {
		t.Fatal(got, skipped, err)
	}
	if l := got[0]; l.Sample != "tests/shop/list-01-good" || l.Subject != "v/m@concise" || l.Model != "v/m" ||
		l.Text != `{"assessment":"bad","explanation":"no \"org\""}` {
		t.Errorf("%+v", l)
	}
	if got[1].Repetition != 1 || got[2].Subject != "v/m" || got[2].Repetition != 0 {
		t.Errorf("%+v", got)
	}
}
