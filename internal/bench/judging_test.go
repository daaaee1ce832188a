package bench

import "testing"

func TestJudging(t *testing.T) {
	alone := Judging{Rule: "rule/1"}
	one := Judging{Rule: "rule/1", Asked: []string{"llm:a/1"}}
	panel := Judging{Rule: "rule/1", Asked: []string{"llm:a/1", "llm:b/1", "llm:c/1"}, Exec: "exec/2"}
	executed := Judging{Rule: "rule/1", Exec: "exec/2"}
	for _, tt := range []struct {
		j    Judging
		name string
		code bool
		want bool
	}{
		{alone, "rule/1", false, true}, {alone, "rule/1", true, true}, {alone, "llm:a/1", false, false},
		{one, "llm:a/1", false, true}, {one, "rule/1", false, false},
		{panel, "llm:b/1", false, true}, {panel, "llm:d/1", false, false}, {panel, "exec/2", false, false},
		{panel, "exec/2", true, true}, {panel, "llm:b/1", true, false},
		{executed, "rule/1", false, true}, {executed, "rule/1", true, false}, {executed, "exec/1", true, false},
		{alone, "", true, false},
	} {
		if got := tt.j.Counts(tt.name, tt.code); got != tt.want {
			t.Errorf("%s: Counts(%q, %v) is %v", tt.j, tt.name, tt.code, got)
		}
	}
	for _, tt := range []struct {
		j    Judging
		want string
	}{
		{alone, "rule/1"}, {one, "llm:a/1"}, {panel, "panel(llm:a/1, llm:b/1, llm:c/1), exec/2 on code"},
		{executed, "rule/1, exec/2 on code"}, {Judging{}, ""},
	} {
		if got := tt.j.String(); got != tt.want {
			t.Errorf("String is %q, want %q", got, tt.want)
		}
	}
	if got := panel.Others(); len(got) != 4 || got[3] != "exec/2" || len(panel.Asked) != 3 {
		t.Errorf("Others are %q", got)
	}
}
