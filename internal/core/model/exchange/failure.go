package exchange

import (
	"bytes"
	"cmp"
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
	"assay/internal/core/model"
)

// Failure describes a request without an answer, in the server's words.
type Failure struct {
	Kind    model.ErrorKind // "" derives it from code, type and status
	Message string

	status  int    // the HTTP status, or the code inside a 200; 0 without a response
	code    string // a word, such as OpenAI's "insufficient_quota" or Google's "API_KEY_INVALID"
	typ     string // a category, such as Anthropic's "overloaded_error" or Google's "RESOURCE_EXHAUSTED"
	param   string // the parameter at fault, if the server names one
	detail  string // the error of the upstream server (OpenRouter)
	wait    time.Duration
	flagged bool // moderation refused the prompt
}

func (f *Failure) Error() string { return f.Message }

// text returns all texts that may name a parameter.
func (f *Failure) text() string {
	return strings.Join([]string{f.Message, f.code, f.typ, f.param, f.detail}, "\n")
}

// failed reads the body of an HTTP error.
func failed(status int, body []byte) *Failure {
	f, body := &Failure{status: status}, bytes.TrimPrefix(body, byteOrderMark)
	var list []json.RawMessage
	if json.Unmarshal(body, &list) == nil && len(list) > 0 { // Google wraps some errors in an array
		body = list[0]
	}
	f.read(body)
	f.Message = cmp.Or(f.Message, excerpt(body), http.StatusText(status))
	return f
}

// locate adds to the failure of a request the address where it was sent, if that may be
// wrong, and the address to which the server redirects. It repeats no part of an
// address that may hold a secret.
func (f *Failure) locate(asked *url.URL, location string) {
	switch {
	case f.status >= 300 && f.status <= 399:
		to := "another address"
		if u, err := asked.Parse(location); err == nil && location != "" {
			to = shown(u)
		}
		f.Message = fmt.Sprintf("%s redirects to %s, and that is not followed, since the key would go there too; if it is "+
			"right, give it as the address", shown(asked), to)
	case f.status == http.StatusNotFound, f.status == http.StatusMethodNotAllowed:
		f.Message = fmt.Sprintf("%s (asked at %s)", f.Message, shown(asked))
		if first, _, _ := strings.Cut(strings.TrimPrefix(asked.Path, "/"), "/"); first == "chat" {
			f.Message += "; does the address lack /v1?"
		}
	}
}

// shown returns an address without name, password and query.
func shown(u *url.URL) string {
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String()
}

// failedInside reads an error sent with a success status, at the top level or in the
// first choice; nil when there is none.
func failedInside(status int, body []byte) *Failure {
	if !mayHoldError(body) {
		return nil
	}
	f := &Failure{}
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
	if f.status == 0 && f.kindByName() == "" {
		f.Kind, f.status = model.ErrProtocol, status
	}
	f.Message = cmp.Or(f.Message, "an error without a message")
	return f
}

// mayHoldError returns false when JSON surely has no member "error", "Error" or
// "ERROR". This is the usual case, and the check is faster than parsing.
func mayHoldError(body []byte) bool {
	return bytes.Contains(body, []byte("rror")) || bytes.Contains(body, []byte("RROR")) ||
		bytes.Contains(body, []byte(`\u`))
}

// read fills f from {"error": …}, an object or a string, and reports whether
// there is such a member.
func (f *Failure) read(body []byte) bool {
	var b struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"` // some servers have no envelope
		Detail  json.RawMessage `json:"detail"`
	}
	if json.Unmarshal(body, &b) != nil {
		return false
	}
	if len(b.Error) == 0 || string(b.Error) == "null" {
		f.Message = b.Message
		if len(b.Detail) > 0 && f.Message == "" {
			f.Message = excerpt(b.Detail)
		}
		return false
	}
	if json.Unmarshal(b.Error, &f.Message) == nil { // Ollama: {"error": "text"}
		return true
	}
	var e struct {
		Message string          `json:"message"`
		Type    any             `json:"type"`
		Param   any             `json:"param"`
		Code    json.RawMessage `json:"code"`
		Status  any             `json:"status"` // Google's category
		Details []struct {
			Reason     string `json:"reason"`
			RetryDelay string `json:"retryDelay"`
		} `json:"details"`
		Metadata struct {
			Raw       any      `json:"raw"`
			Reasons   []string `json:"reasons"`
			ErrorType string   `json:"error_type"`
		} `json:"metadata"`
	}
	// A member of an unexpected type does not prevent the others from being read.
	_ = json.Unmarshal(b.Error, &e)
	f.Message = Clip(e.Message)
	typ, _ := e.Type.(string)
	status, _ := e.Status.(string)
	f.typ = cmp.Or(typ, e.Metadata.ErrorType, status)
	f.param, _ = e.Param.(string)
	f.code = strings.Trim(string(e.Code), `"`)
	if f.code == "null" {
		f.code = ""
	}
	f.flagged = len(e.Metadata.Reasons) > 0
	for _, d := range e.Details {
		if d.Reason != "" {
			f.code = d.Reason
		}
		if wait, err := time.ParseDuration(d.RetryDelay); err == nil {
			f.wait = min(max(wait, 0), maxRetryAfter)
		}
	}
	if e.Metadata.Raw != nil {
		raw, _ := json.Marshal(e.Metadata.Raw)
		f.detail = excerpt(raw)
	}
	return true
}

