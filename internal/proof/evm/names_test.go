package evm

import "testing"

// A struct whose fields are named like numbers, as a renaming may name them, is still
// a valid ABI; its selector depends only on types.
func TestFieldsWithForeignNames(t *testing.T) {
	const abiText = `[{"type":"function","name":"order","stateMutability":"view","inputs":[],"outputs":[{"name":"","type":"tuple",` +
		`"components":[{"name":"_0x12ab","type":"uint256"},{"name":"_","type":"tuple[]","components":[{"name":"","type":"address"}]}]}]},` +
		`{"type":"function","name":"take","stateMutability":"view","inputs":[{"name":"o","type":"tuple","components":[{"name":"_0x1","type":"uint8"}]}],"outputs":[]}]`
	a, err := parseABIs([]Contract{{Name: "Proof", ABI: []byte(abiText)}})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := a.methods[[4]byte(selector("take((uint8))"))]; !ok || len(a.methods) != 2 {
		t.Errorf("%v", a.methods)
	}
	if _, err := parseABIs([]Contract{{Name: "Proof", ABI: []byte(
		`[{"type":"function","name":"x","inputs":[{"type":"nonsense"}]}]`)}}); err == nil {
		t.Error("a type that is none passes")
	}
}
