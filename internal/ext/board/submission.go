package board

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"assay/internal/core/report"
)

// Members of a submission, a zip file: statements about an archive, and the archive.
const (
	submissionFile = "submission.json"
	packedFile     = "run.assay.zip"
)

const submissionKind = "assay submission"

// submissionVersion is raised when a field changes its meaning or is removed.
const submissionVersion = 1

// maxSubmission bounds the statements about an archive, in bytes.
const maxSubmission = 1 << 20

// Submission holds a submitter's statements about an archive, and the archive's results when it was packed. A
// board checks everything except the words.
type Submission struct {
	Submission string            `json:"submission"` // submissionKind
	Version    int               `json:"version"`
	By         string            `json:"by"` // one line, shown on the board
	Contact    string            `json:"contact,omitempty"`
	Note       string            `json:"note,omitempty"`
	Date       string            `json:"date"` // YYYY-MM-DD, when it was packed
	SHA256     string            `json:"archive_sha256"`
	Bytes      int64             `json:"archive_bytes"`
	Run        string            `json:"run"`
	Plan       string            `json:"plan"`
	Program    string            `json:"program"` // version of assay that made the run
	Suites     map[string]string `json:"suites"`
	Planned    int               `json:"planned"`
	Ended      int               `json:"ended"`
	Scores     []Score           `json:"scores"` // by suite, version, subject and metric, as the board orders them
}

// Score is one number of a submission.
type Score struct {
	Suite   string  `json:"suite"`
	Version string  `json:"version"`
	Subject string  `json:"subject"`
	Metric  string  `json:"metric"`
	Defined bool    `json:"defined"`
	Value   float64 `json:"value"`
	K       int     `json:"k"`
	N       int     `json:"n"`
}

// Words are a submitter's statements in words.
type Words struct{ By, Contact, Note, Date string }

// Check returns the problem with the words, nil when they are valid.
func (w Words) Check() error {
	line := func(name, text string, most int, must bool) error {
		switch {
		case must && strings.TrimSpace(text) == "":
			return fmt.Errorf("%s is missing", name)
		case !utf8.ValidString(text) || utf8.RuneCountInString(text) > most:
			return fmt.Errorf("%s must be text of at most %d characters", name, most)
		case strings.ContainsAny(text, "\r\n"):
			return fmt.Errorf("%s must be one line", name)
		}
		return nil
	}
	if _, err := time.Parse(time.DateOnly, w.Date); err != nil {
		return fmt.Errorf("%.40q is not a date such as 2026-08-01", w.Date)
	}
	return errors.Join(line("the name of the submitter", w.By, 80, true), line("the contact", w.Contact, 200, false),
		line("the note", w.Note, 400, false))
}

// Pack writes a submission of an archive that a board of it alone accepts: b is that board, which determines
// the order of the scores.
func Pack(w io.Writer, b *Board, words Words, at io.ReaderAt, size int64) error {
	if err := words.Check(); err != nil {
		return err
	}
	if len(b.Archives) != 1 || b.Archives[0].Rejected != "" {
		return errors.New("a submission needs exactly one valid archive")
	}
	a := b.Archives[0]
	s := Submission{Submission: submissionKind, Version: submissionVersion, By: words.By, Contact: words.Contact,
		Note: words.Note, Date: words.Date,
		SHA256: a.SHA256, Bytes: a.Bytes, Run: a.Run.ID, Plan: a.Run.Plan, Program: a.Run.Manifest.Program,
		Suites:  a.Run.Manifest.Suites,
		Planned: a.Planned, Ended: a.Ended, Scores: b.scores(a)}
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	if len(text) > maxSubmission {
		return fmt.Errorf("its scores have %d bytes; a submission allows %d", len(text), maxSubmission)
	}
	z := zip.NewWriter(w)
	for _, m := range []struct {
		name string
		from io.Reader
	}{{submissionFile, bytes.NewReader(append(text, '\n'))}, {packedFile, io.NewSectionReader(at, 0, size)}} {
		// Stored uncompressed: the archive is already compressed, and is read in place.
		f, err := z.CreateHeader(&zip.FileHeader{Name: m.name, Method: zip.Store,
			Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)})
		if err != nil {
			return err
		}
		if _, err := io.Copy(f, m.from); err != nil {
			return err
		}
	}
	return z.Close()
}

