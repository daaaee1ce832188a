package report

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
	"maps"
	"slices"
	"strings"
	"sync"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report/write"
	"assay/internal/lang/sqltext"
)

// Samples holds every base of a run with its texts, and the answers of each subject.
type Samples struct {
	Suites []SamplesSuite
	Notes  []string // what was shortened or left out, and where it can be read in full
	Index  Index    // the data of search and filters
	Words  Words    // the texts, which are many
}

// SamplesSuite is the part of one suite.
type SamplesSuite struct {
	Name  string
	Specs []specView
	Bases []BaseView
}

// specView holds the numbered requirements of one application.
type specView struct {
	Name         string
	Requirements []sqltext.Requirement
}

// BaseView is one base: its texts, and the answers of every subject.
type BaseView struct {
	ID, Class, Group, Severity, Tier string
	Proof, Score                     string
	Truth                            []write.Fact // root cause, attack and fix in words, and the executions
	Columns                          []variantHead
	Rows                             []verdictRow
	Order                            string // of the verdicts in a cell of Chains
	Chains                           []chainRow
}

// chainRow holds the verdicts of the subjects on the variants that one chain made from a base.
type chainRow struct {
	Chain, Proof string
	Cells        []string // by subject: one sign for every variant, in the order of the originals
}

type variantHead struct{ Name, Truth string }

type verdictRow struct {
	Subject string
	Cells   [][]verdictView // by variant, then by repetition
}

// SamplesOf returns the view of every base. It computes nothing that others share, so that it may run concurrently
// with them once the suites and the subjects of d are known.
func SamplesOf(d *Data) Samples {
	var out Samples
	x := newIndexer(d)
	for s := range d.EachSuite() {
		out.Suites = append(out.Suites, SamplesSuite{Name: s.Name, Specs: specs(s), Bases: basesOf(d, s, x)})
	}
	out.Notes, out.Index, out.Words = x.budget.notes(), x.index, x.words
	return out
}

// BasesOf returns the bases of a suite without their texts and transformed versions.
func BasesOf(d *Data, s *Suite) []BaseView { return basesOf(d, s, nil) }

func basesOf(d *Data, s *Suite, x *indexer) []BaseView {
	trials := placesOf{}
	for _, places := range [][]uint32{s.trials, s.transformed} {
		for same := range stretches(s.source, places) {
			trials.add(same)
		}
	}
	byBase, made := map[string][]*bench.Variant{}, map[string][]*bench.Variant{}
	for _, v := range s.Variants {
		byBase[v.Base] = append(byBase[v.Base], v)
	}
	for _, v := range s.Transformed {
		made[v.Base] = append(made[v.Base], v)
	}
	var out []BaseView
	for _, base := range slices.Sorted(maps.Keys(byBase)) {
		view := buildBase(d, s, base, byBase[base], trials)
		if x != nil {
			x.add(s, view, byBase[base], trials)
			view.Order, view.Chains = chainRows(d, s, byBase[base], made[base], trials)
		}
		out = append(out, view)
	}
	if x != nil {
		x.replies(s)
	}
	return out
}

// placesOf maps the key of a variant, then a subject, to places of trials.
type placesOf map[string]map[string][]uint32

func (p placesOf) add(same stretch) {
	of := p[same.variant.Key]
	if of == nil {
		of = map[string][]uint32{}
		p[same.variant.Key] = of
	}
	if of[same.subject] == nil { // the usual case
		of[same.subject] = same.places
	} else {
		of[same.subject] = slices.Concat(of[same.subject], same.places)
	}
}

// specs returns the requirements of every application in the suite.
func specs(s *Suite) []specView {
	seen := map[string]bool{}
	var out []specView
	for _, v := range s.Variants {
		if v.Task.Spec == "" || seen[v.Group] {
			continue
		}
		seen[v.Group] = true
		if rs := sqltext.ParseSpec(v.Task.Spec).Requirements; len(rs) > 0 {
			out = append(out, specView{v.Group, rs})
		}
	}
	slices.SortFunc(out, func(a, b specView) int { return strings.Compare(a.Name, b.Name) })
	return out
}

