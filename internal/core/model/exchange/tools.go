package exchange

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"assay/internal/bench"
	"assay/internal/core/model"
)

// nameRE matches the names of tools that every API accepts.
var nameRE = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,63}$`)

// checkTools refuses tools and a history that an API would refuse or change: the answer
// to a broken conversation costs money and is of little value.
func checkTools(r model.Request) error {
	seen := map[string]bool{}
	for _, t := range r.Tools {
		switch {
		case !nameRE.MatchString(t.Name):
			return fmt.Errorf("%q is no name of a tool: at most 64 letters, digits and underscores, no digit first", t.Name)
		case seen[t.Name]:
			return fmt.Errorf("there are two tools %s", t.Name)
		case !object(t.Params):
			return fmt.Errorf("the parameters of the tool %s are no JSON object", t.Name)
		case !utf8.ValidString(t.Doc):
			return fmt.Errorf("the description of the tool %s is not UTF-8", t.Name)
		}
		seen[t.Name] = true
	}
	ids := map[string]bool{}
	var open []bench.ToolCall // calls of the previous turn
	for i, m := range r.History {
		at := fmt.Sprintf("message %d of the history", i+1)
		if len(open) > 0 {
			if err := answers(open, m); err != nil {
				return fmt.Errorf("%s: %w", at, err)
			}
			open = nil
			continue
		}
		switch {
		case m.Turn != nil && m.User == "" && len(m.Results) == 0:
			open = m.Turn.Calls
			for _, c := range open {
				if c.ID == "" || ids[c.ID] {
					return fmt.Errorf("%s: the id %q of a call is not unique", at, c.ID)
				}
				ids[c.ID] = true
			}
			if i == len(r.History)-1 {
				return errors.New("the history ends with a turn of the model: its results, or words of the user, are missing")
			}
			if len(open) > 0 && len(r.Tools) == 0 {
				return fmt.Errorf("%s has calls, and the request has no tools", at)
			}
		case m.User != "" && m.Turn == nil && len(m.Results) == 0:
			if !utf8.ValidString(m.User) {
				return fmt.Errorf("%s is not UTF-8", at)
			}
		default:
			return fmt.Errorf("%s is not one of a turn, the results of its calls, and words of the user", at)
		}
	}
	return nil
}

// answers checks that a message has one result for each call, in the order of the
// calls.
func answers(calls []bench.ToolCall, m model.Message) error {
	if m.Turn != nil || m.User != "" || len(m.Results) != len(calls) {
		return fmt.Errorf("%d calls need as many results, and nothing else", len(calls))
	}
	for i, res := range m.Results {
		switch {
		case res.ID != calls[i].ID:
			return fmt.Errorf("result %d is of the call %q, not of %q", i+1, res.ID, calls[i].ID)
		case !utf8.ValidString(res.Text):
			return fmt.Errorf("result %d is not UTF-8", i+1)
		}
	}
	return nil
}

// Arguments returns the arguments of a call for APIs that require an object. Arguments
// that are not an object, because the model wrote invalid JSON, become the only member
// of one.
func Arguments(c bench.ToolCall) json.RawMessage {
	if object([]byte(c.Args)) {
		return json.RawMessage(c.Args)
	}
	b, err := JSON(map[string]string{"unreadable": c.Args})
	if err != nil {
		panic("exchange: a map of strings cannot fail to encode: " + err.Error())
	}
	return b
}

// Callable returns a name in a form that APIs accept in a history: a name that a model
// invented may contain any character, and APIs would refuse the conversation.
func Callable(name string) string {
	if nameRE.MatchString(name) {
		return name
	}
	name = strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
			return r
		}
		return '_'
	}, name)
	if name == "" || name[0] >= '0' && name[0] <= '9' || name[0] == '-' {
		name = "_" + name
	}
	return name[:min(len(name), 64)]
}

// object reports whether b is one JSON object.
func object(b []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(b), []byte("{")) && json.Valid(b) }
