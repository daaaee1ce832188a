package solc

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A binary of exactly the right version is preferred to Node; a binary of another
// version is not used.
func TestNative(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the fake binaries are shell scripts")
	}
	if testing.Short() {
		t.Skip("-short starts no process")
	}
	bin := t.TempDir()
	script := func(name, version, does string) {
		file := filepath.Join(bin, name)
		write(t, file, "#!/bin/sh\nif [ \"$1\" = --version ]; then echo 'solc, the solidity compiler'; echo 'Version: "+
			version+"'; exit; fi\n"+does+"\n")
		if err := os.Chmod(file, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	says := `read -r line; printf '{"errors":[{"severity":"info","message":"%s in %s"}],"contracts":{}}' "$*" "$(ls -A | wc -l | tr -d ' ')"`
	script("solc", "0.8.30+commit.73712a01.Linux.g++", says)
	script("solc-0.7.6", "0.7.6+commit.7338295f.Linux.g++", says)
	script("solc-0.8.24", "0.8.25+commit.b61c2a91.Linux.g++", says)
	script("solc-0.8.29", "0.8.29-develop.2025.1.1+commit.b61c2a91.Linux.g++", says)
	script("solc-0.8.19", "0.8.19+commit.7dd6d404.Linux.g++", "echo 'Internal error: it broke' >&2; exit 3")
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	c, err := New(Options{Dir: t.TempDir(), CacheDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for version, want := range map[string]string{
		"0.8.30": "--standard-json --no-import-callback in 0", // 0: its working directory is empty
		"0.7.6":  "--standard-json in 0",
		"0.8.24": "is not installed",
		"0.8.29": "is not installed",
		"0.8.19": "solc 0.8.19 crashed: exit status 3: Internal error: it broke",
	} {
		out, err := c.Compile(t.Context(), Input{Version: version, Sources: map[string]string{"a.sol": "contract A {}"}})
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = out.Diagnostics[0].Message
		}
		if !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", version, got, want)
		}
	}
}
