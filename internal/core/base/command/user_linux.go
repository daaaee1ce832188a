package command

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// OtherUser returns the user with a name. The error says why this process can run nothing as this user.
func OtherUser(name string) (*User, error) {
	u, err := user.Lookup(name)
	if err != nil {
		return nil, err
	}
	uid, errU := strconv.ParseUint(u.Uid, 10, 32)
	gid, errG := strconv.ParseUint(u.Gid, 10, 32)
	switch {
	case errU != nil || errG != nil:
		return nil, fmt.Errorf("user %s has the ids %q and %q", name, u.Uid, u.Gid)
	case uid == 0:
		return nil, errors.New("root is not separated from anybody: name a user without rights")
	case name == "postgres" || name == "nobody":
		return nil, fmt.Errorf("%s runs private database servers: name a user that runs nothing else", name)
	case os.Geteuid() != 0:
		return nil, errors.New("only root can start a program as another user: run assay as root, or use a container")
	}
	return &User{Name: name, Home: u.HomeDir, UID: uint32(uid), GID: uint32(gid)}, nil
}

// attributes returns how a process of the user starts: without groups.
func (u *User) attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Credential: &syscall.Credential{Uid: u.UID, Gid: u.GID}}
}

// Reads reports whether the user can read a file.
func (u *User) Reads(path string) bool {
	test := exec.Command("/bin/sh", "-c", `test -r "$0"`, path)
	test.Dir, test.Env, test.SysProcAttr = "/", []string{}, u.attributes()
	return test.Run() == nil
}

// Processes lists the numbers of the user's processes that have not ended.
func (u *User) Processes() ([]int, error) {
	list, err := os.ReadDir("/proc")
	if err != nil {
		return nil, err
	}
	var out []int
	for _, d := range list {
		pid, err := strconv.Atoi(d.Name())
		if err != nil {
			continue
		}
		status, err := os.ReadFile("/proc/" + d.Name() + "/status")
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ESRCH) {
			continue // it has ended meanwhile
		} else if err != nil {
			return nil, err
		}
		ended, owned := false, false
		for line := range bytes.Lines(status) {
			f := strings.Fields(string(line))
			ended = ended || len(f) > 1 && f[0] == "State:" && (f[1] == "Z" || f[1] == "X")
			if len(f) > 0 && f[0] == "Uid:" {
				for _, id := range f[1:] { // real, effective, saved and of the file system
					owned = owned || id == strconv.FormatUint(uint64(u.UID), 10)
				}
			}
		}
		if owned && !ended {
			out = append(out, pid)
		}
	}
	return out, nil
}

// End kills all processes of the user. The error is that some are left.
func (u *User) End() error {
	if u.UID == 0 {
		return errors.New("the processes of root are not ended")
	}
	for range 100 {
		list, err := u.Processes()
		if err != nil || len(list) == 0 {
			return err
		}
		// As this user, -1 stands for all its processes, also those that begin meanwhile.
		kill := exec.Command("/bin/sh", "-c", "kill -KILL -1")
		kill.Dir, kill.Env, kill.SysProcAttr = "/", []string{}, u.attributes()
		_ = kill.Run() // the next look decides
		time.Sleep(10 * time.Millisecond)
	}
	return fmt.Errorf("processes of user %s cannot be ended", u.Name)
}
