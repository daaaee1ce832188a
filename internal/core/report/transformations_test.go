package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/base/termtext"
	"assay/internal/core/metric"
)

// as makes the variant of v that a chain would.
func as(v *bench.Variant, chain string) *bench.Variant {
	w := *v
	w.Chain, w.Seed, w.Proof = chain, 1, bench.Unproved
	w.Key += w.Suffix()
	if v.Twin != "" {
		w.Twin += w.Suffix()
	}
	w.Task.Files = []bench.File{{Path: v.Task.Files[0].Path, Text: v.Task.Files[0].Text + "// " + chain + "\n"}}
	return &w
}

// changedWorld is the run of world with blockbench under four chains. What the
// subjects say of a transformed text is what they say of the original, but for
// builtin/keyword: after "rename" it finds every other flaw no more, and after
// "other-names" it says safe of everything. "minimal-sanitized" exists of the
// first four bases only.
func changedWorld() *Data {
	d := world()
	chains := []bench.ChainUse{
		{Chain: "rename", Kind: KindPlacebo, Letters: "P", Promises: "C3"},
		{Chain: "other-names", Kind: KindPreserving, Letters: "O", Promises: "C3"},
		{Chain: Baseline, Kind: KindPreserving, Letters: "M", Promises: "C3"},
		{Chain: "repaired", Kind: KindIntervention, Letters: "D", Promises: "C4"},
	}
	for _, t := range slices.Clone(d.Trials) {
		if t.Variant.Suite != "blockbench" {
			continue
		}
		var k int
		fmt.Sscanf(t.Variant.Sample, "ds/s%d", &k)
		for i := range chains {
			c := &chains[i]
			c.Suite, c.Programs, c.Applied = "blockbench", 16, 16
			if c.Chain == Baseline {
				if c.Applied = 4; k >= 4 {
					continue
				}
			}
			v := variantOf(d, t.Variant, c.Chain)
			if c.Chain == "repaired" {
				if t.Variant.Truth == bench.Safe {
					continue
				}
				v.Truth, v.Twin, v.Labels = bench.Safe, "", nil
			}
			says, _ := t.Says()
			hit := t.Verdict != nil && t.Verdict.Strict == bench.Hit
			if t.Subject == "builtin/keyword" {
				hit = hit && (c.Chain != "rename" || k%2 == 0)
				if c.Chain == "other-names" {
					says = bench.Safe
				}
			}
			d.Trials = append(d.Trials, say(t.Subject, v, says, hit))
		}
	}
	d.Manifest.Chains = chains
	return d
}

// variantOf returns the variant of v by a chain, the same for every subject.
func variantOf(d *Data, v *bench.Variant, chain string) *bench.Variant {
	w := as(v, chain)
	for _, t := range d.Trials {
		if t.Variant.Key == w.Key {
			return t.Variant
		}
	}
	return w
}

func changesOf(t *testing.T, d *Data) *Transformations {
	t.Helper()
	s := d.Suites()[0]
	out, ok := TransformationsOf(d, &s)
	if !ok {
		t.Fatal("nothing was transformed")
	}
	return out
}

func lineOf(t *Transformations, subject, chain string) ChangedLine {
	for _, s := range t.Subjects {
		for i, l := range s.Lines {
			if s.Subject.Name == subject && t.Chains[i].Chain == chain {
				return l
			}
		}
	}
	return ChangedLine{}
}

