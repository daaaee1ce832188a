// Command images takes a screenshot of every page of `assay serve` for a results
// database, and of the views of a report, for docs/images. It needs chromium.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"assay/internal/bench"
	"assay/internal/core/review"
	"assay/internal/core/store"
	"assay/internal/core/web"
)

func main() {
	db := flag.String("db", "results.db", "results database")
	out := flag.String("out", "docs/images", "directory of the pictures")
	experts := flag.Bool("experts", false,
		"write made-up reviews and votes into the database first, for the pictures of review and judges")
	report := flag.String("report", "", "take the pictures of this report alone, an index.html")
	flag.Parse()
	var err error
	if *report != "" {
		err = shootReport(context.Background(), *report, *out)
	} else {
		err = run(context.Background(), *db, *out, *experts)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "images:", err)
		os.Exit(1)
	}
}

// picture is one page in one reader's settings.
type picture struct {
	name, path    string
	width, height int64
	dark          bool
	before        string // JavaScript that is run in the page before
}

func run(ctx context.Context, db, out string, experts bool) error {
	s, err := store.Open(ctx, db)
	if err != nil {
		return err
	}
	defer s.Close()
	r, err := s.Run(ctx, "")
	if err != nil {
		return err
	}
	known, err := s.Snapshot(ctx, r, nil)
	if err != nil {
		return err
	}
	facts := known.Trials
	if experts {
		if err := invent(ctx, s, r, facts); err != nil {
			return err
		}
		if err := vote(ctx, s, r, facts); err != nil {
			return err
		}
	}
	var sample, made, trial, subject string
	for _, f := range facts {
		if f.Variant.Suite != "blockbench" || f.Strict() != "hit" {
			continue
		}
		if f.Variant.Chain == "" && trial == "" {
			sample, made, trial, subject = f.Variant.Key, f.Variant.Twin, f.Key, f.Subject
		}
	}
	other := trial // the same subject on the repaired text
	for _, f := range facts {
		if f.Variant.Key == made && f.Subject == subject {
			other = f.Key
		}
	}
	if trial == "" {
		return fmt.Errorf("%s holds no found target of blockbench; run `assay run` first", db)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	serving, stop := context.WithCancel(ctx)
	defer stop()
	go web.New(web.Config{Store: s}).Serve(serving, l) // ends with stop
	base := "/runs/" + url.PathEscape(r.ID)
	item := "/review/item?" + url.Values{"run": {r.ID}, "expert": {"ann"}}.Encode()
	label := `document.querySelector("tr.mark").scrollIntoView({block: "center"})`
	pictures := []picture{
		{"runs", "/", 1100, 420, false, ""},
		{"run", base, 1100, 800, false, ""},
		{"leaderboard", base + "/board?suite=blockbench", 1100, 620, false, ""},
		{"samples", base + "/samples?suite=blockbench", 1100, 700, false, ""},
		{"sample", base + "/sample?key=" + url.QueryEscape(sample), 1100, 800, false, label},
		{"sample-dark", base + "/sample?key=" + url.QueryEscape(sample), 1100, 800, true, label},
		{"variant", base + "/variant?key=" + url.QueryEscape(made), 1100, 900, false, ""},
		{"trial", base + "/trials/" + trial, 1100, 900, false, ""},
		{"trial-phone", base + "/trials/" + trial, 390, 844, true, ""},
		{"pair", base + "/pair?" + url.Values{"a": {trial}, "b": {other}}.Encode(), 1100, 900, false, ""},
		{"all-runs", "/leaderboard?builtin=yes", 1100, 620, false, ""},
		{"compare", base + "/compare?suite=blockbench&a=builtin/slither&b=builtin/keyword", 1100, 800, false, ""},
		{"judges", base + "/judges", 1100, 900, false, ""},
		{"review", item + "&i=2", 1100, 900, false, ""},
		{"review-phone", item + "&i=2", 390, 844, true, "document.getElementById('marks').scrollIntoView()"},
		{"run-phone", base, 390, 844, false, ""},
		{"agreement", "/review/numbers?run=" + url.QueryEscape(r.ID), 1100, 980, false, ""},
	}
	alloc, closeBrowser := chromedp.NewExecAllocator(ctx, append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox)...)
	defer closeBrowser()
	tab, closeTab := chromedp.NewContext(alloc)
	defer closeTab()
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	for _, p := range pictures {
		if err := take(tab, "http://"+l.Addr().String(), out, p); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return nil
}

// invent writes reviews of two experts who agree with the judge on most answers.
func invent(ctx context.Context, s *store.Store, r store.Run, facts []bench.Trial) error {
	for _, f := range facts {
		if f.Outcome != bench.Answered || f.Variant.Truth != bench.Vulnerable {
			continue
		}
		for expert, every := range map[string]int64{"ann": 11, "ben": 7} {
			found := (f.Strict() == bench.Hit) != (f.ID%every == 0)
			score := float64(f.ID%5) / 4
			m := review.Mark{Found: &found, Type: &found, Location: &found}
			if found {
				m.RCIR, m.AVA, m.FSV = &score, &score, &score
			}
			// stale: invented by an earlier start
			if _, err := s.PutReview(ctx, review.Review{Trial: f.ID, Expert: expert, At: r.Started, Mark: m},
				time.Time{}); err != nil && !errors.Is(err, store.ErrStale) {
				return err
			}
		}
	}
	return nil
}

// vote writes the votes of three judges who agree with the counted verdict on
// most answers.
func vote(ctx context.Context, s *store.Store, r store.Run, facts []bench.Trial) error {
	w := s.Writer(ctx, r)
	for _, f := range facts {
		if f.Strict() != bench.Hit && f.Strict() != bench.Miss {
			continue
		}
		t, err := s.TrialOf(ctx, r, f.Key)
		if err != nil {
			return errors.Join(err, w.Close())
		}
		for name, every := range map[string]int64{"llm:lab/first/1": 13, "llm:lab/second/1": 9, "llm:lab/third/1": 5} {
			j := store.Judgement{TrialID: f.ID, Judge: name, Question: name, Outcome: store.Decided}
			v := bench.Verdict{Judge: name, Strict: f.Strict(), Lenient: f.Strict()}
			class, reason := bench.TargetMatch, "It is the documented flaw, at the documented place."
			if (f.Strict() == bench.Hit) == (f.ID%every == 0) {
				class, reason = bench.Mischaracterized, "The mechanism is another one."
			}
			v.Strict = map[bool]bench.Decision{true: bench.Hit, false: bench.Miss}[class == bench.TargetMatch]
			v.Lenient = v.Strict
			if v.Strict == bench.Hit {
				score := float64(4-f.ID%3) / 4
				v.RCIR, v.AVA, v.FSV = &score, &score, &score
			}
			for range t.Answer.Findings {
				v.Findings = append(v.Findings, bench.FindingVerdict{Class: class, Type: bench.MatchExact,
					Location: bench.MatchExact, Reason: reason})
			}
			j.Verdict = &v
			if err := w.Judged(j); err != nil {
				return errors.Join(err, w.Close())
			}
		}
	}
	return w.Close()
}

func take(tab context.Context, home, out string, p picture) error {
	scheme := "light"
	if p.dark {
		scheme = "dark"
	}
	_, err := chromedp.Call(tab, emulation.SetEmulatedMedia,
		emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
	if err != nil {
		return err
	}
	if err := chromedp.Do(tab, chromedp.EmulateViewport(p.width, p.height), chromedp.Navigate(home+p.path),
		chromedp.WaitNotPresent("[data-again]")); err != nil {
		return err
	}
	if p.before != "" {
		if err := chromedp.Do(tab, chromedp.Evaluate[chromedp.Void](p.before, chromedp.EvalAwaitPromise)); err != nil {
			return err
		}
	}
	png, err := chromedp.Run(tab, chromedp.CaptureScreenshot())
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, p.name+".png"), png, 0o644)
}
