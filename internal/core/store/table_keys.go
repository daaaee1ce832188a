package store

import (
	"hash/maphash"
	"sync"
)

// planPiece is the number of places of a plan that are read together, and whose keys are
// in one text.
const planPiece = 16384

// keyList is the keys of a plan, by place.
type keyList struct {
	texts []string // one for each piece: its keys, concatenated
	ends  []uint32 // by place: end of the key in the text of its piece
}

func newKeyList(n int) keyList {
	return keyList{make([]string, (n+planPiece-1)/planPiece), make([]uint32, n)}
}

func (k *keyList) at(place int) string {
	begin := uint32(0)
	if place%planPiece > 0 {
		begin = k.ends[place-1]
	}
	return k.texts[place/planPiece][begin:k.ends[place]]
}

// keyIndex maps keys to places in little memory.
type keyIndex struct {
	seed  maphash.Seed
	mu    sync.Mutex
	keys  *keyList
	slots []uint32            // place + 1, 0 where free; its length is a power of two
	same  map[uint32][]uint32 // by place: further places with the same key
}

func newKeyIndex(keys *keyList) *keyIndex {
	size := 8
	for size < 2*len(keys.ends) {
		size *= 2
	}
	return &keyIndex{seed: maphash.MakeSeed(), keys: keys, slots: make([]uint32, size), same: map[uint32][]uint32{}}
}

// add adds places to the index. It is safe for concurrent calls, but find may be called only after all of them.
func (x *keyIndex) add(from, to int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for place := from; place < to; place++ {
		slot := x.slot(x.keys.at(place))
		if at := x.slots[slot]; at > 0 {
			x.same[at-1] = append(x.same[at-1], uint32(place))
		} else {
			x.slots[slot] = uint32(place) + 1
		}
	}
}

// slot returns the slot of a key, or the free slot for it.
func (x *keyIndex) slot(key string) int {
	mask := len(x.slots) - 1
	slot := int(maphash.String(x.seed, key)) & mask
	for x.slots[slot] > 0 && x.keys.at(int(x.slots[slot]-1)) != key {
		slot = (slot + 1) & mask
	}
	return slot
}

// find returns the first place of a key, and the others.
func (x *keyIndex) find(key string) (place uint32, others []uint32, ok bool) {
	at := x.slots[x.slot(key)]
	if at == 0 {
		return 0, nil, false
	}
	return at - 1, x.same[at-1], true
}