func buildBase(d *Data, s *Suite, id string, vs []*bench.Variant, trials placesOf) BaseView {
	first := vs[0]
	if i := slices.IndexFunc(vs, func(v *bench.Variant) bool { return v.Truth == bench.Vulnerable }); i >= 0 {
		first = vs[i]
	}
	out := BaseView{ID: id, Group: first.Group, Severity: first.Severity, Proof: proofOf(vs)}
	var classes []string
	for _, v := range vs {
		for _, set := range v.Documented() {
			if t := set.Class.Title(); v.Truth == bench.Vulnerable && t != "" && !slices.Contains(classes, t) {
				classes = append(classes, t)
			}
		}
	}
	out.Class = strings.Join(classes, ", ")
	if first.Tier > 0 {
		out.Tier = fmt.Sprintf("tier %d", first.Tier)
	}
	if !s.Format.ByRequirement() {
		for _, set := range first.LabelSets() {
			of := ""
			switch {
			case set.Secondary:
				of = fmt.Sprintf(", flaw %d (%s, not documented)", set.Number, set.Class.Title())
			case set.Number > 1:
				of = fmt.Sprintf(", flaw %d (%s)", set.Number, set.Class.Title())
			}
			for _, f := range []write.Fact{{Name: "Root cause" + of, Text: set.RootCause},
				{Name: "Attack" + of, Text: set.Attack}, {Name: "Repair" + of, Text: set.Fix}} {
				if f.Text != "" {
					out.Truth = append(out.Truth, f)
				}
			}
		}
	}
	for _, v := range vs {
		out.Columns = append(out.Columns, variantHead{short(v), v.Truth.String()})
		if v.Evidence != "" {
			out.Truth = append(out.Truth, write.Fact{Name: "Executed, " + short(v), Text: v.Evidence})
		}
	}
	subjects := d.SubjectsOf(s)
	right, paired := 0, false
	for _, sub := range subjects {
		row := verdictRow{Subject: sub.Name}
		var all []bench.Trial
		for _, v := range vs {
			var cell []verdictView
			for _, r := range rowsAt(s.source, trials[v.Key][sub.Name]) {
				cell = append(cell, viewVerdict(r))
				all = append(all, r)
			}
			row.Cells = append(row.Cells, cell)
		}
		ps := metric.Pairs(all)
		if paired = paired || len(ps) > 0; len(ps) > 0 && !slices.ContainsFunc(ps,
			func(p metric.Pair) bool { return p.Outcome != metric.PairRight }) {
			right++
		}
		out.Rows = append(out.Rows, row)
	}
	if paired {
		out.Score = fmt.Sprintf("%d of %s right on every pair", right, Plural(len(subjects), "subject"))
	}
	return out
}

// chainRows returns the transformed variants of a base, one row per chain. The texts themselves are not printed:
// the same seed makes them again.
func chainRows(d *Data, s *Suite, originals, made []*bench.Variant, trials placesOf) (order string, out []chainRow) {
	if len(made) == 0 {
		return "", nil
	}
	byChain := map[string]map[string]*bench.Variant{} // chain, then key of the original
	for _, v := range made {
		if byChain[v.Chain] == nil {
			byChain[v.Chain] = map[string]*bench.Variant{}
		}
		byChain[v.Chain][v.Origin()] = v
	}
	var names []string
	for _, o := range originals {
		names = append(names, short(o))
	}
	subjects := d.SubjectsOf(s)
	for _, u := range d.chains(s) {
		vs := byChain[u.Chain]
		if vs == nil {
			continue
		}
		row := chainRow{Chain: u.Chain}
		proofs := map[string]int{}
		for _, v := range vs {
			proofs[certificateOf(v)]++
		}
		row.Proof = shares(proofs)
		for _, sub := range subjects {
			var signs strings.Builder
			for i, o := range originals {
				if i > 0 {
					signs.WriteByte(' ')
				}
				v := vs[o.Key]
				if v == nil {
					signs.WriteString(none)
					continue
				}
				for _, r := range rowsAt(s.source, trials[v.Key][sub.Name]) {
					signs.WriteString(signOf(&r))
				}
			}
			row.Cells = append(row.Cells, signs.String())
		}
		out = append(out, row)
	}
	return List(names), out
}

