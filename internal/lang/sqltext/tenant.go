package sqltext

import (
	"slices"
	"strings"
)

// tenantStems are the usual names of the unit that owns rows.
var tenantStems = []string{"tenant", "org", "organization", "organisation", "workspace", "company", "account"}

// assignTenants decides which column holds the tenant, and sets it on every table that has it and on the table
// it refers to. One schema has one tenant column: the most frequent one with a tenant-like name, or else a
// column that most tables share and that refers to a table without it.
func assignTenants(tables []Table) {
	count := map[string]int{}
	target := map[string]string{}
	var order []string
	for _, t := range tables {
		for _, c := range t.Columns {
			if !strings.HasSuffix(c.Name, "_id") {
				continue
			}
			if count[c.Name] == 0 {
				order = append(order, c.Name)
			}
			count[c.Name]++
			if c.References != "" {
				target[c.Name] = c.References
			}
		}
	}
	best := ""
	better := func(c string) bool { return best == "" || count[c] > count[best] }
	for _, c := range order {
		if slices.Contains(tenantStems, strings.TrimSuffix(c, "_id")) && better(c) {
			best = c
		}
	}
	if best == "" {
		for _, c := range order {
			if count[c] >= 2 && 2*count[c] > len(tables) && target[c] != "" && better(c) {
				best = c
			}
		}
	}
	if best == "" {
		return
	}
	for i := range tables {
		t := &tables[i]
		if _, ok := t.Column(best); ok {
			t.Tenant = best
		} else if t.Name == target[best] {
			if _, ok := t.Column("id"); ok {
				t.Tenant = "id"
			}
		}
	}
}
