package report

import (
	"context"
	"fmt"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/internal/bench"
	"assay/internal/test/corpustest"
	"assay/internal/test/npmtest"
)

// required turns skips for the lack of a browser into failures.
const required = "ASSAY_REQUIRE_BROWSER"

// newBrowser starts a browser for a test, or skips it, saying why.
func newBrowser(t *testing.T) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("-short starts no browser")
	}
	i := slices.IndexFunc(browsers, func(name string) bool { _, err := exec.LookPath(name); return err == nil })
	if i < 0 {
		if os.Getenv(required) != "" {
			t.Fatal("there is no chromium; `make deps` installs it")
		}
		t.Skip("SKIPPED, NO REPORT WAS SEEN IN A BROWSER: there is no chromium")
	}
	// Root has no sandbox to give; what the tests load is their own.
	alloc, stop := chromedp.NewExecAllocator(t.Context(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(browsers[i]), chromedp.NoSandbox)...)
	t.Cleanup(stop)
	ctx, cancel := chromedp.NewContext(alloc)
	t.Cleanup(cancel)
	ctx, late := context.WithTimeout(ctx, 4*time.Minute)
	t.Cleanup(late)
	return ctx
}

var browsers = []string{"chromium", "chromium-browser", "google-chrome"}

func do(t *testing.T, ctx context.Context, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(ctx, steps...); err != nil {
		t.Fatal(err)
	}
}

func eval[T any](t *testing.T, ctx context.Context, expression string) T {
	t.Helper()
	x, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return x
}

// until waits for an expression to be true.
func until(t *testing.T, ctx context.Context, expression string) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(30 * time.Millisecond) {
		ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("Boolean("+expression+")"))
		if ok {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("never: %s (%v)\n%s", expression, err, eval[string](t, ctx,
				"location.hash + ' ' + document.getElementById('samples').innerText.slice(0, 2000)"))
		}
	}
}

// saved writes the page of a run to a file and returns its address.
func saved(t *testing.T, d *Data) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "index.html")
	if err := os.WriteFile(path, []byte(page(t, d)), 0o600); err != nil {
		t.Fatal(err)
	}
	return "file://" + path
}

// builtins is a run of the five built-in subjects alone over two suites, as the default run is.
func builtins() *Data {
	d := world()
	for i := range d.Subjects {
		d.Subjects[i].Kind = "builtin"
	}
	d.Subjects[3].Name = "builtin/always-vulnerable"
	d.Subjects = append(d.Subjects, bench.Subject{Name: "builtin/oracle", Kind: "builtin", Version: "1"})
	for i := range d.Trials {
		if d.Trials[i].Subject == "model/名前<b>" {
			d.Trials[i].Subject = "builtin/always-vulnerable"
		}
	}
	for i := 0; i < len(d.Trials); i++ {
		if d.Trials[i].Subject == "builtin/slither" {
			d.Trials = slices.Insert(d.Trials, i, say("builtin/oracle", d.Trials[i].Variant, d.Trials[i].Variant.Truth, true))
			i++
		}
	}
	return d
}

