package web

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// required turns the skips for the lack of a browser into failures: for a
// machine that is meant to have one.
const required = "ASSAY_REQUIRE_BROWSER"

// newBrowser starts a browser for a test, or skips the test with the reason. Tabs of one
// browser are child contexts of its context.
func newBrowser(t *testing.T) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("-short starts no browser")
	}
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			path = p
			break
		}
	}
	if path == "" {
		if os.Getenv(required) != "" {
			t.Fatal("there is no chromium; `make deps` installs it")
		}
		t.Skip("SKIPPED, NO PAGE WAS SEEN IN A BROWSER: there is no chromium")
	}
	// There is no sandbox for root; the tests load only their own pages.
	alloc, stop := chromedp.NewExecAllocator(t.Context(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox)...)
	t.Cleanup(stop)
	ctx, cancel := chromedp.NewContext(alloc)
	t.Cleanup(cancel)
	ctx, late := context.WithTimeout(ctx, 4*time.Minute)
	t.Cleanup(late)
	return ctx
}

// serve serves a site on a port of this machine.
func serve(t *testing.T, h http.Handler) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(func() { s.CloseClientConnections(); s.Close() })
	return s.URL
}

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

// until waits for an expression to be true. The page's policy forbids the
// polling that a page could do itself.
func until(t *testing.T, ctx context.Context, expression string) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(30 * time.Millisecond) {
		ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("Boolean("+expression+")"))
		if ok {
			return
		}
		if time.Now().After(end) {
			text, _ := chromedp.Run(ctx, chromedp.Evaluate[string]("location.href + ' ' + document.body.innerText"))
			t.Fatalf("never: %s (%v)\n%s", expression, err, text)
		}
	}
}

func keys(t *testing.T, ctx context.Context, text string) {
	t.Helper()
	for _, k := range text {
		do(t, ctx, chromedp.KeyEvent(string(k)))
	}
}

// A whole review by keyboard alone: the form, five answers with every field,
// and the numbers at the end.
func TestBrowserReviewByKeyboard(t *testing.T) {
	s := newSite(t, 6, -1, "")
	ctx := newBrowser(t)
	url := serve(t, s)
	do(t, ctx, chromedp.Navigate(url+"/review?n=5&run="+s.run.ID))
	for range 30 {
		if eval[string](t, ctx, "document.activeElement.name || ''") == "expert" {
			break
		}
		keys(t, ctx, "\t")
	}
	keys(t, ctx, "ann\r")
	for i := range 5 {
		until(t, ctx, "document.querySelector('h1')?.textContent === 'Answer "+string(rune('1'+i))+
			" of 5' && document.readyState === 'complete'")
		keys(t, ctx, "yttlrrrraaasmgood: "+string(rune('a'+i))+"\x1b")
		until(t, ctx, "document.getElementById('saved').dataset.ok === 'yes' && "+
			"document.getElementById('progress').innerText.includes('Reviewer ann: "+string(rune('1'+i))+" of 5 decided')")
		keys(t, ctx, "j")
	}
	until(t, ctx, "location.pathname === '/review/numbers' && document.body.innerText.includes('ann: 5 of 5')")
	records, err := s.store.Reviews(t.Context(), s.run)
	if err != nil || len(records) != 5 {
		t.Fatalf("%d reviews, %v", len(records), err)
	}
	notes := map[string]bool{}
	for _, r := range records {
		notes[r.Note] = true
		if r.Expert != "ann" || !*r.Found || *r.Type || !*r.Location || *r.RCIR != 0.75 || *r.AVA != 0.5 || *r.FSV != 0 {
			t.Errorf("a review: %+v %v %v %v", r.Mark, *r.RCIR, *r.AVA, *r.FSV)
		}
	}
	if len(notes) != 5 {
		t.Errorf("notes %v", notes)
	}
}

