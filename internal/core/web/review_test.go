package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/internal/bench"
	"assay/internal/core/review"
	"assay/internal/core/store"
)

var hidden = regexp.MustCompile(`<input type="hidden" name="(\w+)" value="([^"]*)"[^>]*>`)

// form returns the hidden fields of a review page.
func form(page string) url.Values {
	out := url.Values{}
	for _, m := range hidden.FindAllStringSubmatch(page, -1) {
		out.Set(m[1], m[2])
	}
	return out
}

// post sends a form as a page without a script does, or as the script.
func post(h http.Handler, v url.Values, script bool) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", "http://127.0.0.1/review/item", strings.NewReader(v.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if script {
		r.Header.Set("Accept", "text/plain")
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// Two experts review the same answers; the numbers show that a judge misses targets that
// one of them sees. Nothing reveals who answered.
func TestReview(t *testing.T) {
	s := newSite(t, 6, -1, "")
	want(t, get(t, s, "/review", 200), "24 answers about vulnerable texts that call them vulnerable, and 0 reviews")
	for expert, every := range map[string]int{"ann": 1, "bob": 2} {
		at := "/review/item?" + url.Values{"run": {s.run.ID}, "expert": {expert}, "n": {"8"}, "seed": {"3"}}.Encode()
		for i := 1; i <= 8; i++ {
			p := get(t, s, at+fmt.Sprint("&i=", i), 200)
			want(t, p, fmt.Sprintf("Answer %d of 8", i), fmt.Sprintf("Reviewer %s: %d of 8 decided", expert, i-1),
				"The answer as written", "I looked.", "look after you have decided", "nobody is asked", `data-opens="L5"`,
				"Target found", "Nothing saved yet")
			for _, secret := range []string{"lab/alpha", "lab/beta", "TARGET_MATCH", "m-1", "rule/1", "ROOT_CAUSE"} {
				if strings.Contains(p, secret) {
					t.Fatalf("a blind page says %q", secret)
				}
			}
			v := form(p)
			v.Set("found", []string{"no", "yes"}[min(1, i%every)])
			if every == 1 {
				v.Set("found", "yes")
			}
			v.Set("rcir", "0.75")
			v.Set("next", "")
			w := post(s, v, false)
			next := w.Header().Get("Location")
			if w.Code != http.StatusSeeOther || i < 8 && !strings.Contains(next, fmt.Sprintf("i=%d", i+1)) || i == 8 &&
				!strings.HasPrefix(next, "/review/numbers") {
				t.Fatalf("answer %d: %d, to %s\n%s", i, w.Code, next, w.Body)
			}
			want(t, get(t, s, at+fmt.Sprint("&i=", i), 200), `<details id="truth" open>`, "nobody is asked", "ROOT_CAUSE")
		}
	}
	p := get(t, s, "/review/numbers?"+url.Values{"run": {s.run.ID}, "n": {"8"}, "seed": {"3"}}.Encode(), 200)
	want(t, p, "8 answers", "ann: 8 of 8", "bob: 8 of 8", "ann and bob", `class="num">4/8<`, "ann and judge",
		"bob and judge", "all comparisons")
	records, err := s.store.Reviews(t.Context(), s.run)
	if err != nil || len(records) != 16 {
		t.Fatalf("%d reviews, %v", len(records), err)
	}
	var c review.Confusion
	for _, r := range records {
		if r.Expert == "ann" && r.Judge == "hit" {
			c.BothFound++
		} else if r.Expert == "ann" {
			c.ExpertOnly++
		}
	}
	want(t, p, fmt.Sprintf(`<th scope="row">ann</th><td class="num">%d</td><td class="num">0</td><td class="num">%d</td>`,
		c.BothFound, c.ExpertOnly))
	csv := get(t, s, "/review/export.csv?run="+s.run.ID, 200)
	if n := strings.Count(csv, "\n"); n != 17 || !strings.Contains(csv, ",ann,") || !strings.Contains(csv, ",0.75,") {
		t.Errorf("CSV of %d lines:\n%s", n, csv)
	}
	var back []review.Record
	if err := json.Unmarshal([]byte(get(t, s, "/review/export.json?run="+s.run.ID, 200)), &back); err != nil ||
		len(back) != 16 {
		t.Errorf("JSON: %d, %v", len(back), err)
	}
}