// The first screen has a strip a suite, and for each subject its marks, its TDR and its
// diagnosis, on a desk and on a phone; built-in subjects beside others open on request.
func TestBrowserFirstScreen(t *testing.T) {
	ctx := newBrowser(t)
	for name, d := range map[string]*Data{"built-in subjects": builtins(), "a model": world()} {
		at := saved(t, d)
		for _, size := range [][2]int64{{1440, 900}, {390, 844}} {
			do(t, ctx, chromedp.EmulateViewport(size[0], size[1]), chromedp.Navigate(at))
			got := eval[struct {
				Strips, Folded int
				Rows           []string
				Problems       []string
			}](t, ctx, `(() => {
				const out = { Strips: 0, Folded: 0, Rows: [], Problems: [] };
				const seen = (e) => { const r = e.getBoundingClientRect(); return r.width > 0 && r.height > 0 && r.top >= 0 && r.left >= 0 && r.bottom <= innerHeight && r.right <= innerWidth; };
				if (document.documentElement.scrollWidth > innerWidth) out.Problems.push("it scrolls sideways");
				for (const s of document.querySelectorAll(".strip")) {
					out.Strips++;
					out.Folded += s.querySelectorAll("details:not([open]) tbody tr").length;
					if (!seen(s.querySelector("h2"))) out.Problems.push("the name of the suite");
					for (const r of s.querySelectorAll(":scope > table tbody tr")) {
						const parts = [r.querySelector(".subject"), r.querySelector("svg.lane"), r.querySelector(".v0"), r.querySelector(".word")];
						if (!parts.every(seen) || r.querySelectorAll("svg.lane svg").length < 3) out.Problems.push(r.innerText);
						out.Rows.push(parts.map((p) => p.textContent).filter(Boolean).join(" | "));
					}
				}
				if (!seen(document.querySelector(".lead")) || !seen(document.querySelector(".runfacts"))) out.Problems.push("sentences or facts");
				return out;
			})()`)
			wantRows, wantFolded := 10, 0
			if name == "a model" {
				wantRows, wantFolded = 2, 6
			}
			if got.Strips != 2 || len(got.Rows) != wantRows || got.Folded != wantFolded || len(got.Problems) > 0 {
				t.Errorf("%s at %d: %+v", name, size[0], got)
			}
			for _, s := range d.Suites() {
				for _, l := range HeadlineOf(d, &s).Lines {
					want := l.Cell("tdr").Number()
					if in := func(row string) bool {
						return strings.HasPrefix(row, l.Subject.Name) && strings.Contains(row, want) &&
							strings.HasSuffix(row, l.Says())
					}; name != "a model" && !slices.ContainsFunc(got.Rows, in) {
						t.Errorf("at %d no row of %s with %s and %s: %q", size[0], l.Subject.Name, want, l.Says(), got.Rows)
					}
				}
			}
		}
	}
}

// count returns how many trials of a run fit.
func count(d *Data, fits func(bench.Trial) bool) int {
	n := 0
	for _, t := range d.Trials {
		if fits(t) {
			n++
		}
	}
	return n
}

