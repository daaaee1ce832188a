package session

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"assay/internal/bench"
	"assay/internal/core/base/environ"
	"assay/internal/core/base/exit"
	"assay/internal/core/base/redact"
	"assay/internal/core/base/termtext"
	"assay/internal/core/detect/asked"
	"assay/internal/core/model"
	"assay/internal/core/model/registry"
)

// Settings determine the parameters of a request and the address it is sent to.
type Settings struct {
	BaseURL         string   `name:"base-url" help:"Address of an OpenAI-compatible server for openai/<id>, such as http://localhost:11434/v1." placeholder:"URL" found:"address"`
	URLQuery        []string `name:"url-query" help:"Parameter of the address of --base-url, such as api-version=2024-10-21; stored with the run. Repeatable." placeholder:"NAME=VALUE" sep:"none" config:"-"`
	Header          []string `help:"Header of requests to openai/<id>, with its value from a variable; the value is treated as a key. Repeatable." placeholder:"NAME=env:VARIABLE" sep:"none" config:"-"`
	Temperature     float64  `help:"Sampling temperature; omitted for models that reject it." default:"0"`
	MaxTokens       int64    `help:"Output limit of one answer, in tokens." default:"8192" placeholder:"N"`
	ReasoningEffort string   `help:"Reasoning effort: none, minimal, low, medium, high, xhigh or max, where the model supports it." placeholder:"WORD" found:"data"`
	ModelSeed       *int64   `help:"Seed for the provider's sampling, where the provider supports it." placeholder:"N"`
	RequestTimeout  int      `help:"Timeout of one answer, in seconds." default:"900" placeholder:"N"`
	ModelsFile      string   `help:"Your list of models with prices, limits and cut-offs; assay-models.yaml by default, if it exists." placeholder:"FILE" found:"data"`

	Planning bool `kong:"-"` // no request will be sent, so no key is needed
	read     struct {
		known, own *registry.Registry
		files      []string // files of the user that no flag named
	} // filled by Registries
}

// Connected is a model that can be asked.
type Connected struct {
	provider Provider
	ID       string // the provider's id of the model
	Name     string // name of the subject, the same for every spelling
	Server   string // address of the server; "" for the provider's own
	model    model.Model
	known    *registry.Registry // the registry with its price, if any has it
	mode     registry.Mode      // mode in which it is asked
}

// Costed returns the model with the cost in each response, if the price is known.
func (c Connected) Costed() model.Model { return c.known.Priced(c.model, c.provider.Prefix, c.mode) }

// Connect finds the provider of a model, its address, its key and its price.
func (s *Settings) Connect(env *environ.Env, name string, truth []bench.Variant) (Connected, error) {
	prefix, id, _ := asked.Cut(name)
	if isBare(name) {
		p, err := s.providerOf(env, name)
		if err != nil {
			return Connected{}, err
		}
		prefix, id = p.Prefix, name
	}
	i := slices.IndexFunc(Providers, func(p Provider) bool { return p.Prefix == prefix })
	if i >= 0 && id == "" {
		id = Providers[i].standard
	}
	if i >= 0 && id == "" {
		if Providers[i].Local {
			return Connected{}, exit.Usage("%q is not all of a subject, which is %s", name, Providers[i].Doc)
		}
		return Connected{}, exit.Usage("%q names a provider and no model: write %s/<name>", name, prefix)
	}
	if i < 0 {
		var known []string
		for _, p := range Providers {
			known = append(known, p.Prefix)
		}
		return Connected{}, exit.Usage("%q is not a model%s; write <provider>/<model>, as in openrouter/<vendor>/<model>; "+
			"`assay models` lists providers", name, exit.Meant(prefix, known))
	}
	c := Connected{provider: Providers[i], ID: id, Name: prefix + "/" + id}
	if c.provider.Local {
		c.ID = env.Clean(id) // a command may contain a key
		c.Name = prefix + ":" + c.ID
	}
	if s.RequestTimeout < 1 {
		return c, exit.Usage("--set request-timeout must be at least 1 second")
	}
	to, err := s.address(env, c.provider)
	if err != nil {
		return c, err
	}
	c.Server = to.Text
	key := c.provider.Key(env)
	if err := key.MayReach(to); err != nil {
		return c, err
	}
	header, err := s.header(env, c.provider, to)
	if err != nil {
		return c, err
	}
	if c.Server != "" {
		env.Once(fmt.Sprintf("%s is asked at %s (%s)", c.provider.Prefix, termtext.Plain(c.Server), to))
	} else if s.BaseURL != "" && c.provider.urlVar != "" {
		env.Once(fmt.Sprintf("%s is asked at its own address: --base-url is for openai/<id>; %s sets another",
			c.provider.Prefix, c.provider.urlVar))
	}
	if key.Text != "" && !redact.Distinct(strings.TrimSpace(key.Text)) {
		env.Once("the value of " + key.Name + " is so short or common that it is removed from answers only where a " +
			"credential is expected; is it a real key?")
	}
	if key.Text == "" && len(c.provider.KeyVars) > 0 && (c.Server == "" || !c.provider.AnyServer) {
		if key.Text = unasked; !s.Planning {
			return c, exit.Usage("no key for %s: set %s in the environment or in .env", c.Name, c.provider.KeyVars[0])
		}
	}
	known, own, err := s.Registries()
	if err != nil {
		return c, err
	}
	if len(s.read.files) > 0 {
		env.Once("prices and limits of models also from " + strings.Join(s.read.files, " and "))
	}
	if c.known = known; c.Server != "" {
		c.known = own // the same id at another server may be another model, at another price
	}
	c.model, err = c.provider.make(connection{
		id: id, key: key.Text, server: c.Server, header: header,
		timeout: time.Duration(s.RequestTimeout) * time.Second, truth: truth,
		children: env.Children, keys: env.Keys(), say: func(text string) { env.Once(name + ": " + text) },
	})
	if err != nil {
		return c, exit.Usage("%v", err)
	}
	return c, nil
}

