package interchange

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"assay/internal/core/base/jsonl"
	"assay/internal/core/stats/scored"
)

// words are what logs write for yes and no.
var words = map[string]float64{
	"true": 1, "yes": 1, "pass": 1, "passed": 1, "correct": 1, "c": 1,
	"false": 0, "no": 0, "fail": 0, "failed": 0, "incorrect": 0, "i": 0,
}

// SetScore sets the value of a score from a text: a number, a word for yes or no, or "" for none.
func SetScore(x *scored.Score, text string) error {
	text = strings.TrimSpace(text)
	if v, err := strconv.ParseFloat(text, 64); err == nil && !math.IsInf(v, 0) && !math.IsNaN(v) {
		x.Value = v
		return nil
	}
	lower := strings.ToLower(text)
	if v, ok := words[lower]; ok {
		x.Value, x.Word = v, true
		return nil
	}
	switch lower {
	case "", "null", "nan", "none", "na", "n/a":
		x.Missing = scored.Unscored
		return nil
	}
	return fmt.Errorf("score %.40q is neither a number nor yes or no", text)
}

// Word returns a JSON value as text: a string without its quotes, anything else as it is written.
func Word(v json.RawMessage) string {
	var s string
	if len(v) > 0 && v[0] == '"' && json.Unmarshal(v, &s) == nil {
		return s
	}
	if text := strings.TrimSpace(string(v)); text != "null" {
		return text
	}
	return ""
}

// Canonical returns JSON in one form whatever program wrote it: keys sorted, without blanks. Other text stays.
func Canonical(text json.RawMessage) string {
	if len(text) == 0 || text[0] == '"' {
		return Word(text)
	}
	var v any
	d := json.NewDecoder(strings.NewReader(string(jsonl.Finite(text))))
	d.UseNumber()
	if d.Decode(&v) != nil {
		return string(text)
	}
	b, err := json.Marshal(v)
	if err != nil {
		return string(text)
	}
	return string(b)
}

// Short returns a short name for what has no id of its own.
func Short(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text)))[:12] }

// EachLine calls each for every line of a file that is not blank. An error has the place before it.
func EachLine(r io.Reader, name string, each func(line []byte) error) error {
	sc := bufio.NewScanner(r)
	sc.Buffer(make([]byte, 0, 64<<10), jsonl.MaxLine)
	n := 0
	for sc.Scan() {
		n++
		line := sc.Bytes()
		if n == 1 {
			line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if err := each(line); err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
	}
	err := sc.Err()
	if errors.Is(err, bufio.ErrTooLong) {
		err = fmt.Errorf("longer than %d bytes", jsonl.MaxLine)
	}
	if err != nil {
		return fmt.Errorf("%s:%d: %w", name, n+1, err)
	}
	return nil
}