// short returns a short name of a variant within its base.
func short(v *bench.Variant) string {
	name := v.Sample
	if i := strings.LastIndex(name, "/"); i >= 0 {
		name = name[i+1:]
	}
	if !v.Format.ByRequirement() {
		name = "original"
		if v.Truth == bench.Safe {
			name = "fixed twin"
		}
	}
	if v.Chain != "" {
		name += " · " + v.Chain
	}
	return name
}

func proofOf(vs []*bench.Variant) string {
	for _, v := range vs {
		if v.Proof != bench.Proved {
			return "not proved by execution"
		}
	}
	return "proved by execution"
}

// Verdicts returns the verdicts of a row on one line: "original ✓ vulnerable · fixed twin ✓ safe".
func (b *BaseView) Verdicts(row verdictRow) string {
	var out []string
	for i, cell := range row.Cells {
		var of []string
		for _, v := range cell {
			of = append(of, v.Sign+" "+v.Text)
		}
		if len(of) > 0 {
			out = append(out, b.Columns[i].Name+" "+strings.Join(of, ", "))
		}
	}
	return strings.Join(out, " · ")
}

// verdictView is a subject's verdict on a variant, as a word and a sign.
type verdictView struct{ Class, Sign, Text string }

func viewVerdict(r bench.Trial) verdictView {
	says, ok := r.Says()
	switch {
	case r.Outcome == "":
		return verdictView{"v-none", signOf(&r), "not asked"}
	case !ok:
		return verdictView{"v-none", signOf(&r), string(r.Outcome)}
	case says != r.Variant.Truth:
		return verdictView{"v-wrong", signOf(&r), says.String()}
	}
	out := verdictView{"v-right", signOf(&r), says.String()}
	if says == bench.Vulnerable && r.Verdict != nil {
		switch r.Verdict.Strict {
		case bench.Hit:
			out.Text += ", flaw found"
		case bench.Miss:
			out.Class, out.Text = "v-half", "vulnerable, flaw not found"
		case bench.Unscored:
			out.Text += ", unscored"
		}
	}
	return out
}

// signOf returns the sign of a verdict: missing, wrong or right.
func signOf(r *bench.Trial) string {
	switch says, ok := r.Says(); {
	case r.Outcome == "" || !ok:
		return "·"
	case says != r.Variant.Truth:
		return "✗"
	}
	return "✓"
}

var samples = Section{ID: "samples", Title: "Samples", Tables: []string{"samples"}, Build: buildSamples}

// buildSamples returns a row for every base. Only a page contains the texts and the answers about them.
func buildSamples(d *Data) (write.Section, bool) {
	var out write.Section
	suites(d, func(s *Suite) {
		t := write.Table{ID: "samples", Group: s.Name, Title: "Verdicts by cluster", Listed: true}
		subjects := names(d.SubjectsOf(s))
		t.Columns = []write.Column{words("base", "Cluster"), words("class", "Class"), words("subset", "Subset"),
			words("tier", "Tier"), words("proof", "Proof")}
		for _, name := range subjects {
			t.Columns = append(t.Columns, write.Column{Key: name, Title: name, Name: true})
		}
		t.Foot = []string{"One mark per text of the cluster: ✓ right verdict, ✗ wrong verdict, · no verdict."}
		for _, b := range BasesOf(d, s) {
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
		"visible": Visible}).ParseFS(templates, "templates/*"))
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
func samplesDetail(d *Data) detail {
	var b bytes.Buffer
	s := SamplesOf(d)
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
	z := gzip.NewWriter(&b) // the best level would save one part in 150, and take a twentieth of the first command
	if err := errors.Join(json.NewEncoder(z).Encode(data), z.Close()); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(b.Bytes()), nil
}
