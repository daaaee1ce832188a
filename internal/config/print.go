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

// Print writes the values that the keys' flags have, as a settings file that
// gives just these. from says, for each, where its value is from. Empty values
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

// plainRE matches texts that need no quotes wherever they stand.
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

// quoted returns s as JSON, which is YAML too.
func quoted(s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		panic("config: a string cannot fail to encode: " + err.Error())
	}
	return strings.TrimSuffix(b.String(), "\n")
}
