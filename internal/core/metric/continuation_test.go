package metric

import (
	"fmt"
	"testing"
)

// A subject that continues predictable code as well in other names has no memory; one
// that knows the public texts alone has. Bases with one side do not count.
func TestRecitation(t *testing.T) {
	made := func(public, null int) (out []Overlapped) {
		for i := range 20 {
			base := fmt.Sprintf("b%02d", i)
			out = append(out, Overlapped{base, false, public + i%3, 100}, Overlapped{base, true, null + (i+1)%3, 100})
		}
		return append(out, Overlapped{"alone", false, 100, 100})
	}
	if r := Recitation(made(90, 10)); !r.Shown() || r.Bases != 20 || r.LeftOut != 1 || r.Gap.Value < 0.79 ||
		r.Gap.Value > 0.81 || r.Public.Value < 0.9 {
		t.Errorf("by heart: %+v", r)
	}
	if r := Recitation(made(40, 40)); r.Shown() || r.Gap.Interval == nil || r.Gap.Interval.Lo > 0 ||
		r.Gap.Interval.Hi < 0 {
		t.Errorf("predictable: %+v %+v", r, r.Gap.Interval)
	}
	var same []Overlapped
	for i := range 6 {
		base := fmt.Sprint(i)
		same = append(same, Overlapped{base, false, 9, 10}, Overlapped{base, true, 1, 10})
	}
	if r := Recitation(same); !r.Shown() || r.Gap.Interval != nil {
		t.Errorf("the same in every cluster: %+v", r)
	}
	if r := Recitation(same[:10]); r.Shown() {
		t.Errorf("five clusters are enough: %+v", r)
	}
	if r := Recitation(nil); r.Shown() || r.Gap.OK {
		t.Errorf("nothing: %+v", r)
	}
}
