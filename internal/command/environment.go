package command

import (
	"os"
	"regexp"
	"slices"
	"strings"
)

// secretRE matches the names of variables that hold a secret, and of assay's own variables.
var secretRE = regexp.MustCompile(
	`^ASSAY_|(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS)$|^OTEL_EXPORTER_OTLP_(?:.*_)?HEADERS$`)

// Secret reports whether a variable is withheld from other programs: its name indicates a
// key, a token or a password, or it is one of assay's own.
func Secret(name string) bool { return secretRE.MatchString(strings.ToUpper(name)) }

// Environment returns the variables of this process that other programs get: all except
// those that are [Secret] and those that withhold, if not nil, selects.
func Environment(withhold func(name, value string) bool) []string {
	return slices.DeleteFunc(os.Environ(), func(e string) bool {
		name, value, _ := strings.Cut(e, "=")
		return Secret(name) || withhold != nil && withhold(name, value)
	})
}