// Two experts work on the same answers at the same time, in two tabs; one watches the numbers.
func TestBrowserTwoExperts(t *testing.T) {
	s := newSite(t, 6, -1, "")
	first := newBrowser(t)
	url := serve(t, s)
	at := url + "/review/item?n=3&run=" + s.run.ID + "&expert="
	do(t, first, chromedp.Navigate(at+"ann"))
	second, cancel := chromedp.NewContext(first)
	defer cancel()
	third, cancel := chromedp.NewContext(first)
	defer cancel()
	do(t, second, chromedp.Navigate(at+"bob"))
	do(t, third, chromedp.Navigate(url+"/review/numbers?n=3&run="+s.run.ID))
	for range 3 {
		for _, e := range []struct {
			ctx context.Context
			key string
		}{{first, "y"}, {second, "n"}} {
			until(t, e.ctx, "document.readyState === 'complete' && document.getElementById('marks')")
			keys(t, e.ctx, e.key)
			until(t, e.ctx, "document.getElementById('saved').dataset.ok === 'yes'")
			was := eval[string](t, e.ctx, "location.href")
			keys(t, e.ctx, "j")
			until(t, e.ctx, "location.href !== '"+was+"'")
		}
	}
	until(t, third, "document.body.innerText.includes('ann: 3 of 3') && document.body.innerText.includes('bob: 3 of 3') "+
		"&& document.body.innerText.includes('0/3')")
	records, err := s.store.Reviews(t.Context(), s.run)
	if err != nil || len(records) != 6 {
		t.Fatalf("%d reviews, %v", len(records), err)
	}
	for _, r := range records {
		if *r.Found != (r.Expert == "ann") {
			t.Errorf("%s said %v", r.Expert, *r.Found)
		}
	}
}

