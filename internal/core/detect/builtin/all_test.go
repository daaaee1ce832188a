package builtin

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"sync"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/detect"
)

const wallet = `pragma solidity ^0.8.20;
contract Wallet {
    address owner;
    constructor() { owner = msg.sender; }
    function take(address o) external { owner = o; }
    function pay() external { require(msg.sender == owner); }
}
`

// TestAll checks that every detector keeps the contract of the port.
func TestAll(t *testing.T) {
	variants := []bench.Variant{
		{Key: "a", Truth: bench.Vulnerable, Class: "access_control",
			Task: bench.Task{Language: "solidity", Files: []bench.File{{Path: "W.sol", Text: wallet}}}},
		{Key: "b", Truth: bench.Vulnerable, Class: "cross_tenant",
			Task: bench.Task{Language: "sql", Files: []bench.File{{Path: "q.sql", Text: "SELECT * FROM notes"}},
				Spec: "1. Every row must belong to :org_id."}},
		{Key: "c", Truth: bench.Safe, Task: bench.Task{Language: "solidity",
			Files: []bench.File{{Path: "B.sol", Text: "\xff{ not solidity"}}}},
	}
	all, err := All(variants)
	if err != nil || len(all) != 5 {
		t.Fatalf("%d detectors, %v", len(all), err)
	}
	names := map[string]bool{}
	for _, d := range all {
		s := d.Subject()
		if s.Kind != "builtin" || s.Version == "" || s.Doc == "" || names[s.Name] || !reflect.DeepEqual(s, d.Subject()) {
			t.Errorf("subject %+v", s)
		}
		names[s.Name] = true
		var wg sync.WaitGroup
		for _, v := range variants {
			h, err := d.PromptHash(v.Task)
			if errors.Is(err, detect.ErrNotApplicable) && s.Name == "builtin/tenant-column" && v.Task.Language == "solidity" {
				continue
			}
			if err != nil || (h != "") != (s.Name == "builtin/oracle") {
				t.Errorf("%s has prompt hash %q, %v; only the oracle's answers come from outside", s.Name, h, err)
			}
			first, err := d.Detect(context.Background(), v.Task)
			if err != nil {
				t.Fatal(err)
			}
			if !json.Valid([]byte(first.Text)) || string(first.RawResponse) != first.Text || first.Finish != bench.Answered ||
				first.Attempts != 1 ||
				!first.Started.IsZero() || first.Elapsed != 0 || first.Usage != (bench.Usage{}) {
				t.Errorf("%s on %s: %+v", s.Name, v.Key, first)
			}
			wg.Go(func() {
				if again, _ := d.Detect(context.Background(), v.Task); !reflect.DeepEqual(again, first) {
					t.Errorf("%s answers %s in two ways", s.Name, v.Key)
				}
			})
		}
		wg.Wait()
	}
	for _, want := range []string{"builtin/oracle", "builtin/always-vulnerable", "builtin/always-safe", "builtin/keyword",
		"builtin/tenant-column"} {
		if !names[want] {
			t.Errorf("no %s", want)
		}
	}
	twin := variants[0]
	twin.Truth = bench.Safe
	if _, err := All(append(variants, twin)); err == nil {
		t.Error("a contradiction must be refused")
	}
}
