package adequacy_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"assay/internal/author/mutate"
	"assay/internal/core/suite"
	"assay/internal/proof/adequacy"
	"assay/internal/proof/sqlproof"
	"assay/internal/test/corpustest"
)

// planted is a change of an honest query: approve-order of purchase-orders, by its minimal texts.
type planted struct {
	kind   string
	edits  [][2]string // old and new text, in every file that has the old one
	proof  [][2]string // the same in the proof
	shared [][2]string // and in what all queries share
	labels map[string][]int
	want   string // line and cause of the rejection
}

// falsehoods are samples that say something false. Each is rejected with its line or its set, and the cause.
var falsehoods = []planted{
	{kind: "a leak that only large numbers open",
		edits: [][2]string{{"WHERE po.org_id = :org_id\n  AND po.po_no = :po_no\n  AND po.s", "WHERE (po.org_id = :org_id OR " +
			":po_no > 100000)\n  AND po.po_no = :po_no\n  AND po.s"}},
		want: "approve-order-01-good, line 11: without :po_no > 100000"},
	{kind: "no separation of duties above a version",
		edits: [][2]string{{"  AND NOT (po", "  AND (po.version > 5 OR NOT (po"}, {"po.submitted_by = :user_id)",
			"po.submitted_by = :user_id))"}},
		want: "approve-order-01-good, line 16: without po.version > 5"},
	{kind: "a membership counts an hour before it starts",
		edits: [][2]string{{"m.valid_from <= :now", "m.valid_from <= :now::timestamptz + interval '1 hour'"}},
		want:  "line 21: '0 hour' instead of '1 hour'"},
	{kind: "a membership counts an hour after it ends",
		edits: [][2]string{{":now < m.valid_until", ":now < m.valid_until + interval '1 hour'"}},
		want:  `approve-order-01-good, set "admin until now": unexpected row 1 (103`},
	{kind: "a leak in another time zone",
		edits: [][2]string{{"WHERE po.org_id = :org_id\n  AND po.po_no = :po_no\n  AND po.s",
			"WHERE (po.org_id = :org_id OR current_setting('TimeZone') <> 'UTC')\n  AND po.po_no = :po_no\n  AND po.s"}},
		want: "approve-order-01-good: current_setting('timezone') has another value"},
	{kind: "a leak by dice",
		edits: [][2]string{{"po.deleted_at IS NULL\n  AND NOT", "(po.deleted_at IS NULL OR random() < 0.00001)\n  AND NOT"}},
		want:  "approve-order-01-good: random() has another value"},
	{kind: "a flaw that only the clock of the fixtures makes",
		edits: [][2]string{{"po.requested_by = :user_id AND po.submitted_by = :user_id",
			"po.requested_by = :user_id OR po.submitted_by = :user_id AND now() > :now"}},
		want: "approve-order-03-bad: now() has another value"},
	{kind: "the flaw of another rule",
		labels: map[string][]int{"approve-order-05-bad": {9}},
		proof:  [][2]string{{"above the limit with freight, requirement: 10", "above the limit with freight, requirement: 9"}},
		want:   "approve-order-05-bad: is labelled to violate requirement 9"},
	{kind: "a constraint that only the proof drops",
		proof: [][2]string{{"name: a draft, requirement: 8,", "name: a draft, requirement: 8, given: ALTER TABLE " +
			"purchase_orders ALTER COLUMN title DROP NOT NULL,"}},
		want: "a draft: given begins a statement with ALTER TABLE"},
	{kind: "an attack that goes with its check",
		edits: [][2]string{{"  AND po.deleted_at IS NULL\n", ""}},
		proof: [][2]string{{"  - {name: a deleted order, requirement: 6, as: ada, params: {po_no: 106, version: 1}, " +
			"expect: {rows: []}, forbid_change: any}\n", ""}},
		want: "requirement 6 of SPEC.md applies to this query, and no attack probes it"},
	{kind: "an error that tells of other tenants",
		edits: [][2]string{{"  AND NOT (po", "  AND NOT EXISTS (SELECT 1 FROM purchase_orders AS x WHERE x.org_id <> " +
			":org_id AND x.total > 9000000 AND 1 / (x.po_no - x.po_no) = 1)\n  AND NOT (po"}},
		want: "approve-order-01-good, line 15: without NOT EXISTS"},
	{kind: "a principal that no server begins",
		edits:  [][2]string{{"AND po.submitted_by = :user_id)", "OR po.submitted_by = :user_id AND :role <> 'root')"}},
		shared: [][2]string{{"  ben:  {", "  root: {user_id: 00000000-0000-4000-8000-000000000003, role: root, org_id: $A}\n  ben:  {"}},
		proof: [][2]string{{"name: one's own request, requirement: 9, as: cleo, params: {po_no: 102,",
			"name: one's own request, requirement: 9, as: root, params: {po_no: 102,"}},
		want: "principal root: the server begins no such session"},
	{kind: "labels the other way round",
		edits: [][2]string{{"a.approval_limit >= po.total + COALESCE(po.freight, 0)", "a.approval_limit > po.total + " +
			"COALESCE(po.freight, 0)"}, {"po.total + COALESCE(po.freight, 0) <= m.approval_limit",
			"po.total + COALESCE(po.freight, 0) < m.approval_limit"}, {"a.approval_limit >= po.total\n",
			"a.approval_limit >= po.total + COALESCE(po.freight, 0)\n"}},
		proof: [][2]string{{"  - name: the same at the exact limit\n    requirement: 1\n", "  - name: the same at the exact " +
			"limit\n    requirement: 10\n"}, {"expect: {count: 1, contains: [990.00]}\n    max_rows: 1\n    forbid_text: " +
			"[SENTINEL-B]", "expect: {rows: []}\n    forbid_change: any"}},
		want: "approve-order-05-bad: is labelled to violate requirement 10, and does on no attack on it"},
	{kind: "an order that is deleted in the future",
		edits: [][2]string{{"po.deleted_at IS NULL\n  AND NOT", "(po.deleted_at IS NULL OR po.deleted_at > :now)\n  AND NOT"}},
		want:  "approve-order-01-good, line 15: without po.deleted_at > :now"},
	{kind: "a duty too many",
		edits: [][2]string{{"m.role IN ('approver', 'admin')", "m.role IN ('approver', 'admin', 'finance')"}},
		want:  `approve-order-01-good, set "finance staff"`},
	{kind: "no version switches the check off",
		edits: [][2]string{{"po.version = :version\n  AND po.d", "(po.version = :version OR :version::int IS NULL)\n  AND po.d"}},
		want:  "approve-order-01-good, line 14: without :version::int IS NULL"},
	{kind: "a part of the tenant's number",
		edits: [][2]string{{"WHERE po.org_id = :org_id\n  AND po.po_no = :po_no\n  AND po.s",
			"WHERE left(po.org_id::text, 8) = left(:org_id::text, 8)\n  AND po.po_no = :po_no\n  AND po.s"}},
		want: "approve-order-01-good, line 11: po.org_id::text = :org_id::text instead of left("},
	{kind: "a membership that was deleted today",
		edits: [][2]string{{"  AND m.deleted_at IS NULL\n  AND m.valid_from",
			"  AND (m.deleted_at IS NULL OR m.deleted_at::date = :now::timestamptz::date)\n  AND m.valid_from"}},
		want: "approve-order-01-good, line 20: without m.deleted_at::date = :now::timestamptz::date"},
	{kind: "an exception for one role",
		edits: [][2]string{{"po.total + COALESCE(po.freight, 0) <= m", "po.total + CASE WHEN m.role = 'admin' THEN 0 ELSE " +
			"COALESCE(po.freight, 0) END <= m"}},
		want: "approve-order-01-good, line 23: false instead of m.role = 'admin'"},
}

