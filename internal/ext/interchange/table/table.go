// Package table reads scores from tables: CSV with a header, or one JSON object a line.
package table

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"assay/internal/core/run/logs"
	"assay/internal/core/stats/scored"
	"assay/internal/ext/interchange"
)

// CSV returns the format of tables with a header. It takes every text that is not JSON: add it last.
func CSV() logs.Format {
	return logs.Format{
		Name: "CSV with the columns item, subject, score (others with --map item=ID,score=acc)",
		Mine: func(f logs.File) bool {
			header, _, more := bytes.Cut(f.Head, []byte("\n"))
			return more && f.Members == nil && f.Head[0] != '{' && f.Head[0] != '[' && separator(string(header)) != 0
		},
		Ext:  []string{".csv", ".tsv"},
		Read: readCSV,
	}
}

// JSONL returns the format of JSON lines. It takes every file that begins with an object: add it late.
func JSONL() logs.Format {
	return logs.Format{
		Name: "JSON lines with the members item, subject, score",
		Mine: func(f logs.File) bool { return len(f.Keys) > 1 },
		Ext:  []string{".jsonl", ".ndjson"},
		Read: readJSONL,
	}
}

// separator returns the rune between the columns of a header, 0 for one column.
func separator(header string) rune {
	best, most := rune(0), 0
	for _, r := range ",;\t" {
		if n := strings.Count(header, string(r)); n > most {
			best, most = r, n
		}
	}
	return best
}

// row turns the fields of one row into a score. get returns a field by one of [logs.Fields].
func row(path string, texts bool, get func(field string) string) (scored.Score, error) {
	x := scored.Score{Item: get("item"), Subject: get("subject"), Cluster: get("cluster"), Epoch: 1}
	if x.Subject == "" {
		x.Subject = strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	}
	if x.Item == "" {
		return x, errors.New("the item has no id")
	}
	if text := get("text"); text != "" {
		x.Text = scored.Hash(text)
	}
	if texts {
		x.Shown, x.Answer = strings.Clone(get("text")), strings.Clone(get("answer"))
	}
	if epoch := get("epoch"); epoch != "" {
		n, err := strconv.Atoi(epoch)
		if err != nil || n < 0 || n > 1<<20 {
			return x, fmt.Errorf("epoch %.40q is not a number from 0", epoch)
		}
		x.Epoch = n + 1
	}
	return x, interchange.SetScore(&x, get("score"))
}

// need returns an error if a field that every table has is missing.
func need(o logs.Options, has []string) error {
	for _, field := range []string{"item", "score"} {
		if !slices.Contains(has, o.Name(field)) {
			return fmt.Errorf("there is no %q, but %s; name them with --map item=…,score=…", o.Name(field),
				strings.Join(has[:min(len(has), 12)], ", "))
		}
	}
	for field, theirs := range o.Map {
		if !slices.Contains(has, theirs) && field != "filter" {
			return fmt.Errorf("there is no %q (--map %s), but %s", theirs, field, strings.Join(has[:min(len(has), 12)], ", "))
		}
	}
	return nil
}

func readCSV(path string, o logs.Options, take func(scored.Score) error) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 64<<10)
	if mark, _ := in.Peek(3); string(mark) == "\xef\xbb\xbf" {
		_, _ = in.Discard(3)
	}
	head, _ := in.Peek(32 << 10)
	line, _, _ := strings.Cut(string(head), "\n")
	r := csv.NewReader(in)
	r.Comma, r.ReuseRecord = separator(line), true
	first, err := r.Read()
	if err != nil {
		return fmt.Errorf("%s:1: %w", path, err)
	}
	names := slices.Clone(first)
	for i := range names {
		names[i] = strings.TrimSpace(names[i])
	}
	if err := need(o, names); err != nil {
		return fmt.Errorf("%s:1: %w", path, err)
	}
	at := map[string]int{}
	for _, field := range logs.Fields {
		at[field] = slices.Index(names, o.Name(field))
	}
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			var x scored.Score
			x, err = row(path, o.Texts, func(field string) string {
				if i := at[field]; i >= 0 {
					return record[i]
				}
				return ""
			})
			if err == nil {
				err = take(x)
			}
		}
		if bad := (*csv.ParseError)(nil); errors.As(err, &bad) {
			return fmt.Errorf("%s:%d: %w", path, bad.Line, bad.Err)
		} else if err != nil {
			n, _ := r.FieldPos(0)
			return fmt.Errorf("%s:%d: %w", path, n, err)
		}
	}
}

func readJSONL(path string, o logs.Options, take func(scored.Score) error) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return interchange.EachLine(f, path, func(line []byte) error {
		fields, err := interchange.Members(line)
		if err != nil {
			return fmt.Errorf("not a JSON object: %s", strings.TrimPrefix(err.Error(), "json: "))
		}
		if _, ok := fields[o.Name("item")]; !ok || fields[o.Name("score")] == nil {
			has := make([]string, 0, len(fields))
			for name := range fields {
				has = append(has, name)
			}
			slices.Sort(has)
			if err := need(o, has); err != nil {
				return err
			}
		}
		x, err := row(path, o.Texts, func(field string) string { return interchange.Word(fields[o.Name(field)]) })
		if err != nil {
			return err
		}
		return take(x)
	})
}