// A person searches, filters, sorts and steps through samples and trials in the file
// itself; the address gives the view again, and nothing that a subject wrote does anything.
func TestBrowserFind(t *testing.T) {
	ctx := newBrowser(t)
	d := world()
	at := saved(t, d)
	status := "document.querySelector('[name=found]').value"
	open := func(fragment string) {
		do(t, ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(at+fragment))
		until(t, ctx, "document.documentElement.dataset.ready === 'yes'")
	}
	says := func(want string) {
		t.Helper()
		until(t, ctx, status+".startsWith("+fmt.Sprintf("%q", want)+")")
	}
	wrong := func(tr bench.Trial) bool {
		says, ok := tr.Says()
		return ok && says != tr.Variant.Truth
	}

	open("")
	says(fmt.Sprintf("24 of 24 samples, %d of %d trials", len(d.Trials), len(d.Trials)))
	// A filter, by hand, and the address it makes.
	do(t, ctx, chromedp.Evaluate[chromedp.Void](
		`for (const [k, v] of [["show", "wrong"], ["subject", "builtin/keyword"], ["suite", "tenantsql"]]) { const s = document.querySelector("[name=" + k + "]"); s.value = v; s.dispatchEvent(new Event("input", { bubbles: true })); }`))
	n := count(d, func(tr bench.Trial) bool {
		return wrong(tr) && tr.Subject == "builtin/keyword" && tr.Variant.Suite == "tenantsql"
	})
	says(fmt.Sprintf("8 of 24 samples, %d of %d trials", n, len(d.Trials)))
	if got := eval[string](t, ctx,
		"location.hash"); got != "#samples?show=wrong&subject=builtin%2Fkeyword&suite=tenantsql" {
		t.Errorf("the address is %s", got)
	}
	if got := eval[int](t, ctx,
		"[...document.querySelectorAll('details.base')].filter((e) => e.checkVisibility()).length"); got != 8 {
		t.Errorf("%d samples are shown", got)
	}
	// The same trials as a list, from a link alone.
	open("#trials?show=wrong&subject=builtin%2Fkeyword&suite=tenantsql")
	if got := eval[int](t, ctx, "document.querySelectorAll('#trials tbody tr').length"); got != n {
		t.Errorf("%d rows of %d trials", got, n)
	}
	// From the list to a trial, on to the next, and back.
	do(t, ctx, chromedp.Click("#trials tbody a"))
	until(t, ctx, "!document.getElementById('one').hidden && document.querySelector('#one "+
		"h3').textContent.startsWith('builtin/keyword on')")
	first := eval[string](t, ctx, "location.hash")
	do(t, ctx, chromedp.Click("[name=next]"))
	until(t, ctx, fmt.Sprintf(
		"location.hash !== %q && location.hash.includes('one=') && document.querySelector('#one .code')", first))
	do(t, ctx, chromedp.Click("[name=previous]"))
	until(t, ctx, fmt.Sprintf("location.hash === %q", first))
	// A sample by its address: its text line by line, its labels, and what was answered.
	open("#samples?one=" + url.QueryEscape("blockbench/ds/s00"))
	until(t, ctx, "document.querySelector('details.base[open] .rich')")
	source := d.Trials[0].Variant.Task.Files[0].Text
	if got := eval[string](t, ctx, "[...document.querySelectorAll('details[open] table.code:not(.diff) .src')].map((e) "+
		"=> e.textContent + '\\n').join('')"); got != source {
		t.Errorf("%q, want %q", got, source)
	}
	if got := eval[string](t, ctx, "[...document.querySelectorAll('details[open] .diff tr:is(.add, .del)')].map((e) => "+
		"e.innerText.replace(/\\s+/g, ' ').trim()).join('; ')"); got != "6 − x = 1;; 6 + x = 2;; 9 + -- end" {
		t.Errorf("the difference is %q", got)
	}
	do(t, ctx, chromedp.Evaluate[chromedp.Void](
		"for (const d of document.querySelectorAll('.rich details')) d.open = true"))
	until(t, ctx, "[...document.querySelectorAll('.rich details')].every((d) => d.querySelector('pre, .empty'))")
	if !eval[bool](t, ctx, fmt.Sprintf(
		"[...document.querySelectorAll('.rich pre')].some((e) => e.textContent.includes(%q))",
		strings.TrimSuffix(hostile, "\u202e"))) {
		t.Error("a response is not shown as text")
	}
	// Nothing found, unknown values, and a search in the words of answers.
	open("#trials?show=wrong&class=none+such&q=refused+nowhere")
	says(fmt.Sprintf("0 of 24 samples, 0 of %d trials; not known: class=none such", len(d.Trials)))
	open("#trials?q=i+SAY+vulnerable")
	n = count(d, func(tr bench.Trial) bool { return strings.Contains(tr.Response.Text, "I say vulnerable") })
	says(fmt.Sprintf("24 of 24 samples, %d of %d trials", n, len(d.Trials)))
	open("#trials?show=refused")
	n = count(d, func(tr bench.Trial) bool { return tr.Outcome == bench.Refused })
	says(fmt.Sprintf("%d of 24 samples, %d of", n, n))
	// Wrong ones first.
	open("#trials?sort=wrong")
	if got := eval[string](t, ctx,
		"[...document.querySelectorAll('#trials tbody td:last-child')].map((e) => e.textContent[0]).join('')"); !strings.HasPrefix(got, "✗") || strings.Contains(strings.TrimLeft(got, "✗"), "✗") || len([]rune(got)) != 100 {
		t.Errorf("sorted: %q", got)
	}
	if got := eval[int](t, ctx,
		"document.querySelectorAll('img, iframe, object, script:not([type]):not(:last-of-type)').length"); got != 0 {
		t.Errorf("%d elements that a subject wrote", got)
	}
}

// From a number of the headline a click leads to its trials, a second to one of them, which opens at the labelled
// line, with the label below it, at every width.
func TestBrowserHeadlineToLine(t *testing.T) {
	ctx := newBrowser(t)
	at := saved(t, world())
	for _, width := range []int64{1440, 390} {
		do(t, ctx, chromedp.EmulateViewport(width, 900), chromedp.Navigate("about:blank"), chromedp.Navigate(at))
		until(t, ctx, "document.documentElement.dataset.ready === 'yes'")
		do(t, ctx, chromedp.Evaluate[chromedp.Void]( // the texts of the test are short
			"document.styleSheets[0].insertRule('.scroll.code { max-height: 70px !important; }', document.styleSheets[0].cssRules.length)"))
		do(t, ctx, chromedp.Evaluate[chromedp.Void](
			"document.querySelector(\"table.headline a[href*='suite=blockbench']\").click()"))
		until(t, ctx, "document.querySelectorAll('#trials tbody a').length > 0 && !document.getElementById('trials').hidden")
		do(t, ctx, chromedp.Evaluate[chromedp.Void]("document.querySelector('#trials tbody a').click()"))
		until(t, ctx, "document.querySelector('#one [data-opens]')")
		got := eval[string](t, ctx, `(() => {
			const box = document.querySelector("#one [data-opens]"), b = box.getBoundingClientRect();
			const row = box.querySelector('[data-line="' + box.dataset.opens + '"]'), note = row.nextElementSibling;
			const inside = (e) => { const r = e.getBoundingClientRect(); return r.top >= b.top && r.bottom <= b.bottom && r.left >= b.left && r.right <= b.right; };
			return [row.className, note.className, note.innerText.trim(), inside(row.querySelector(".ln")), inside(note.querySelector("p"))].join(" | ");
		})()`)
		if !strings.Contains(got, "flaw") || !strings.Contains(got, "| note l-root-cause | ROOT_CAUSE") ||
			!strings.HasSuffix(got, "true | true") {
			t.Errorf("at %d the line is %q", width, got)
		}
	}
}