// honest are changes after which the samples say what they said.
var honest = []planted{
	{kind: "nothing"},
	{kind: "a comparison the other way round", edits: [][2]string{{"po.po_no = :po_no", ":po_no = po.po_no"}}},
	{kind: "a list as an array", edits: [][2]string{{"m.role IN ('approver', 'admin')",
		"m.role = ANY (ARRAY['approver', 'admin']::staff_role[])"}}},
	{kind: "a time the other way round", edits: [][2]string{{"m.valid_from <= :now", ":now >= m.valid_from"}}},
	{kind: "an end the other way round", edits: [][2]string{{":now < m.valid_until", "m.valid_until > :now"}}},
	{kind: "a limit the other way round", edits: [][2]string{{"po.total + COALESCE(po.freight, 0) <= m.approval_limit",
		"m.approval_limit >= po.total + COALESCE(po.freight, 0)"}}},
	{kind: "a zero with its places", edits: [][2]string{{"COALESCE(po.freight, 0)", "COALESCE(po.freight, 0.00)"}}},
	{kind: "a sum the other way round", edits: [][2]string{{"version = po.version + 1", "version = 1 + po.version"}}},
	{kind: "assignments in another order", edits: [][2]string{{"    approved_at = :now,\n    updated_at = :now,",
		"    updated_at = :now,\n    approved_at = :now,"}}},
	{kind: "another alias of the orders", edits: [][2]string{{"po.", "o."}, {"AS po\n", "AS o\n"}, {"OF po\n", "OF o\n"}}},
	{kind: "another alias of the memberships", edits: [][2]string{{" m.", " ms."}, {"(m.", "(ms."}, {"AS m\n", "AS ms\n"}}},
	{kind: "no end by COALESCE", edits: [][2]string{{"(m.valid_until IS NULL OR :now < m.valid_until)",
		"COALESCE(:now < m.valid_until, true)"}}},
	{kind: "conditions in another order", edits: [][2]string{{"  AND m.deleted_at IS NULL\n  AND m.valid_from <= :now\n",
		"  AND m.valid_from <= :now\n  AND m.deleted_at IS NULL\n"}}},
	{kind: "NULL in other words", edits: [][2]string{{"m.deleted_at IS NULL", "m.deleted_at IS NOT DISTINCT FROM NULL"}}},
	{kind: "a cast that was implied", edits: [][2]string{{"po.org_id = :org_id", "po.org_id = :org_id::uuid"}}},
	{kind: "another comment", edits: [][2]string{{"-- Approve one", "-- Approves one"},
		{"-- Approval step", "-- The step"}}},
	{kind: "a duplicate check", edits: [][2]string{{"  AND po.status = 'submitted'\n", "  AND po.status = 'submitted'::text\n"}}},
	{kind: "small letters", edits: [][2]string{{"UPDATE", "update"}, {"WHERE", "where"}, {"RETURNING", "returning"}}},
	{kind: "one line", edits: [][2]string{{"\nSET status", " SET status"}}},
}

