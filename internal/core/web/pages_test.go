package web

import (
	"net/url"
	"strings"
	"testing"

	"assay/internal/bench"
)

// A trial is shown on one page with its prompt, its code and its neighbours in the list
// that the reader came from.
func TestTrialIsATranscript(t *testing.T) {
	s := newSite(t, 6, 36, "")
	base := runURL(s.run.ID)
	p := get(t, s, base+"/trials/"+key(0), 200)
	want(t, p, "Trial 1 of 36", `rel="next" href="`+base+"/trials/"+key(1), "On the repaired half the same subject says",
		"What the repair changes", `<tr class="add"`, "s000.sol", `data-opens="L5"`, `<tr id="L5" class="mark`, "ROOT_CAUSE",
		`href="#f1"`, "What is true", "the exploit took 1 ether", "Findings", `href="#L5"`, "I looked.", "Prompt as sent", "in a form of its provider")
	if strings.Contains(p, `rel="prev"`) {
		t.Error("the first trial of the list has one before it")
	}
	// beta calls everything vulnerable, and is wrong on the six fixed twins.
	list := get(t, s, base+"?show=wrong", 200)
	want(t, list, "show=wrong", "1–6 of 6")
	p = get(t, s, base+"/trials/"+key(18+4)+"?show=wrong", 200) // the twin of the second base
	want(t, p, `href="`+base+`?show=wrong#trials-h"`, "Trial 2 of 6", "/trials/"+key(18+1)+"?show=wrong", "Previous",
		"/trials/"+key(18+7)+"?show=wrong", "Next")
	want(t, get(t, s, base+"/trials/"+key(0)+"?show=wrong", 200), "leaves this trial out")
	want(t, get(t, s, base+"?show=odd", 400), "unknown show=&#34;odd&#34;: want wrong, right")
	want(t, get(t, s, base+"/trials/"+key(0)+"?show=odd", 400), "unknown show")
	for show, n := range map[string]string{"right": "1–30 of 30", "missed": "1–6 of 6", "found": "1–18 of 18",
		"unsure": "none", "refused": "none", "silent": "none"} {
		want(t, get(t, s, base+"?show="+show, 200), `id="trials"`, n)
	}
	want(t, get(t, s, base+"?class=reentrancy&subset=ds", 200), "1–6 of 6")
}

// The prompt is taken from the provider's request.
func TestPromptAsSent(t *testing.T) {
	s := newSite(t, 1, 0, "")
	w := s.store.Writer(t.Context(), s.run)
	r := result(0, s.plan[0], "")
	r.Response.RawRequest = []byte(
		`{"messages":[{"role":"system","content":"You audit <b>code</b>."},{"role":"user","content":"Is it safe?"}]}`)
	r.Response.Text = `{"verdict":"vulnerable","findings":[]}`
	if err := w.Write(r); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	want(t, get(t, s, runURL(s.run.ID)+"/trials/"+key(0), 200), "{\n  &#34;verdict&#34;: &#34;vulnerable&#34;",
		"<summary>system", "You audit &lt;b&gt;code&lt;/b&gt;.", "<summary>user", "Is it safe?")
}

// Two subjects on one text have equal code and two answers; one subject on two texts
// has a difference in code.
func TestPair(t *testing.T) {
	s := newSite(t, 2, -1, "")
	base := runURL(s.run.ID)
	p := get(t, s, base+"/pair?a="+key(1)+"&b="+key(7), 200) // the first twin: alpha says safe, beta vulnerable
	want(t, p, "Two subjects on one text", "Answers: what differs", "The two responses are alike", "lab/alpha",
		"Says safe", "No finding.", "lab/beta", "Says vulnerable", "Reentrancy")
	if strings.Contains(p, "Code: what differs") {
		t.Error("one text differs from itself")
	}
	p = get(t, s, base+"/pair?a="+key(0)+"&b="+key(1), 200)
	want(t, p, "One subject on two texts", "Code: what differs", `<tr class="add"`, "require")
	want(t, get(t, s, base+"/trials/"+key(0), 200), "lab/beta, same text", "same subject, blockbench/s000+fixed",
		"same subject, blockbench/s000~no-comments@7")
	want(t, get(t, s, base+"/pair?a="+key(0), 400), "give the parameters a and b")
	want(t, get(t, s, base+"/pair?a="+key(0)+"&b=ffff", 404), "plans no trial")
	want(t, get(t, s, base+"/compare", 200), `/pair?a=`+key(1)+"&amp;b="+key(7))
}

