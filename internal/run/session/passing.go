package session

import (
	"fmt"

	"assay/internal/environ"
)

// Passing selects environment variables for commands, which otherwise get no secrets.
type Passing struct {
	PassEnv []string `name:"pass-env" help:"Pass environment variable NAME to exec: commands and static analysers, which otherwise get no keys, tokens or passwords. Repeatable." placeholder:"NAME" sep:"none" config:"-"`
}

// AfterApply is called by kong.
func (p Passing) AfterApply(env *environ.Env) error {
	for _, name := range p.PassEnv {
		v := env.Lookup(name)
		if v.Text == "" {
			return fmt.Errorf("--pass-env: variable %s is not set in the environment or in .env", name)
		}
		env.Passed = append(env.Passed, v)
	}
	return nil
}
