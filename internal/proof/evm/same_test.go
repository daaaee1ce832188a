package evm

import (
	"bytes"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

func word(b ...byte) []byte { return append(make([]byte, 32-len(b)), b...) }

// reasonData encodes Error(string).
func reasonData(s string) []byte {
	out := append([]byte{}, errorSelector...)
	out = append(append(out, word(32)...), word(byte(len(s)))...)
	return append(out, append([]byte(s), make([]byte, (32-len(s)%32)%32)...)...)
}

// Data is equal up to what the mapping names, and nothing else.
func TestSame(t *testing.T) {
	m := Mapping{Selectors: map[[4]byte][4]byte{{1, 2, 3, 4}: {5, 6, 7, 8}}, Topics: map[[32]byte][32]byte{{9}: {10}},
		Strings: map[string]string{"no": "never, ever, under any circumstance"}}
	topic := func(b byte) []byte { return append([]byte{b}, make([]byte, 31)...) }
	for _, c := range []struct {
		name string
		a, b []byte
		want bool
	}{
		{"equal", word(7), word(7), true},
		{"other", word(7), word(8), false},
		{"longer", word(7), append(word(7), 0), false},
		{"selector", append([]byte{1, 2, 3, 4}, word(7)...), append([]byte{5, 6, 7, 8}, word(7)...), true},
		{"selector and other data", append([]byte{1, 2, 3, 4}, word(7)...), append([]byte{5, 6, 7, 8}, word(8)...), false},
		{"selector not translated", []byte{1, 2, 3, 4}, []byte{5, 6, 7, 9}, false},
		{"selector backwards", []byte{5, 6, 7, 8}, []byte{1, 2, 3, 4}, false},
		{"selector within data", append(word(0), 1, 2, 3, 4, 0, 0, 0, 0), append(word(0), 5, 6, 7, 8, 0, 0, 0, 0), true},
		{"selector off its place", []byte{0, 1, 2, 3, 4, 0, 0, 0}, []byte{0, 5, 6, 7, 8, 0, 0, 0}, false},
		{"topic", topic(9), topic(10), true},
		{"part of a topic", topic(9)[:31], topic(10)[:31], false},
		{"reason", reasonData("no"), reasonData("never, ever, under any circumstance"), true},
		{"other reason", reasonData("nope"), reasonData("never, ever, under any circumstance"), false},
	} {
		if got := m.same(c.a, c.b); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	if got := m.translate(append([]byte{1, 2, 3, 4}, word(1)...)); !bytes.Equal(got,
		append([]byte{5, 6, 7, 8}, word(1)...)) {
		t.Errorf("translated to %x", got)
	}
}

// The slot of a mapping's value follows its key, and a struct value moves as a whole.
func TestPlaces(t *testing.T) {
	m := Mapping{Selectors: map[[4]byte][4]byte{{1, 2, 3, 4}: {5, 6, 7, 8}}, Strings: map[string]string{"a": "b"}}
	key := func(sel ...byte) []byte { return append(append([]byte{}, sel...), make([]byte, 28)...) }
	s := places{m: &m, preimages: map[common.Hash][]byte{}, moved: map[common.Hash]common.Hash{}}
	hash := func(parts ...[]byte) common.Hash {
		data := bytes.Join(parts, nil)
		h := crypto.Keccak256Hash(data)
		s.preimages[h] = data
		return h
	}
	was := hash(key(1, 2, 3, 4), word(3))
	is := crypto.Keccak256Hash(key(5, 6, 7, 8), word(3))
	inner := hash(word(77), was[:])
	text := hash([]byte("a"), word(4))
	other := hash(word(1), word(3))
	next := func(h common.Hash) common.Hash { h[31]++; return h }
	for i, c := range [][2]common.Hash{
		{was, is},
		{next(was), next(is)},
		{inner, crypto.Keccak256Hash(word(77), is[:])},
		{text, crypto.Keccak256Hash([]byte("b"), word(4))},
		{other, other},
		{common.BytesToHash(word(3)), common.BytesToHash(word(3))},
	} {
		if got := s.slot(c[0]); got != c[1] {
			t.Errorf("%d: %s goes to %s, want %s", i, c[0], got, c[1])
		}
	}
}

// Strings in storage are recognised in both of their forms.
func TestStored(t *testing.T) {
	long := "a string of more than thirty-one bytes"
	m := Mapping{Strings: map[string]string{"short": long}}
	at := common.BytesToHash(word(2))
	short := common.Hash{'s', 'h', 'o', 'r', 't', 31: 10}
	data := crypto.Keccak256Hash(at[:])
	after := common.BigToHash(data.Big().Add(data.Big(), common.Big1))
	b := map[common.Hash]common.Hash{at: common.BytesToHash(word(byte(2*len(long) + 1))),
		data: common.Hash([]byte(long)[:32]), after: common.BytesToHash(common.RightPadBytes([]byte(long)[32:], 32))}
	got := m.stored(map[common.Hash]common.Hash{at: short}, b)
	if len(got) != 3 || !got[at] || !got[data] || !got[after] {
		t.Errorf("settled %v", got)
	}
	b[after] = common.Hash{'x'}
	if got := m.stored(map[common.Hash]common.Hash{at: short}, b); len(got) != 0 {
		t.Errorf("another string settles %v", got)
	}
}