// A page follows a run that another process works on, without user action.
func TestBrowserLiveProgress(t *testing.T) {
	s := newSite(t, 20, 10, "")
	ctx := newBrowser(t)
	do(t, ctx, chromedp.Navigate(serve(t, s)+runURL(s.run.ID)))
	until(t, ctx, "document.body.innerText.includes('10 of 120 trials')")
	s.answer(t, 10, 60, "")
	until(t, ctx, "document.body.innerText.includes('60 of 120 trials') && document.getElementById('done').value === 60")
	s.answer(t, 60, 120, "")
	if err := s.store.End(t.Context(), s.run.ID, true, day.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	until(t, ctx, "document.body.innerText.includes('120 of 120 trials') && "+
		"document.getElementById('progress').innerText.includes('done')")
}

// A filter is a form that works by keyboard, and its address gives the view again.
func TestBrowserFilters(t *testing.T) {
	s := newSite(t, 12, -1, "")
	ctx := newBrowser(t)
	do(t, ctx, chromedp.Navigate(serve(t, s)+runURL(s.run.ID, "board")))
	until(t, ctx, "document.body.innerText.includes('24 texts')")
	do(t, ctx, chromedp.Focus("select[name=subset]"))
	keys(t, ctx, "t") // jumps to "tc"
	do(t, ctx, chromedp.Focus("select[name=strategy]"))
	keys(t, ctx, "d")
	do(t, ctx, chromedp.Focus("form button"))
	keys(t, ctx, "\r")
	until(t, ctx, "document.body.innerText.includes('12 texts') && document.querySelectorAll('tbody tr').length === 1")
	at := eval[string](t, ctx, "location.href")
	if !strings.Contains(at, "subset=tc") || !strings.Contains(at, "strategy=direct") {
		t.Errorf("the address is %s", at)
	}
	do(t, ctx, chromedp.Navigate(at))
	until(t, ctx, "document.body.innerText.includes('12 texts') && "+
		"document.querySelector('select[name=subset]').value === 'tc'")
}

// A trial opens at the labelled line, in the box of its text, with the label below the line, at every width; the
// address of another line leads there.
func TestBrowserTrialOpensAtLine(t *testing.T) {
	s := newSite(t, 2, -1, "")
	ctx := newBrowser(t)
	at := serve(t, s) + runURL(s.run.ID) + "/trials/" + key(0)
	for _, width := range []int64{1440, 390} {
		do(t, ctx, chromedp.EmulateViewport(width, 900), chromedp.Navigate(at))
		if got := eval[string](t, ctx, `(() => {
			const box = document.querySelector(".code[data-opens]");
			box.style.maxHeight = "70px"; // the texts of the test are short
			dispatchEvent(new HashChangeEvent("hashchange"));
			const b = box.getBoundingClientRect();
			const row = document.getElementById(box.dataset.opens), note = row.nextElementSibling.querySelector("p");
			const inside = (e) => { const r = e.getBoundingClientRect(); return r.top >= b.top && r.bottom <= b.bottom && r.left >= b.left && r.right <= b.right; };
			return [row.id, inside(row.querySelector("th")), inside(note), note.innerText].join(" ");
		})()`); got != "L5 true true ROOT_CAUSE FUND_XFER: pays anyone" {
			t.Errorf("at %d: %s", width, got)
		}
		do(t, ctx, chromedp.Navigate(at+"#L3"))
		until(t, ctx, "document.querySelector('tr.here')?.id === 'L3'")
	}
}

// A person finds, by keyboard, where judges differ, and from there the answer
// with every vote.
func TestBrowserJudges(t *testing.T) {
	s := newSite(t, 6, -1, "")
	s.judged(t, "")
	ctx := newBrowser(t)
	do(t, ctx, chromedp.Navigate(serve(t, s)+runURL(s.run.ID)))
	do(t, ctx, chromedp.Click("nav a[href$='/judges']"))
	until(t, ctx, "document.querySelector('h1')?.textContent === 'Judges' && "+
		"document.body.innerText.includes('1–12 of 12')")
	do(t, ctx, chromedp.Focus("select[name=what]"))
	keys(t, ctx, "whether a") // jumps to "whether anything can be decided"
	do(t, ctx, chromedp.Focus("select[name=subject]"))
	keys(t, ctx, "lab/b")
	do(t, ctx, chromedp.Focus("form button"))
	keys(t, ctx, "\r")
	until(t, ctx, "document.body.innerText.includes('1–12 of 12') && location.search.includes('what=unscored') && "+
		"location.search.includes('subject=lab%2Fbeta')")
	do(t, ctx, chromedp.Click("#list tbody a"))
	until(t, ctx, "document.body.innerText.includes('What each judge decided')")
	if n := eval[int](t, ctx, "document.querySelectorAll('[aria-label=Votes] tbody tr').length"); n != 4 {
		t.Errorf("%d votes, want those of three judges and of the rule judge", n)
	}
	if n := eval[int](t, ctx, "document.querySelectorAll('.votes li').length"); n < 2 {
		t.Errorf("%d votes on the finding", n)
	}
}

// A page with outdated content updates itself when the rest is read.
func TestBrowserPageCompletesItself(t *testing.T) {
	s := newSite(t, 6, 30, "")
	get(t, s, runURL(s.run.ID, "samples"), 200)
	s.answer(t, 30, 36, "")
	stuck := &reading{turn: 1, done: make(chan struct{})}
	x := &s.web.snaps
	x.mu.Lock()
	x.kept[0].took = 0 // a reading is due
	x.reading[s.run.ID] = stuck
	x.mu.Unlock()
	s.web.patience = time.Millisecond
	ctx := newBrowser(t)
	do(t, ctx, chromedp.Navigate(serve(t, s)+runURL(s.run.ID, "samples", "chain", "any")))
	until(t, ctx, "document.querySelector('[data-again]') && document.querySelector('#list tbody "+
		"tr:last-child').innerText.includes('3/6')")
	x.mu.Lock()
	delete(x.reading, s.run.ID)
	x.mu.Unlock()
	close(stuck.done)
	until(t, ctx, "!document.querySelector('[data-again]') && document.querySelector('#list tbody "+
		"tr:last-child').innerText.includes('5/6')")
}

// Two tabs of one expert: the review saved first stays until the expert has seen
// both, and a text whose save is pending is not taken for another page's.
func TestBrowserTwoTabs(t *testing.T) {
	s := newSite(t, 6, -1, "")
	first := newBrowser(t)
	at := serve(t, s) + "/review/item?n=3&expert=ann&run=" + s.run.ID
	do(t, first, chromedp.Navigate(at))
	second, cancel := chromedp.NewContext(first)
	defer cancel()
	do(t, second, chromedp.Navigate(at))
	keys(t, first, "ymfirst\x1b")
	until(t, first, "document.getElementById('saved').dataset.ok === 'yes'")
	keys(t, second, "nmsecond")
	until(t, second, "document.getElementById('saved').innerText.includes('saved by another page')")
	do(t, second, chromedp.Click("button[name=save]"))
	until(t, second, "document.getElementById('choice') && "+
		"document.getElementById('both-h').closest('section').innerText.includes('first')")
	do(t, second, chromedp.Focus("#note"))
	keys(t, second, " more ")
	do(t, second, chromedp.Click("#choice button[name=save]"))
	until(t, second, "document.readyState === 'complete' && document.getElementById('marks') && ['second', "+
		"'more'].every((x) => document.getElementById('note').value.includes(x))")
	keys(t, second, "m") // a page that is just there may not know its keys yet
	until(t, second, "document.activeElement?.id === 'note'")
	keys(t, second, "last ")
	do(t, second, chromedp.Click("button[name=next]"))
	until(t, second, "document.querySelector('h1').textContent === 'Answer 2 of 3'")
	records, err := s.store.Reviews(t.Context(), s.run)
	if err != nil || len(records) != 1 || *records[0].Found || !strings.Contains(records[0].Note, "last ") {
		t.Errorf("%+v, %v", records, err)
	}
}
