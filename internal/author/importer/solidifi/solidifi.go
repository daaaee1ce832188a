// Package solidifi reads a checkout of the SolidiFI benchmark: the same base contracts with flaws injected by
// type, and logs of their places.
//
// The clean twin is the source without the logged lines, if at least two types agree on it: then that is the
// common base. Labels use the folder's name, since those in the logs are unreliable.
package solidifi

import (
	"encoding/csv"
	"errors"
	"io"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"assay/internal/author/importer"
	"assay/internal/bench"
	"assay/internal/lang/solidity"
)

// Format is the layout.
var Format = importer.Format{
	Name: "solidifi",
	From: "SolidiFI-benchmark",
	Doc:  "Read the SolidiFI benchmark: injected flaws, their logs, and the common base as the twin.",
	Read: read,
}

var classes = map[string]bench.Class{
	"Overflow-Underflow": "arithmetic", "Re-entrancy": "reentrancy", "TOD": "front_running",
	"Timestamp-Dependency": "timestamp_dependence",
	"Unchecked-Send":       "unchecked_return", "Unhandled-Exceptions": "unchecked_return", "tx.origin": "tx_origin",
}

const root = "buggy_contracts"

// buggy is one source with its log.
type buggy struct {
	file, kind, number, text string
	injected                 map[int]bool // lines
	clean                    string
	base                     string // the same for equal clean texts, without comments and whitespace
}

func read(in *importer.Input) {
	if len(in.Files(root, "")) == 0 {
		in.Problem(root, 0, "is missing; give the top directory of the checkout")
		return
	}
	var all []buggy
	agree := map[string]int{} // by number and clean text
	for _, kind := range in.Dirs(root) {
		if classes[kind] == "" {
			in.Problem(path.Join(root, kind), 0, "is not a type of flaw that SolidiFI injects")
			continue
		}
		for _, file := range in.Files(root+"/"+kind, ".sol") {
			number, ok := strings.CutPrefix(strings.TrimSuffix(path.Base(file), ".sol"), "buggy_")
			if !ok {
				in.Note("skipped %s: its name is not buggy_N.sol", file)
				continue
			}
			text, ok := in.Text(file)
			if !ok {
				continue
			}
			b := buggy{file: file, kind: kind, number: number, text: text}
			log := path.Join(path.Dir(file), "BugLog_"+number+".csv")
			if b.injected, ok = readLog(in, log, strings.Count(text, "\n")+1); !ok {
				continue
			}
			if more := unlogged(text, kind, b.injected); len(more) > 0 {
				in.Left("logs that omit injected code, which was found by its names", log)
				for _, l := range more {
					b.injected[l] = true
				}
			}
			b.clean = without(text, kind, b.injected)
			b.base = number + "\x00" + importer.Code(b.clean)
			agree[b.base]++
			all = append(all, b)
		}
	}
	alone := 0
	for _, b := range all {
		s := importer.Sample{
			ID: b.kind + "-" + b.number, Path: b.file, Base: "base " + b.number, Category: b.kind, Class: classes[b.kind],
			Text: b.text, Marks: importer.Roots(slices.Sorted(maps.Keys(code(b.text, b.injected)))...),
		}
		if agree[b.base] > 1 {
			s.Fixed = b.clean
		} else {
			alone++
		}
		in.Add(s)
	}
	if alone > 0 {
		in.Note("%d sources without their logged lines match no base of another type; they have no twin", alone)
	}
	in.Note("flaws are injected, many per source, some labels are disputed (a payment by send cannot be re-entered): " +
		"use this suite to measure places, not rates")
}

// suffixes match the names that the injector gave, by type.
var suffixes = map[string]*regexp.Regexp{
	"Overflow-Underflow": regexp.MustCompile(`_intou\d+$|bug_intou`), "Re-entrancy": regexp.MustCompile(`_re_ent\d+$`),
	"TOD": regexp.MustCompile(`_TOD\d+$|_tod\d+$`), "Timestamp-Dependency": regexp.MustCompile(`_tmstmp\d+$|bug_tmstmp`),
	"Unchecked-Send":       regexp.MustCompile(`_unchk\d+$|bug_unchk_send|_unchk_send`),
	"Unhandled-Exceptions": regexp.MustCompile(`_unchk\d+$|bug_unchk`),
	"tx.origin":            regexp.MustCompile(`_txorigin\d+$`),
}

