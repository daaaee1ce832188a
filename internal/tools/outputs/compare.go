package main

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// volatile matches keys whose values belong to one execution, not to the data.
var volatile = regexp.MustCompile(
	`(^|\.)(run|manifest|started_at|ended_at|elapsed\w*|seconds[\w-]*|id|program|go|version|command|cost_usd)(\.|\[|$)`)

// shown is the number of printed differences per file.
const shown = 20

// compare reports the differences between two recordings.
func compare(before, after string, renames map[string]string, ignore string) error {
	names, err := filepath.Glob(filepath.Join(before, "*"))
	if err != nil || len(names) == 0 {
		return errors.Join(fmt.Errorf("%s holds no recording", before), err)
	}
	bad := 0
	for _, file := range names {
		name := filepath.Base(file)
		was, err := facts(file, renames, ignore)
		if err != nil {
			return err
		}
		is, err := facts(filepath.Join(after, name), nil, ignore)
		if errors.Is(err, fs.ErrNotExist) {
			fmt.Printf("%s: missing\n", name)
			bad++
			continue
		} else if err != nil {
			return err
		}
		differ := missing(was, is)
		fmt.Printf("%s: %d values, %d differ\n", name, len(was), len(differ))
		for _, d := range differ[:min(len(differ), shown)] {
			fmt.Println("  " + d)
		}
		bad += len(differ)
	}
	if bad > 0 {
		return fmt.Errorf("%d differences", bad)
	}
	return nil
}

// A fact is a value and its place. Facts from text have no place: sections may move.
type fact struct{ place, value string }

// missing returns the facts that occur more often in was than in is.
func missing(was, is []fact) []string {
	count := map[fact]int{}
	at := map[string]string{}
	for _, f := range is {
		count[f]++
		at[f.place] = f.value
	}
	var out []string
	for _, f := range was {
		if count[f]--; count[f] >= 0 {
			continue
		}
		line := strings.TrimSpace(f.place + " " + f.value)
		if now, ok := at[f.place]; ok && f.place != "" {
			line += " → " + now
		}
		out = append(out, line)
	}
	return out
}

// facts reads the facts of a file.
func facts(file string, renames map[string]string, ignore string) ([]fact, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	switch filepath.Ext(file) {
	case ".json", ".sarif":
	case ".csv":
		return cells(b, ignore)
	default:
		return numbers(string(b), ignore), nil
	}
	var out []fact
	for d := json.NewDecoder(bytes.NewReader(b)); d.More(); {
		d.UseNumber()
		var v any
		if err := d.Decode(&v); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		flatten(&out, "", v, renames, ignore)
	}
	return out, nil
}

// flatten lists the values of a JSON document with their paths. A path identifies a list
// element by its name, not by its index.
func flatten(out *[]fact, path string, v any, renames map[string]string, ignore string) {
	if volatile.MatchString(path) {
		return
	}
	switch v := v.(type) {
	case map[string]any:
		for k, x := range v {
			if now, ok := renames[k]; ok {
				k = now
			}
			flatten(out, path+"."+k, x, renames, ignore)
		}
	case []any:
		for i, x := range v {
			name := fmt.Sprint(i)
			if m, ok := x.(map[string]any); ok {
				for _, k := range []string{"subject", "name", "key", "id", "metric"} {
					if s, ok := m[k].(string); ok {
						name = s
						break
					}
				}
			} else if pair, ok := x.([]any); ok && len(pair) == 2 {
				name, x = fmt.Sprint(pair[0]), pair[1]
			}
			if !strings.HasPrefix(name, ignore) {
				flatten(out, path+"["+name+"]", x, renames, ignore)
			}
		}
	default:
		s := fmt.Sprint(v)
		if now, ok := renames[s]; ok {
			s = now
		}
		if s != ignore {
			*out = append(*out, fact{path, s})
		}
	}
}

// rowNames are the columns that together identify a row of a table.
var rowNames = []string{"variant", "subject", "repetition", "metric", "suite"}

// cells lists the cells of tables by column and row. Tables with different columns may
// follow each other.
func cells(text []byte, ignore string) ([]fact, error) {
	r := csv.NewReader(bytes.NewReader(text))
	r.FieldsPerRecord = -1
	rows, err := r.ReadAll()
	if err != nil {
		return nil, err
	}
	var head []string
	var out []fact
	for _, row := range rows {
		if slices.Contains(row, "suite") {
			head = row
			continue
		}
		if slices.Contains(row, ignore) || len(row) != len(head) {
			continue
		}
		var name []string
		for i, c := range row {
			if slices.Contains(rowNames, head[i]) {
				name = append(name, c)
			}
		}
		for i, c := range row {
			if !volatile.MatchString(head[i]) {
				out = append(out, fact{strings.Join(name, " ") + " " + head[i], c})
			}
		}
	}
	return out, nil
}

var number = regexp.MustCompile(`\d+(?:\.\d+)?`)

// stamp matches ids of runs and times.
var stamp = regexp.MustCompile(`\d{8}-\d{6}-[0-9a-f]+|\d{4}-\d\d-\d\d[T ][0-9:.Z]+`)

// numbers lists the numbers of a text, except those on lines about ignore.
func numbers(text, ignore string) []fact {
	var out []fact
	for line := range strings.Lines(text) {
		if strings.Contains(line, ignore) {
			continue
		}
		for _, n := range number.FindAllString(stamp.ReplaceAllString(line, ""), -1) {
			out = append(out, fact{"", n})
		}
	}
	return out
}

// readRenames reads pairs of words from a file.
func readRenames(file string) (map[string]string, error) {
	if file == "" {
		return nil, nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	out := map[string]string{}
	s := bufio.NewScanner(f)
	for s.Scan() {
		was, is, ok := strings.Cut(strings.TrimSpace(s.Text()), " ")
		if !ok {
			return nil, fmt.Errorf("%s: %q is not a pair of words", file, s.Text())
		}
		out[was] = is
	}
	return out, s.Err()
}
