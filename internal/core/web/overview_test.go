package web

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/internal/bench"
	"assay/internal/core/database"
	"assay/internal/core/metric"
	"assay/internal/core/report"
	"assay/internal/core/store"
)

// send sends a form as a page of this server does, and checks the status.
func send(t testing.TB, h http.Handler, path string, form url.Values, status int) string {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1"+path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != status {
		t.Fatalf("POST %s: status %d, want %d\n%s", path, w.Code, status, w.Body)
	}
	return w.Header().Get("Location") + w.Body.String()
}

// twoRuns stores a run of four bases and one of the first two of them.
func twoRuns(t *testing.T) (s, other *site) {
	t.Helper()
	s = newSite(t, 4, -1, "")
	p := plan(variants(2))
	for i := range p {
		p[i].Key = key(500 + i)
	}
	other = siteOf(t, s.store, p, -1, "")
	s.web.patience = time.Minute
	return s, other
}

// Rows of built-in subjects that are hidden are counted, with a way to see them.
func TestHiddenRows(t *testing.T) {
	st, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "r.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	p := plan(variants(2))
	for i := range p {
		if p[i].Subject == "lab/beta" {
			p[i].Subject = "builtin/beta"
		}
	}
	s := siteOf(t, st, p, -1, "")
	s.web.patience = time.Minute
	want(t, get(t, s, "/leaderboard", 200), "lab/alpha", "1 row of built-in subjects is hidden", "Show built-in subjects")
	if p := get(t, s, "/leaderboard?builtin=yes", 200); !strings.Contains(p, "builtin/beta") ||
		strings.Contains(p, "of built-in subjects") {
		t.Error("what is shown is called hidden")
	}
}

// All runs are in one table; lines about the same texts have the same letter.
func TestLeaderboardOverRuns(t *testing.T) {
	s, other := twoRuns(t)
	p := get(t, s, "/leaderboard", 200)
	want(t, p, "2 runs", "different letters", "lab/alpha", s.run.ID, "A", "8", "lab/beta", "1–4 of 4")
	want(t, get(t, s, "/leaderboard?sort=-tdr", 200), `aria-sort="descending"`, "sort=tdr", "4/4", "2/2", "lab/beta",
		"2/4")
	want(t, get(t, s, "/leaderboard?sort=tdr", 200), `aria-sort="ascending"`, "sort=-tdr", "2/4", "4/4")
	want(t, get(t, s, "/leaderboard?sort=date&subject=lab/alpha", 200), "History of lab/alpha", "1–2 of 2")
	want(t, get(t, s, "/leaderboard?strategy=direct", 200), "lab/alpha", "1–2 of 2")
	want(t, get(t, s, "/leaderboard?suite=tenantsql", 200), "Nothing fits")
	want(t, get(t, s, "/leaderboard?since=2026-08-02", 200), "Nothing fits")
	want(t, get(t, s, "/leaderboard?since=2026-08-01&until=2026-08-01", 200), "1–4 of 4")
	want(t, get(t, s, "/leaderboard?since=tomorrow", 400),
		"since=&#34;tomorrow&#34; is no day: want one such as 2026-08-01")
	want(t, get(t, s, "/leaderboard?sort=luck", 400), "unknown sort=&#34;luck&#34;: want subject, date")
	p = get(t, s, "/", 200)
	want(t, p, other.run.ID, "lab/alpha", "blockbench", "2/2", "$0.0")
	want(t, p, s.run.ID, "lab/alpha", "blockbench", "4/4", "$0.0")

}

