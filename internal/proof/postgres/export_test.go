package postgres

import "fmt"

// url reaches the same server as s.
func (s *Server) url() string {
	if s.opt.URL != "" {
		return s.opt.URL
	}
	return fmt.Sprintf("host=%s port=5432 user=%s dbname=postgres sslmode=disable", s.private.dir, superuser)
}
