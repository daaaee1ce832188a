package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"assay/internal/bench"
	"assay/internal/core/base/exit"
	"assay/internal/core/base/termtext"
	"assay/internal/core/detect/builtin"
	"assay/internal/core/model"
	"assay/internal/core/report/write"
	"assay/internal/core/run/session"
)

type modelsCmd struct {
	List  modelsList  `cmd:"" default:"withargs" help:"List the built-in subjects, the static analysers, the providers and the known models."`
	Check modelsCheck `cmd:"" help:"Send one short question to a model and show the response."`

	Update modelsUpdate `cmd:"" help:"Update your list of models (prices, limits, cut-offs) from a file."`
}

type modelsList struct {
	ModelsFile string `help:"Your list of models; assay-models.yaml by default, if it exists." placeholder:"FILE"`
	ToolsFile  string `help:"Your settings of static analysers; assay-tools.yaml by default, if it exists." placeholder:"FILE"`
}

// Subjects prints what the list of subjects shows of another layer; a nil function prints nothing.
type Subjects struct {
	Agents func(w *write.Grid)                    // the built-in agents
	Tools  func(w *write.Grid, file string) error // the static analysers; file has the user's settings of them
}

func (*modelsList) Help() string {
	return `A dash means unknown: prices, limits and cut-offs are listed only with a date and a source. Entries last checked more than 90 days ago are
marked stale. Add your own in assay-models.yaml, or update the list with assay models update.

Example:

  assay models`
}

