package board

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"assay/internal/bench"
	"assay/internal/metric"
	"assay/internal/report"
	"assay/internal/report/write"
	"assay/internal/termtext"
)

//go:embed board.html
var pageText string

//go:embed board.css
var style string

//go:embed board.js
var script string

// pages is the parsed templates: part of the program, and executed by the tests.
var pages = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("board").Funcs(template.FuncMap{
		"visible": termtext.Plain, "short": short, "count": report.Count[int], "plural": report.Plural,
		"dollars": report.Dollars, "metrics": Metrics,
		"day":   func(t time.Time) string { return t.UTC().Format(time.DateOnly) },
		"place": func(e *Entry, i int) template.HTML { return placeOf(e, i) },
		"order": func(e *Entry) string {
			if !e.Ranked() || !e.Places[0].OK {
				return ""
			}
			return strconv.FormatFloat(e.Places[0].Rank, 'g', -1, 64)
		},
		"point": func(e *Entry, i int) string {
			if v := e.Values[i]; v.Defined {
				return strconv.FormatFloat(v.Point, 'g', -1, 64)
			}
			return ""
		},
		"value": func(e *Entry, i int) template.HTML {
			m, v := Metrics()[i], e.Values[i]
			out := template.HTMLEscapeString(strings.TrimSpace(report.OfN(v) + " " + report.Number(m.Scale, v)))
			if r := report.Interval(m.Scale, v.Interval); r != "" {
				out += ` <span class="ci">` + template.HTMLEscapeString(r) + `</span>`
			}
			return template.HTML(out)
		},
	}).Parse(pageText))
})

// placeOf writes a rank with the places that are left open.
func placeOf(e *Entry, i int) template.HTML {
	if !e.Ranked() || !e.Places[i].OK {
		return "–"
	}
	p := e.Places[i]
	out := fmt.Sprintf("%g", p.Rank)
	if p.Unique {
		out = "<b>" + out + "</b>"
	}
	return template.HTML(fmt.Sprintf(`%s <span class="ci">[%d, %d]</span>`, out, p.Lo, p.Hi))
}

// short returns the beginning of a hash, without the name of its kind.
func short(h string) string {
	if _, after, ok := strings.Cut(h, ":"); ok {
		h = after
	}
	return termtext.Plain(h[:min(len(h), 8)])
}

// Kept counts the archives that are on the board.
func (b *Board) Kept() int {
	n := 0
	for _, a := range b.Archives {
		if a.Rejected == "" {
			n++
		}
	}
	return n
}

