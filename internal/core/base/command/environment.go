package command

import (
	"os"
	"slices"
	"strings"
)

// passed lists the variables that other programs get, in capital letters. The last five are for Windows.
var passed = []string{
	"PATH", "HOME", "LANG", "TMPDIR", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "SSL_CERT_FILE",
	"SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE", "PATHEXT", "SYSTEMROOT", "USERPROFILE", "TEMP", "TMP",
}

// Environment returns the variables of this process that other programs get: those to find programs, files and
// the network, without the address of a proxy that contains a password.
func Environment() []string {
	return slices.DeleteFunc(os.Environ(), func(e string) bool {
		name, value, _ := strings.Cut(e, "=")
		name = strings.ToUpper(name)
		return !slices.Contains(passed, name) || strings.HasSuffix(name, "_PROXY") && strings.Contains(value, "@")
	})
}
