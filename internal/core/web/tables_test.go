package web

import (
	"html"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/core/store"
)

func TestSampleShowsTruthAndClaims(t *testing.T) {
	s := newSite(t, 4, -1, "")
	base := runURL(s.run.ID)
	p := get(t, s, base+"/sample?key="+url.QueryEscape("blockbench/s000"), 200)
	want(t, p, "the exploit took 1 ether", "s000.sol", `<tr id="L5" class="mark said-on"><th scope="row" class="n">5</th>`,
		"ROOT_CAUSE", "FUND_XFER", "pays anyone", `href="#f1"`, `href="#f2"`,
		"Other texts of s000 (2)", "certificate C1", "lab/alpha", `id="f1"`, "TARGET_MATCH", "lab/beta", `id="f2"`)
	if n := strings.Count(p, `<tr class="note l-root-cause">`); n != 1 {
		t.Errorf("the label stands on %d lines", n)
	}
	get(t, s, base+"/sample?key=nope", 404)
	want(t, get(t, s, base+"/samples?class=reentrancy", 200), "s000", "s003", "1–2 of 2")
	want(t, get(t, s, base+"/samples?chain=any", 200), `class="num">3<`, "1–4 of 4")
}

func TestVariantBesideItsOriginal(t *testing.T) {
	s := newSite(t, 4, -1, "")
	base := runURL(s.run.ID)
	want(t, get(t, s, base+"/variant?key="+url.QueryEscape("blockbench/s001~no-comments@7"), 200),
		"made by no-comments, seed 7", "blockbench/s001", "C1", `<tr class="del"`, "lab/alpha", "vulnerable")
	want(t, get(t, s, base+"/variant?key="+url.QueryEscape("blockbench/s001+fixed"), 200), "its repair", `<tr class="add"`,
		"require", "lab/beta")
	want(t, get(t, s, base+"/variant?key=blockbench/s001", 200), "made from no other")
}

// alpha is always right; beta calls everything vulnerable and finds every other target.
func TestBoard(t *testing.T) {
	s := newSite(t, 12, -1, "")
	base := runURL(s.run.ID) + "/board"
	want(t, complete(t, s, base), "24 texts", "lab/alpha", "12/12  100.0 %", "0/12  0.0 %", "lab/beta", "12/12  100.0 %")
	want(t, complete(t, s, base+"?subset=tc&tier=2&class=access_control"), "4 texts", "2/2")
	want(t, complete(t, s, base+"?chain=no-comments"), "12 texts")
	want(t, complete(t, s, base+"?chain=any"), "36 texts")
	if p := complete(t, s, base+"?strategy=direct"); strings.Contains(p, ">lab/beta<") ||
		!strings.Contains(p, ">lab/alpha<") {
		t.Error("the filter by strategy")
	}
	want(t, complete(t, s, base+"?suite=none"), "Nothing fits")
}

// Each number of the leaderboard leads to the trials that it counts, and so does the headline on the page of a run.
func TestNumbersLead(t *testing.T) {
	s := newSite(t, 12, -1, "")
	base := runURL(s.run.ID)
	board, run := complete(t, s, base+"/board"), complete(t, s, base)
	for _, metric := range []struct{ truth, n string }{{"", "24"}, {"vulnerable", "12"}, {"safe", "12"}} {
		q := url.Values{"chain": {"originals"}, "counted": {"yes"}, "subject": {"lab/alpha"}, "suite": {"blockbench"}}
		if metric.truth != "" {
			q.Set("truth", metric.truth)
		}
		at := base + "?" + q.Encode()
		want(t, board, `href="`+html.EscapeString(at)+`#trials-h"`)
		want(t, run, `href="`+html.EscapeString(at)+`#trials-h"`)
		want(t, get(t, s, at, 200), "Only: suite blockbench", metric.n+" of "+metric.n)
	}
	want(t, run, "Compare the first two", "How trials ended")
}

func TestCompare(t *testing.T) {
	s := newSite(t, 12, -1, "")
	base := runURL(s.run.ID) + "/compare?a=lab/alpha&b=lab/beta"
	// On 12 twins beta is wrong and alpha right.
	p := get(t, s, base, 200)
	want(t, p, "24 texts asked of both", ">12</a>", ">12</a>", ">0</a>", ">0</a>", "lab/alpha minus lab/beta", "50.0",
		"p &lt; 0.001, by", "Where exactly one is right", "blockbench/s000+fixed", "right", "wrong", "1–12 of 12")
	want(t, get(t, s, base+"&what=target", 200), "12 texts asked of both", "p 0.031")
	for only, n := range map[string]string{"both": "1–12 of 12", "a": "1–12 of 12", "b": "none", "none": "none"} {
		want(t, get(t, s, base+"&only="+only, 200), "24 texts asked of both", n)
	}
	get(t, s, base+"&only=odd", 400)
	want(t, get(t, s, runURL(s.run.ID)+"/compare?a=lab/alpha&b=nobody", 200), "No text was asked of both")
}

// Trials that are not about code are listed and count nowhere else.
func TestOnlyCodeIsRanked(t *testing.T) {
	st, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "r.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	vs := variants(4)
	for _, v := range vs[3:] {
		v.Format = "incident"
	}
	s := siteOf(t, st, plan(vs), -1, "")
	base := runURL(s.run.ID)
	want(t, get(t, s, base, 200), "1–24 of 24")
	want(t, complete(t, s, base+"/board?chain=any"), "3 texts")
	want(t, get(t, s, "/review", 200), "4 answers about vulnerable texts")
	want(t, get(t, s, base+"/sample?key=blockbench/s001", 200), "blockbench/s001")
}

// complete requests a page until all its numbers are computed.
func complete(t *testing.T, s *site, path string) string {
	t.Helper()
	for {
		if p := get(t, s, path, 200); !strings.Contains(p, "data-again") {
			return p
		}
	}
}
