// Package config lets a YAML file set the flags of a command. The allowed content of
// the file, its JSON schema and the format of printed settings derive from the flags
// themselves: a new flag is a new key, and nothing is listed twice.
//
// The package is strict. Everything that it does not understand is an error with file,
// line and column. It reads no files and checks only the types of values: package cli
// does the rest.
package config

import (
	"encoding"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/alecthomas/kong"
)

// Key is one setting that a file may contain.
type Key struct {
	Name  string   // the flag's first alias, or its name if there is none
	Other []string // the flag's further names, also accepted
	Flag  *kong.Flag

	kind kind
	list bool // one value or a list of them
	enum []string
}

// kind is the type of a single value.
type kind string

const (
	text    kind = "string"
	truth   kind = "boolean"
	integer kind = "integer"
	natural kind = "natural" // an integer that is not negative
	number  kind = "number"
)

// Keys returns the keys of a command in the order of its flags. Flags with the tag
// config:"-" have no key. It fails on a flag of a type that a file cannot hold, and
// on a flag that must be given on the command line.
func Keys(flags []*kong.Flag) ([]Key, error) {
	var out []Key
	taken := map[string]string{}
	for _, f := range flags {
		if f.Tag.Get("config") == "-" || f.Name == "help" {
			continue
		}
		if f.Required {
			return nil, fmt.Errorf("--%s is required on the command line; tag it config:\"-\"", f.Name)
		}
		names := append(append([]string{}, f.Aliases...), f.Name)
		k := Key{Name: names[0], Other: names[1:], Flag: f}
		t := f.Target.Type()
		if f.IsSlice() {
			k.list, t = true, t.Elem()
		}
		var ok bool
		if k.kind, ok = kindOf(t); !ok {
			return nil, fmt.Errorf("--%s is a %s, which a settings file cannot hold; tag it config:\"-\"", f.Name,
				f.Target.Type())
		}
		if f.Enum != "" {
			k.enum = f.EnumSlice()
		}
		for _, n := range names {
			if other := taken[n]; other != "" {
				return nil, fmt.Errorf("--%s and --%s are both called %s", other, f.Name, n)
			}
			taken[n] = f.Name
		}
		out = append(out, k)
	}
	return out, nil
}

var unmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()

func kindOf(t reflect.Type) (kind, bool) {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if reflect.PointerTo(t).Implements(unmarshaler) || t == reflect.TypeFor[time.Duration]() {
		return text, true
	}
	switch t.Kind() {
	case reflect.String:
		return text, true
	case reflect.Bool:
		return truth, true
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return integer, true
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return natural, true
	case reflect.Float32, reflect.Float64:
		return number, true
	}
	return "", false
}

// expects describes the valid values of k.
func (k Key) expects() string {
	one := map[kind]string{text: "a string", truth: "true or false", integer: "a whole number",
		natural: "a whole number from 0", number: "a number"}[k.kind]
	if len(k.enum) > 0 {
		one = "one of " + strings.Join(k.enum, ", ")
	}
	if k.list {
		return one + ", or a list of them"
	}
	return one
}

// names returns all names of all keys.
func names(keys []Key) []string {
	var out []string
	for _, k := range keys {
		out = append(append(out, k.Name), k.Other...)
	}
	return out
}
