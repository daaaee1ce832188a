package web

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"assay/internal/bench"
	"assay/internal/core/report"
	"assay/internal/core/review"
	"assay/internal/core/store"
)

// payloads are texts with an effect if they are interpreted as markup, script,
// style, a template or an address. Each would set a global, open a dialog or send a
// request to another host.
var payloads = []string{
	`<script>pwned=1;alert(1)</script>`,
	`</script><script>pwned=1;alert(1)</script>`,
	`<img src=x onerror="pwned=1;alert(1)">`,
	`<img src="http://evil.invalid/a.png">`,
	`<svg onload="pwned=1;alert(1)">`,
	`<svg><script>pwned=1</script></svg>`,
	`<iframe src="javascript:parent.pwned=1"></iframe>`,
	`<iframe srcdoc="<script>parent.pwned=1</script>"></iframe>`,
	`"><script>pwned=1</script>`,
	`'><script>pwned=1</script>`,
	`" onmouseover="pwned=1" x="`,
	`' onfocus='pwned=1' autofocus='`,
	`" autofocus onfocus=pwned=1 tabindex=1 x="`,
	`javascript:pwned=1`,
	`<a href="javascript:pwned=1" id=x>x</a>`,
	`<body onload="pwned=1">`,
	`<input autofocus onfocus="pwned=1">`,
	`<details open ontoggle="pwned=1">x</details>`,
	`<video src=x onerror="pwned=1"></video>`,
	`<audio src=x onerror="pwned=1"></audio>`,
	`<object data="javascript:pwned=1"></object>`,
	`<embed src="http://evil.invalid/e">`,
	`<link rel=stylesheet href="http://evil.invalid/s.css">`,
	`<style>@import "http://evil.invalid/s.css"; body{display:none}</style>`,
	`</style><script>pwned=1</script>`,
	`<meta http-equiv=refresh content="0;url=http://evil.invalid/">`,
	`<base href="http://evil.invalid/">`,
	`<form action="http://evil.invalid/"><button id=send>x</button></form>`,
	`</textarea><script>pwned=1</script>`,
	`</title><script>pwned=1</script>`,
	`</select></option><script>pwned=1</script>`,
	`</pre></code></td></table><script>pwned=1</script>`,
	`<!--><script>pwned=1</script>-->`,
	`]]><script>pwned=1</script>`,
	`{{.Secret}}{{define "content"}}x{{end}}{{template "base.html"}}`,
	`{{"<script>pwned=1</script>" | safeHTML}}`,
	`${pwned=1}#{pwned=1}<%= pwned=1 %>`,
	`&lt;script&gt;pwned=1&lt;/script&gt;&#60;script&#62;pwned=1&#60;/script&#62;`,
	`<math><mtext></p><script>pwned=1</script>`,
	"\u202e\u0000\x1b]0;t\a<script >pwned=1</script >\u2028\u2029",
}

// watcher collects events that must not happen.
type watcher struct {
	mu      sync.Mutex
	own     []string // allowed prefixes of addresses
	dialogs int
	foreign []string
}

