package config

import (
	"bytes"
	"encoding/json"
)

type schema struct {
	Schema      string   `json:"$schema"`
	Title       string   `json:"title"`
	Description string   `json:"description"`
	Type        string   `json:"type"`
	Additional  bool     `json:"additionalProperties"`
	Properties  members  `json:"properties"`
	AllOf       []notAll `json:"allOf,omitempty"`
}

type notAll struct {
	Not struct {
		Required []string `json:"required"`
	} `json:"not"`
}

// members keeps the order of the keys, in which editors show them.
type members []member

type member struct {
	name  string
	value property
}

type property struct {
	Description string     `json:"description,omitempty"`
	Type        string     `json:"type,omitempty"`
	Minimum     *int       `json:"minimum,omitempty"`
	Enum        []string   `json:"enum,omitempty"`
	Items       *property  `json:"items,omitempty"`
	OneOf       []property `json:"oneOf,omitempty"`
}

func (m members) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, e := range m {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(e.name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(e.value)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Schema returns the JSON schema of a settings file with these keys: it accepts
// what [Parse] accepts, except for YAML that JSON cannot express.
func Schema(title, description string, keys []Key) ([]byte, error) {
	s := schema{Schema: "https://json-schema.org/draft/2020-12/schema", Title: title, Description: description,
		Type: "object"}
	for _, k := range keys {
		one := property{Type: string(k.kind), Enum: k.enum}
		if k.kind == natural {
			zero := 0
			one.Type, one.Minimum = "integer", &zero
		}
		p := one
		if k.list {
			p = property{OneOf: []property{one, {Type: "array", Items: &one}}}
		}
		p.Description = k.Flag.Help
		s.Properties = append(s.Properties, member{k.Name, p})
		all := append([]string{k.Name}, k.Other...)
		for i, other := range all {
			if i > 0 {
				q := p
				q.Description = "Another name of " + k.Name + "."
				s.Properties = append(s.Properties, member{other, q})
			}
			for _, earlier := range all[:i] {
				var n notAll
				n.Not.Required = []string{earlier, other}
				s.AllOf = append(s.AllOf, n)
			}
		}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(s); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
