// Package interchange defines the exchange with other evaluation programs: questions and runs that they read, answers
// that they recorded, and scores in the lines of their logs. Each format is one folder below this package, and one
// line in a list of the command line.
//
// Recordings of another program are data: its answers are parsed and scored here, and its scores are ignored. A
// record without an answer is counted by its kind; an invalid record is an error that names its place.
package interchange

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/base/outfile"
	"assay/internal/core/detect/imported"
	"assay/internal/core/run/exchange"
)

// Answers is a format in which another program records answers.
type Answers struct {
	Name string
	Doc  string // one line, no capital, no period
	// Mine reports whether a file of a directory is in the format, by its base name.
	Mine func(name string) bool
	// Read reads one file. Its error is one line that begins with the place.
	Read func(f File) (Record, error)
}

// File is one file written by another program.
type File struct {
	Name    string // as the user wrote it; messages begin with it
	Data    io.ReaderAt
	Size    int64
	Subject string // the subject of the answers, whatever the file states; "" takes it from the file
	Parent  string // base name of its directory, "" where that is not known
	// Sibling returns the contents of a file in the same directory, nil if there is none of that name.
	Sibling func(name string) []byte
}

// Record holds the contents of a file.
type Record struct {
	Lines []imported.Line
	Left  map[string]int // number of records without an answer, by kind in words: "samples that ended with an error"
}

// Leave counts a record without an answer.
func (r *Record) Leave(kind string) {
	if r.Left == nil {
		r.Left = map[string]int{}
	}
	r.Left[kind]++
}

// Unasked is the kind of records that do not identify the question that they answer.
const Unasked = "records without the id of a question"

// Add adds the answer of f at place. The first non-empty id identifies what it answers: the hash of a question
// or the key of a variant. Without an id the answer is counted and left out.
func (r *Record) Add(f File, place string, l imported.Line, ids ...string) error {
	id := cmp.Or(ids...)
	switch {
	case id == "":
		r.Leave(Unasked)
		return nil
	case isHash(id):
		l.Prompt = id
	default:
		l.Sample = id
	}
	l.Place = place
	if f.Subject != "" {
		l.Subject = f.Subject
	}
	if l.Subject == "" {
		return fmt.Errorf("%s: the file does not say which model answered; name it with --subject", place)
	}
	l.Subject = Subject(l.Subject)
	if err := l.Check(); err != nil {
		return fmt.Errorf("%s: %w", place, err)
	}
	r.Lines = append(r.Lines, l)
	return nil
}

// isHash reports whether an id is the hash of a question and not a key: keys contain a slash.
func isHash(id string) bool {
	return len(id) == 64 && strings.Trim(id, "0123456789abcdef") == ""
}

// Recorded is the prefix of the name of a built-in subject whose answers were imported from another program:
// only answers computed here have the name itself.
const Recorded = "recorded/"

// Subject turns another program's name of a model into a valid name here: without spaces, and different from
// that of a built-in subject.
func Subject(name string) string {
	name = strings.Map(func(r rune) rune {
		if r <= ' ' || r == 0x7f {
			return '_'
		}
		return r
	}, strings.TrimSpace(name))
	if strings.HasPrefix(name, "builtin/") {
		return Recorded + name
	}
	return name
}

// Export is what another program is given to ask.
type Export struct {
	Name      string // of the task in that program
	Questions []exchange.Question
	Flags     []string   // of assay reward, with which it grades the answers to these questions
	Solutions []Solution // nil unless the user wants them to be written
}

// Solution is the answer to a question that follows from its proof.
type Solution struct {
	Prompt string `json:"prompt"`
	Text   string `json:"text"`
}

// Questions is a format for giving questions to another program.
type Questions struct {
	Name string
	Doc  string // one line, no capital, no period
	// Write writes the files that make the program ask the questions.
	Write func(to outfile.Folder, e Export) error
}

// PutJSONL writes a file of JSON lines.
func PutJSONL[T any](to outfile.Folder, name string, list []T) error {
	var b bytes.Buffer
	if err := exchange.JSONL(&b, list); err != nil {
		return err
	}
	return outfile.Put(to, name, b.Bytes())
}

// Finish returns the outcome of an answer from another program's word for why it stopped.
func Finish(stop string) bench.Outcome {
	switch stop {
	case "length", "max_tokens", "model_length":
		return bench.Truncated
	case "content_filter":
		return bench.Filtered
	}
	return bench.Answered
}
