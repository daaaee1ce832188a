package cli

import (
	"fmt"
	"slices"

	"assay/internal/command"
	"assay/internal/redact"
	"assay/internal/termtext"
)

// origin is where a value is from. Whoever starts the program vouches for its
// environment and its command line, and for a file that the command line names.
// .env and the files that are found in the working directory may be a stranger's.
type origin struct {
	name    string
	trusted bool
}

var (
	fromEnvironment = origin{"the environment", true}
	fromCommand     = origin{"the command line", true}
	fromDotenv      = origin{".env", false}
)

// value is a setting, what it is called there, and where it is from. The zero value
// is not set.
type value struct {
	text, name string
	from       origin
}

// String says where the value is from, and not what it is.
func (v value) String() string {
	if v.from == fromCommand {
		return v.name
	}
	return v.name + " in " + v.from.name
}

// lookup returns a variable of a provider, from the environment or else from .env.
func (e *Env) lookup(name string) value {
	if v := e.Getenv(name); v != "" {
		return value{v, name, fromEnvironment}
	}
	if v := e.dotenv[name]; v != "" {
		return value{v, name, fromDotenv}
	}
	return value{}
}

// get returns a variable of the environment that is no provider's. .env does not
// give it: it could let anybody read traces, pages or files.
func (e *Env) get(name string) string {
	v := e.Getenv(name)
	if v == "" && e.dotenv[name] != "" {
		e.once(name + " is not read from .env, which gives keys and addresses of providers alone: set it in the environment")
	}
	return v
}

// given returns the value that a flag has, and where it is from; a flag that has its
// default counts as given on the command line.
func (e *Env) given(flag, text string) value {
	if slices.ContainsFunc(e.settings.Flags(), func(name string) bool { return name == flag }) {
		return value{text, flag, origin{e.settings.File, e.named}}
	}
	return value{text, "--" + flag, fromCommand}
}

// mayReach is nil when a key, if there is one, may be sent to an address, if it is
// not the provider's own: when the address can be trusted, or is from the .env that
// the key is from.
func (key value) mayReach(address value) error {
	ownFile := address.from == fromDotenv && key.from == fromDotenv
	if key.text == "" || address.text == "" || address.from.trusted || ownFile {
		return nil
	}
	remedy := fmt.Sprintf("name the file with --config %s if you trust it", address.from.name)
	if address.from == fromDotenv {
		remedy = fmt.Sprintf("set %s in the environment if you trust it", address.name)
	}
	return usage("nothing is sent: %s would send the key of %s to %s; %s",
		address, key, termtext.Plain(address.text), remedy)
}

// once writes a line that is worth saying one time.
func (e *Env) once(line string) {
	if e.said != nil {
		if _, told := e.said.LoadOrStore(line, true); told {
			return
		}
	}
	fmt.Fprintln(e.Stderr, line)
}

// keys returns the keys that are set, and what else is handed to commands, to keep
// them out of whatever text they may get into.
func (e *Env) keys() *redact.Keys {
	var out []string
	for _, p := range providers {
		for _, name := range p.keyVars {
			out = append(out, e.Getenv(name), e.dotenv[name])
		}
	}
	for _, v := range e.passed {
		out = append(out, v.text)
	}
	return redact.New(out...)
}

// passing is what commands get of the environment that is kept from them otherwise.
type passing struct {
	PassEnv []string `name:"pass-env" help:"Hand variable NAME to commands of exec: and static analysers, which get no keys, tokens or passwords otherwise. Repeatable." placeholder:"NAME" sep:"none" config:"-"`
}

// AfterApply is called by kong.
func (p passing) AfterApply(env *Env) error {
	for _, name := range p.PassEnv {
		v := env.lookup(name)
		if v.text == "" {
			return fmt.Errorf("--pass-env: there is no variable %s in the environment or in .env", name)
		}
		env.passed = append(env.passed, v)
	}
	return nil
}

// children returns the environment of commands: no keys of providers, nothing that
// .env brought, and no secrets of others, but for what --pass-env names.
func (e *Env) children() []string {
	out := command.Environment(func(name, v string) bool {
		brought, is := e.dotenv[name]
		return is && brought == v || slices.ContainsFunc(providers, func(p provider) bool {
			return slices.Contains(p.keyVars, name)
		})
	})
	for _, v := range e.passed {
		out = append(out, v.name+"="+v.text)
	}
	for _, p := range providers {
		for _, name := range p.keyVars {
			if v := e.lookup(name); v.text != "" && !slices.Contains(e.passed, v) {
				e.once(fmt.Sprintf("commands run without %s; --pass-env %s hands it to them", name, name))
			}
		}
	}
	return out
}
