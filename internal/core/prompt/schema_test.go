package prompt

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"assay/internal/core/answer"
)

// Each strategy asks for the format that package answer parses, and its schema is acceptable to strict servers.
func TestSchemas(t *testing.T) {
	for _, s := range All() {
		if s.Schema == nil {
			continue
		}
		var schema map[string]any
		if err := json.Unmarshal(s.Schema, &schema); err != nil {
			t.Fatal(err)
		}
		strict(t, s.Name, schema)
		for _, verdict := range []string{"verdict", "assessment"} {
			if props := schema["properties"].(map[string]any); props[verdict] != nil {
				for _, word := range props[verdict].(map[string]any)["enum"].([]any) {
					if _, reason, ok := answer.Parse(`{"`+verdict+`":"`+word.(string)+`"}`, false); !ok {
						t.Errorf("%s: %q is not read: %s", s.Name, word, reason)
					}
				}
			}
		}
		// The order of the members is the order in which models write them.
		p := rendered(t, s, s.Formats[0])
		at := -1
		for _, m := range members(t, s.Schema) {
			i := strings.Index(p.User, `"`+m+`"`)
			if i < at {
				t.Errorf("%s: %q stands elsewhere in the prompt than in the schema", s.Name, m)
			}
			at = i
		}
	}
}

// The form in a prompt, given back with its choices made, is no answer.
func TestCopiedForms(t *testing.T) {
	choose := strings.NewReplacer(`"vulnerable" or "safe"`, `"vulnerable"`, `number from 0 to 1`, `1`,
		`"critical", "high", "medium" or "low"`, `"critical"`)
	n := 0
	for _, s := range All() {
		if s.Schema == nil || !strings.Contains(string(s.Schema), `"vulnerabilities"`) {
			continue
		}
		n++
		user := choose.Replace(rendered(t, s, s.Formats[0]).User)
		from := strings.LastIndex(user, `"verdict"`)
		from = strings.LastIndex(user[:from], "{")
		to := strings.LastIndex(user, "}")
		if _, reason, ok := answer.Parse(user[from:to+1], false); ok || !strings.Contains(reason, "copies the form") {
			t.Errorf("%s: ok %v, %q: %s", s.Name, ok, reason, user[from:to+1])
		}
	}
	if n < 4 {
		t.Errorf("only %d strategies have a form", n)
	}
}

// strict checks OpenAI's requirements for schemas.
func strict(t *testing.T, name string, schema map[string]any) {
	t.Helper()
	if items, ok := schema["items"].(map[string]any); ok {
		strict(t, name, items)
	}
	props, ok := schema["properties"].(map[string]any)
	if !ok {
		return
	}
	if schema["additionalProperties"] != false || len(schema["required"].([]any)) != len(props) {
		t.Errorf("%s: an object of the schema is not strict", name)
	}
	for _, p := range props {
		strict(t, name, p.(map[string]any))
	}
}

// members returns the names of the top-level properties in file order.
func members(t *testing.T, schema []byte) []string {
	t.Helper()
	var s struct{ Properties json.RawMessage }
	if err := json.Unmarshal(schema, &s); err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(s.Properties))
	var out []string
	d.Token()
	for d.More() {
		k, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, k.(string))
		var skip json.RawMessage
		if err := d.Decode(&skip); err != nil {
			t.Fatal(err)
		}
	}
	return out
}
