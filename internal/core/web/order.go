package web

import (
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// order is how a table is sorted: the column and the direction. It is the parameter sort, "tdr" or "-tdr".
type order struct {
	column string
	down   bool
	at     *url.URL
}

// orderOf reads the parameter sort; it refuses a column that is not in columns.
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

// Aria returns the attribute that states the order in the heading of a column.
func (o order) Aria(column string) template.HTMLAttr {
	switch {
	case column != o.column:
		return ""
	case o.down:
		return `aria-sort="descending"`
	}
	return `aria-sort="ascending"`
}

// Arrow returns the sign of the order for the heading of the sorted column, else "".
func (o order) Arrow(column string) string {
	switch {
	case column != o.column:
		return ""
	case o.down:
		return " ▼"
	}
	return " ▲"
}

// Link returns the address of the table sorted by a column. The first direction is descending if down is set; a
// second click reverses it. The other parameters stay, except for the page.
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

// String returns the value of the parameter.
func (o order) String() string {
	if o.down {
		return "-" + o.column
	}
	return o.column
}

// by is one way to sort the lines of a table. has reports whether a line has a value; nil
// means that all have. Lines without a value come last in both directions.
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

// sorted sorts lines as o requires; ties are broken by the first of the ways.
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

// heading is the heading of a sortable column.
type heading struct {
	Order          order
	ID, Title, Doc string
	Class          string
	Down           bool // the first direction is descending
	Lower          bool // smaller is better
}
