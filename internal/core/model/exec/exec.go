// Package exec is the provider "exec": a command of the user, run once for each prompt.
// With it any program that reads and writes text can be measured: a local runner, an
// agent, a script around an API.
//
// The contract of a command:
//
//   - standard input is the system prompt, an empty line, and the prompt, or the
//     prompt alone where there is no system prompt; then it is closed.
//   - ASSAY_SYSTEM_BYTES is the number of its bytes, the empty line included, that
//     belong to the system prompt.
//   - ASSAY_TEMPERATURE, ASSAY_MAX_TOKENS, ASSAY_REASONING_EFFORT and ASSAY_SEED
//     are the settings, ASSAY_SCHEMA is the JSON schema of the answer; each is
//     absent when a request does not set it. Whether a command uses them is unknown.
//   - standard output is the answer, and exit status 0 means that it is complete.
//   - exit status 75 (EX_TEMPFAIL) asks for a retry, 77 (EX_NOPERM) ends the
//     run of this subject, any other fails only this trial. The end of standard
//     error is stored in the message and the results: print no secrets there.
//   - the environment has PATH, HOME, LANG, TMPDIR and proxies of the caller's; the
//     option --pass-env passes more by name.
//
// The command is not run by a shell; "exec:sh -c '…'" starts one.
package exec

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"assay/internal/bench"
	"assay/internal/core/base/command"
	"assay/internal/core/base/redact"
	"assay/internal/core/model"
)

// Name is the provider's prefix in model names: "exec:python3 ask.py".
const Name = "exec"

// Defaults of [Config].
const (
	DefaultTimeout = 15 * time.Minute
	DefaultLimit   = 4 << 20
)

// Config holds the settings of the provider.
type Config struct {
	Command string        // "" uses the Model of each request
	Timeout time.Duration // of one run of the command, 0 for [DefaultTimeout]
	Limit   int           // of the output in bytes, 0 for [DefaultLimit]
	Env     []string      // in addition to the variables above; nil for [command.Environment]
	Keys    *redact.Keys  // removed from stored input, output and messages
}

// New returns the provider as a model. A request's Model is the stored name of the
// command: if Command is set, the name need not contain the keys in the command.
func New(c Config) model.Model {
	if c.Timeout <= 0 {
		c.Timeout = DefaultTimeout
	}
	if c.Limit <= 0 {
		c.Limit = DefaultLimit
	}
	return provider{c}
}

type provider struct{ config Config }

// Generate implements [model.Model]: it runs the command once. When ctx or the timeout
// ends, or the output exceeds the limit, the command and all processes that it started
// are killed.
func (p provider) Generate(ctx context.Context, r model.Request) (bench.Response, error) {
	resp := bench.Response{Started: time.Now(), Model: r.Model}
	args, err := command.Split(cmp.Or(p.config.Command, r.Model))
	if err == nil && len(args) == 0 {
		err = errors.New("there is no command")
	}
	if err != nil {
		return resp, fail(model.ErrNoModel, "%v", err)
	}
	if err := ctx.Err(); err != nil {
		return resp, err
	}
	if r.Converses() {
		return resp, fail(model.ErrInvalid, "%w", model.ErrTools)
	}
	input, env, params := inputOf(r)
	own := p.config.Env
	if own == nil {
		own = command.Environment()
	}
	res, err := command.Run(ctx, command.Spec{Args: args, Env: slices.Concat(own, env), Stdin: input,
		Timeout: p.config.Timeout, Limit: p.config.Limit})
	if errors.Is(err, command.ErrNotStarted) {
		return resp, fail(model.ErrNoModel, "%s", p.config.Keys.Message(err.Error()))
	}
	res.Stdout, res.Stderr = p.config.Keys.Body(res.Stdout), p.config.Keys.Message(res.Stderr)
	resp.Attempts, resp.Params, resp.RawRequest = 1, params, p.config.Keys.Body(input)
	resp.Elapsed = time.Since(resp.Started)
	resp.RawResponse = res.Stdout
	switch {
	case res.Over:
		resp.RawResponse = resp.RawResponse[:min(len(resp.RawResponse), 64<<10)]
		return resp, fail(model.ErrProtocol, "more than %d bytes of output", p.config.Limit)
	case err != nil:
		return resp, err
	case res.TimedOut:
		return resp, fail(model.ErrUnavailable, "no answer within %v", p.config.Timeout)
	case res.Status != 0:
		return resp, fail(kindOf(res.Status), "%s%s", res.State, res.Stderr)
	case len(bytes.TrimSpace(resp.RawResponse)) == 0:
		return resp, fail(model.ErrProtocol, "no output%s", res.Stderr)
	case res.Failure != nil:
		return resp, fail(model.ErrUnavailable, "%v", res.Failure)
	}
	resp.Text = string([]rune(string(resp.RawResponse))) // U+FFFD for bytes that are not UTF-8
	if utf8.Valid(resp.RawResponse) {
		resp.Text = string(resp.RawResponse)
	}
	resp.Finish, resp.FinishRaw = bench.Answered, "exit status 0"
	return resp, nil
}

// inputOf returns the input of the command, its variables, and the settings in them.
func inputOf(r model.Request) (input []byte, env []string, params map[string]string) {
	system := r.System
	if system != "" {
		system += "\n\n"
	}
	params = map[string]string{}
	set := func(name, value string) {
		params[name] = value
		env = append(env, "ASSAY_"+strings.ToUpper(name)+"="+value)
	}
	if r.Temperature != nil {
		set("temperature", strconv.FormatFloat(*r.Temperature, 'g', -1, 64))
	}
	if r.MaxTokens > 0 {
		set("max_tokens", strconv.FormatInt(r.MaxTokens, 10))
	}
	if r.ReasoningEffort != "" {
		set("reasoning_effort", r.ReasoningEffort)
	}
	if r.Seed != nil {
		set("seed", strconv.FormatInt(*r.Seed, 10))
	}
	if r.Schema != nil {
		env = append(env, "ASSAY_SCHEMA="+string(r.Schema))
		params["schema"] = "offered"
	}
	env = append(env, "ASSAY_SYSTEM_BYTES="+strconv.Itoa(len(system)))
	return []byte(system + r.User), env, params
}

// kindOf interprets an exit status, -1 for a signal, as sysexits.h does.
func kindOf(status int) model.ErrorKind {
	switch status {
	case 75, -1:
		return model.ErrUnavailable
	case 77:
		return model.ErrAuth
	}
	return model.ErrInvalid
}

func fail(kind model.ErrorKind, format string, args ...any) error {
	return &model.Error{Kind: kind, Err: fmt.Errorf("exec: "+format, args...)}
}
