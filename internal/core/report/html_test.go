package report

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"golang.org/x/net/html"
	"net/url"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/metric"
)

// void elements have no end tag.
var void = map[string]bool{"meta": true, "br": true, "wbr": true, "link": true, "hr": true, "img": true, "input": true}

// wellFormed checks that every element is closed in the order in which it was
// opened, without the repairs that a parser makes.
func wellFormed(t *testing.T, name, page string) {
	t.Helper()
	var open []string
	z := html.NewTokenizer(strings.NewReader(page))
	for {
		switch z.Next() {
		case html.ErrorToken:
			if len(open) > 0 {
				t.Errorf("%s: left open: %v", name, open)
			}
			return
		case html.StartTagToken:
			if n, _ := z.TagName(); !void[string(n)] {
				open = append(open, string(n))
			}
		case html.EndTagToken:
			n, _ := z.TagName()
			if len(open) == 0 || open[len(open)-1] != string(n) {
				t.Fatalf("%s: </%s> closes %v", name, n, open)
			}
			open = open[:len(open)-1]
		}
	}
}

func parse(t *testing.T, page string) *html.Node {
	t.Helper()
	n, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func text(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
		}
	}
	return b.String()
}

// elements returns the elements with a name, in document order.
func elements(n *html.Node, name string) []*html.Node {
	var out []*html.Node
	for c := range n.Descendants() {
		if c.Type == html.ElementNode && c.Data == name {
			out = append(out, c)
		}
	}
	return out
}

// What earlier versions registered is counted, once, and not shown.
func TestOldRegistration(t *testing.T) {
	d := world()
	const note = "kept and not evaluated any more"
	for raw, want := range map[string]string{
		"": "", `"<b>"`: "",
		`{"hash": "ab", "hypotheses": [{"id": "H1", "text": "<script>"}]}`: "1 registered hypothesis is " + note + ".",
		`{"hypotheses": [{}, {}, {}]}`:                                     "3 registered hypotheses are " + note + ".",
	} {
		d.Manifest.Preregistration = []byte(raw)
		got := terminal(t, d, 100)
		if strings.Count(got, note) != min(1, len(want)) || !strings.Contains(got, want) || strings.Contains(got, "script") {
			t.Errorf("%s: %s", raw, got)
		}
	}
}

func TestHTMLIsWellFormed(t *testing.T) {
	d := analysed(charted(judged(changedWorld())))
	got := page(t, d)
	wellFormed(t, "world", got)
	doc := parse(t, got)
	if l := attr(elements(doc, "html")[0], "lang"); l != "en" {
		t.Errorf("lang = %q", l)
	}
	ids := map[string]bool{}
	for n := range doc.Descendants() {
		if id := attr(n, "id"); id != "" {
			if ids[id] {
				t.Errorf("two elements with id %q", id)
			}
			ids[id] = true
		}
	}
	last := 0
	for n := range doc.Descendants() {
		if len(n.Data) == 2 && n.Type == html.ElementNode && n.Data[0] == 'h' && n.Data[1] >= '1' && n.Data[1] <= '6' {
			level := int(n.Data[1] - '0')
			if level > last+1 {
				t.Errorf("<h%d> %q after <h%d>", level, text(n), last)
			}
			last = level
		}
	}
	for _, a := range elements(doc, "a") {
		href := attr(a, "href")
		if to, _, _ := strings.Cut(href, "?"); !strings.HasPrefix(to, "#") || !ids[to[1:]] {
			t.Errorf("link to %q, which is not in the page", href)
		}
	}
	// Sections that need attacks, decoys, several ways of asking or experts have tests of their own.
	for _, s := range Sections() {
		if apart := s.ID == targets.ID || s.ID == tasks.ID || s.ID == hints.ID || s.ID == extents.ID || s.ID == decoys.ID ||
			s.ID == factors.ID || s.ID == experts.ID || s.ID == fresh.ID || s.ID == continuation.ID ||
			s.ID == foreign.ID || s.ID == explained.ID || s.ID == decisions.ID; !ids[s.ID] && !apart {
			t.Errorf("no section %s", s.ID)
		}
	}
	for _, d := range []*Data{taskWorld(), hintWorld(), decoyWorld(), framed(map[string]int{"direct": 3}),
		reviewedWorld(), freshWorld(), continuedWorld(), foreignWorld(),
		explainedWorld(), decidedWorld()} {
		wellFormed(t, "apart", page(t, d))
	}
}

