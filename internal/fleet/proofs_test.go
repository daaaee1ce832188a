package fleet_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"
	"time"

	"assay/internal/fleet"
	"assay/internal/pgserver/pgtest"
	"assay/internal/store"
)

// prove asks the provider, who counts, and says what the evidence is of.
func (c child) prove(ctx context.Context, input json.RawMessage) (json.RawMessage, error) {
	if c.Broken {
		return nil, errors.New("no compiler")
	}
	body, err := json.Marshal(map[string]any{"messages": []any{map[string]string{"content": string(input)}}})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.Server, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	resp.Body.Close()
	return json.Marshal(map[string]any{"of": input})
}

// Proofs are executed by workers that can, though one that cannot takes jobs too
// and others are killed as they work. Each is executed once, but for what was
// under way at a kill, and never again once there is evidence.
func TestProofs(t *testing.T) {
	t.Parallel()
	const n, kills = 150, 6
	at := pgtest.URL(t)
	s, err := store.Open(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	p, url := newProvider(t, 10*time.Millisecond)
	var tasks []fleet.Task
	for i := range n {
		tasks = append(tasks, fleet.Task{Queue: "proofs-test", Input: json.RawMessage(fmt.Sprintf(`{"sample":%d}`, i))})
	}
	packed := []byte("PK\x00\xff")
	execute := func(tasks []fleet.Task) int {
		t.Helper()
		known, err := fleet.Execute(t.Context(), s, map[string][]byte{"h": packed}, tasks)
		if err != nil {
			t.Fatal(err)
		}
		return known
	}
	if known := execute(tasks[:100]); known != 0 {
		t.Errorf("%d are known", known)
	}
	execute(tasks[50:]) // part of them is queued already
	if held := number(t, s, `SELECT sum(jsonb_array_length(args -> 'keys'))::bigint FROM river_job WHERE kind = 'assay_proofs'`); held != n {
		t.Errorf("the jobs hold %d, want each of %d once", held, n)
	}
	if b, err := fleet.Bundle(t.Context(), s, "h"); err != nil || !bytes.Equal(b, packed) {
		t.Errorf("the bundle is %q (%v)", b, err)
	}

	c := child{Server: url, DB: at, Rescue: time.Second, Connections: 1, Proofs: 2}
	broken := c
	broken.Broken = true
	spawn(t, broken)
	workers := []*process{spawn(t, c), spawn(t, c)}
	rnd := rand.New(rand.NewPCG(5, 5))
	killed, before := 0, 0
	var made map[string]json.RawMessage
	until(t, "all is executed", func() bool {
		if made, err = fleet.Evidence(t.Context(), s, tasks); err != nil {
			t.Fatal(err)
		}
		if killed < kills && p.count() > before+5+rnd.IntN(10) {
			i := rnd.IntN(len(workers))
			workers[i].cmd.Process.Kill()
			<-workers[i].ended
			killed, before = killed+1, p.count()
			workers[i] = spawn(t, c)
		}
		return len(made) == n
	})
	for _, task := range tasks {
		if want := fmt.Sprintf(`{"of":%s}`, task.Input); string(made[task.Key()]) != want {
			t.Errorf("the evidence on %s is %s", task.Input, made[task.Key()])
		}
	}
	extra := p.count() - n
	if killed != kills || extra > killed*c.Proofs {
		t.Errorf("%d executions too many after %d kills with %d under way", extra, killed, c.Proofs)
	}
	until(t, "the jobs are ended", func() bool {
		return number(t, s, `SELECT count(*) FROM river_job WHERE state NOT IN ('completed', 'discarded', 'cancelled')`) == 0
	})
	if known := execute(tasks); known != n {
		t.Errorf("%d of %d are known", known, n)
	}
	if left := number(t, s, `SELECT count(*) FROM river_job WHERE state NOT IN ('completed', 'discarded', 'cancelled')`); left != 0 {
		t.Errorf("%d jobs for what has evidence", left)
	}
	if workers, err := fleet.Workers(t.Context(), s); err != nil || workers < 3 {
		t.Errorf("%d workers (%v)", workers, err)
	}
	t.Logf("%d executions of %d after %d kills", p.count(), n, killed)
}