// unasked replaces a key where no request is sent.
const unasked = "none, since nobody is asked"

// isBare reports whether a name of --model is that of a model alone, without a provider.
func isBare(name string) bool {
	return name != "" && !strings.ContainsAny(name, "/:") && !slices.ContainsFunc(Providers,
		func(p Provider) bool { return p.Prefix == name })
}

// providerOf returns the provider of a model whose name does not contain it: the server of
// --base-url, or else the only provider whose key is set.
func (s *Settings) providerOf(env *environ.Env, name string) (Provider, error) {
	var set, keys, write []string
	var found Provider
	for _, p := range Providers {
		if len(p.KeyVars) == 0 {
			continue
		}
		if s.BaseURL != "" && p.AnyServer {
			return p, nil
		}
		keys = append(keys, p.KeyVars[0])
		if p.Key(env).Text != "" {
			found, set, write = p, append(set, p.Prefix), append(write, p.Prefix+"/"+name)
		}
	}
	switch len(set) {
	case 0:
		return Provider{}, exit.Usage("%q has no provider, and no key of a provider is set: set one of %s, or write "+
			"<provider>/<model>; `assay models` lists the providers", name, strings.Join(keys, ", "))
	case 1:
		env.Once(fmt.Sprintf("%s is taken as %s: only %s has a key", termtext.Plain(name), termtext.Plain(write[0]),
			found.Prefix))
		return found, nil
	}
	return Provider{}, exit.Usage("%q has no provider, and keys of %s are set: write %s", name,
		strings.Join(set, ", "), strings.Join(write, " or "))
}

// versionRE matches the query that Azure requires, which holds no secret.
var versionRE = regexp.MustCompile(`^api-version=[\w.-]{1,32}$`)

// address returns the address of the server if it is not the provider's own.
func (s *Settings) address(env *environ.Env, p Provider) (environ.Value, error) {
	if p.urlVar == "" {
		return environ.Value{}, nil
	}
	base := env.Lookup(p.urlVar)
	if s.BaseURL != "" && p.AnyServer {
		base = env.Given("base-url", s.BaseURL)
	}
	if base.Text == "" {
		if len(s.URLQuery) > 0 && p.AnyServer {
			return environ.Value{}, exit.Usage("--url-query needs --base-url")
		}
		return environ.Value{}, nil
	}
	u, err := url.Parse(base.Text)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return environ.Value{}, exit.Usage("%s is not an http or https address", base)
	case u.User != nil || u.RawQuery != "" && !versionRE.MatchString(u.RawQuery) || env.Clean(base.Text) != base.Text:
		return environ.Value{}, exit.Usage("%s may contain a secret, and addresses are stored with the run; set %s instead",
			base, p.KeyVars[0])
	}
	if !p.AnyServer || len(s.URLQuery) == 0 {
		return base, nil
	}
	query := u.Query()
	for _, q := range s.URLQuery {
		name, value, _ := strings.Cut(q, "=")
		if !queryRE.MatchString(q) || secretRE.MatchString(name) || env.Clean(q) != q {
			return environ.Value{}, exit.Usage("--url-query %s=… may be a secret, and addresses are stored with the "+
				"run; use --header", termtext.Plain(name))
		}
		query.Set(name, value)
	}
	u.RawQuery = query.Encode()
	base.Text = u.String()
	return base, nil
}

var (
	queryRE  = regexp.MustCompile(`^[\w.-]{1,40}=[\w.:/-]{1,64}$`)
	secretRE = regexp.MustCompile(`(?i)key|token|secret|sig|pass|code|auth`)
	headerRE = regexp.MustCompile(`^([\w-]+)=env:(\w+)$`)
)

// header returns the headers of --header, if they are for this provider. Their variables become keys of env.
func (s *Settings) header(env *environ.Env, p Provider, to environ.Value) (http.Header, error) {
	if !p.AnyServer || len(s.Header) == 0 {
		return nil, nil
	}
	out := http.Header{}
	for _, h := range s.Header {
		m := headerRE.FindStringSubmatch(h)
		if m == nil {
			name, _, _ := strings.Cut(h, "=")
			return nil, exit.Usage("--header %s=… is not NAME=env:VARIABLE", termtext.Plain(name))
		}
		v := env.Lookup(m[2])
		if v.Text == "" {
			return nil, exit.Usage("--header: variable %s is not set in the environment or in .env", m[2])
		}
		if err := v.MayReach(to); err != nil {
			return nil, err
		}
		if !slices.Contains(env.KeyVars, m[2]) {
			env.KeyVars = append(env.KeyVars, m[2])
		}
		out.Set(m[1], strings.TrimSpace(v.Text))
	}
	return out, nil
}

// Passing selects environment variables for commands, which otherwise get [command.Environment].
type Passing struct {
	PassEnv []string `name:"pass-env" help:"Pass environment variable NAME to exec: and agent-exec: commands and static analysers, which otherwise get PATH, HOME, LANG, TMPDIR and proxies alone. Repeatable." placeholder:"NAME" sep:"none" config:"-"`
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