// scores returns the numbers of the entries of an archive.
func (b *Board) scores(a *Archive) []Score {
	var out []Score
	for _, t := range b.Tables {
		for _, e := range t.Entries {
			if e.Archive != a {
				continue
			}
			for i, m := range Metrics() {
				v := e.Values[i]
				out = append(out, Score{t.Suite, t.Version, e.Subject.Name, m.ID, v.Defined, v.Point, v.K, v.N})
			}
		}
	}
	return out
}

// unpack opens a submission; sub is nil when the file is not one.
func unpack(at io.ReaderAt, size int64) (sub *Submission, inner io.ReaderAt, innerSize int64, err error) {
	z, err := zip.NewReader(at, size)
	if err != nil {
		return nil, nil, 0, nil // the archive names the problem
	}
	var statements, packed *zip.File
	for _, f := range z.File {
		switch f.Name {
		case submissionFile:
			statements = f
		case packedFile:
			packed = f
		}
	}
	if statements == nil && packed == nil {
		return nil, nil, 0, nil
	}
	if statements == nil || packed == nil || len(z.File) != 2 {
		return nil, nil, 0, fmt.Errorf("a submission contains only %s and %s", submissionFile, packedFile)
	}
	if packed.Method != zip.Store {
		return nil, nil, 0, fmt.Errorf("%s is compressed; `assay submit` stores it uncompressed", packedFile)
	}
	f, err := statements.Open()
	if err != nil {
		return nil, nil, 0, fmt.Errorf("%s: %w", submissionFile, err)
	}
	defer f.Close()
	d := json.NewDecoder(io.LimitReader(f, maxSubmission))
	d.DisallowUnknownFields()
	sub = new(Submission)
	if err := d.Decode(sub); err != nil {
		return nil, nil, 0, fmt.Errorf("%s: %w", submissionFile, err)
	}
	switch {
	case sub.Submission != submissionKind:
		return nil, nil, 0, fmt.Errorf("%s: not a submission", submissionFile)
	case sub.Version != submissionVersion:
		return nil, nil, 0, fmt.Errorf("%s: version %d; this program reads version %d", submissionFile, sub.Version,
			submissionVersion)
	}
	if err := (Words{sub.By, sub.Contact, sub.Note, sub.Date}).Check(); err != nil {
		return nil, nil, 0, fmt.Errorf("%s: %w", submissionFile, err)
	}
	from, err := packed.DataOffset()
	if err != nil {
		return nil, nil, 0, fmt.Errorf("%s: %w", packedFile, err)
	}
	n := int64(packed.UncompressedSize64)
	if from < 0 || n < 0 || from+n > size {
		return nil, nil, 0, fmt.Errorf("%s is truncated", packedFile)
	}
	return sub, io.NewSectionReader(at, from, n), n, nil
}

// check compares the statements of a submission with its archive.
func (s *Submission) check(a *Archive) error {
	switch {
	case s.SHA256 != a.SHA256:
		return fmt.Errorf("the archive has the hash %.12s, but the submission states %.12s", a.SHA256, s.SHA256)
	case s.Bytes != a.Bytes:
		return fmt.Errorf("the archive has %d bytes, but the submission states %d", a.Bytes, s.Bytes)
	case s.Run != a.Run.ID || s.Plan != a.Run.Plan:
		return fmt.Errorf("the archive contains run %.60q, but the submission states %.60q", a.Run.ID, s.Run)
	}
	return nil
}

// claims marks entries whose numbers differ from those in their submission.
func (b *Board) claims() {
	for _, a := range b.Archives {
		if a.Submission == nil || a.Rejected != "" {
			continue
		}
		stated := map[[4]string]Score{}
		for _, s := range a.Submission.Scores {
			stated[[4]string{s.Suite, s.Version, s.Subject, s.Metric}] = s
		}
		for _, t := range b.Tables {
			for _, e := range t.Entries {
				if e.Archive != a {
					continue
				}
				for i, m := range Metrics() {
					v := e.Values[i]
					s := stated[[4]string{t.Suite, t.Version, e.Subject.Name, m.ID}]
					if s.Defined != v.Defined || s.K != v.K || s.N != v.N || math.Abs(s.Value-v.Point) > 1e-9 {
						e.Marks = append(e.Marks, Mark{Claimed, "its submission states another " + m.Title +
							" than the computed " + report.Full(m.Scale, v), false})
						break
					}
				}
			}
		}
	}
}
