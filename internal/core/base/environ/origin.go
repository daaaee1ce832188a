package environ

import (
	"fmt"

	"assay/internal/core/base/exit"
	"assay/internal/core/base/termtext"
)

// origin is the source of a value. The user who starts the program is responsible for its
// environment, its command line, and a file that the command line names.
// .env and the files that are found in the working directory may be a stranger's.
type origin struct {
	name    string
	Trusted bool
}

var (
	fromEnvironment = origin{"the environment", true}
	fromCommand     = origin{"the command line", true}
	fromDotenv      = origin{".env", false}
)

// Value is a setting with its name there and its origin. The zero value
// is not set.
type Value struct {
	Text, Name string
	From       origin
}

// String describes the origin of the value, without the value.
func (v Value) String() string {
	if v.From == fromCommand {
		return v.Name
	}
	return v.Name + " in " + v.From.name
}

// MayReach returns nil if a key, if there is one, may be sent to an address other than
// the provider's own: if the address can be trusted, or is from the same .env as
// the key.
func (key Value) MayReach(address Value) error {
	ownFile := address.From == fromDotenv && key.From == fromDotenv
	if key.Text == "" || address.Text == "" || address.From.Trusted || ownFile {
		return nil
	}
	remedy := fmt.Sprintf("name the file with --config %s if you trust it", address.From.name)
	if address.From == fromDotenv {
		remedy = fmt.Sprintf("set %s in the environment if you trust it", address.Name)
	}
	return exit.Usage("nothing is sent: %s would send the key of %s to %s; %s",
		address, key, termtext.Plain(address.Text), remedy)
}
