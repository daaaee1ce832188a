package config

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
)

// flags has a flag of every type that a file can hold.
type flags struct {
	Thing   []string      `aliases:"things" sep:"none"`
	Group   []string      // its values are separated by commas
	Number  []int         ``
	Epochs  int           `default:"1" aliases:"repetitions,repeats"`
	Seed    uint64        `default:"1"`
	Heat    float64       ``
	Judge   string        `enum:"rule,panel" default:"rule"`
	Name    string        ``
	Fresh   bool          ``
	Wait    time.Duration `default:"3s"`
	Budget  *float64      ``
	Config  string        `config:"-"`
	Verbose int           `config:"-" type:"counter"`
}

// parse runs a command line with a settings file, as package cli does.
func parse(t testing.TB, file string, args ...string) (*flags, *Settings, []Key, error) {
	t.Helper()
	var f flags
	app, err := kong.New(&f, kong.Exit(func(int) {}), kong.Writers(new(bytes.Buffer), new(bytes.Buffer)))
	if err != nil {
		t.Fatal(err)
	}
	keys, err := Keys(app.Model.Flags)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Parse("f.yaml", []byte(file), keys)
	if err != nil {
		return nil, nil, nil, err
	}
	if err := kong.Resolvers(s).Apply(app); err != nil {
		t.Fatal(err)
	}
	_, err = app.Parse(args)
	return &f, s, keys, err
}

const full = `# a comment
things: [one, "two, three", 'fo\ur']
group:
  - a,b
  - c
number: [1, -2]
repetitions: 5
seed: 18446744073709551615
heat: 1e-3
judge: panel
name: |
  two
  lines
fresh: true
wait: 1m30s
budget: 2
`

func TestParse(t *testing.T) {
	f, s, _, err := parse(t, full)
	if err != nil {
		t.Fatal(err)
	}
	two := 2.0
	want := &flags{Thing: []string{"one", "two, three", `fo\ur`}, Group: []string{"a,b", "c"}, Number: []int{1, -2},
		Epochs: 5, Seed: 1<<64 - 1, Heat: 0.001,
		Judge: "panel", Name: "two\nlines\n", Fresh: true, Wait: 90 * time.Second, Budget: &two}
	if !reflect.DeepEqual(f, want) {
		t.Errorf("got  %+v\nwant %+v", f, want)
	}
	// The same settings as arguments have the same effect.
	again, _, _, err := parse(t, "", s.Args()...)
	if err != nil || !reflect.DeepEqual(again, want) {
		t.Errorf("as arguments %q:\ngot  %+v, %v", s.Args(), again, err)
	}
}

// A single value is a list of one, and a list on the command line replaces it.
func TestPrecedence(t *testing.T) {
	f, s, keys, err := parse(t, "things: one\nepochs: 5\nfresh: true\n", "--thing=two", "--things=three", "--fresh=false")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(f.Thing, []string{"two", "three"}) || f.Epochs != 5 || f.Fresh || f.Seed != 1 {
		t.Errorf("got %+v", f)
	}
	if got := s.Args(); !slices.Equal(got, []string{"--epochs=5"}) {
		t.Errorf("arguments are %q", got)
	}
	for _, k := range keys {
		if s.Used(k.Flag) != (k.Flag.Name == "epochs") {
			t.Errorf("%s from the file: %v", k.Name, s.Used(k.Flag))
		}
	}
	if f, _, _, err = parse(t, "things: one"); err != nil || !slices.Equal(f.Thing, []string{"one"}) {
		t.Errorf("got %+v, %v", f, err)
	}
}

// Printed settings are the same when they are read again.
func TestPrint(t *testing.T) {
	for _, file := range []string{full, "",
		"things: [yes, 'true', '', '- x', 'a: b', '#', ' ', \"\\u0001\\n\", '<&>', '1']\nname: 'null'\n"} {
		want, _, keys, err := parse(t, file)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := Print(&b, keys, func(k Key) string { return "from " + k.Flag.Name }); err != nil {
			t.Fatal(err)
		}
		got, _, _, err := parse(t, b.String())
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v\n%s\ngot  %+v\nwant %+v", err, b.String(), got, want)
		}
		if !strings.Contains(b.String(), "# from seed\n") || strings.Contains(b.String(), "config") {
			t.Errorf("printed:\n%s", b.String())
		}
	}
}

