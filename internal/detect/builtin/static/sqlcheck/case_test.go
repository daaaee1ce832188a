package sqlcheck

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const shop = `# Prompt
` + "```sql" + `
CREATE TABLE shops (id uuid PRIMARY KEY, name text);
CREATE TABLE users (id uuid PRIMARY KEY, email text, secret_hash text);
CREATE TABLE staff_members (shop_id uuid REFERENCES shops (id), user_id uuid, role text, PRIMARY KEY (shop_id, user_id));
CREATE TABLE orders (shop_id uuid REFERENCES shops (id), id uuid, status text CHECK (status IN ('open', 'paid')), note text,
  deleted_at timestamptz, PRIMARY KEY (shop_id, id));
CREATE TABLE lines (shop_id uuid, id uuid, order_id uuid, sku text UNIQUE, cost int, PRIMARY KEY (shop_id, id));
` + "```" + `
## Requirements
0. :org_id is the shop of the session.
1. Isolation: every row that is read or written must belong to the shop :org_id.
2. The caller must be one of the staff_members of the shop.
3. Deleted orders (deleted_at is set) must not be returned.
4. A list returns at most 100 rows, whatever page size is asked for.
5. Text from the client must never be concatenated into SQL.
6. An order's status becomes paid only from status open.
7. users.secret_hash and lines.cost must not be returned.
`

