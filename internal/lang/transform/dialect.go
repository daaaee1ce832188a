package transform

import (
	"regexp"
	"strconv"
)

// Dialect describes the compilers that a text requires, for inserted code.
type Dialect struct {
	Minor, Patch int  // oldest version that the pragma names, 8 and 0 without a pragma
	Mixed        bool // the pragma may admit versions of several minor numbers
}

var (
	pragmaRE  = regexp.MustCompile(`pragma\s+solidity([^;]*);`)
	versionRE = regexp.MustCompile(`([<>=^~]*)\s*v?0\.(\d+)(?:\.(\d+))?`)
)

// DialectOf reads the pragma of a Solidity text.
func DialectOf(text string) Dialect {
	d := Dialect{Minor: 8}
	m := pragmaRE.FindStringSubmatch(text)
	if m == nil {
		return d
	}
	first, upper, lower := true, 0, false
	for _, v := range versionRE.FindAllStringSubmatch(m[1], -1) {
		minor, _ := strconv.Atoi(v[2])
		patch, _ := strconv.Atoi(v[3])
		if v[1] == "<" || v[1] == "<=" {
			upper = minor
			if v[1] == "<" && patch == 0 {
				upper--
			}
			continue
		}
		lower = lower || v[1] == ">=" || v[1] == ">"
		if first || minor < d.Minor || minor == d.Minor && patch < d.Patch {
			d.Minor, d.Patch, first = minor, patch, false
		}
	}
	d.Mixed = lower && upper != d.Minor
	return d
}

// Pure returns the keyword of functions that read no state, "" if no keyword exists in
// all versions that the pragma may admit.
func (d Dialect) Pure() string {
	switch old := d.Minor == 4 && d.Patch < 17; {
	case old && d.Mixed:
		return ""
	case old:
		return "constant"
	}
	return "pure"
}

// View returns the keyword of functions that write no state.
func (d Dialect) View() string {
	if d.Minor == 4 && d.Patch < 17 {
		return "constant"
	}
	return "view"
}
