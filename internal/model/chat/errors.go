package chat

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"assay/internal/bench"
	"assay/internal/model"
)

// failure is a request that brought no completion, in the server's words.
type failure struct {
	kind    model.ErrorKind // "" derives it from the status and the code
	status  int             // the HTTP status, or the code inside a 200; 0 without an answer
	code    string          // OpenAI's word, such as "insufficient_quota"
	typ     string
	param   string // the parameter at fault, where the server names one
	message string
	detail  string // what a server behind the server said (OpenRouter)
	flagged bool   // moderation refused the prompt
}

func (f *failure) Error() string { return f.message }

// text is everything a parameter could be named in.
func (f *failure) text() string {
	return strings.Join([]string{f.message, f.code, f.typ, f.param, f.detail}, "\n")
}

// failed reads the body of an HTTP error.
func failed(status int, body []byte) *failure {
	f := &failure{status: status}
	if f.read(body); f.message == "" {
		f.message = excerpt(body)
	}
	if f.message == "" {
		f.message = http.StatusText(status)
	}
	return f
}

// failedInside reads an error sent with a success status, at the top or in the
// first choice; nil when there is none.
func failedInside(status int, body []byte) *failure {
	f := &failure{}
	if !f.read(body) {
		var b struct {
			Choices []json.RawMessage `json:"choices"`
		}
		if json.Unmarshal(body, &b) != nil || len(b.Choices) == 0 || !f.read(b.Choices[0]) {
			return nil
		}
	}
	if n, err := strconv.Atoi(f.code); err == nil && n >= 300 && n <= 599 {
		f.status = n
	}
	if f.status == 0 && f.known() == "" {
		f.kind, f.status = model.ErrProtocol, status
	}
	if f.message == "" {
		f.message = "an error without a message"
	}
	return f
}

// read fills f from {"error": …}, an object or a string, and reports whether
// there is such a member.
func (f *failure) read(body []byte) bool {
	var b struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"` // some servers have no envelope
		Detail  json.RawMessage `json:"detail"`
	}
	if json.Unmarshal(body, &b) != nil {
		return false
	}
	if len(b.Error) == 0 || string(b.Error) == "null" {
		f.message = b.Message
		if len(b.Detail) > 0 && f.message == "" {
			f.message = excerpt(b.Detail)
		}
		return false
	}
	if json.Unmarshal(b.Error, &f.message) == nil { // Ollama: {"error": "text"}
		return true
	}
	var e struct {
		Message  string          `json:"message"`
		Type     any             `json:"type"`
		Param    any             `json:"param"`
		Code     json.RawMessage `json:"code"`
		Metadata struct {
			Raw       any      `json:"raw"`
			Reasons   []string `json:"reasons"`
			ErrorType string   `json:"error_type"`
		} `json:"metadata"`
	}
	// A member of an unexpected type leaves the others readable.
	_ = json.Unmarshal(b.Error, &e)
	f.message = clip(e.Message)
	f.typ, _ = e.Type.(string)
	f.param, _ = e.Param.(string)
	f.code = strings.Trim(string(e.Code), `"`)
	if f.code == "null" {
		f.code = ""
	}
	f.flagged = len(e.Metadata.Reasons) > 0
	if f.typ == "" {
		f.typ = e.Metadata.ErrorType
	}
	if e.Metadata.Raw != nil {
		raw, _ := json.Marshal(e.Metadata.Raw)
		f.detail = excerpt(raw)
	}
	return true
}

// kinds maps the words that mean the same under every status.
var kinds = map[string]model.ErrorKind{
	"insufficient_quota":         model.ErrAuth, // a 429 that no waiting cures
	"billing_hard_limit_reached": model.ErrAuth,
	"billing_not_active":         model.ErrAuth,
	"invalid_api_key":            model.ErrAuth,
	"rate_limit_exceeded":        model.ErrRateLimit,
	"server_error":               model.ErrUnavailable,
	"overloaded_error":           model.ErrUnavailable,
}

