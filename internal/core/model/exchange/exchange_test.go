package exchange

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"assay/internal/bench"
	"assay/internal/core/model"
)

// The body is read up to the bound and no further.
func TestBodyBound(t *testing.T) {
	endless := &endless{}
	x := &record{}
	x.read(endless, -1, 1000)
	if x.err == nil || !x.tooLarge || len(x.response) > 1000 {
		t.Errorf("error %v, %d bytes kept", x.err, len(x.response))
	}
	if endless.n > 1<<16 {
		t.Errorf("read %d bytes", endless.n)
	}
}

type endless struct{ n int }

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	e.n += len(p)
	return len(p), nil
}

func TestPlausible(t *testing.T) {
	cost := 0.5
	for _, tt := range []struct {
		name string
		in   bench.Usage
		ok   bool
	}{
		{"nothing said", bench.Usage{}, true},
		{"whole", bench.Usage{InputTokens: 10, OutputTokens: 5, ReasoningTokens: 5, CachedTokens: 4, CacheWriteTokens: 6},
			true},
		{"negative input", bench.Usage{InputTokens: -1, OutputTokens: 5}, false},
		{"negative part", bench.Usage{InputTokens: 10, CachedTokens: -1}, false},
		{"more cached than sent", bench.Usage{InputTokens: 10, CachedTokens: 6, CacheWriteTokens: 5}, false},
		{"more thought than written", bench.Usage{InputTokens: 10, OutputTokens: 5, ReasoningTokens: 6}, false},
		{"absurd", bench.Usage{InputTokens: 1 << 60}, false},
	} {
		tt.in.CostUSD = &cost
		want := tt.in
		if !tt.ok {
			want = bench.Usage{CostUSD: &cost}
		}
		if got := plausible(tt.in); got != want {
			t.Errorf("%s: %+v", tt.name, got)
		}
	}
}

func TestKinds(t *testing.T) {
	for _, tt := range []struct {
		status int
		body   string
		want   model.ErrorKind
		wait   time.Duration
	}{
		{400, `{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the API"}}`, model.ErrAuth, 0},
		{400, `{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long"}}`, model.ErrTooLong,
			0},
		{404, `{"type":"error","error":{"type":"not_found_error","message":"model: claude-x"}}`, model.ErrNoModel, 0},
		{529, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`, model.ErrUnavailable, 0},
		{400, `{"error":{"code":400,"message":"API key not valid","status":"INVALID_ARGUMENT","details":[{"@type":"x","reason":"API_KEY_INVALID"}]}}`, model.ErrAuth, 0},
		{429, `{"error":{"code":429,"message":"quota","status":"RESOURCE_EXHAUSTED","details":[{"@type":"x"},{"@type":"y","retryDelay":"17s"}]}}`, model.ErrRateLimit, 17 * time.Second},
		{429, `{"error":{"code":429,"message":"quota","details":[{"retryDelay":"999h"}]}}`, model.ErrRateLimit,
			maxRetryAfter},
		{503, `[{"error":{"code":503,"message":"overloaded","status":"UNAVAILABLE"}}]`, model.ErrUnavailable, 0},
		{400, `{"error":{"message":"foo/bar is not a valid model ID","code":400}}`, model.ErrNoModel, 0},
		{400, `{"error":{"code":400,"message":"request (24031 tokens) exceeds the available context size (8192 tokens), try ` +
			`increasing it","type":"exceed_context_size_error","n_prompt_tokens":24031,"n_ctx":8192}}`, model.ErrTooLong, 0},
		{400, `{"error":{"message":"Please reduce it","code":"context_length_exceeded"}}`, model.ErrTooLong, 0},
		{400, `{"error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}`,
			model.ErrTooLong, 0},
		{413, `{"error":{"message":"the input is too long"}}`, model.ErrTooLong, 0},
		{429, `{"error":{"message":"too many tokens in a minute"}}`, model.ErrRateLimit, 0},
		{403, `{"error":{"message":"no access","code":"model_not_found"}}`, model.ErrNoModel, 0},
		{410, ``, model.ErrNoModel, 0},
	} {
		if e := failed(tt.status, []byte(tt.body)).classify(http.Header{}); e.Kind != tt.want || e.RetryAfter != tt.wait {
			t.Errorf("%d %s: %s, wait %v", tt.status, tt.body, e.Kind, e.RetryAfter)
		}
	}
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, tt := range []struct {
		seconds, ms string
		want        time.Duration
	}{
		{"", "", 0},
		{"3", "", 3 * time.Second},
		{" 0.25 ", "", 250 * time.Millisecond},
		{"3", "1500", 1500 * time.Millisecond},
		{"Fri, 02 Jan 2026 03:04:35 GMT", "", 30 * time.Second},
		{"Fri, 02 Jan 2026 03:00:00 GMT", "", 0},
		{"Fri, 01 Jan 2100 00:00:00 GMT", "", maxRetryAfter},
		{"86400", "", 24 * time.Hour},
		{"3600", "", time.Hour},
		{"1e300", "", maxRetryAfter},
		{"+Inf", "", maxRetryAfter},
		{"NaN", "", 0},
		{"-5", "", 0},
		{"soon", "", 0},
	} {
		h := http.Header{}
		h.Set("Retry-After", tt.seconds)
		h.Set("Retry-After-Ms", tt.ms)
		if got := retryAfter(h, now); got != tt.want {
			t.Errorf("%q %q: %v, want %v", tt.seconds, tt.ms, got, tt.want)
		}
	}
	h := http.Header{"Retry-After": {"Tue, 19 Jan 2038 03:14:07 GMT"}, "Date": {"Tue, 19 Jan 2038 03:14:00 GMT"}}
	if got := retryAfter(h, now); got != 7*time.Second {
		t.Errorf("by a clock of 2038: %v", got)
	}
}

func TestClip(t *testing.T) {
	long := strings.Repeat("é", 400)
	for in, want := range map[string]string{
		"a\n\tb \x1b[31m c": "a b [31m c",
		long:                strings.Repeat("é", 150) + "…",
		"x" + long:          "x" + strings.Repeat("é", 149) + "…",
	} {
		if got := Clip(in); got != want {
			t.Errorf("Clip(%.20q) = %q", in, got)
		}
	}
}

func TestPlain(t *testing.T) {
	err := fmt.Errorf("sending: %w", &url.Error{Op: "Post", URL: "http://h/?key=secret", Err: errors.New("refused")})
	if got := plain(err); got != "refused" {
		t.Errorf("got %q", got)
	}
}
