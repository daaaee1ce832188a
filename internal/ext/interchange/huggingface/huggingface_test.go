package huggingface

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"assay/internal/bench"
	"assay/internal/core/report/write"
	"assay/internal/core/suite"
	"assay/internal/test/interchangetest"
	"assay/internal/test/npmtest"
)

func world() []Set {
	bad := &bench.Variant{
		Key: "one/ds/jar", Suite: "one", Sample: "ds/jar", Base: "ds/jar", Group: "ds", Tier: 2, Truth: bench.Vulnerable,
		Proof: bench.Proved, Class: "reentrancy", Twin: "one/ds/jar+fixed", LossUSD: 1 << 40,
		RootCause: "\"quoted\"\nand <b>", Labels: []bench.Label{{Function: bench.RootCause, Span: bench.Span{Line: 3}},
			{Function: bench.RootCause, Span: bench.Span{Line: 5}}, {Function: "DECOY", Span: bench.Span{Line: 7}}},
		Task: bench.Task{Language: "solidity", Files: []bench.File{{Path: "Jar.sol",
			Text: "contract Jar {\n\t// ü\u2028\n}\n"}, {Path: "Lib.sol", Text: "library L {}"}},
			Context: []bench.File{{Path: "Note.sol", Text: "x"}}},
	}
	good := &bench.Variant{Key: "one/ds/jar+fixed", Suite: "one", Sample: "ds/jar", Base: "ds/jar", Truth: bench.Safe,
		Proof: bench.Proved, Task: bench.Task{Language: "solidity",
			Files: []bench.File{{Path: "Jar.sol", Text: "contract Jar {}"}}}}
	sql := &bench.Variant{Key: "two/shop/list-01-good", Suite: "two", Sample: "shop/list", Truth: bench.Safe,
		Proof: bench.Unproved, Task: bench.Task{Language: "sql", Files: []bench.File{{Path: "q.sql", Text: "SELECT 1"}},
			Spec: "CREATE TABLE a ()"}}
	return []Set{
		{Suite: &suite.Suite{Name: "one", Hash: "aa", Samples: []suite.Sample{{ID: "ds/jar",
			Meta: &suite.Meta{Licence: "MIT", Canary: "assay-canary-0"}}}}, Variants: []*bench.Variant{bad, good},
			Embedded: true},
		{Suite: &suite.Suite{Name: "two", Hash: "bb"}, Variants: []*bench.Variant{sql}, Embedded: true},
	}
}

// An independent reader finds the documented types, and in every cell the value of the suite.
func TestParquetReadBack(t *testing.T) {
	dir := npmtest.Dir(t, "parquet", "ASSAY_REQUIRE_PARQUET", "Parquet was not read back by another reader")
	sets := world()
	names, texts, err := Files(sets)
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for i, s := range sets {
		file := filepath.Join(t.TempDir(), "x.parquet")
		if err := os.WriteFile(file, texts[names[i]], 0o644); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("node", filepath.Join(dir, "read.mjs"), file)
		cmd.Dir = dir
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		sc := bufio.NewScanner(bytes.NewReader(out))
		sc.Buffer(nil, 1<<20)
		sc.Scan()
		var schema []struct{ Name, Type string }
		if err := json.Unmarshal(sc.Bytes(), &schema); err != nil {
			t.Fatal(err)
		}
		types := map[string]string{}
		for _, c := range schema {
			types[c.Name] = c.Type
		}
		for _, c := range columns() {
			want := map[write.Kind]string{write.KindText: "BYTE_ARRAY", write.KindWhole: "INT64"}[c.kind]
			if types[c.name] != want {
				t.Errorf("%s is %q, want %s", c.name, types[c.name], want)
			}
		}
		for _, v := range s.Variants {
			if !sc.Scan() {
				t.Fatalf("%s: too few rows", s.Suite.Name)
			}
			var got map[string]any
			if err := json.Unmarshal(sc.Bytes(), &got); err != nil {
				t.Fatal(err)
			}
			var meta *suite.Meta
			if len(s.Suite.Samples) > 0 {
				meta = s.Suite.Samples[0].Meta
			}
			for _, c := range columns() {
				want := any(c.of(row{v, meta}))
				switch {
				case want == "":
					want = nil
				case c.kind == write.KindWhole:
					want, _ = json.Number(want.(string)).Float64()
				}
				if got[c.name] != want {
					t.Errorf("%s: %s is %q, want %q", v.Key, c.name, got[c.name], want)
				}
			}
			rows++
		}
		if sc.Scan() {
			t.Errorf("%s: a row too many: %s", s.Suite.Name, sc.Text())
		}
	}
	if rows != 3 {
		t.Errorf("%d rows", rows)
	}
}

