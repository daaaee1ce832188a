package fleet

import (
	"errors"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"assay/internal/core/model"
	"assay/internal/core/store"
)

// A worker whose lease ends while it waits for money returns at once and halts no subject.
func TestShortWithoutLease(t *testing.T) {
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "results.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for name, c := range map[string]struct {
		end  func(*lease)
		want error
	}{
		"lost":   {func(l *lease) { close(l.lost) }, errStopping},
		"lapsed": {func(l *lease) { close(l.lapsed) }, errLapsed},
	} {
		w := &worker{cfg: Config{Store: s}, log: slog.New(slog.DiscardHandler), broken: make(chan struct{})}
		l := &lease{lapsed: make(chan struct{}), lost: make(chan struct{})}
		d := &desk{Desk: Desk{Budget: model.NewBudget(1)}, run: store.Run{ID: "r", Plan: "p"}}
		time.AfterFunc(50*time.Millisecond, func() { c.end(l) })
		start := time.Now()
		if err := w.short(t.Context(), l, d, "m", errors.New("the budget is used up")); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
		if took := time.Since(start); took > 3*time.Second {
			t.Errorf("%s: returned after %v", name, took)
		}
		if halted, err := w.halted(t.Context(), "r", "m"); err != nil || halted {
			t.Errorf("%s: halted %v, %v", name, halted, err)
		}
	}
}