func TestSavingByScriptAndRefusals(t *testing.T) {
	s := newSite(t, 6, -1, "")
	at := "/review/item?run=" + s.run.ID + "&expert=ann&n=4"
	v := form(get(t, s, at, 200))
	v.Set("note", "half done\r\nüber")
	if w := post(s, v, true); w.Code != 200 || !strings.HasPrefix(w.Body.String(), "Saved ") {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	want(t, get(t, s, at, 200), "0 of 4 decided", "half done\nüber", "Saved ")
	for name, change := range map[string][3]string{
		"score": {"rcir", "1.5", "400"}, "words": {"ava", "much", "400"}, "choice": {"found", "maybe", "400"},
		"nobody":         {"expert", " ", "400"},
		"another answer": {"tag", "00", "409"}, "another run": {"run", "nope", "404"}, "position": {"i", "x", "400"},
		"version": {"version", "x", "400"}, "number": {"n", "-1", "400"}, "NaN": {"fsv", "NaN", "400"},
	} {
		bad := url.Values{}
		for k := range v {
			bad.Set(k, v.Get(k))
		}
		bad.Set(change[0], change[1])
		for _, script := range []bool{true, false} {
			if w := post(s, bad, script); fmt.Sprint(w.Code) != change[2] {
				t.Errorf("%s: %d %s", name, w.Code, w.Body)
			}
		}
	}
	if w := post(s, url.Values{"note": {strings.Repeat("x", maxForm)}}, true); w.Code != 400 {
		t.Errorf("a form that is too long: %d", w.Code)
	}
	get(t, s, "/review/item?run="+s.run.ID, 400)                    // no name
	get(t, s, "/review/item?run="+s.run.ID+"&expert=a&seed=x", 400) // no seed
	none := newSite(t, 1, 0, "")
	get(t, none, "/review/item?expert=a", 404)
}

// Two pages of one expert: a save from the outdated page writes nothing, shows both
// reviews, and takes effect when the expert confirms it.
func TestTwoPagesOfOneExpert(t *testing.T) {
	s := newSite(t, 6, -1, "")
	at := "/review/item?run=" + s.run.ID + "&expert=ann&n=4&i=2"
	first, second := form(get(t, s, at, 200)), form(get(t, s, at, 200))
	stored := func() review.Review {
		t.Helper()
		records, err := s.store.Reviews(t.Context(), s.run)
		if err != nil || len(records) != 1 {
			t.Fatalf("%d reviews, %v", len(records), err)
		}
		return records[0].Review
	}
	first.Set("found", "yes")
	first.Set("rcir", "0.25")
	first.Set("note", "of the first <page>")
	w := post(s, first, true)
	if w.Code != 200 || w.Header().Get("Assay-Version") == "" {
		t.Fatalf("%d %v %s", w.Code, w.Header(), w.Body)
	}
	before := stored()
	if w := post(s, first, true); w.Code != 200 {
		t.Errorf("the same again: %d %s", w.Code, w.Body)
	}
	first.Set("version", w.Header().Get("Assay-Version"))
	second.Set("found", "no")
	second.Set("note", "of the second <page>")
	if w := post(s, second, true); w.Code != http.StatusConflict || !strings.Contains(w.Body.String(), "another page") {
		t.Errorf("the second page, by script: %d %s", w.Code, w.Body)
	}
	second.Set("next", "")
	w = post(s, second, false)
	if w.Code != http.StatusConflict {
		t.Fatalf("the second page: %d %s", w.Code, w.Body)
	}
	want(t, w.Body.String(), "Answer 2 of 4", "Another page saved this answer first", "Target found", ">yes<", ">no<",
		"Root cause", ">0.25<", ">open<", "of the first &lt;page&gt;", "of the second &lt;page&gt;",
		`name="found" value="no" checked`, "of the second &lt;page&gt;</textarea>", "Save mine instead", "i=2",
		"Keep what is stored")
	for _, no := range []string{"Type right</th>", `id="marks"`, "lab/alpha", "lab/beta"} {
		if strings.Contains(w.Body.String(), no) {
			t.Errorf("the page says %q", no)
		}
	}
	if diff := cmp.Diff(before, stored()); diff != "" {
		t.Errorf("what the first page saved is no longer there: %s", diff)
	}

	// The first page continues: its version is the stored one; that of the choice is outdated.
	choice := form(w.Body.String())
	choice.Set("found", "no")
	choice.Set("note", "of both pages")
	first.Set("type", "yes")
	if w := post(s, first, true); w.Code != 200 {
		t.Errorf("the first page again: %d %s", w.Code, w.Body)
	}
	w = post(s, choice, false)
	if w.Code != http.StatusConflict || !*stored().Type {
		t.Errorf("a choice between what is no longer stored: %d", w.Code)
	}
	choice.Set("version", form(w.Body.String()).Get("version"))
	if w := post(s, choice, false); w.Code != http.StatusSeeOther || !strings.Contains(w.Header().Get("Location"), "i=2") {
		t.Errorf("the choice: %d %v", w.Code, w.Header())
	}
	if got := stored(); *got.Found || got.Note != "of both pages" || got.Type != nil {
		t.Errorf("stored: %+v", got.Mark)
	}
}

// Answers that an expert cannot decide on are not drawn: those without a finding, and those
// of built-in subjects unless requested, or if there are no others.
func TestReviewDrawsWhatCanBeDecided(t *testing.T) {
	k := &snapshot{queues: map[string][]review.Item{}}
	v := variants(1)[0]
	for i, f := range []bench.Trial{{Subject: "lab/alpha", Answer: &bench.Answer{Verdict: bench.Vulnerable}},
		{Subject: "lab/alpha", Answer: &bench.Answer{Verdict: bench.Safe}},
		{Subject: "builtin/keyword", Answer: &bench.Answer{Verdict: bench.Vulnerable}}} {
		f.ID, f.Variant, f.Outcome = int64(i+1), v, bench.Answered
		k.Trials = append(k.Trials, f)
	}
	k.Subjects = []*subjectCounts{{Name: "builtin/keyword"}, {Name: "lab/alpha"}}
	drawn := func(q queueOf) (ids []int64) {
		for _, it := range k.queue(q, nil) {
			ids = append(ids, it.Trial)
		}
		slices.Sort(ids)
		return ids
	}
	if got := drawn(queueOf{}); !slices.Equal(got, []int64{1}) {
		t.Errorf("drawn %v, want the one answer of a model with a finding", got)
	}
	if got := drawn(queueOf{Builtin: true}); !slices.Equal(got, []int64{1, 3}) {
		t.Errorf("with built-in subjects %v", got)
	}
	k.Subjects, k.queues = k.Subjects[:1], map[string][]review.Item{}
	k.Trials = k.Trials[2:]
	if got := drawn(queueOf{}); !slices.Equal(got, []int64{3}) {
		t.Errorf("a run of built-in subjects alone: %v", got)
	}
	s := newSite(t, 1, -1, "")
	want(t, get(t, s, "/review?builtin=perhaps", 400), "builtin=&#34;perhaps&#34;: want yes or no")
	want(t, get(t, s, "/review/item?expert=ann&builtin=yes", 200), "Reviewer ann", `name="builtin" value="yes"`)
}

// The seconds of an answer are counted from its page to its first decision; implausible
// values of a form count as unknown.
func TestReviewTakesTime(t *testing.T) {
	s := newSite(t, 6, -1, "")
	at := "/review/item?run=" + s.run.ID + "&expert=ann&n=4"
	v := form(get(t, s, at, 200))
	opened, err := strconv.ParseInt(v.Get("opened"), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	save := func(opened string, found string) *float64 {
		t.Helper()
		v.Set("opened", opened)
		v.Set("found", found)
		w := post(s, v, true)
		if w.Code != 200 {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
		v.Set("version", w.Header().Get("Assay-Version"))
		records, err := s.store.Reviews(t.Context(), s.run)
		if err != nil || len(records) != 1 {
			t.Fatal(records, err)
		}
		return records[0].Seconds
	}
	early := strconv.FormatInt(opened-40_000_000, 10)
	if got := save(early, ""); got != nil {
		t.Errorf("without a decision %v s", *got)
	}
	for _, odd := range []string{"", "x", "-9", strconv.FormatInt(opened+3_600_000_000, 10)} {
		if got := save(odd, "yes"); got != nil {
			t.Errorf("opened %q: %v s", odd, *got)
		}
	}
	if got := save(early, "yes"); got == nil || *got < 40 || *got > 3600 {
		t.Errorf("%v", got)
	}
	first := save(early, "yes")
	if got := save(strconv.FormatInt(opened-90_000_000, 10), "no"); got == nil || *got != *first {
		t.Error("a second thought changes the time of the first")
	}
	want(t, get(t, s, "/review/numbers?run="+s.run.ID+"&expert=ann&n=4", 200), "s an answer, in the middle")
}

// Judges disagree if one found the target and another did not; failed judgements do not count.
func TestDisagree(t *testing.T) {
	hit, miss, failed := store.Ballot{Strict: bench.Hit}, store.Ballot{Strict: bench.Miss}, store.Ballot{}
	for _, c := range []struct {
		verdict bench.Decision
		cast    []store.Ballot
		want    bool
	}{{bench.Hit, nil, false}, {bench.Hit, []store.Ballot{hit, failed}, false}, {bench.Hit, []store.Ballot{miss}, true},
		{bench.Unscored, []store.Ballot{miss, hit}, true}, {bench.Unscored, []store.Ballot{miss}, false}} {
		if got := disagree(c.verdict, c.cast); got != c.want {
			t.Errorf("%v %v: %v", c.verdict, c.cast, got)
		}
	}
}
