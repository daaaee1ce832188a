package modeltest_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"assay/internal/bench"
	"assay/internal/core/model"
	"assay/internal/test/modeltest"
)

func TestDoubles(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		s := modeltest.Scripted(modeltest.Answer("one"), modeltest.Fail(model.ErrRateLimit))
		for _, tt := range []struct {
			m    model.Model
			text string
			kind model.ErrorKind
			took time.Duration
		}{
			{modeltest.Echo{}, "?", "", 0},
			{modeltest.Slow{Latency: time.Minute, Text: "late"}, "late", "", time.Minute},
			{s, "one", "", time.Minute},
			{s, "", model.ErrRateLimit, time.Minute},
			{s, "", model.ErrInvalid, time.Minute}, // beyond the script
		} {
			resp, err := tt.m.Generate(t.Context(), model.Request{User: "?"})
			if resp.Text != tt.text || model.KindOf(err) != tt.kind || err == nil &&
				(resp.Finish != bench.Answered || resp.Attempts != 1) {
				t.Errorf("%T: got %+v, error %v", tt.m, resp, err)
			}
			if d := time.Since(start); d != tt.took {
				t.Errorf("%T: %v have passed, want %v", tt.m, d, tt.took)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		for _, m := range []model.Model{modeltest.Echo{}, modeltest.Slow{Latency: time.Hour}, s} {
			if _, err := m.Generate(ctx, model.Request{User: "?"}); !errors.Is(err, context.Canceled) {
				t.Errorf("%T: %v", m, err)
			}
		}
		if n := len(s.Requests()); n != 3 {
			t.Errorf("%d requests kept", n)
		}
	})
}