func (f *failure) known() model.ErrorKind {
	if k, ok := kinds[f.code]; ok {
		return k
	}
	return kinds[f.typ]
}

// finish tells failures that are the end of an answer from failures of the
// service. A prompt that moderation blocks was answered in the only way this
// provider will: trying again, or stopping the run, would both be wrong.
func (f *failure) finish() (bench.Outcome, bool) {
	words := []string{f.code, f.typ}
	switch {
	case slices.Contains(words, "refusal"):
		return bench.Refused, true
	case f.flagged && f.status == http.StatusForbidden,
		slices.Contains(words, "content_filter"), slices.Contains(words, "content_policy_violation"),
		slices.Contains(words, "invalid_prompt") && strings.Contains(f.message, "flagged"):
		return bench.Filtered, true
	}
	return "", false
}

// word is the provider's own name for the failure.
func (f *failure) word() string {
	for _, w := range []string{f.code, f.typ} {
		if w != "" {
			return w
		}
	}
	return strconv.Itoa(f.status)
}

// classify turns the failure into the port's error.
func (f *failure) classify(h http.Header) *model.Error {
	e := &model.Error{Kind: f.kind, Status: f.status, Err: errors.New(f.said())}
	if e.Kind == "" {
		e.Kind = f.known()
	}
	if e.Kind == "" {
		e.Kind = kindOf(f.status)
	}
	if e.Kind == model.ErrRateLimit || e.Kind == model.ErrUnavailable {
		e.RetryAfter = retryAfter(h, time.Now())
	}
	return e
}

func (f *failure) said() string {
	if f.detail != "" {
		return fmt.Sprintf("%s (%s)", clip(f.message), f.detail)
	}
	return clip(f.message)
}

func kindOf(status int) model.ErrorKind {
	switch {
	case status == 401, status == 402, status == 403:
		return model.ErrAuth
	case status == 429:
		return model.ErrRateLimit
	case status == 0, status == 408, status == 409, status == 425, status >= 500:
		return model.ErrUnavailable
	}
	return model.ErrInvalid // 3xx as well: the base URL is not the API
}

// maxRetryAfter bounds what a server may ask for. Some announce the next month.
const maxRetryAfter = 10 * time.Minute

// retryAfter reads how long the server asks to wait: milliseconds, seconds or a
// date. What cannot be read, or lies in the past, is 0.
func retryAfter(h http.Header, now time.Time) time.Duration {
	var d time.Duration
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil {
		d = scaled(ms, time.Millisecond)
	} else if v := strings.TrimSpace(h.Get("Retry-After")); v != "" {
		if s, err := strconv.ParseFloat(v, 64); err == nil {
			d = scaled(s, time.Second)
		} else if t, err := http.ParseTime(v); err == nil {
			d = t.Sub(now)
		}
	}
	return min(max(d, 0), maxRetryAfter)
}

// scaled returns n units, bounded before the conversion can overflow.
func scaled(n float64, unit time.Duration) time.Duration {
	if !(n > 0) { // NaN too
		return 0
	}
	return time.Duration(min(n, float64(maxRetryAfter/unit)) * float64(unit))
}

// plain is a transport error without the URL, which may hold a secret.
func plain(err error) string {
	var u *url.Error
	for errors.As(err, &u) {
		err = u.Err
	}
	if err == nil {
		return "unknown"
	}
	return clip(err.Error())
}

// excerpt shows the beginning of a body in one line.
func excerpt(b []byte) string {
	if len(b) > 4<<10 {
		b = b[:4<<10]
	}
	return clip(string(bytes.ToValidUTF8(b, []byte("?"))))
}

// clip cuts a message to one line of moderate length, without control bytes.
func clip(s string) string {
	s = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s)), " ")
	const most = 300
	if len(s) <= most {
		return s
	}
	s = s[:most]
	for !utf8.ValidString(s) {
		s = s[:len(s)-1]
	}
	return s + "…"
}
