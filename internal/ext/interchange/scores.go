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
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

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

// Members returns the members of a JSON object, as they are written; numbers that JSON does not have are null. Of two
// with one name the last counts.
func Members(line []byte) (map[string]json.RawMessage, error) {
	line = jsonl.Finite(line)
	out := make(map[string]json.RawMessage, 16)
	all := gjson.ParseBytes(line)
	if !gjson.ValidBytes(line) || !all.IsObject() {
		err := json.Unmarshal(line, &out) // which says what is wrong
		return out, err
	}
	all.ForEach(func(name, v gjson.Result) bool {
		out[name.String()] = json.RawMessage(v.Raw)
		return true
	})
	return out, nil
}

// Canonical returns a text, which need not be JSON, that is equal for equal values whatever program wrote them: keys
// sorted, without blanks. The value is a part of JSON that was parsed.
func Canonical(text json.RawMessage) string {
	if len(text) == 0 || text[0] == '"' {
		return Word(text)
	}
	return string(canonical(make([]byte, 0, len(text)), gjson.ParseBytes(text)))
}

func canonical(b []byte, v gjson.Result) []byte {
	switch {
	case v.IsObject():
		type member struct {
			name  string
			value gjson.Result
		}
		var members []member
		v.ForEach(func(name, value gjson.Result) bool {
			members = append(members, member{name.String(), value})
			return true
		})
		slices.SortStableFunc(members, func(x, y member) int { return strings.Compare(x.name, y.name) })
		b = append(b, '{')
		for _, m := range members {
			b = append(gjson.AppendJSONString(b, m.name), ':')
			b = append(canonical(b, m.value), ',')
		}
		return append(b, '}')
	case v.IsArray():
		b = append(b, '[')
		v.ForEach(func(_, value gjson.Result) bool {
			b = append(canonical(b, value), ',')
			return true
		})
		return append(b, ']')
	case v.Type == gjson.String:
		return gjson.AppendJSONString(b, v.String())
	}
	return append(b, strings.TrimSpace(v.Raw)...)
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
