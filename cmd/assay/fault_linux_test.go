package main

import (
	"bytes"
	"database/sql"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// smallDisk mounts a file system of the given size in memory, which requires
// privileges.
func smallDisk(t *testing.T, size string) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("no file system can be mounted here: %v; the faults of a database are tested without one in internal/core/engine",
			err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// On a full disk the program reports this, sends no more requests, and continues where it
// was when there is space again.
func TestDiskFull(t *testing.T) {
	f := &fakeServer{latency: 2 * time.Millisecond}
	srv := httptest.NewServer(f)
	defer srv.Close()
	dir := smallDisk(t, "8m")
	db := filepath.Join(dir, "results.db")
	args := append(slices.Clone(runArgs), "--db", db)
	// The first start creates the database, and is interrupted immediately.
	cmd, out := program(t, t.TempDir(), srv.URL+"/v1", args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	waitFor(t, f, 5)
	cmd.Process.Signal(os.Interrupt)
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 130 {
		t.Fatalf("exit code %d\n%s", code, out)
	}
	before := f.requests.Load()
	filler := filepath.Join(dir, "filler")
	room := func(left int64) {
		t.Helper()
		var st syscall.Statfs_t
		if err := syscall.Statfs(dir, &st); err != nil {
			t.Fatal(err)
		}
		if n := int64(st.Bavail)*st.Bsize - left; n > 0 {
			if err := os.WriteFile(filler, bytes.Repeat([]byte{1}, int(n)), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	room(150 << 10)
	cmd, out = program(t, t.TempDir(), srv.URL+"/v1", args...)
	cmd.Run()
	if code := cmd.ProcessState.ExitCode(); code != 1 || !strings.Contains(out.String(), "full") {
		t.Errorf("exit code %d on a full disk\n%s", code, out)
	}
	full := f.requests.Load()
	if full >= runTrials {
		t.Fatalf("%d requests: the disk was not full in time", full)
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	cmd, out = program(t, t.TempDir(), srv.URL+"/v1", args...)
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if rows, keys, answered := counts(t, dir); rows != runTrials || keys != runTrials || answered != runTrials {
		t.Errorf("%d rows, %d keys, %d answered; want %d of each", rows, keys, answered, runTrials)
	}
	if n := f.requests.Load(); n > runTrials+8 {
		t.Errorf("%d requests for %d trials, %d before the disk was full and %d then", n, runTrials, before, full-before)
	}
}

// On a read-only disk, no request is sent.
func TestReadOnlyDisk(t *testing.T) {
	f := &fakeServer{}
	srv := httptest.NewServer(f)
	defer srv.Close()
	dir := smallDisk(t, "4m")
	args := append(slices.Clone(runArgs), "--limit", "1", "--db", filepath.Join(dir, "results.db"))
	cmd, out := program(t, t.TempDir(), srv.URL+"/v1", args...)
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := syscall.Mount("", dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	before := f.requests.Load()
	cmd, out = program(t, t.TempDir(), srv.URL+"/v1", append(args, "--no-resume")...)
	cmd.Run()
	if code := cmd.ProcessState.ExitCode(); code != 2 || !strings.Contains(out.String(),
		"permission to write to the file and its directory") || strings.Contains(out.String(), "panic") {
		t.Errorf("exit code %d on a disk that is read only\n%s", code, out)
	}
	if n := f.requests.Load(); n != before {
		t.Errorf("%d requests whose answers cannot be stored", n-before)
	}
}

// While another program holds the database, a run waits, and loses nothing.
func TestLockedDatabase(t *testing.T) {
	f := &fakeServer{latency: 2 * time.Millisecond}
	srv := httptest.NewServer(f)
	defer srv.Close()
	dir := t.TempDir()
	cmd, out := program(t, dir, srv.URL+"/v1", runArgs...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	waitFor(t, f, 10)
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "results.db")+
		"?_txlock=immediate&_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	asked := f.requests.Load()
	time.Sleep(500 * time.Millisecond) // a run would be over by then
	if n := f.requests.Load(); n > asked+8 {
		t.Errorf("%d requests while nothing could be stored", n-asked)
	}
	tx.Rollback()
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if rows, keys, answered := counts(t, dir); rows != runTrials || keys != runTrials || answered != runTrials ||
		f.requests.Load() != runTrials {
		t.Errorf("%d rows, %d keys, %d answered, %d requests; want %d of each", rows, keys, answered, f.requests.Load(),
			runTrials)
	}
}
