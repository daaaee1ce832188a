package certify

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"assay/internal/proof/solc"
)

// entry is one item of an ABI, or a part of one.
type entry struct {
	Type            string  `json:"type"`
	Name            string  `json:"name"`
	StateMutability string  `json:"stateMutability"`
	Constant        bool    `json:"constant"` // set by 0.4, in addition to stateMutability
	Payable         bool    `json:"payable"`
	Anonymous       bool    `json:"anonymous"`
	Indexed         bool    `json:"indexed"`
	Inputs          []entry `json:"inputs"`
	Outputs         []entry `json:"outputs"`
	Components      []entry `json:"components"`
}

// typ returns the type as it is written in signatures.
func (e *entry) typ() string {
	if rest, ok := strings.CutPrefix(e.Type, "tuple"); ok {
		return "(" + types(e.Components) + ")" + rest
	}
	return e.Type
}

func types(list []entry) string {
	var out []string
	for i := range list {
		out = append(out, list[i].typ())
	}
	return strings.Join(out, ",")
}

// signature returns the text whose hash is the selector or topic, with the given name.
func (e *entry) signature(name string) string { return name + "(" + types(e.Inputs) + ")" }

// shape returns all that a caller can observe of the entry, with the given name.
func (e *entry) shape(name string) string {
	var indexed []bool
	for i := range e.Inputs {
		indexed = append(indexed, e.Inputs[i].Indexed)
	}
	return fmt.Sprint(e.Type, " ", e.signature(name), " returns (", types(e.Outputs), ") ", e.StateMutability, e.Constant,
		e.Payable, e.Anonymous, indexed)
}

func entries(c solc.Contract) ([]entry, error) {
	var list []entry
	if len(c.ABI) == 0 {
		return nil, nil
	}
	if err := json.Unmarshal(c.ABI, &list); err != nil {
		return nil, fmt.Errorf("the ABI cannot be read: %w", err)
	}
	return list, nil
}

func same(name string) string { return name }

// entryNames returns the names of a contract's functions, events and errors.
func entryNames(c solc.Contract) []string {
	list, _ := entries(c) // an unreadable ABI is reported where it is compared
	var out []string
	for i := range list {
		out = append(out, list[i].Name)
	}
	return out
}

// slotNames returns the names of a contract's variables and of the members of their types.
func slotNames(c solc.Contract) []string {
	var l layout
	_ = json.Unmarshal(c.StorageLayout, &l) // an unreadable layout is reported where it is compared
	slots := l.Storage
	for _, t := range l.Types {
		slots = append(slots, t.Members...)
	}
	var out []string
	for _, s := range slots {
		out = append(out, s.Label)
	}
	return out
}

// renaming returns the names in the variant of things of one kind, of which names lists those of a contract. A name
// that was also given to something else, such as a parameter, may be that of a library's thing too: it stays unchanged.
func (k *certifier) renaming(after *solc.Output, names func(solc.Contract) []string) func(string) string {
	exists := map[string]bool{}
	for _, byName := range after.Contracts {
		for _, c := range byName {
			for _, name := range names(c) {
				exists[name] = true
			}
		}
	}
	return func(name string) string {
		if now := k.r.Name(name); exists[now] || !exists[name] {
			return now
		}
		return name
	}
}

// sides describes the shown contracts of both programs, each under its name and in order of the texts, with the names
// of the original translated.
func (k *certifier) sides(before, after *solc.Output, h half, rename func(string) string,
	describe func(c solc.Contract, name func(string) string) (string, error)) (sides [2][]string, err error) {
	for i, s := range []struct {
		out            *solc.Output
		tree           map[string]string
		contract, name func(string) string
	}{{before, h.before, k.r.Name, rename}, {after, h.after, same, same}} {
		for file := range k.shown(s.tree) {
			for name, c := range s.out.Contracts[file] {
				text, err := describe(c, s.name)
				if err != nil {
					return sides, err
				}
				sides[i] = append(sides[i], s.contract(name)+"\n"+text)
			}
		}
		slices.Sort(sides[i])
	}
	return sides, nil
}

// isomorphic compares the interfaces of all shown contracts up to names; the order of entries does not matter. shown
// states how many entries are equal.
func (k *certifier) isomorphic(before, after *solc.Output, h half) (shown, diff string) {
	n := 0
	sides, err := k.sides(before, after, h, k.renaming(after, entryNames),
		func(c solc.Contract, name func(string) string) (string, error) {
			list, err := entries(c)
			var lines []string
			for i := range list {
				lines = append(lines, list[i].shape(name(list[i].Name)))
			}
			n += len(lines)
			slices.Sort(lines)
			return strings.Join(lines, "\n"), err
		})
	if err != nil {
		return "", err.Error()
	}
	for i := range sides[0] {
		if i >= len(sides[1]) || sides[0][i] != sides[1][i] {
			name, _, _ := strings.Cut(sides[0][i], "\n")
			return "", fmt.Sprintf("the ABI of %s is not the same up to names", name)
		}
	}
	if len(sides[0]) != len(sides[1]) {
		return "", "there are more contracts than there were"
	}
	return count(n/2, "entry"), "" // each entry was counted on both sides
}

// layout is a storage layout as compilers report it.
type layout struct {
	Storage []slot `json:"storage"`
	Types   map[string]struct {
		Encoding      string `json:"encoding"`
		NumberOfBytes string `json:"numberOfBytes"`
		Key           string `json:"key"`
		Value         string `json:"value"`
		Base          string `json:"base"`
		Members       []slot `json:"members"`
	} `json:"types"`
}

type slot struct {
	Label  string `json:"label"`
	Offset int    `json:"offset"`
	Slot   string `json:"slot"`
	Type   string `json:"type"`
}

// describe formats variables with their types written out, since the identifier of a
// type contains renamed names and numbers of the syntax tree.
func (l *layout) describe(slots []slot, name func(string) string, open map[string]bool) string {
	var out []string
	for _, s := range slots {
		out = append(out, fmt.Sprintf("%s at %s+%d: %s", name(s.Label), s.Slot, s.Offset, l.typ(s.Type, name, open)))
	}
	return strings.Join(out, "; ")
}

func (l *layout) typ(id string, name func(string) string, open map[string]bool) string {
	t, ok := l.Types[id]
	switch {
	case id == "" || !ok:
		return id
	case open[id]:
		return "itself"
	}
	open[id] = true
	defer delete(open, id)
	plain := ""
	if !strings.Contains(id, "(") { // t_uint256 and the like
		plain = id
	}
	return fmt.Sprintf("%s %s %s [%s → %s, %s] {%s}", plain, t.Encoding, t.NumberOfBytes, l.typ(t.Key, name, open),
		l.typ(t.Value, name, open),
		l.typ(t.Base, name, open), l.describe(t.Members, name, open))
}

// sameLayout compares the storage of all shown contracts up to names.
func (k *certifier) sameLayout(before, after *solc.Output, h half) (shown, diff string) {
	printed := false
	sides, err := k.sides(before, after, h, k.renaming(after, slotNames),
		func(c solc.Contract, name func(string) string) (string, error) {
			if c.StorageLayout == nil {
				return "", nil
			}
			printed = true
			var l layout
			err := json.Unmarshal(c.StorageLayout, &l)
			return l.describe(l.Storage, name, map[string]bool{}), err
		})
	switch {
	case err != nil:
		return "", "the storage layout cannot be read: " + err.Error()
	case !slices.Equal(sides[0], sides[1]):
		return "", "the storage layout is not the same up to names"
	case !printed:
		return "storage layout not printed by this compiler", ""
	}
	return "storage layout equal up to names", ""
}