// kinds maps the codes and types that have the same meaning under every status.
var kinds = map[string]model.ErrorKind{
	"insufficient_quota":         model.ErrAuth, // a 429 that waiting does not fix
	"billing_hard_limit_reached": model.ErrAuth,
	"billing_not_active":         model.ErrAuth,
	"invalid_api_key":            model.ErrAuth,
	"API_KEY_INVALID":            model.ErrAuth, // Google's, under 400
	"billing_error":              model.ErrAuth,
	"model_not_found":            model.ErrNoModel,
	"rate_limit_exceeded":        model.ErrRateLimit,
	"server_error":               model.ErrUnavailable,
	"overloaded_error":           model.ErrUnavailable,
}

// kindByName returns the kind that code, type or message identify, "" for none.
func (f *Failure) kindByName() model.ErrorKind {
	if k := cmp.Or(kinds[f.code], kinds[f.typ]); k != "" {
		return k
	}
	if f.tooLong() {
		return model.ErrTooLong
	}
	if f.status == http.StatusBadRequest { // only the message identifies the error
		switch text := strings.ToLower(f.Message); {
		case strings.Contains(text, "credit balance is too low"): // Anthropic
			return model.ErrAuth
		case strings.Contains(text, "is not a valid model id"): // OpenRouter
			return model.ErrNoModel
		}
	}
	return ""
}

// overflow holds the words with which servers report a question that exceeds the context.
var overflow = []string{"context length", "context_length", "context window", "context size", "maximum context",
	"prompt is too long", "input is too long", "too many tokens", "input token count",
	"exceeds the maximum number of tokens", "reduce the length"}

// tooLong reports whether the question exceeds the model's context. There is no common code.
func (f *Failure) tooLong() bool {
	if kindOf(f.status) != model.ErrInvalid {
		return false
	}
	text := strings.ToLower(f.text())
	return slices.ContainsFunc(overflow, func(words string) bool { return strings.Contains(text, words) })
}

// finish returns the outcome of a failure that ends an answer, and false for a failure
// of the service. A prompt that moderation blocks has its final answer from this
// provider: to retry, or to stop the run, would be wrong.
func (f *Failure) finish() (bench.Outcome, bool) {
	words := []string{f.code, f.typ}
	switch {
	case slices.Contains(words, "refusal"):
		return bench.Refused, true
	case f.flagged && f.status == http.StatusForbidden,
		slices.Contains(words, "content_filter"), slices.Contains(words, "content_policy_violation"),
		slices.Contains(words, "invalid_prompt") && strings.Contains(f.Message, "flagged"):
		return bench.Filtered, true
	}
	return "", false
}

// word returns the provider's own name for the failure.
func (f *Failure) word() string { return cmp.Or(f.code, f.typ, strconv.Itoa(f.status)) }

// classify converts the failure to a *model.Error.
func (f *Failure) classify(h http.Header) *model.Error {
	text := Clip(f.Message)
	if f.detail != "" {
		text += " (" + f.detail + ")"
	}
	e := &model.Error{Kind: cmp.Or(f.Kind, f.kindByName(), kindOf(f.status)), Status: f.status, Err: errors.New(text)}
	if e.Kind == model.ErrRateLimit || e.Kind == model.ErrUnavailable {
		e.RetryAfter = max(retryAfter(h, time.Now()), f.wait)
	}
	if e.RetryAfter > model.MaxWait {
		e.Err = fmt.Errorf("%s; the server asks to wait %v", text, e.RetryAfter.Round(time.Second))
	}
	return e
}

func kindOf(status int) model.ErrorKind {
	switch {
	case status == 401, status == 402, status == 403:
		return model.ErrAuth
	case status == 404, status == 410:
		return model.ErrNoModel
	case status == 429:
		return model.ErrRateLimit
	case status == 0, status == 408, status == 409, status == 425, status >= 500:
		return model.ErrUnavailable
	}
	return model.ErrInvalid // also 3xx: the base URL is not that of the API
}

// maxRetryAfter bounds the delay that is read: some servers name a date in the far future.
const maxRetryAfter = 31 * 24 * time.Hour

// retryAfter returns the delay that the server asks for, in milliseconds, seconds or as
// a date, which is compared with the server's own clock if it is known. A value that
// cannot be parsed or is in the past gives 0.
func retryAfter(h http.Header, now time.Time) time.Duration {
	var d time.Duration
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil {
		d = scaled(ms, time.Millisecond)
	} else if v := strings.TrimSpace(h.Get("Retry-After")); v != "" {
		if s, err := strconv.ParseFloat(v, 64); err == nil {
			d = scaled(s, time.Second)
		} else if t, err := http.ParseTime(v); err == nil {
			if clock, err := http.ParseTime(h.Get("Date")); err == nil {
				now = clock
			}
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

// plain returns the text of a transport error without the URL, which may contain a
// secret.
func plain(err error) string {
	var u *url.Error
	for errors.As(err, &u) {
		err = u.Err
	}
	if err == nil {
		return "unknown"
	}
	return Clip(err.Error())
}

// excerpt returns the beginning of a body in one line.
func excerpt(b []byte) string {
	if len(b) > 4<<10 {
		b = b[:4<<10]
	}
	return Clip(string(bytes.ToValidUTF8(b, []byte("?"))))
}

// Clip shortens a message to one line of at most about 300 bytes, without control
// characters.
func Clip(s string) string {
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
