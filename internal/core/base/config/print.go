package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"strings"
)

// Print writes the current values of the keys' flags as a settings file that
// sets exactly these. from returns the origin of each value. Empty values
// are left out.
func Print(w io.Writer, keys []Key, from func(Key) string) error {
	var b bytes.Buffer
	for _, k := range keys {
		v := k.Flag.Target
		if v.Kind() == reflect.Pointer {
			if v.IsNil() {
				continue
			}
			v = v.Elem()
		}
		var value string
		switch {
		case k.list && v.Len() == 0, k.kind == text && !k.list && fmt.Sprint(v.Interface()) == "":
			continue
		case k.list:
			var parts []string
			for i := range v.Len() {
				parts = append(parts, k.one(v.Index(i)))
			}
			value = "[" + strings.Join(parts, ", ") + "]"
		default:
			value = k.one(v)
		}
		fmt.Fprintf(&b, "%-40s # %s\n", k.Name+": "+value, from(k))
	}
	_, err := w.Write(b.Bytes())
	return err
}

// plainRE matches strings that need no quotes anywhere.
var plainRE = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_./@-]*$`)

func (k Key) one(v reflect.Value) string {
	s := fmt.Sprint(v.Interface())
	if k.kind != text {
		return s
	}
	switch strings.ToLower(s) {
	case "true", "false", "null", "yes", "no", "on", "off", "y", "n":
		return quoted(s)
	}
	if plainRE.MatchString(s) {
		return s
	}
	return quoted(s)
}

// quoted returns s as a JSON string, which is also valid YAML.
func quoted(s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		panic("config: a string cannot fail to encode: " + err.Error())
	}
	return strings.TrimSuffix(b.String(), "\n")
}