// Names, tags and notes are stored, found and escaped; only a form of this server can write them.
func TestNameTagDelete(t *testing.T) {
	s, other := twoRuns(t)
	at := runURL(s.run.ID)
	if to := send(t, s, at+"/note", url.Values{"name": {"base<b>"}, "tags": {"paper, first"}, "note": {"two\nlines"}},
		303); to != at {
		t.Errorf("leads to %s", to)
	}
	want(t, get(t, s, at, 200), "Run base&lt;b&gt;", "two\nlines", "first", "paper", `value="first, paper"`)
	want(t, get(t, s, "/", 200), "base&lt;b&gt;", s.run.ID, "paper", "two\nlines")
	want(t, get(t, s, "/leaderboard?tag=paper", 200), "base&lt;b&gt;", "1–2 of 2")
	want(t, send(t, s, at+"/note", url.Values{"tags": {"<x>"}}, 400), "a tag has at most 30 bytes")
	want(t, send(t, s, "/runs/nope/note", url.Values{}, 404), "there is no run")
	want(t, send(t, s, at+"/delete", url.Values{"confirm": {"yes"}}, 400), "nothing was deleted: type the id of the run, "+
		s.run.ID)
	h, err := s.store.Hold(t.Context(), s.run.Plan, false)
	if err != nil {
		t.Fatal(err)
	}
	want(t, send(t, s, at+"/delete", url.Values{"confirm": {s.run.ID}}, 409), "under way")
	if err := h.Release(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{at + "/note", at + "/delete"} { // another site's form
		r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1"+path,
			strings.NewReader(url.Values{"confirm": {s.run.ID}}.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Sec-Fetch-Site", "cross-site")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code != http.StatusForbidden {
			t.Errorf("%s from another site: status %d", path, w.Code)
		}
	}
	get(t, s, at, 200)
	send(t, s, at+"/delete", url.Values{"confirm": {s.run.ID}}, 303)
	get(t, s, at, 404)
	p := get(t, s, "/leaderboard", 200)
	want(t, p, "1 run.", other.run.ID)
	if strings.Contains(p, s.run.ID) {
		t.Error("a deleted run is on the leaderboard")
	}
}

// A server over a database that it may only read shows everything and writes nothing.
func TestReaderNeverWrites(t *testing.T) {
	at := filepath.Join(t.TempDir(), "r.db")
	st, err := store.Open(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	s := siteOf(t, st, plan(variants(2)), -1, "")
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	ro, err := store.OpenWith(t.Context(), at, database.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer ro.Close()
	before, err := ro.Stamp(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	h := New(Config{Store: ro}).Handler()
	base := runURL(s.run.ID)
	for _, p := range []string{"/", "/leaderboard", base, base + "/board", base + "/samples", base + "/trials/" + key(0),
		base + "/pair?a=" + key(0) + "&b=" + key(6), base + "/search?q=looked", "/review"} {
		get(t, h, p, 200)
	}
	if after, err := ro.Stamp(t.Context()); err != nil || after != before {
		t.Errorf("reading moved the stamp from %d to %d (%v)", before, after, err)
	}
	want(t, send(t, h, base+"/note", url.Values{"name": {"x"}}, 403), "can only be read here")
	want(t, send(t, h, base+"/delete", url.Values{"confirm": {s.run.ID}}, 403), "can only be read here")
}

// The leaderboard of a run can be sorted by any column; lines without a value come last in both directions.
func TestBoardSorts(t *testing.T) {
	s := newSite(t, 4, -1, "")
	at := runURL(s.run.ID, "board")
	want(t, complete(t, s, at), `aria-sort="descending"`, "Pairs right ▼", "lab/alpha", "lab/beta")
	want(t, complete(t, s, at+"?sort=tdr"), "TDR ▲", "lab/beta", "lab/alpha")
	want(t, complete(t, s, at+"?sort=-false-alarm"), "lower is better", "lab/beta", "4/4", "lab/alpha", "0/4")
	want(t, complete(t, s, at+"?sort=-subject"), "lab/beta", "lab/alpha")
	want(t, get(t, s, at+"?sort=-nothing", 400), "unknown sort=&#34;-nothing&#34;: want subject, diagnosis, pair-correct, tdr")

	lines := []string{"b", "", "a"}
	ways := []by[string]{{"x", strings.Compare, func(s string) bool { return s != "" }}}
	sorted(lines, order{column: "x"}, ways)
	if strings.Join(lines, ",") != "a,b," {
		t.Errorf("upwards %q", lines)
	}
	sorted(lines, order{column: "x", down: true}, ways)
	if strings.Join(lines, ",") != "b,a," {
		t.Errorf("downwards %q", lines)
	}
}

// A leaderboard has the words of the report, and names a subject that answered next to nothing beside itself.
func TestBoardSaysWhatTheReportSays(t *testing.T) {
	line := func(name string, answered int) boardLine {
		return boardLine{Subject: bench.Subject{Name: name}, Planned: 100, Answered: answered}
	}
	self := func(l boardLine) boardLine { return l }
	left, absent := present([]boardLine{line("a", 4), line("b", 5)}, self)
	if len(left) != 1 || left[0].Subject.Name != "b" ||
		absent != "Not in the tables, with answers to fewer than 5 % of what was planned: a (4 of 100 planned trials)." {
		t.Errorf("%d lines, %q", len(left), absent)
	}
	if left, absent = present([]boardLine{line("a", 4)}, self); len(left) != 1 || absent != "" {
		t.Errorf("%d lines, %q", len(left), absent)
	}
	s := newSite(t, 8, -1, "")
	want(t, complete(t, s, runURL(s.run.ID, "board")), "lab/alpha", "follows the flaw in 100 %")
}

// Among subjects with as many right pairs, the one with the higher TDR comes first, as in the report.
func TestBoardOrder(t *testing.T) {
	line := func(name string, points ...float64) boardLine {
		l := boardLine{Subject: bench.Subject{Name: name}}
		for range report.HeadlineMetrics() {
			l.values = append(l.values, metric.Value{Defined: true})
		}
		for i, x := range points {
			l.values[i].Point = x
		}
		return l
	}
	lines := []boardLine{line("a", 0, 0), line("b", 0.5, 0), line("c", 0, 0.2), line("d", 0.5, 0.5)}
	sorted(lines, order{column: report.HeadlineMetrics()[0].ID, down: true}, boardOrder())
	var got []string
	for _, l := range lines {
		got = append(got, l.Subject.Name)
	}
	if want := []string{"d", "b", "c", "a"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
