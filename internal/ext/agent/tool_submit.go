package agent

import (
	"context"
	"encoding/json"
)

// freeSchema is the schema of an answer in free text.
const freeSchema = `{"type":"object","properties":{"answer":{"type":"string"}},"required":["answer"],"additionalProperties":false}`

// submitting returns the tool that submits the answer. Its arguments are the answer in the schema of the
// question.
func submitting(schema []byte) Tool {
	t := Tool{
		Name:   Submit,
		Doc:    "Gives your answer, in the form that the question describes, and ends your work. It can be called once.",
		Params: string(schema),
	}
	free := len(schema) == 0
	if free {
		t.Params = freeSchema
	}
	t.do = func(_ context.Context, on *Toolbox, args json.RawMessage) (string, error) {
		if on.done {
			return "", Mistakef("an answer was submitted before, and that one counts")
		}
		text := string(args)
		if free {
			var a struct {
				Answer string `json:"answer"`
			}
			if err := decode(args, &a); err != nil {
				return "", err
			}
			text = a.Answer
		}
		if reason, ok := on.check(text); !ok {
			return "", Mistakef("this is not the form that the question describes: %s", reason)
		}
		on.submitted, on.done = text, true
		return "submitted", nil
	}
	return t
}
