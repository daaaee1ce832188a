package web

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/store"
)

// withClean adds n clean contracts to the fixture's variants, each with a
// transformed text.
func withClean(n int) []*bench.Variant {
	out := variants(3)
	for i := range n {
		id := fmt.Sprintf("clean/c%03d", i)
		v := &bench.Variant{Key: "blockbench/" + id, Suite: "blockbench", Format: "blockbench", Sample: id, Base: id,
			Group: "clean", Tier: 2, Class: "reentrancy", Source: id + ".sol",
			Truth: bench.Safe, Proof: bench.Proved, Evidence: "resists 3 attacks", Attack: "It calls back while it is paid.",
			Task: bench.Task{Language: "solidity", Files: []bench.File{{Path: "C.sol", Text: source(100+i, true)}}}}
		made := *v
		made.Key, made.Chain, made.Seed = v.Key+"~no-comments@7", "no-comments", 7
		made.Task = bench.Task{Language: "solidity", Files: []bench.File{{Path: "C.sol", Text: source(200+i, true)}}}
		out = append(out, v, &made)
	}
	return out
}

func siteWith(t *testing.T, vs []*bench.Variant) *site {
	t.Helper()
	st, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "r.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	return siteOf(t, st, plan(vs), -1, "")
}

// A clean contract has no flaw, no twin and no target: no page mentions one.
func TestCleanContractOnPages(t *testing.T) {
	s := siteWith(t, withClean(2))
	s.judged(t, "")
	base, on := runURL(s.run.ID), url.QueryEscape("blockbench/clean/c000")
	p := get(t, s, base+"/sample?key="+on, 200)
	want(t, p, "<b>safe</b> · a clean contract, which withstands reentrancy", "Tried in vain", "It calls back", "Executed",
		"resists 3 attacks", "Other texts of clean/c000 (1)", "no-comments@7", "beside its original", "lab/alpha", "safe",
		"lab/beta", "vulnerable")
	for _, no := range []string{"beside the text it comes from", "Root cause", "Repair", "ROOT_CAUSE", "target <span"} {
		if strings.Contains(p, no) {
			t.Errorf("the page of a clean contract says %q", no)
		}
	}
	want(t, get(t, s, base+"/sample?key="+url.QueryEscape("blockbench/s000+fixed"), 200), "beside the text it comes from")
	want(t, get(t, s, base+"/variant?key="+on, 200), "made from no other")
	want(t, get(t, s, base+"/variant?key="+url.QueryEscape("blockbench/clean/c000~no-comments@7"), 200),
		"made by no-comments, seed 7", `<tr class="del"`)
	want(t, get(t, s, base+"/samples?subset=clean", 200), "clean/c000", "Reentrancy", `class="num">1/2<`, `class="num">–<`,
		"1–2 of 2")
	want(t, complete(t, s, base+"/board?subset=clean"), "2 texts", "lab/alpha", "–", "0/2  0.0 %", "lab/beta",
		"2/2  100.0 %")
	want(t, get(t, s, base+"/compare?a=lab/alpha&b=lab/beta&subset=clean", 200), "2 texts asked of both", "clean/c000")
	want(t, get(t, s, "/review", 200), "12 answers about vulnerable texts")
	want(t, get(t, s, base+"/judges?what=classes", 200), "Where they differ", "clean/c00")
	for i, x := range s.plan {
		if x.Variant.Group == "clean" {
			want(t, get(t, s, base+"/trials/"+key(i), 200), "which is <b>safe</b>", "What each judge decided")
		}
	}
}

// incidents are n that happened and as many invented ones.
func incidents(n int) []*bench.Variant {
	var out []*bench.Variant
	for i := range n {
		name, id := fmt.Sprintf("Alder %02d Bridge", i), fmt.Sprintf("tc/a%02d", i)
		v := &bench.Variant{Key: "blockbench/" + id + "?incident", Suite: "blockbench", Sample: id, Base: id, Group: "tc",
			Class: "reentrancy", Truth: bench.Vulnerable,
			Incident: &bench.Incident{Name: name, Date: "2025-10-07", LossUSD: 1_500_000, Chain: "ethereum"}}
		foil := &bench.Variant{Key: fmt.Sprintf("foil/%d?incident", i+1), Suite: "foils", Sample: fmt.Sprintf("Foil %02d", i),
			Base: fmt.Sprintf("Foil %02d", i), Truth: bench.Safe,
			Incident: &bench.Incident{Name: fmt.Sprintf("Foil %02d", i), Foil: true}}
		for _, v := range []*bench.Variant{v, foil} {
			v.Format, v.Proof, v.Source = "incident", bench.Unproved, v.Incident.Name
			v.Task = bench.Task{Language: bench.IncidentLanguage, Files: []bench.File{{Path: "incident", Text: v.Incident.Name}}}
			out = append(out, v)
		}
	}
	return out
}