func TestSQL(t *testing.T) {
	const fn = "CREATE FUNCTION f(p_org_id uuid, p_term text, p_n int) RETURNS SETOF orders LANGUAGE plpgsql AS $$ " +
		"DECLARE v_sql text; v_o orders; BEGIN "
	fired := map[string]int{} // by check
	for _, tt := range []struct {
		name, src string
		want      []int
	}{
		{"scoped", "SELECT o.id, o.note FROM orders o WHERE o.shop_id = :org_id AND o.deleted_at IS NULL LIMIT 50", nil},
		{"no tenant", "SELECT o.id FROM orders o WHERE o.id = :id AND o.deleted_at IS NULL", []int{1}},
		{"unqualified", "select id from orders where shop_id = $1 and deleted_at is null limit 10", nil},
		{"OR beside it", "SELECT id FROM orders o WHERE o.shop_id = :org_id AND o.deleted_at IS NULL OR o.note = :n LIMIT 9",
			[]int{1}},
		{"OR in brackets", "SELECT id FROM orders o WHERE o.shop_id = :org_id AND (o.deleted_at IS " +
			"NULL OR o.note = :n) LIMIT 9", nil},
		{"in both branches", "SELECT id FROM orders o WHERE (o.shop_id = :org_id AND o.note = 'a' OR o.shop_id = :org_id " +
			"AND o.note = 'b') AND deleted_at IS NULL LIMIT 9", nil},
		{"joined on id alone", "SELECT o.id FROM orders o JOIN lines l ON l.order_id = o.id WHERE o.shop_id = :org_id AND " +
			"o.deleted_at IS NULL LIMIT 9", []int{1}},
		{"joined on both", "SELECT o.id FROM orders o JOIN lines l ON l.order_id = o.id AND o.shop_id = l.shop_id WHERE " +
			"l.shop_id = :org_id AND o.deleted_at IS NULL LIMIT 9", nil},
		{"using", "SELECT o.id FROM orders o JOIN lines l USING (shop_id) WHERE l.shop_id = :org_id AND " +
			"o.deleted_at IS NULL LIMIT 9", nil},
		{"row values", "SELECT l.id FROM lines l WHERE (l.shop_id, l.id) = (:org_id, :id)", nil},
		{"compared with itself", "SELECT l.id FROM lines l WHERE l.shop_id = l.shop_id AND l.id = :id", []int{1}},
		{"default of itself", "SELECT l.id FROM lines l WHERE l.shop_id = COALESCE(:org_id, l.shop_id) AND l.id = :id",
			[]int{1}},
		{"another column", "SELECT l.id FROM lines l WHERE l.shop_id = l.order_id AND l.id = :id", []int{1}},
		{"subquery", "SELECT l.id FROM lines l WHERE l.shop_id = :org_id AND l.id = :id AND EXISTS (SELECT 1 FROM orders o " +
			"WHERE o.id = l.order_id AND o.deleted_at IS NULL)", []int{1}},
		{"negated", "SELECT l.id FROM lines l WHERE NOT l.shop_id = :org_id AND l.id = :id", []int{1}},
		{"union arm", "SELECT l.id FROM lines l WHERE l.shop_id = :org_id AND l.id = :id UNION SELECT m.id " +
			"FROM lines m WHERE m.id = :id", []int{1}},
		{"cte", "WITH mine AS (SELECT * FROM lines l WHERE l.shop_id = :org_id) SELECT m.id FROM mine m JOIN orders o ON " +
			"o.shop_id = m.shop_id WHERE o.deleted_at IS NULL LIMIT 5", nil},
		{"part restricted by its reader", "WITH all_lines AS (SELECT l.shop_id, l.id FROM lines l) SELECT a.id FROM " +
			"all_lines a WHERE a.shop_id = :org_id LIMIT 5", nil},
		{"part that drops the tenant",
			"WITH all_lines AS (SELECT l.id FROM lines l) SELECT a.id FROM all_lines a WHERE a.id = :id LIMIT 5", []int{1}},
		{"part read without a restriction",
			"WITH all_lines AS (SELECT l.shop_id, l.id FROM lines l) SELECT a.id FROM all_lines a WHERE a.id = :id LIMIT 5",
			[]int{1}},
		{"view restricted by its reader", "CREATE VIEW v WITH (security_invoker = true) AS SELECT l.shop_id, l.id FROM " +
			"lines l; SELECT v.id FROM v WHERE shop_id = :org_id LIMIT 5", nil},
		{"view read without a restriction",
			"CREATE VIEW v AS SELECT l.shop_id, l.id FROM lines l; SELECT v.id FROM v WHERE v.id = :id LIMIT 5", []int{1}},
		{"derived table tested by its reader",
			"SELECT o.id FROM (SELECT p.* FROM orders p WHERE p.id = :id) o WHERE o.shop_id = :org_id AND o.deleted_at IS NULL",
			nil},
		{"derived table tested under another name", "SELECT o.id FROM (SELECT p.id, p.shop_id AS s, p.deleted_at AS gone " +
			"FROM orders p) o WHERE o.s = :org_id AND o.gone IS NULL LIMIT 5", nil},
		{"derived table without a test", "SELECT o.id FROM (SELECT p.* FROM orders p WHERE p.id = :id) o WHERE o.note = :n",
			[]int{1, 3}},
		{"part that reads itself", "WITH RECURSIVE w AS (SELECT l.* FROM lines l WHERE l.shop_id = :org_id UNION ALL " +
			"SELECT w.* FROM w) SELECT w.id FROM w LIMIT 5", nil},
		{"member of the rows of the tenant", "SELECT l.id FROM lines l WHERE l.shop_id = :org_id AND l.shop_id IN (SELECT " +
			"m.shop_id FROM staff_members m WHERE m.user_id = :user_id) LIMIT 5", nil},
		{"member of the rows of any tenant", "SELECT l.id FROM lines l WHERE l.shop_id = :org_id AND l.order_id IN (SELECT " +
			"o.id FROM orders o WHERE o.deleted_at IS NULL) LIMIT 5", []int{1}},
		{"row policy", "CREATE POLICY p ON lines USING (shop_id = current_setting('app.org')::uuid); SELECT l.id " +
			"FROM lines l WHERE l.id = :id", nil},
		{"one permissive policy opens", "CREATE POLICY p ON lines USING (shop_id = current_setting('app.org')::uuid); " +
			"CREATE POLICY o ON lines USING (sku = 'x'); SELECT l.id FROM lines l LIMIT 5", []int{1}},
		{"restrictive policy", "CREATE POLICY p ON lines AS RESTRICTIVE USING (shop_id = " +
			"current_setting('app.org')::uuid); CREATE POLICY o ON lines USING (sku = 'x'); SELECT l.id FROM lines l LIMIT 5",
			nil},
		{"policy for updates", "CREATE POLICY p ON lines FOR SELECT USING (shop_id = current_setting('app.org')::uuid); " +
			"CREATE POLICY o ON lines FOR UPDATE USING (sku = 'x'); UPDATE lines SET cost = 1 WHERE id = :id", nil},
		{"rows of no tenant", "SELECT l.id FROM lines l WHERE l.shop_id IS NULL AND l.id = :id", nil},
		{"membership", "SELECT o.id FROM orders o JOIN staff_members m ON m.user_id = :user_id WHERE o.shop_id = :org_id " +
			"AND o.deleted_at IS NULL LIMIT 5", []int{2}},
		{"table of tenants", "SELECT s.name FROM shops s WHERE s.id = :id", nil},
		{"all tenants", "SELECT count(*) FROM shops s", []int{1}},
		{"update", "UPDATE lines SET cost = 1 WHERE id = :id", []int{1}},
		{"update from", "UPDATE lines l SET cost = 1 FROM orders o WHERE o.shop_id = :org_id AND o.id = " +
			"l.order_id AND o.deleted_at IS NULL", []int{1}},
		{"delete", "DELETE FROM lines l USING orders o WHERE l.shop_id = o.shop_id AND o.shop_id = " +
			":org_id AND o.deleted_at IS NULL", nil},
		{"deleted rows", "SELECT o.id FROM orders o WHERE o.shop_id = :org_id LIMIT 5", []int{3}},
		{"mark tested where it removes nothing", "SELECT o.id FROM orders o LEFT JOIN lines l ON l.shop_id = o.shop_id AND " +
			"o.deleted_at IS NULL WHERE o.shop_id = :org_id LIMIT 5", []int{3}},
		{"mark tested in a right join that keeps the rows", "SELECT o.id FROM lines l RIGHT JOIN orders o ON l.shop_id = " +
			"o.shop_id AND o.deleted_at IS NULL WHERE o.shop_id = :org_id LIMIT 5", []int{3}},
		{"mark tested in a right join that drops the rows", "SELECT l.id FROM orders o RIGHT JOIN lines l ON l.shop_id = " +
			"o.shop_id AND o.deleted_at IS NULL WHERE l.shop_id = :org_id LIMIT 5", nil},
		{"mark tested in a full join", "SELECT o.id FROM lines l FULL JOIN orders o ON l.shop_id = o.shop_id AND " +
			"o.deleted_at IS NULL WHERE o.shop_id = :org_id LIMIT 5", []int{3}},
		{"mark tested in a left join of two tables", "SELECT l.id FROM lines l LEFT JOIN (orders o JOIN staff_members m ON " +
			"m.shop_id = o.shop_id) ON l.shop_id = o.shop_id AND o.deleted_at IS NULL WHERE l.shop_id = :org_id LIMIT 5", nil},
		{"picked by key after a look at the mark", "UPDATE orders o SET note = :n WHERE o.shop_id = :org_id AND o.id IN " +
			"(SELECT p.id FROM orders p WHERE p.shop_id = :org_id AND p.deleted_at IS NULL)", nil},
		{"picked by key and never looked at", "UPDATE orders o SET note = :n WHERE o.shop_id = :org_id AND o.id = :id",
			[]int{3}},
		{"looked at elsewhere and not picked", "WITH live AS (SELECT p.id FROM orders p WHERE p.shop_id = :org_id AND " +
			"p.deleted_at IS NULL) UPDATE orders o SET note = :n WHERE o.shop_id = :org_id", []int{3}},
		{"one row", "SELECT o.id FROM orders o WHERE o.shop_id = :org_id AND o.id = :id AND o.deleted_at IS NULL", nil},
		{"aggregate", "SELECT count(*) FROM orders o WHERE o.shop_id = :org_id AND o.deleted_at IS NULL", nil},
		{"bound", fn + "RETURN QUERY EXECUTE 'SELECT * FROM orders WHERE shop_id = $1 AND deleted_at IS NULL AND note = $2 " +
			"LIMIT 5' USING p_org_id, p_term; END $$", nil},
		{"tenant by IN", "SELECT l.id FROM lines l WHERE l.shop_id = :org_id AND l.shop_id IN (SELECT o.shop_id FROM " +
			"orders o WHERE o.id = l.order_id AND o.deleted_at IS NULL)", nil},
		{"tenant by IN below OR", "SELECT l.id FROM lines l WHERE l.shop_id = :org_id AND (l.sku = 'x' OR (l.order_id, " +
			"l.shop_id) IN (SELECT o.id, o.shop_id FROM orders o WHERE o.deleted_at IS NULL))", nil},
		{"IN by another column", "SELECT l.id FROM lines l WHERE l.shop_id = :org_id AND l.order_id IN (SELECT o.id FROM " +
			"orders o WHERE o.deleted_at IS NULL)", []int{1}},
		{"IN that ties nothing",
			"SELECT l.id FROM lines l WHERE l.shop_id IN (SELECT o.shop_id FROM orders o WHERE o.deleted_at IS NULL)", []int{1}},
		{"mark of a derived table",
			"SELECT o.id FROM (SELECT p.* FROM orders p WHERE p.shop_id = :org_id) o WHERE o.deleted_at IS NULL", nil},
		{"mark tested inside, tenant outside",
			"SELECT o.id FROM (SELECT p.* FROM orders p WHERE p.deleted_at IS NULL) o WHERE :org_id = o.shop_id", nil},
		{"mark of nothing", "SELECT o.id FROM (SELECT p.* FROM orders p WHERE p.shop_id = :org_id) o WHERE o.note IS NULL",
			[]int{3}},
		{"two parts deep", "WITH a AS (SELECT * FROM (SELECT * FROM lines) x) SELECT a.id FROM a WHERE " +
			"(a.shop_id, 1) = (:org_id, 1)", nil},
		{"tenant by another name",
			"SELECT x.id FROM (SELECT l.shop_id AS whose, l.id FROM lines l) x WHERE x.whose = :org_id", nil},
		{"another column by the tenant's name",
			"SELECT x.id FROM (SELECT l.order_id AS shop_id FROM lines l) x WHERE x.shop_id = :org_id", []int{1}},
		{"restricted behind a union", "SELECT x.id FROM (SELECT shop_id, id FROM lines UNION SELECT m.shop_id, m.id FROM " +
			"lines m) x WHERE x.shop_id = :org_id", nil},
		{"sides in branches", "SELECT id FROM lines l WHERE l.shop_id = :org_id AND l.sku = 'a' OR " +
			":org_id = l.shop_id AND l.sku = 'b'", nil},
		{"counted before it is restricted",
			"SELECT x.id FROM (SELECT l.shop_id, l.id, rank() OVER (ORDER BY l.cost) FROM lines l) x WHERE x.shop_id = :org_id",
			[]int{1}},
		{"counted by named window", "SELECT x.id FROM (SELECT l.shop_id, l.id, rank() OVER w FROM lines l WINDOW w AS " +
			"(PARTITION BY l.sku)) x WHERE x.shop_id = :org_id", []int{1}},
		{"counted by tenant", "SELECT x.id FROM (SELECT l.shop_id, l.id, rank() OVER w FROM lines l WINDOW w AS (PARTITION " +
			"BY sku, shop_id)) x WHERE x.shop_id = :org_id", nil},
		{"restricted before it is counted",
			"SELECT x.id FROM (SELECT l.shop_id, l.id, rank() OVER (ORDER BY l.cost) FROM lines l WHERE l.shop_id = :org_id) x",
			nil},
		{"part that reads itself", "WITH RECURSIVE r AS (SELECT l.shop_id, l.id FROM lines l WHERE l.shop_id = :org_id " +
			"UNION ALL SELECT l.shop_id, l.id FROM lines l JOIN r ON r.shop_id = l.shop_id AND r.id = " +
			"l.order_id) SELECT id FROM r", nil},
		{"inside IF", fn + "IF EXISTS (SELECT 1 FROM lines l WHERE l.id = p_n) THEN RETURN; END IF; END $$", []int{1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []int
			for _, f := range Analyse(tt.src, shop, Checks()) {
				got = append(got, f.Requirements...)
			}
			for _, c := range Checks() {
				if len(Analyse(tt.src, shop, []Check{c})) > 0 {
					fired[c.Name]++
					if len(tt.want) == 0 {
						t.Errorf("%s fires on a sound text", c.Name)
					}
				}
			}
			slices.Sort(got)
			if got = slices.Compact(got); !slices.Equal(got, tt.want) {
				t.Errorf("violates %v, want %v: %s", got, tt.want, fmt.Sprint(Analyse(tt.src, shop, Checks())))
			}
		})
	}
	for _, c := range Checks() {
		if _, ok := c.Class.Info(); !ok || c.Name == "" || c.Doc == "" {
			t.Errorf("incomplete check %+v", c)
		}
		if fired[c.Name] == 0 {
			t.Errorf("no case in which %s fires", c.Name)
		}
	}
}

