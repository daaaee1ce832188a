// Package inspect writes runs as logs of Inspect (inspect_ai), so that its viewer shows them, and reads the
// answers in such logs. A log is one model on one task, in a zip file (.eval) or a JSON document (.json), both
// of version 2.
package inspect

import "encoding/json"

// version is the version of the logs that are written and read.
const version = 2

// Values of a score in Inspect.
const (
	correct   = "C"
	incorrect = "I"
	noAnswer  = "N"
)

// The parts of a log. The order of the fields of log is part of the format: readers of a header stop at the
// samples.
type (
	log struct {
		Version     int            `json:"version"`
		Status      string         `json:"status"`
		Eval        spec           `json:"eval"`
		Plan        plan           `json:"plan"`
		Results     *results       `json:"results,omitempty"`
		Stats       stats          `json:"stats"`
		Invalidated bool           `json:"invalidated"`
		Tags        []string       `json:"tags"`
		Metadata    map[string]any `json:"metadata"`
	}
	spec struct {
		EvalID   string            `json:"eval_id"`
		RunID    string            `json:"run_id"`
		Created  string            `json:"created"`
		Task     string            `json:"task"`
		TaskID   string            `json:"task_id"`
		TaskVer  string            `json:"task_version"`
		Attribs  struct{}          `json:"task_attribs"`
		Args     struct{}          `json:"task_args"`
		Passed   struct{}          `json:"task_args_passed"`
		Solver   string            `json:"solver,omitempty"`
		Dataset  dataset           `json:"dataset"`
		Model    string            `json:"model"`
		Generate struct{}          `json:"model_generate_config"`
		ModelArg map[string]string `json:"model_args"`
		Config   struct {
			Epochs int `json:"epochs"`
		} `json:"config"`
		Packages map[string]string `json:"packages"`
		Metadata specMetadata      `json:"metadata"`
	}
	specMetadata struct {
		Assay *ofRun `json:"assay,omitempty"`
	}
	// ofRun is assay's metadata of a log.
	ofRun struct {
		Run      string            `json:"run"`
		Subject  string            `json:"subject"`
		Kind     string            `json:"kind,omitempty"`
		Strategy string            `json:"strategy,omitempty"`
		Judging  string            `json:"judge,omitempty"`
		Suite    string            `json:"suite"`
		Params   map[string]string `json:"params,omitempty"`
	}
	dataset struct {
		Name    string   `json:"name"`
		Samples int      `json:"samples"`
		IDs     []string `json:"sample_ids"`
		Shuffle bool     `json:"shuffled"`
	}
	plan struct {
		Name   string   `json:"name"`
		Steps  []step   `json:"steps"`
		Config struct{} `json:"config"`
	}
	step struct {
		Solver string   `json:"solver"`
		Params struct{} `json:"params"`
		Passed struct{} `json:"params_passed"`
	}
	results struct {
		Total     int     `json:"total_samples"`
		Completed int     `json:"completed_samples"`
		Scores    []tally `json:"scores"`
	}
	tally struct {
		Name     string            `json:"name"`
		Scorer   string            `json:"scorer"`
		Scored   int               `json:"scored_samples"`
		Unscored int               `json:"unscored_samples"`
		Params   struct{}          `json:"params"`
		Metrics  map[string]metric `json:"metrics"`
	}
	metric struct {
		Name   string   `json:"name"`
		Value  float64  `json:"value"`
		Params struct{} `json:"params"`
	}
	stats struct {
		Started   string           `json:"started_at"`
		Completed string           `json:"completed_at"`
		Usage     map[string]usage `json:"model_usage"`
		Roles     struct{}         `json:"role_usage"`
		Limits    []struct{}       `json:"connection_limit_history"`
	}
	usage struct {
		Input      int64    `json:"input_tokens"` // without tokens read from or written to a cache
		Output     int64    `json:"output_tokens"`
		Total      int64    `json:"total_tokens"`
		CacheWrite int64    `json:"input_tokens_cache_write,omitempty"`
		CacheRead  int64    `json:"input_tokens_cache_read,omitempty"`
		Reasoning  int64    `json:"reasoning_tokens,omitempty"`
		Cost       *float64 `json:"total_cost,omitempty"`
	}
	message struct {
		Role     string     `json:"role"`
		Content  string     `json:"content"`
		Calls    []toolCall `json:"tool_calls,omitempty"`
		CallID   string     `json:"tool_call_id,omitempty"`
		Function string     `json:"function,omitempty"`
		Model    string     `json:"model,omitempty"`
	}
	toolCall struct {
		ID         string          `json:"id"`
		Function   string          `json:"function"`
		Arguments  json.RawMessage `json:"arguments"`
		Type       string          `json:"type"`
		ParseError string          `json:"parse_error,omitempty"`
	}
	choice struct {
		Message message `json:"message"`
		Stop    string  `json:"stop_reason"`
	}
	output struct {
		Model      string   `json:"model"`
		Choices    []choice `json:"choices"`
		Completion string   `json:"completion"`
		Usage      *usage   `json:"usage,omitempty"`
		Time       *float64 `json:"time,omitempty"`
	}
	score struct {
		Value       string         `json:"value"`
		Answer      string         `json:"answer,omitempty"`
		Explanation string         `json:"explanation,omitempty"`
		Metadata    map[string]any `json:"metadata,omitempty"`
		History     []struct{}     `json:"history"`
	}
	failure struct {
		Message   string `json:"message"`
		Traceback string `json:"traceback"`
		ANSI      string `json:"traceback_ansi"`
	}
	sampleMetadata struct {
		Assay *ofTrial `json:"assay,omitempty"`
	}
	// ofTrial is assay's metadata of a sample: Variant and Prompt identify the question of the answer.
	ofTrial struct {
		Variant     string   `json:"variant"`
		Prompt      string   `json:"prompt,omitempty"`
		Trial       string   `json:"trial"`
		Base        string   `json:"base"`
		Group       string   `json:"group,omitempty"`
		Class       string   `json:"class,omitempty"`
		Twin        string   `json:"twin,omitempty"`
		Truth       string   `json:"truth"`
		Proof       string   `json:"proof"`
		Chain       string   `json:"chain,omitempty"`
		Certificate string   `json:"certificate,omitempty"`
		Outcome     string   `json:"outcome"`
		Finish      string   `json:"finish"`
		Ending      string   `json:"ending,omitempty"`
		Reason      string   `json:"reason,omitempty"`
		Confidence  *float64 `json:"confidence,omitempty"`
	}
	sample struct {
		ID        string            `json:"id"`
		Epoch     int               `json:"epoch"`
		Input     []message         `json:"input"`
		Target    string            `json:"target"`
		Messages  []message         `json:"messages"`
		Output    output            `json:"output"`
		Scores    map[string]score  `json:"scores"`
		Metadata  sampleMetadata    `json:"metadata"`
		Store     struct{}          `json:"store"`
		Events    []struct{}        `json:"events"`
		Usage     map[string]usage  `json:"model_usage"`
		Roles     struct{}          `json:"role_usage"`
		Started   string            `json:"started_at,omitempty"`
		Completed string            `json:"completed_at,omitempty"`
		Time      *float64          `json:"total_time,omitempty"`
		Error     *failure          `json:"error,omitempty"`
		Attached  map[string]string `json:"attachments"`
	}
	// summary is a sample in the viewer's list.
	summary struct {
		ID        string           `json:"id"`
		Epoch     int              `json:"epoch"`
		Input     string           `json:"input"`
		Target    string           `json:"target"`
		Metadata  sampleMetadata   `json:"metadata"`
		Scores    map[string]score `json:"scores"`
		Usage     map[string]usage `json:"model_usage"`
		Roles     struct{}         `json:"role_usage"`
		Started   string           `json:"started_at,omitempty"`
		Completed string           `json:"completed_at,omitempty"`
		Time      *float64         `json:"total_time,omitempty"`
		Error     string           `json:"error,omitempty"`
		Done      bool             `json:"completed"`
		Messages  int              `json:"message_count"`
	}
)
