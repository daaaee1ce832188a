package outside

import (
	"context"
	"encoding/json"
	"fmt"

	"assay/internal/bench"
	"assay/internal/model"
)

// SubmitTool is the name of the tool that takes the answer.
const SubmitTool = "submit"

// freeSchema is that of an answer in free text.
const freeSchema = `{"type":"object","properties":{"answer":{"type":"string"}},"required":["answer"],"additionalProperties":false}`

// Question is what an agent is asked about a task.
type Question struct {
	Text   string
	Schema []byte // of the answer, nil for free text
	Hash   string // of what an agent is shown and told beside the files

	// Check says whether a submission can be read as an answer, and why not.
	Check func(text string) (reason string, ok bool)
}

// Brief is what an agent is told about a task: how the directory and the tools work,
// and the question.
func Brief(question string) string {
	return "# Task\n\n" +
		"You work on the files in this directory. The tools of the MCP server `" + ServerName + "` (see " + configFile + ") belong to this task, and its tool `" +
		SubmitTool + "` takes your answer: once, in the form that is described below. Nothing that you write or say elsewhere counts. Nobody answers questions.\n\n" +
		question + "\n\n" +
		"Where this asks you to respond, call `" + SubmitTool + "`, and then stop.\n"
}

// reading is a session of a question about files: they stand in the directory, and the
// only tool is the one that takes the answer.
type reading struct {
	task     bench.Task
	question Question
	answer   string
	done     bool
}

// Reading begins a trial that needs nothing but the files.
func Reading(t bench.Task, q Question) Session { return &reading{task: t, question: q} }

func (s *reading) Brief() string       { return Brief(s.question.Text) }
func (s *reading) Files() []bench.File { return Files(s.task) }
func (s *reading) Submit() string      { return SubmitTool }
func (s *reading) Close() error        { return nil }

func (s *reading) Tools() []model.Tool {
	schema := s.question.Schema
	if len(schema) == 0 {
		schema = []byte(freeSchema)
	}
	return []model.Tool{{Name: SubmitTool, Doc: "Takes your answer, in the form that TASK.md describes, and ends the task. It can be called once.", Params: schema}}
}

func (s *reading) Answer() (string, bool) { return s.answer, s.done }

func (s *reading) Call(_ context.Context, c bench.ToolCall) (model.ToolResult, error) {
	res := model.ToolResult{ID: c.ID, Name: c.Name, Error: true}
	text := c.Args
	switch {
	case c.Name != SubmitTool:
		res.Text = fmt.Sprintf("there is no tool %.60q; there is %s", c.Name, SubmitTool)
		return res, nil
	case s.done:
		res.Text = "an answer was submitted before, and that one counts"
		return res, nil
	case len(s.question.Schema) == 0:
		var a struct{ Answer *string }
		if err := json.Unmarshal([]byte(c.Args), &a); err != nil || a.Answer == nil {
			res.Text = "the arguments have no text under answer"
			return res, nil
		}
		text = *a.Answer
	}
	if reason, ok := s.question.Check(text); !ok {
		res.Text = "this is not the form that TASK.md describes: " + reason
		return res, nil
	}
	s.answer, s.done = text, true
	return model.ToolResult{ID: c.ID, Name: c.Name, Text: "submitted"}, nil
}

// Files lists what an agent may see of a task.
func Files(t bench.Task) []bench.File {
	out := append(append([]bench.File{}, t.Files...), t.Context...)
	for _, f := range []bench.File{{Path: "PROTOCOL.md", Text: t.Protocol}, {Path: "SPEC.md", Text: t.Spec}} {
		if f.Text != "" {
			out = append(out, f)
		}
	}
	return out
}
