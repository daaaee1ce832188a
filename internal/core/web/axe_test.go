package web

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"assay/internal/test/corpustest"
	"assay/internal/test/npmtest"
)

// No page breaks a rule of accessibility that a program can check, in light and dark,
// on a desk and on a phone.
func TestBrowserAccessible(t *testing.T) {
	corpustest.Turn(t, 3)
	dir := npmtest.Dir(t, "axe", required, "NO RULE OF ACCESSIBILITY WAS CHECKED")
	rules, err := os.ReadFile(filepath.Join(dir, "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	s := newSite(t, 4, -1, "")
	s.judged(t, "")
	ctx := newBrowser(t)
	home := serve(t, s)
	base := runURL(s.run.ID)
	on := "?key=" + url.QueryEscape("blockbench/s000")
	pages := []string{
		"/", "/leaderboard", "/leaderboard?subject=lab/alpha", "/leaderboard?since=x", base, base + "?show=wrong", base +
			"/board", base + "/samples", base + "/sample" + on, base + "/variant" + on + "%2Bfixed",
		base + "/compare", base + "/judges", base + "/trials/" + key(0), base + "/pair?a=" + key(0) + "&b=" + key(1), base +
			"/search?q=looked", "/review?run=" + s.run.ID,
		"/review/item?expert=ann&run=" + s.run.ID, "/review/numbers?run=" + s.run.ID,
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
		do(t, ctx, chromedp.EmulateViewport(view.width, 900))
		for _, p := range pages {
			do(t, ctx, chromedp.Navigate(home+p))
			until(t, ctx, "document.readyState === 'complete'")
			eval[bool](t, ctx, string(rules)+"; true")
			eval[bool](t, ctx,
				`window.broken = null; axe.run().then((r) => { window.broken = r.violations.map((v) => v.id + ": " + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 200)).join(" | ")); }); true`)
			until(t, ctx, "window.broken")
			for _, b := range eval[[]string](t, ctx, "window.broken") {
				t.Errorf("%s, %s, %d wide: %s", p, view.scheme, view.width, b)
			}
			if eval[bool](t, ctx, "document.documentElement.scrollWidth > document.documentElement.clientWidth") {
				t.Errorf("%s, %d wide: the page is wider than the screen", p, view.width)
			}
			if out := os.Getenv("ASSAY_PICTURES"); out != "" { // for a person to look at
				picture, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
				if err != nil {
					t.Fatal(err)
				}
				name := strings.NewReplacer("/", "_", "?", "-", "&", "-").Replace(strings.TrimPrefix(p, base))
				if err := os.WriteFile(filepath.Join(out, view.scheme+name+fmt.Sprint(view.width)+".png"), picture,
					0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
