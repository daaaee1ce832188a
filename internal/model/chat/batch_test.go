package chat

import "testing"

// Whatever stands in a line of results, it is a result of some request, or none.
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
