package write

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"assay/internal/core/base/termtext"
)

// Markdown writes a document as GitHub flavoured Markdown.
func Markdown(w io.Writer, d Document) error {
	p := &printer{w: w}
	if d.Title != "" {
		p.f("# %s\n", Escape(d.Title))
	}
	for _, n := range d.Notes {
		p.f("\n> %s\n", Escape(n))
	}
	for _, s := range d.Sections {
		p.section(s)
	}
	for _, f := range d.Foot {
		p.f("\n%s\n", Escape(f))
	}
	if p.err != nil {
		return fmt.Errorf("writing Markdown: %w", p.err)
	}
	return nil
}

// printer writes to w until the first error, which it stores.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) f(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format, args...)
	}
}

func (p *printer) section(s Section) {
	if s.Title != "" {
		p.f("\n## %s\n", Escape(s.Title))
	}
	p.paragraphs(s.Lead)
	p.list(factLines(s.Facts))
	p.list(factLines(s.Legend))
	group := ""
	for i := range s.Tables {
		t := &s.Tables[i]
		if t.Group != "" && t.Group != group {
			p.f("\n### %s\n", Escape(t.Group))
		}
		group = t.Group
		if t.Of != "" {
			p.f("\n#### %s\n", Escape(t.Of))
		}
		p.table(t)
	}
}

func (p *printer) paragraphs(texts []string) {
	for _, t := range texts {
		p.f("\n%s\n", Escape(t))
	}
}

// list writes items that are already Markdown.
func (p *printer) list(items []string) {
	for i, item := range items {
		if i == 0 {
			p.f("\n")
		}
		p.f("- %s\n", item)
	}
}

func factLines(facts []Fact) []string {
	var out []string
	for _, f := range facts {
		out = append(out, "**"+Escape(f.Name)+"** "+Escape(f.Text))
	}
	return out
}

func marked(prefix string, texts []string) []string {
	var out []string
	for _, t := range texts {
		out = append(out, prefix+Escape(t))
	}
	return out
}

func (p *printer) table(t *Table) {
	if t.Census != "" {
		p.f("\n%s\n", Escape(t.Census))
	}
	p.paragraphs(t.Lead)
	p.list(factLines(t.Facts))
	p.list(append(marked("", t.Says), marked("**Note.** ", t.Warnings)...))
	if len(t.Columns) > 0 && len(t.Rows) > 0 {
		if t.Title != "" {
			p.f("\n*%s*\n", Escape(t.Title))
		}
		p.grid(t)
	}
	p.paragraphs(t.Foot)
}

func (p *printer) grid(t *Table) {
	columns := t.shown()
	parts := slices.ContainsFunc(t.Rows, func(r Row) bool { return r.Part != "" })
	head, rule := "|", "|"
	if parts {
		head, rule = "| |", "|---|"
	}
	for _, i := range columns {
		head += " " + Escape(t.Columns[i].Title) + " |"
		if t.Columns[i].Number {
			rule += "---:|"
		} else {
			rule += "---|"
		}
	}
	p.f("\n%s\n%s\n", head, rule)
	var found notes
	for _, r := range t.Rows {
		p.f("|")
		if parts {
			p.f(" %s |", Escape(r.Part))
		}
		for k, i := range columns {
			v := r.cell(i)
			text := Escape(v.String())
			if v.Strong && text != "" {
				text = "**" + text + "**"
			}
			for _, n := range found.of(v) {
				text += fmt.Sprintf("<sup>%d</sup>", n)
			}
			for _, n := range r.Notes {
				if k == 0 {
					text += "<br>" + Escape(n)
				}
			}
			p.f(" %s |", text)
		}
		p.f("\n")
	}
	for i, n := range found {
		p.f("\n<sup>%d</sup> %s", i+1, Escape(n))
		if i == len(found)-1 {
			p.f("\n")
		} else {
			p.f("<br>")
		}
	}
}

// markEscapes are the characters that Markdown, a table or HTML would read; @ and
// # could name people and issues.
var markEscapes = strings.NewReplacer("\\", "\\\\", "|", "\\|", "`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[", "]",
	"\\]", "<", "&lt;", ">", "&gt;", "&", "&amp;",
	"~", "\\~", "$", "\\$", "@", "@\u2060", "#", "\\#", "\r\n", " ", "\n", " ", "\r", " ", "!", "\\!")

// Escape escapes text so that Markdown shows it literally, on one line.
func Escape(text string) string { return termtext.Plain(markEscapes.Replace(text)) }
