package adequacy

import (
	"slices"
	"strings"
	"testing"
)

func TestProgramDeletions(t *testing.T) {
	code := `// .where('not', 'code')
export function f(db, p) {
  if (!p.id || p.role === 'viewer') { throw new Error('no'); }
  if (p.old) return db('b');
  const q = db('a as x').join('b', { 'b.o': 'x.o', 'b.id': 'x.id' }).where({ o: p.o, id }).whereNull('gone');
  if (p.s) q.where((w) => w.where('n', p.s).orWhere('m', p.s)); else q.orderBy('n');
  return q.limit(Math.min(p.size, 50));
}
`
	var got []string
	for _, m := range programDeletions(code) {
		got = append(got, m.Description[len("without "):])
		if !strings.HasPrefix(m.Code, code[:m.Start]) || len(m.Code) >= len(code) {
			t.Errorf("%s: nothing was removed there", m.Description)
		}
	}
	want := []string{"if (!p.id || p.role === 'viewer') { throw new Error('no'); }", "!p.id", "p.role === 'viewer'",
		"if (p.old) return db('b');", "'b.o': 'x.o'", "'b.id': 'x.id'", ".where({ o: p.o, id })", "o: p.o", "id",
		".whereNull('gone')", ".where((w) => w.where('n', p.s).orWhere('m', p.s))", ".limit(Math.min(p.size, 50))", "Math.min(…, 50)"}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}
