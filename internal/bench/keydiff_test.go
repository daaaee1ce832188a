package bench

import (
	"reflect"
	"testing"
)

// Every part of a key changes its hash, and Diff names every part.
func TestKeyDiffNamesEveryPart(t *testing.T) {
	base := TrialKey{Version: 1, Task: "t", Params: map[string]string{"temperature": "0"}}
	if d := base.Diff(base); d != nil {
		t.Errorf("a key differs from itself: %v", d)
	}
	for i := range reflect.TypeFor[TrialKey]().NumField() {
		other := base
		f := reflect.ValueOf(&other).Elem().Field(i)
		switch f.Kind() {
		case reflect.Int:
			f.SetInt(f.Int() + 1)
		case reflect.Uint64:
			f.SetUint(f.Uint() + 1)
		case reflect.String:
			f.SetString(f.String() + "x")
		case reflect.Map:
			f.Set(reflect.ValueOf(map[string]string{"temperature": "1"}))
		default:
			t.Fatalf("a field of kind %v", f.Kind())
		}
		name := reflect.TypeFor[TrialKey]().Field(i).Name
		if d := base.Diff(other); len(d) != 1 || d[0].Old == d[0].New || d[0].Explained == "" {
			t.Errorf("%s: differences %v", name, d)
		}
		if base.Hash() == other.Hash() {
			t.Errorf("%s does not change the hash", name)
		}
	}
	d := base.Diff(TrialKey{Version: 1, Task: "t", Params: map[string]string{"server": "s"}})
	if len(d) != 2 || d[0].Name != "params.server" || d[1].Name != "params.temperature" {
		t.Errorf("settings that come and go: %v", d)
	}
}