// Every number of the headline table is the computed one.
func TestHTMLHeadlineNumbers(t *testing.T) {
	d := world()
	doc := parse(t, page(t, d))
	suites := d.Suites()
	checked := 0
	for _, table := range elements(doc, "table") {
		if attr(table, "class") != "headline" {
			continue
		}
		for i := range suites {
			if suites[i].Name != attr(table, "data-suite") {
				continue
			}
			var rows []*html.Node
			for _, tr := range elements(table, "tr") {
				if len(elements(tr, "td")) > 0 {
					rows = append(rows, tr)
				}
			}
			lines := HeadlineOf(d, &suites[i]).Lines
			if len(rows) != len(lines) {
				t.Fatalf("%d rows for %d subjects", len(rows), len(lines))
			}
			for j, tr := range rows {
				name := text(elements(tr, "span")[0])
				if name != lines[j].Subject.Name {
					t.Errorf("row %d is %q, want %q", j, name, lines[j].Subject.Name)
				}
				for k, m := range HeadlineMetrics() {
					td := elements(tr, "td")[k]
					v := m.Compute(suites[i].Headline(name))
					want := fmt.Sprintf("%.1f %%", 100*v.Point)
					if v.N > 0 {
						want = fmt.Sprintf("%d/%d %s", v.K, v.N, want)
					}
					got := strings.TrimSpace(text(td))
					if !strings.HasPrefix(got, want) {
						t.Errorf("%s, %s: %q, want %q", name, m.ID, got, want)
					}
					if v.Interval != nil && !strings.Contains(got, fmt.Sprintf("[%.1f, %.1f]", 100*v.Interval.Lo, 100*v.Interval.Hi)) {
						t.Errorf("%s, %s: no interval in %q", name, m.ID, got)
					}
					if v.N > 0 {
						leadsTo(t, &suites[i], name, m, v.N, attr(elements(td, "a")[0], "href"))
					}
					checked++
				}
				if got := text(elements(tr, "td")[len(HeadlineMetrics())]); got != lines[j].Says() {
					t.Errorf("%s: %q, want %q", name, got, lines[j].Says())
				}
			}
		}
	}
	if checked != 2*4*len(HeadlineMetrics()) {
		t.Errorf("checked %d numbers", checked)
	}
}

// Model text is inert: it stands in the page as text, and makes no element.
func TestHTMLEscapesModelText(t *testing.T) {
	got := page(t, world())
	doc := parse(t, got)
	for _, name := range []string{"img", "iframe", "object", "embed", "link", "b>"} {
		if n := len(elements(doc, name)); n > 0 {
			t.Errorf("%d <%s> in the page", n, name)
		}
	}
	if !strings.Contains(text(doc), strings.TrimSuffix(hostile, "\u202e")) {
		t.Error("the response is not shown as text")
	}
	for n := range doc.Descendants() {
		for _, a := range n.Attr {
			if strings.HasPrefix(a.Key, "on") || a.Key == "style" {
				t.Errorf("<%s %s=%q>", n.Data, a.Key, a.Val)
			}
		}
	}
	if strings.Contains(got, "\u202e") {
		t.Error("a character that reverses text stands in the page")
	}
	if strings.Contains(got, "ZgotmplZ") {
		t.Error("the template engine rejected a value")
	}
	if forms := elements(doc, "form"); len(forms) != 1 || attr(forms[0], "id") != "find" {
		t.Errorf("%d forms", len(forms))
	}
	n, want := 0, 0
	for _, r := range unpack[Words](t, doc, "words").Replies {
		if r != nil && strings.Contains(r.Response, "I say vulnerable") {
			n++
		}
	}
	for _, tr := range world().Trials {
		if strings.Contains(tr.Response.Text, "I say vulnerable") {
			want++
		}
	}
	if n != want {
		t.Errorf("%d responses in the page, want each of %d once", n, want)
	}
}

