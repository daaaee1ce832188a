package adequacy

import (
	"slices"
	"strings"
	"testing"
)

// handlers are handlers with what is removed from each, and what is there instead.
var handlers = []struct{ language, code, want string }{
	{"python", `def own(db, me):
    if me.role is None or me.until and me.until <= me.now:
        raise HTTPError(403)


@route("GET", "/notes")
def notes(db, me, term, size=None):
    own(db, me)
    found = select(Note).where(Note.org == me.org, or_(Note.open, Note.by == me.id)).limit(min(size or 20, 50))
    if term:
        found = found.where(Note.body.contains(term))
    more = Note.objects.live().filter(Q(a=1) | Q(b=2), org=me.org).exclude(gone=True)
    rows = db.execute(text("""SELECT a FROM t AS x LEFT JOIN u ON u.o = x.o WHERE x.o = :o
        AND (x.a BETWEEN 1 AND :n OR EXISTS (SELECT FROM v WHERE v.id = x.id)) LIMIT :n"""))
    return [n for n in found if n.open or n.by == me.id]
    def live(self): return self
`, `me.role is None or me.until and me.until <= me.now -> ((me.role is None or me.until and me.until <= me.now) and False)
me.role is None -> ((me.role is None) and False)
me.until and me.until <= me.now -> ((me.until and me.until <= me.now) and False)
me.until -> ((me.until) or True)
me.until <= me.now -> ((me.until <= me.now) or True)
own(db, me) -> pass
Note.org == me.org
or_(Note.open, Note.by == me.id)
Note.open
Note.by == me.id
.limit(min(size or 20, 50))
min(…, 50) -> 1000000
term -> ((term) or True)
.where(Note.body.contains(term))
.live()
Q(a=1) | Q(b=2)
org=me.org
Q(a=1)
Q(b=2)
.exclude(gone=True)
u.o = x.o -> ((u.o = x.o) OR TRUE)
x.o = :o -> ((x.o = :o) OR TRUE)
x.a BETWEEN 1 AND :n -> ((x.a BETWEEN 1 AND :n) AND FALSE)
v.id = x.id -> ((v.id = x.id) OR TRUE)
EXISTS (SELECT FROM v WHERE v.id = x.id) -> ((EXISTS (SELECT FROM v WHERE v.id = x.id)) AND FALSE)
(x.a BETWEEN 1 AND :n OR EXISTS (SELECT FROM v WHERE v.id = x.id)) -> (((x.a BETWEEN 1 AND :n OR EXISTS (SELECT FROM v WHERE v.id = x.id))) OR TRUE)
LIMIT :n -> :n + 1000000
n.open or n.by == me.id -> ((n.open or n.by == me.id) or True)
n.open -> ((n.open) and False)
n.by == me.id -> ((n.by == me.id) and False)`},
	{"ts", `route('GET', '/notes', async (db: Db, me: Me, q: { id: number; all?: boolean }) => {
  const mine = and(eq(notes.org, me.org), or(eq(notes.by, me.id), isNull(notes.by)));
  const rows = await db.select().from(notes).where(mine).for('update').limit(Math.min(q.id || 5, 40));
  if (!rows.length || rows[0].org !== me.org && !me.root) throw new HttpError(404);
  if (q.all) rows.push(...await db.from('x').where((eb) => eb.or([eb('a', '=', 1), eb('b', 'is', null)])));
  return rows;
});
`, `eq(notes.org, me.org)
or(eq(notes.by, me.id), isNull(notes.by))
eq(notes.by, me.id)
isNull(notes.by)
.where(mine)
.limit(Math.min(q.id || 5, 40))
min(…, 40) -> 1000000
!rows.length || rows[0].org !== me.org && !me.root -> ((!rows.length || rows[0].org !== me.org && !me.root) && false)
!rows.length -> ((!rows.length) && false)
rows[0].org !== me.org && !me.root -> ((rows[0].org !== me.org && !me.root) && false)
rows[0].org !== me.org -> ((rows[0].org !== me.org) || true)
!me.root -> ((!me.root) || true)
q.all -> ((q.all) || true)
.where((eb) => eb.or([eb('a', '=', 1), eb('b', 'is', null)]))
eb('a', '=', 1)
eb('b', 'is', null)`},
	{"go", `func list(db *gorm.DB, me web.Me, in input) (any, error) {
	scope(db, me)
	var m Member
	err := db.Where("org_id = ? AND user_id = ?", me.OrgID, me.UserID).Where("gone IS NULL").Take(&m).Error
	if err != nil || m.Role != "admin" && m.Role != "boss" {
		return nil, web.Error(403)
	}
	if known, ok := map[string]bool{"a": true}[in.Sort]; ok {
		m.Known = known
	}
	rows := []Row{}
	if err := db.Where(map[string]any{"org_id": me.OrgID, "open": true}).Limit(min(in.Size, 50)).Find(&rows).Error; err != nil {
		return nil, err
	}
	return rows, nil
}
func scope(db *gorm.DB, me web.Me) {
	db.Statement.AddClause(clause.Where{Exprs: []clause.Expression{clause.Eq{Value: me.OrgID}}})
}
`, `scope(db, me) -> if false { scope(db, me) }
org_id = ? -> ((org_id = ?) OR TRUE)
user_id = ? -> ((user_id = ?) OR TRUE)
gone IS NULL -> ((gone IS NULL) OR TRUE)
err != nil || m.Role != "admin" && m.Role != "boss" -> ((err != nil || m.Role != "admin" && m.Role != "boss") && false)
err != nil -> ((err != nil) && false)
m.Role != "admin" && m.Role != "boss" -> ((m.Role != "admin" && m.Role != "boss") && false)
m.Role != "admin" -> ((m.Role != "admin") || true)
m.Role != "boss" -> ((m.Role != "boss") || true)
ok -> ((ok) || true)
"org_id": me.OrgID
"open": true
.Limit(min(in.Size, 50))
min(…, 50) -> 1000000
db.Statement.AddClause(clause.Where{Exprs: []clause.Expression{clause.Eq{Value: me.OrgID}}}) -> if false { db.Statement.AddClause(clause.Where{Exprs: []clause.Expression{clause.Eq{Value: me.OrgID}}}) }`},
}

func TestHandler(t *testing.T) {
	for _, c := range handlers {
		var got, want []string
		for _, r := range Handler(c.language, c.code) {
			what, instead := strings.TrimPrefix(r.Description, "without "), ""
			for line := range strings.Lines(c.want) {
				line = strings.TrimSuffix(line, "\n")
				if w, with, _ := strings.Cut(line, " -> "); w == what {
					what, instead = line, with
				}
			}
			got = append(got, what)
			if rest, begins := strings.CutPrefix(r.Code, c.code[:r.Start]); !begins || !strings.HasPrefix(rest, instead) ||
				instead == "" && len(r.Code) >= len(c.code) {
				t.Errorf("%s: %s is there instead:\n%s", c.language, what, r.Code[r.Start:])
			}
		}
		for line := range strings.Lines(c.want) {
			want = append(want, strings.TrimSuffix(line, "\n"))
		}
		slices.Sort(got)
		if slices.Sort(want); !slices.Equal(got, want) {
			t.Errorf("%s: got\n%s\nwant\n%s", c.language, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}
