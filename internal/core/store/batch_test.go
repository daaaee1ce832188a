package store

import (
	"context"
	"slices"
	"testing"
	"time"

	"assay/internal/bench"
	"assay/internal/core/model"
)

// A batch is durable before it is sent. The next process finds it with its trials of the run
// and their reservations, in its own round only.
func TestJournal(t *testing.T) { engines(t, journal) }

func journal(t *testing.T, path string) {
	s := open(t, path)
	p := plan(4)
	r, _ := begin(t, s, p, false)
	w := s.Writer(context.Background(), r)
	var entries []model.BatchEntry
	for i, x := range p[:3] {
		e := model.BatchEntry{Trial: x.Key, Encoded: model.Encoded{Body: []byte("body of " + x.Key), Memo: []byte(`{"n":1}`)}}
		if i < 2 {
			id, _, err := w.Reserve("m", 100, 1000)
			if err != nil {
				t.Fatal(err)
			}
			e.Reserved = model.Reservation{ID: id, Amount: 100}
		}
		entries = append(entries, e)
	}
	at := time.UnixMicro(1_700_000_000_000_000)
	if taken, err := w.Open(model.Batch{Name: "one", Account: "a", At: at}, entries); err != nil || len(taken) != 0 {
		t.Fatalf("%v, %v", taken, err)
	}
	next := open(t, path) // another process, while the first has not closed
	w2 := next.Writer(context.Background(), r)
	last := model.BatchEntry{Trial: p[3].Key, Encoded: model.Encoded{Body: []byte("x"), Memo: []byte("{}")}}
	taken, err := w2.Open(model.Batch{Name: "two", Account: "a", At: at.Add(time.Second)},
		append(slices.Clone(entries), last))
	if err != nil || len(taken) != 3 {
		t.Errorf("taken %v (%v): three trials are in a batch already", taken, err)
	}
	if err := w2.Sent("one", "remote-1"); err != nil {
		t.Error(err)
	}
	if err := w.Settle("m", entries[1].Reserved, 7, false); err != nil {
		t.Error(err)
	}
	own := entries[0] // an entry of the other process for a trial that is in a batch already
	own.Reserved.Amount = 60
	if own.Reserved.ID, _, err = w2.Reserve("m", 60, 1000); err != nil {
		t.Fatal(err)
	}
	if taken, err := w2.Open(model.Batch{Name: "none", Account: "a", At: at}, []model.BatchEntry{own}); err != nil ||
		len(taken) != 1 {
		t.Errorf("%v, %v", taken, err)
	}
	if err := w2.Settle("m", own.Reserved, 0, false); err != nil {
		t.Error(err)
	}
	if err := w.Drop("another", p[0].Key); err != nil { // a batch without that trial
		t.Error(err)
	}
	if err := w.Drop("one", p[2].Key); err != nil {
		t.Error(err)
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	list, standing, err := w2.Held("a")
	if err != nil || len(list) != 2 || list[0].Name != "one" || list[0].Remote != "remote-1" || list[0].Size != 3 ||
		!list[0].At.Equal(at) ||
		!slices.Equal(list[0].Trials, []string{p[0].Key, p[1].Key}) || list[1].Size != 1 ||
		!slices.Equal(list[1].Trials, []string{p[3].Key}) {
		t.Errorf("%+v, %v", list, err)
	}
	if len(standing) != 1 || standing[p[0].Key] != entries[0].Reserved {
		t.Errorf("standing: %v, want what is not settled", standing)
	}
	if e, err := w2.Entry(p[1].Key); err != nil || string(e.Body) != "body of "+p[1].Key || string(e.Memo) != `{"n":1}` {
		t.Errorf("%s %s %v", e.Body, e.Memo, err)
	}
	if _, err := w2.Entry(p[2].Key); err == nil {
		t.Error("what was dropped is there")
	}
	if all, err := w2.Requests("one"); err != nil || len(all) != 2 || all[1].Trial != p[1].Key ||
		string(all[1].Body) != "body of "+p[1].Key {
		t.Errorf("%+v, %v", all, err)
	}
	if name, err := w2.Owner("remote-1"); name != "one" || err != nil {
		t.Errorf("owner %q, %v", name, err)
	}
	if name, err := w2.Owner("remote-2"); name != "" || err != nil {
		t.Errorf("owner %q, %v", name, err)
	}
	if list, _, err := w2.Held("b"); len(list) != 0 || err != nil {
		t.Errorf("another account holds %v, %v", list, err)
	}
	if err := w2.Close(); err != nil {
		t.Error(err)
	}
	// A trial that is asked again does not get the earlier answer.
	write(t, next, r, result(p[0], bench.Refused))
	planned := []bench.Trial{p[0], p[1], p[2], p[3]}
	r, _, err = next.Begin(t.Context(), planned, bench.Manifest{StartedAt: time.Now()},
		Again{Outcomes: map[bench.Outcome]bool{bench.Refused: true}})
	if err != nil {
		t.Fatal(err)
	}
	w3 := next.Writer(context.Background(), r)
	defer w3.Close()
	if list, _, err := w3.Held("a"); err != nil || len(list) != 2 || !slices.Equal(list[0].Trials, []string{p[1].Key}) {
		t.Errorf("%+v, %v", list, err)
	}
	if taken, err := w3.Open(model.Batch{Name: "three", Account: "a", At: at}, entries[:1]); err != nil ||
		len(taken) != 0 {
		t.Errorf("taken %v, %v", taken, err)
	}
}
