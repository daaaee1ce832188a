package database

import (
	"net/url"

	"github.com/jackc/pgx/v5"
)

// Lends reports whether a connection to the URL of a database would use a password that is
// not in the URL: from PGPASSWORD, a password file or a service file.
func Lends(where string) bool {
	cfg, err := pgx.ParseConfig(where)
	if err != nil || cfg.Password == "" {
		return false // without a connection nothing is sent; Open returns the error
	}
	u, err := url.Parse(where)
	if err != nil {
		return true
	}
	own, _ := u.User.Password()
	return cfg.Password != own && cfg.Password != u.Query().Get("password")
}