// Without scripts the page has all but the texts, and says so.
func TestBrowserWithoutScripts(t *testing.T) {
	ctx := newBrowser(t)
	if _, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled,
		emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		t.Fatal(err)
	}
	do(t, ctx, chromedp.Navigate(saved(t, world())))
	html, err := chromedp.Run(ctx, chromedp.OuterHTML("#samples"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`<form id="find" hidden`, "need scripts; all else is here",
		"builtin/always-safe: original ✗ safe · fixed twin ✓ safe"} {
		if !strings.Contains(html, want) {
			t.Errorf("no %q in the section", want)
		}
	}
}

// An accessibility checker finds nothing, in light and in dark, on a desk and on a phone.
func TestBrowserAxe(t *testing.T) {
	corpustest.Turn(t, 3)
	dir := npmtest.Dir(t, "axe", required, "NO ACCESSIBILITY WAS CHECKED")
	axe, err := os.ReadFile(filepath.Join(dir, "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	ctx := newBrowser(t)
	at := saved(t, analysed(charted(judged(changedWorld()))))
	sample := "#samples?one=" + url.QueryEscape("blockbench/ds/s00")
	for _, view := range []struct {
		theme         string
		width, height int64
		fragment      string
	}{{"light", 1440, 900, ""}, {"light", 390, 844, sample}, {"dark", 390, 844, "#trials?show=wrong"},
		{"dark", 1440, 900, sample}} {
		theme := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: view.theme}}
		if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia,
			emulation.SetEmulatedMediaParams{Features: theme}); err != nil {
			t.Fatal(err)
		}
		do(t, ctx, chromedp.EmulateViewport(view.width, view.height), chromedp.Navigate("about:blank"),
			chromedp.Navigate(at+view.fragment))
		until(t, ctx, "document.documentElement.dataset.ready === 'yes'")
		do(t, ctx, chromedp.Evaluate[chromedp.Void](string(axe)+";0"))
		// Sections that are not on the screen are not laid out otherwise, and not checked.
		problems, err := chromedp.Run(ctx, chromedp.Evaluate[[]string](`(async () => {
			for (const s of document.querySelectorAll("section")) s.style.contentVisibility = "visible";
			const r = await axe.run({ resultTypes: ["violations"] });
			return r.violations.map((v) => v.id + ": " + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160) + " " + n.failureSummary).join(" / "));
		})()`, chromedp.EvalAwaitPromise))
		if err != nil {
			t.Fatal(err)
		}
		for _, problem := range problems {
			t.Errorf("%s, %d wide, %q: %s", view.theme, view.width, view.fragment, problem)
		}
	}
}

// A page of 330 samples and 372 queries stays below what a browser opens at once.
func TestPageSize(t *testing.T) {
	d := &Data{Complete: true}
	vs := append(variants("blockbench", "blockbench", 330), variants("tenantsql", "tenantsql", 62)...)
	for s := range 5 {
		d.Subjects = append(d.Subjects, bench.Subject{Name: fmt.Sprint("subject-", s)})
		for i, v := range vs {
			d.Trials = append(d.Trials, say(fmt.Sprint("subject-", s), v, []bench.Truth{bench.Vulnerable, bench.Safe}[(i+s)%2],
				true))
		}
	}
	got := page(t, d)
	n := len(slices.Collect(parse(t, got).Descendants()))
	if strings.Count(got, "<details class=\"base\">") != 392 || n > 20_000 || len(got) > 2_000_000 {
		t.Errorf("%d nodes, %d bytes", n, len(got))
	}
}
