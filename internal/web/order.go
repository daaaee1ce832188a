package web

import (
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// order is how a table is sorted: by which column, and whether downwards. It is the
// parameter sort, "tdr" or "-tdr".
type order struct {
	column string
	down   bool
	at     *url.URL
}

// orderOf reads the parameter sort; a column that is not among columns is refused.
func orderOf(r *http.Request, preset string, columns []string) (order, error) {
	text := r.URL.Query().Get("sort")
	if text == "" {
		text = preset
	}
	column, down := strings.CutPrefix(text, "-")
	if !slices.Contains(columns, column) {
		return order{}, badRequest("unknown sort=%q: want %s, each with a minus before it for downwards", text,
			strings.Join(columns, ", "))
	}
	return order{column, down, r.URL}, nil
}

// Aria returns what a column's heading says of the order, as an attribute.
func (o order) Aria(column string) template.HTMLAttr {
	switch {
	case column != o.column:
		return ""
	case o.down:
		return `aria-sort="descending"`
	}
	return `aria-sort="ascending"`
}

// Arrow shows the order in the heading of the column that a table is sorted by.
func (o order) Arrow(column string) string {
	switch {
	case column != o.column:
		return ""
	case o.down:
		return " ▼"
	}
	return " ▲"
}

// Link returns the address of the table sorted by a column: downwards at first where
// down says so, and the other way round where it is sorted by it already. The other
// parameters stay; the page does not.
func (o order) Link(column string, down bool) string {
	if column == o.column {
		down = !o.down
	}
	if down {
		column = "-" + column
	}
	q := o.at.Query()
	q.Set("sort", column)
	q.Del("page")
	return o.at.Path + "?" + q.Encode()
}

// String is the parameter.
func (o order) String() string {
	if o.down {
		return "-" + o.column
	}
	return o.column
}

// by is one way to sort lines of a table. has says which lines have a value at all, nil
// that all have: those without come last, upwards and downwards.
type by[L any] struct {
	name    string
	compare func(a, b L) int
	has     func(L) bool
}

func names[L any](ways []by[L]) []string {
	out := make([]string, len(ways))
	for i, w := range ways {
		out[i] = w.name
	}
	return out
}

// sorted sorts lines as o says; equal ones by the first of the ways.
func sorted[L any](lines []L, o order, ways []by[L]) {
	way := ways[slices.IndexFunc(ways, func(w by[L]) bool { return w.name == o.column })]
	slices.SortStableFunc(lines, func(a, b L) int {
		if way.has != nil && way.has(a) != way.has(b) {
			if way.has(a) {
				return -1
			}
			return 1
		}
		c := 0
		if way.has == nil || way.has(a) {
			c = way.compare(a, b)
		}
		if o.down {
			c = -c
		}
		if c == 0 {
			c = ways[0].compare(a, b)
		}
		return c
	})
}

// heading is that of a column that a table can be sorted by.
type heading struct {
	Order          order
	ID, Title, Doc string
	Class          string
	Down           bool // how it is sorted at first
	Lower          bool // smaller is better
}
