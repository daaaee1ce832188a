package main

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	_ "modernc.org/sqlite" // registers the driver "sqlite"
)

// A command's standard output is stored under name. Every compared build must have
// these flags.
type command struct {
	name string
	args []string
	fail bool // its exit code is not 0, as for an audit that finds something
}

// record creates dir and writes the output of the binary to it.
func record(assay, dir string) error {
	assay, err := filepath.Abs(assay)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "outputs")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	list := []command{
		{name: "run.json", args: []string{"run", "--json", "--db", "plain.db"}},
		{name: "variants.json", args: []string{"run", "--json", "--db", "variants.db", "--variants", "paper"}},
		{name: "strategies.json", args: []string{"run", "--json", "--db", "strategies.db", "--model", "echo:vulnerable",
			"--model", "echo:safe", "--suite", "blockbench", "--strategy", "direct",
			"--strategy", "chain-of-thought", "--strategy", "framing=adversarial", "--epochs", "2", "--subset", "gs"}},
		{name: "audit.json", args: []string{"audit", "--json"}, fail: true},
		{name: "certificates.json", args: []string{"variants", "list", "--json"}},
		{name: "verify.json", args: []string{"verify", "--json"}},
		{name: "lint.txt", args: []string{"suites", "lint", "blockbench", "tenantsql"}},
	}
	for _, format := range []string{"csv", "latex", "md", "sarif"} {
		list = append(list, command{name: "report." + format, args: []string{"report", "--db", "variants.db", "--format",
			format, "--output", "-"}})
	}
	list = append(list, command{name: "report.txt", args: []string{"report", "--db", "variants.db"}})
	for _, c := range list {
		fmt.Fprintln(os.Stderr, c.name)
		if err := c.run(assay, work, dir); err != nil {
			return err
		}
	}
	if err := query(filepath.Join(work, "variants.db"), filepath.Join(dir, "texts.json"),
		`SELECT DISTINCT key, meta FROM variant ORDER BY key, meta`); err != nil {
		return err
	}
	return query(filepath.Join(work, "variants.db"), filepath.Join(dir, "trials.json"),
		`SELECT model_name || ' ' || test_file, expected_result || ' ' || actual_result || ' ' || explanation FROM evaluations ORDER BY 1, 2`)
}

func (c command) run(assay, work, dir string) error {
	out, err := os.Create(filepath.Join(dir, c.name))
	if err != nil {
		return err
	}
	cmd := exec.Command(assay, c.args...)
	var stderr bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = work, out, &stderr
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !(c.fail && errors.As(err, &exit)) {
		return errors.Join(fmt.Errorf("%v: %w: %s", c.args, err, stderr.Bytes()), out.Close())
	}
	return out.Close()
}

// query writes the rows of a query, pairs of columns, as a JSON list.
func query(db, file, text string) error {
	d, err := sql.Open("sqlite", "file:"+db+"?mode=ro")
	if err != nil {
		return err
	}
	defer d.Close()
	rows, err := d.Query(text)
	if err != nil {
		return err
	}
	defer rows.Close()
	var list [][2]string
	for rows.Next() {
		var p [2]string
		if err := rows.Scan(&p[0], &p[1]); err != nil {
			return err
		}
		list = append(list, p)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	b, err := json.MarshalIndent(list, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, b, 0o644)
}
