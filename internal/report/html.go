package report

import (
	"bufio"
	"bytes"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"
)

//go:embed templates
var templates embed.FS

// pages is the parsed templates. They are part of the program, so that a fault
// in one is a fault of the program; the tests execute every one.
var pages = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("report").Funcs(template.FuncMap{
		"breakable": breakable,
	}).ParseFS(templates, "templates/*"))
})

// HTML writes the whole report as one file that needs no network, no script and
// no other file. Whatever comes from subjects, providers or suites is inserted
// by html/template as text; nothing of it is ever markup.
//
// Equal data give equal bytes. The only errors are those of w.
func HTML(w io.Writer, d *Data) error {
	d = d.once()
	b := bufio.NewWriterSize(w, 1<<16)
	t := pages()
	type entry struct {
		Section
		write func(io.Writer) error
	}
	d.Suites() // computed, like the subjects, before sections that run at once ask for them
	d.subjects()
	sections := Sections()
	built, has := make([]func(io.Writer) error, len(sections)), make([]bool, len(sections))
	var wg sync.WaitGroup
	for i, s := range sections {
		if s.beside {
			wg.Go(func() {
				var data any
				if data, has[i] = s.Build(d); has[i] {
					var text bytes.Buffer
					err := t.ExecuteTemplate(&text, s.ID+".html", data)
					built[i] = func(w io.Writer) error { return errors.Join(err, written(text.WriteTo(w))) }
				}
			})
		}
	}
	for i, s := range sections {
		if !s.beside {
			var data any
			data, has[i] = s.Build(d)
			built[i] = func(w io.Writer) error { return t.ExecuteTemplate(w, s.ID+".html", data) }
		}
	}
	wg.Wait()
	var shown []entry
	for i, s := range sections {
		if has[i] {
			shown = append(shown, entry{s, built[i]})
		}
	}
	head := struct {
		Title, RunID string
		Sections     []Section
	}{Title: "assay report", RunID: d.RunID}
	if d.RunID != "" {
		head.Title += " " + d.RunID
	}
	for _, e := range shown {
		head.Sections = append(head.Sections, e.Section)
	}
	run := func(name string, data any) error {
		if err := t.ExecuteTemplate(b, name, data); err != nil {
			return fmt.Errorf("report: section %s: %w", name, err)
		}
		return nil
	}
	if err := run("head.html", head); err != nil {
		return err
	}
	for _, e := range shown {
		if err := run("open.html", e.Section); err != nil {
			return err
		}
		if err := e.write(b); err != nil {
			return fmt.Errorf("report: section %s: %w", e.ID, err)
		}
		if err := run("close.html", nil); err != nil {
			return err
		}
	}
	if err := run("foot.html", nil); err != nil {
		return err
	}
	return b.Flush()
}

// written returns the error of writing so many bytes.
func written(_ int64, err error) error { return err }

// breakable cuts a name behind slashes, dashes and colons, where a narrow column may break it.
func breakable(name string) []string {
	var out []string
	for rest := name; rest != ""; {
		i := strings.IndexAny(rest, "/-:_") + 1
		if i == 0 {
			i = len(rest)
		}
		out = append(out, rest[:i])
		rest = rest[i:]
	}
	return out
}