// unpack reads what a page has compressed.
func unpack[T any](t *testing.T, doc *html.Node, id string) T {
	t.Helper()
	var out T
	for _, n := range elements(doc, "script") {
		if attr(n, "id") != id {
			continue
		}
		z, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(text(n))))
		if err == nil {
			err = json.NewDecoder(z).Decode(&out)
		}
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	t.Fatalf("no %s in the page", id)
	return out
}

func TestHTMLNeedsNothingFromOutside(t *testing.T) {
	got := page(t, world())
	doc := parse(t, got)
	for n := range doc.Descendants() {
		for _, a := range n.Attr {
			switch a.Key {
			case "src", "srcset", "href", "data", "action", "poster", "xlink:href", "background":
				if !strings.HasPrefix(a.Val, "#") {
					t.Errorf("<%s %s=%q>", n.Data, a.Key, a.Val)
				}
			}
		}
	}
	for _, s := range elements(doc, "style") {
		if css := text(s); strings.Contains(css, "url(") || strings.Contains(css, "@import") {
			t.Error("the style sheet loads something")
		}
	}
	// The policy names the very script and style that stand in the page, and nothing else.
	want := "default-src 'none'; script-src " + named(t, doc, "script") + "; style-src " + named(t, doc, "style") +
		"; img-src data:; base-uri 'none'; form-action 'none'"
	if m := elements(doc, "meta")[1]; attr(m, "http-equiv") != "Content-Security-Policy" || attr(m, "content") != want {
		t.Errorf("%v, want %s", m.Attr, want)
	}
}

