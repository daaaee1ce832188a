package board

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"assay/internal/test/corpustest"
	"assay/internal/test/npmtest"
)

// required turns skips for the lack of a browser into failures.
const required = "ASSAY_REQUIRE_BROWSER"

// newBrowser starts a browser for a test, or skips the test with the reason.
func newBrowser(t *testing.T) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("-short starts no browser")
	}
	browsers := []string{"chromium", "chromium-browser", "google-chrome"}
	i := slices.IndexFunc(browsers, func(name string) bool { _, err := exec.LookPath(name); return err == nil })
	if i < 0 {
		if os.Getenv(required) != "" {
			t.Fatal("there is no chromium; `make deps` installs it")
		}
		t.Skip("SKIPPED, NO BOARD WAS SEEN IN A BROWSER: there is no chromium")
	}
	// Chromium has no sandbox as root; the tests load only their own pages.
	alloc, stop := chromedp.NewExecAllocator(t.Context(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(browsers[i]), chromedp.NoSandbox)...)
	t.Cleanup(stop)
	ctx, cancel := chromedp.NewContext(alloc)
	t.Cleanup(cancel)
	ctx, late := context.WithTimeout(ctx, 4*time.Minute)
	t.Cleanup(late)
	return ctx
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

// on writes a site into a directory, and returns the address of its first page.
func on(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for path, text := range files {
		path = filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return "file://" + dir
}

// mixed is a board with a rank, a row without one and a rejected archive.
func mixed(t *testing.T) map[string]string {
	t.Helper()
	a, b, c := forgedRun("run-a", "lab/good", "builtin/x"), forgedRun("run-b", "lab/part"), forgedRun("run-c", "lab/bad")
	a.subjects[1].Kind = "builtin"
	b.variants = b.variants[:10]
	b.started, c.started = day.Add(time.Hour), day.Add(2*time.Hour)
	c.says = knowing(func(int) float64 { return 0.2 })
	return site(t, build(t, Options{}, a.input(t, "a.zip"), b.input(t, "b.zip"), c.input(t, "c.zip"),
		Input{"none.zip", strings.NewReader("PK"), 2}))
}

// The site is sorted and filtered without a server, under its policy, and a link restores the view.
func TestBrowserFilters(t *testing.T) {
	ctx := newBrowser(t)
	home := on(t, mixed(t))
	open := func(fragment string) {
		do(t, ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(home+"/index.html"+fragment))
		for range 100 {
			if eval[bool](t, ctx, "document.documentElement.dataset.ready === 'yes'") {
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
		t.Fatal("the script of the page did not run")
	}
	rows := func() string {
		return strings.Join(eval[[]string](t, ctx, "[...document.querySelectorAll('table.board tbody tr')].filter((r) => "+
			"!r.hidden).map((r) => r.querySelector('.subject').textContent)"), " ")
	}
	open("")
	if got := rows(); got != "lab/good lab/bad lab/part" {
		t.Errorf("at first: %s", got)
	}
	if got := eval[string](t, ctx, "document.getElementById('choose').elements.found.value"); got !=
		"3 of 4 rows; 1 of built-in subjects hidden" {
		t.Errorf("what is hidden: %q", got)
	}
	eval[bool](t, ctx, "[...document.querySelectorAll('thead button')].find((b) => b.textContent === 'TDR').click(); "+
		"document.querySelector('[name=barred]').click(); true")
	if got := rows(); got != "lab/good lab/bad" {
		t.Errorf("by TDR without the partial one: %s", got)
	}
	eval[bool](t, ctx, "[...document.querySelectorAll('thead button')].find((b) => b.textContent === 'TDR').click(); true")
	if got := rows(); got != "lab/bad lab/good" {
		t.Errorf("the other way: %s", got)
	}
	at := eval[string](t, ctx, "location.hash")
	open(at)
	if got := rows(); got != "lab/bad lab/good" {
		t.Errorf("%s again: %s", at, got)
	}
	open("#q=good&builtin=true")
	if got := rows(); got != "lab/good" {
		t.Errorf("search: %s", got)
	}
	open("#builtin=true&by=%2B0")
	if got := rows(); got != "builtin/x lab/bad lab/good lab/part" {
		t.Errorf("by name with built-in subjects: %s", got)
	}
}

// No page breaks an accessibility rule that a program can check, in light and dark mode, on a desktop and on a
// phone, and none is wider than the screen.
func TestBrowserAccessible(t *testing.T) {
	corpustest.Turn(t, 3)
	dir := npmtest.Dir(t, "axe", required, "NO RULE OF ACCESSIBILITY WAS CHECKED")
	rules, err := os.ReadFile(filepath.Join(dir, "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	ctx := newBrowser(t)
	files := mixed(t)
	home := on(t, files)
	for path := range files {
		if !strings.HasSuffix(path, ".html") {
			continue
		}
		for _, view := range []struct {
			scheme string
			width  int64
		}{{"light", 1440}, {"dark", 1440}, {"light", 390}, {"dark", 390}} {
			if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia,
				emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme",
					Value: view.scheme}}}); err != nil {
				t.Fatal(err)
			}
			do(t, ctx, chromedp.EmulateViewport(view.width, 900), chromedp.Navigate(home+"/"+path))
			eval[bool](t, ctx, string(rules)+"; true")
			eval[bool](t, ctx,
				`window.broken = null; axe.run().then((r) => { window.broken = r.violations.map((v) => v.id + ": " + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 200)).join(" | ")); }); true`)
			for range 500 {
				if eval[bool](t, ctx, "Boolean(window.broken)") {
					break
				}
				time.Sleep(20 * time.Millisecond)
			}
			for _, b := range eval[[]string](t, ctx, "window.broken || ['axe did not end']") {
				t.Errorf("%s, %s, %d wide: %s", path, view.scheme, view.width, b)
			}
			if eval[bool](t, ctx, "document.documentElement.scrollWidth > document.documentElement.clientWidth") {
				t.Errorf("%s, %s: the page is wider than %s", path, view.scheme, fmt.Sprint(view.width))
			}
		}
	}
}
