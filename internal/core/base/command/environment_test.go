package command_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"assay/internal/core/base/command"
)

// Other programs get the listed variables and nothing else, whatever it is called.
func TestEnvironment(t *testing.T) {
	for _, name := range []string{"DATABASE_URL", "REDIS_URL", "MYSQL_PWD", "PASSPHRASE", "SMTP_PASS", "NPM_CONFIG__AUTH",
		"API_KEY_FOO", "SLACK_WEBHOOK", "SENTRY_DSN", "AWS_ACCESS_KEY_ID", "COOKIE", "SESSION", "KUBECONFIG",
		"SSH_AUTH_SOCK", "FOO_PW", "OPENAI_API_KEY", "ASSAY_DB", "LD_PRELOAD", "NODE_OPTIONS", "PATHS"} {
		t.Setenv(name, "sesame")
	}
	t.Setenv("HTTPS_PROXY", "http://me:sesame@proxy:1")
	want := []string{"HOME=/h", "LANG=C", "NODE_EXTRA_CA_CERTS=/c", "PATH=/p", "SSL_CERT_FILE=/c", "TMPDIR=/t", "http_proxy=http://proxy:1", "no_proxy=x"}
	for _, e := range want {
		name, value, _ := strings.Cut(e, "=")
		t.Setenv(name, value)
	}
	for _, name := range []string{"HTTP_PROXY", "ALL_PROXY", "NO_PROXY", "https_proxy", "all_proxy", "TEMP", "TMP",
		"PATHEXT", "SYSTEMROOT", "USERPROFILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE"} {
		t.Setenv(name, "") // restores it afterwards
		os.Unsetenv(name)
	}
	got := command.Environment()
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}
