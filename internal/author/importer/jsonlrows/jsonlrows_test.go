package jsonlrows_test

import (
	"testing"

	"assay/internal/author/importer/jsonlrows"
	"assay/internal/test/importertest"
)

func TestGolden(t *testing.T) {
	importertest.Golden(t, jsonlrows.Format)
}

func TestHostile(t *testing.T) { importertest.Hostile(t, jsonlrows.Format) }

// Malformed input is reported with its place, and the rest is imported.
func TestDamage(t *testing.T) {
	importertest.Damage(t, jsonlrows.Format, `samples.jsonl`, "\n{\"id\": 1}\n",
		`samples.jsonl:2: has no text: give it in file or code`)
	importertest.Damage(t, jsonlrows.Format, `samples.jsonl`, "{\"ID\": 1}\n{\"colour\": 1}\n",
		`samples.jsonl:2: column "colour" is not one of`)
	importertest.Damage(t, jsonlrows.Format, `samples.jsonl`, "{} {}\n", `samples.jsonl:1: has more than one value`)
	importertest.Damage(t, jsonlrows.Format, `samples.jsonl`, "{\n", `samples.jsonl:1: unexpected EOF`)
	importertest.Damage(t, jsonlrows.Format, `samples.jsonl`,
		"{\"code\": \"contract A { }\", \"truth\": \"safe\", \"subset\": \"x\"}\n", `samples.jsonl:1: subset "x"`)
}

func FuzzList(f *testing.F) { importertest.Fuzz(f, jsonlrows.Format, `samples.jsonl`) }
