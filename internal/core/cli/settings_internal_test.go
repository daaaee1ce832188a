package cli

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"assay/internal/core/base/config"
)

var update = flag.Bool("update", false, "rewrite the schema of the settings file")

const schemaFile = "../../../docs/assay.schema.json"

// runKeys returns the keys of the real run command.
func runKeys(t *testing.T) []config.Key {
	t.Helper()
	var g grammar
	app, err := kong.New(&g, kong.Name("assay"), kong.Vars{"dbdefault": "results.db"})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range app.Model.Children {
		if n.Name == "run" {
			keys, err := config.Keys(n.Flags)
			if err != nil {
				t.Fatal(err)
			}
			return keys
		}
	}
	t.Fatal("there is no command run")
	return nil
}

func TestSchema(t *testing.T) {
	got, err := config.Schema("Settings of assay run",
		"What assay.yaml or a file named by --config may hold; docs/guide.md.", runKeys(t))
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(schemaFile, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(schemaFile)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not what the flags of run are (%v); run go test ./internal/core/cli -update", schemaFile, err)
	}
}

// The checked-in schema accepts what the program accepts, for every key and
// values of every kind.
func TestSchemaAgrees(t *testing.T) {
	keys := runKeys(t)
	schema, err := jsonschema.NewCompiler().Compile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	values := []string{`"rule"`, `"x"`, `""`, `"true"`, `"1"`, `1`, `0`, `-1`, `1.5`, `2.0`, `true`, `false`, `null`, `[]`,
		`["x"]`, `["rule"]`, `["x", "y"]`,
		`["x", 1]`, `[1]`, `[true]`, `[["x"]]`, `[null]`, `{"a": 1}`, `18446744073709551615`}
	accepted := map[bool]int{}
	try := func(doc string) {
		t.Helper()
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(doc))
		if err != nil {
			t.Fatal(err)
		}
		bySchema := schema.Validate(v)
		_, byProgram := config.Parse("f", []byte(doc), keys) // JSON is YAML
		if strings.Contains(fmt.Sprint(byProgram), "valid 64 bit int") {
			return // the schema does not limit integer widths
		}
		accepted[byProgram == nil]++
		if (bySchema == nil) != (byProgram == nil) {
			t.Errorf("%s: the schema says %v, the program %v", doc, bySchema, byProgram)
		}
	}
	for _, k := range keys {
		for _, name := range append([]string{k.Name}, k.Other...) {
			for _, v := range values {
				try(fmt.Sprintf(`{%q: %s}`, name, v))
			}
		}
		for _, other := range k.Other {
			try(fmt.Sprintf(`{%q: "rule", %q: "rule"}`, k.Name, other))
		}
	}
	for _, doc := range []string{`{}`, `[]`, `"x"`, `{"no-such": 1}`, `{"config": "x"}`, `{"help": true}`} {
		try(doc)
	}
	if accepted[true] < 50 || accepted[false] < 50 {
		t.Errorf("%d accepted, %d refused: the values do not try much", accepted[true], accepted[false])
	}
}

// The page lists every key that is not simply the name of a flag.
func TestConfigPage(t *testing.T) {
	page, err := os.ReadFile("../../../docs/guide.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range runKeys(t) {
		if row := fmt.Sprintf("| `%s` | `--%s` |", k.Name, k.Flag.Name); k.Name != k.Flag.Name &&
			!strings.Contains(string(page), row) {
			t.Errorf("docs/guide.md lacks the row %s", row)
		}
	}
}

// Every flag with a text declares what a setting from a found file may do.
func TestFoundTags(t *testing.T) {
	all := []string{isData, isSubject, isProgram, isOutput, isInput, isTools, isAddress}
	for _, k := range runKeys(t) {
		switch k.Flag.Target.Interface().(type) {
		case string, []string:
			if tag := k.Flag.Tag.Get("found"); !slices.Contains(all, tag) {
				t.Errorf(`--%s has the tag found:%q; it is one of %q`, k.Flag.Name, tag, all)
			}
		}
	}
}
