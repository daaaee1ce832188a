package cli_test

import (
	"net/http"
	"strings"
	"testing"

	"assay/internal/core/base/exit"
	"assay/internal/test/modeltest"
)

// A price from the user's file enforces a budget, --price overrides it, and a free model
// needs no price.
func TestBudgetKnowsPrices(t *testing.T) {
	t.Chdir(t.TempDir())
	url, requests := serve(t, func(*http.Request, []byte) (int, string) {
		return 200, modeltest.Chat().Answer(`{"verdict":"safe","confidence":1,"vulnerabilities":[],"overall_explanation":""}`)
	})
	run := func(db string, args ...string) (int, string) {
		code, _, errs := assay(t, nil, append([]string{"run", "--suite", "blockbench", "--filter", "term-loan-vault",
			"--filter", "ticket-credit-line", "--db", db, "--budget-usd", "5", "--base-url", url}, args...)...)
		return code, errs
	}
	if code, errs := run("1.db", "-m", "openai/rocket"); code != exit.BadUsage ||
		!strings.Contains(errs, "price of openai/rocket is unknown") || requests.Load() != 0 {
		t.Errorf("exit %d: %s", code, errs)
	}
	write(t, "assay-models.yaml", ownFile)
	if code, errs := run("1.db", "-m", "openai/rocket"); code != 0 || requests.Load() != 4 {
		t.Errorf("exit %d after %d requests: %s", code, requests.Load(), errs)
	}
	if code, errs := run("2.db", "-m", "openai/rocket", "--price", "openai/rocket=1000/1000"); code != exit.Budget {
		t.Errorf("exit %d: %s", code, errs)
	}
	if code, errs := run("3.db", "-m", "echo"); code != 0 {
		t.Errorf("exit %d: %s", code, errs)
	}
}
