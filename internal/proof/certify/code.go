package certify

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"assay/internal/proof/solc"
)

// code is the creation and runtime code of a contract.
type code struct {
	creation, runtime []byte
	links             []solc.Link
}

// codes holds the code of the contracts under review and their context by name;
// contracts with the same name are in order of their bytes.
type codes map[string][]code

// codes returns the code of the contracts that are not in hidden files.
func (k *certifier) codes(out *solc.Output, tree map[string]string) codes {
	m := codes{}
	shown := k.shown(tree)
	for file, byName := range out.Contracts {
		if _, ok := shown[file]; !ok {
			continue
		}
		for name, c := range byName {
			m[name] = append(m[name], code{solc.MaskMetadata(c.Creation), solc.MaskMetadata(c.Runtime), c.CreationLinks})
		}
	}
	for _, list := range m {
		slices.SortFunc(list, func(a, b code) int { return bytes.Compare(a.creation, b.creation) })
	}
	return m
}

func (m codes) size() int {
	n := 0
	for _, list := range m {
		n += len(list)
	}
	return n
}

// differs returns the contract whose code differs, "" if there is none. name
// translates a contract name of m to the one in other.
func (m codes) differs(other codes, name func(string) string) string {
	if len(m) == 0 {
		return "there is no contract to compare"
	}
	for _, was := range sorted(m) {
		is := name(was)
		if len(m[was]) != len(other[is]) {
			return fmt.Sprintf("there are %d contracts %s and %d %s", len(m[was]), was, len(other[is]), is)
		}
		for i, a := range m[was] {
			b := other[is][i]
			sameLink := func(x, y solc.Link) bool { return x.Start == y.Start && name(x.Library) == y.Library }
			switch {
			case !bytes.Equal(a.runtime, b.runtime):
				return fmt.Sprintf("the runtime code of %s is not the same", was)
			case !bytes.Equal(a.creation, b.creation):
				return fmt.Sprintf("the creation code of %s is not the same", was)
			case !slices.EqualFunc(a.links, b.links, sameLink):
				return fmt.Sprintf("%s is linked to other libraries", was)
			}
		}
	}
	if m.size() != other.size() {
		return fmt.Sprintf("there were %s and are %d", count(m.size(), "contract"), other.size())
	}
	return ""
}

// otherSelectors names a contract with code whose functions have other selectors than
// the original's, "" if there is none. The dispatch code contains the selectors, so
// that no setting makes such code equal.
func (k *certifier) otherSelectors(h half, before, after *solc.Output) string {
	sets := func(out *solc.Output, tree map[string]string) map[string][]string {
		m := map[string][]string{}
		for file := range k.shown(tree) {
			for name, c := range out.Contracts[file] {
				for _, sel := range c.Selectors {
					if len(c.Runtime) > 0 {
						m[name] = append(m[name], string(sel[:]))
					}
				}
				slices.Sort(m[name])
			}
		}
		return m
	}
	was, is := sets(before, h.before), sets(after, h.after)
	for _, name := range sorted(was) {
		if !slices.Equal(was[name], is[k.r.Name(name)]) {
			return name
		}
	}
	return ""
}

// normalised compares the optimized code of both.
func (k *certifier) normalised(h half, before, after *solc.Output) (diff, settings string, err error) {
	if name := k.otherSelectors(h, before, after); name != "" {
		return "the functions of " + name + " have other selectors", "", nil
	}
	in := solc.Input{Optimize: true, ViaIR: solc.HasViaIR(k.version)}
	settings = k.settings(in)
	var list []codes
	for _, tree := range []map[string]string{h.before, h.after} {
		in.Sources = k.shown(tree)
		out, err := k.compile(in)
		var ce *solc.CompileError
		switch {
		case errors.As(err, &ce): // the intermediate language has limits of its own
			return settings + " does not compile it", settings, nil
		case err != nil:
			return "", "", err
		}
		list = append(list, k.codes(out, tree))
	}
	return list[0].differs(list[1], k.r.Name), settings, nil
}
