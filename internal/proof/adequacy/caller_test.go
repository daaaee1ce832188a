package adequacy

import "testing"

// Of a modifier of another file only the name is known. A survivor among those on the caller cannot be excused.
func TestNamesCaller(t *testing.T) {
	for _, name := range []string{"onlyOwner", "onlyRole", "onlyInvestor", "onlyProducer", "onlyWhitelisted", "onlyWhen",
		"onlyProxyAdmin", "auth", "requiresAuth", "authP", "only"} {
		if !namesCaller(name) {
			t.Errorf("%s asks who calls", name)
		}
	}
	for _, name := range []string{"onlyProxy", "onlyInitializing", "onlyWhenOpen", "whenNotPaused", "nonReentrant",
		"initializer"} {
		if namesCaller(name) {
			t.Errorf("%s does not ask who calls", name)
		}
	}
}
