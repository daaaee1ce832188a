package tenantsql

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assay/internal/proof/sqlproof"
)

func dice() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// Only rows change their order: not the columns of an INSERT, not a list of one row, not the contents of a row.
func TestShuffled(t *testing.T) {
	const sql = "INSERT INTO t (a, b) VALUES\n  (1, 'x, (y)'), (2, f(3, 4)),\n  (5, NULL);\nSELECT * FROM (VALUES (7), " +
		"(8), (9)) AS v (n);\nINSERT INTO u VALUES (1);\n"
	got := shuffled(sql, dice())
	if got == sql {
		t.Error("nothing moved")
	}
	letters := func(s string) string { b := []byte(s); slices.Sort(b); return string(b) }
	if letters(got) != letters(sql) {
		t.Errorf("%s", got)
	}
	for _, want := range []string{"(1, 'x, (y)')", "(2, f(3, 4))", "(5, NULL)", "INSERT INTO t (a, b) VALUES\n  (",
		") AS v (n);", "INSERT INTO u VALUES (1);"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is gone from\n%s", want, got)
		}
	}
	if again := shuffled(sql, dice()); again != got {
		t.Error("one seed gives two orders")
	}
}

// Ids change consistently and keep their order; so do names, except words that the schema, a test or a search
// for a part of them needs.
func TestWithIDsAndNames(t *testing.T) {
	w := world{
		fixtures: "INSERT INTO p VALUES ('a0000000-0000-4000-8000-000000000001', 'Lena Prado', 'Open'), " +
			"('b0000000-0000-4000-8000-0000000000' || 2, 'Marta', 'Europe/Madrid');",
		shared:  "names: {a: a0000000-0000-4000-8000-000000000001}",
		queries: map[string]string{"q": "params: {term: art}\nexpect: {rows: [[Lena Prado]]}\n"},
	}
	ids := w.withIDs(dice())
	stems := idStem.FindAllString(ids.fixtures, -1)
	if len(stems) != 2 || stems[0] >= stems[1] || stems[0] == "a0000000-0000-4000-8000-" ||
		!strings.Contains(ids.shared, stems[0]+"000000000001") {
		t.Errorf("%v %+v", stems, ids)
	}
	app := &sqlproof.App{Schema: "CREATE TABLE p (state text CHECK (state = 'Open'))"}
	names := w.withNames(app, dice())
	for _, kept := range []string{"'Marta'", "'Open'", "'Europe/Madrid'"} {
		if !strings.Contains(names.fixtures, kept) {
			t.Errorf("%s is gone from %s", kept, names.fixtures)
		}
	}
	if strings.Contains(names.fixtures, "Lena") || strings.Contains(names.fixtures, "Prado") {
		t.Errorf("names stay in %s", names.fixtures)
	}
	_, after, _ := strings.Cut(names.fixtures, "000000000001', '")
	full, _, _ := strings.Cut(after, "'")
	if !strings.HasPrefix(full, "L") || !strings.Contains(names.queries["q"], "[["+full+"]]") {
		t.Errorf("%q is not in %s", full, names.queries["q"])
	}
}

// A batch without some queries and without the public bad tests has adapted proofs.
func TestProofs(t *testing.T) {
	shared := "now: x\nrequirements:\n  1: all\n  2: [a, b]\n  3: [b]\n"
	if got, want := only(shared, []string{"a"}), "now: x\nrequirements:\n  1: all\n  2: [a]\n  3: []\n"; got != want {
		t.Errorf("%q", got)
	}
	const q = "regular:\n  - name: r\nalso:\n  # why\n  q-03-bad: [2]\n\nattacks:\n  - name: x\nequivalent:\n  " +
		"q-01-good:\n    - {without: LIMIT, because: few}\n"
	if got, want := ownTests.ReplaceAllString(q, ""), "regular:\n  - name: r\nattacks:\n  - name: x\n"; got != want {
		t.Errorf("%q", got)
	}
	problems := []string{"x: gives :bank_id, which no file uses"}
	for in, want := range map[string]string{
		"defaults: {batch: null, bank_id: null}":           "defaults: {batch: null}",
		"params: {bank_id: $b, batch: 1}":                  "params: { batch: 1}",
		"params: {bank_id: $b}":                            "params: {}",
		"params: {a: 1, bank_id: [1, 2], c: 2}":            "params: {a: 1, c: 2}",
		"forbid_change: [{where_not: {bank_id: $bank_a}}]": "forbid_change: [{where_not: {bank_id: $bank_a}}]",
	} {
		if got := withoutParams(in, problems); got != want {
			t.Errorf("%s became %s", in, got)
		}
	}
}