func TestErrors(t *testing.T) {
	for file, want := range map[string]string{
		"stratgies: x":                     `f.yaml:1:1: unknown setting "stratgies"; the settings are things, group`,
		"thigns: x":                        `f.yaml:1:1: unknown setting "thigns"; did you mean "things"?`,
		"fresh: true\nepohcs: 1":           `f.yaml:2:1: unknown setting "epohcs"; did you mean "epochs"?`,
		"config: x":                        `f.yaml:1:1: unknown setting "config"`,
		"epochs: many":                     "f.yaml:1:9: epochs expects a whole number",
		"epochs: 1.5":                      "f.yaml:1:9: epochs expects a whole number",
		"epochs: '1'":                      "f.yaml:1:9: epochs expects a whole number",
		"epochs: [1]":                      "f.yaml:1:9: epochs expects a whole number, not a list",
		"epochs: 9223372036854775808":      "f.yaml:1:9: epochs: expected a valid 64 bit int",
		"seed: -1":                         "f.yaml:1:7: seed expects a whole number from 0",
		"heat: .nan":                       "f.yaml:1:7: heat expects a number",
		"fresh: yes":                       "f.yaml:1:8: fresh expects true or false",
		"name: 1":                          "f.yaml:1:7: name expects a string; write it in quotes",
		"name:":                            "name has no value; it expects a string; otherwise omit it",
		"name: {a: 1}":                     "name expects a string",
		"name: &a x":                       "name expects a string",
		"name: !!str x":                    "name expects a string",
		"things: [a, 2]":                   "f.yaml:1:13: things expects a string, or a list of them; write it in quotes",
		"things:\n  - a\n  - [b]":          "f.yaml:3:5: things expects a string",
		"judge: pannel":                    `f.yaml:1:8: judge expects one of rule, panel, not "pannel"; did you mean "panel"?`,
		"judge: nobody":                    `f.yaml:1:8: judge expects one of rule, panel, not "nobody"`,
		"wait: long":                       "f.yaml:1:7: wait: ",
		"epochs: 1\nepochs: 2":             `f.yaml:2:1: mapping key "epochs" already defined`,
		"epochs: 1\nrepetitions: 2":        `f.yaml:2:1: "repetitions" is --epochs, which line 1 gives already`,
		"repeats: 1\nrepetitions: 2":       `f.yaml:2:1: "repetitions" is --epochs, which line 1 gives already`,
		"- 1":                              "f.yaml:1:1: settings are lines of the form key: value",
		"words":                            "f.yaml:1:1: settings are lines of the form key: value",
		"epochs: 1\n---\nepochs: 2":        "a second document begins",
		"things: [a":                       "f.yaml:1:",
		"\tepochs: 1":                      "f.yaml:1:",
		"1: x":                             "f.yaml:1:1: 1 is not the name of a setting",
		"<<: {epochs: 1}":                  "f.yaml:1:1:",
		"a: " + strings.Repeat("x", 1<<20): "f.yaml: has 1048579 bytes",
	} {
		_, _, _, err := parse(t, file)
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.60q: %v\nwant %s", file, err, want)
		}
	}
	for _, empty := range []string{"", "\n", "# nothing\n", "---\n", "{}"} {
		if f, s, _, err := parse(t, empty); err != nil || f.Epochs != 1 || len(s.Args()) != 0 {
			t.Errorf("%q: %v", empty, err)
		}
	}
}

func TestKeysErrors(t *testing.T) {
	for want, grammar := range map[string]any{
		"cannot hold": &struct{ Where map[string]string }{},
		"is required": &struct {
			What string `required:""`
		}{},
		"are both called a": &struct {
			A string
			B string `aliases:"a"`
		}{},
	} {
		app, err := kong.New(grammar)
		if err == nil {
			_, err = Keys(app.Model.Flags)
		}
		if err == nil || !strings.Contains(err.Error(), want) && !strings.Contains(err.Error(), "duplicate") {
			t.Errorf("want %q: %v", want, err)
		}
	}
}

// Any bytes are settings or an error with the file's name, and settings can be
// printed and read again.
func FuzzParse(f *testing.F) {
	f.Add(full)
	f.Add("things: [a, {b: c}, *d]\n? x\n: &y z")
	f.Add("name: \"\\u202e\"\nheat: .inf\nseed: 0x10")
	f.Fuzz(func(t *testing.T, file string) {
		want, _, keys, err := parse(t, file)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f.yaml") {
				t.Errorf("%q: %v", file, err)
			}
			return
		}
		var b bytes.Buffer
		if err := Print(&b, keys, func(Key) string { return "" }); err != nil {
			t.Fatal(err)
		}
		got, _, _, err := parse(t, b.String())
		if err != nil || fmt.Sprintf("%q", got.Thing) != fmt.Sprintf("%q", want.Thing) || got.Name != want.Name ||
			got.Seed != want.Seed {
			t.Errorf("%q: printed as\n%s\n%v", file, b.String(), err)
		}
	})
}