func TestTransformations(t *testing.T) {
	c := changesOf(t, changedWorld())
	var order []string
	for _, x := range c.Chains {
		order = append(order, x.Chain)
	}
	if got := strings.Join(order, " "); got != "other-names minimal-sanitized repaired rename" {
		t.Errorf("order %s", got)
	}
	if c.Reference != "the minimal-sanitized text where there is one (4 of 16 samples), else the original" ||
		len(c.Placebos) != 1 {
		t.Errorf("reference %q, placebos %v", c.Reference, c.Placebos)
	}
	for _, s := range c.Subjects {
		if want := s.Subject.Name != "builtin/keyword"; s.Unchanged != want {
			t.Errorf("%s unchanged: %v", s.Subject.Name, s.Unchanged)
		}
	}
	// keyword finds 11 of 16 on the originals: those with k%3 other than 1.
	ren, other := lineOf(c, "builtin/keyword", "rename"), lineOf(c, "builtin/keyword", "other-names")
	if v := ren.Cells[0].Value; v.K != 6 || v.N != 16 || ren.Pairs != 16 {
		t.Errorf("rename: %d/%d in %d pairs", v.K, v.N, ren.Pairs)
	}
	if v := ren.Changed.Value; v.K != 0 || v.N != 32 {
		t.Errorf("rename changed %d/%d verdicts; it only loses findings", v.K, v.N)
	}
	if v := other.Changed.Value; v.K != 22 || v.N != 32 {
		t.Errorf("other-names changed %d/%d verdicts", v.K, v.N)
	}
	for _, x := range []struct {
		what string
		got  metric.Difference
		want float64
		ok   bool
	}{
		{"rename", ren.Drops[0], 5. / 16, true}, {"other-names", other.Drops[0], 11. / 16, true},
		{"other-names beyond rename", other.Beyond[0], 6. / 16, true},
		{"repaired", lineOf(c, "builtin/keyword", "repaired").Drops[0], 0, false},
	} {
		if x.got.Defined != x.ok || math.Abs(x.got.Point-x.want) > 1e-9 || x.ok &&
			(x.got.Bases != 16 || x.got.Interval == nil || x.got.Interval.Lo > x.want || x.got.Interval.Hi < x.want) {
			t.Errorf("%s: %+v, want %.4f", x.what, x.got, x.want)
		}
	}
	if ren.Beyond != nil {
		t.Error("a placebo goes beyond itself")
	}
	if p := other.Drops[0]; p.P == nil || p.Adjusted == nil || *p.Adjusted < *p.P || ren.Drops[0].Adjusted != nil {
		t.Errorf("preserving chains are one family, and placebos are not in it: %v, %v", p.P, p.Adjusted)
	}
	// The baseline is compared with the originals, on its own four bases.
	if m := lineOf(c, "builtin/keyword", Baseline); m.Drops[0].Bases != 4 || m.Drops[0].Point != 0 ||
		m.Changed.Value.N != 8 {
		t.Errorf("%+v", m.Drops[0])
	}
}

// Where the reference is the Baseline, differences start there.
func TestTransformationsStartAtTheBaseline(t *testing.T) {
	d := changedWorld()
	for i := range d.Trials {
		if tr := &d.Trials[i]; tr.Variant.Chain == Baseline && tr.Subject == "builtin/keyword" {
			*tr = say(tr.Subject, tr.Variant, bench.Safe, false)
		}
	}
	c := changesOf(t, d)
	// Bases 0, 2 and 3 are not found any more on the reference: 8 of 16 are.
	if p := lineOf(c, "builtin/keyword", "other-names").Drops[0]; math.Abs(p.Reference-8./16) > 1e-9 ||
		math.Abs(p.Point-8./16) > 1e-9 {
		t.Errorf("%+v", p)
	}
}

// Every other number of the report is the same with and without variants.
func TestTransformedVariantsChangeNothingElse(t *testing.T) {
	plain, changed := world(), changedWorld()
	a, b := plain.Suites(), changed.Suites()
	if len(b[0].Transformed) == 0 || len(a) != len(b) {
		t.Fatal("nothing was transformed")
	}
	for i := range a {
		b[i].Transformed = nil
		for _, sub := range plain.Subjects {
			if x, y := fmt.Sprint(a[i].Headline(sub.Name)), fmt.Sprint(b[i].Headline(sub.Name)); len(x) != len(y) {
				t.Errorf("%s on %s: other rows in the headline", sub.Name, a[i].Name)
			}
		}
		if a[i].Census().String() != b[i].Census().String() {
			t.Errorf("%s, %s", a[i].Census(), b[i].Census())
		}
	}
	for _, s := range []Section{headline, pairs, breakdown, confusion, findings} {
		x, okX := s.Build(plain)
		y, okY := s.Build(changed)
		if okX != okY || !reflect.DeepEqual(x, y) {
			t.Errorf("section %s depends on transformed texts", s.ID)
		}
	}
	if _, ok := buildTransformations(plain); ok {
		t.Error("a section on transformations without any")
	}
}