// The policies of a specification hold for the application's role, not for code that
// runs with the rights of the owner.
func TestSchemaPolicies(t *testing.T) {
	policed := strings.Replace(shop, "cost int, PRIMARY KEY (shop_id, id));", "cost int, PRIMARY KEY (shop_id, id));\n"+
		"CREATE POLICY p ON lines FOR SELECT USING (shop_id = current_setting('app.org')::uuid);", 1)
	const read = "SELECT l.id FROM lines l WHERE l.id = 1"
	for src, want := range map[string]bool{
		read: false, "-- what the view shows\n" + read: false,
		"CREATE VIEW v WITH (security_barrier, security_invoker = true) AS " + read: false,
		"CREATE VIEW v WITH (security_invoker = false) AS " + read:                  true,
		"CREATE VIEW v AS " + read: true,
		"CREATE FUNCTION f() RETURNS uuid LANGUAGE sql AS $$ " + read + " $$":                  false,
		"CREATE FUNCTION f() RETURNS uuid LANGUAGE sql SECURITY DEFINER AS $$ " + read + " $$": true,
	} {
		if got := len(Analyse(src, policed, Checks())) > 0; got != want {
			t.Errorf("%s: findings %v, want %v", src, got, want)
		}
	}
}

func TestSQLWithoutSpec(t *testing.T) {
	if got := Analyse("SELECT * FROM orders", "", Checks()); len(got) > 0 {
		t.Errorf("without requirements nothing is violated: %v", got)
	}
}
