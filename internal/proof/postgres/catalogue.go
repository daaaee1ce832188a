package postgres

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"assay/internal/proof/sqlproof"
)

// object identifies an object of a database, or one aspect of it, by its oid.
type object struct{ class, oid string }

// item is the state of an object.
type item struct {
	parent string // oid of the relation that it belongs to, "" if it belongs to none
	state  string
}

// catalogue holds everything in a database that somebody other than a superuser can define.
type catalogue map[object]item

// kinds lists the catalogues whose rows are compared whole: name, column of the relation to which a row belongs
// ("0" for none), condition.
var kinds = [][3]string{
	{"pg_aggregate", "0", ""}, {"pg_attrdef", "adrelid", ""}, {"pg_cast", "0", ""}, {"pg_collation", "0", ""},
	{"pg_constraint", "conrelid", ""}, {"pg_conversion", "0", ""}, {"pg_default_acl", "0", ""}, {"pg_enum", "0", ""},
	{"pg_event_trigger", "0", ""}, {"pg_extension", "0", ""}, {"pg_foreign_data_wrapper", "0", ""},
	{"pg_foreign_server", "0", ""}, {"pg_language", "0", ""}, {"pg_opclass", "0", ""}, {"pg_operator", "0", ""},
	{"pg_opfamily", "0", ""}, {"pg_policy", "polrelid", ""}, {"pg_proc", "0", ""}, {"pg_publication", "0", ""},
	{"pg_rewrite", "ev_class", ""}, {"pg_statistic_ext", "stxrelid", ""}, {"pg_transform", "0", ""},
	{"pg_trigger", "tgrelid", "AND NOT tgisinternal"}, {"pg_ts_config", "0", ""}, {"pg_ts_dict", "0", ""},
	// every relation and every element type has types that follow from it
	{"pg_type", "0", "AND NOT (typtype = 'b' AND typelem <> 0) AND NOT EXISTS (SELECT FROM pg_class AS c WHERE c.oid = " +
		"typrelid AND relkind <> 'c')"},
}

// reading is the query of all objects: class, oid, relation, state. What was there when the server was made
// belongs to the superuser, except for schemas. A relation's rights and filters are an object of their own,
// and so is a function that runs with the rights of its owner. What a relation contains is not part of it.
var reading = func() string {
	const mine = "WHERE c.oid >= 16384 AND relkind"
	parts := []string{
		"SELECT 'pg_namespace', oid, 0, n::text FROM pg_namespace AS n WHERE nspname !~ '^pg_(toast_)?temp_'",
		"SELECT 'pg_class', oid, 0, ROW(relname, relnamespace, relowner, relam, relkind, relpersistence, relispartition, " +
			"relreplident, reloptions, relpartbound, relnatts)::text FROM pg_class AS c " + mine + " NOT IN ('i', 'I', 't')",
		"SELECT 'rights', oid, oid, ROW(relacl, relrowsecurity, relforcerowsecurity)::text FROM pg_class AS c " + mine +
			" NOT IN ('i', 'I', 't')",
		"SELECT 'pg_index', indexrelid, indrelid, ROW(relname, i.*)::text FROM pg_index AS i JOIN pg_class AS c ON c.oid = " +
			"indexrelid " + mine + " <> 't' AND indrelid NOT IN (SELECT oid FROM pg_class WHERE relkind = 't')",
		"SELECT 'pg_attribute', attrelid, attrelid, string_agg(a::text, ' ' ORDER BY attnum) FROM pg_attribute AS a JOIN " +
			"pg_class AS c ON c.oid = attrelid " + mine + " NOT IN ('i', 'I', 't') GROUP BY attrelid",
		"SELECT 'pg_inherits', inhrelid, inhparent, i::text FROM pg_inherits AS i",
		"SELECT 'pg_sequence', seqrelid, seqrelid, s::text FROM pg_sequence AS s",
		"SELECT 'definer', oid, 0, '' FROM pg_proc WHERE oid >= 16384 AND prosecdef",
	}
	for _, k := range kinds {
		oid := "t.oid"
		if k[0] == "pg_aggregate" {
			oid = "aggfnoid::oid"
		}
		parts = append(parts, fmt.Sprintf("SELECT '%[1]s', %[2]s, %[3]s, t::text FROM %[1]s AS t WHERE %[2]s >= 16384 %[4]s",
			k[0], oid, k[1], k[2]))
	}
	return strings.Join(parts, " UNION ALL ")
}()

// catalogue reads the definitions of the database.
func readCatalogue(ctx context.Context, reader *pgconn.PgConn) (catalogue, error) {
	rows, err := query(ctx, reader, reading)
	if err != nil {
		return nil, err
	}
	out := catalogue{}
	for _, r := range rows {
		// an object may inherit from several
		k := object{r[0], r[1]}
		out[k] = item{strings.TrimPrefix(r[2], "0"), out[k].state + r[3]}
	}
	return out, nil
}

// difference is an object that one catalogue has and another has not, or not in this state.
type difference struct {
	object
	how string // adds, changes or removes
}

// kind is equal for differences of the same kind.
func (d difference) kind() string { return d.how + " " + d.class }

// differences compares two catalogues, in a fixed order.
func (c catalogue) differences(after catalogue) []difference {
	var out []difference
	for k, was := range c {
		if is, ok := after[k]; !ok {
			out = append(out, difference{k, "removes"})
		} else if is != was {
			out = append(out, difference{k, "changes"})
		}
	}
	for k := range after {
		if _, ok := c[k]; !ok {
			out = append(out, difference{k, "adds"})
		}
	}
	slices.SortFunc(out, func(a, b difference) int {
		return strings.Compare(a.kind()+a.oid, b.kind()+b.oid)
	})
	return out
}

// foreign returns the differences that are no business of a query's definitions: all but functions that run as
// their caller, relations of its own with what belongs to them, and the filters and rights of other relations.
func (c catalogue) foreign(after catalogue) []difference {
	return slices.DeleteFunc(c.differences(after), func(d difference) bool {
		switch d.kind() {
		case "adds pg_proc", "adds pg_class", "adds pg_policy", "changes rights":
			return true
		}
		parent := after[d.object].parent
		_, there := c[object{"pg_class", parent}]
		return d.how == "adds" && d.class != "pg_inherits" && parent != "" && !there
	})
}

// kindsOf returns the kinds of differences.
func kindsOf(list []difference) map[string]bool {
	out := map[string]bool{}
	for _, d := range list {
		out[d.kind()] = true
	}
	return out
}

// describe says in a few words what a difference is; reader sees the later catalogue.
func describe(ctx context.Context, reader *pgconn.PgConn, d difference) string {
	switch d.class {
	case "definer":
		return d.how + " a function with the rights of the owner"
	case "pg_inherits":
		return d.how + " a table that inherits from another"
	}
	class := d.class
	if class == "rights" || class == "pg_attribute" || class == "pg_index" || class == "pg_sequence" {
		class = "pg_class"
	}
	if class == "pg_aggregate" {
		class = "pg_proc"
	}
	rows, err := query(ctx, reader, fmt.Sprintf("SELECT pg_describe_object(%s::regclass, %s, 0)",
		sqlproof.Literal(class), d.oid))
	if err != nil || len(rows) == 0 || rows[0][0] == "" {
		return d.how + " an object of " + d.class
	}
	return d.how + " " + sqlproof.Clip(rows[0][0], maxShown)
}