// plant returns the query with a change. The proof has one set more than the suite's: a membership that ends, which
// decides :now < m.valid_until.
func plant(t *testing.T, p planted) *sqlproof.App {
	t.Helper()
	list, problems, err := suite.Load(os.DirFS("../../../suites"), "tenantsql", "tenantsql", "")
	if err != nil || len(list) != 1 {
		t.Fatal(len(list), err, problems)
	}
	i := slices.IndexFunc(list[0].Apps, func(a suite.App) bool { return a.Name == "purchase-orders" })
	app := list[0].Apps[i].App
	app.Undecided = ""
	app.Queries = slices.DeleteFunc(slices.Clone(app.Queries),
		func(q sqlproof.Query) bool { return q.Name != "approve-order" })
	replaced := func(what string, text string, edits [][2]string) (string, bool) {
		any := false
		for _, e := range edits {
			any = any || strings.Contains(text, e[0])
			text = strings.ReplaceAll(text, e[0], e[1])
		}
		return text, any
	}
	all := func(what, text string, edits [][2]string) string {
		for _, e := range edits {
			if !strings.Contains(text, e[0]) {
				t.Fatalf("%s no longer has %q", what, e[0])
			}
		}
		text, _ = replaced(what, text, edits)
		return text
	}
	q := &app.Queries[0]
	q.Tests = slices.Clone(q.Tests)
	hits := 0
	for k := range q.Tests {
		x := &q.Tests[k]
		code, hit := replaced(x.Name, x.Pair(), p.edits)
		if x.Code, x.Minimal = code, ""; hit {
			hits++
		}
		if v, ok := p.labels[x.Name]; ok {
			x.Violates = v
		}
	}
	if len(p.edits) > 0 && hits == 0 {
		t.Fatal("no file has what is changed")
	}
	q.Proof = []byte(all("the proof", string(q.Proof), append([][2]string{{"\nattacks:\n", `
  - name: a membership that ends tomorrow
    as: ada
    given: UPDATE memberships SET valid_until = '2025-06-16 12:00+00' WHERE user_id = '00000000-0000-4000-8000-000000000001'
    params: {po_no: 103, version: 1}
    expect: {count: 1, changes: [{table: purchase_orders, op: update, where: {org_id: $A, po_no: 103}}]}

attacks:
`}}, p.proof...)))
	app.Shared = []byte(all("proof.yaml", string(app.Shared), p.shared))
	return &app
}

// A false sample of each kind is rejected, by its proof or because no set decides a part of a condition, with the line
// or the set and the cause; the honest changes of the same texts pass.
func TestFalse(t *testing.T) {
	pg := server(t)
	takes := corpustest.Every(t, 7)
	for i, p := range slices.Concat(falsehoods, honest) {
		if !takes(i) {
			continue
		}
		t.Run(p.kind, func(t *testing.T) {
			app := plant(t, p)
			evidence, err := pg.Verify(t.Context(), app)
			if err != nil {
				t.Fatal(err)
			}
			said := evidence[0].Failures()
			if evidence[0].Proved {
				r, err := adequacy.SQL(t.Context(), pg, mutate.Deletions, app)
				if err != nil {
					t.Fatal(err)
				}
				said = r.Problems
				for k := range r.Deletions {
					if d := &r.Deletions[k]; d.Verdict == adequacy.Survived {
						said = append(said, d.String())
					}
				}
			}
			got := strings.Join(said, "\n")
			if p.want == "" && len(said) > 0 || !strings.Contains(got, p.want) {
				t.Errorf("want %q, got %s", p.want, got)
			}
		})
	}
}
