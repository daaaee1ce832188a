package chat

import (
	"testing"
	"time"

	"assay/internal/core/model"
	"assay/internal/test/modeltest"
)

// Requests about files and batches are those that openai-go 3.95 made.
func TestRecorded(t *testing.T) {
	answer := `{"id":"x1","status":"completed","output_file_id":"file-1","data":[{"id":"batch_9","created_at":9999999999}],"has_more":true}`
	reply := func(n int) string {
		if n == 3 { // the second page is the last
			return `{"data":[]}`
		}
		return answer
	}
	modeltest.Recorded(t, "testdata/requests.json", reply, func(s modeltest.Server) {
		m, err := NewBatcher(Config{Provider: "p", BaseURL: s.URL + "/v1", APIKey: "sk-k"})
		if err != nil {
			t.Fatal(err)
		}
		hot := 0.7
		enc, err := m.Encode(model.Request{Model: "gpt-x", User: "u<", Temperature: &hot})
		if err != nil {
			t.Fatal(err)
		}
		if id, err := m.Submit(t.Context(), "n1", []model.BatchItem{{ID: "q-n1", Body: enc.Body}}); id != "x1" || err != nil {
			t.Errorf("submitted as %q: %v", id, err)
		}
		if ids, err := m.Find(t.Context(), "n1", 1, time.Now()); len(ids) != 0 || err != nil {
			t.Errorf("found %v: %v", ids, err)
		}
		if state, err := m.Fetch(t.Context(), "b/1", func(model.BatchResult) error { return nil }); !state.Over ||
			err != nil {
			t.Errorf("%+v, %v", state, err)
		}
	})
}

// Every line of results is a result with an id, or skipped.
func FuzzResult(f *testing.F) {
	f.Add([]byte(`{"custom_id":"a-1","response":{"status_code":200,"body":{"choices":[]}},"error":null}`))
	f.Add([]byte(`{"custom_id":"a-1","response":null,"error":{"code":"batch_expired","message":"x"}}`))
	f.Add([]byte(`{"custom_id":"a-1","response":{"status_code":0},"error":{"code":5}}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		r, ok := result(line)
		if ok && (r.ID == "" || (r.Lapsed == "") == (r.Status == 0)) {
			t.Errorf("%+v", r)
		}
	})
}
