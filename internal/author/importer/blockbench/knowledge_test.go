package blockbench

import "testing"

// What is known is what the reply says, whatever the source's mark says; a probe about a further finding has its own
// key.
func TestRecalled(t *testing.T) {
	for _, c := range []struct {
		status, reply, sample, want string
		flaw                        int
	}{
		{"unclear", "1. In August 2022.\n\n2. About $190 million.\n\n3. Access control.\n\n4. A zero root.", "s/tc/a?incident",
			`{"known":true,"date":"2022-08","loss_usd":190000000,"chain":null,"vulnerability":"Access control.","mechanism":"A zero root."}`, 0},
		{"unclear", "1. 2023, specifically on July 30.\n2. $70 million", "s/tc/a#2?incident",
			`{"known":true,"date":"2023-07-30","loss_usd":70000000,"chain":null,"vulnerability":null,"mechanism":null}`, 2},
		{"familiar", "I am not familiar with this specific audit finding.", "s/tc/a?incident",
			`{"known":false,"date":null,"loss_usd":null,"chain":null,"vulnerability":null,"mechanism":null}`, 1},
	} {
		r := record{Model: "m", Status: c.status, Response: c.reply}
		a, ok := r.recalled("s/tc/a", c.flaw)
		if !ok || a.Sample != c.sample || a.Text != c.want {
			t.Errorf("%q: %v %s %s", c.reply, ok, a.Sample, a.Text)
		}
	}
}