// A search finds text in answers, and every character of the query is literal.
func TestSearch(t *testing.T) {
	s := newSite(t, 40, 0, "")
	w := s.store.Writer(t.Context(), s.run)
	for i, p := range s.plan {
		r := result(i, p, "")
		if i == 5 || i == 130 {
			r.Response.Text = strings.Repeat("x", 300) + " 100%_Sure <b>" + strings.Repeat("y", 300)
		}
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	at := runURL(s.run.ID) + "/search?q="
	want(t, get(t, s, at+url.QueryEscape("100%_sure <"), 200), "2 of the answers", key(5)[:8], "…xxx",
		"<mark>100%_Sure &lt;</mark>", "yyy…", key(130)[:8])
	want(t, get(t, s, at+url.QueryEscape("100%_sure")+"&subject=lab/beta", 200), "1 of the answers", key(130)[:8])
	want(t, get(t, s, at+url.QueryEscape("1000_sure"), 200), "0 of the answers")
	want(t, get(t, s, at+"looked", 200), "The first 100 answers")
	want(t, get(t, s, at, 200), "Search in answers")
	want(t, get(t, s, at+"x", 400), "at least two characters")
	want(t, get(t, s, at+strings.Repeat("x", 201), 400), "at most 200 bytes")
	want(t, get(t, s, at+"xy&subject=nobody", 400), "has no subject")
	want(t, get(t, s, at+"%ff%fe%fd", 400), "UTF-8")
}

// A hit in an answer is cut out whole, whatever the case of its letters.
func TestAround(t *testing.T) {
	saying := func(text string) bench.Trial {
		return bench.Trial{}.Ended(bench.Answered, bench.Details{Response: bench.Response{Text: text}})
	}
	h := around(saying("Ärger: REENTRANCY ß"), "reentrancy")
	if h.Before != "Ärger: " || h.Found != "REENTRANCY" || h.After != " ß" {
		t.Errorf("%+v", h)
	}
	if h := around(saying("ÄRGER"), "ärger"); h.Found != "" || h.After != "ÄRGER" {
		t.Errorf("%+v", h)
	}
}

// The list of samples can be searched, filtered by error, and sorted; every link keeps the state.
func TestSamplesList(t *testing.T) {
	s := newSite(t, 6, -1, "")
	at := runURL(s.run.ID, "samples")
	p := get(t, s, at, 200)
	want(t, p, `aria-sort="ascending"`, "Sample ▲", "s000", "3/4", "2/2", "s001", "3/4", "1/2", "1–6 of 6")
	want(t, get(t, s, at+"?sort=-target", 200), "s000", "s002", "s004", "s001", "s003", "s005")
	want(t, get(t, s, at+"?sort=target", 200), "s001", "s003", "s005", "s000", "s002", "s004")
	p = get(t, s, at+"?show=missed", 200)
	want(t, p, `value="missed" selected`, "s001", "0/1", "show=missed", "s003", "s005", "1–3 of 3")
	want(t, p, "show=missed&amp;sort=target") // a link of the head keeps the filter
	want(t, p, "?q=s001&amp;show=missed#trials-h")
	want(t, get(t, s, at+"?show=wrong&subject=lab/alpha", 200), "Nothing fits", "none")
	want(t, get(t, s, at+"?subject=lab/beta", 200), "1/2", "1–6 of 6")
	want(t, get(t, s, at+"?q=REENTRANCY+ds", 200), "s000", "1–1 of 1")
	want(t, get(t, s, at+"?show=odd", 400), "unknown show")
	want(t, get(t, s, at+"?sort=odd", 400), "unknown sort")
	want(t, get(t, s, at+"?subject=odd", 400), "has no subject")
}
