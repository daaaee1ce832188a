package section

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"

	"assay/internal/core/report"
	"assay/internal/core/report/write"
)

var samples = Section{ID: "samples", Title: "Samples", Tables: []string{"samples"}, Build: buildSamples}

// buildSamples returns a row for every base. Only a page contains the texts and the answers about them.
func buildSamples(d *report.Data) (write.Section, bool) {
	var out write.Section
	suites(d, func(s *report.Suite) {
		t := write.Table{ID: "samples", Group: s.Name, Title: "Verdicts by cluster", Listed: true}
		subjects := names(d.SubjectsOf(s))
		t.Columns = []write.Column{words("base", "Cluster"), words("class", "Class"), words("subset", "Subset"),
			words("tier", "Tier"), words("proof", "Proof")}
		for _, name := range subjects {
			t.Columns = append(t.Columns, write.Column{Key: name, Title: name, Name: true})
		}
		t.Foot = []string{"One mark per text of the cluster: ✓ right verdict, ✗ wrong verdict, · no verdict."}
		for _, b := range report.BasesOf(d, s) {
			row := write.Cells(b.ID, orNone(b.Class), orNone(b.Group), orNone(b.Tier), b.Proof)
			for _, r := range b.Rows {
				var signs []string
				for _, repetitions := range r.Cells {
					sign := ""
					for _, v := range repetitions {
						sign += v.Sign
					}
					signs = append(signs, sign)
				}
				row.Cells = append(row.Cells, write.Text(strings.Join(signs, " ")))
			}
			t.Rows = append(t.Rows, row)
		}
		out.Tables = append(out.Tables, t)
	})
	return out, len(out.Tables) > 0
}

//go:embed templates
var templates embed.FS

var texts = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("samples").Funcs(template.FuncMap{"breakable": write.Breakable,
		"visible": report.Visible}).ParseFS(templates, "templates/*"))
})

// detail is what a page shows of every sample: HTML, and the error of making it.
type detail struct {
	page []byte
	err  error
}

func (t detail) write(w io.Writer) error {
	if t.err != nil {
		return t.err
	}
	_, err := w.Write(t.page)
	return err
}

// samplesDetail writes the list of samples, the data that its script searches, and the texts, which the script
// opens on demand: both compressed, as data that no browser executes.
func samplesDetail(d *report.Data) detail {
	var b bytes.Buffer
	s := report.SamplesOf(d)
	if err := texts().ExecuteTemplate(&b, "samples.html", s); err != nil {
		return detail{err: err}
	}
	for _, part := range []struct {
		id   string
		data any
	}{{"index", s.Index}, {"words", s.Words}} {
		packed, err := pack(part.data)
		if err != nil {
			return detail{err: err}
		}
		fmt.Fprintf(&b, "<script type=\"application/gzip\" id=\"%s\">%s</script>\n", part.id, packed)
	}
	return detail{page: b.Bytes()}
}

// pack writes a value as compressed JSON, in an alphabet without special characters of HTML.
func pack(data any) (string, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return "", err
	}
	if err := errors.Join(json.NewEncoder(z).Encode(data), z.Close()); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(b.Bytes()), nil
}