func TestTerminalTransformationsGolden(t *testing.T) {
	d := changedWorld().Shared()
	for _, width := range []int{80, 120, 160} {
		got := terminal(t, d, width)
		got = got[strings.Index(got, "TRANSFORMATIONS"):]
		got = got[:strings.Index(got, "RANKS")]
		file := filepath.Join("testdata", fmt.Sprintf("transformed-%d.txt", width))
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("width %d (-update rewrites):\n%s", width, got)
		}
	}
	for width := 80; width <= 170; width += 9 {
		for line := range strings.Lines(terminal(t, d, width)) {
			if line = strings.TrimSuffix(line, "\n"); termtext.Columns(line) > width || strings.HasSuffix(line, " ") {
				t.Fatalf("width %d: %q", width, line)
			}
		}
	}
}

func TestHTMLTransformations(t *testing.T) {
	d := changedWorld().Shared()
	got := page(t, d)
	wellFormed(t, "changed", got)
	doc := parse(t, got)
	rows := 0
	c := changesOf(t, d)
	for _, table := range elements(doc, "table") {
		if attr(table, "class") != "changes" {
			continue
		}
		if attr(table, "data-of") != "builtin/keyword" {
			t.Errorf("a table for %s, whose verdicts do not change", attr(table, "data-of"))
		}
		for _, tr := range elements(table, "tr")[2:] { // heading, reference
			l := lineOf(c, "builtin/keyword", text(elements(tr, "th")[0])[:len(c.Chains[rows].Chain)])
			for k, cell := range append(slices.Clone(l.Cells), l.Changed) {
				if got := text(elements(tr, "td")[k]); cell.Value.Defined && !strings.Contains(got, cell.Number()) {
					t.Errorf("%s: %q, want %s", c.Chains[rows].Chain, got, cell.Number())
				}
			}
			if got := text(elements(tr, "td")[5]); l.Drops[0].Defined && !strings.Contains(got, Drop(l.Drops[0])) {
				t.Errorf("%s: %q, want %s", c.Chains[rows].Chain, got, Drop(l.Drops[0]))
			}
			rows++
		}
	}
	if rows != 4 {
		t.Errorf("%d rows", rows)
	}
	drawn := 0
	for _, table := range elements(doc, "table") {
		if attr(table, "class") != "drops" {
			continue
		}
		heads := elements(table, "th")[1:]
		row := 0
		for _, tr := range elements(table, "tr") {
			for k, td := range elements(tr, "td") {
				drop := lineOf(c, text(heads[k]), c.Chains[row].Chain).Drops[0]
				if got := text(td); !drop.Defined && !strings.HasPrefix(got, "false alarm ") ||
					drop.Defined && !strings.Contains(got, Drop(drop)) {
					t.Errorf("%s under %s: %q, want %s", text(heads[k]), c.Chains[row].Chain, got, Drop(drop))
				}
				if svg := elements(td, "svg"); drop.Defined != (len(svg) == 1) || drop.Defined &&
					!strings.Contains(text(svg[0]), "The band from") {
					t.Errorf("%s under %s: %d drawings", text(heads[k]), c.Chains[row].Chain, len(svg))
				} else if drop.Defined {
					drawn++
				}
			}
			if len(elements(tr, "td")) > 0 {
				row++
			}
		}
	}
	if drawn != 3*4 { // the repaired have no TDR
		t.Errorf("%d drops are drawn", drawn)
	}
	all := regexp.MustCompile(`\s+`).ReplaceAllString(text(doc), " ")
	for _, want := range []string{"4 transformed versions", "is only the promise of the transformation", "on transformed texts",
		"give the same verdict on every transformed text"} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q in the page", want)
		}
	}
}