func (c *modelsList) Run(env *Env, further []Subjects) error {
	subjects, err := builtin.All(nil)
	if err != nil {
		return err
	}
	memoriser, err := builtin.Memoriser(nil)
	if err != nil {
		return err
	}
	subjects = append(append(subjects, memoriser), builtin.Named()...)
	known, _, _, err := session.Registries(c.ModelsFile)
	if err != nil {
		return err
	}
	w := env.Grid()
	fmt.Fprintln(w, "BUILT-IN SUBJECT\tVERSION\tDESCRIPTION")
	for _, d := range subjects {
		s := d.Subject()
		fmt.Fprintf(w, "%s\t%s\t%s\n", s.Name, s.Version, s.Doc)
	}
	for _, l := range further {
		if l.Agents != nil {
			l.Agents(w)
		}
	}
	w.Flush()
	fmt.Fprintln(w, "\nPROVIDER\tKEY\tDESCRIPTION")
	for _, p := range session.Providers {
		key := "none needed"
		if len(p.KeyVars) > 0 {
			key = p.KeyVars[0] + " (not set)"
			if p.Key(env.Env).Text != "" {
				key = p.KeyVars[0] + " (set)"
			}
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", p.Prefix, key, p.Doc)
	}
	fmt.Fprintln(w, "agent-exec\tnone needed\tan external agent, measured in a workspace: agent-exec:COMMAND")
	w.Flush()
	for _, l := range further {
		if l.Tools == nil {
			continue
		}
		if err := l.Tools(w, c.ToolsFile); err != nil {
			return err
		}
	}
	fmt.Fprintln(w, "\nMODEL\tCONTEXT\tMAX OUTPUT\tUSD/M IN\tUSD/M OUT\tCUT-OFF\tCHECKED ON\tKEY")
	now, stales := time.Now(), 0
	for _, e := range known.All() {
		key := "no"
		if i := slices.IndexFunc(session.Providers, func(p session.Provider) bool { return p.Prefix == e.Provider }); i < 0 {
			key = "no such provider"
		} else if len(session.Providers[i].KeyVars) == 0 || session.Providers[i].Key(env.Env).Text != "" {
			key = "yes"
		}
		in, out, cutoff, checked := "-", "-", "-", cmp.Or(e.LastRead(), "-")
		if p := e.Price; p != nil {
			in, out = usd(p.Input), usd(p.Output)
		}
		if _, stale := e.Stale(now); stale {
			checked += " stale"
			stales++
		}
		if e.Cutoff != nil {
			cutoff = e.Cutoff.Date
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", termtext.Plain(e.String()), tokens(e.Context), tokens(e.MaxOutput),
			in, out, cutoff, checked, key)
	}
	w.Flush()
	if stales > 0 {
		fmt.Fprintf(env.Stdout, "\n%d entries are stale: last checked more than 90 days ago. Update them with assay "+
			"models update --from FILE.\n", stales)
	}
	return nil
}

func usd(v *float64) string {
	if v == nil {
		return "-"
	}
	return strconv.FormatFloat(*v, 'f', -1, 64)
}

func tokens(n int64) string {
	if n == 0 {
		return "-"
	}
	return strconv.FormatInt(n, 10)
}

type modelsCheck struct {
	ID string `arg:"" help:"The model, as for --model." placeholder:"MODEL"`
	session.Settings
	session.Passing
}

func (*modelsCheck) Help() string {
	return `Sends one request without retries. If the model rejects a setting, the request is sent again without it.

Example:

  assay models check openai/llama3 --base-url http://localhost:11434/v1`
}

// A question that any model can answer, in a form that shows whether schemas work.
const (
	tiny       = `Reply with this JSON object and nothing else: {"ok": true}`
	tinySchema = `{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"],"additionalProperties":false}`
)

func (c *modelsCheck) Run(ctx context.Context, env *Env) error {
	m, err := c.Connect(env.Env, c.ID, nil)
	if err != nil {
		return err
	}
	if c.ReasoningEffort != "" && !slices.Contains(model.Efforts(), c.ReasoningEffort) {
		return usage("--set reasoning-effort must be one of %s", strings.Join(model.Efforts(), ", "))
	}
	ctx, cancel := env.Interruptible(ctx)
	defer cancel()
	started := time.Now()
	resp, err := m.Costed().Generate(ctx, model.Request{
		Model: m.ID, User: tiny, Schema: []byte(tinySchema), SchemaName: "answer",
		Temperature: &c.Temperature, MaxTokens: c.MaxTokens, ReasoningEffort: c.ReasoningEffort, Seed: c.ModelSeed,
	})
	show(env, m, resp, err, time.Since(started))
	switch {
	case errors.Is(err, context.Canceled):
		return exit.With(exit.Interrupt, "interrupted")
	case err != nil:
		return fmt.Errorf("%s does not answer: %w", m.Name, err)
	case resp.Finish == bench.Answered && strings.TrimSpace(resp.Text) == "":
		return fmt.Errorf("%s gives no answer: the response has no text", m.Name)
	case resp.Finish != bench.Answered:
		return fmt.Errorf("%s gives no answer: %s", m.Name, resp.Finish)
	}
	return nil
}

// okRE matches the object that tiny asks for.
var okRE = regexp.MustCompile(`\{\s*"ok"\s*:\s*true\s*,?\s*\}`)

// form says whether a text has the JSON object that was asked for; "" for an empty one.
func form(text string) string {
	switch {
	case strings.TrimSpace(text) == "":
		return ""
	case okRE.MatchString(text):
		return "as asked"
	}
	return "not the object that was asked for; `assay strategies show direct` prints the form of answers that are read"
}

// show prints the response, one fact per line, without control characters from the model.
func show(env *Env, m session.Connected, resp bench.Response, err error, latency time.Duration) {
	w := env.Grid()
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(w, "%s\t%s\n", name, termtext.Clip(termtext.Plain(value), 200))
		}
	}
	line("model", m.Name)
	line("server", m.Server)
	if err != nil {
		line("outcome", string(bench.Failed))
	} else {
		outcome := string(resp.Finish)
		if resp.Finish == bench.Answered && strings.TrimSpace(resp.Text) == "" {
			outcome = "empty"
		}
		line("outcome", fmt.Sprintf("%s (%s)", outcome, resp.FinishRaw))
		line("text", strings.Join(strings.Fields(resp.Text), " "))
		line("form", form(resp.Text))
	}
	line("answered by", resp.Model)
	line("request id", resp.RequestID)
	var sent []string
	for _, k := range slices.Sorted(maps.Keys(resp.Params)) {
		sent = append(sent, k+"="+resp.Params[k])
	}
	line("settings", strings.Join(sent, " "))
	line("dropped settings", strings.Join(resp.Dropped, " "))
	u := resp.Usage
	if u.InputTokens > 0 {
		line("tokens", fmt.Sprintf("%d in (%d read from cache, %d written to cache), %d out (%d reasoning)", u.InputTokens,
			u.CachedTokens, u.CacheWriteTokens, u.OutputTokens, u.ReasoningTokens))
	} else if resp.Attempts > 0 {
		line("tokens", "not reported")
	}
	switch {
	case u.CostUSD != nil && u.PriceDate != "":
		line("cost", fmt.Sprintf("$%.6f at the price of %s", *u.CostUSD, u.PriceDate))
	case u.CostUSD != nil:
		line("cost", fmt.Sprintf("$%.6f, reported by the provider", *u.CostUSD))
	case resp.Attempts > 0:
		line("cost", "unknown")
	}
	line("requests", strconv.Itoa(resp.Attempts))
	line("latency", latency.Round(time.Millisecond).String())
	w.Flush()
}
