//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"assay/internal/proof/pgserver"
)

// durable are the settings of a server that keeps committed data.
var durable = []string{"fsync=on", "synchronous_commit=on", "full_page_writes=on", "max_connections=100",
	"restart_after_crash=on"}

// cluster is the PostgreSQL of a round, on a disk, with a proxy in front of it for
// each client process.
type cluster struct {
	*pgserver.Server
	data    string
	proxies []*proxy
	longest time.Duration // the longest outage that a client saw
}

// newCluster starts a server that ends with the round.
func (r *round) newCluster(proxies int) (*cluster, error) {
	s, err := pgserver.Start(r.ctx, pgserver.Options{Settings: durable})
	if err != nil {
		return nil, err
	}
	r.after(func() {
		if err := s.Close(); err != nil {
			r.breaks("%v", err)
		}
	})
	c := &cluster{Server: s, data: filepath.Join(s.Dir(), "data")}
	r.db = s.URL("postgres")
	cfg, err := pgx.ParseConfig(r.db)
	if err != nil {
		return nil, err
	}
	for range proxies {
		network, address := pgconn.NetworkAddress(cfg.Host, cfg.Port)
		p, err := newProxy(r.ctx, network, address)
		if err != nil {
			return nil, err
		}
		c.proxies = append(c.proxies, p)
	}
	return c, c.await(r.ctx)
}

// through returns the address of the database behind proxy i.
func (c *cluster) through(i int) string {
	u := url.URL{Scheme: "postgres", User: url.User(pgserver.Superuser), Host: c.proxies[i].Address, Path: "/postgres",
		RawQuery: "sslmode=disable"}
	return u.String()
}

// await returns when the server accepts connections.
func (c *cluster) await(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		err := c.query(ctx, `SELECT 1`, new(int))
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return fmt.Errorf("the server does not answer: %w", err)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func (c *cluster) query(ctx context.Context, sql string, to any) error {
	conn, err := pgx.Connect(ctx, c.URL("postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	return conn.QueryRow(ctx, sql).Scan(to)
}

// members returns the ids of all processes of the server: those whose working
// directory is its data directory; none if the system does not report them.
func (c *cluster) members() (pids []int) {
	links, _ := filepath.Glob("/proc/[0-9]*/cwd") // the pattern is well formed
	for _, l := range links {
		if dir, err := os.Readlink(l); err == nil && dir == c.data {
			pid, _ := strconv.Atoi(strings.Split(l, "/")[2]) // digits by the pattern
			pids = append(pids, pid)
		}
	}
	return pids
}

// die kills all processes of the server together, like a power failure except that the
// page cache survives. If the system does not report the processes, die does
// nothing and restart does what it can.
func (c *cluster) die() error {
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		pids := c.members()
		if len(pids) == 0 {
			break
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("processes %v of the server cannot be killed", pids)
		}
		for _, pid := range pids {
			syscall.Kill(pid, syscall.SIGKILL) // it may have ended by itself
		}
	}
	// Its parent may not have reaped it yet: without these files, nothing takes it for running.
	locks, _ := filepath.Glob(filepath.Join(c.Dir(), ".s.PGSQL.*.lock")) // the pattern is well formed
	for _, lock := range append(locks, filepath.Join(c.data, "postmaster.pid")) {
		if err := os.Remove(lock); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

// restart starts the server again, and returns when it accepts connections. A server
// that still runs is first stopped as in a crash.
func (c *cluster) restart(ctx context.Context) error {
	if err := c.Restart(ctx); err != nil {
		return err
	}
	return c.await(ctx)
}

// killBackend kills one process of the server, preferably one in the middle of a
// transaction: the server then ends all others and recovers.
func (c *cluster) killBackend(ctx context.Context) error {
	var pid int
	err := c.query(ctx, `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
		ORDER BY (backend_xid IS NOT NULL) DESC, random() LIMIT 1`, &pid)
	if errors.Is(err, pgx.ErrNoRows) { // no client is connected at the moment
		return c.restart(ctx)
	} else if err != nil {
		return fmt.Errorf("looking for a process to kill: %w", err)
	}
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
		return err
	}
	time.Sleep(50 * time.Millisecond) // until the server has noticed
	return c.await(ctx)
}
