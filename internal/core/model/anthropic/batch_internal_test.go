package anthropic

import "testing"

// Every line of results is a result with an id, or skipped.
func FuzzResult(f *testing.F) {
	f.Add([]byte(`{"custom_id":"a-1","result":{"type":"succeeded","message":{"type":"message"}}}`))
	f.Add([]byte(`{"custom_id":"a-1","result":{"type":"errored","error":{"type":"error","error":{"type":"overloaded_error"}}}}`))
	f.Add([]byte(`{"custom_id":"a-1","result":{"type":"canceled","error":7}}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		r, ok := result(line)
		if ok && (r.ID == "" || (r.Lapsed == "") == (r.Status == 0)) {
			t.Errorf("%+v", r)
		}
	})
}
