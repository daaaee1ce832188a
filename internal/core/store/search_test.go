package store

import (
	"testing"

	"assay/internal/bench"
)

// A search finds literal texts of a response in either case, and does not treat the text as
// a pattern.
func TestSearch(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		s := open(t, at)
		p := plan(4)
		r, _ := begin(t, s, p, false)
		texts := []string{"It Re-enters at 100%", "it re-enters at 1000", "a_b and !", ""}
		for i := range texts {
			x := result(p[i], bench.Answered)
			x.Response.Text = texts[i]
			write(t, s, r, x)
		}
		for _, c := range []struct {
			text  string
			limit int
			want  []string
			more  bool
		}{
			{"RE-ENTERS", 5, []string{p[0].Key, p[1].Key}, false},
			{"re-enters", 1, []string{p[0].Key}, true},
			{"100%", 5, []string{p[0].Key}, false},
			{"a_b", 5, []string{p[2].Key}, false},
			{"!", 5, []string{p[2].Key}, false},
			{"a%b", 5, nil, false},
		} {
			found, more, err := s.Search(t.Context(), r, c.text, "", c.limit)
			if err != nil || more != c.more || len(found) != len(c.want) {
				t.Fatalf("%q: %d found, more %v, %v; want %d, %v", c.text, len(found), more, err, len(c.want), c.more)
			}
			for i, m := range found {
				if m.Key != c.want[i] {
					t.Errorf("%q: found %s, want %s", c.text, m.Key, c.want[i])
				}
			}
		}
		if found, _, err := s.Search(t.Context(), r, "re", "nobody", 5); err != nil || len(found) != 0 {
			t.Errorf("another subject: %v, %v", found, err)
		}
	})
}
