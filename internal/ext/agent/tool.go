package agent

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"assay/internal/bench"
	"assay/internal/bench/transcript"
	"assay/internal/core/model"
)

// Bounds of one call of a tool, in bytes.
const (
	MaxArgs   = 256 << 10
	MaxResult = 16 << 10
)

// A Tool is an action of an agent. Its result depends on the task, the world, and the arguments of this call
// and of the earlier ones.
type Tool struct {
	Name   string
	Doc    string // for the model: sentences
	Params string // JSON schema: an object without $ref, additionalProperties false

	needs func(Parts) bool // nil: every task has it
	clock bool             // its result may depend on the time; it has no effects and is not repeated
	do    func(ctx context.Context, on *Toolbox, args json.RawMessage) (string, error)
}

// tools lists all tools except submit, whose schema is that of the question.
var tools = []Tool{toolList, toolRead, toolSearch, toolDeployed, toolCompile, toolCall, toolSimulate, toolAttack,
	toolQuery}

// Submit is the name of the tool that ends a trial.
const Submit = "submit"

// A Toolbox holds the tools of one trial. It is not safe for concurrent use: a trial makes its calls one after
// the other.
type Toolbox struct {
	task      bench.Task
	world     World
	tools     []Tool
	check     func(text string) (reason string, ok bool)
	submitted string
	done      bool
}

// Tools returns the tools for a task whose world has these parts, filtered by names, with submit last; nil
// names select all. schema is that of the task's answer, nil for free text.
func Tools(parts Parts, names []string, schema []byte) []Tool {
	var out []Tool
	for _, t := range tools {
		if (t.needs == nil || t.needs(parts)) && (names == nil || slices.Contains(names, t.Name)) {
			out = append(out, t)
		}
	}
	return append(out, submitting(schema))
}

// NewToolbox returns the tools on a task and its world. check reports whether a submission is readable as an
// answer, and why not. world may be nil when no tool needs it.
func NewToolbox(task bench.Task, world World, list []Tool, check func(text string) (reason string, ok bool)) *Toolbox {
	return &Toolbox{task: task, world: world, tools: list, check: check}
}

// Offered returns the tools in the form that is sent to a model.
func Offered(list []Tool) []model.Tool {
	var out []model.Tool
	for _, t := range list {
		out = append(out, model.Tool{Name: t.Name, Doc: t.Doc, Params: json.RawMessage(t.Params)})
	}
	return out
}

// repeatable reports whether a repeated call has the same result.
func (b *Toolbox) repeatable(name string) bool {
	return !slices.ContainsFunc(b.tools, func(t Tool) bool { return t.Name == name && t.clock })
}

// Submission returns the submitted text; ok is false before a submission.
func (b *Toolbox) Submission() (text string, ok bool) { return b.submitted, b.done }

// Do makes a call. A mistake of the agent is part of the result. An error is one of the harness, and then there
// is no result.
func (b *Toolbox) Do(ctx context.Context, c bench.ToolCall) (transcript.Result, error) {
	text, err := b.do(ctx, c)
	var m *Mistake
	failed := errors.As(err, &m)
	if err != nil && !failed {
		return transcript.Result{}, fmt.Errorf("tool %s: %w", c.Name, err)
	}
	if failed {
		text = "error: " + m.Why
	}
	sum := sha256.Sum256([]byte(text))
	r := transcript.Result{Error: failed, Hash: hex.EncodeToString(sum[:8])}
	if r.Text = cut(text); len(r.Text) != len(text) {
		r.Whole = len(text)
	}
	return r, nil
}

func (b *Toolbox) do(ctx context.Context, c bench.ToolCall) (string, error) {
	i := slices.IndexFunc(b.tools, func(t Tool) bool { return t.Name == c.Name })
	if i < 0 {
		return "", Mistakef("there is no tool %q; there are %s", short(c.Name), toolNames(b.tools))
	}
	if len(c.Args) > MaxArgs {
		return "", Mistakef("the arguments are %d bytes; at most %d are taken", len(c.Args), MaxArgs)
	}
	args := strings.TrimSpace(c.Args)
	if args == "" {
		args = "{}" // some servers send an empty string for no arguments
	}
	if !json.Valid([]byte(args)) || !strings.HasPrefix(args, "{") {
		return "", Mistakef("the arguments are no JSON object")
	}
	return b.tools[i].do(ctx, b, json.RawMessage(args))
}

// decode reads arguments into a struct.
func decode(args json.RawMessage, into any) error {
	d := json.NewDecoder(bytes.NewReader(args))
	d.DisallowUnknownFields()
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		return Mistakef("arguments: %s", strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return Mistakef("arguments: more than one value")
	}
	return nil
}

// cut shortens a text to the length that an agent is shown, at the end of a line if possible, and adds a note
// that it did so.
func cut(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if len(text) <= MaxResult {
		return text
	}
	const note = "\n[cut: %d of %d bytes are shown]"
	keep := MaxResult - len(note) - 20
	head := text[:keep]
	if i := strings.LastIndexByte(head, '\n'); i > 0 {
		head = head[:i]
	} else {
		for !utf8.ValidString(head) {
			head = head[:len(head)-1]
		}
	}
	return head + fmt.Sprintf(note, len(head), len(text))
}

// short shortens a text of an agent for use in a message.
func short(s string) string {
	if len(s) <= 60 {
		return s
	}
	return strings.ToValidUTF8(s[:60], "") + "…"
}
