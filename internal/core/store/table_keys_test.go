package store

import (
	"fmt"
	"testing"
)

// Keys of any length are found in plans of several pieces, repeated keys at all their
// places.
func TestKeys(t *testing.T) {
	const n = 2*planPiece + 3
	keys := newKeyList(n)
	index := newKeyIndex(&keys)
	key := func(place int) string {
		if place == n-1 {
			place = 5
		}
		return fmt.Sprintf("%d key", place*place)
	}
	for i := range keys.texts {
		var text []byte
		from, to := i*planPiece, min((i+1)*planPiece, n)
		for place := from; place < to; place++ {
			text = append(text, key(place)...)
			keys.ends[place] = uint32(len(text))
		}
		keys.texts[i] = string(text)
		index.add(from, to)
	}
	for place := range n {
		if got := keys.at(place); got != key(place) {
			t.Fatalf("the key of place %d is %q, want %q", place, got, key(place))
		}
		first, others, ok := index.find(key(place))
		if twice := place == 5 || place == n-1; !ok || twice != (len(others) == 1 && first == 5 && others[0] == n-1) ||
			!twice && int(first) != place {
			t.Fatalf("the key of place %d is found at %d and %v", place, first, others)
		}
	}
	if _, _, ok := index.find("no key"); ok {
		t.Error("a key that is not there is found")
	}
}