func watch(t *testing.T, ctx context.Context, home string) *watcher {
	t.Helper()
	w := &watcher{own: []string{home, "data:", "about:"}}
	if _, err := chromedp.Call(ctx, network.Enable, network.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	err := chromedp.Listen(ctx, func(ev any) {
		w.mu.Lock()
		defer w.mu.Unlock()
		switch e := ev.(type) {
		case *cdpage.EventJavascriptDialogOpening:
			w.dialogs++
			go chromedp.Call(ctx, cdpage.HandleJavaScriptDialog, cdpage.HandleJavaScriptDialogParams{})
		case *network.EventRequestWillBeSent:
			u := e.Request.URL
			if !slices.ContainsFunc(w.own, func(prefix string) bool { return strings.HasPrefix(u, prefix) }) {
				w.foreign = append(w.foreign, u)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// inert checks that the page in the browser has no element or effect that came from a text.
func (w *watcher) inert(t *testing.T, ctx context.Context, where string) {
	t.Helper()
	problems := eval[[]string](t, ctx, `(() => {
		const out = [];
		if (typeof pwned !== "undefined") out.push("a script ran");
		for (const e of document.querySelectorAll("*")) {
			for (const a of e.attributes) {
				if (a.name.startsWith("on")) out.push(e.tagName + " has " + a.name);
				if (["href", "src", "action", "data", "formaction"].includes(a.name) && !/^(#|\/|\?|data:image|[0-9a-z.-]*$)/.test(a.value)) out.push(e.tagName + " leads to " + a.value);
			}
			if (["IFRAME", "OBJECT", "EMBED", "BASE", "VIDEO", "AUDIO", "IMG", "MATH"].includes(e.tagName.toUpperCase())) out.push("there is a " + e.tagName);
			const own = e.getAttribute("src") === "/static/assay.js" || e.type === "application/gzip" || e === document.body.lastElementChild && document.getElementById("find");
			if (e.tagName === "SCRIPT" && !own) out.push("a foreign script");
		}
		return out;
	})()`)
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range problems {
		t.Errorf("%s: %s", where, p)
	}
	if w.dialogs > 0 || len(w.foreign) > 0 {
		t.Errorf("%s: %d dialogs, requests to %v", where, w.dialogs, w.foreign)
	}
	w.dialogs, w.foreign = 0, nil
}

// hostile stores a run in which subjects, provider, judge, suite and an expert
// all write payloads.
func hostile(t *testing.T) *site {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "r.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	all := strings.Join(payloads, "\n")
	vs := variants(4)
	for i, v := range vs {
		v.RootCause, v.Attack, v.Fix, v.Evidence, v.Severity, v.Group = all, all, all, all, payloads[i], payloads[i+1]
		v.Task.Files[0].Text += all
		v.Task.Spec, v.Task.Protocol = all, all
		v.Task.Files[0].Path += payloads[i]
		for j := range v.Labels {
			v.Labels[j].Note, v.Labels[j].Span.File = all, v.Task.Files[0].Path
		}
		v.Key, v.Twin, v.Base = v.Key+payloads[2], strings.TrimSuffix(v.Twin+payloads[2],
			map[bool]string{true: payloads[2]}[v.Twin == ""]), v.Base+payloads[0]
	}
	out := &site{store: s, plan: plan(vs)}
	for i := range out.plan {
		out.plan[i].Subject += payloads[0] + payloads[10]
	}
	subjects := []bench.Subject{{Name: out.plan[0].Subject, Strategy: payloads[8]},
		{Name: out.plan[len(out.plan)-1].Subject, Strategy: payloads[9]}}
	m := bench.Manifest{Program: all, Commit: all, Judging: bench.Judging{Rule: all, Asked: payloads}, Parser: all,
		Notes: payloads, Subjects: subjects, StartedAt: day}
	if out.run, _, err = s.Begin(t.Context(), out.plan, m, store.Again{}); err != nil {
		t.Fatal(err)
	}
	for i := range out.plan {
		out.answer(t, i, i+1, all+payloads[i%len(payloads)])
	}
	out.judged(t, all)
	out.web = New(Config{Store: s, Poll: time.Hour})
	out.Handler = out.web.Handler()
	facts, err := s.Snapshot(t.Context(), out.run, nil)
	if err != nil {
		t.Fatal(err)
	}
	// A note may contain characters that are markup elsewhere.
	note, err := store.NewNote(payloads[0], "tag", payloads[2]+payloads[11])
	if err != nil {
		t.Fatal(err)
	}
	if err := s.PutNote(t.Context(), out.run.ID, note, day); err != nil {
		t.Fatal(err)
	}
	yes := true
	for _, f := range facts.Trials {
		_, err := s.PutReview(t.Context(), review.Review{Trial: f.ID, Expert: `"><script>pwned=1</script>`, At: day,
			Mark: review.Mark{Found: &yes, Note: all}}, time.Time{})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// pagesOf returns the address of one page of each kind.
func pagesOf(s *site) []string {
	base := runURL(s.run.ID)
	k := func(path string, i int) string { return base + path + "?key=" + url.QueryEscape(s.plan[i].Variant.Key) }
	x := url.QueryEscape(`"><script>pwned=1</script>`)
	return []string{
		"/", "/leaderboard", "/leaderboard?builtin=yes&tag=" + x, "/leaderboard?subject=" +
			url.QueryEscape(s.plan[0].Subject), base + "/board?sort=-subject", base, base + "?subject=" +
			url.QueryEscape(s.plan[0].Subject) + "&q=" + x, base + "/board", base + "/board?subset=" + x, base + "/samples?q=" +
			x, base + "/samples", k("/sample", 0), k("/sample", 1),
		k("/variant", 1), k("/variant", 2), base + "/compare", base + "/judges", base + "/judges?what=classes&subject=" + x,
		base + "/compare?a=" + x, base + "/trials/" + s.plan[0].Key, base + "/trials/" + s.plan[len(s.plan)-1].Key, base +
			"/trials/" + x,
		base + "/pair?a=" + s.plan[0].Key + "&b=" + s.plan[len(s.plan)-1].Key, base + "/pair?a=" + s.plan[0].Key + "&b=" +
			s.plan[1].Key, base + "/pair?a=" + x + "&b=" + x, base + "/search?q=" + x, base + "/search?q=looked",
		"/review", "/review?expert=" + x, "/review/item?expert=" + x, "/review/item?expert=ann&i=2",
		"/review/item?expert=ann&n=" + x, "/review/numbers", "/login?next=" + x, "/nowhere/" + x,
	}
}

// Everything that a candidate, a provider, a suite or an expert writes is shown as text,
// on every page and in the HTML report. The browser ignores the policy in this test:
// the policy is the second line of defence, and this tests the first.
func TestBrowserHostileTextsAreInert(t *testing.T) {
	if len(payloads) < 40 {
		t.Fatalf("%d payloads", len(payloads))
	}
	s := hostile(t)
	ctx := newBrowser(t)
	home := serve(t, s)
	w := watch(t, ctx, home)
	if _, err := chromedp.Call(ctx, cdpage.SetBypassCSP, cdpage.SetBypassCSPParams{Enabled: true}); err != nil {
		t.Fatal(err)
	}
	for _, p := range pagesOf(s) {
		do(t, ctx, chromedp.Navigate(home+p))
		until(t, ctx, "document.readyState === 'complete'")
		w.inert(t, ctx, p)
	}
	do(t, ctx, chromedp.Navigate(home+runURL(s.run.ID, "trials/"+s.plan[0].Key)))
	for _, p := range payloads[:37] {
		if !eval[bool](t, ctx, fmt.Sprintf("document.body.textContent.includes(%q)", p)) {
			t.Errorf("the page does not show %s", p)
		}
	}

	file := filepath.Join(t.TempDir(), "report.html")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := report.HTML(f, dataOf(t, s)); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	there := httptest.NewServer(http.FileServer(http.Dir(filepath.Dir(file))))
	defer there.Close()
	w.mu.Lock()
	w.own = append(w.own, there.URL) // the browser asks there for the page's icon too
	w.mu.Unlock()
	do(t, ctx, chromedp.Navigate(there.URL+"/report.html"))
	until(t, ctx, "document.readyState === 'complete'")
	w.inert(t, ctx, "the report")
}

// dataOf reads a run as reports do.
func dataOf(t *testing.T, s *site) *report.Data {
	t.Helper()
	d := &report.Data{RunID: s.run.ID, Started: day, Complete: true, Manifest: s.run.Manifest,
		Subjects: s.run.Manifest.Subjects, Notes: s.run.Manifest.Notes}
	err := store.Each(s.store.Trials(t.Context(), s.run, store.Wanted{Columns: store.Everything}),
		func(x bench.Trial) error {
			d.Trials = append(d.Trials, x)
			return nil
		})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Every page is usable on a phone, by keyboard and with a screen reader, as far
// as a machine can tell.
func TestBrowserPagesFitAndAreLabelled(t *testing.T) {
	s := newSite(t, 8, 30, strings.Repeat("wide", 60))
	s.judged(t, strings.Repeat("wide", 60))
	ctx := newBrowser(t)
	home := serve(t, s)
	do(t, ctx, chromedp.EmulateViewport(360, 740))
	var pages []string
	for _, p := range pagesOf(s) {
		pages = append(pages, home+p)
	}
	plain := siteWith(t, withClean(2))
	at := serve(t, plain) + runURL(plain.run.ID)
	pages = append(pages, at+"/sample?key=blockbench/clean/c000", at+"/variant?key=blockbench/clean/c000", at+
		"/samples?subset=clean", at+"/board?subset=clean", at+"/compare?subset=clean")
	known := knowledgeable(t, 37)
	at = serve(t, known) + runURL(known.run.ID)
	pages = append(pages, at, at+"/knowledge", at+"/knowledge?page=2", at+"/trials/"+key(0), at+
		"/sample?key=foil/1%3Fincident")
	for _, p := range pages {
		do(t, ctx, chromedp.Navigate(p))
		until(t, ctx, "document.readyState === 'complete'")
		for _, problem := range eval[[]string](t, ctx, `(() => {
			const out = [];
			if (document.documentElement.scrollWidth > innerWidth) {
				const wide = [...document.querySelectorAll("main *")].filter((e) => e.getBoundingClientRect().right > innerWidth + 1 && !e.parentElement.closest(".scroll, .code, pre"));
				out.push("it scrolls sideways, " + document.documentElement.scrollWidth + " wide: " + wide.slice(0, 3).map((e) => e.outerHTML.slice(0, 120)));
			}
			for (const q of ["html[lang]", "header", "main#main", "h1", "a.skip[href='#main']", "title"]) if (document.querySelectorAll(q).length !== 1) out.push(document.querySelectorAll(q).length + " of " + q);
			for (const e of document.querySelectorAll("input:not([type=hidden]), select, textarea, progress")) if (!e.labels?.length && !e.closest(".steps")) out.push("no label: " + e.outerHTML.slice(0, 90));
			for (const e of document.querySelectorAll("table")) if (!e.querySelector("th[scope]")  && !e.closest("[aria-label^=Difference]")) out.push("a table without headers");
			for (const e of document.querySelectorAll(".scroll, .code")) if (e.tabIndex !== 0 || !e.getAttribute("aria-label")) out.push("a region that keys do not reach");
			const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
			if (new Set(ids).size !== ids.length) out.push("an id twice");
			return out;
		})()`) {
			t.Errorf("%s: %s", p, problem)
		}
	}
	do(t, ctx, chromedp.Navigate(home+"/"))
	keys(t, ctx, "\t")
	if at := eval[string](t, ctx,
		"document.activeElement.className + getComputedStyle(document.activeElement).outlineStyle"); at != "skipsolid" {
		t.Errorf("the first tab is %q", at)
	}
}
