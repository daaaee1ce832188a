package store

import (
	"strings"
	"testing"

	"assay/internal/bench"
)

func TestExplain(t *testing.T) {
	engines(t, func(t *testing.T, at string) {
		s := open(t, at)
		v := plan(1)[0].Variant
		planned := func(temperature, subject string, rep int) bench.Trial {
			k := bench.TrialKey{Version: bench.KeyVersion, Task: v.Task.Hash(), Subject: subject,
				Params: map[string]string{"temperature": temperature}, Repetition: rep}
			return bench.Trial{Key: k.Hash(), Parts: &k, Subject: subject, Variant: v, Repetition: rep}
		}
		first, other := planned("0", "m", 0), planned("0", "n", 3)
		r, _ := begin(t, s, []bench.Trial{first, other}, false)
		write(t, s, r, result(first, bench.Unparsed), result(other, bench.Answered))
		hot := planned("1", "m", 0)
		begin(t, s, []bench.Trial{hot}, false)

		e, err := s.Explain(t.Context(), hot.Key[:12])
		if err != nil {
			t.Fatal(err)
		}
		if e.Key != hot.Key || e.Variant != v.Key || len(e.Endings) != 0 || e.Nearest != first.Key {
			t.Errorf("%+v, want the trial of %s nearest", e, first.Key)
		}
		if d := e.NearestParts.Diff(e.Parts); len(d) != 1 || d[0].Name != "params.temperature" || d[0].Old != "0" ||
			d[0].New != "1" {
			t.Errorf("differences %+v", d)
		}
		e, err = s.Explain(t.Context(), first.Key)
		if err != nil || len(e.Endings) != 1 || e.Endings[0].Outcome != bench.Unparsed || e.Endings[0].Reason != "because" {
			t.Errorf("%+v, %v", e, err)
		}
		for _, bad := range []string{"", "abc", "xyz0", "abcd%", "00000000000000000000000000000000"} {
			if _, err := s.Explain(t.Context(), bad); err == nil || strings.Contains(err.Error(), "SQL") {
				t.Errorf("%q: %v", bad, err)
			}
		}
	})
}