// remember answers every question about an incident: alpha knows every third, and
// invents nothing; beta claims to know all of them, with the wrong date and loss, and
// its last answer cannot be parsed.
func (s *site) remember(t *testing.T) {
	t.Helper()
	w := s.store.Writer(t.Context(), s.run)
	n := len(s.plan)
	for i, p := range s.plan {
		r := result(i, p, "")
		r.Answer, r.Verdict = nil, nil
		real := !p.Variant.Incident.Foil
		r.Response.Text = `{"known": false}`
		switch {
		case p.Subject == "lab/alpha" && real && (i/2)%3 == 0:
			r.Response.Text = `{"known": true, "date": "2025-10-09", "loss_usd": 1400000, "chain": "Ethereum mainnet", "vulnerability": "reentrancy", "mechanism": "called back"}`
		case p.Subject == "lab/beta" && i == n-1:
			r.Outcome, r.Reason, r.Response.Text = bench.Unparsed, "no JSON", "I remember."
		case p.Subject == "lab/beta":
			r.Response.Text = `{"known": true, "date": "2019-01", "loss_usd": 7, "chain": "BSC", "vulnerability": "reentrancy", "mechanism": "<b>something</b>"}`
		}
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.store.End(t.Context(), s.run.ID, true, day); err != nil {
		t.Fatal(err)
	}
}

// knowledgeable is a run that asked two subjects about n incidents and as many
// invented ones, and about some code.
func knowledgeable(t *testing.T, n int) *site {
	t.Helper()
	st, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "r.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	s := siteOf(t, st, plan(incidents(n)), 0, "")
	s.remember(t)
	return s
}

func TestKnowledgePages(t *testing.T) {
	s := knowledgeable(t, 37)
	base := runURL(s.run.ID)
	want(t, get(t, s, base, 200), "knowledge", "What subjects remember", ">real<", ">invented<", "1–50 of 148")
	first, second := get(t, s, base+"/knowledge", 200), get(t, s, base+"/knowledge?page=2", 200)
	want(t, first, "lab/alpha", "13/37", "0/37", `class="num">0<`, "lab/beta", "0/37", "36/37", `class="num">1<`,
		"Alder 00 Bridge", "2025-10-07", "tc/a00", "known", "date, loss, class, chain", "not known", "class",
		"Alder 36 Bridge", "Foil", "invented", "nothing", "told", "1–50 of 74")
	want(t, second, "Foil 36", "51–74 of 74")
	if n := strings.Count(first+second, `<th scope="row">Alder`); n != 37 {
		t.Errorf("%d incidents are shown", n)
	}
	want(t, get(t, s, base+"/trials/"+key(0), 200), "an incident that <b>happened</b>", "What it remembers", "2025-10-07",
		"2025-10-09", "right", "$1,500,000", "$1,400,000", "right", "Ethereum mainnet")
	want(t, get(t, s, base+"/trials/"+key(len(s.plan)/2), 200), "What it remembers", "2019-01", "wrong")
	want(t, get(t, s, base+"/trials/"+key(len(s.plan)-2), 200), "Alder 36 Bridge")
	want(t, get(t, s, base+"/trials/"+key(len(s.plan)-1), 200), "<b>was invented</b>", "unparsed")
	want(t, get(t, s, base+"/sample?key="+url.QueryEscape("foil/1?incident"), 200), "<b>an incident, invented</b>",
		"Foil 00")
	want(t, complete(t, s, base+"/board"), "Nothing fits")
	want(t, get(t, newSite(t, 2, -1, ""), runURL(s.run.ID)+"x", 404), "there is no run")
	code := newSite(t, 2, -1, "")
	want(t, get(t, code, runURL(code.run.ID, "knowledge"), 200), "asked about no incident")
}
