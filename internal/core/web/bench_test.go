package web

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/internal/bench"
	"assay/internal/core/report"
	"assay/internal/core/store"
)

// BenchmarkPages measures every page over a stored run of 100,000 trials: 50
// subjects on 2,000 texts. cold is the first page before anything of the run was
// read, changed the first page after another trial has ended; the others find the
// list of trials unchanged. whole-ms is the time until a page shows the
// change: a page does not wait for that.
func BenchmarkPages(b *testing.B) {
	s, err := store.Open(b.Context(), filepath.Join(b.TempDir(), "r.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	vs := variants(667)[:2000]
	out := &site{store: s}
	var subjects []bench.Subject
	for i := range 50 {
		sub := bench.Subject{Name: fmt.Sprintf("lab/m%02d", i), Strategy: "direct"}
		subjects = append(subjects, sub)
		for _, v := range vs {
			out.plan = append(out.plan, bench.Trial{Key: key(len(out.plan)), Subject: sub.Name, Variant: v})
		}
	}
	if out.run, _, err = s.Begin(b.Context(), out.plan, bench.Manifest{Subjects: subjects, StartedAt: day,
		Trials: len(out.plan)}, store.Again{}); err != nil {
		b.Fatal(err)
	}
	ended := len(out.plan) - 2000
	out.answer(b, 0, ended, "")
	base := runURL(out.run.ID)
	on := url.QueryEscape(vs[300].Key)
	b.Run("cold", func(b *testing.B) {
		for b.Loop() {
			get(b, New(Config{Store: s}).Handler(), base, 200)
		}
	})
	b.Run("changed", func(b *testing.B) {
		h := New(Config{Store: s, Poll: 1}).Handler() // every change is read immediately
		get(b, h, base, 200)
		var whole time.Duration
		for b.Loop() {
			b.StopTimer()
			out.answer(b, ended, ended+1, "")
			ended++
			start := time.Now()
			b.StartTimer()
			page := get(b, h, base, 200)
			b.StopTimer()
			for !strings.Contains(page, fmt.Sprintf("%s of 100,000 trials", report.Count(ended))) {
				page = get(b, h, base, 200)
			}
			whole += time.Since(start)
			b.StartTimer()
		}
		b.ReportMetric(float64(whole.Milliseconds())/float64(b.N), "whole-ms")
	})
	h := New(Config{Store: s}).Handler()
	for name, path := range map[string]string{
		"runs": "/", "run": base, "run filtered": base + "?subject=lab/m20&outcome=answered&page=9", "leaderboard": base +
			"/board", "samples": base + "/samples", "sample": base + "/sample?key=" + on,
		"variant": base + "/variant?key=" + on, "compare": base + "/compare?a=lab/m01&b=lab/m02", "trial": base + "/trials/" +
			key(77777),
		"review item": "/review/item?expert=ann&n=31", "review numbers": "/review/numbers?n=31",
	} {
		for strings.Contains(get(b, h, path, 200), "data-again") { // concurrent work is not measured
			time.Sleep(time.Second)
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				get(b, h, path, 200)
			}
		})
	}
}
