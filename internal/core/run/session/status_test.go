package session

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"assay/internal/core/base/environ"
	"assay/internal/core/model/limit"
)

func TestStatus(t *testing.T) {
	now := time.Date(2026, 1, 2, 15, 4, 0, 0, time.Local)
	for want, s := range map[string]limit.Snapshot{
		"openai: 3 of 10 concurrent":                    {Limit: 10, InFlight: 3},
		"openai: 10 of 10 concurrent, 2.5/s, 7 waiting": {Limit: 10, InFlight: 10, Done: 25, Waiting: 7},
		"openai: 0 of 5 concurrent, 0.1/s, 9 waiting until 15:04:30 (30s)": {Limit: 5, Done: 1, Waiting: 9,
			Paused: now.Add(30 * time.Second)},
	} {
		if got := status("openai", s, 10*time.Second, now); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// Whatever text a key gets into, it does not reach the log.
func TestLogHoldsNoKey(t *testing.T) {
	env := &environ.Env{KeyVars: KeyVars(), Getenv: func(name string) string {
		if name == Providers[0].KeyVars[0] {
			return "sk-very-secret-0123"
		}
		return ""
	}}
	var b bytes.Buffer
	log := slog.New(slog.NewJSONHandler(&Redactor{To: &b, Keys: env.Keys()}, nil))
	log.Error("no access with sk-very-secret-0123", "error", errors.New("Bearer sk-very-secret-0123"),
		"sk-very-secret-0123", 1)
	if strings.Contains(b.String(), "secret") || strings.Count(b.String(), "[key]") != 3 {
		t.Errorf("logged %s", b.String())
	}
}

func TestPrices(t *testing.T) {
	got, err := parsePrices([]string{"openai/a=0.15/0.6", "x/b=0/0"})
	if err != nil || got["openai/a"] != (price{0.15, 0.6}) || len(got) != 2 {
		t.Errorf("%v, %v", got, err)
	}
	for _, bad := range []string{"", "a", "a=", "a=1", "a=1/", "a=/1", "=1/2", "a=-1/2", "a=NaN/1", "a=1/Inf", "a=1/2/3"} {
		if _, err := parsePrices([]string{bad}); err == nil {
			t.Errorf("%q is taken for a price", bad)
		}
	}
	if _, err := parsePrices([]string{"a=1/2", "a=1/2"}); err == nil {
		t.Error("one model has two prices")
	}
}
