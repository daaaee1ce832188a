package sqltext

import (
	"fmt"
	"strings"
	"testing"

	"assay/internal/bench"
)

const schema = `
-- Tenants; CREATE TABLE in a comment is none.
CREATE TABLE clubs (id uuid PRIMARY KEY, name text);
CREATE TABLE IF NOT EXISTS public.members (
  club_id uuid NOT NULL REFERENCES clubs (id),
  "id" UUID NOT NULL,
  mail varchar(80) DEFAULT lower('A,b') CHECK (mail <> ''),
  status text CHECK (status IN ('in', 'out')),
  deleted_by uuid,
  removed_at TIMESTAMPTZ,
  PRIMARY KEY (club_id, id),
  CONSTRAINT c CHECK (mail IN ('a', 'b'))
);
CREATE TABLE fees (id int, club_id uuid, member_id uuid, FOREIGN KEY (member_id) REFERENCES members (id));
CREATE INDEX ON fees (id);
`

func TestTables(t *testing.T) {
	var got []string
	for _, tab := range Tables(schema) {
		var cols []string
		for _, c := range tab.Columns {
			s := c.Name
			if c.References != "" {
				s += ">" + c.References
			}
			if c.Choices {
				s += "?"
			}
			cols = append(cols, s)
		}
		got = append(got, fmt.Sprintf("%s(%s) key%v tenant=%s deleted=%s", tab.Name, strings.Join(cols, " "), tab.Key,
			tab.Tenant, tab.Deleted))
	}
	want := `clubs(id name) key[id] tenant=id deleted=
members(club_id>clubs id mail? status? deleted_by removed_at) key[club_id id] tenant=club_id deleted=removed_at
fees(id club_id member_id>members) key[] tenant=club_id deleted=`
	if g := strings.Join(got, "\n"); g != want {
		t.Errorf("got\n%s\nwant\n%s", g, want)
	}
}

func TestTenantByName(t *testing.T) {
	tables := Tables("create table a (user_id int references users); create table b (user_id int references users, " +
		"org_id int); create table users (id int);")
	if tables[0].Tenant != "" || tables[1].Tenant != "org_id" || tables[2].Tenant != "" {
		t.Errorf("%+v", tables)
	}
}

func TestParseSpec(t *testing.T) {
	s := ParseSpec("It's a shop.\n\n```sql\n" + schema + "1. not a rule\n```\n## Rules\n\n" +
		`0. :org_id comes from the session.
1. Every row that is read must belong to :org_id.
2. Soft-deleted members must be excluded.
3. Lists return at most 50 rows,
   whatever page size is sent.
4. Client text is bound with USING, never concatenated.
5. A member is expelled only from status 'in'.
12) mail and password_hash must not be returned.

# Remarks

Every tenant belongs to :org_id and must be joined.
`)
	if len(s.Tables) != 3 || len(s.Requirements) != 7 || s.Requirements[6].Number != 12 ||
		strings.Contains(s.Requirements[6].Text, "Every") {
		t.Fatalf("%+v", s)
	}
	for class, want := range map[bench.Class]int{"cross_tenant": 1, "soft_delete": 2, "missing_pagination": 3,
		"sql_injection": 4, "state_transition": 5, "sensitive_field": 12} {
		if n, ok := s.Requirement(class); n != want || !ok {
			t.Errorf("%s: %d, want %d", class, n, want)
		}
	}
	if _, ok := s.Requirement("temporal_access"); ok {
		t.Error("no requirement speaks of time")
	}
	if s.Table("members") == nil || s.Table("nobody") != nil {
		t.Error("Table")
	}
}
