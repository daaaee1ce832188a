package environ

import (
	"testing"
)

func TestMayReach(t *testing.T) {
	file := origin{"assay.yaml", false}
	for _, tt := range []struct {
		key, address origin
		may          bool
	}{
		{fromEnvironment, fromEnvironment, true}, {fromEnvironment, fromCommand, true},
		{fromEnvironment, origin{"given.yaml", true}, true},
		{fromEnvironment, fromDotenv, false}, {fromEnvironment, file, false},
		{fromDotenv, fromEnvironment, true}, {fromDotenv, fromCommand, true}, {fromDotenv, fromDotenv, true},
		{fromDotenv, file, false},
	} {
		key, address := Value{"k", "KEY", tt.key}, Value{"http://h", "URL", tt.address}
		if err := key.MayReach(address); (err == nil) != tt.may {
			t.Errorf("a key of %s to an address of %s: %v", tt.key.name, tt.address.name, err)
		}
		if key.MayReach(Value{}) != nil || (Value{}).MayReach(address) != nil {
			t.Error("the provider's own address, or no key, is refused")
		}
	}
}
