package exchange

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"path"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/detect/imported"
	"assay/internal/core/run/subject"
)

// Read reads answers, one JSON object a line, or the results.db of security-bench, whose rows
// are about variants. skipped counts the rows without a result.
func Read(file string, variants []*bench.Variant) (lines []imported.Line, skipped int, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	recorded, err := isSQLite(f)
	switch {
	case err != nil:
		return nil, 0, err
	case recorded:
		return evaluations(file, variants)
	}
	lines, err = imported.Read(f, file)
	return lines, 0, err
}

// isSQLite reports whether a file begins like a SQLite database, and seeks back to its
// start.
func isSQLite(f *os.File) (bool, error) {
	magic := []byte("SQLite format 3\x00")
	head := make([]byte, len(magic))
	n, err := io.ReadFull(f, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return false, err
	}
	_, err = f.Seek(0, io.SeekStart)
	return bytes.Equal(head[:n], magic), err
}

// evaluations reads the table of evaluations in a results.db of security-bench, in order of
// id. A row is about the variant whose key ends like its test file, with application and
// test. A subject is the model of the row, with the prompt after an @ if the table has one;
// a further row on the same test is a repetition. skipped counts the rows without a result.
func evaluations(file string, variants []*bench.Variant) (out []imported.Line, skipped int, err error) {
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Opaque: url.PathEscape(file), RawQuery: "mode=ro"}).String())
	if err != nil {
		return nil, 0, err
	}
	defer db.Close()
	var prompts int
	if err := db.QueryRow(`SELECT count(*) FROM pragma_table_info('evaluations') WHERE name = 'eval_prompt'`).Scan(
		&prompts); err != nil {
		return nil, 0, fmt.Errorf("%s: %w", file, err)
	}
	column := "''"
	if prompts > 0 {
		column = "coalesce(eval_prompt, '')"
	}
	rows, err := db.Query(`SELECT id, test_file, model_name, ` + column +
		`, coalesce(actual_result, ''), coalesce(explanation, '') FROM evaluations ORDER BY id`)
	if err != nil {
		return nil, 0, fmt.Errorf("%s is not a results.db of security-bench: %w", file, err)
	}
	defer rows.Close()
	keys := map[string]string{}
	for _, v := range variants {
		keys[lastTwo(v.Key)] = v.Key
	}
	repetitions := map[[2]string]int{}
	for rows.Next() {
		var id int
		var test, model, prompt, result, explanation string
		if err := rows.Scan(&id, &test, &model, &prompt, &result, &explanation); err != nil {
			return nil, 0, fmt.Errorf("%s: %w", file, err)
		}
		if result == "" {
			skipped++
			continue
		}
		test = lastTwo(strings.TrimSuffix(strings.ReplaceAll(test, `\`, "/"), ".md"))
		l := imported.Line{Sample: keys[test], Subject: strings.Join(strings.Fields(model), "_"), Model: model,
			Finish: bench.Answered, Place: fmt.Sprintf("%s: row %d", file, id)}
		if subject.IsBuiltin(l.Subject) {
			return nil, 0, fmt.Errorf("%s: row %d: %q is the name of a built-in subject", file, id, model)
		}
		if prompt != "" {
			l.Subject += "@" + strings.Join(strings.Fields(strings.TrimSuffix(path.Base(prompt), ".txt")), "_")
		}
		if l.Sample == "" {
			l.Sample = test
		}
		text, err := json.Marshal(map[string]string{"assessment": result, "explanation": explanation})
		if err != nil {
			return nil, 0, err
		}
		l.Text = string(text)
		at := [2]string{l.Subject, l.Sample}
		l.Repetition = repetitions[at]
		repetitions[at]++
		out = append(out, l)
	}
	return out, skipped, rows.Err()
}

// lastTwo returns the last two names of a path.
func lastTwo(p string) string { return path.Join(path.Base(path.Dir(p)), path.Base(p)) }