func TestJSONTransformations(t *testing.T) {
	var b bytes.Buffer
	if err := JSON(&b, changedWorld()); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Suites []struct {
			Variants    int
			Transformed *struct {
				Variants int
				Chains   []struct {
					Chain, Kind  string
					Certificates map[string]int
				}
			}
			Subjects []struct {
				Name        string
				Transformed []struct {
					Chain string
					Pairs int
					Drops map[string]struct{ Point float64 }
				}
			}
		}
	}
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	s := got.Suites[0]
	if s.Variants != 32 || s.Transformed == nil || s.Transformed.Variants != 32+32+8+16 ||
		got.Suites[1].Transformed != nil {
		t.Errorf("%+v", s)
	}
	if c := s.Transformed.Chains[0]; c.Chain != "other-names" || c.Certificates["unproved"] != 32 {
		t.Errorf("%+v", c)
	}
	for _, sub := range s.Subjects {
		if l := sub.Transformed[0]; sub.Name == "builtin/keyword" &&
			(l.Chain != "other-names" || l.Pairs != 16 || math.Abs(l.Drops["tdr"].Point-11./16) > 1e-9) {
			t.Errorf("%+v", l)
		}
	}
}

// What was not asked is said, and nothing of it reaches the terminal raw.
func TestTransformationsSayWhatIsMissing(t *testing.T) {
	d := changedWorld()
	n := 0
	for i := range d.Trials {
		if tr := &d.Trials[i]; tr.Variant.Chain == "rename" && tr.Subject == "builtin/keyword" {
			tr.Outcome, tr.Answer, tr.Verdict = "", nil, nil
			n++
		}
	}
	got := terminal(t, d, 120)
	if want := fmt.Sprintf("%d trials of transformed texts were not asked; they count as not found.", n); n == 0 ||
		!strings.Contains(got, want) {
		t.Errorf("no %q in\n%s", want, got)
	}
	for i := range d.Manifest.Chains {
		d.Manifest.Chains[i].Kind = "\x1b[2J"
	}
	for _, v := range d.Suites()[0].Transformed {
		v.Chain = strings.Replace(v.Chain, "rename", "re\x1bname", 1)
	}
	if got := terminal(t, d, 120); strings.ContainsAny(got, "\x1b") || !strings.Contains(got, "name") {
		t.Errorf("%q", got)
	}
}

// Proved variants show their certificates.
func TestTransformationsCertificates(t *testing.T) {
	d := changedWorld()
	for i, v := range d.Suites()[0].Transformed {
		if i%2 == 0 {
			v.Proof, v.Certificate = bench.Proved, "C3"
		}
	}
	if got := terminal(t, d, 120); !strings.Contains(got, "88 variants of 4 chains; 44 C3, 44 unproved") ||
		!strings.Contains(got, "44 of 88 transformed variants are not proved") {
		t.Error(got)
	}
}

// Trials that share a text, an answer and a key are paid for once.
func TestOutcomesCountAQuestionOnce(t *testing.T) {
	d := changedWorld()
	before, _ := buildOutcomes(d)
	twice := d.Trials[len(d.Trials)-1]
	other := *twice.Variant
	other.Key += "b"
	twice.Variant = &other
	d.Trials = append(d.Trials, twice)
	after, _ := buildOutcomes(d)
	a, b := before.Tables[0], after.Tables[0]
	for i, r := range a.Rows {
		if n := len(r.Cells) - 1; *r.Cells[n].Number != *b.Rows[i].Cells[n].Number {
			t.Errorf("%s: %s trials, then %s", r.Cells[0].Text, r.Cells[n].Text, b.Rows[i].Cells[n].Text)
		}
	}
	if !strings.Contains(strings.Join(after.Lead, " "), "1 trial has the text and the answer of another") {
		t.Errorf("%q", after.Lead)
	}
}