// The cells that are computed rather than copied.
func TestCells(t *testing.T) {
	bad := world()[0].Variants[0]
	got := map[string]string{}
	for _, c := range columns() {
		got[c.name] = c.of(row{bad, &suite.Meta{Licence: "MIT"}})
	}
	for name, want := range map[string]string{"target_lines": "3, 5", "loss_usd": "1099511627776", "licence": "MIT",
		"truth": "vulnerable", "public": "",
		"context": `[{"path":"Lib.sol","text":"library L {}"},{"path":"Note.sol","text":"x"}]`} {
		if got[name] != want {
			t.Errorf("%s: %q, want %q", name, got[name], want)
		}
	}
}

// A card meets the requirements of the specification, and describes the files correctly.
func TestCroissant(t *testing.T) {
	out := interchangetest.Folder{}
	if err := Write(out, world()); err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	schema := c.MustCompile("testdata/croissant.schema.json")
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(out["croissant.json"]))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(doc); err != nil {
		t.Error(err)
	}
	var card struct {
		Distribution []struct {
			ID      string `json:"@id"`
			Content string `json:"contentUrl"`
			SHA256  string `json:"sha256"`
		}
		RecordSet []struct {
			Key struct {
				ID string `json:"@id"`
			}
			Field []struct {
				ID     string `json:"@id"`
				Source struct {
					FileObject struct {
						ID string `json:"@id"`
					}
					Extract struct{ Column string }
				}
			}
		}
	}
	if err := json.Unmarshal(out["croissant.json"], &card); err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for _, f := range card.Distribution {
		sum := sha256.Sum256(out[f.Content])
		if len(out[f.Content]) == 0 || hex.EncodeToString(sum[:]) != f.SHA256 {
			t.Errorf("%s has another hash than the card says", f.Content)
		}
		ids[f.ID] = true
	}
	for _, s := range card.RecordSet {
		fields := map[string]bool{}
		for _, f := range s.Field {
			if ids[f.ID] || fields[f.ID] || !ids[f.Source.FileObject.ID] || f.Source.Extract.Column != path.Base(f.ID) {
				t.Errorf("%+v", f)
			}
			fields[f.ID] = true
		}
		if !fields[s.Key.ID] {
			t.Errorf("key %s is no field", s.Key.ID)
		}
	}
	if len(card.Distribution) != 2 || len(card.RecordSet) != 2 {
		t.Errorf("%+v", card)
	}
	alone, err := Croissant(world())
	if err != nil || !bytes.Equal(alone, out["croissant.json"]) {
		t.Errorf("the card alone is another: %v", err)
	}
}

// The front matter names every file by configuration and split, and the right licence.
func TestReadme(t *testing.T) {
	for _, ours := range []bool{true, false} {
		sets := world()
		sets[1].Embedded = ours
		out := interchangetest.Folder{}
		if err := Write(out, sets); err != nil {
			t.Fatal(err)
		}
		front := strings.Split(string(out["README.md"]), "---\n")[1]
		var card struct {
			License string `yaml:"license"`
			Name    string `yaml:"license_name"`
			Configs []struct {
				Name    string                         `yaml:"config_name"`
				Default bool                           `yaml:"default"`
				Files   []struct{ Split, Path string } `yaml:"data_files"`
			} `yaml:"configs"`
			Info []struct {
				Name   string `yaml:"config_name"`
				Splits []struct {
					Name  string `yaml:"name"`
					Bytes int    `yaml:"num_bytes"` // without it, datasets ignores the splits
					Rows  int    `yaml:"num_examples"`
				} `yaml:"splits"`
				Features []struct{ Name, Dtype string } `yaml:"features"`
			} `yaml:"dataset_info"`
		}
		if err := yaml.Unmarshal([]byte(front), &card); err != nil {
			t.Fatal(err)
		}
		if want := map[bool]string{true: "cc-by-4.0", false: "other"}[ours]; card.License != want ||
			(card.Name == "") != ours {
			t.Errorf("licence %s (%s), want %s", card.License, card.Name, want)
		}
		if len(card.Configs) != 2 || !card.Configs[0].Default || card.Configs[1].Default {
			t.Fatalf("%+v", card.Configs)
		}
		for i, c := range card.Configs {
			found := 0
			for name := range out {
				if ok, err := path.Match(c.Files[0].Path, name); ok && err == nil {
					found++
					if n := card.Info[i].Splits[0].Bytes; n != len(out[name]) {
						t.Errorf("%s: num_bytes is %d", name, n)
					}
				}
			}
			if found != 1 || c.Files[0].Split != "test" || card.Info[i].Name != c.Name ||
				card.Info[i].Splits[0].Rows != len(sets[i].Variants) || len(card.Info[i].Features) != len(columns()) {
				t.Errorf("%+v, %+v: %d files", c, card.Info[i], found)
			}
		}
	}
}

// Equal suites give equal bytes.
func TestSameBytes(t *testing.T) {
	a, b := interchangetest.Folder{}, interchangetest.Folder{}
	if err := Write(a, world()); err != nil {
		t.Fatal(err)
	}
	if err := Write(b, world()); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(a, b) || len(a) != 4 {
		t.Error(fmt.Sprint(len(a)), "files, or other bytes")
	}
}
