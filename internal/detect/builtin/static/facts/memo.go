package facts

// memo is what was worked out about a function; done says which of it.
type memo struct {
	done       uint16
	steps      []Step
	trace      []Step
	tested     []Atom
	called     []*Function
	mentioned  Origin // by its own text
	touches    Origin
	turning    int
	opaque     bool
	checked    bool
	role       bool
	identified bool
}

const (
	haveSteps uint16 = 1 << iota
	haveTrace
	haveTested
	haveCalled
	haveMentioned
	haveTouches
	haveTurning
	haveOpaque
	haveChecked
	haveRole
	haveIdentified
)

// first reports whether what has not been worked out before, and that it is now.
func (m *memo) first(what uint16) bool {
	if m.done&what != 0 {
		return false
	}
	m.done |= what
	return true
}