// named returns the hash, as a policy names it, of the one element of a kind; data are none.
func named(t *testing.T, doc *html.Node, kind string) string {
	t.Helper()
	var hashes []string
	for _, n := range elements(doc, kind) {
		if attr(n, "type") == "" {
			sum := sha256.Sum256([]byte(text(n)))
			hashes = append(hashes, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
		}
	}
	if len(hashes) != 1 {
		t.Fatalf("%d <%s> in the page", len(hashes), kind)
	}
	return hashes[0]
}

func TestHTMLChartsHaveNames(t *testing.T) {
	doc := parse(t, page(t, world()))
	svgs := elements(doc, "svg")
	if len(svgs) == 0 {
		t.Fatal("no chart")
	}
	for _, s := range svgs {
		if attr(s, "aria-hidden") != "" || s.Parent.Data == "svg" {
			continue
		}
		titles := elements(s, "title")
		if len(titles) != 1 || text(titles[0]) == "" || attr(s, "role") != "img" {
			t.Errorf("a chart without a name: %v", s.Attr)
		}
	}
}

// The texts and their labels are all there, and the lines are the source's.
func TestHTMLSamples(t *testing.T) {
	d := world()
	doc := parse(t, page(t, d))
	bases := 0
	for _, n := range elements(doc, "details") {
		if attr(n, "class") == "base" {
			bases++
		}
	}
	if bases != 24 {
		t.Errorf("%d clusters, want 24", bases)
	}
	index, words := unpack[Index](t, doc, "index"), unpack[Words](t, doc, "words")
	if len(index.Bases) != 24 || len(words.Truths) != 24 || len(index.Texts) != 48 || len(words.Texts) != 48 ||
		len(index.Trials) != len(d.Trials) || len(words.Replies) != len(d.Trials) {
		t.Fatalf("%d clusters, %d texts, %d trials", len(index.Bases), len(index.Texts), len(index.Trials))
	}
	sources := map[string]string{}
	for _, tr := range d.Trials {
		sources[tr.Variant.Key] = tr.Variant.Task.Files[0].Text
	}
	for i, w := range words.Texts {
		if key := index.Texts[i].Key; w.Source != sources[key] {
			t.Errorf("%s: %q, want %q", key, w.Source, sources[key])
		}
		if twin := index.Texts[i].Twin; (index.Texts[i].Truth == "vulnerable") != (twin >= 0) {
			t.Errorf("%s: twin %d", index.Texts[i].Key, twin)
		}
	}
	if l := words.Texts[0].Labels; len(l) != 1 || l[0].Name != "ROOT_CAUSE" || l[0].Line != 6 || l[0].End != 6 ||
		!strings.HasSuffix(l[0].Text, "sets x <late>") {
		t.Errorf("%+v", l)
	}
	if v := words.Texts[len(words.Texts)-2].Violates; len(v) != 1 ||
		v[0].Text != "Every row belongs to the caller's <org>." {
		t.Errorf("%+v", v)
	}
	if f := words.Truths[0]; len(f) != 3 || f[0] != [2]string{"Root cause", "the cause"} {
		t.Errorf("%v", f)
	}
	// Without a script the verdicts are there.
	if want := "builtin/always-safe: original ✗ safe · fixed twin ✓ safe"; !strings.Contains(text(doc), want) {
		t.Errorf("no %q in the page", want)
	}
}

// The list that a cell of the heat map leads to has the trials that the cell counts.
func TestHeatMapLeadsToItsTrials(t *testing.T) {
	d := world()
	index := unpack[Index](t, parse(t, page(t, d)), "index")
	section, _ := buildBreakdown(d)
	checked := 0
	for _, table := range section.Tables {
		if !table.Heat {
			continue
		}
		for _, row := range table.Rows {
			for _, c := range row.Cells[2:] {
				at, err := url.Parse(c.Link)
				if err != nil {
					t.Fatal(err)
				}
				_, query, _ := strings.Cut(at.Fragment, "?")
				q, err := url.ParseQuery(query)
				if err != nil {
					t.Fatal(err)
				}
				n := 0
				for _, tr := range index.Trials {
					of := index.Texts[tr[0]]
					if index.Suites[index.Bases[of.Base].Suite] == q.Get("suite") && of.Class == q.Get("class") &&
						of.Truth == q.Get("truth") && of.Counted && index.Subjects[tr[1]] == q.Get("subject") {
						n++
					}
				}
				if n != c.N || n == 0 {
					t.Errorf("%s counts %d, its list has %d", c.Link, c.N, n)
				}
				checked++
			}
		}
	}
	if checked != 2*2*4 {
		t.Errorf("%d cells", checked)
	}
}

// A report of two suites, five subjects and 104 variants with long responses stays below 3 MB, and says what it cut.
func TestHTMLSize(t *testing.T) {
	d := &Data{Complete: true}
	vs := append(variants("blockbench", "blockbench", 16), variants("tenantsql", "tenantsql", 36)...)
	for i := range vs {
		line := "    mapping(address => uint256) public balances; // what the depositors hold\n"
		vs[i].Task.Files[0].Text = strings.Repeat(line, 30+i%40) + vs[i].Task.Files[0].Text
	}
	for s := range 5 {
		for _, v := range vs {
			tr := say(fmt.Sprint("model-", s), v, bench.Vulnerable, true)
			tr.Response.Text = strings.Repeat("The check comes after the transfer, so <it> can be entered again. ", 200)
			d.Trials = append(d.Trials, tr)
		}
	}
	got := page(t, d)
	if len(got) > 3_000_000 {
		t.Errorf("%d bytes", len(got))
	}
	if !strings.Contains(got, "responses are cut after") {
		t.Error("it does not say that responses are cut")
	}
}

// leadsTo checks that a rate of the headline leads to the trials that it counts: n of them, or both halves of n pairs.
func leadsTo(t *testing.T, s *Suite, subject string, m metric.Metric, n int, link string) {
	t.Helper()
	_, query, _ := strings.Cut(link, "#trials?")
	q, err := url.ParseQuery(query)
	if err != nil || q.Get("subject") != subject || q.Get("suite") != s.Name || q.Get("counted") != "yes" {
		t.Errorf("%s of %s leads to %q, %v", m.ID, subject, link, err)
	}
	var rows []bench.Trial
	for _, r := range s.Headline(subject) {
		if truth := q.Get("truth"); truth == "" || r.Variant.Truth.String() == truth {
			rows = append(rows, r)
		}
	}
	if m.ID == metric.PairCorrect.ID {
		n *= 2
	}
	if v := m.Compute(rows); len(rows) != n || !v.Defined {
		t.Errorf("%s of %s leads to %d trials, and counts %d of them; it is %+v there", m.ID, subject, len(rows), n, v)
	}
}
