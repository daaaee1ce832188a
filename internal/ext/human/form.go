package human

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// form is the list of fields of an answer, in the order of the page. A single unnamed
// field is free text.
type form []field

// The kind of a field determines its input and how it is read.
const (
	kindText   = "text"
	kindChoice = "choice"
	kindYesNo  = "yesno"
	kindNumber = "number"
	kindWhole  = "integer"
	kindList   = "list" // of texts, one for each line
	kindWholes = "integers"
	kindGroups = "groups" // objects; blank ones are omitted
)

type field struct {
	Name, Kind, Hint string
	Options          []string // of a choice
	Null             bool     // an empty field means null
	Fields           form     // of a group
}

// schema is the part of JSON schema that the strategies' answers use.
type schema struct {
	Type        any               `json:"type"` // a type name, or a list with "null"
	Enum        []string          `json:"enum"`
	Description string            `json:"description"`
	Properties  map[string]schema `json:"properties"`
	Required    []string          `json:"required"`
	Items       *schema           `json:"items"`
}

// formOf reads the schema of an answer; without one the answer is free text.
func formOf(text []byte) (form, error) {
	if text == nil {
		return form{{Kind: kindText}}, nil
	}
	var s schema
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, fmt.Errorf("the schema of the answer: %w", err)
	}
	return fieldsOf(s)
}

func fieldsOf(s schema) (form, error) {
	if word, _ := s.word(); word != "object" || len(s.Properties) == 0 {
		return nil, fmt.Errorf("a form needs an object with properties, not %q", word)
	}
	names := slices.Clone(s.Required) // in the order of the schema
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		if !slices.Contains(s.Required, name) {
			names = append(names, name)
		}
	}
	var out form
	for _, name := range names {
		f, err := fieldOf(name, s.Properties[name])
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}

func fieldOf(name string, s schema) (field, error) {
	word, null := s.word()
	f := field{Name: name, Hint: s.Description, Null: null, Options: s.Enum}
	items := ""
	if s.Items != nil {
		items, _ = s.Items.word()
	}
	var err error
	switch {
	case word == "string" && len(s.Enum) > 0:
		f.Kind = kindChoice
	case word == "string":
		f.Kind = kindText
	case word == "boolean":
		f.Kind = kindYesNo
	case word == "number":
		f.Kind = kindNumber
	case word == "integer":
		f.Kind = kindWhole
	case word == "array" && items == "string":
		f.Kind = kindList
	case word == "array" && items == "integer":
		f.Kind = kindWholes
	case word == "array" && items == "object":
		f.Kind = kindGroups
		f.Fields, err = fieldsOf(*s.Items)
	default:
		err = fmt.Errorf("no field for %s of type %q", name, word)
	}
	return f, err
}

// word returns the type, and whether null is allowed too.
func (s schema) word() (word string, null bool) {
	switch t := s.Type.(type) {
	case string:
		return t, false
	case []any:
		for _, x := range t {
			if x == "null" {
				null = true
			} else if w, ok := x.(string); ok {
				word = w
			}
		}
	}
	return word, null
}

// Label returns the name in readable form.
func (f field) Label() string {
	label := strings.ReplaceAll(f.Name, "_", " ")
	if label == "" {
		return "Answer"
	}
	return strings.ToUpper(label[:1]) + label[1:]
}

// maxGroups bounds the objects of one field.
const maxGroups = 50

// read builds the answer from the submitted form. wrong maps the paths of fields to
// errors; text is valid only when wrong is empty.
func (f form) read(sent url.Values) (text string, wrong map[string]string) {
	wrong = map[string]string{}
	if len(f) == 1 && f[0].Name == "" {
		text = strings.ReplaceAll(sent.Get("answer"), "\r\n", "\n")
		if strings.TrimSpace(text) == "" {
			wrong["answer"] = "write an answer, or decline"
		}
		return text, wrong
	}
	b, err := json.Marshal(f.object(sent, "answer", wrong))
	if err != nil { // a number that JSON cannot represent
		wrong["answer"] = err.Error()
	}
	return string(b), wrong
}

func (f form) object(sent url.Values, path string, wrong map[string]string) map[string]any {
	out := map[string]any{}
	for _, x := range f {
		out[x.Name] = x.value(sent, path+"."+x.Name, wrong)
	}
	return out
}

// blank reports whether all fields below path are empty.
func (f form) blank(sent url.Values, path string) bool {
	return !slices.ContainsFunc(f, func(x field) bool { return strings.TrimSpace(sent.Get(path+"."+x.Name)) != "" })
}

func (f field) value(sent url.Values, path string, wrong map[string]string) any {
	text := strings.TrimSpace(strings.ReplaceAll(sent.Get(path), "\r\n", "\n"))
	if f.Null && text == "" {
		return nil
	}
	switch f.Kind {
	case kindChoice:
		if !slices.Contains(f.Options, text) {
			wrong[path] = "choose one"
		}
		return text
	case kindYesNo:
		if text != "yes" && text != "no" {
			wrong[path] = "choose one"
		}
		return text == "yes"
	case kindNumber:
		x, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
		if err != nil {
			wrong[path] = "write a number"
		}
		return x
	case kindWhole:
		return whole(text, path, wrong)
	case kindWholes:
		out := []int{}
		for _, w := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(",; \n", r) }) {
			out = append(out, whole(w, path, wrong))
		}
		return out
	case kindList:
		out := []string{}
		if text != "" {
			out = strings.Split(text, "\n")
		}
		return out
	case kindGroups:
		out := []any{}
		for i := range maxGroups {
			if at := fmt.Sprintf("%s.%d", path, i); !f.Fields.blank(sent, at) {
				out = append(out, f.Fields.object(sent, at, wrong))
			}
		}
		return out
	}
	return text
}

func whole(text, path string, wrong map[string]string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		wrong[path] = "write whole numbers"
	}
	return n
}
