package fleet_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/internal/bench"
	"assay/internal/ext/fleet"
)

func TestSplit(t *testing.T) {
	var plan []bench.Trial
	for i := range 7 {
		for _, subject := range []string{"a", "b", "local"} {
			key := fmt.Sprint(subject, i)
			if i == 6 { // the same question as the first
				key = subject + "0"
			}
			plan = append(plan, bench.Trial{Key: key, Subject: subject})
		}
	}
	queue := func(subject string) string {
		return map[string]string{"a": "one", "b": "two"}[subject]
	}
	want := []fleet.Part{{Queue: "one", Places: []int{0, 3, 6, 9}}, {Queue: "two", Places: []int{1, 4, 7, 10}},
		{Queue: "one", Places: []int{12, 15}}, {Queue: "two", Places: []int{13, 16}}}
	got := fleet.Split(plan, queue, 4)
	if len(got) != 4 || len(got[2].Places) != 2 {
		t.Fatalf("%+v", got)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestQueue(t *testing.T) {
	for in, want := range map[string]string{"openai": "openai",
		"openai at http://127.0.0.1:80/v1": "openai-at-http-127-0-0-1-80-v1", "-A--b-": "a-b"} {
		if got := fleet.Queue(in); got != want {
			t.Errorf("%s became %s", in, got)
		}
	}
}