// Write writes the site. create opens a file by its slash-separated path below the site.
// Equal boards give equal files.
func (b *Board) Write(create func(path string) (io.WriteCloser, error)) error {
	file := func(path string, to func(io.Writer) error) error {
		w, err := create(path)
		if err != nil {
			return err
		}
		err = to(w)
		if cerr := w.Close(); err == nil {
			err = cerr
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		return nil
	}
	if err := file("index.html", b.index); err != nil {
		return err
	}
	for _, a := range b.Archives {
		if a.Rejected == "" {
			if err := file("archives/"+a.ID()+".html", func(w io.Writer) error { return b.page(w, a) }); err != nil {
				return err
			}
		}
	}
	return file("board.json", b.JSON)
}

func body(name string, data any) (template.HTML, error) {
	var s strings.Builder
	if err := pages().ExecuteTemplate(&s, name, data); err != nil {
		return "", fmt.Errorf("writing HTML: %w", err)
	}
	return template.HTML(s.String()), nil
}

var foot = []string{"Made by assay from archives of runs, which docs/compete.md describes. Words of subjects and " +
	"submitters are shown as data.", "The same numbers, for programs, are in board.json."}

func (b *Board) index(w io.Writer) error {
	html, err := body("index", struct{ Board *Board }{b})
	if err != nil {
		return err
	}
	return write.Shell{Title: termtext.Plain(b.Title), Brand: "assay · board", Body: html, Style: style, Script: script,
		Foot: foot}.Write(w)
}

// page holds the facts about one archive.
func (b *Board) page(w io.Writer, a *Archive) error {
	m := a.Run.Manifest
	facts := []write.Fact{{Name: "File", Text: a.Name}, {Name: "SHA-256", Text: a.SHA256, Code: true},
		{Name: "Bytes", Text: report.Count(a.Bytes)}, {Name: "Run", Text: a.Run.ID, Code: true},
		{Name: "Started", Text: report.When(a.Run.Started)}, {Name: "Ended", Text: report.When(a.Run.Ended)},
		{Name: "Status", Text: a.Run.Status},
		{Name: "Made by", Text: strings.TrimSpace("assay " + m.Program + " " + m.Commit)},
		{Name: "Judges of the run", Text: m.Judging.String()}, {Name: "Seed", Text: strconv.FormatUint(m.Seed, 10)},
		{Name: "Command", Text: strings.Join(m.Command, " "), Code: true}}
	for _, name := range slices.Sorted(maps.Keys(m.Suites)) {
		facts = append(facts, write.Fact{Name: "Suite " + name, Text: m.Suites[name], Code: true})
	}
	for _, f := range m.Fresh {
		if f.Commitment != "" {
			facts = append(facts, write.Fact{Name: "Commitment of " + f.Fresh, Text: f.Commitment, Code: true})
		}
	}
	if s := a.Submission; s != nil {
		facts = append(facts, write.Fact{Name: "Submitted by", Text: s.By},
			write.Fact{Name: "Contact", Text: cmp.Or(s.Contact, write.None)},
			write.Fact{Name: "Packed on", Text: s.Date}, write.Fact{Name: "Note", Text: cmp.Or(s.Note, write.None)})
	}
	var tables []write.Table
	for _, t := range b.Tables {
		out := write.Table{ID: "board", Group: t.Suite + " " + short(t.Version),
			Title:   "Numbers of this archive; ranks are among all archives of the board",
			Columns: []write.Column{{Key: "subject", Title: "Subject"}, {Key: "rank", Title: "Rank", Number: true}}}
		for _, m := range Metrics() {
			out.Columns = append(out.Columns, write.Column{Key: m.ID, Title: m.Title, Help: m.Doc, Number: true})
		}
		for _, e := range t.Entries {
			if e.Archive != a {
				continue
			}
			place := write.Text("")
			if e.Ranked() && e.Places[0].OK {
				p := e.Places[0]
				place = write.Figure(fmt.Sprintf("%g", p.Rank), p.Rank)
				place.Range, place.Strong = fmt.Sprintf("[%d, %d]", p.Lo, p.Hi), p.Unique
			}
			row := write.Row{Cells: []write.Value{{Text: e.Subject.Name}, place}}
			for i, m := range Metrics() {
				row.Cells = append(row.Cells, cellOf(m, e.Values[i]))
			}
			for _, mark := range e.Marks {
				row.Notes = append(row.Notes, string(mark.Kind)+": "+mark.Text)
			}
			out.Rows = append(out.Rows, row)
		}
		if len(out.Rows) > 0 {
			tables = append(tables, out)
		}
	}
	var html template.HTML
	if len(tables) > 0 {
		var err error
		if html, err = write.Fragment(tables...); err != nil {
			return err
		}
	}
	text, err := body("archive", struct {
		Archive *Archive
		Facts   []write.Fact
		Checks  []string
		Tables  template.HTML
	}{a, facts, a.checks(), html})
	if err != nil {
		return err
	}
	return write.Shell{Title: termtext.Plain("Run of " + a.By()), Brand: "assay · board", Body: text, Style: style,
		Foot: foot}.Write(w)
}

func cellOf(m metric.Metric, v metric.Value) write.Value {
	out := write.Value{Text: report.Number(m.Scale, v), Range: report.Interval(m.Scale, v.Interval), K: v.K, N: v.N,
		Warnings: v.Warnings}
	if v.Defined {
		out.Number = &v.Point
	}
	return out
}

// checks says in sentences what was checked of an archive, and what came of it.
func (a *Archive) checks() []string {
	out := []string{
		"The hashes of its members are those of its index, and its plan is that of its trials.",
		fmt.Sprintf("%s of %s have ended. %s were read and judged again from their text.", report.Count(a.Ended),
			report.Plural(a.Planned, "planned trial"), report.Count(a.Rescored)),
	}
	say := func(n int, zero, some string) {
		switch {
		case n > 0:
			out = append(out, report.Count(n)+" "+some)
		case zero != "":
			out = append(out, zero)
		}
	}
	say(a.Altered, "No answer has another result than the archive stores.",
		"have another result than the archive stores, from the same parser and judge.")
	say(a.Older, "", "were derived by another version of the parser, or judged by another judge, when the run was made; "+
		"the board has this version's results.")
	say(a.Unconfirmed, "Every text stands in its raw response.", "texts do not stand in their raw responses.")
	say(a.Rawless, "", "answers have no raw response.")
	say(a.Again, "No trial was asked again after an answer.",
		"trials were asked again after an answer; the last one counts.")
	say(a.Foreign, "Its texts are those of the suites, as far as these are at hand.",
		"texts are not those of the suite of that name and hash.")
	for _, l := range a.LeftOut {
		out = append(out, report.Plural(l.Trials, "trial")+" are on no table: "+l.Reason+".")
	}
	return out
}

// Format of board.json.
const boardVersion = 1

// JSON writes the board for programs.
func (b *Board) JSON(w io.Writer) error {
	type rankOut struct {
		Rank   float64 `json:"rank"`
		Lo     int     `json:"lo"`
		Hi     int     `json:"hi"`
		Unique bool    `json:"unique"`
		First  float64 `json:"first"`
	}
	type entryOut struct {
		Archive   string                  `json:"archive"`
		Subject   string                  `json:"subject"`
		Version   string                  `json:"version"`
		Model     string                  `json:"model,omitempty"`
		Strategy  string                  `json:"strategy,omitempty"`
		Scaffold  string                  `json:"scaffold,omitempty"`
		Builtin   bool                    `json:"builtin"`
		Texts     int                     `json:"texts"`
		Trials    int                     `json:"trials"`
		CostUSD   *float64                `json:"cost_usd,omitempty"`
		Diagnosis string                  `json:"diagnosis"`
		Values    map[string]metric.Value `json:"values"`
		Ranks     map[string]rankOut      `json:"ranks,omitempty"`
		Marks     []Mark                  `json:"marks,omitempty"`
	}
	type tableOut struct {
		Suite   string     `json:"suite"`
		Version string     `json:"version"`
		Known   bool       `json:"known"`
		Texts   int        `json:"texts"`
		Entries []entryOut `json:"entries"`
	}
	type archiveOut struct {
		File        string    `json:"file"`
		SHA256      string    `json:"sha256"`
		Bytes       int64     `json:"bytes"`
		Run         string    `json:"run"`
		By          string    `json:"by,omitempty"`
		Note        string    `json:"note,omitempty"`
		Started     string    `json:"started,omitempty"`
		Rejected    string    `json:"rejected,omitempty"`
		Planned     int       `json:"planned"`
		Ended       int       `json:"ended"`
		Rescored    int       `json:"rescored"`
		Altered     int       `json:"altered"`
		Older       int       `json:"older"`
		Unconfirmed int       `json:"unconfirmed"`
		Rawless     int       `json:"no_raw_response"`
		Again       int       `json:"asked_again"`
		Foreign     int       `json:"other_texts"`
		LeftOut     []LeftOut `json:"left_out,omitempty"`
	}
	out := struct {
		Format   bench.Format `json:"format"`
		Version  int          `json:"version"`
		Title    string       `json:"title"`
		Archives []archiveOut `json:"archives"`
		Tables   []tableOut   `json:"tables"`
	}{Format: "assay board", Version: boardVersion, Title: b.Title, Archives: []archiveOut{}, Tables: []tableOut{}}
	for _, a := range b.Archives {
		x := archiveOut{File: a.Name, SHA256: a.SHA256, Bytes: a.Bytes, Run: a.Run.ID, Rejected: a.Rejected,
			Planned: a.Planned, Ended: a.Ended, Rescored: a.Rescored, Altered: a.Altered,
			Older: a.Older, Unconfirmed: a.Unconfirmed, Rawless: a.Rawless, Again: a.Again, Foreign: a.Foreign,
			LeftOut: a.LeftOut}
		if !a.Run.Started.IsZero() {
			x.Started = a.Run.Started.UTC().Format(time.RFC3339)
		}
		if a.Submission != nil {
			x.By, x.Note = a.Submission.By, a.Submission.Note
		}
		out.Archives = append(out.Archives, x)
	}
	for _, t := range b.Tables {
		to := tableOut{t.Suite, t.Version, t.Known, t.Texts, []entryOut{}}
		for _, e := range t.Entries {
			x := entryOut{Archive: e.Archive.SHA256, Subject: e.Subject.Name, Version: e.Subject.Version, Model: e.Subject.Model,
				Strategy: e.Subject.Strategy, Scaffold: e.Subject.Scaffold,
				Builtin: e.Builtin(), Texts: e.Texts, Trials: e.Trials, Diagnosis: fmt.Sprint(e.Diagnosis),
				Values: map[string]metric.Value{}, Marks: e.Marks}
			if e.Priced > 0 {
				x.CostUSD = &e.Cost
			}
			for i, m := range Metrics() {
				x.Values[m.ID] = e.Values[i]
				if i < len(e.Places) && e.Places[i].OK {
					if x.Ranks == nil {
						x.Ranks = map[string]rankOut{}
					}
					p := e.Places[i]
					x.Ranks[m.ID] = rankOut{p.Rank, p.Lo, p.Hi, p.Unique, p.First}
				}
			}
			to.Entries = append(to.Entries, x)
		}
		out.Tables = append(out.Tables, to)
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", " ")
	return enc.Encode(out)
}
