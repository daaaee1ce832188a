package static

import (
	"slices"

	"assay/internal/bench"
)

// initializer: the slot that anyone can write has no value from the start, so
// the function is there to set it once, and does not see to that.
var initializer = check{
	class: "initialization", severity: "critical",
	attack: "Anyone calls the initializer, a first or a second time, and takes the role.",
	fix:    "Let it run once, and in the transaction that deploys the contract.",
	run:    func(u *unit) []hit { return ofClass(runAccess(u), "initialization") },
}

// ofClass keeps the hits with that class, "" for those without one.
func ofClass(hits []hit, class bench.Class) []hit {
	return slices.DeleteFunc(hits, func(h hit) bool { return h.class != class })
}
