//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"
)

// row is the result of all rounds of a campaign.
type row struct {
	Campaign string   `json:"campaign"`
	What     string   `json:"what"`
	Rounds   int      `json:"rounds"`
	Kills    int      `json:"kills"`
	Crashes  int      `json:"crashes"` // of servers, networks and disks
	Starts   int      `json:"starts"`
	Trials   int      `json:"trials"`
	Requests int      `json:"requests"`
	Lost     int      `json:"lost"`
	Again    int      `json:"stored_asked_again"`
	Twice    int      `json:"paid_twice"`
	Bound    int      `json:"paid_twice_bound"`
	Ledger   int64    `json:"ledger_nano_usd"`
	Charged  int64    `json:"charged_nano_usd"`
	Exact    bool     `json:"ledger_must_equal"`
	Seconds  float64  `json:"seconds"`
	Verdict  string   `json:"verdict"` // kept, BROKEN, NOT RUN
	Broken   []string `json:"broken,omitempty"`
}

// The verdicts of a row.
const (
	kept   = "kept"
	broken = "BROKEN"
	notRun = "NOT RUN"
)

// add adds a round, which used the seed.
func (r *row) add(n *round, seed uint64) {
	r.Rounds++
	r.Kills += n.kills
	r.Crashes += n.crashes
	r.Starts += n.starts
	r.Trials += n.trials
	r.Requests += n.requests
	r.Lost += n.lostCount
	r.Again += n.againCount
	r.Twice += n.twice
	r.Bound += n.bound
	r.Ledger += n.ledger
	r.Charged += n.charged
	for _, b := range n.broken {
		r.Verdict = broken
		r.Broken = append(r.Broken, fmt.Sprintf("seed %d: %s", seed, b))
	}
}

// print writes the table for people, followed by the broken promises.
func print(w io.Writer, rows []row) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "CAMPAIGN\tROUNDS\tKILLS\tCRASHES\tSTARTS\tTRIALS\tREQUESTS\tLOST\tASKED AGAIN\tTWICE "+
		"(BOUND)\tLEDGER\tCHARGED\tVERDICT")
	for _, r := range rows {
		sign := "≥ "
		if r.Exact {
			sign = "= "
		}
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d (%d)\t%s\t%s%s\t%s\n", r.Campaign, r.Rounds, r.Kills,
			r.Crashes, r.Starts, r.Trials, r.Requests,
			r.Lost, r.Again, r.Twice, r.Bound, usd(r.Ledger), sign, usd(r.Charged), r.Verdict)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, r := range rows {
		for _, b := range r.Broken {
			fmt.Fprintf(w, "%s %s, %s\n", r.Verdict, r.Campaign, b)
		}
	}
	return nil
}

// printJSON writes the same data for machines.
func printJSON(w io.Writer, seed uint64, rows []row) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(struct {
		Seed uint64 `json:"seed"`
		Rows []row  `json:"campaigns"`
	}{seed, rows})
}

// usd formats billionths of a dollar with all digits.
func usd(n int64) string {
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	return fmt.Sprintf("%s$%d.%09d", sign, n/1e9, n%1e9)
}