// unlogged returns the lines with names of the injector that the log leaves out: for a function with such a
// name, all its lines.
func unlogged(text, kind string, logged map[int]bool) []int {
	o := solidity.Survey(text)
	var out []int
	for _, t := range o.Tokens {
		line := o.Lines.Line(t.Start)
		if t.Kind != solidity.Ident || !suffixes[kind].MatchString(t.Text(text)) || logged[line] ||
			slices.Contains(out, line) {
			continue
		}
		from, to := line, line
		for _, f := range o.Functions {
			if s := f.Span(); s.Contains(t.Start) && suffixes[kind].MatchString(f.Name) {
				from, to = o.Lines.Line(s.Start), o.Lines.Line(s.End-1)
			}
		}
		for ; from <= to; from++ {
			if !logged[from] {
				out = append(out, from)
			}
		}
	}
	return out
}

// readLog returns the logged lines; ok is false when the log cannot be used at all.
func readLog(in *importer.Input, file string, lines int) (injected map[int]bool, ok bool) {
	text, ok := in.Data(file)
	if !ok {
		return nil, false
	}
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord = -1
	injected = map[int]bool{}
	for {
		rec, err := r.Read()
		if err == io.EOF {
			break
		}
		if pe, ok := errors.AsType[*csv.ParseError](err); ok {
			in.Problem(file, pe.Line, "%v", pe.Err)
			return nil, false
		}
		line, _ := r.FieldPos(0)
		if strings.TrimSpace(rec[0]) == "loc" {
			continue
		}
		if len(rec) < 2 {
			in.Problem(file, line, "has %d fields; expected loc and length", len(rec))
			return nil, false
		}
		loc, err1 := strconv.Atoi(strings.TrimSpace(rec[0]))
		length, err2 := strconv.Atoi(strings.TrimSpace(rec[1]))
		if err1 != nil || err2 != nil || loc < 1 || length < 1 || loc > lines || length > lines-loc+1 {
			in.Problem(file, line, "loc %.20q and length %.20q are not lines of a source with %d lines", rec[0], rec[1], lines)
			return nil, false
		}
		for i := range length {
			injected[loc+i] = true
		}
	}
	if len(injected) == 0 {
		in.Problem(file, 0, "is an empty log")
		return nil, false
	}
	return injected, true
}

// without returns a text without some of its lines. Code on such a line before the declaration of an injected
// name, or after an injected function, belongs to the source and stays.
func without(text, kind string, gone map[int]bool) string {
	o := solidity.Survey(text)
	before, behind := map[int]string{}, map[int]string{}
	line, start, end := 0, 0, 0 // start of the line, and end of its last closed declaration
	for _, t := range o.Tokens {
		if n := o.Lines.Line(t.Start); n != line {
			line, start = n, strings.LastIndexByte(text[:t.Start], '\n')+1
			end = start
		}
		_, done := before[line]
		switch word := t.Text(text); {
		case word == ";" || word == "{" || word == "}":
			end = t.End
		case !done && t.Kind == solidity.Ident && suffixes[kind].MatchString(word):
			before[line] = text[start:end]
		}
	}
	for _, f := range o.Functions {
		if s := f.Span(); suffixes[kind].MatchString(f.Name) {
			first, last := o.Lines.Line(s.Start), o.Lines.Line(s.End-1)
			for i := first + 1; i <= last; i++ {
				delete(before, i)
			}
			behind[last], _, _ = strings.Cut(text[s.End:], "\n")
		}
	}
	var out []string
	for i, line := range strings.Split(text, "\n") {
		if !gone[i+1] {
			out = append(out, line)
		} else if left := before[i+1] + behind[i+1]; strings.TrimSpace(left) != "" {
			out = append(out, left)
		}
	}
	return strings.Join(out, "\n")
}

// code returns those of the lines that hold code.
func code(text string, lines map[int]bool) map[int]bool {
	out := importer.CodeLines(text)
	maps.DeleteFunc(out, func(line int, _ bool) bool { return !lines[line] })
	return out
}
