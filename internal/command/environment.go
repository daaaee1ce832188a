package command

import (
	"os"
	"regexp"
	"slices"
	"strings"
)

// secretRE matches names of variables that hold a secret, and those of ours.
var secretRE = regexp.MustCompile(
	`^ASSAY_|(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS)$|^OTEL_EXPORTER_OTLP_(?:.*_)?HEADERS$`)

// Secret reports whether a variable of that name is kept from other programs: its
// name says that it holds a key, a token or a password, or is one of ours.
func Secret(name string) bool { return secretRE.MatchString(strings.ToUpper(name)) }

// Environment returns the variables of this process that another program gets: all
// but those that are [Secret] and those for which withhold, if it is not nil, says so.
func Environment(withhold func(name, value string) bool) []string {
	return slices.DeleteFunc(os.Environ(), func(e string) bool {
		name, value, _ := strings.Cut(e, "=")
		return Secret(name) || withhold != nil && withhold(name, value)
	})
}
