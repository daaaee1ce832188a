package smartbugs

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"assay/internal/bench"
	"assay/internal/detect"
	"assay/internal/detect/tool"
)

// results returns the results of two tools on four files, in the layout of SmartBugs.
func results() fstest.MapFS {
	fsys := fstest.MapFS{}
	put := func(tool, file, filename, result string) {
		dir := "results/" + tool + "/20260102_0304/" + file + "/"
		fsys[dir+"smartbugs.json"] = &fstest.MapFile{Data: []byte(`{"filename":"` + filename +
			`","runid":"20260102_0304","result":{"start":1.0,"duration":2.0,"exit_code":0,"logs":"result.log","output":null},"solc":"0.8.24","tool":{"id":"` + tool + `","mode":"solidity"},"docker":{},"platform":{}}`)}
		if result != "" {
			fsys[dir+"result.json"] = &fstest.MapFile{Data: []byte(result)}
		}
	}
	put("conkas", "Jar.sol", "samples/s/ds/jar/Jar.sol", `{"errors":[],"fails":[],"infos":[],"findings":[
		{"name":"Reentrancy","filename":"/sb/Jar.sol","contract":"Jar","function":"withdraw(uint256)","line":4},
		{"name":"Nobody knows this","filename":"/sb/Jar.sol","line":1},
		{"name":"Strange (SWC 101)","line":2,"line_end":3,"severity":"High","confidence":"Low","message":"wraps"}],"parser":{"id":"conkas","mode":"solidity"}}`)
	put("conkas", "Jar.sol_0", "samples/s/ds/jar+fixed/Jar.sol",
		`{"errors":["x"],"fails":[],"infos":[],"findings":[],"parser":{}}`)
	put("conkas", "Slow.sol", "samples/s/ds/slow/Slow.sol",
		`{"errors":[],"fails":["DOCKER_TIMEOUT"],"infos":[],"findings":[],"parser":{}}`)
	put("conkas", "Raw.sol", "samples/s/ds/raw/Raw.sol", "")
	put("slither-0.11.3", "Jar.sol", "samples/s/ds/jar/Jar.sol",
		`{"errors":[],"fails":["exception (X)"],"infos":[],"findings":[{"name":"tx-origin"}],"parser":{}}`)
	return fsys
}

func taskOf(text string) bench.Task {
	return bench.Task{Language: "solidity", Files: []bench.File{{Path: "Jar.sol", Text: text}}}
}

const code = "contract Jar {\n\n\n\tfunction withdraw(uint256 a) public { a; }\n}\n"

// A tool's findings become its answer, its failures fail the trial, and a text that it did not analyse is not
// called safe.
func TestRecorded(t *testing.T) {
	records, err := Read(results())
	if err != nil {
		t.Fatal(err)
	}
	if len(records) != 2 {
		t.Fatalf("%v", records)
	}
	keys := map[string]string{code: "s/ds/jar/Jar.sol", "fixed": "s/ds/jar+fixed/Jar.sol", "slow": "s/ds/slow/Slow.sol",
		"raw": "s/ds/raw/Raw.sol", "absent": "s/ds/absent/Jar.sol"}
	detector := func(id string) *tool.Recorded {
		return tool.NewRecorded("smartbugs:x", Version, Config(), records[id], tool.Unreported,
			func(k bench.Task) []string { return []string{keys[k.Files[0].Text]} })
	}
	d := detector("conkas")
	r, err := d.Detect(context.Background(), taskOf(code))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"verdict": "vulnerable"`, "Reentrancy", "withdraw(), line 4", "[SWC-101] wraps",
		"lines 2-3", "Nobody knows this"} {
		if !strings.Contains(r.Text, want) {
			t.Errorf("no %q in\n%s", want, r.Text)
		}
	}
	if strings.Contains(r.Text, "[Nobody knows this]") {
		t.Error("a finding without a class was claimed")
	}
	if r, err := d.Detect(context.Background(), taskOf("fixed")); err != nil ||
		!strings.Contains(r.Text, `"verdict": "safe"`) {
		t.Errorf("an analysis without findings: %v\n%s", err, r.Text)
	}
	for text, want := range map[string]detect.FailureKind{"slow": detect.TimedOut, "raw": detect.Missing,
		"absent": detect.Missing} {
		_, err := d.Detect(context.Background(), taskOf(text))
		if te := (*detect.ToolError)(nil); !errors.As(err, &te) || te.Kind != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	_, err = detector("slither-0.11.3").Detect(context.Background(), taskOf(code))
	if te := (*detect.ToolError)(nil); !errors.As(err, &te) || te.Kind != detect.Crashed {
		t.Errorf("findings of an analysis that failed: %v", err)
	}
	if v := d.Subject().Version; v == detector("slither-0.11.3").Subject().Version ||
		!strings.HasPrefix(v, records["conkas"].Hash[:8]) {
		t.Errorf("version %s", v)
	}
	changed := results()
	changed["results/conkas/20260102_0304/Jar.sol/result.json"].Data = []byte(`{"findings":[]}`)
	if again, err := Read(changed); err != nil || again["conkas"].Hash == records["conkas"].Hash {
		t.Errorf("other results have the same hash: %v", err)
	}
}

func TestRefuses(t *testing.T) {
	const log, res = "results/conkas/20260102_0304/Jar.sol/smartbugs.json",
		"results/conkas/20260102_0304/Jar.sol/result.json"
	for name, c := range map[string]struct{ file, text, want string }{
		"cut log":   {log, `{"filename":`, log + ": not a file of SmartBugs 2: unexpected end of JSON input; if it was cut"},
		"other log": {log, `{}`, log + `: not a log of SmartBugs 2: it has no "filename"`},
		"cut":       {res, `{"findings":[`, res + ": not a file of SmartBugs 2"},
		"version 1": {res, `{"analysis":[]}`, res + `: not a result of SmartBugs 2: it has no "findings"`},
		"no name":   {res, `{"findings":[{"line":1}]}`, res + ": finding 1 has no name"},
		"second run": {"results/conkas/later/Jar.sol/smartbugs.json", string(results()[log].Data),
			"conkas analysed samples/s/ds/jar/Jar.sol in "},
	} {
		fsys := results()
		fsys[c.file] = &fstest.MapFile{Data: []byte(c.text)}
		if _, err := Read(fsys); err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v\nwant %s", name, err, c.want)
		}
	}
	if _, err := Read(fstest.MapFS{}); err == nil || !strings.Contains(err.Error(), "no smartbugs.json") {
		t.Errorf("nothing: %v", err)
	}
}

func TestFamily(t *testing.T) {
	for id, want := range map[string]string{"slither-0.11.3": "slither", "slither": "slither", "mando-hgt": "mando-hgt",
		"oyente+-060ca34": "oyente+", "-": "-"} {
		if got := Family(id); got != want {
			t.Errorf("%s: %s", id, got)
		}
	}
}

// FuzzRead: arbitrary bytes give records with their hashes, or an error.
func FuzzRead(f *testing.F) {
	for _, file := range results() {
		f.Add(file.Data, file.Data)
	}
	f.Fuzz(func(t *testing.T, log, res []byte) {
		records, err := Read(fstest.MapFS{"a/smartbugs.json": {Data: log}, "a/result.json": {Data: res}})
		if (err == nil) != (len(records) == 1) {
			t.Errorf("%v, %v", records, err)
		}
		for _, r := range records {
			if len(r.Hash) != 64 || len(r.Files) != 1 {
				t.Errorf("%+v", r)
			}
		}
	})
}
