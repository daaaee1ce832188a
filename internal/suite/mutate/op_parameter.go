package mutate

import (
	"slices"
	"strings"

	"assay/internal/sqltext"
)

var otherParameter = Operator{
	Name: "parameter",
	Doc: "takes another parameter of the statement with a like name, such as an id that the client gives " +
		"for one that the server knows",
	find: func(u *unit) (out []change) {
		var names []string // :a_id and p_a_id, in order
		at := map[string][]sqltext.Token{}
		for _, t := range u.toks {
			name := strings.ToLower(t.Text(u.code))
			if t.Kind != sqltext.Param {
				continue
			}
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
			at[name] = append(at[name], t)
		}
		for _, name := range names {
			for _, other := range names {
				if other == name || kindOf(other) != kindOf(name) {
					continue
				}
				for _, t := range at[name] {
					out = append(out, changed(t.Start, t.End, other, "%s instead of %s", other, name))
				}
			}
		}
		return out
	},
}

// kindOf returns the last word of a parameter's name: "id" of ":org_id".
func kindOf(parameter string) string {
	return parameter[strings.LastIndexAny(parameter, "_:")+1:]
}
