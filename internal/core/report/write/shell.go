package write

import (
	"bufio"
	"fmt"
	"html/template"
	"io"
	"sync"
)

// Shell is a page that is no report but looks like one: it needs no network and no other file, and its policy
// permits only its own script and style.
type Shell struct {
	Title  string // of the page
	Brand  string // next to the heading: the program, and its part
	Body   template.HTML
	Style  string // in addition to that of reports
	Script string // "" for a page without one
	Foot   []string
}

var shell = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("shell").Parse(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{{.Policy}}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>{{.Title}}</title>
<style>{{.Styles}}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header>
<p class="brand">{{.Brand}}</p>
<h1>{{.Title}}</h1>
</header>
<main id="main" tabindex="-1">
{{.Body}}
</main>
<footer>{{range .Foot}}<p>{{.}}</p>{{end}}</footer>
{{with .Scripts}}<script>{{.}}</script>
{{end}}</body>
</html>
`))
})

// Write writes the page.
func (s Shell) Write(w io.Writer) error {
	all := style + s.Style
	policy := "default-src 'none'; style-src " + hashed(all)
	if s.Script != "" {
		policy += "; script-src " + hashed(s.Script)
	}
	policy += "; base-uri 'none'; form-action 'none'"
	b := bufio.NewWriterSize(w, 1<<16)
	if err := shell().Execute(b, struct {
		Shell
		Policy  string
		Styles  template.CSS
		Scripts template.JS
	}{s, policy, template.CSS(all), template.JS(s.Script)}); err != nil {
		return fmt.Errorf("writing HTML: %w", err)
	}
	return b.Flush()
}
